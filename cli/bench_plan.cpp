// bench_plan.cpp: see bench_plan.hpp.
#include "cli/bench_plan.hpp"

#include "bench/evp_workload.hpp"
#include "bench/formats.hpp"
#include "bench/machine.hpp"
#include "bench/sweep.hpp"
#include "cli/cli_error.hpp"
#include "cli/common_options.hpp"
#include "cli/idle_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace pqlane::cli {
namespace {

using bench::Op;

// A batch larger than this is refused as a slip: 2^30 of the smallest ciphertexts are 800 GB.
constexpr std::uint64_t most_ops = std::uint64_t{1} << 30;
constexpr std::uint64_t most_threads = 4096;
constexpr std::uint64_t most_message_bytes = std::uint64_t{1} << 30;
// No source of telemetry changes faster.
constexpr double most_sample_rate = 1000;
// --quick: measured time of a row, and of everything.
constexpr double quick_row_seconds = 0.25;
constexpr double quick_total_seconds = 40;

// --format wolfcrypt: operations of a call, as that benchmark's steps.
constexpr const char* wolfcrypt_batch = "100";

// The name that stands for all conventional algorithms.
constexpr const char* all_conventional = "conventional";

// The parts of a repeatable option, each of which may be a list with commas.
std::vector<std::string> all_parts(const char* option, const std::vector<std::string>& values) try {
  std::vector<std::string> parts;
  for (const std::string& value : values) {
    for (std::string& part : bench::split_list(value)) {
      if (std::find(parts.begin(), parts.end(), part) == parts.end()) parts.push_back(std::move(part));
    }
  }
  return parts;
} catch (const bench::UsageError& error) {
  throw usage_error(std::string(option) + ": " + error.what());
}

// What OpenSSL alone does here.
std::string evp_names() {
  std::string names;
  pqlane_scheme scheme{};
  for (const bench::EvpAlgorithm& algorithm : bench::evp_algorithms()) {
    if (pqlane_scheme_by_name(algorithm.scheme, &scheme) == PQLANE_OK) continue;
    names += (names.empty() ? "" : ", ") + std::string(algorithm.scheme);
  }
  return names;
}

// The names of devices in a list with commas: a number after one is one more GPU of the same device
// ("cuda:0,1,cpu" names cuda:0,1 and cpu).
std::vector<std::string> device_names(const std::vector<std::string>& values) {
  std::vector<std::string> names;
  for (const std::string& value : values) {
    bool extends = false;
    for (const std::string& part : all_parts("--device", {value})) {
      const bool number = !part.empty() && part.find_first_not_of("0123456789") == std::string::npos;
      if (number && extends) {
        names.back() += "," + part;
      } else {
        names.push_back(part);
        extends = part.find(':') != std::string::npos;
      }
    }
  }
  return names;
}

template <typename T>
void add_once(std::vector<T>& list, const T& value) {
  if (std::find(list.begin(), list.end(), value) == list.end()) list.push_back(value);
}

// Ours, in the order of the command line; "all" are the KEMs.
std::vector<pqlane_scheme> choose_schemes(const std::vector<std::string>& values) {
  if (values.empty()) {
    return {PQLANE_ML_KEM_512, PQLANE_ML_KEM_768, PQLANE_ML_KEM_1024,
            PQLANE_ML_DSA_44,  PQLANE_ML_DSA_65,  PQLANE_ML_DSA_87};
  }
  std::vector<pqlane_scheme> schemes;
  for (const std::string& name : all_parts("--scheme", values)) {
    pqlane_scheme scheme{};
    const bool ours = pqlane_scheme_by_name(name.c_str(), &scheme) == PQLANE_OK;
    if (ours) add_once(schemes, scheme);
    if (!ours && name != "all" && name != all_conventional && bench::find_evp_algorithm(name) == nullptr)
      throw usage_error("unknown scheme '" + name + "' (known: " + scheme_names(std::nullopt) +
                        "; in OpenSSL: " + all_conventional + ", " + evp_names() + ")");
    if (name != "all") continue;
    for (std::size_t i = 0; i < pqlane_scheme_count(); ++i) {
      if (pqlane_scheme_get_kind(pqlane_scheme_at(i)) == PQLANE_KIND_KEM)
        add_once(schemes, pqlane_scheme_at(i));
    }
  }
  return schemes;
}

// The schemes of a list that are not ours: conventional ones, and what only OpenSSL has.
std::vector<std::string> others_in(const std::vector<std::string>& values) {
  std::vector<std::string> names;
  for (const std::string& name : all_parts("--scheme", values)) {
    pqlane_scheme scheme{};
    if (pqlane_scheme_by_name(name.c_str(), &scheme) == PQLANE_OK) continue;
    for (const bench::EvpAlgorithm& algorithm : bench::evp_algorithms()) {
      if (name == algorithm.scheme || (name == all_conventional && algorithm.conventional))
        add_once(names, std::string(algorithm.scheme));
    }
  }
  return names;
}

bool is_openssl(const std::string& peer) { return peer.substr(0, peer.find('=')) == "openssl"; }

// Each peer once.
std::vector<std::string> peers_in(const BenchOptions& options) {
  std::vector<std::string> peers;
  for (const std::string& text : all_parts("--peer", options.peers)) {
    const std::string name = text.substr(0, text.find('='));
    for (const std::string& other : peers) {
      if (other.substr(0, other.find('=')) == name) throw usage_error("--peer: " + name + " is named twice");
    }
    peers.push_back(text);
  }
  return peers;
}

// What one peer has of these; `must` throws UsageError for what it lacks, else plan.lacking says so.
std::size_t add_schemes(const bench::Peer& peer, const std::vector<std::string>& schemes, bool must,
                        bench::Plan& plan) {
  std::size_t found = 0;
  for (const std::string& scheme : schemes) {
    std::string why_not;
    bench::PeerSchemePointer theirs = peer.find(scheme, why_not);
    if (theirs != nullptr) {
      plan.peers.push_back(std::move(theirs));
      ++found;
      continue;
    }
    if (must) throw bench::UsageError(scheme + ": " + why_not);
    add_once(plan.lacking, "not measured: " + scheme + ": " + why_not);
  }
  return found;
}

// What other libraries do: each peer what it has of all that was asked for, and OpenSSL in any case what is
// not ours.
void choose_peers(const BenchOptions& options, bench::Plan& plan) {
  const std::vector<std::string> others = others_in(options.schemes);
  const std::vector<std::string> peers = peers_in(options);
  std::vector<std::string> ours;
  for (const pqlane_scheme scheme : plan.schemes) ours.emplace_back(pqlane_scheme_name(scheme));
  const bool openssl_is_peer = std::any_of(peers.begin(), peers.end(), is_openssl);
  if (!others.empty() && !openssl_is_peer) try {
      add_schemes(*bench::open_peer("openssl"), others, true, plan);
    } catch (const bench::UsageError& error) {
      const std::string text = error.what();
      throw usage_error(text.starts_with("no OpenSSL") ? others.front() + ": " + text : text);
    }
  for (const std::string& text : peers) try {
      const std::shared_ptr<const bench::Peer> peer = bench::open_peer(text);
      const std::size_t found =
          add_schemes(*peer, others, is_openssl(text), plan) + add_schemes(*peer, ours, false, plan);
      if (found == 0)
        throw bench::UsageError(peer->implementation() + " has none of the schemes" +
                                (plan.lacking.empty() ? "" : " (" + plan.lacking.back() + ")"));
    } catch (const bench::UsageError& error) {
      throw usage_error("--peer " + text + ": " + error.what());
    }
}

std::vector<Op> choose_ops(const std::vector<std::string>& values) {
  constexpr std::array known{Op::keygen, Op::encaps, Op::decaps, Op::sign, Op::verify, Op::agree};
  std::vector<Op> ops;
  for (const std::string& name : all_parts("--op", values)) {
    bool found = false;
    for (const Op op : known) {
      if (name != "all" && name != bench::op_name(op)) continue;
      found = true;
      if (std::find(ops.begin(), ops.end(), op) == ops.end()) ops.push_back(op);
    }
    if (!found) {
      throw usage_error("unknown operation '" + name +
                        "' (known: keygen, encaps, decaps, sign, verify, agree, all)");
    }
  }
  if (ops.empty()) ops.assign(known.begin(), known.end());
  return ops;
}

// Names are checked when the devices are opened.
std::vector<std::string> choose_devices(const std::vector<std::string>& values) {
  std::vector<std::string> devices;
  for (const std::string& name : device_names(values)) {
    if (name != "all") {
      devices.push_back(name);
      continue;
    }
    for (std::size_t i = 0; i < pqlane_backend_count(); ++i) {
      pqlane_backend_info info{};
      if (pqlane_backend_get(i, &info) == PQLANE_OK && info.usable != 0) devices.push_back(info.device_name);
    }
  }
  if (devices.empty()) devices.push_back("cpu");
  return devices;
}

// Where nothing is said: ordinary memory, but for kernel times of a GPU its own.
bench::Place choose_place(const BenchOptions& options, BenchFormat format, const bench::Plan& plan) {
  const std::string& name = options.buffers;
  if (name.empty()) {
    const bool gpu = plan.devices.front().starts_with("cuda") || plan.devices.front().starts_with("hip");
    return format == BenchFormat::cupqc && gpu ? bench::Place::device : bench::Place::pageable;
  }
  for (const bench::Place place : {bench::Place::pageable, bench::Place::page_locked, bench::Place::device}) {
    if (name == bench::place_name(place)) return place;
  }
  throw usage_error("--buffers: '" + name + "' is none of pageable, page-locked, device");
}

template <typename T>
std::vector<T> choose_numbers(const char* option, const std::string& text, std::uint64_t most,
                              std::optional<std::uint64_t> all) {
  std::vector<T> numbers;
  try {
    for (const std::uint64_t value : bench::parse_sweeps(text, all)) {
      if (value == 0 || value > most) {
        throw bench::UsageError(fmt::format("{} is not between 1 and {}", value, most));
      }
      numbers.push_back(static_cast<T>(value));
    }
  } catch (const bench::UsageError& error) {
    throw usage_error(std::string(option) + ": " + error.what());
  }
  return numbers;
}

const char* no_rows_text(const bench::Plan& plan) {
  switch (plan.reuse) {
    case bench::KeyReuse::none: return "--op: none of the operations is one of the schemes";
    case bench::KeyReuse::one_key:
      return "--same-key: keygen has no key to share; choose encaps or decaps, sign or verify";
    case bench::KeyReuse::cached_key: break;
  }
  return "--cached-key: only sign and verify can hold an expanded key";
}

// The cuPQC benchmark's batches and runs, of one device and our schemes.
void make_cupqc_plan(const BenchOptions& options, bench::Plan& plan) {
  if (plan.devices.size() != 1 || plan.threads.size() != 1)
    throw usage_error("--format cupqc: its files hold one device; name one, and one number of threads");
  if (!plan.peers.empty())
    throw usage_error("--format cupqc: its files hold ML-KEM and ML-DSA of pqlane alone");
  if (plan.message_sizes.size() != 1)
    throw usage_error("--format cupqc: its files hold one length of messages");
  if (std::count_if(plan.batches.begin(), plan.batches.end(), [](std::size_t batch) { return batch != 1; }) >
      1)
    throw usage_error("--format cupqc: its files hold one batch, and one operation for the latency");
  if (!options.trace.empty())
    throw usage_error("--format cupqc takes its times from a timeline of its own: leave --trace out");
  plan.runs = bench::cupqc_runs;
  if (options.message_bytes.empty()) plan.message_sizes = {bench::cupqc_message_bytes};
  if (!options.batches.empty()) return;
  plan.batches = {bench::cupqc_kem_batch, 1};
  plan.signature_batches = {bench::cupqc_dsa_batch, 1};
}

}  // namespace

