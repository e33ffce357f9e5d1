// guarded_buffer.hpp: memory that ends at a page without access, so that a read or write behind it traps.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <new>

namespace pqlane::test {

class GuardedBuffer {
 public:
  // `bytes` bytes, the last of which is the last byte before the guard page.
  explicit GuardedBuffer(std::size_t bytes) {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const std::size_t body = (bytes + page - 1) / page * page;
    mapped_bytes_ = body + page;
    base_ = static_cast<std::uint8_t*>(
        mmap(nullptr, mapped_bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    if (base_ == MAP_FAILED || mprotect(base_ + body, page, PROT_NONE) != 0) throw std::bad_alloc();
    data_ = base_ + body - bytes;
  }
  ~GuardedBuffer() { munmap(base_, mapped_bytes_); }
  GuardedBuffer(const GuardedBuffer&) = delete;
  GuardedBuffer& operator=(const GuardedBuffer&) = delete;

  std::uint8_t* data() { return data_; }
  std::int16_t* coeffs() { return reinterpret_cast<std::int16_t*>(data_); }

 private:
  std::size_t mapped_bytes_ = 0;
  std::uint8_t* base_ = nullptr;
  std::uint8_t* data_ = nullptr;
};

}  // namespace pqlane::test
