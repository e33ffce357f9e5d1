// multi_device.hpp: several devices as one: a batch is parted among them by the speed that earlier batches
// showed. Item i's result does not depend on who did it.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "runtime/device.hpp"
#include "runtime/job_queue.hpp"

namespace pqlane {

class MultiDevice final : public JoinedDevice {
 public:
  // At least one device.
  MultiDevice(std::string name, std::vector<std::unique_ptr<ComputeDevice>> devices);

  const char* name() const override { return name_.c_str(); }
  unsigned threads() const override { return devices_.front()->threads(); }
  BatchOutcome run(const KemCall& call) override;
  BatchOutcome run(const DsaCall& call) override;
  // The devices are of one kind and take the same form.
  std::unique_ptr<ExpandedKey> expand_key(const SchemeInfo& scheme, DsaOperation operation,
                                          const std::uint8_t* key, bool seed_form) override {
    return devices_.front()->expand_key(scheme, operation, key, seed_form);
  }
  std::uint64_t run_keccak(std::uint64_t permutations) override;
  // In equal parts.
  FillOutcome fill(const FillCall& call) override;
  std::string last_device() const override;

  // Host memory alone.
  pqlane_status allocate(bool on_device, std::size_t bytes, void*& memory) override;

  // Smaller parts say more about latency than about speed, and are better done by one device alone.
  // Signatures take longer each.
  static constexpr std::size_t least_part_items = 2048, least_dsa_part_items = 256;
  // Items of a batch that each device would do now.
  std::vector<std::size_t> shares(std::size_t count, std::size_t least = least_part_items) const;

 private:
  template <class Call>
  struct Part;
  ComputeDevice& memory_device() override { return *devices_.front(); }
  template <class Work>
  void side_by_side(std::size_t parts, Work work);
  template <class Call>
  BatchOutcome run_parts(const Call& call, std::size_t least);
  template <class Call>
  void learn(const std::vector<Part<Call>>& parts);

  std::string name_;
  std::vector<std::unique_ptr<ComputeDevice>> devices_;
  mutable std::mutex mutex_;
  std::vector<double> items_per_second_;  // equal at first
  bool measured_ = false;
  JobQueue queue_;  // closed before the devices
};

}  // namespace pqlane
