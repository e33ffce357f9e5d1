// fixture.hpp: batches through the public C interface on the fake GPUs and on the CPU.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "gpu/fake_driver/control.hpp"
#include "pqlane/pqlane.h"

namespace pqlane::gpu {

// Sanitizer builds are slower by a factor of thirty.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool slow_build = true;
#else
inline constexpr bool slow_build = false;
#endif

using Bytes = std::vector<std::uint8_t>;
using Statuses = std::vector<pqlane_status>;

// A device that closes itself.
class Device {
 public:
  explicit Device(const char* name, unsigned threads = 2) {
    const pqlane_device_options options{sizeof options, threads, 0};
    if (pqlane_device_open(name, &options, &handle_) != PQLANE_OK) ADD_FAILURE() << pqlane_last_error();
  }
  ~Device() { pqlane_device_close(handle_); }
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;
  operator pqlane_device*() const { return handle_; }

 private:
  pqlane_device* handle_ = nullptr;
};

// Rows with some bytes between them.
struct Rows {
  Bytes bytes;
  std::size_t row_bytes = 0, stride = 0, count = 0;

  Rows() = default;
  Rows(std::size_t n, std::size_t row, std::size_t gap, std::uint8_t fill)
      : bytes(n * (row + gap) + 1, fill), row_bytes(row), stride(row + gap), count(n) {}
  std::uint8_t* at(std::size_t i) { return bytes.data() + i * stride; }
  const std::uint8_t* at(std::size_t i) const { return bytes.data() + i * stride; }
  pqlane_in in() const { return {bytes.data(), stride, count}; }
  pqlane_in shared(std::size_t i) const { return {at(i), 0, 1}; }
  pqlane_out out() { return {bytes.data(), stride, count}; }
  bool operator==(const Rows&) const = default;
};

// What a call gave back.
struct Reply {
  pqlane_status status = PQLANE_OK;
  Statuses items;
  std::string error;
  bool operator==(const Reply&) const = default;
};

// Inputs of a batch, some of them bad, made on the CPU.
struct KemInputs {
  pqlane_scheme scheme;
  pqlane_kem_sizes sizes;
  std::size_t count, gap;
  bool checks_keys;
  Rows seed, m, ek, dk, ct, ss;  // sound
  Rows bad_ek, bad_dk, bad_ct;
  KemInputs(pqlane_scheme scheme, std::size_t count, std::size_t gap);
};

Reply keygen(pqlane_device* device, const KemInputs& in, unsigned flags, Rows& ek, Rows& dk);
Reply encaps(pqlane_device* device, const KemInputs& in, pqlane_in ek, Rows& ct, Rows& ss);
Reply decaps(pqlane_device* device, const KemInputs& in, unsigned flags, pqlane_in dk, const Rows& ct,
             Rows& ss);
Reply check(pqlane_device* device, const KemInputs& in, bool dk);

// Runs every kind of call, or the three main ones, on both devices and expects the same bytes and replies.
void expect_agreement(pqlane_device* gpu, pqlane_device* cpu, const KemInputs& in, bool every_kind);

// Sets a variable of the environment and restores it.
class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) {
    const char* before = std::getenv(name);
    had_ = before != nullptr;
    if (had_) before_ = before;
    setenv(name, value, 1);
  }
  ~Variable() {
    if (had_) {
      setenv(name_, before_.c_str(), 1);
    } else {
      unsetenv(name_);
    }
  }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
  bool had_ = false;
  std::string before_;
};

// Restores the fake driver's settings around a test and expects that it left no object and was used rightly.
class HostTest : public ::testing::Test {
 protected:
  void SetUp() override;
  void TearDown() override;
  std::uint64_t misuses_ = 0;
};

}  // namespace pqlane::gpu
