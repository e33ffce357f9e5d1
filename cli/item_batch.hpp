// item_batch.hpp: what the engines (kem_engine.hpp, dsa_engine.hpp) share: the items of a group that one
// operation can run, their inputs packed for a batch call, and its results handed back to them.
#pragma once

#include <pqlane/pqlane.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <string>
#include <vector>

#include "cli/hex.hpp"

namespace pqlane::cli {

// Items of one batch call, and of a piece; bounds the packed copies to some ten MB.
constexpr std::size_t batch_items = 4096;

// How one operation of one item ended.
struct OpOutcome {
  bool ran = false;  // false: the item has no such operation, or a problem
  pqlane_status status = PQLANE_OK;
  std::string reason;  // of a refusal
  bool accepted() const noexcept { return ran && status == PQLANE_OK; }
};

// An input value of an operation: which member of the item, its name and its size.
template <class Item>
struct InputField {
  const std::optional<Bytes> Item::* member;
  const char* name;
  std::size_t bytes;
};

// The items of a list that one operation can run, and that operation's results.
template <class Item, class Answer>
class ItemBatch {
 public:
  ItemBatch(const std::vector<Item>& items, std::vector<Answer>& answers, OpOutcome Answer::* outcome)
      : items_(items), answers_(answers), outcome_(outcome) {}

  // Takes those of the items [first, first + count) that are `wanted` and whose inputs have the right
  // lengths.
  template <class Wanted>
  void select(std::size_t first, std::size_t count, std::initializer_list<InputField<Item>> fields,
              Wanted&& wanted) {
    indices_.clear();
    for (std::size_t i = first; i < first + count; ++i) {
      const Item& item = items_[i];
      if (!item.problem.empty() || !wanted(item)) continue;
      OpOutcome& outcome = answers_[i].*outcome_;
      outcome.ran = true;
      for (const InputField<Item>& field : fields) {
        const std::size_t bytes = (item.*field.member).value().size();
        if (bytes == field.bytes || outcome.status != PQLANE_OK) continue;
        outcome.status = PQLANE_ERROR_LENGTH;
        outcome.reason = fmt::format("{} has {} bytes, wanted {}", field.name, bytes, field.bytes);
      }
      if (outcome.status == PQLANE_OK) indices_.push_back(i);
    }
  }

  std::size_t size() const noexcept { return indices_.size(); }
  const Item& item(std::size_t j) const { return items_[indices_[j]]; }

  // One input of all selected items, one after another.
  Bytes pack(const InputField<Item>& field) const {
    Bytes packed;
    packed.reserve(indices_.size() * field.bytes);
    for (const std::size_t i : indices_) {
      const Bytes& bytes = (items_[i].*field.member).value();
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

  // All selected items were refused for one reason.
  void refuse(pqlane_status status, const std::string& reason) {
    for (const std::size_t i : indices_) {
      OpOutcome& outcome = answers_[i].*outcome_;
      outcome.status = status;
      outcome.reason = reason;
    }
  }

  // Hands the values of a packed output back to the items.
  void unpack(const Bytes& packed, std::size_t bytes, Bytes Answer::* output) {
    for (std::size_t j = 0; j < indices_.size(); ++j) {
      const auto begin = packed.begin() + static_cast<std::ptrdiff_t>(j * bytes);
      (answers_[indices_[j]].*output).assign(begin, begin + static_cast<std::ptrdiff_t>(bytes));
    }
  }

 private:
  const std::vector<Item>& items_;
  std::vector<Answer>& answers_;
  OpOutcome Answer::* outcome_;
  std::vector<std::size_t> indices_;
};

// Runs one operation over the wanted items in batches: `call(batch)` does the work on the selection.
template <class Item, class Answer, class Wanted, class Call>
void run_op(const std::vector<Item>& items, std::vector<Answer>& answers, OpOutcome Answer::* outcome,
            std::initializer_list<InputField<Item>> fields, Wanted&& wanted, Call&& call) {
  ItemBatch<Item, Answer> batch(items, answers, outcome);
  for (std::size_t first = 0; first < items.size(); first += batch_items) {
    batch.select(first, std::min(batch_items, items.size() - first), fields, wanted);
    if (batch.size() != 0) call(batch);
  }
}

// Runs a group in pieces, so that a large one's answers need little memory: `take(piece, first, answers)`
// gets each piece, the place of its first item in the group, and what `run(piece)` answered. The items are
// moved out of the group.
template <class Group, class Run, class Take>
void run_pieces(Group&& group, Run&& run, Take&& take) {
  auto items = std::move(group.items);
  group.items.clear();
  for (std::size_t first = 0; first < items.size(); first += batch_items) {
    auto piece = group;  // all but the items
    const auto begin = items.begin() + static_cast<std::ptrdiff_t>(first);
    const std::size_t count = std::min(batch_items, items.size() - first);
    piece.items.assign(std::make_move_iterator(begin),
                       std::make_move_iterator(begin + static_cast<std::ptrdiff_t>(count)));
    take(piece, first, run(piece));
  }
}

}  // namespace pqlane::cli
