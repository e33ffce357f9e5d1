// record_command.hpp: what the commands on record files (keygen, encaps, decaps, sign, verify) share: timing
// and failures of their batch calls, the report at the end, and options that several of them have.
#pragma once

#include <pqlane/pqlane.hpp>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>

#include "cli/common_options.hpp"
#include "cli/record_io.hpp"
#include "cli/report.hpp"

namespace pqlane::cli {

constexpr const char* file_help = "record file (values one after another; - is a pipe)";

// What a command did, for the terminal and the JSON.
struct Summary {
  // Failed items are named as items of `file`.
  Summary(const char* command_name, const std::string& file, ItemNames names = {})
      : command(command_name), failures(file, std::move(names)) {}
  std::string command;
  std::size_t count = 0;
  double seconds = 0;  // inside the batch calls
  ItemFailures failures;
};

// Runs one batch call and adds it to the summary.
template <class Call>
void run_chunk(Summary& summary, std::size_t items, Call&& call) {
  const auto start = std::chrono::steady_clock::now();
  const Result result = call();
  summary.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  summary.failures.add(result, summary.count);
  summary.count += items;
}

// Reports, and gives the exit status. `outputs` are the record files that were written.
int finish(Summary& summary, const std::string& scheme, const Device& device,
           std::initializer_list<NamedFile> outputs, const ComputeOptions& compute, JsonFile& json_file);

// --count; nothing when the text is empty (not given). The longest record of the outputs bounds it.
std::optional<std::size_t> wanted_count(const std::string& count, std::size_t record_bytes);
[[noreturn]] void fail_too_few(const std::string& path, std::size_t have, std::size_t wanted);

// Record sizes of a private key's two forms, and what the seed is.
struct KeySizes {
  std::size_t seed_bytes;
  std::size_t expanded_bytes;
  const char* seed_name;  // "d || z"

  std::size_t of(KeyForm form) const { return form == KeyForm::Seed ? seed_bytes : expanded_bytes; }
  // "ml-kem-768 seeds d || z", for messages.
  std::string describe(const std::string& scheme, KeyForm form) const;
};

// `otherwise` says what holds without the option.
void add_key_form_option(CLI::App& command, std::string& key_form, const std::string& otherwise);
// Expanded when the text is empty.
KeyForm parse_key_form(const std::string& text);
// The form of the private keys in a file: as the option says, else expanded for a file of one such key, else
// the one form whose record size fits the file and the number of items that the keys serve, where that is
// known.
KeyForm find_key_form(const std::string& key_form, const std::string& key_file, const KeySizes& sizes,
                      std::optional<std::size_t> items);

}  // namespace pqlane::cli
