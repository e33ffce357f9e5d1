// pqlane.hpp: thin C++20 wrapper of the C interface (pqlane.h).
//
// It owns the device handle, derives strides and counts from spans and turns a refused
// call into an exception. It adds no computation of its own, allocates only what it
// returns, and wipes nothing: keys and shared secrets lie in the caller's memory.
//
// Lengths. A span of a batch holds whole values: its length is count * size. The count of
// a call comes from its first per-item view; every other view must have the same count.
// A span with another length throws Error with PQLANE_ERROR_LENGTH or
// PQLANE_ERROR_COUNT before anything runs.
//
// Errors. A call that is refused as a whole throws Error. Failed items do not throw:
// they are in the Result, and the output of a failed item is zero bytes (a shared secret too, so
// look before you use one). The calls on
// one operation (.._one) throw for an item error too, since there is nothing else to return.
//
// Threads. A Device may be used by several threads at once; it may be destroyed only when
// no call runs on it.
//
//   pqlane::Device device("cpu");
//   const auto sizes = pqlane::kem_sizes(PQLANE_ML_KEM_768);
//   std::vector<std::uint8_t> ek(n * sizes.ek_bytes), dk(n * sizes.dk_bytes);
//   const pqlane::Result made = device.kem_keygen(PQLANE_ML_KEM_768, ek, dk);
#pragma once

