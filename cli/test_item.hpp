// test_item.hpp: what the test items of all kinds of schemes have in common.
#pragma once

#include <optional>
#include <string>

namespace pqlane::cli {

struct TestItem {
  std::string where;    // how messages name it: "tgId 1 tcId 5", "count 3", "line 7"
  std::string problem;  // not empty: the item itself is malformed and is not run

  // false: the last step (decaps, encaps, sign, verify, a check) must be refused; true: accepted.
  std::optional<bool> want_accepted;
};

}  // namespace pqlane::cli
