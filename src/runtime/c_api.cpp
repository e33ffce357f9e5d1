// c_api.cpp: the library's general C functions: version, statuses, schemes, devices, random bytes.
#include <unistd.h>

#include <atomic>
#include <memory>
#include <new>
#include <string>
#include <string_view>

#include "pqlane/pqlane.h"
#include "runtime/c_guard.hpp"
#include "runtime/device_handle.hpp"
#include "runtime/entropy.hpp"
#include "runtime/gpu_registry.hpp"
#include "runtime/last_error.hpp"
#include "runtime/open_device.hpp"
#include "runtime/ranges.hpp"
#include "runtime/schemes.hpp"
#include "runtime/trace.hpp"

using namespace pqlane;

const char* pqlane_version(void) { return PQLANE_VERSION_STRING; }

const char* pqlane_status_text(pqlane_status status) {
  switch (status) {
    case PQLANE_OK: return "ok";
    case PQLANE_ERROR_ITEMS: return "some items of the batch failed";
    case PQLANE_ERROR_NULL: return "a pointer is null";
    case PQLANE_ERROR_LENGTH: return "a length or stride does not fit the scheme";
    case PQLANE_ERROR_COUNT: return "the counts of a call disagree or are too large";
    case PQLANE_ERROR_OVERLAP: return "an output overlaps another buffer";
    case PQLANE_ERROR_SCHEME: return "the scheme is unknown or lacks this operation";
    case PQLANE_ERROR_DEVICE: return "the device is unknown or not usable here";
    case PQLANE_ERROR_OPTION: return "a flag or option is unknown, malformed or without meaning here";
    case PQLANE_ERROR_ENTROPY: return "the operating system gave no entropy";
    case PQLANE_ERROR_MEMORY: return "not enough memory";
    case PQLANE_ERROR_INTERNAL: return "internal error of pqlane";
    case PQLANE_ERROR_EK_MODULUS: return "the encapsulation key holds a coefficient that is not below q";
    case PQLANE_ERROR_DK_HASH: return "the decapsulation key's hash does not match its encapsulation key";
    case PQLANE_ERROR_NOT_DONE: return "the item was not reached";
    case PQLANE_ERROR_SIGNATURE: return "the signature is not valid";
    case PQLANE_ERROR_CONTEXT: return "the context has more than 255 bytes";
    case PQLANE_ERROR_SK_RANGE: return "s1 or s2 inside sk is out of range";
    case PQLANE_ERROR_ATTEMPTS: return "no attempt of signing passed within the limit";
  }
  return "unknown status";
}

const char* pqlane_last_error(void) { return last_error(); }

pqlane_status pqlane_scheme_by_name(const char* name, pqlane_scheme* scheme) {
  return guarded([&] {
    if (name == nullptr || scheme == nullptr) return fail(PQLANE_ERROR_NULL, "name or scheme is null");
    for (const SchemeInfo& info : all_schemes()) {
      if (std::string_view(name) == info.name) {
        *scheme = info.scheme;
        return PQLANE_OK;
      }
    }
    try {
      std::string message = "unknown scheme '" + std::string(name) + "'; known schemes:";
      for (const SchemeInfo& info : all_schemes()) message += std::string(" ") + info.name;
      return fail(PQLANE_ERROR_SCHEME, message);
    } catch (const std::bad_alloc&) {
      return fail(PQLANE_ERROR_SCHEME, {});
    }
  });
}

const char* pqlane_scheme_name(pqlane_scheme scheme) {
  const SchemeInfo* info = find_scheme(scheme);
  return info != nullptr ? info->name : nullptr;
}

pqlane_scheme_kind pqlane_scheme_get_kind(pqlane_scheme scheme) {
  const SchemeInfo* info = find_scheme(scheme);
  return info != nullptr ? info->kind : static_cast<pqlane_scheme_kind>(0);
}

size_t pqlane_scheme_count(void) { return all_schemes().size(); }

pqlane_scheme pqlane_scheme_at(size_t index) {
  return index < all_schemes().size() ? all_schemes()[index].scheme : static_cast<pqlane_scheme>(0);
}

pqlane_status pqlane_kem_get_sizes(pqlane_scheme scheme, pqlane_kem_sizes* sizes) {
  return guarded([&] {
    if (sizes == nullptr) return fail(PQLANE_ERROR_NULL, "sizes is null");
    const SchemeInfo* info = find_scheme(scheme);
    if (const pqlane_status bad = check_kind(info, scheme, PQLANE_KIND_KEM); bad != PQLANE_OK) return bad;
    *sizes = info->sizes;
    return PQLANE_OK;
  });
}

namespace {

pqlane_status open_handle(const char* name, const pqlane_device_options* options, pqlane_device** device) {
  unsigned threads = 0;
  bool pin = false;
  if (options != nullptr) {
    if (options->struct_bytes != sizeof(pqlane_device_options)) {
      return fail(PQLANE_ERROR_OPTION, "options.struct_bytes is " + std::to_string(options->struct_bytes) +
                                           ", not " + std::to_string(sizeof(pqlane_device_options)));
    }
    threads = options->threads;
    pin = options->pin_threads != 0;
  }
  if (threads > max_device_threads) {
    return fail(PQLANE_ERROR_OPTION, std::to_string(threads) + " threads asked, at most " +
                                         std::to_string(max_device_threads) + " are possible");
  }
  std::unique_ptr<ComputeDevice> opened = open_device(name, threads, pin);
  if (opened == nullptr) return error_status();
  auto handle = std::make_unique<pqlane_device>();
  handle->device = std::move(opened);
  handle->process = getpid();
  *device = handle.release();
  return PQLANE_OK;
}

// Devices that a forked child closed. Nobody reads the list; with it, a leak checker finds their memory.
std::atomic<pqlane_device*> abandoned_devices{nullptr};

}  // namespace

