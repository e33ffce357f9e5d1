// common_options.hpp: the options that several commands share, and what they open.
#pragma once

#include <pqlane/pqlane.hpp>

#include <CLI/CLI.hpp>
#include <cstddef>
#include <optional>
#include <string>

namespace pqlane::cli {

// --device, --threads, --json and --trace of every computing command.
struct ComputeOptions {
  std::string device = "auto";
  unsigned threads = 0;  // 0: all cores
  std::string json;      // empty: no machine form; "-": stdout
  std::string trace;     // empty: none
};

// An empty value is wrong use: without this it would read as if the option were not there.
CLI::Option* refuse_empty(CLI::Option* option);

void add_json_option(CLI::App& command, std::string& json);
void add_trace_option(CLI::App& command, std::string& trace);
void add_compute_options(CLI::App& command, ComputeOptions& options);
void add_scheme_option(CLI::App& command, std::string& scheme, bool required);

// "auto" is the best device of this machine. Throws CliError (status 2) for an unknown device
// or one that is not usable here.
Device open_device(const ComputeOptions& options);
// What to say of a device after its work: its name, or what "auto" or a device of several GPUs used last.
std::string used_device(const Device& device);

// The names of our schemes of a kind, or of all, with commas between.
std::string scheme_names(std::optional<pqlane_scheme_kind> kind);

// The scheme of a name; throws CliError (status 2) that lists the known ones.
pqlane_scheme scheme_or_throw(const std::string& name);

// The same for a scheme that must be a KEM, or a signature scheme; lists those.
pqlane_scheme scheme_of_kind(const std::string& name, pqlane_scheme_kind kind);

// A size such as 1000, 10k, 4Ki; throws CliError (status 2) naming the option.
std::size_t parse_count_option(const std::string& option, const std::string& text);

}  // namespace pqlane::cli
