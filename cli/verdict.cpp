// verdict.cpp: see verdict.hpp.
#include "cli/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

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

// Refusals that bad input may cause; any other status is a defect, not a refusal.
bool is_refusal(pqlane_status status) {
  return status == PQLANE_ERROR_LENGTH || status == PQLANE_ERROR_EK_MODULUS || status == PQLANE_ERROR_DK_HASH;
}

// An operation of the item whose acceptance is judged.
struct Step {
  unsigned op;
  const char* name;
  const OpOutcome* outcome;
};

}  // namespace

std::string judge(const KemGroup& group, const KemItem& item, const KemAnswer& answer) {
  if (!item.problem.empty()) return item.problem;
  const std::array<Step, 5> steps{{{op_keygen, "KeyGen", &answer.keygen},
                                   {op_encaps, "Encaps", &answer.encaps},
                                   {op_decaps, "Decaps", &answer.decaps},
                                   {op_check_ek, "ek check", &answer.check_ek},
                                   {op_check_dk, "dk check", &answer.check_dk}}};
  const bool must_be_refused = item.want_accepted == false;
  for (const Step& step : steps) {
    if (!(group.ops & step.op)) continue;
    const OpOutcome& outcome = *step.outcome;
    if (outcome.status != PQLANE_OK && !is_refusal(outcome.status)) {
      return fmt::format("{}: {}", step.name, outcome.reason);
    }
    // KeyGen that only prepares another step may pass or not: the later step decides.
    const bool decides = step.op != op_keygen || group.ops == op_keygen;
    if (must_be_refused && decides && outcome.accepted())
      return fmt::format("{}: accepted, expected a refusal", step.name);
    if (!must_be_refused && !outcome.accepted())
      return fmt::format("{}: refused: {}", step.name, outcome.reason);
  }
  std::string difference;
  const auto note = [&difference](const std::string& text) {
    if (!text.empty()) difference += (difference.empty() ? "" : "; ") + text;
  };
  if (answer.keygen.accepted()) {
    note(compare(item.want_ek, answer.ek, "ek", "KeyGen"));
    note(compare(item.want_dk, answer.dk, "dk", "KeyGen"));
  }
  if (answer.encaps.accepted()) {
    note(compare(item.want_c, answer.c, "c", "Encaps"));
    note(compare(item.want_k, answer.encaps_k, "K", "Encaps"));
  }
  if (answer.decaps.accepted()) note(compare(item.want_k, answer.decaps_k, "K", "Decaps"));
  return difference;
}

}  // namespace pqlane::cli
