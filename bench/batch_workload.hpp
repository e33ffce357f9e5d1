// batch_workload.hpp: what the workloads of all kinds of schemes share: the arrays of a batch call in
// ordinary, page-locked or device memory, and how many sets of them there are.
//
// Inputs are made before the measurement; the sets lie one after the other in memory, so that the outputs of
// several calls are verified together. Inputs are made and outputs verified on a device that may be another
// than the measured one (a GPU's results are checked by the CPU). Keys are thrown away after the measurement
// and protect nothing; they are not wiped.
#pragma once

#include "bench/attempts.hpp"
#include "bench/case.hpp"
#include "bench/measure.hpp"

#include <pqlane/pqlane.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace pqlane::bench {

// Zeroed memory. In ordinary memory with page alignment, on huge pages from 2 MiB up where the system grants
// them; every page is touched, so that no page fault is timed.
class Buffer {
 public:
  Buffer() = default;
  explicit Buffer(std::size_t bytes);
  // Page-locked, or of the device. Throws Failure.
  Buffer(pqlane_device* device, pqlane_memory kind, std::size_t bytes);

  std::uint8_t* data() { return bytes_.get(); }
  const std::uint8_t* data() const { return bytes_.get(); }
  std::size_t size() const { return size_; }

 private:
  struct Release {
    Release() noexcept : device(nullptr) {}
    explicit Release(pqlane_device* of) noexcept : device(of) {}
    pqlane_device* device;  // null: ordinary memory
    void operator()(std::uint8_t* pointer) const;
  };
  std::unique_ptr<std::uint8_t[], Release> bytes_;
  std::size_t size_ = 0;
};

// One array of fixed-size values, one value an item, or one for all of them.
struct Column {
  Buffer bytes;
  Buffer on_device;  // with Place::device: what the timed call uses instead
  std::size_t item_bytes = 0;
  std::size_t stride = 0;  // of items in memory; 0: shared

  std::uint8_t* at(std::size_t item) { return bytes.data() + item * stride; }
  pqlane_in in(std::size_t first, std::size_t count) const {
    return {bytes.data() + first * stride, stride, count};
  }
  pqlane_out out(std::size_t first, std::size_t count) { return {at(first), stride, count}; }
  // The same for the timed call.
  pqlane_in timed_in(std::size_t first, std::size_t count) const {
    const Buffer& where = on_device.size() != 0 ? on_device : bytes;
    return {where.data() + first * stride, stride, count};
  }
  pqlane_out timed_out(std::size_t first, std::size_t count) {
    Buffer& where = on_device.size() != 0 ? on_device : bytes;
    return {where.data() + first * stride, stride, count};
  }
};

class BatchWorkload : public Workload {
 public:
  std::size_t sets() const final { return sets_; }
  std::uint64_t ops_per_call() const final { return case_.batch; }
  std::string failure() const final { return failure_; }
  std::string verify(std::size_t first, std::size_t count) final;

  // What did the last call, as pqlane_last_device() says.
  const std::string& ran_on() const { return ran_on_; }
  // Of all signatures that verify() was given; nothing for operations without a rejection loop.
  virtual std::optional<Attempts> attempts() const { return std::nullopt; }

  // Bytes that one batch reads and writes.
  virtual std::uint64_t input_bytes() const = 0;
  virtual std::uint64_t output_bytes() const = 0;
  // Everything that this object holds: inputs and outputs of all sets, and what verification needs.
  virtual std::uint64_t owned_bytes() const = 0;

 protected:
  // Items that are made or verified by one call; bounds the scratch memory.
  static constexpr std::size_t chunk_items = 4096;

  // `checker` null: the measured device.
  BatchWorkload(pqlane_device* device, const Case& work, pqlane_device* checker)
      : device_(device), checker_(checker != nullptr ? checker : device), case_(work) {}

  // Arrays of the timed call.
  virtual std::vector<Column*> timed_inputs() = 0;
  virtual std::vector<Column*> timed_outputs() = 0;
  // Looks at the outputs of items [first, first + count), at most chunk_items. Says what is wrong, or
  // nothing.
  virtual std::string verify_chunk(std::size_t first, std::size_t count) = 0;

  // Chooses sets_ and items_ so that the sets take memory beyond the caches; throws Failure when one set is
  // more than there is.
  void choose_sets(std::uint64_t item_bytes);
  // Scratch of the verification, or, with `timed`, an array of the timed call. One item is shared by all.
  Column make_column(std::size_t item_bytes, std::size_t items, bool timed = false) const;
  // To and from the device's memory; nothing to do for arrays elsewhere.
  void upload(Column& column);
  void download(Column& column, std::size_t first, std::size_t count);
  // Zeroes items of an array in the device's memory.
  void clear_on_device(Column& column, std::size_t first, std::size_t count);
  // Throws Failure unless the status is PQLANE_OK.
  void require(pqlane_status status, const char* action) const;

  pqlane_device* device_;
  pqlane_device* checker_;
  Case case_;
  std::size_t sets_ = 1;
  std::size_t items_ = 0;  // of all sets
  std::string failure_, ran_on_;
};

// The workload of a case: allocates, and makes the inputs. Throws Failure when memory is short or a device
// fails, and Interrupted when `stop` (which may be null) becomes true. `checker` null: the measured device.
std::unique_ptr<BatchWorkload> make_workload(pqlane_device* device, const Case& work,
                                             const std::atomic<bool>* stop, pqlane_device* checker);

}  // namespace pqlane::bench
