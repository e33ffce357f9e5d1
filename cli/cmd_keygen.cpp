// cmd_keygen.cpp: `pqlane keygen` on record files, for KEMs and signature schemes.
//
// Any number of keys is made in chunks of chunk_items; the files are renamed to their names when the last
// chunk is done. Private keys get file mode 0600.
#include <algorithm>
#include <memory>

#include "cli/cli_error.hpp"
#include "cli/commands.hpp"
#include "cli/dsa_calls.hpp"
#include "cli/output_file.hpp"
#include "cli/record_command.hpp"
#include "cli/trace_file.hpp"

namespace pqlane::cli {
namespace {

struct KeygenOptions {
  ComputeOptions compute;
  std::string scheme;
  std::string count;     // empty: not given
  std::string key_form;  // empty: not given
  std::string pub, key, seed_file;
};

using Input = std::span<const std::uint8_t>;
using Output = std::span<std::uint8_t>;

// Key generation of a scheme of either kind.
struct Generator {
  std::size_t pub_bytes;
  KeySizes key_sizes;
  std::function<Result(const Device&, Output pub, Output key)> fresh;
  std::function<Result(const Device&, Input seeds, Output pub, Output key)> derand;
};

Generator kem_generator(pqlane_scheme scheme, KeyForm form) {
  const pqlane_kem_sizes sizes = kem_sizes(scheme);
  return {
      sizes.ek_bytes,
      {sizes.seed_bytes, sizes.dk_bytes, "d || z"},
      [=](const Device& device, Output pub, Output key) { return device.kem_keygen(scheme, pub, key, form); },
      [=](const Device& device, Input seeds, Output pub, Output key) {
        return device.kem_keygen_derand(scheme, seeds, pub, key, form);
      }};
}

Generator dsa_generator(pqlane_scheme scheme, KeyForm form) {
  const pqlane_dsa_sizes sizes = dsa_sizes_or_throw(scheme);
  const KeySizes key_sizes{sizes.seed_bytes, sizes.sk_bytes, "xi"};
  const std::size_t key_bytes = key_sizes.of(form);
  const unsigned flags = form == KeyForm::Seed ? PQLANE_KEY_SEED : 0;
  const auto fresh = [=](const Device& device, Output pub, Output key) {
    const std::size_t n = pub.size() / sizes.pk_bytes;
    return run_dsa_call(n, [&](pqlane_status* status) {
      return pqlane_dsa_keygen(device.handle(), scheme, flags, {pub.data(), sizes.pk_bytes, n},
                               {key.data(), key_bytes, n}, status);
    });
  };
  const auto derand = [=](const Device& device, Input seeds, Output pub, Output key) {
    const std::size_t n = pub.size() / sizes.pk_bytes;
    return run_dsa_call(n, [&](pqlane_status* status) {
      return pqlane_dsa_keygen_derand(device.handle(), scheme, flags, {seeds.data(), sizes.seed_bytes, n},
                                      {pub.data(), sizes.pk_bytes, n}, {key.data(), key_bytes, n}, status);
    });
  };
  return {sizes.pk_bytes, key_sizes, fresh, derand};
}

int run_keygen(const KeygenOptions& options) {
  const pqlane_scheme scheme = scheme_or_throw(options.scheme);
  const KeyForm form = parse_key_form(options.key_form);
  const bool signs = pqlane_scheme_get_kind(scheme) == PQLANE_KIND_SIGNATURE;
  const Generator generator = signs ? dsa_generator(scheme, form) : kem_generator(scheme, form);
  std::optional<std::size_t> count =
      wanted_count(options.count, std::max(generator.pub_bytes, generator.key_sizes.of(form)));
  check_file_names({{"--seed-file", options.seed_file}}, {{"--pub", options.pub}, {"--key", options.key}},
                   options.compute);
  const Device device = open_device(options.compute);
  std::unique_ptr<InputRecords> seeds;
  if (!options.seed_file.empty()) {
    seeds = std::make_unique<InputRecords>(options.seed_file, generator.key_sizes.seed_bytes,
                                           generator.key_sizes.describe(options.scheme, KeyForm::Seed));
    if (count && seeds->count() && *seeds->count() < *count) {
      fail_too_few(seeds->path(), *seeds->count(), *count);
    }
  } else if (!count) {
    count = 1;
  }

  OutputFile pub_file(options.pub, FileMode::Ordinary);
  OutputFile key_file(options.key, FileMode::Private);
  JsonFile json_file(options.compute.json);
  const std::size_t key_bytes = generator.key_sizes.of(form);
  const std::size_t room = count ? std::min(*count, chunk_items) : chunk_items;
  SecretBuffer pub(room * generator.pub_bytes);
  SecretBuffer key(room * key_bytes);
  Summary summary("keygen", seeds ? seeds->path() : "keygen");
  while (!count || summary.count < *count) {
    std::size_t n = count ? std::min(*count - summary.count, room) : room;
    if (seeds) n = std::min(n, seeds->available());
    if (n == 0) break;
    const Output pub_part = pub.first(n * generator.pub_bytes);
    const Output key_part = key.first(n * key_bytes);
    run_chunk(summary, n, [&] {
      return seeds ? generator.derand(device, seeds->take(n), pub_part, key_part)
                   : generator.fresh(device, pub_part, key_part);
    });
    pub_file.write(pub_part);
    key_file.write(key_part);
  }
  if (count && summary.count < *count) fail_too_few(seeds->path(), summary.count, *count);
  pub_file.commit();
  key_file.commit();
  return finish(summary, options.scheme, device, {{"--pub", options.pub}, {"--key", options.key}},
                options.compute, json_file);
}

}  // namespace

void add_keygen_command(CLI::App& app, Invocation& invocation) {
  auto options = std::make_shared<KeygenOptions>();
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
  refuse_empty(command->add_option(
                   "--seed-file", options->seed_file,
                   "Take the seeds (d || z, 64 bytes each; ML-DSA: xi, 32) from FILE instead of the random "
                   "generator"))
      ->type_name("FILE");
  add_compute_options(*command, options->compute);
  command->footer(
      "A record file is the values one after another, without a header: with ml-kem-768, key i is the\n"
      "1184 bytes at 1184 * i of --pub. Files appear under their names only when they are complete;\n"
      "what had these names before, private keys too, is then replaced without a question.\n\n"
      "Examples:\n"
      "  pqlane keygen --scheme ml-kem-768 --count 1000 --pub pub.bin --key key.bin\n"
      "  pqlane keygen --scheme ml-kem-768 --count 1M --key-form seed --pub pub.bin --key seeds.bin\n"
      "  pqlane keygen --scheme ml-dsa-65 --seed-file seeds.bin --pub pub.bin --key key.bin");
  command->callback([options, &invocation] {
    invocation.run = with_trace(options->compute.trace, [options] { return run_keygen(*options); });
  });
}

}  // namespace pqlane::cli
