// cmd_kem.cpp: `pqlane encaps` and `decaps` on record files.
//
// Files of any length are worked through in chunks of chunk_items; every output is renamed to
// its name when the last chunk is done. Shared secrets get file mode 0600.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "cli/cli_error.hpp"
#include "cli/commands.hpp"
#include "cli/output_file.hpp"
#include "cli/record_command.hpp"
#include "cli/trace_file.hpp"

namespace pqlane::cli {
namespace {

struct KemOptions {
  ComputeOptions compute;
  std::string scheme;
  std::string count;     // empty: not given
  std::string key_form;  // empty: not given
  std::string pub, key, ct, ss;
};

int run_encaps(const KemOptions& options) {
  const pqlane_scheme scheme = scheme_of_kind(options.scheme, PQLANE_KIND_KEM);
  const pqlane_kem_sizes sizes = kem_sizes(scheme);
  std::optional<std::size_t> count = wanted_count(options.count, sizes.ct_bytes);
  check_file_names({{"--pub", options.pub}}, {{"--ct", options.ct}, {"--ss", options.ss}}, options.compute);
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
  return finish(summary, options.scheme, device, {{"--ct", options.ct}, {"--ss", options.ss}},
                options.compute, json_file);
}

int run_decaps(const KemOptions& options) {
  const pqlane_scheme scheme = scheme_of_kind(options.scheme, PQLANE_KIND_KEM);
  const pqlane_kem_sizes sizes = kem_sizes(scheme);
  check_file_names({{"--key", options.key}, {"--ct", options.ct}}, {{"--ss", options.ss}}, options.compute);
  const KeySizes key_sizes{sizes.seed_bytes, sizes.dk_bytes, "d || z"};
  InputRecords cts(options.ct, sizes.ct_bytes, options.scheme + " ciphertexts");
  const KeyForm form = find_key_form(options.key_form, options.key, key_sizes, cts.count());
  const Device device = open_device(options.compute);
  InputRecords keys(options.key, key_sizes.of(form), key_sizes.describe(options.scheme, form));
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
  return finish(summary, options.scheme, device, {{"--ss", options.ss}}, options.compute, json_file);
}

// Record files carry no name of their scheme.
constexpr const char* same_scheme =
    "Give the --scheme that made the files: ML-KEM and Kyber records of one size look alike, so a wrong "
    "choice "
    "cannot\nbe noticed and gives other secrets.\n";

}  // namespace

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
  command->callback([options, &invocation] {
    invocation.run = with_trace(options->compute.trace, [options] { return run_encaps(*options); });
  });
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
  command->callback([options, &invocation] {
    invocation.run = with_trace(options->compute.trace, [options] { return run_decaps(*options); });
  });
}

}  // namespace pqlane::cli
