// kem_workload.hpp: batches of KEM operations to measure, with their inputs and their verification.
//
// Every item has a key and a message of its own (except that `same_key` gives all items one key). The
// inputs are made before the measurement; the sets lie one after the other in memory, so that the
// outputs of several calls are verified together. Inputs are made and outputs verified on a device that may
// be another than the measured one (a GPU's results are checked by the CPU):
//   keygen   every key pair: encapsulate with ek, decapsulate with dk, the secrets must agree
//   encaps   decapsulate every ct: the secret must be the one that encaps gave
//   decaps   every secret must be the one that encaps gave when the ct was made
//   all      neighbouring items have different secrets, and of each group of items some ciphertexts
//            are changed in one bit: the secret must become another one
// The keys are thrown away after the measurement and protect nothing; they are not wiped.
#pragma once

#include "bench/measure.hpp"
#include "bench/permutations.hpp"

#include <pqlane/pqlane.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace pqlane::bench {

// A measurement that cannot be made, although it was asked for rightly.
struct Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Thrown when a measurement is stopped from outside before its first call.
struct Interrupted {};

// Where the arrays of a timed call are.
enum class Place {
  pageable,     // ordinary memory
  page_locked,  // host memory that a GPU reaches by itself (pqlane_memory_allocate)
  device        // the device's own memory: nothing is copied in a call
};
const char* place_name(Place place);

struct KemCase {
  pqlane_scheme scheme;
  Op op;
  std::size_t batch;
  bool derand = false;        // keygen, encaps: the caller gives the randomness
  bool checked_keys = false;  // decaps, where has_key_check(): keys were checked once, before
  bool same_key = false;      // encaps, decaps: one key for all items
  Place place = Place::pageable;
};

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

class KemWorkload final : public Workload {
 public:
  // Allocates, and makes the inputs. Throws Failure when memory is short or a device fails, and
  // Interrupted when `stop` (which may be null) becomes true. `checker` null: the measured device.
  KemWorkload(pqlane_device* device, const KemCase& kem_case, const std::atomic<bool>* stop = nullptr,
              pqlane_device* checker = nullptr);

  std::size_t sets() const override { return sets_; }
  std::uint64_t ops_per_call() const override { return case_.batch; }
  void prepare(std::size_t first, std::size_t count) override;
  bool call(std::size_t set) override;
  std::string verify(std::size_t first, std::size_t count) override;
  std::string failure() const override { return failure_; }

  // What did the last call, as pqlane_last_device() says.
  const std::string& ran_on() const { return ran_on_; }

  // Bytes that one batch reads and writes.
  std::uint64_t input_bytes() const;
  std::uint64_t output_bytes() const;
  // Everything that this object holds: inputs and outputs of all sets, and what verification needs.
  std::uint64_t owned_bytes() const;

 private:
  // One array of fixed-size values, one value an item, or one for all of them.
  struct Column {
    Buffer bytes;
    Buffer on_device;  // with Place::device: what the timed call uses instead
    std::size_t item_bytes = 0;
    std::size_t stride = 0;  // 0: shared

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

  // Scratch of the verification, or, with `timed`, an array of the timed call.
  Column make_column(std::size_t item_bytes, std::size_t items, bool timed = false) const;
  std::vector<Column*> timed_inputs();
  std::vector<Column*> timed_outputs();
  void upload(Column& column);
  void download(Column& column, std::size_t first, std::size_t count);
  void choose_sets();
  void allocate();
  void make_inputs(const std::atomic<bool>* stop);
  void make_keys(std::size_t first, std::size_t count);
  void make_ciphertexts(std::size_t first, std::size_t count);
  void require(pqlane_status status, const char* action) const;

  std::string verify_chunk(std::size_t first, std::size_t count);
  std::string check_secrets(std::size_t first, std::size_t count, Column& found, std::size_t found_first,
                            const Column& expected, std::size_t expected_first) const;
  std::string check_tampered(std::size_t first, std::size_t count, const Column& ct, std::size_t ct_first,
                             const Column& ss, std::size_t ss_first);

  pqlane_device* device_;
  pqlane_device* checker_;
  KemCase case_;
  pqlane_kem_sizes sizes_{};
  std::size_t sets_ = 1;
  std::size_t items_ = 0;
  bool seed_keys_ = false;  // encaps: the keys for verification are kept as seeds, to save memory
  std::string failure_, ran_on_;

  Column seed_, m_;                         // randomness that the caller gives
  Column ek_, dk_, ct_, ss_;                // inputs or outputs, as the operation has it
  Column expected_ss_;                      // decaps
  Column check_ct_, check_ss_, check_ss2_;  // scratch of one chunk
  Column tamper_dk_, tamper_ct_, tamper_ss_;
};

}  // namespace pqlane::bench
