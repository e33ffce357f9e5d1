// scrub_on_free.cpp: this program zeroes the memory of C++ objects when it frees them. Fresh workspaces then
// never show what the tests themselves kept in freed vectors, which the wipe test would take for a secret
// left behind.
#include <malloc.h>

#include <cstddef>
#include <cstdlib>
#include <new>

#include "core/zeroize.hpp"

namespace {

void* allocate(std::size_t bytes) { return std::malloc(bytes == 0 ? 1 : bytes); }

void* allocate_or_throw(std::size_t bytes) {
  void* memory = allocate(bytes);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void scrub_and_free(void* memory) {
  if (memory == nullptr) return;
  pqlane::wipe(memory, malloc_usable_size(memory));
  std::free(memory);
}

}  // namespace

void* operator new(std::size_t bytes) { return allocate_or_throw(bytes); }
void* operator new[](std::size_t bytes) { return allocate_or_throw(bytes); }
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept { return allocate(bytes); }
void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept { return allocate(bytes); }
void operator delete(void* memory) noexcept { scrub_and_free(memory); }
void operator delete[](void* memory) noexcept { scrub_and_free(memory); }
void operator delete(void* memory, std::size_t) noexcept { scrub_and_free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { scrub_and_free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { scrub_and_free(memory); }
void operator delete[](void* memory, const std::nothrow_t&) noexcept { scrub_and_free(memory); }
