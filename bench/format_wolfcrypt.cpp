// format_wolfcrypt.cpp: rows as the wolfCrypt benchmark prints them; see formats.hpp.
#include "bench/formats.hpp"

#include "bench/row_name.hpp"
#include "bench/sweep.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <string_view>
#include <system_error>
#include <utility>

namespace pqlane::bench {
namespace {

struct Label {
  std::string name;
  unsigned bits;
};

// The last part of a scheme's name that is a number: 12289 of "lwe-12289-aes".
unsigned number_of(const std::string& scheme) {
  unsigned number = 0;
  for (const std::string& part : split_list(scheme, '-')) {
    unsigned value = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value);
    if (error == std::errc() && end == part.data() + part.size()) number = value;
  }
  return number;
}

// Strength of the sets of ML-KEM and Kyber, which that benchmark gives as their bits.
unsigned kem_strength(unsigned set) { return set / 4 == 256 ? 256 : set / 4; }

// The name and bits that the wolfCrypt benchmark gives what we call so.
Label label_of(std::string_view scheme, Op op) {
  const unsigned number = number_of(std::string(scheme));
  if (scheme.starts_with("ml-kem-")) return {fmt::format("ML-KEM {}", number), kem_strength(number)};
  if (scheme.starts_with("kyber-")) return {fmt::format("KYBER{}", number), kem_strength(number)};
  if (scheme.starts_with("ml-dsa-")) return {"ML-DSA", number};
  if (scheme.starts_with("rsa-")) return {"RSA", number};
  if (scheme.starts_with("ffdhe-")) return {"DH", number};
  if (scheme == "x25519") return {"CURVE", 25519};
  if (scheme == "ed25519") return {"ED", 25519};
  const bool ecdsa = scheme.starts_with("ecdsa-");
  if (ecdsa || scheme.starts_with("p-")) {
    const char* kind = ecdsa ? "ECDSA" : op == Op::agree ? "ECDHE" : "ECC";
    return {fmt::format("{:<5} [{:>15}]", kind, fmt::format("SECP{}R1", number)), number};
  }
  std::string upper(scheme);
  for (char& c : upper) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return {upper, number};
}

const char* operation_of(std::string_view scheme, Op op) {
  const bool rsa = scheme.starts_with("rsa-");
  switch (op) {
    case Op::keygen: return "key gen";
    case Op::encaps: return "encap";
    case Op::decaps: return "decap";
    case Op::sign: return rsa ? "private" : "sign";
    case Op::verify: return rsa ? "public" : "verify";
    case Op::agree: return "agree";
  }
  return "";
}

struct Figures {
  std::uint64_t count;
  double seconds, average_ms, ops_per_s;
};

Figures figures_of(const Row& row) {
  const std::uint64_t count = row.calls * row.work.batch;
  const auto ops = static_cast<double>(count);
  return {count, row.seconds, 1e3 * row.seconds / ops, ops / row.seconds};
}

// What stands in brackets behind a name, since the rows of that benchmark have no place for it: what is not
// as usual, and the device, its threads and the batch where rows of the same operation differ in them.
std::string brackets_of(const Row& row, const std::vector<Row>& rows) {
  bool devices = false, threads = false, batches = false;
  for (const Row& other : rows) {
    if (std::string_view(row_scheme(other)) != row_scheme(row) || other.work.op != row.work.op) continue;
    devices = devices || other.device != row.device;
    threads = threads || other.threads != row.threads;
    batches = batches || other.work.batch != row.work.batch;
  }
  std::vector<std::string> parts;
  if (devices) parts.push_back(row.device);
  if (threads) parts.push_back(fmt::format("threads:{}", row.threads));
  if (batches) parts.push_back(fmt::format("batch:{}", row.work.batch));
  // That benchmark, too, measures conventional algorithms with keys that were decoded before.
  pqlane_scheme ours{};
  const bool conventional = pqlane_scheme_by_name(row_scheme(row), &ours) != PQLANE_OK;
  for (std::string& part : row_variants(row)) {
    if (!conventional || part != key_reuse_name(row.work.reuse)) parts.push_back(std::move(part));
  }
  return parts.empty() ? "" : fmt::format(" [{}]", fmt::join(parts, " "));
}

}  // namespace

std::string wolfcrypt_text(const SuiteResult& result) {
  std::string text;
  for (const Row& row : result.rows) {
    const Label label = label_of(row_scheme(row), row.work.op);
    const Figures figures = figures_of(row);
    text += fmt::format("{:<6} {:>5} {:>8} {:>9} ops took {:.3f} sec, avg {:.3f} ms, {:.3f} ops/sec\n",
                        label.name + brackets_of(row, result.rows), label.bits,
                        operation_of(row_scheme(row), row.work.op), figures.count, figures.seconds,
                        figures.average_ms, figures.ops_per_s);
  }
  return text;
}

std::string wolfcrypt_csv(const SuiteResult& result) {
  std::string text = "Algorithm,key size,operation,avg ms,ops/sec,\n";
  for (const Row& row : result.rows) {
    const Label label = label_of(row_scheme(row), row.work.op);
    const Figures figures = figures_of(row);
    text += fmt::format("{},{},{},{:.3f},{:.3f},\n", label.name + brackets_of(row, result.rows), label.bits,
                        operation_of(row_scheme(row), row.work.op), figures.average_ms, figures.ops_per_s);
  }
  return text;
}

}  // namespace pqlane::bench
