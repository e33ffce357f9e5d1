// table.cpp: see table.hpp.
#include "bench/table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace pqlane::bench {
namespace {

constexpr const char* row_format =
    "{:<18} {:<12} {:<15} {:>3} {:>8} {:>11} {:>11} {:>9} {:>9} {:>11} {:>11} {:>7}  {}\n";

// The attempts of each signature scheme, all its rows together.
std::string attempts_text(const std::vector<Row>& rows) {
  struct Total {
    double signatures = 0, attempts = 0, p99 = 0;
  };
  std::map<pqlane_scheme, Total> totals;
  for (const Row& row : rows) {
    if (!row.attempts) continue;
    Total& total = totals[row.work.scheme];
    const auto signatures = static_cast<double>(row.attempts->signatures);
    total.signatures += signatures;
    total.attempts += row.attempts->mean * signatures;
    total.p99 = std::max(total.p99, row.attempts->p99);
  }
  std::string text;
  for (const auto& [scheme, total] : totals) {
    text += fmt::format("attempts a signature, {}: {:.2f} in the mean, 99% within {:.0f}\n",
                        pqlane_scheme_name(scheme), total.attempts / total.signatures, total.p99);
  }
  return text;
}

// "sign/1024": with messages of another length than the usual one.
std::string op_text(const Row& row) {
  const bool takes_message = row.work.op == Op::sign || row.work.op == Op::verify;
  const std::size_t bytes = row.peer ? row.peer->message_bytes : row.work.message_bytes;
  if (!takes_message || bytes == default_message_bytes) return op_name(row.work.op);
  return fmt::format("{}/{}", op_name(row.work.op), bytes);
}

// Rates of the kernels of a GPU alone.
std::string kernel_lines(const SuiteResult& result) {
  std::string text;
  for (const Row& row : result.rows) {
    if (row.kernel_rates.empty()) continue;
    const double rate = summarise(row.kernel_rates).median;
    text += fmt::format("  {} {} on {}, batch {}: {} ops/s, {:.0f}% of the call's time\n", row_scheme(row),
                        op_text(row), row.device, row.work.batch, grouped(rate),
                        100 * row.ops_per_s.median / rate);
  }
  return text.empty() ? text : "kernels alone, without copies and launches:\n" + text;
}

std::string or_dash(const std::optional<double>& value) { return value ? grouped(*value) : "-"; }

// Joules of the rows that have them, and why others have none.
std::string energy_lines(const Plan& plan, const SuiteResult& result) {
  if (plan.energy_seconds <= 0) return {};
  std::string text;
  for (const Row& row : result.rows) {
    if (!row.energy) continue;
    text += fmt::format("  {} {} on {}, batch {}: {:.4g} uJ an operation, {:.1f} W ({})\n", row_scheme(row),
                        op_name(row.work.op), row.device, row.work.batch, 1e6 * row.energy->joules_per_op,
                        row.energy->average_watts, row.energy->source);
  }
  if (!text.empty()) text = "energy of the whole device, what it draws when idle included:\n" + text;
  for (const std::string& line : result.unreadable) {
    if (!line.starts_with("no ceiling")) text += line + "\n";
  }
  return text;
}

// Ceilings beside Keccak, and each row's shares and what bounds it.
std::string roofline_text(const SuiteResult& result) {
  std::string text = "roofline: what the devices can do at most\n";
  for (const DeviceCeiling& ceiling : result.ceilings) {
    const char* unit = ceiling.per_cpu_second ? "CPU second of one thread" : "second";
    const std::string threads = ceiling.threads > 1 ? fmt::format(", {} threads", ceiling.threads) : "";
    text += fmt::format("  {:<15} {:<20} {:>16} a {}{}\n", ceiling.device, ceiling.resource,
                        grouped(ceiling.rate.median), unit, threads);
  }
  text += "shares of it that the operations take; a bound is a share of half or more\n";
  for (const Row& row : result.rows) {
    if (row.shares.empty()) continue;
    text += fmt::format("  {:<18} {:<6} {:<15} {:>3} {:>8} ", row_scheme(row), op_name(row.work.op),
                        row.device, row.threads, row.work.batch);
    for (const Share& share : row.shares)
      text += fmt::format(" {} {:.1f}%,", share.resource, 100 * share.share);
    text += fmt::format(" bound by {}\n", bound_of(row.shares).value_or("none of these"));
  }
  for (const std::string& line : result.unreadable) {
    if (line.starts_with("no ceiling")) text += line + "\n";
  }
  return text;
}

const char* keys_text(KeyReuse reuse, bool messages) {
  switch (reuse) {
    case KeyReuse::none:
      return messages ? "a key and a message of its own for every item" : "a key of its own for every item";
    case KeyReuse::one_key: return "one key for all items";
    case KeyReuse::cached_key: return "one key for all items, expanded before";
  }
  return "";
}

// What rows of ours include; nothing of what no row has.
std::string own_rows_text(const Plan& plan, const std::vector<Row>& rows) {
  const auto any = [&](auto&& has) {
    return std::any_of(rows.begin(), rows.end(), [&](const Row& row) { return !row.peer && has(row.work); });
  };
  std::vector<std::string> parts;
  const bool messages = any([](const Case& work) { return work.op == Op::sign || work.op == Op::verify; });
  if (any([](const Case& work) { return work.op != Op::keygen; }))
    parts.emplace_back(keys_text(plan.reuse, messages));
  if (messages) parts.push_back(fmt::format("messages of {} bytes", fmt::join(plan.message_sizes, ", ")));
  if (any([](const Case& work) { return is_randomised(work.op) && !work.derand; }))
    parts.emplace_back("making the randomness is included");
  if (any([](const Case& work) { return work.derand; }))
    parts.emplace_back("randomness is given by the caller");
  if (any([](const Case& work) { return work.op == Op::decaps && has_key_check(work.scheme); }))
    parts.emplace_back(plan.checked_keys ? "decaps of keys that were checked before"
                                         : "decaps checks the hash in each key (ML-KEM)");
  std::string text = parts.empty() ? "" : fmt::format("{}\n", fmt::join(parts, "; "));
  if (plan.place == Place::page_locked) text += "arrays of a call are in page-locked memory\n";
  if (plan.place == Place::device) text += "arrays of a call are in the device's memory: nothing is copied\n";
  return text;
}

// Each peer once, and what it lacks.
std::string peer_lines(const SuiteResult& result) {
  std::vector<std::string> lines;
  for (const Row& row : result.rows) {
    if (!row.peer) continue;
    std::string line = fmt::format("{}: {}, {}", row.device, row.peer->implementation, row.peer->note);
    if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(std::move(line));
  }
  lines.insert(lines.end(), result.not_measured.begin(), result.not_measured.end());
  return lines.empty() ? "" : fmt::format("{}\n", fmt::join(lines, "\n"));
}

std::string microseconds(double value) { return fmt::format("{:.{}f}", value, value < 100 ? 2 : 0); }

}  // namespace

