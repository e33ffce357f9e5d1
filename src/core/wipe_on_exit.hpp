// wipe_on_exit.hpp: overwrites a secret when a scope ends, however it ends. Not for code of one instruction
// set: see zeroize.hpp.
#pragma once

#include <cstddef>

#include "core/zeroize.hpp"

namespace pqlane {

class WipeOnExit {
 public:
  WipeOnExit(void* data, std::size_t count) : data_(data), count_(count) {}
  ~WipeOnExit() { wipe(data_, count_); }
  WipeOnExit(const WipeOnExit&) = delete;
  WipeOnExit& operator=(const WipeOnExit&) = delete;

 private:
  void* data_;
  std::size_t count_;
};

}  // namespace pqlane
