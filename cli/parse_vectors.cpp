// parse_vectors.cpp: see parse_vectors.hpp.
#include "cli/parse_vectors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cli/parse_acvp.hpp"
#include "cli/parse_acvp_dsa.hpp"
#include "cli/parse_cctv.hpp"
#include "cli/parse_error.hpp"
#include "cli/parse_json.hpp"
#include "cli/parse_rsp.hpp"
#include "cli/parse_wycheproof.hpp"
#include "cli/text_lines.hpp"

namespace pqlane::cli {
namespace {

constexpr const char* known_formats =
    "known: ACVP with expected results, Wycheproof, NIST .rsp, CCTV; plain, .xz or .gz";

VectorSet keep_scheme(VectorSet vectors, const std::string& scheme) {
  std::vector<VectorGroup> kept;
  for (VectorGroup& group : vectors.groups) {
    if (scheme_from_file(scheme_of(group)) == scheme) {
      kept.push_back(std::move(group));
    } else {
      vectors.skipped["of another scheme than --scheme " + scheme] += item_count(group);
    }
  }
  vectors.groups = std::move(kept);
  return vectors;
}

// The messages of CCTV's signing benchmarks: an array of texts, nothing to compare a signature with.
bool is_message_list(const Json& root) {
  if (!root.is_array() || root.empty()) return false;
  return std::all_of(root.begin(), root.end(), [](const Json& entry) { return entry.is_string(); });
}

VectorSet skip_message_list(const Json& root) {
  VectorSet vectors;
  vectors.format = "CCTV message list";
  vectors.skipped["a message of a signing benchmark, without an expected signature"] += root.size();
  return vectors;
}

VectorSet parse_json_vectors(std::string_view text, const std::optional<std::string>& scheme) {
  const Json root = parse_json(text);
  VectorSet vectors;
  if (is_wycheproof(root)) {
    vectors = parse_wycheproof(root);
  } else if (is_acvp(root)) {
    vectors = acvp_vectors(root);
  } else if (is_rejection_table(root)) {
    vectors = parse_rejection_table(root);
  } else if (is_message_list(root)) {
    vectors = skip_message_list(root);
  } else {
    throw ParseError(
        fmt::format("unknown format: JSON that is neither ACVP nor Wycheproof ({})", known_formats));
  }
  return scheme ? keep_scheme(std::move(vectors), *scheme) : vectors;
}

}  // namespace

VectorSet parse_vectors(std::string_view text, const std::optional<std::string>& scheme,
                        std::string_view file_name) {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  const std::string_view content = trim(text);
  if (content.empty()) throw ParseError("the file is empty");
  if (content.front() == '{' || content.front() == '[') return parse_json_vectors(text, scheme);
  if (is_rsp(text)) return parse_rsp(text, scheme, file_name);
  if (is_cctv(text)) return parse_cctv(text, scheme);
  throw ParseError(fmt::format("unknown format ({})", known_formats));
}

}  // namespace pqlane::cli
