// cmd_kem.cpp: `pqlane keygen`, `encaps` and `decaps` on record files.
//
// Files of any length are worked through in chunks of chunk_items; every output is renamed to
// its name when the last chunk is done. Private keys and shared secrets get file mode 0600.
#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <optional>

#include "cli/cli_error.hpp"
#include "cli/commands.hpp"
#include "cli/common_options.hpp"
#include "cli/output_file.hpp"
#include "cli/record_io.hpp"

namespace pqlane::cli {
namespace {

struct KemOptions {
  ComputeOptions compute;
  std::string scheme;
  std::string count;     // empty: not given
  std::string key_form;  // empty: not given
  std::string pub, key, ct, ss, seed_file;
};

constexpr const char* file_help = "record file (values one after another; - is a pipe)";

// What a command did, for the terminal and the JSON.
struct Summary {
  // Failed items are named as items of `file`.
  Summary(const char* command_name, const std::string& file) : command(command_name), failures(file) {}
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
int finish(Summary& summary, const KemOptions& options, const Device& device,
           std::initializer_list<NamedFile> outputs, JsonFile& json_file) {
  summary.failures.finish();
  Json json{{"schema", "pqlane-records/1"},       {"command", summary.command},
            {"scheme", options.scheme},           {"device", used_device(device)},
            {"threads", device.threads()},        {"count", summary.count},
            {"failed", summary.failures.count()}, {"seconds", summary.seconds},
            {"items", summary.failures.to_json()}};
  bool stdout_is_taken = options.compute.json == "-";
  std::string names;
  for (const NamedFile& output : outputs) {
    stdout_is_taken = stdout_is_taken || output.path == "-";
    names += (names.empty() ? "" : ", ") + output.path;
    json["files"][output.option + 2] = output.path;
  }
  json_file.write(json);
  std::string text = fmt::format("{} {}: {} item{} on {} -> {}", summary.command, options.scheme,
                                 summary.count, summary.count == 1 ? "" : "s", used_device(device), names);
  if (summary.failures.count() != 0) text += fmt::format(" ({} failed)", summary.failures.count());
  print_text(one_line(text) + "\n", stdout_is_taken);
  return summary.failures.count() == 0 ? exit_done : exit_failed;
}

std::optional<std::size_t> wanted_count(const KemOptions& options) {
  if (options.count.empty()) return std::nullopt;
  return parse_count_option("--count", options.count);
}

[[noreturn]] void fail_too_few(const std::string& path, std::size_t have, std::size_t wanted) {
  throw data_error(fmt::format("{}: --count {} but the file holds {} records", path, wanted, have));
}

KeyForm parse_key_form(const std::string& text) {
  if (text == "seed") return KeyForm::Seed;
  if (text == "expanded" || text.empty()) return KeyForm::Expanded;
  throw usage_error("unknown --key-form '" + text + "' (seed or expanded)");
}

int run_keygen(const KemOptions& options) {
  const pqlane_scheme scheme = scheme_or_throw(options.scheme);
  const pqlane_kem_sizes sizes = kem_sizes(scheme);
  const KeyForm form = parse_key_form(options.key_form);
  std::optional<std::size_t> count = wanted_count(options);
  check_file_names({{"--seed-file", options.seed_file}}, {{"--pub", options.pub}, {"--key", options.key}},
                   options.compute.json);
  const Device device = open_device(options.compute);
  std::unique_ptr<InputRecords> seeds;
  if (!options.seed_file.empty()) {
    seeds =
        std::make_unique<InputRecords>(options.seed_file, sizes.seed_bytes, options.scheme + " seeds d || z");
    if (count && seeds->count() && *seeds->count() < *count) {
      fail_too_few(seeds->path(), *seeds->count(), *count);
    }
  } else if (!count) {
    count = 1;
  }

  OutputFile pub_file(options.pub, FileMode::Ordinary);
  OutputFile key_file(options.key, FileMode::Private);
  JsonFile json_file(options.compute.json);
  const std::size_t dk_bytes = Device::dk_bytes(sizes, form);
  const std::size_t room = count ? std::min(*count, chunk_items) : chunk_items;
  SecretBuffer ek(room * sizes.ek_bytes);
  SecretBuffer dk(room * dk_bytes);
  Summary summary("keygen", seeds ? seeds->path() : "keygen");
  while (!count || summary.count < *count) {
    std::size_t n = count ? std::min(*count - summary.count, room) : room;
    if (seeds) n = std::min(n, seeds->available());
    if (n == 0) break;
    const auto ek_part = ek.first(n * sizes.ek_bytes);
    const auto dk_part = dk.first(n * dk_bytes);
    run_chunk(summary, n, [&] {
      return seeds ? device.kem_keygen_derand(scheme, seeds->take(n), ek_part, dk_part, form)
                   : device.kem_keygen(scheme, ek_part, dk_part, form);
    });
    pub_file.write(ek_part);
    key_file.write(dk_part);
  }
  if (count && summary.count < *count) fail_too_few(seeds->path(), summary.count, *count);
  pub_file.commit();
  key_file.commit();
  return finish(summary, options, device, {{"--pub", options.pub}, {"--key", options.key}}, json_file);
}

int run_encaps(const KemOptions& options) {
  const pqlane_scheme scheme = scheme_or_throw(options.scheme);
  const pqlane_kem_sizes sizes = kem_sizes(scheme);
  std::optional<std::size_t> count = wanted_count(options);
  check_file_names({{"--pub", options.pub}}, {{"--ct", options.ct}, {"--ss", options.ss}},
                   options.compute.json);
  const Device device = open_device(options.compute);
  InputRecords keys(options.pub, sizes.ek_bytes, options.scheme + " public keys");
  const bool one_key = keys.is_single();
  if (one_key && !count) count = 1;
  if (count && !one_key && keys.count() && *keys.count() < *count) {
    fail_too_few(keys.path(), *keys.count(), *count);
  }

  OutputFile ct_file(options.ct, FileMode::Ordinary);
  OutputFile ss_file(options.ss, FileMode::Private);
  JsonFile json_file(options.compute.json);
  const std::size_t room = count ? std::min(*count, chunk_items) : chunk_items;
  SecretBuffer ct(room * sizes.ct_bytes);
  SecretBuffer ss(room * sizes.ss_bytes);
  Summary summary("encaps", keys.path());
  while (!count || summary.count < *count) {
    std::size_t n = count ? std::min(*count - summary.count, room) : room;
    if (!one_key) n = std::min(n, keys.available());
    if (n == 0) break;
    const auto ct_part = ct.first(n * sizes.ct_bytes);
    const auto ss_part = ss.first(n * sizes.ss_bytes);
    run_chunk(summary, n, [&] {
      const BatchIn ek = one_key ? BatchIn::shared(keys.single()) : BatchIn(keys.take(n));
      return device.kem_encaps(scheme, ek, ct_part, ss_part);
    });
    ct_file.write(ct_part);
    ss_file.write(ss_part);
  }
  if (count && summary.count < *count) fail_too_few(keys.path(), summary.count, *count);
  ct_file.commit();
  ss_file.commit();
  return finish(summary, options, device, {{"--ct", options.ct}, {"--ss", options.ss}}, json_file);
}

// The form of the private keys: as the option says, else the one form whose record size fits the
// file and the number of ciphertexts. `count_on_pipe` is asked for that number, when it is needed, where the
// ciphertexts are no ordinary file.
template <class CountOnPipe>
KeyForm find_key_form(const KemOptions& options, const pqlane_kem_sizes& sizes, CountOnPipe count_on_pipe) {
  if (!options.key_form.empty()) return parse_key_form(options.key_form);
  const std::optional<std::size_t> key_bytes = file_bytes(options.key);
  if (!key_bytes) throw usage_error("--key " + options.key + ": give --key-form seed or expanded for a pipe");
  const std::optional<std::size_t> ct_bytes = file_bytes(options.ct);
  std::optional<std::size_t> cts;
  if (ct_bytes)
    cts = *ct_bytes / sizes.ct_bytes;
  else if (*key_bytes != 0 && *key_bytes % sizes.seed_bytes == 0 && *key_bytes % sizes.dk_bytes == 0)
    cts = count_on_pipe();
  const auto fits = [&](std::size_t size) {
    if (*key_bytes % size != 0) return false;
    const std::size_t keys = *key_bytes / size;
    return keys <= 1 || !cts || keys == *cts;
  };
  const bool seed = fits(sizes.seed_bytes);
  const bool expanded = fits(sizes.dk_bytes);
  if (seed && expanded && *key_bytes != 0) {
    throw usage_error(
        fmt::format("{}: {} bytes can be {}-byte seeds or {}-byte expanded keys: give --key-form",
                    options.key, *key_bytes, sizes.seed_bytes, sizes.dk_bytes));
  }
  return seed && !expanded ? KeyForm::Seed : KeyForm::Expanded;
}

int run_decaps(const KemOptions& options) {
  const pqlane_scheme scheme = scheme_or_throw(options.scheme);
  const pqlane_kem_sizes sizes = kem_sizes(scheme);
  check_file_names({{"--key", options.key}, {"--ct", options.ct}}, {{"--ss", options.ss}},
                   options.compute.json);
  std::unique_ptr<InputRecords> opened;
  const auto open_cts = [&]() -> InputRecords& {
    if (opened == nullptr) {
      opened = std::make_unique<InputRecords>(options.ct, sizes.ct_bytes, options.scheme + " ciphertexts");
    }
    return *opened;
  };
  const KeyForm form = find_key_form(options, sizes, [&] { return open_cts().count(); });
  const Device device = open_device(options.compute);
  InputRecords keys(options.key, Device::dk_bytes(sizes, form),
                    options.scheme + (form == KeyForm::Seed ? " seeds d || z" : " expanded private keys"));
  InputRecords& cts = open_cts();
  const bool one_key = keys.is_single();
  const auto fail_mismatch = [&](const std::string& key_count, const std::string& ct_count) {
    throw data_error(fmt::format("{}: holds {} keys for {} ciphertexts in {} (one key, or one for each)",
                                 keys.path(), key_count, ct_count, cts.path()));
  };
  if (!one_key && keys.count() && cts.count() && *keys.count() != *cts.count()) {
    fail_mismatch(std::to_string(*keys.count()), std::to_string(*cts.count()));
  }

  OutputFile ss_file(options.ss, FileMode::Private);
  JsonFile json_file(options.compute.json);
  SecretBuffer ss(cts.room() * sizes.ss_bytes);
  Summary summary("decaps", keys.path());
  while (const std::size_t have = cts.available()) {
    const std::size_t n = one_key ? have : std::min(have, keys.available());
    if (n == 0) {
      fail_mismatch(std::to_string(summary.count), fmt::format("at least {}", summary.count + have));
    }
    const auto ss_part = ss.first(n * sizes.ss_bytes);
    run_chunk(summary, n, [&] {
      const BatchIn dk = one_key ? BatchIn::shared(keys.single()) : BatchIn(keys.take(n));
      return device.kem_decaps(scheme, dk, cts.take(n), ss_part, form);
    });
    ss_file.write(ss_part);
  }
  if (const std::size_t left = one_key ? 0 : keys.available(); left != 0) {
    fail_mismatch(fmt::format("at least {}", summary.count + left), std::to_string(summary.count));
  }
  ss_file.commit();
  return finish(summary, options, device, {{"--ss", options.ss}}, json_file);
}

// `otherwise` says what holds without the option.
void add_key_form_option(CLI::App& command, std::string& key_form, const std::string& otherwise) {
  refuse_empty(command.add_option(
                   "--key-form", key_form,
                   "seed (64 bytes, d || z) or expanded (as FIPS 203 encodes dk); default: " + otherwise))
      ->type_name("FORM");
}

// Record files carry no name of their scheme.
constexpr const char* same_scheme =
    "Give the --scheme that made the files: ML-KEM and Kyber records of one size look alike, so a wrong "
    "choice "
    "cannot\nbe noticed and gives other secrets.\n";

}  // namespace

void add_keygen_command(CLI::App& app, Invocation& invocation) {
  auto options = std::make_shared<KemOptions>();
  CLI::App* command = app.add_subcommand("keygen", "Make key pairs, as one batch");
  add_scheme_option(*command, options->scheme, true);
  refuse_empty(
      command->add_option("--count", options->count,
                          "Number of key pairs (10, 64Ki, 1M); 1, or the number of seeds, by default"))
      ->type_name("N");
  command->add_option("--pub", options->pub, std::string("Public keys: ") + file_help)
      ->type_name("FILE")
      ->required();
  command->add_option("--key", options->key, "Private keys: record file, made with mode 0600")
      ->type_name("FILE")
      ->required();
  add_key_form_option(*command, options->key_form, "expanded");
  refuse_empty(
      command->add_option("--seed-file", options->seed_file,
                          "Take the seeds d || z (64 bytes each) from FILE instead of the random generator"))
      ->type_name("FILE");
  add_compute_options(*command, options->compute);
  command->footer(
      "A record file is the values one after another, without a header: with ml-kem-768, key i is the\n"
      "1184 bytes at 1184 * i of --pub. Files appear under their names only when they are complete;\n"
      "what had these names before, private keys too, is then replaced without a question.\n\n"
      "Examples:\n"
      "  pqlane keygen --scheme ml-kem-768 --count 1000 --pub pub.bin --key key.bin\n"
      "  pqlane keygen --scheme ml-kem-768 --count 1M --key-form seed --pub pub.bin --key seeds.bin\n"
      "  pqlane keygen --scheme ml-kem-512 --seed-file seeds.bin --pub pub.bin --key key.bin");
  command->callback([options, &invocation] { invocation.run = [options] { return run_keygen(*options); }; });
}

void add_encaps_command(CLI::App& app, Invocation& invocation) {
  auto options = std::make_shared<KemOptions>();
  CLI::App* command =
      app.add_subcommand("encaps", "Make a ciphertext and a shared secret for every public key");
  add_scheme_option(*command, options->scheme, true);
  command->add_option("--pub", options->pub, std::string("Public keys: ") + file_help)
      ->type_name("FILE")
      ->required();
  command->add_option("--ct", options->ct, "Ciphertexts: record file to write")
      ->type_name("FILE")
      ->required();
  command->add_option("--ss", options->ss, "Shared secrets: record file to write, mode 0600")
      ->type_name("FILE")
      ->required();
  refuse_empty(command->add_option("--count", options->count,
                                   "With one public key: N encapsulations to it; else only the first N keys"))
      ->type_name("N");
  add_compute_options(*command, options->compute);
  command->footer(
      std::string("A public key that fails the check of FIPS 203 7.2 leaves zero bytes in its place; its "
                  "index and the\n"
                  "reason are printed, all other items are written, and the exit status is 1.\n") +
      same_scheme +
      "\n"
      "Examples:\n"
      "  pqlane encaps --scheme ml-kem-768 --pub pub.bin --ct ct.bin --ss ss.bin\n"
      "  pqlane encaps --scheme ml-kem-768 --pub one.bin --count 1000 --ct ct.bin --ss ss.bin");
  command->callback([options, &invocation] { invocation.run = [options] { return run_encaps(*options); }; });
}

void add_decaps_command(CLI::App& app, Invocation& invocation) {
  auto options = std::make_shared<KemOptions>();
  CLI::App* command = app.add_subcommand("decaps", "Recover the shared secret of every ciphertext");
  add_scheme_option(*command, options->scheme, true);
  command->add_option("--key", options->key, "Private keys: record file; one key serves all ciphertexts")
      ->type_name("FILE")
      ->required();
  command->add_option("--ct", options->ct, std::string("Ciphertexts: ") + file_help)
      ->type_name("FILE")
      ->required();
  command->add_option("--ss", options->ss, "Shared secrets: record file to write, mode 0600")
      ->type_name("FILE")
      ->required();
  add_key_form_option(*command, options->key_form, "as the size of the key file tells");
  add_compute_options(*command, options->compute);
  command->footer(
      std::string(
          "Without --key-form the size of the key file tells seeds from expanded keys. A ciphertext that was "
          "not\n"
          "made for its key gives another secret and is no error (FIPS 203, implicit rejection).\n") +
      same_scheme +
      "\n"
      "Examples:\n"
      "  pqlane decaps --scheme ml-kem-768 --key key.bin --ct ct.bin --ss ss.bin\n"
      "  pqlane decaps --scheme ml-kem-768 --key seeds.bin --key-form seed --ct ct.bin --ss ss.bin");
  command->callback([options, &invocation] { invocation.run = [options] { return run_decaps(*options); }; });
}

}  // namespace pqlane::cli
