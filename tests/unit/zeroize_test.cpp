// zeroize_test.cpp: wipe survives optimisation where a plain memset is a dead store.
#include "core/zeroize.hpp"

#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/mman.h>

#include <cstdint>
#include <cstring>

namespace pqlane {
namespace {

constexpr std::size_t secret_bytes = 4096;
constexpr std::size_t stack_bytes = std::size_t{1} << 20;

// Byte i of the secret; `volatile`, so that nothing of it is known when compiling.
volatile unsigned factor = 167;
std::uint8_t secret_byte(std::size_t i) { return static_cast<std::uint8_t>((i * i + 1) * factor + i); }

// Writes the secret into a local array and returns, with or without wiping it.
template <bool wiped>
[[gnu::noinline]] void use_secret() {
  std::uint8_t secret[secret_bytes];
  for (std::size_t i = 0; i < secret_bytes; ++i) {
    secret[i] = secret_byte(i);
  }
  __asm__ __volatile__("" : : "r"(secret) : "memory");  // the secret has been used
  if constexpr (wiped) {
    wipe(secret, sizeof secret);
  }
}

template <bool wiped>
void* thread_main(void*) {
  use_secret<wiped>();
  return nullptr;
}

// Runs `function` on a stack of ours and counts the 16-byte pieces of the secret that it leaves there.
std::size_t pieces_left(void* (*function)(void*)) {
  void* stack = mmap(nullptr, stack_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (stack == MAP_FAILED) {
    ADD_FAILURE() << "no memory for a stack";
    return 0;
  }
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_t thread;
  const bool started = pthread_attr_setstack(&attributes, stack, stack_bytes) == 0 &&
                       pthread_create(&thread, &attributes, function, nullptr) == 0;
  EXPECT_TRUE(started);
  std::size_t pieces = 0;
  if (started) {
    pthread_join(thread, nullptr);
    for (std::size_t i = 0; i < secret_bytes; i += 16) {
      std::uint8_t piece[16];
      for (std::size_t j = 0; j < sizeof piece; ++j) {
        piece[j] = secret_byte(i + j);
      }
      pieces += memmem(stack, stack_bytes, piece, sizeof piece) != nullptr;
    }
  }
  pthread_attr_destroy(&attributes);
  munmap(stack, stack_bytes);
  return pieces;
}

TEST(Zeroize, LocalArrayLeavesNothing) {
  // The search finds what was not wiped; sanitizers may keep locals elsewhere, then it says nothing.
  if (pieces_left(thread_main<false>) != secret_bytes / 16) {
    GTEST_SKIP() << "locals are not on the thread's stack in this build";
  }
  EXPECT_EQ(pieces_left(thread_main<true>), 0u);
}

TEST(Zeroize, WipesExactlyTheRange) {
  for (std::size_t count = 0; count <= 300; ++count) {
    std::uint8_t bytes[320];
    std::memset(bytes, 0xa5, sizeof bytes);
    wipe(bytes + 8, count);
    for (std::size_t i = 0; i < sizeof bytes; ++i) {
      ASSERT_EQ(bytes[i], i >= 8 && i < 8 + count ? 0 : 0xa5) << count << " bytes, at " << i;
    }
  }
  wipe(nullptr, 0);
}

}  // namespace
}  // namespace pqlane
