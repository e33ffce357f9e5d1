// multi_device.cpp: see multi_device.hpp.
#include "runtime/multi_device.hpp"

#include <algorithm>
#include <chrono>
#include <latch>
#include <utility>

#include "runtime/last_error.hpp"

namespace pqlane {
namespace {

// Elements of a fill that are worth another device.
constexpr std::size_t least_fill_part = 65536;
// How much of a new measurement goes into the speed that is kept.
constexpr double new_share = 0.5;

thread_local std::string used_devices;

}  // namespace

// What one device does of a call.
template <class Call>
struct MultiDevice::Part {
  std::size_t device = 0;
  Call call;
  BatchOutcome outcome{};
  double seconds = 0;

  void run(ComputeDevice& on) noexcept {
    const auto start = std::chrono::steady_clock::now();
    try {
      outcome = on.run(call);
    } catch (const std::exception&) {
      outcome.status = PQLANE_ERROR_MEMORY;
    }
    seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }
};

MultiDevice::MultiDevice(std::string name, std::vector<std::unique_ptr<ComputeDevice>> devices)
    : name_(std::move(name)),
      devices_(std::move(devices)),
      items_per_second_(devices_.size(), 1.0),
      queue_(4 * devices_.size()) {}

// work(0) on the calling thread and work(1) .. work(parts - 1) beside it; returns when all are done.
template <class Work>
void MultiDevice::side_by_side(std::size_t parts, Work work) {
  std::latch running(static_cast<std::ptrdiff_t>(parts) - 1);
  for (std::size_t p = 1; p < parts; ++p) {
    const auto part = [&, p] {
      work(p);
      running.count_down();
    };
    try {
      queue_.submit(part);
    } catch (const std::exception&) {  // no thread for it: done here, one after the other
      part();
    }
  }
  work(0);
  running.wait();
}

std::vector<std::size_t> MultiDevice::shares(std::size_t count, std::size_t least) const {
  const std::lock_guard lock(mutex_);
  std::vector<std::size_t> result(devices_.size(), 0);
  double all = 0;
  for (const double rate : items_per_second_) all += rate;
  std::size_t left = count;
  for (std::size_t d = 0; d + 1 < result.size(); ++d) {
    auto share = static_cast<std::size_t>(static_cast<double>(count) * items_per_second_[d] / all);
    share = std::min(share / 32 * 32, left);
    if (share < least) share = 0;
    result[d] = share;
    left -= share;
  }
  result.back() = left;
  if (left != 0 && left < least) {  // the last device's part goes to whoever has most
    result.back() = 0;
    *std::max_element(result.begin(), result.end()) += left;
  }
  return result;
}

BatchOutcome MultiDevice::run(const KemCall& call) { return run_parts(call, least_part_items); }
BatchOutcome MultiDevice::run(const DsaCall& call) { return run_parts(call, least_dsa_part_items); }

template <class Call>
BatchOutcome MultiDevice::run_parts(const Call& call, std::size_t least) {
  const std::vector<std::size_t> share = shares(call.count, least);
  std::vector<Part<Call>> parts;
  std::size_t first = call.first;
  used_devices.clear();
  for (std::size_t d = 0; d < devices_.size(); ++d) {
    if (share[d] == 0) continue;
    Part<Call> part{d, call};
    part.call.first = first;
    part.call.count = share[d];
    first += share[d];
    parts.push_back(part);
    used_devices += (used_devices.empty() ? "" : ", ") + devices_[d]->last_device();
  }
  side_by_side(parts.size(), [&](std::size_t p) noexcept { parts[p].run(*devices_[parts[p].device]); });

  BatchOutcome outcome;
  for (Part<Call>& part : parts) {
    outcome.add_failures(part.outcome);
    if (outcome.status != PQLANE_OK) continue;
    outcome.status = part.outcome.status;
    outcome.detail = std::move(part.outcome.detail);
    outcome.done += part.outcome.status == PQLANE_OK ? part.call.count : part.outcome.done;
  }
  if (outcome.status == PQLANE_OK) learn(parts);
  return outcome;
}

template <class Call>
void MultiDevice::learn(const std::vector<Part<Call>>& parts) {
  if (parts.size() != devices_.size()) return;
  const std::lock_guard lock(mutex_);
  for (const Part<Call>& part : parts) {
    const double rate = static_cast<double>(part.call.count) / std::max(part.seconds, 1e-9);
    double& kept = items_per_second_[part.device];
    kept = measured_ ? kept + new_share * (rate - kept) : rate;
  }
  measured_ = true;
}

std::string MultiDevice::last_device() const { return used_devices; }

std::uint64_t MultiDevice::run_keccak(std::uint64_t permutations) {
  std::uint64_t done = 0;
  std::vector<std::uint64_t> of(devices_.size());
  side_by_side(of.size(), [&](std::size_t d) noexcept {
    of[d] = devices_[d]->run_keccak(permutations / devices_.size());
  });
  for (const std::uint64_t n : of) done += n;
  return done;
}

FillOutcome MultiDevice::fill(const FillCall& call) {
  const std::size_t parts = std::clamp<std::size_t>(call.count / least_fill_part, 1, devices_.size());
  std::vector<FillCall> calls(parts, call);
  std::vector<FillOutcome> outcomes(parts);
  for (std::size_t p = 0; p < parts; ++p) {
    const std::size_t begin = call.count / parts * p;
    calls[p].first += begin;
    calls[p].count = (p + 1 == parts ? call.count : call.count / parts * (p + 1)) - begin;
    calls[p].out = static_cast<std::byte*>(call.out) + begin * fill_element_bytes(call.kind);
  }
  side_by_side(parts, [&](std::size_t p) noexcept {
    try {
      outcomes[p] = devices_[p]->fill(calls[p]);
    } catch (const std::exception&) {
      outcomes[p].status = PQLANE_ERROR_MEMORY;
    }
  });
  for (FillOutcome& outcome : outcomes) {
    if (outcome.status != PQLANE_OK) return std::move(outcome);
  }
  return {};
}

pqlane_status MultiDevice::allocate(bool on_device, std::size_t bytes, void*& memory) {
  if (on_device) {
    return fail(PQLANE_ERROR_OPTION, name_ + " has no memory of its own: open one device for device memory");
  }
  return JoinedDevice::allocate(false, bytes, memory);
}

}  // namespace pqlane
