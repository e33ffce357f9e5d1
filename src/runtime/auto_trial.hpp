// auto_trial.hpp: calls like a given one on memory of their own, by which `auto` measures its devices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "runtime/device.hpp"

namespace pqlane {

class Trial {
 public:
  virtual ~Trial() = default;
  Trial() = default;
  Trial(const Trial&) = delete;
  Trial& operator=(const Trial&) = delete;

  // Sizes at which both devices are measured, falling; between them time is taken to grow in a straight line.
  virtual std::span<const std::size_t> ladder() const = 0;
  // The best of some runs; infinite when the device fails.
  double seconds(ComputeDevice& device, std::size_t items);

 protected:
  std::uint8_t* buffer(std::size_t bytes);
  // Replaces the views that the call has by `items` rows; an input's rows are copies of `row`, or zero.
  void in(ConstView& view, std::size_t bytes, std::size_t items, const std::uint8_t* row = nullptr);
  void out(MutableView& view, std::size_t bytes, std::size_t items);

 private:
  virtual int repeats() const = 0;
  virtual BatchOutcome run(ComputeDevice& device, std::size_t items) = 0;

  std::vector<std::vector<std::uint8_t>> buffers_;
};

// On zero keys: the time does not depend on their values.
class KemTrial final : public Trial {
 public:
  explicit KemTrial(const KemCall& like);
  std::span<const std::size_t> ladder() const override;

 private:
  int repeats() const override { return 4; }
  BatchOutcome run(ComputeDevice& device, std::size_t items) override;

  KemCall call_;
  BatchKey key_{};
};

// On copies of one key and one signature, which `cpu` makes, and of one message as long as the first.
class DsaTrial final : public Trial {
 public:
  DsaTrial(const DsaCall& like, ComputeDevice& cpu);
  std::span<const std::size_t> ladder() const override;

 private:
  int repeats() const override { return 2; }
  BatchOutcome run(ComputeDevice& device, std::size_t items) override;
  void set_strings(const DsaCall& like);

  DsaCall call_;
  BatchKey key_{};
};

}  // namespace pqlane
