// cmd_dsa.cpp: `pqlane sign` and `verify` on record files and on message files.
//
// Messages of any number are worked through in pieces; signatures are detached, one record a message. One key
// record serves all messages and is then expanded once.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "cli/cli_error.hpp"
#include "cli/commands.hpp"
#include "cli/dsa_calls.hpp"
#include "cli/messages.hpp"
#include "cli/output_file.hpp"
#include "cli/record_command.hpp"
#include "cli/trace_file.hpp"

namespace pqlane::cli {
namespace {

struct DsaOptions {
  ComputeOptions compute;
  std::string scheme;
  std::string pub, key, sig;
  std::string key_form;  // empty: not given
  std::vector<std::string> msg;
  std::string msg_file, msg_size;
  std::string context;
  std::optional<std::string> prehash;  // an empty name is one that nobody knows
  bool deterministic = false;
};

constexpr std::size_t most_context_bytes = 255;  // FIPS 204, algorithm 2

Messages open_messages(const DsaOptions& options) {
  if (options.msg.empty() == options.msg_file.empty()) {
    throw usage_error("give the messages either by --msg FILE.. or by --msg-file RECORDS --msg-size B");
  }
  if (options.msg_file.empty() != options.msg_size.empty()) {
    throw usage_error("--msg-file and --msg-size go together");
  }
  if (options.msg_file.empty()) return Messages(options.msg);
  const std::size_t bytes = parse_count_option("--msg-size", options.msg_size);
  constexpr std::size_t most_bytes = std::size_t{1} << 32;
  if (bytes == 0 || bytes > most_bytes) {
    throw usage_error(fmt::format("--msg-size: {} is not between 1 and {}", bytes, most_bytes));
  }
  return {options.msg_file, bytes};
}

// The files that a command reads, for the check of their names. `key` is an option with its file.
std::vector<NamedFile> inputs_of(const DsaOptions& options, const NamedFile& key) {
  std::vector<NamedFile> inputs{key, {"--msg-file", options.msg_file}};
  for (const std::string& file : options.msg) inputs.push_back({"--msg", file});
  return inputs;
}

// The context as bytes.
Bytes read_context(const DsaOptions& options) {
  std::optional<Bytes> context = decode_hex(options.context);
  if (!context) throw usage_error("--context: " + describe_bad_hex(options.context));
  if (context->size() > most_context_bytes) {
    throw usage_error(
        fmt::format("--context: {} bytes, at most {} are allowed", context->size(), most_context_bytes));
  }
  return *context;
}

// What the options say of all messages; `context` must outlive the calls.
pqlane_dsa_options call_options(const DsaOptions& options, const Bytes& context) {
  pqlane_dsa_options all = plain_dsa_options();
  all.deterministic = options.deterministic ? 1 : 0;
  if (options.prehash) {
    const std::optional<pqlane_hash> hash = hash_by_name(*options.prehash);
    if (!hash) {
      throw usage_error("--prehash: unknown hash function '" + *options.prehash +
                        "' (known: " + known_hashes() + ")");
    }
    all.input = PQLANE_DSA_PREHASH;
    all.hash = *hash;
  }
  all.context = {context.data(), 0, context.size(), nullptr, nullptr, 0};
  return all;
}

// The options for a batch of `items`.
pqlane_dsa_options for_batch(pqlane_dsa_options options, std::size_t items) {
  if (options.context.bytes != 0) options.context.count = items;
  return options;
}

struct FreeSigner {
  void operator()(pqlane_dsa_signer* signer) const { pqlane_dsa_signer_free(signer); }
};
struct FreeVerifier {
  void operator()(pqlane_dsa_verifier* verifier) const { pqlane_dsa_verifier_free(verifier); }
};

// What a batch with a bad key for all items ends with: no signature, and why.
pqlane_status refuse_all(pqlane_status* status, std::size_t items, const pqlane_out& sig) {
  std::fill_n(status, items, PQLANE_ERROR_SK_RANGE);
  std::fill_n(sig.data, items * sig.stride_bytes, std::uint8_t{0});
  return PQLANE_ERROR_ITEMS;
}

[[noreturn]] void fail_key(const std::string& path) { throw data_error(path + ": " + pqlane_last_error()); }

[[noreturn]] void fail_counts(const InputRecords& records, const char* what, const std::string& have,
                              const Messages& messages, const std::string& wanted) {
  throw data_error(fmt::format("{}: holds {} {} for {} messages ({})", records.path(), have, what, wanted,
                               messages.source()));
}

// Refuses counts that are known to disagree; `one_for_all` allows one record for all messages.
void check_counts(const InputRecords& records, const char* what, bool one_for_all, const Messages& messages) {
  if ((one_for_all && records.is_single()) || !records.count() || !messages.count()) return;
  if (*records.count() == *messages.count()) return;
  fail_counts(records, what, std::to_string(*records.count()), messages, std::to_string(*messages.count()));
}

int run_sign(const DsaOptions& options) {
  const pqlane_scheme scheme = scheme_of_kind(options.scheme, PQLANE_KIND_SIGNATURE);
  const pqlane_dsa_sizes sizes = dsa_sizes_or_throw(scheme);
  const Bytes context = read_context(options);
  pqlane_dsa_options all = call_options(options, context);
  check_file_names(inputs_of(options, {"--key", options.key}), {{"--sig", options.sig}}, options.compute);
  Messages messages = open_messages(options);
  const KeySizes key_sizes{sizes.seed_bytes, sizes.sk_bytes, "xi"};
  const KeyForm form = find_key_form(options.key_form, options.key, key_sizes, messages.count());
  all.key_seed = form == KeyForm::Seed ? 1 : 0;
  const Device device = open_device(options.compute);
  InputRecords keys(options.key, key_sizes.of(form), key_sizes.describe(options.scheme, form));
  check_counts(keys, "keys", true, messages);
  const bool one_key = keys.is_single();
  std::unique_ptr<pqlane_dsa_signer, FreeSigner> signer;
  if (one_key) {
    pqlane_dsa_signer* opened = nullptr;
    const pqlane_status status =
        pqlane_dsa_signer_open(device.handle(), scheme, keys.single().data(), keys.single().size(), &opened);
    // A key that cannot sign makes every item fail, as it does with a key an item.
    if (status != PQLANE_OK && status != PQLANE_ERROR_SK_RANGE) fail_key(keys.path());
    signer.reset(opened);
    all.key_seed = 0;  // the signer knows
  }

  OutputFile sig_file(options.sig, FileMode::Ordinary);
  JsonFile json_file(options.compute.json);
  const std::size_t room = std::min(messages.count().value_or(chunk_items), chunk_items);
  Bytes sig(room * sizes.sig_bytes);
  Summary summary("sign", messages.source(), [&](std::size_t index) { return messages.name(index); });
  summary.failures.name_keys(keys.path(), one_key);
  while (const std::size_t have = messages.available()) {
    const std::size_t n = one_key ? have : std::min(have, keys.available());
    if (n == 0) fail_counts(keys, "keys", std::to_string(summary.count), messages, "more");
    const pqlane_strings texts = messages.take(n);
    const pqlane_dsa_options call = for_batch(all, n);
    const pqlane_out out{sig.data(), sizes.sig_bytes, n};
    run_chunk(summary, n, [&] {
      return run_dsa_call(n, [&](pqlane_status* status) {
        if (one_key && !signer) return refuse_all(status, n, out);
        if (signer) return pqlane_dsa_signer_sign(signer.get(), &call, texts, out, status);
        const pqlane_in sk{keys.take(n).data(), key_sizes.of(form), n};
        return pqlane_dsa_sign(device.handle(), scheme, &call, sk, texts, out, status);
      });
    });
    sig_file.write(std::span(sig).first(n * sizes.sig_bytes));
  }
  if (!one_key && keys.available() != 0)
    fail_counts(keys, "keys", "more", messages, std::to_string(summary.count));
  sig_file.commit();
  return finish(summary, options.scheme, device, {{"--sig", options.sig}}, options.compute, json_file);
}

int run_verify(const DsaOptions& options) {
  const pqlane_scheme scheme = scheme_of_kind(options.scheme, PQLANE_KIND_SIGNATURE);
  const pqlane_dsa_sizes sizes = dsa_sizes_or_throw(scheme);
  const Bytes context = read_context(options);
  const pqlane_dsa_options all = call_options(options, context);
  std::vector<NamedFile> inputs = inputs_of(options, {"--pub", options.pub});
  inputs.push_back({"--sig", options.sig});
  check_file_names(inputs, {}, options.compute);
  Messages messages = open_messages(options);
  const Device device = open_device(options.compute);
  InputRecords keys(options.pub, sizes.pk_bytes, options.scheme + " public keys");
  InputRecords sigs(options.sig, sizes.sig_bytes, options.scheme + " signatures");
  check_counts(keys, "keys", true, messages);
  check_counts(sigs, "signatures", false, messages);
  std::unique_ptr<pqlane_dsa_verifier, FreeVerifier> verifier;
  if (keys.is_single()) {
    pqlane_dsa_verifier* opened = nullptr;
    const pqlane_status status = pqlane_dsa_verifier_open(device.handle(), scheme, keys.single().data(),
                                                          keys.single().size(), &opened);
    if (status != PQLANE_OK) fail_key(keys.path());
    verifier.reset(opened);
  }

  JsonFile json_file(options.compute.json);
  Summary summary("verify", sigs.path(), [&](std::size_t index) { return messages.name(index); });
  while (const std::size_t have = messages.available()) {
    std::size_t n = std::min(have, sigs.available());
    if (n == 0) fail_counts(sigs, "signatures", std::to_string(summary.count), messages, "more");
    if (!verifier) n = std::min(n, keys.available());
    if (n == 0) fail_counts(keys, "keys", std::to_string(summary.count), messages, "more");
    const pqlane_strings texts = messages.take(n);
    const pqlane_dsa_options call = for_batch(all, n);
    const pqlane_in sig{sigs.take(n).data(), sizes.sig_bytes, n};
    run_chunk(summary, n, [&] {
      return run_dsa_call(n, [&](pqlane_status* status) {
        if (verifier) return pqlane_dsa_verifier_verify(verifier.get(), &call, texts, sig, status);
        const pqlane_in pk{keys.take(n).data(), sizes.pk_bytes, n};
        return pqlane_dsa_verify(device.handle(), scheme, &call, pk, texts, sig, status);
      });
    });
  }
  const std::string count = std::to_string(summary.count);
  if (sigs.available() != 0) fail_counts(sigs, "signatures", "more", messages, count);
  if (!verifier && keys.available() != 0) fail_counts(keys, "keys", "more", messages, count);
  const int status = finish(summary, options.scheme, device, {}, options.compute, json_file);
  if (summary.count != 0) return status;
  print_error(messages.source() + ": no message was verified: nothing is proved");
  return exit_failed;
}

// The options that say what is signed.
void add_message_options(CLI::App& command, DsaOptions& options) {
  command.add_option("--msg", options.msg, "Messages: a file each, of any length (- is stdin)")
      ->type_name("FILE..");
  command.add_option("--msg-file", options.msg_file, std::string("Messages of one length: ") + file_help)
      ->type_name("RECORDS");
  command.add_option("--msg-size", options.msg_size, "Length of the messages in --msg-file")->type_name("B");
  command.add_option("--context", options.context, "Context of all messages, at most 255 bytes")
      ->type_name("HEX");
  command
      .add_option(
          "--prehash", options.prehash,
          "HashML-DSA: sign the message's digest by this function (SHA2-256, SHA3-512, SHAKE-128, ..)")
      ->type_name("HASH");
}

}  // namespace

void add_sign_command(CLI::App& app, Invocation& invocation) {
  auto options = std::make_shared<DsaOptions>();
  CLI::App* command = app.add_subcommand("sign", "Sign every message, as one batch");
  add_scheme_option(*command, options->scheme, true);
  command->add_option("--key", options->key, "Private keys: record file; one key serves all messages")
      ->type_name("FILE")
      ->required();
  add_message_options(*command, *options);
  command->add_option("--sig", options->sig, "Signatures: record file to write, one record a message")
      ->type_name("FILE")
      ->required();
  command->add_flag("--deterministic", options->deterministic,
                    "The same signature every time, instead of a randomised (hedged) one");
  add_key_form_option(*command, options->key_form, "as the size of the key file tells");
  add_compute_options(*command, options->compute);
  command->footer(
      "A message that cannot be signed leaves zero bytes in its place; its index and the reason are "
      "printed,\n"
      "all other signatures are written, and the exit status is 1.\n\n"
      "Examples:\n"
      "  pqlane sign --scheme ml-dsa-65 --key key.bin --msg letter.txt photo.jpg --sig sig.bin\n"
      "  pqlane sign --scheme ml-dsa-44 --key keys.bin --msg-file digests.bin --msg-size 32 --sig sig.bin\n"
      "  pqlane sign --scheme ml-dsa-87 --key key.bin --msg disk.img --prehash SHA2-512 --sig sig.bin");
  command->callback([options, &invocation] {
    invocation.run = with_trace(options->compute.trace, [options] { return run_sign(*options); });
  });
}

void add_verify_command(CLI::App& app, Invocation& invocation) {
  auto options = std::make_shared<DsaOptions>();
  CLI::App* command = app.add_subcommand("verify", "Check the signature of every message");
  add_scheme_option(*command, options->scheme, true);
  command->add_option("--pub", options->pub, "Public keys: record file; one key serves all messages")
      ->type_name("FILE")
      ->required();
  add_message_options(*command, *options);
  command->add_option("--sig", options->sig, "Signatures: record file, one record a message")
      ->type_name("FILE")
      ->required();
  add_compute_options(*command, options->compute);
  command->footer(
      "Signatures that are not valid are named, and the exit status is then 1; so it is when there is no "
      "message\nat all. Context and hash function must be those of the signer.\n\n"
      "Examples:\n"
      "  pqlane verify --scheme ml-dsa-65 --pub pub.bin --msg letter.txt photo.jpg --sig sig.bin\n"
      "  pqlane verify --scheme ml-dsa-44 --pub pubs.bin --msg-file digests.bin --msg-size 32 --sig sig.bin");
  command->callback([options, &invocation] {
    invocation.run = with_trace(options->compute.trace, [options] { return run_verify(*options); });
  });
}

}  // namespace pqlane::cli
