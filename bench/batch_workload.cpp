// batch_workload.cpp: see batch_workload.hpp.
#include "bench/batch_workload.hpp"

#include "bench/dsa_workload.hpp"
#include "bench/kem_workload.hpp"
#include "bench/memory.hpp"

#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

namespace pqlane::bench {
namespace {

constexpr std::size_t page_bytes = 4096;
constexpr std::size_t huge_page_bytes = std::size_t{2} << 20;
// Sets rotate through about this much memory, more than the caches of a core hold ..
constexpr std::uint64_t rotation_bytes = 64u << 20;
// .. but small batches through no more sets than fill a run of some milliseconds.
constexpr std::size_t most_sets = 1024;
// Strides in a device's memory are multiples of this (pqlane.h).
constexpr std::size_t device_alignment = 16;

}  // namespace

void Buffer::Release::operator()(std::uint8_t* pointer) const {
  if (device == nullptr) {
    std::free(pointer);
  } else {
    (void)pqlane_memory_free(device, pointer);
  }
}

Buffer::Buffer(pqlane_device* device, pqlane_memory kind, std::size_t bytes) : size_(bytes) {
  void* memory = nullptr;
  if (pqlane_memory_allocate(device, kind, bytes, &memory) != PQLANE_OK) throw Failure(pqlane_last_error());
  bytes_ = {static_cast<std::uint8_t*>(memory), Release{device}};
}

Buffer::Buffer(std::size_t bytes) : size_(bytes) {
  const std::size_t rounded = std::max((bytes + page_bytes - 1) / page_bytes * page_bytes, page_bytes);
  const bool large = rounded >= huge_page_bytes;
  // posix_memalign, since aligned_alloc may want a multiple of the alignment.
  void* memory = nullptr;
  if (posix_memalign(&memory, large ? huge_page_bytes : page_bytes, rounded) != 0) throw std::bad_alloc();
  bytes_.reset(static_cast<std::uint8_t*>(memory));
  // Advice only: where the system has no huge pages to give, small ones serve.
  if (large) (void)madvise(memory, rounded / huge_page_bytes * huge_page_bytes, MADV_HUGEPAGE);
  std::memset(bytes_.get(), 0, rounded);
}

void BatchWorkload::choose_sets(std::uint64_t item_bytes) {
  const std::uint64_t set_bytes = item_bytes * case_.batch;
  const std::optional<std::uint64_t> available = available_memory_bytes();
  if (available && set_bytes > *available) {
    throw Failure(fmt::format("a batch of {} needs {} MiB, and {} MiB are available", case_.batch,
                              set_bytes >> 20, *available >> 20));
  }
  sets_ = static_cast<std::size_t>(std::clamp<std::uint64_t>(rotation_bytes / set_bytes, 1, most_sets));
  items_ = sets_ * case_.batch;
}

Column BatchWorkload::make_column(std::size_t item_bytes, std::size_t items, bool timed) const {
  const bool on_device = timed && case_.place == Place::device;
  const std::size_t stride =
      on_device ? (item_bytes + device_alignment - 1) / device_alignment * device_alignment : item_bytes;
  const std::size_t size = stride * items;
  const bool locked = timed && case_.place == Place::page_locked;
  Column column{locked ? Buffer(device_, PQLANE_MEMORY_HOST, size) : Buffer(size), Buffer(), item_bytes,
                items == 1 && items_ > 1 ? 0 : stride};
  if (on_device) column.on_device = Buffer(device_, PQLANE_MEMORY_DEVICE, size);
  return column;
}

std::string BatchWorkload::verify(std::size_t first, std::size_t count) {
  const std::size_t end = (first + count) * case_.batch;
  ran_on_ = pqlane_last_device();
  for (Column* column : timed_outputs()) download(*column, first * case_.batch, count * case_.batch);
  for (std::size_t item = first * case_.batch; item < end; item += chunk_items) {
    std::string wrong = verify_chunk(item, std::min(chunk_items, end - item));
    if (!wrong.empty()) return wrong;
  }
  return {};
}

void BatchWorkload::upload(Column& column) {
  if (column.on_device.size() == 0) return;
  require(pqlane_memory_copy(device_, column.on_device.data(), column.bytes.data(), column.bytes.size()),
          "copy to the device");
}

void BatchWorkload::download(Column& column, std::size_t first, std::size_t count) {
  if (column.on_device.size() == 0) return;
  require(pqlane_memory_copy(device_, column.at(first), column.on_device.data() + first * column.stride,
                             count * column.stride),
          "copy from the device");
}

void BatchWorkload::clear_on_device(Column& column, std::size_t first, std::size_t count) {
  if (column.on_device.size() == 0) return;
  require(
      pqlane_memory_clear(device_, column.on_device.data() + first * column.stride, count * column.stride),
      "clearing of outputs");
}

void BatchWorkload::require(pqlane_status status, const char* action) const {
  if (status == PQLANE_OK) return;
  throw Failure(fmt::format("{} {}: {}", pqlane_scheme_name(case_.scheme), action, pqlane_last_error()));
}

std::unique_ptr<BatchWorkload> make_workload(pqlane_device* device, const Case& work,
                                             const std::atomic<bool>* stop, pqlane_device* checker) {
  if (pqlane_scheme_get_kind(work.scheme) == PQLANE_KIND_SIGNATURE) {
    return std::make_unique<DsaWorkload>(device, work, stop, checker);
  }
  return std::make_unique<KemWorkload>(device, work, stop, checker);
}

}  // namespace pqlane::bench
