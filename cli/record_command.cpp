// record_command.cpp: see record_command.hpp.
#include "cli/record_command.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <limits>

#include "cli/cli_error.hpp"

namespace pqlane::cli {

int finish(Summary& summary, const std::string& scheme, const Device& device,
           std::initializer_list<NamedFile> outputs, const ComputeOptions& compute, JsonFile& json_file) {
  summary.failures.finish();
  Json json{{"schema", "pqlane-records/1"},
            {"command", summary.command},
            {"scheme", scheme},
            {"device", used_device(device)},
            {"threads", device.threads()},
            {"count", summary.count},
            {"failed", summary.failures.count()},
            {"seconds", summary.seconds},
            {"items", summary.failures.to_json()}};
  bool stdout_is_taken = compute.json == "-";
  std::string names;
  for (const NamedFile& output : outputs) {
    stdout_is_taken = stdout_is_taken || output.path == "-";
    names += (names.empty() ? " -> " : ", ") + output.path;
    json["files"][output.option + 2] = output.path;
  }
  json_file.write(json);
  std::string text = fmt::format("{} {}: {} item{} on {}{}", summary.command, scheme, summary.count,
                                 summary.count == 1 ? "" : "s", used_device(device), names);
  if (summary.failures.count() != 0) text += fmt::format(" ({} failed)", summary.failures.count());
  print_text(one_line(text) + "\n", stdout_is_taken);
  return summary.failures.count() == 0 ? exit_done : exit_failed;
}

std::optional<std::size_t> wanted_count(const std::string& count, std::size_t record_bytes) {
  if (count.empty()) return std::nullopt;
  const std::size_t wanted = parse_count_option("--count", count);
  constexpr auto most_bytes = static_cast<std::size_t>(std::numeric_limits<std::int64_t>::max());
  if (wanted > most_bytes / record_bytes)
    throw usage_error(
        fmt::format("--count: {} records of {} bytes are more than a file can hold", wanted, record_bytes));
  return wanted;
}

void fail_too_few(const std::string& path, std::size_t have, std::size_t wanted) {
  throw data_error(fmt::format("{}: --count {} but the file holds {} records", path, wanted, have));
}

std::string KeySizes::describe(const std::string& scheme, KeyForm form) const {
  return scheme + (form == KeyForm::Seed ? std::string(" seeds ") + seed_name : " expanded private keys");
}

void add_key_form_option(CLI::App& command, std::string& key_form, const std::string& otherwise) {
  refuse_empty(
      command.add_option(
          "--key-form", key_form,
          "seed (ML-KEM: 64 bytes, d || z; ML-DSA: 32 bytes, xi) or expanded (as the standards encode "
          "it); default: " +
              otherwise))
      ->type_name("FORM");
}

KeyForm parse_key_form(const std::string& text) {
  if (text == "seed") return KeyForm::Seed;
  if (text == "expanded" || text.empty()) return KeyForm::Expanded;
  throw usage_error("unknown --key-form '" + text + "' (seed or expanded)");
}

KeyForm find_key_form(const std::string& key_form, const std::string& key_file, const KeySizes& sizes,
                      std::optional<std::size_t> items) {
  if (!key_form.empty()) return parse_key_form(key_form);
  const std::optional<std::size_t> key_bytes = file_bytes(key_file);
  if (!key_bytes) throw usage_error("--key " + key_file + ": give --key-form seed or expanded for a pipe");
  const auto fits = [&](std::size_t size) {
    if (*key_bytes % size != 0) return false;
    const std::size_t keys = *key_bytes / size;
    return keys <= 1 || !items || keys == *items;
  };
  // One expanded key is taken for that, whatever else would be as long: it must not depend on how many
  // messages there are. Seeds in its place are found out, since hardly any of their bytes make such a key.
  if (*key_bytes == sizes.expanded_bytes) return KeyForm::Expanded;
  const bool seed = fits(sizes.seed_bytes);
  const bool expanded = fits(sizes.expanded_bytes);
  if (seed && expanded && *key_bytes != 0) {
    throw usage_error(
        fmt::format("{}: {} bytes can be {}-byte seeds or {}-byte expanded keys: give --key-form", key_file,
                    *key_bytes, sizes.seed_bytes, sizes.expanded_bytes));
  }
  return seed && !expanded ? KeyForm::Seed : KeyForm::Expanded;
}

}  // namespace pqlane::cli