BenchFormat format_or_throw(const std::string& name) {
  constexpr std::pair<const char*, BenchFormat> formats[] = {
      {"cupqc", BenchFormat::cupqc},
      {"wolfcrypt", BenchFormat::wolfcrypt},
      {"csv", BenchFormat::csv},
      {"markdown", BenchFormat::markdown},
      {"google-benchmark", BenchFormat::google_benchmark}};
  if (name.empty()) return BenchFormat::none;
  std::string known;
  for (const auto& [format_name, format] : formats) {
    if (name == format_name) return format;
    known += (known.empty() ? "" : ", ") + std::string(format_name);
  }
  throw usage_error("unknown format '" + name + "' (known: " + known + ")");
}

bench::Plan make_plan(const BenchOptions& options) {
  bench::Plan plan;
  plan.schemes = choose_schemes(options.schemes);
  choose_peers(options, plan);
  plan.ops = choose_ops(options.ops);
  plan.devices = choose_devices(options.devices);
  const BenchFormat format = format_or_throw(options.format);
  const std::string batches = !options.batches.empty()           ? options.batches
                              : format == BenchFormat::wolfcrypt ? wolfcrypt_batch
                              : options.quick                    ? "1,1Ki"
                                                                 : "1,4Ki";
  plan.batches = choose_numbers<std::size_t>("--batch", batches, most_ops, std::nullopt);
  plan.threads = choose_numbers<unsigned>("--threads", options.threads, most_threads, bench::usable_cores());
  plan.derand = options.derand;
  plan.checked_keys = options.checked_keys;
  if (options.same_key && options.cached_key) throw usage_error("give either --same-key or --cached-key");
  if (options.same_key) plan.reuse = bench::KeyReuse::one_key;
  if (options.cached_key) plan.reuse = bench::KeyReuse::cached_key;
  if (!options.message_bytes.empty())
    plan.message_sizes = choose_numbers<std::size_t>("--message-bytes", options.message_bytes,
                                                     most_message_bytes, std::nullopt);
  plan.pin = options.pin;
  plan.roofline = options.roofline;
  plan.place = choose_place(options, format, plan);
  if (format == BenchFormat::cupqc) make_cupqc_plan(options, plan);
  const std::size_t rows = bench::row_count(plan);
  if (rows == 0) throw usage_error(no_rows_text(plan));
  refuse_idle_options(options, plan);
  if (options.quick) {
    plan.row_deadline_seconds = quick_total_seconds / static_cast<double>(rows);
    plan.seconds = std::min(quick_row_seconds, plan.row_deadline_seconds / 4);
  }
  if (options.seconds) plan.seconds = *options.seconds;
  if (!(plan.seconds > 0 && plan.seconds <= 3600))
    throw usage_error("--seconds must be above 0 and at most 3600");
  if (!(options.sample_rate >= 0 && options.sample_rate <= most_sample_rate))
    throw usage_error(fmt::format("--sample-rate must be 0 (none) to {:.0f}", most_sample_rate));
  if (options.energy && !(*options.energy > 0 && *options.energy <= 3600))
    throw usage_error("--energy must be above 0 and at most 3600");
  plan.sample_rate_hz = options.sample_rate;
  plan.energy_seconds = options.energy.value_or(0);
  return plan;
}

}  // namespace pqlane::cli
