// kem_engine.cpp: see kem_engine.hpp.
#include "cli/kem_engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <span>

#include "cli/common_options.hpp"

namespace pqlane::cli {
namespace {

// Items of one batch call, and of a piece; bounds the packed copies to about 30 MB.
constexpr std::size_t batch_items = 4096;

// An input value of an operation: which member of the item, its name and its size.
struct InputField {
  const std::optional<Bytes> KemItem::* member;
  const char* name;
  std::size_t bytes;
};

// The items of a group that one operation can run, and that operation's results.
class Batch {
 public:
  Batch(const KemGroup& group, std::vector<KemAnswer>& answers, OpOutcome KemAnswer::* outcome)
      : group_(group), answers_(answers), outcome_(outcome) {}

  // Takes the items [first, first + count) whose inputs have the right lengths.
  void select(std::size_t first, std::size_t count, std::span<const InputField> fields) {
    indices_.clear();
    for (std::size_t i = first; i < first + count; ++i) {
      const KemItem& item = group_.items[i];
      if (!item.problem.empty()) continue;
      OpOutcome& outcome = answers_[i].*outcome_;
      outcome.ran = true;
      for (const InputField& field : fields) {
        const std::size_t bytes = (item.*field.member).value().size();
        if (bytes == field.bytes || outcome.status != PQLANE_OK) continue;
        outcome.status = PQLANE_ERROR_LENGTH;
        outcome.reason = fmt::format("{} has {} bytes, wanted {}", field.name, bytes, field.bytes);
      }
      if (outcome.status == PQLANE_OK) indices_.push_back(i);
    }
  }

  std::size_t size() const noexcept { return indices_.size(); }

  // One input of all selected items, one after another.
  Bytes pack(const InputField& field) const {
    Bytes packed;
    packed.reserve(indices_.size() * field.bytes);
    for (const std::size_t i : indices_) {
      const Bytes& bytes = (group_.items[i].*field.member).value();
      packed.insert(packed.end(), bytes.begin(), bytes.end());
    }
    return packed;
  }

  void note(const Result& result) {
    for (std::size_t j = 0; j < indices_.size(); ++j) {
      OpOutcome& outcome = answers_[indices_[j]].*outcome_;
      outcome.status = result.items[j];
      if (result.items[j] != PQLANE_OK) outcome.reason = pqlane_status_text(result.items[j]);
    }
  }

  // Hands the values of a packed output back to the items.
  void unpack(const Bytes& packed, std::size_t bytes, Bytes KemAnswer::* output) {
    for (std::size_t j = 0; j < indices_.size(); ++j) {
      const auto begin = packed.begin() + static_cast<std::ptrdiff_t>(j * bytes);
      (answers_[indices_[j]].*output).assign(begin, begin + static_cast<std::ptrdiff_t>(bytes));
    }
  }

 private:
  const KemGroup& group_;
  std::vector<KemAnswer>& answers_;
  OpOutcome KemAnswer::* outcome_;
  std::vector<std::size_t> indices_;
};

// Runs one operation over the group in batches: `call(batch)` does the work on the selection.
template <class Call>
void run_op(const KemGroup& group, std::vector<KemAnswer>& answers, OpOutcome KemAnswer::* outcome,
            std::initializer_list<InputField> fields, Call&& call) {
  Batch batch(group, answers, outcome);
  for (std::size_t first = 0; first < group.items.size(); first += batch_items) {
    batch.select(first, std::min(batch_items, group.items.size() - first), fields);
    if (batch.size() != 0) call(batch);
  }
}

}  // namespace

std::vector<KemAnswer> run_kem_group(const Device& device, const KemGroup& group) {
  const pqlane_scheme scheme = scheme_or_throw(scheme_from_file(group.scheme).value_or(group.scheme));
  const pqlane_kem_sizes sizes = kem_sizes(scheme);
  const InputField seed{&KemItem::seed, "seed", sizes.seed_bytes};
  const InputField ek{&KemItem::ek, "ek", sizes.ek_bytes};
  const InputField dk{&KemItem::dk, "dk", sizes.dk_bytes};
  const InputField m{&KemItem::m, "m", sizes.m_bytes};
  const InputField c{&KemItem::c, "c", sizes.ct_bytes};
  std::vector<KemAnswer> answers(group.items.size());

  if (group.ops & op_keygen) {
    run_op(group, answers, &KemAnswer::keygen, {seed}, [&](Batch& batch) {
      Bytes ek_out(batch.size() * sizes.ek_bytes), dk_out(batch.size() * sizes.dk_bytes);
      batch.note(device.kem_keygen_derand(scheme, batch.pack(seed), ek_out, dk_out));
      batch.unpack(ek_out, sizes.ek_bytes, &KemAnswer::ek);
      batch.unpack(dk_out, sizes.dk_bytes, &KemAnswer::dk);
    });
  }
  if (group.ops & op_encaps) {
    run_op(group, answers, &KemAnswer::encaps, {ek, m}, [&](Batch& batch) {
      Bytes ct_out(batch.size() * sizes.ct_bytes), ss_out(batch.size() * sizes.ss_bytes);
      batch.note(device.kem_encaps_derand(scheme, batch.pack(ek), batch.pack(m), ct_out, ss_out));
      batch.unpack(ct_out, sizes.ct_bytes, &KemAnswer::c);
      batch.unpack(ss_out, sizes.ss_bytes, &KemAnswer::encaps_k);
    });
  }
  if (group.ops & op_decaps) {
    const InputField& key = group.seed_keys ? seed : dk;
    const KeyForm form = group.seed_keys ? KeyForm::Seed : KeyForm::Expanded;
    run_op(group, answers, &KemAnswer::decaps, {key, c}, [&](Batch& batch) {
      Bytes ss_out(batch.size() * sizes.ss_bytes);
      batch.note(device.kem_decaps(scheme, batch.pack(key), batch.pack(c), ss_out, form));
      batch.unpack(ss_out, sizes.ss_bytes, &KemAnswer::decaps_k);
    });
  }
  if (group.ops & op_check_ek) {
    run_op(group, answers, &KemAnswer::check_ek, {ek},
           [&](Batch& batch) { batch.note(device.kem_check_ek(scheme, batch.pack(ek))); });
  }
  if (group.ops & op_check_dk) {
    run_op(group, answers, &KemAnswer::check_dk, {dk},
           [&](Batch& batch) { batch.note(device.kem_check_dk(scheme, batch.pack(dk))); });
  }
  return answers;
}

void run_kem_pieces(const Device& device, KemGroup&& group, const TakeAnswers& take) {
  for (std::size_t first = 0; first < group.items.size(); first += batch_items) {
    KemGroup piece{group.scheme, group.ops, group.seed_keys, {}};
    const auto begin = group.items.begin() + static_cast<std::ptrdiff_t>(first);
    const std::size_t count = std::min(batch_items, group.items.size() - first);
    piece.items.assign(std::make_move_iterator(begin),
                       std::make_move_iterator(begin + static_cast<std::ptrdiff_t>(count)));
    take(piece, first, run_kem_group(device, piece));
  }
}

}  // namespace pqlane::cli
