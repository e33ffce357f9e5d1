// verdict.cpp: see verdict.hpp.
#include "cli/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

#include "runtime/message_hash.hpp"

namespace pqlane::cli {
namespace {

std::string compare(const std::optional<Bytes>& want, const Bytes& got, const char* field, const char* step) {
  if (!want || *want == got) return "";
  if (want->size() != got.size()) {
    return fmt::format("{} has {} bytes, expected {} ({})", field, got.size(), want->size(), step);
  }
  const auto differing = std::mismatch(want->begin(), want->end(), got.begin()).first - want->begin();
  return fmt::format("{} differs at byte {} ({})", field, differing, step);
}

// Compares the SHA-256 digest of a value.
std::string compare_hash(const std::optional<Bytes>& want, const Bytes& value, const char* field,
                         const char* step) {
  if (!want) return "";
  const MessageHash& sha256 = *find_message_hash(PQLANE_HASH_SHA2_256);
  Bytes digest(sha256.digest_bytes);
  sha256.digest(value.data(), value.size(), digest.data());
  return *want == digest ? "" : fmt::format("SHA-256 of {} differs ({})", field, step);
}

// Refusals that bad input may cause; any other status is a defect, not a refusal.
bool is_refusal(pqlane_status status) {
  switch (status) {
    case PQLANE_ERROR_LENGTH:
    case PQLANE_ERROR_EK_MODULUS:
    case PQLANE_ERROR_DK_HASH:
    case PQLANE_ERROR_SIGNATURE:
    case PQLANE_ERROR_CONTEXT:
    case PQLANE_ERROR_SK_RANGE: return true;
    default: return false;
  }
}

// An operation of the item whose acceptance is judged.
struct Step {
  unsigned op;
  const char* name;
  const OpOutcome* outcome;
};

// Judges whether the steps of `ops` were accepted and refused as the item wants; "" when they were. A step
// that only prepares another one may pass or not where the item must be refused: `deciding` are those that
// decide then.
std::string judge_steps(const TestItem& item, unsigned ops, unsigned deciding, std::span<const Step> steps) {
  const bool must_be_refused = item.want_accepted == false;
  for (const Step& step : steps) {
    if (!(ops & step.op)) continue;
    const OpOutcome& outcome = *step.outcome;
    if (outcome.status != PQLANE_OK && !is_refusal(outcome.status)) {
      return fmt::format("{}: {}", step.name, outcome.reason);
    }
    if (must_be_refused && (deciding & step.op) && outcome.accepted())
      return fmt::format("{}: accepted, expected a refusal", step.name);
    if (!must_be_refused && !outcome.accepted())
      return fmt::format("{}: refused: {}", step.name, outcome.reason);
  }
  return "";
}

// Several differences on one line.
class Differences {
 public:
  void note(const std::string& text) {
    if (!text.empty()) text_ += (text_.empty() ? "" : "; ") + text;
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

}  // namespace

std::string judge(const KemGroup& group, const KemItem& item, const KemAnswer& answer) {
  if (!item.problem.empty()) return item.problem;
  const std::array<Step, 5> steps{{{op_keygen, "KeyGen", &answer.keygen},
                                   {op_encaps, "Encaps", &answer.encaps},
                                   {op_decaps, "Decaps", &answer.decaps},
                                   {op_check_ek, "ek check", &answer.check_ek},
                                   {op_check_dk, "dk check", &answer.check_dk}}};
  const unsigned deciding =
      group.ops == op_keygen ? group.ops : group.ops & ~static_cast<unsigned>(op_keygen);
  const std::string wrong = judge_steps(item, group.ops, deciding, steps);
  if (!wrong.empty()) return wrong;
  Differences differences;
  if (answer.keygen.accepted()) {
    differences.note(compare(item.want_ek, answer.ek, "ek", "KeyGen"));
    differences.note(compare(item.want_dk, answer.dk, "dk", "KeyGen"));
  }
  if (answer.encaps.accepted()) {
    differences.note(compare(item.want_c, answer.c, "c", "Encaps"));
    differences.note(compare(item.want_k, answer.encaps_k, "K", "Encaps"));
  }
  if (answer.decaps.accepted()) differences.note(compare(item.want_k, answer.decaps_k, "K", "Decaps"));
  return differences.text();
}

std::string judge(const DsaGroup&, const DsaItem& item, const DsaAnswer& answer) {
  if (!item.problem.empty()) return item.problem;
  const std::array<Step, 3> steps{{{dsa_keygen, "KeyGen", &answer.keygen},
                                   {dsa_sign, "Sign", &answer.sign},
                                   {dsa_verify, "Verify", &answer.verify}}};
  const unsigned last = item.ops & dsa_verify ? dsa_verify : item.ops & dsa_sign ? dsa_sign : dsa_keygen;
  const std::string wrong = judge_steps(item, item.ops, last, steps);
  if (!wrong.empty()) return wrong;
  Differences differences;
  if (answer.keygen.accepted()) {
    differences.note(compare(item.want_pk, answer.pk, "pk", "KeyGen"));
    differences.note(compare(item.want_sk, answer.sk, "sk", "KeyGen"));
    if (item.want_key_hash) {
      Bytes pair = answer.pk;
      pair.insert(pair.end(), answer.sk.begin(), answer.sk.end());
      differences.note(compare_hash(item.want_key_hash, pair, "pk || sk", "KeyGen"));
    }
  }
  if (answer.sign.accepted()) {
    differences.note(compare(item.want_sig, answer.sig, "signature", "Sign"));
    differences.note(compare_hash(item.want_sig_hash, answer.sig, "signature", "Sign"));
  }
  return differences.text();
}

}  // namespace pqlane::cli