std::string grouped(double value) {
  std::string digits = fmt::format("{:.0f}", std::round(value));
  const std::size_t sign = digits.starts_with('-') ? 1 : 0;
  for (std::size_t at = digits.size(); at > sign + 3;) {
    at -= 3;
    digits.insert(at, ",");
  }
  return digits;
}

std::string table_header() {
  return fmt::format(fmt::runtime(row_format), "scheme", "op", "device", "thr", "batch", "ops/s", "ops/cpu-s",
                     "ns/op", "cycles/op", "p50 us", "p99 us", "keccak", "verified");
}

std::string table_row(const Row& row) {
  const std::string share = row.ceiling ? fmt::format("{:.1f}%", 100 * row.ceiling->share) : "-";
  return fmt::format(
      fmt::runtime(row_format), row_scheme(row), op_text(row),
      row.ran_on.empty() ? row.device : row.device + "=" + row.ran_on, row.threads, row.work.batch,
      grouped(row.ops_per_s.median), row.on_cpu ? grouped(row.ops_per_cpu_s.median) : "-",
      grouped(1e9 / row.ops_per_s.median), or_dash(row.cycles_per_op), microseconds(row.latency_p50_us),
      microseconds(row.latency_p99_us), share, row.verified ? "yes" : "NO");
}

std::string table_footer(const Plan& plan, const SuiteResult& result) {
  std::string text = "\n";
  if (!result.ceilings.empty())
    text += "keccak: the share of a device's bare Keccak rate that an operation's own permutations take\n";
  for (const DeviceCeiling& ceiling : result.ceilings) {
    if (ceiling.resource != keccak_resource) continue;
    text += fmt::format("  {}: {:.2f} M permutations a {}\n", ceiling.device, 1e-6 * ceiling.rate.median,
                        ceiling.per_cpu_second ? "CPU second on one thread" : "second");
  }
  if (plan.roofline) text += roofline_text(result);
  text += kernel_lines(result);
  text += attempts_text(result.rows);
  text += own_rows_text(plan, result.rows);
  text += peer_lines(result);
  if (!result.no_cycles_reason.empty()) {
    text += fmt::format("no cycle counts ({})\n", result.no_cycles_reason);
  }
  text += energy_lines(plan, result);
  return text;
}

std::string progress_line(std::size_t row, double part, std::size_t rows, double elapsed_seconds) {
  constexpr std::size_t width = 30;
  const double done = (static_cast<double>(row) + part) / static_cast<double>(rows);
  const auto filled = static_cast<std::size_t>(done * width);
  const std::string eta = done > 0 ? fmt::format("{:.0f} s left", elapsed_seconds / done - elapsed_seconds)
                                   : std::string("starting");
  return fmt::format("[{}{}] {}/{}  {}", std::string(filled, '#'), std::string(width - filled, '.'), row + 1,
                     rows, eta);
}

}  // namespace pqlane::bench
