// common_options.cpp: see common_options.hpp.
#include "cli/common_options.hpp"

#include <limits>

#include "bench/sweep.hpp"
#include "cli/cli_error.hpp"

namespace pqlane::cli {

CLI::Option* refuse_empty(CLI::Option* option) {
  return option->check(
      [](const std::string& value) { return std::string(value.empty() ? "it is empty" : ""); });
}

void add_json_option(CLI::App& command, std::string& json) {
  refuse_empty(command.add_option("--json", json, "Write the machine-readable result to FILE (- is stdout)"))
      ->type_name("FILE");
}

void add_compute_options(CLI::App& command, ComputeOptions& options) {
  command
      .add_option("--device", options.device,
                  "auto (CPU or GPU, whichever is sooner), cpu, cpu:avx512, cuda:0, cuda:all, .. (`pqlane "
                  "doctor` lists "
                  "them)")
      ->type_name("NAME")
      ->capture_default_str();
  refuse_empty(command.add_option("--threads", options.threads, "CPU threads for a batch; 0 is all cores"))
      ->type_name("N")
      ->capture_default_str();
  add_json_option(command, options.json);
}

void add_scheme_option(CLI::App& command, std::string& scheme, bool required) {
  CLI::Option* option = command.add_option("--scheme", scheme, "ml-kem-768, kyber-512, ..");
  option->type_name("NAME")->required(required);
}

Device open_device(const ComputeOptions& options) {
  try {
    return Device(options.device, {.threads = options.threads});
  } catch (const Error& error) {
    const bool usage = error.status() == PQLANE_ERROR_DEVICE || error.status() == PQLANE_ERROR_OPTION;
    throw CliError(usage ? exit_usage : exit_failed, "--device " + options.device + ": " + error.what());
  }
}

std::string used_device(const Device& device) {
  const std::string used = pqlane_last_device();
  return used.empty() ? device.name() : used;
}

pqlane_scheme scheme_or_throw(const std::string& name) {
  pqlane_scheme scheme{};
  if (pqlane_scheme_by_name(name.c_str(), &scheme) == PQLANE_OK) return scheme;
  std::string known;
  for (std::size_t i = 0; i < pqlane_scheme_count(); ++i) {
    known += (i == 0 ? "" : ", ") + std::string(pqlane_scheme_name(pqlane_scheme_at(i)));
  }
  throw usage_error("unknown scheme '" + name + "' (known: " + known + ")");
}

std::size_t parse_count_option(const std::string& option, const std::string& text) {
  try {
    const std::uint64_t value = bench::parse_size(text);
    if (value <= std::numeric_limits<std::size_t>::max()) return static_cast<std::size_t>(value);
  } catch (const bench::UsageError& error) {
    throw usage_error(option + ": " + error.what());
  }
  throw usage_error(option + ": " + text + " is too large");
}

}  // namespace pqlane::cli
