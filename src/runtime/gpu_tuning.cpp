// gpu_tuning.cpp: see gpu_tuning.hpp.
#include "runtime/gpu_tuning.hpp"

#include <charconv>
#include <cstdlib>

namespace pqlane::gpu {
namespace {

struct Row {
  Vendor vendor;
  const char* architecture;  // how DeviceInfo::architecture begins; "" is the default of the vendor
  GpuTuning tuning;
};
// The first row that fits counts. tools/device/sweep prints the best row for a card.
constexpr Row table[] = {
    // H200: slots, chunk_ops and cut_ops as measured (docs/performance.md); the rest is predicted.
    {Vendor::cuda, "compute capability 9.0", {}},
    {Vendor::cuda, "", {}},
    // Not tried on AMD hardware: nothing that is not needed.
    {Vendor::hip, "", {.graph_ops = 0, .wide_hashes = 0, .part_blocks = 0}},
};

struct Setting {
  const char* name;
  std::size_t GpuTuning::* member;
  std::size_t least, most;
};
constexpr Setting settings[] = {
    {"slots", &GpuTuning::slots, 1, 6},
    {"chunk_ops", &GpuTuning::chunk_ops, 32, std::size_t{1} << 20},
    {"cut_ops", &GpuTuning::cut_ops, 32, std::size_t{1} << 20},
    {"graph_ops", &GpuTuning::graph_ops, 0, std::size_t{1} << 16},
    {"wide_hashes", &GpuTuning::wide_hashes, 0, std::size_t{1} << 20},
    {"part_blocks", &GpuTuning::part_blocks, 0, std::size_t{1} << 20},
    {"staged_bytes", &GpuTuning::staged_bytes, 0, std::size_t{1} << 30},
    {"dsa_chunk_ops", &GpuTuning::dsa_chunk_ops, 32, std::size_t{1} << 20},
    {"dsa_cut_ops", &GpuTuning::dsa_cut_ops, 32, std::size_t{1} << 20},
    {"sign_chunk_ops", &GpuTuning::sign_chunk_ops, 32, std::size_t{1} << 20},
    {"sign_slots", &GpuTuning::sign_slots, 0, std::size_t{1} << 20},
};

const Setting* find_setting(std::string_view name) {
  for (const Setting& setting : settings) {
    if (name == setting.name) return &setting;
  }
  return nullptr;
}

bool change_one(std::string_view entry, GpuTuning& tuning, std::string& error) {
  const std::size_t equals = entry.find('=');
  const std::string name(entry.substr(0, equals));
  const Setting* setting = find_setting(name);
  if (setting == nullptr) {
    error = "there is no setting '" + name + "'; settings are " + describe(tuning);
    return false;
  }
  const std::string_view digits =
      equals == std::string_view::npos ? std::string_view() : entry.substr(equals + 1);
  std::size_t value = 0;
  const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  const bool is_number = !digits.empty() && code == std::errc() && end == digits.data() + digits.size();
  if (!is_number || value < setting->least || value > setting->most) {
    error = name + " takes a number from " + std::to_string(setting->least) + " to " +
            std::to_string(setting->most) + ", not '" + std::string(digits) + "'";
    return false;
  }
  tuning.*setting->member = value;
  return true;
}

}  // namespace

GpuTuning tuning_of(Vendor vendor, const Driver::DeviceInfo& device) {
  for (const Row& row : table) {
    if (row.vendor == vendor && device.architecture.starts_with(row.architecture)) return row.tuning;
  }
  return {};
}

bool change_tuning(std::string_view text, GpuTuning& tuning, std::string& error) {
  GpuTuning changed = tuning;
  while (!text.empty()) {
    const std::size_t comma = text.find(',');
    if (!change_one(text.substr(0, comma), changed, error)) return false;
    text = comma == std::string_view::npos ? std::string_view() : text.substr(comma + 1);
  }
  tuning = changed;
  return true;
}

std::string describe(const GpuTuning& tuning) {
  std::string text;
  for (const Setting& setting : settings) {
    text +=
        (text.empty() ? "" : ",") + std::string(setting.name) + "=" + std::to_string(tuning.*setting.member);
  }
  return text;
}

bool load_tuning(const Driver& driver, const Driver::DeviceInfo& device, GpuTuning& tuning,
                 std::string& error) {
  tuning = tuning_of(driver.vendor(), device);
  if (const char* text = secure_getenv("PQLANE_GPU_TUNING")) {
    if (!change_tuning(text, tuning, error)) {
      error = "PQLANE_GPU_TUNING: " + error;
      return false;
    }
  }
  if (const char* text = secure_getenv("PQLANE_GPU_GRAPHS")) {
    const std::string_view graphs = text;
    if (graphs != "0" && graphs != "1") {
      error = "PQLANE_GPU_GRAPHS takes 0 or 1, not '" + std::string(graphs) + "'";
      return false;
    }
    if (graphs == "0") tuning.graph_ops = 0;
  }
  if (driver.lacking_for_graphs() != nullptr) tuning.graph_ops = 0;
  return true;
}

}  // namespace pqlane::gpu