#include <pqlane/pqlane.h>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace pqlane {
// The inline namespace keeps these names apart from those inside the library.
inline namespace wrapper {

// A call that was refused as a whole.
class Error : public std::runtime_error {
 public:
  Error(pqlane_status status, const std::string& what) : std::runtime_error(what), status_(status) {}
  pqlane_status status() const noexcept { return status_; }

 private:
  pqlane_status status_;
};

namespace detail {

[[noreturn]] inline void throw_last(pqlane_status status) {
  const char* text = pqlane_last_error();
  const bool has_text = text != nullptr && *text != '\0';
  throw Error(status, has_text ? text : pqlane_status_text(status));
}

inline void require_ok(pqlane_status status) {
  if (status != PQLANE_OK) throw_last(status);
}

// Number of values in `bytes`, which must be whole values of `item_bytes`.
inline std::size_t whole_count(std::size_t bytes, std::size_t item_bytes, const char* name) {
  if (item_bytes == 0 || bytes % item_bytes != 0) {
    throw Error(PQLANE_ERROR_LENGTH, std::string(name) + ": " + std::to_string(bytes) +
                                         " bytes are not a multiple of " + std::to_string(item_bytes));
  }
  return bytes / item_bytes;
}

inline void require_count(std::size_t count, std::size_t expected, const char* name) {
  if (count != expected) {
    throw Error(PQLANE_ERROR_COUNT, std::string(name) + ": " + std::to_string(count) +
                                        " values for a batch of " + std::to_string(expected));
  }
}

}  // namespace detail

inline std::string version() { return pqlane_version(); }

inline pqlane_kem_sizes kem_sizes(pqlane_scheme scheme) {
  pqlane_kem_sizes sizes{};
  detail::require_ok(pqlane_kem_get_sizes(scheme, &sizes));
  return sizes;
}

inline pqlane_scheme scheme_by_name(const std::string& name) {
  pqlane_scheme scheme{};
  detail::require_ok(pqlane_scheme_by_name(name.c_str(), &scheme));
  return scheme;
}

// Values that a batch reads. A span converts to it: values one after another.
class BatchIn {
 public:
  template <class Bytes>
    requires std::convertible_to<const Bytes&, std::span<const std::uint8_t>>
  BatchIn(const Bytes& packed) : bytes_(packed) {}

  // One value that all items of the batch share.
  static BatchIn shared(std::span<const std::uint8_t> value) {
    BatchIn in(value);
    in.shared_ = true;
    return in;
  }
  // Values `stride_bytes` apart; the last one needs no padding behind it.
  static BatchIn strided(std::span<const std::uint8_t> bytes, std::size_t stride_bytes) {
    BatchIn in(bytes);
    in.stride_ = stride_bytes;
    return in;
  }

  bool is_shared() const noexcept { return shared_; }

  // The count of values of `item_bytes`; a shared value has no count of its own.
  std::size_t count(std::size_t item_bytes, const char* name) const;
  // The C view of `batch` values.
  pqlane_in view(std::size_t item_bytes, std::size_t batch, const char* name) const;

 private:
  std::span<const std::uint8_t> bytes_;
  std::size_t stride_ = 0;  // 0: packed
  bool shared_ = false;
};

// Values that a batch writes.
class BatchOut {
 public:
  template <class Bytes>
    requires std::convertible_to<Bytes&, std::span<std::uint8_t>>
  BatchOut(Bytes& packed) : bytes_(packed) {}
  BatchOut(std::span<std::uint8_t> packed) : bytes_(packed) {}

  static BatchOut strided(std::span<std::uint8_t> bytes, std::size_t stride_bytes) {
    BatchOut out(bytes);
    out.stride_ = stride_bytes;
    return out;
  }

  std::size_t count(std::size_t item_bytes, const char* name) const;
  pqlane_out view(std::size_t item_bytes, std::size_t batch, const char* name) const;

 private:
  std::span<std::uint8_t> bytes_;
  std::size_t stride_ = 0;  // 0: packed
};

namespace detail {

// Count of values that lie `stride` apart in `bytes`; the last may end right at its size.
inline std::size_t strided_count(std::size_t bytes, std::size_t stride, std::size_t item_bytes,
                                 const char* name) {
  if (stride == 0) return whole_count(bytes, item_bytes, name);
  if (stride < item_bytes) {
    throw Error(PQLANE_ERROR_LENGTH, std::string(name) + ": stride " + std::to_string(stride) +
                                         " is less than the size " + std::to_string(item_bytes));
  }
  const std::size_t whole = bytes / stride;
  const std::size_t rest = bytes % stride;
  if (rest != 0 && rest < item_bytes) {
    throw Error(PQLANE_ERROR_LENGTH, std::string(name) + ": value " + std::to_string(whole) + " is cut off");
  }
  return rest == 0 ? whole : whole + 1;
}

}  // namespace detail

inline std::size_t BatchIn::count(std::size_t item_bytes, const char* name) const {
  return detail::strided_count(bytes_.size(), stride_, item_bytes, name);
}

inline pqlane_in BatchIn::view(std::size_t item_bytes, std::size_t batch, const char* name) const {
  if (shared_) {
    if (bytes_.size() != item_bytes) {
      throw Error(PQLANE_ERROR_LENGTH, std::string(name) + ": shared value has " +
                                           std::to_string(bytes_.size()) + " bytes, not " +
                                           std::to_string(item_bytes));
    }
    return {bytes_.data(), 0, batch};
  }
  detail::require_count(count(item_bytes, name), batch, name);
  return {bytes_.data(), stride_ == 0 ? item_bytes : stride_, batch};
}

inline std::size_t BatchOut::count(std::size_t item_bytes, const char* name) const {
  return detail::strided_count(bytes_.size(), stride_, item_bytes, name);
}

inline pqlane_out BatchOut::view(std::size_t item_bytes, std::size_t batch, const char* name) const {
  detail::require_count(count(item_bytes, name), batch, name);
  return {bytes_.data(), stride_ == 0 ? item_bytes : stride_, batch};
}

// What a batch call did: the call's status and one status an item.
struct [[nodiscard]] Result {
  pqlane_status status = PQLANE_OK;
  std::vector<pqlane_status> items;

  bool ok() const noexcept { return status == PQLANE_OK; }
  explicit operator bool() const noexcept { return ok(); }
  std::size_t failed() const noexcept {
    std::size_t n = 0;
    for (const pqlane_status item : items) n += item != PQLANE_OK ? 1u : 0u;
    return n;
  }
};

namespace detail {

// Runs a call with room for `n` statuses; throws unless it ended with statuses.
template <class Call>
Result run_batch(std::size_t n, Call&& call) {
  Result result;
  result.items.assign(n, PQLANE_ERROR_NOT_DONE);
  result.status = call(result.items.data());
  if (result.status != PQLANE_OK && result.status != PQLANE_ERROR_ITEMS) throw_last(result.status);
  return result;
}

}  // namespace detail

enum class KeyForm { Expanded, Seed };  // a private key as its standard encodes it, or its seed

struct DeviceOptions {
  unsigned threads = 0;  // 0: all cores
  bool pin_threads = false;
};

// Memory that a device reaches fast, zeroed, and overwritten when freed. Not to outlive its device. Memory
// of a GPU may be named in calls but not read by the program: copy it with Device::copy.
class Memory {
 public:
  Memory(pqlane_device* device, pqlane_memory kind, std::size_t bytes) : device_(device), bytes_(bytes) {
    void* memory = nullptr;
    detail::require_ok(pqlane_memory_allocate(device, kind, bytes, &memory));
    data_ = static_cast<std::uint8_t*>(memory);
  }
  ~Memory() { (void)pqlane_memory_free(device_, data_); }
  Memory(Memory&& other) noexcept
      : device_(other.device_), data_(std::exchange(other.data_, nullptr)), bytes_(other.bytes_) {}
  Memory& operator=(Memory&&) = delete;

  std::uint8_t* data() const noexcept { return data_; }
  std::size_t size() const noexcept { return bytes_; }

 private:
  pqlane_device* device_;
  std::uint8_t* data_ = nullptr;
  std::size_t bytes_;
};

// A batch under way; its buffers must stay as they are until it has finished. Waits when destroyed.
class [[nodiscard]] Job {
 public:
  // `kept`: what else the batch refers to.
  Job(pqlane_job* job, std::vector<pqlane_status> items, std::shared_ptr<const void> kept = {})
      : kept_(std::move(kept)), items_(std::move(items)), job_(job) {}

  bool finished() const {
    int finished = 0;
    detail::require_ok(pqlane_job_poll(job_.get(), &finished));
    return finished != 0;
  }
  // Throws like the call itself would have; a second time PQLANE_ERROR_OPTION, as the statuses were given
  // away.
  Result wait() {
    if (waited_) throw Error(PQLANE_ERROR_OPTION, "the job's result was taken before");
    waited_ = true;
    Result result;
    result.status = pqlane_job_wait(job_.get());
    result.items = std::move(items_);
    if (result.status != PQLANE_OK && result.status != PQLANE_ERROR_ITEMS) detail::throw_last(result.status);
    return result;
  }

 private:
  struct Free {
    void operator()(pqlane_job* job) const noexcept { pqlane_job_free(job); }
  };
  std::shared_ptr<const void> kept_;
  std::vector<pqlane_status> items_;       // moving it keeps its entries where they are
  std::unique_ptr<pqlane_job, Free> job_;  // freed, and so waited for, before the others
  bool waited_ = false;
};

// Of a GPU's own: what an asynchronous call waits for, and the stream that then waits for it (pqlane_async).
struct StreamOptions {
  void* stream = nullptr;
  void* start_event = nullptr;
};

namespace detail {

template <class Call>
Job start_batch(std::size_t n, const StreamOptions& stream, Call&& call,
                std::shared_ptr<const void> kept = {}) {
  std::vector<pqlane_status> items(n, PQLANE_ERROR_NOT_DONE);
  const pqlane_async options{sizeof(pqlane_async), nullptr, nullptr, stream.stream, stream.start_event};
  pqlane_job* job = nullptr;
  require_ok(call(items.data(), &options, &job));
  return {job, std::move(items), std::move(kept)};
}

}  // namespace detail

class Device {
 public:
  explicit Device(const std::string& name = "cpu", DeviceOptions options = {}) {
    const pqlane_device_options c_options{sizeof(pqlane_device_options), options.threads,
                                          options.pin_threads ? 1 : 0};
    pqlane_device* opened = nullptr;
    detail::require_ok(pqlane_device_open(name.c_str(), &c_options, &opened));
    handle_.reset(opened);
  }

  pqlane_device* handle() const noexcept { return handle_.get(); }
  std::string name() const { return pqlane_device_name(handle()); }
  unsigned threads() const { return pqlane_device_threads(handle()); }

  // ---- batches; the count is that of the view named first as (*) ----

  // ek (*), dk: outputs.
  Result kem_keygen(pqlane_scheme scheme, BatchOut ek, BatchOut dk, KeyForm form = KeyForm::Expanded) const {
    const pqlane_kem_sizes sizes = kem_sizes(scheme);
    const std::size_t n = ek.count(sizes.ek_bytes, "ek");
    return detail::run_batch(n, [&](pqlane_status* items) {
      return pqlane_kem_keygen(handle(), scheme, flags(form), ek.view(sizes.ek_bytes, n, "ek"),
                               dk.view(dk_bytes(sizes, form), n, "dk"), items);
    });
  }

  // seed = d || z: input.
  Result kem_keygen_derand(pqlane_scheme scheme, BatchIn seed, BatchOut ek, BatchOut dk,
                           KeyForm form = KeyForm::Expanded) const {
    const pqlane_kem_sizes sizes = kem_sizes(scheme);
    const std::size_t n = ek.count(sizes.ek_bytes, "ek");
    return detail::run_batch(n, [&](pqlane_status* items) {
      return pqlane_kem_keygen_derand(handle(), scheme, flags(form), seed.view(sizes.seed_bytes, n, "seed"),
                                      ek.view(sizes.ek_bytes, n, "ek"),
                                      dk.view(dk_bytes(sizes, form), n, "dk"), items);
    });
  }

  // ek: input; ct (*), ss: outputs.
  Result kem_encaps(pqlane_scheme scheme, BatchIn ek, BatchOut ct, BatchOut ss) const {
    const pqlane_kem_sizes sizes = kem_sizes(scheme);
    const std::size_t n = ct.count(sizes.ct_bytes, "ct");
    return detail::run_batch(n, [&](pqlane_status* items) {
      return pqlane_kem_encaps(handle(), scheme, 0, ek.view(sizes.ek_bytes, n, "ek"),
                               ct.view(sizes.ct_bytes, n, "ct"), ss.view(sizes.ss_bytes, n, "ss"), items);
    });
  }

  Result kem_encaps_derand(pqlane_scheme scheme, BatchIn ek, BatchIn m, BatchOut ct, BatchOut ss) const {
    const pqlane_kem_sizes sizes = kem_sizes(scheme);
    const std::size_t n = ct.count(sizes.ct_bytes, "ct");
    return detail::run_batch(n, [&](pqlane_status* items) {
      return pqlane_kem_encaps_derand(handle(), scheme, 0, ek.view(sizes.ek_bytes, n, "ek"),
                                      m.view(sizes.m_bytes, n, "m"), ct.view(sizes.ct_bytes, n, "ct"),
                                      ss.view(sizes.ss_bytes, n, "ss"), items);
    });
  }

  // dk, ct: inputs; ss (*): output. keys_checked: every dk has passed kem_check_dk.
  Result kem_decaps(pqlane_scheme scheme, BatchIn dk, BatchIn ct, BatchOut ss,
                    KeyForm form = KeyForm::Expanded, bool keys_checked = false) const {
    const pqlane_kem_sizes sizes = kem_sizes(scheme);
    const std::size_t n = ss.count(sizes.ss_bytes, "ss");
    const unsigned all_flags = flags(form) | (keys_checked ? PQLANE_KEY_CHECKED : 0u);
    return detail::run_batch(n, [&](pqlane_status* items) {
      return pqlane_kem_decaps(handle(), scheme, all_flags, dk.view(dk_bytes(sizes, form), n, "dk"),
                               ct.view(sizes.ct_bytes, n, "ct"), ss.view(sizes.ss_bytes, n, "ss"), items);
    });
  }

  // The input checks of FIPS 203 7.2 (ek) and 7.3 (dk) alone.
  Result kem_check_ek(pqlane_scheme scheme, BatchIn ek) const {
    const std::size_t size = kem_sizes(scheme).ek_bytes;
    const std::size_t n = ek.is_shared() ? 1 : ek.count(size, "ek");
    return detail::run_batch(n, [&](pqlane_status* items) {
      return pqlane_kem_check_ek(handle(), scheme, ek.view(size, n, "ek"), items);
    });
  }
  Result kem_check_dk(pqlane_scheme scheme, BatchIn dk) const {
    const std::size_t size = kem_sizes(scheme).dk_bytes;
    const std::size_t n = dk.is_shared() ? 1 : dk.count(size, "dk");
    return detail::run_batch(n, [&](pqlane_status* items) {
      return pqlane_kem_check_dk(handle(), scheme, dk.view(size, n, "dk"), items);
    });
  }

  // ---- the same, returning when the arguments are checked ----

  Job kem_keygen_async(pqlane_scheme scheme, BatchOut ek, BatchOut dk, KeyForm form = KeyForm::Expanded,
                       StreamOptions stream = {}) const {
    const pqlane_kem_sizes sizes = kem_sizes(scheme);
    const std::size_t n = ek.count(sizes.ek_bytes, "ek");
    return detail::start_batch(
        n, stream, [&](pqlane_status* items, const pqlane_async* options, pqlane_job** job) {
          return pqlane_kem_keygen_async(handle(), scheme, flags(form), ek.view(sizes.ek_bytes, n, "ek"),
                                         dk.view(dk_bytes(sizes, form), n, "dk"), items, options, job);
        });
  }

  Job kem_encaps_async(pqlane_scheme scheme, BatchIn ek, BatchOut ct, BatchOut ss,
                       StreamOptions stream = {}) const {
    const pqlane_kem_sizes sizes = kem_sizes(scheme);
    const std::size_t n = ct.count(sizes.ct_bytes, "ct");
    return detail::start_batch(
        n, stream, [&](pqlane_status* items, const pqlane_async* options, pqlane_job** job) {
          return pqlane_kem_encaps_async(handle(), scheme, 0, ek.view(sizes.ek_bytes, n, "ek"),
                                         ct.view(sizes.ct_bytes, n, "ct"), ss.view(sizes.ss_bytes, n, "ss"),
                                         items, options, job);
        });
  }

  Job kem_decaps_async(pqlane_scheme scheme, BatchIn dk, BatchIn ct, BatchOut ss,
                       KeyForm form = KeyForm::Expanded, bool keys_checked = false,
                       StreamOptions stream = {}) const {
    const pqlane_kem_sizes sizes = kem_sizes(scheme);
    const std::size_t n = ss.count(sizes.ss_bytes, "ss");
    const unsigned all_flags = flags(form) | (keys_checked ? PQLANE_KEY_CHECKED : 0u);
    return detail::start_batch(
        n, stream, [&](pqlane_status* items, const pqlane_async* options, pqlane_job** job) {
          return pqlane_kem_decaps_async(handle(), scheme, all_flags, dk.view(dk_bytes(sizes, form), n, "dk"),
                                         ct.view(sizes.ct_bytes, n, "ct"), ss.view(sizes.ss_bytes, n, "ss"),
                                         items, options, job);
        });
  }

  // ---- memory that the device reaches fast ----

  Memory host_memory(std::size_t bytes) const { return {handle(), PQLANE_MEMORY_HOST, bytes}; }
  Memory device_memory(std::size_t bytes) const { return {handle(), PQLANE_MEMORY_DEVICE, bytes}; }
  void copy(void* to, const void* from, std::size_t bytes) const {
    detail::require_ok(pqlane_memory_copy(handle(), to, from, bytes));
  }

  // ---- one operation, on the calling thread ----

  struct KeyPair {
    std::vector<std::uint8_t> ek, dk;
  };
  struct Encapsulation {
    std::vector<std::uint8_t> ct, ss;
  };

  KeyPair kem_keygen_one(pqlane_scheme scheme, KeyForm form = KeyForm::Expanded) const {
    const pqlane_kem_sizes sizes = kem_sizes(scheme);
    KeyPair pair{std::vector<std::uint8_t>(sizes.ek_bytes), std::vector<std::uint8_t>(dk_bytes(sizes, form))};
    detail::require_ok(pqlane_kem_keygen_one(handle(), scheme, flags(form), pair.ek.data(), pair.ek.size(),
                                             pair.dk.data(), pair.dk.size()));
    return pair;
  }

  Encapsulation kem_encaps_one(pqlane_scheme scheme, std::span<const std::uint8_t> ek) const {
    const pqlane_kem_sizes sizes = kem_sizes(scheme);
    Encapsulation out{std::vector<std::uint8_t>(sizes.ct_bytes), std::vector<std::uint8_t>(sizes.ss_bytes)};
    detail::require_ok(pqlane_kem_encaps_one(handle(), scheme, 0, ek.data(), ek.size(), out.ct.data(),
                                             out.ct.size(), out.ss.data(), out.ss.size()));
    return out;
  }

  std::vector<std::uint8_t> kem_decaps_one(pqlane_scheme scheme, std::span<const std::uint8_t> dk,
                                           std::span<const std::uint8_t> ct,
                                           KeyForm form = KeyForm::Expanded) const {
    std::vector<std::uint8_t> ss(kem_sizes(scheme).ss_bytes);
    detail::require_ok(pqlane_kem_decaps_one(handle(), scheme, flags(form), dk.data(), dk.size(), ct.data(),
                                             ct.size(), ss.data(), ss.size()));
    return ss;
  }

  // Bytes of one private key in a form.
  static std::size_t dk_bytes(const pqlane_kem_sizes& sizes, KeyForm form) noexcept {
    return form == KeyForm::Seed ? sizes.seed_bytes : sizes.dk_bytes;
  }

 private:
  struct Close {
    void operator()(pqlane_device* device) const noexcept { pqlane_device_close(device); }
  };

  static unsigned flags(KeyForm form) noexcept { return form == KeyForm::Seed ? PQLANE_KEY_SEED : 0u; }

  std::unique_ptr<pqlane_device, Close> handle_;
};

// Fills `out` from the library's random generator.
inline void random_bytes(std::span<std::uint8_t> out) {
  detail::require_ok(pqlane_random_bytes(out.data(), out.size()));
}

}  // namespace wrapper
}  // namespace pqlane
