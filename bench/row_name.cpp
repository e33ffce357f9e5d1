// row_name.cpp: see row_name.hpp.
#include "bench/row_name.hpp"

#include <fmt/format.h>

namespace pqlane::bench {

std::vector<std::string> row_variants(const Row& row) {
  std::vector<std::string> parts;
  const Case& work = row.work;
  const bool takes_message = work.op == Op::sign || work.op == Op::verify;
  const std::size_t bytes = row.peer ? row.peer->message_bytes : work.message_bytes;
  if (takes_message && bytes != default_message_bytes) parts.push_back(fmt::format("message:{}", bytes));
  if (work.reuse != KeyReuse::none) parts.emplace_back(key_reuse_name(work.reuse));
  if (work.derand && is_randomised(work.op)) parts.emplace_back("derand");
  if (work.checked_keys) parts.emplace_back("checked-keys");
  if (work.place != Place::pageable) parts.emplace_back(place_name(work.place));
  if (row.pinned) parts.emplace_back("pinned");
  return parts;
}

}  // namespace pqlane::bench