pqlane_status pqlane_device_open(const char* name, const pqlane_device_options* options,
                                 pqlane_device** device) {
  return guarded([&] {
    if (name == nullptr || device == nullptr) return fail(PQLANE_ERROR_NULL, "name or device is null");
    *device = nullptr;
    (void)ranges::open();
    const trace::Span span("device_open", trace::call_category);
    return open_handle(name, options, device);
  });
}

void pqlane_device_close(pqlane_device* device) {
  if (device == nullptr) return;
  if (device->process == getpid()) {
    delete device;
    return;
  }
  // A child has neither its parent's threads, so that joining them or destroying what they wait on would
  // never end, nor its GPU contexts. The device is left as it is: its workspaces were wiped after each call.
  device->next_abandoned = abandoned_devices.load(std::memory_order_relaxed);
  while (!abandoned_devices.compare_exchange_weak(device->next_abandoned, device)) {
  }
}

const char* pqlane_device_name(const pqlane_device* device) {
  return device != nullptr ? device->device->name() : nullptr;
}

unsigned pqlane_device_threads(const pqlane_device* device) {
  return device != nullptr ? device->device->threads() : 0;
}

size_t pqlane_backend_count(void) {
  try {
    return registered_backends().size() + gpu::gpu_rows().size();
  } catch (...) {
    return registered_backends().size();
  }
}

pqlane_status pqlane_backend_get(size_t index, pqlane_backend_info* info) {
  return guarded([&] {
    if (info == nullptr) return fail(PQLANE_ERROR_NULL, "info is null");
    if (index >= pqlane_backend_count())
      return fail(PQLANE_ERROR_OPTION, "no backend " + std::to_string(index));
    const std::size_t cpus = registered_backends().size();
    if (index < cpus) {
      const RegisteredBackend& entry = registered_backends()[index];
      *info = {entry.device_name, entry.usable ? 1 : 0, entry.reason};
    } else {
      const gpu::GpuRow& row = gpu::gpu_rows()[index - cpus];
      *info = {row.device_name.c_str(), row.usable ? 1 : 0, row.reason.c_str()};
    }
    return PQLANE_OK;
  });
}

pqlane_status pqlane_memory_allocate(pqlane_device* device, pqlane_memory kind, size_t bytes, void** memory) {
  return guarded([&] {
    if (device == nullptr || memory == nullptr) return fail(PQLANE_ERROR_NULL, "device or memory is null");
    *memory = nullptr;
    if (kind != PQLANE_MEMORY_HOST && kind != PQLANE_MEMORY_DEVICE)
      return fail(PQLANE_ERROR_OPTION, "unknown kind of memory " + std::to_string(kind));
    const bool on_device = kind == PQLANE_MEMORY_DEVICE;
    const trace::Span span("memory_allocate", trace::call_category, {.bytes = bytes});
    void* block = nullptr;
    if (const pqlane_status bad = device->device->allocate(on_device, bytes, block); bad != PQLANE_OK)
      return bad;
    try {
      device->memory.add(block, {bytes, on_device});
    } catch (...) {
      device->device->release(on_device, block, bytes);
      throw;
    }
    *memory = block;
    return PQLANE_OK;
  });
}

pqlane_status pqlane_memory_free(pqlane_device* device, void* memory) {
  return guarded([&] {
    if (memory == nullptr) return PQLANE_OK;
    if (device == nullptr) return fail(PQLANE_ERROR_NULL, "device is null");
    const auto block = device->memory.remove(memory);
    if (!block)
      return fail(PQLANE_ERROR_OPTION, "this memory was not allocated on this device, or is free already");
    const trace::Span span("memory_free", trace::call_category, {.bytes = block->bytes});
    device->device->release(block->on_device, memory, block->bytes);
    return PQLANE_OK;
  });
}

pqlane_status pqlane_memory_clear(pqlane_device* device, void* memory, size_t bytes) {
  return guarded([&] {
    if (device == nullptr) return fail(PQLANE_ERROR_NULL, "device is null");
    if (bytes == 0) return PQLANE_OK;
    if (memory == nullptr) return fail(PQLANE_ERROR_NULL, "memory is null");
    const trace::Span span("memory_clear", trace::call_category, {.bytes = bytes});
    return device->device->clear(memory, bytes);
  });
}

pqlane_status pqlane_memory_copy(pqlane_device* device, void* to, const void* from, size_t bytes) {
  return guarded([&] {
    if (device == nullptr) return fail(PQLANE_ERROR_NULL, "device is null");
    if (bytes == 0) return PQLANE_OK;
    if (to == nullptr || from == nullptr) return fail(PQLANE_ERROR_NULL, "to or from is null");
    const trace::Span span("memory_copy", trace::call_category, {.bytes = bytes});
    return device->device->copy(to, from, bytes);
  });
}

pqlane_status pqlane_random_bytes(uint8_t* out, size_t count) {
  return guarded([&] {
    if (out == nullptr && count != 0) return fail(PQLANE_ERROR_NULL, "out is null");
    const pqlane_status status = fill_random(out, count);
    return status == PQLANE_OK ? PQLANE_OK : fail(status, {});
  });
}

pqlane_status pqlane_measure_keccak(pqlane_device* device, uint64_t permutations, uint64_t* done) {
  return guarded([&] {
    if (device == nullptr || done == nullptr) return fail(PQLANE_ERROR_NULL, "device or done is null");
    *done = device->device->run_keccak(permutations);
    return PQLANE_OK;
  });
}
