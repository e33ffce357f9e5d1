// parse_vectors.cpp: see parse_vectors.hpp.
#include "cli/parse_vectors.hpp"

#include <fmt/format.h>

#include <utility>

#include "cli/parse_acvp.hpp"
#include "cli/parse_cctv.hpp"
#include "cli/parse_error.hpp"
#include "cli/parse_json.hpp"
#include "cli/parse_rsp.hpp"
#include "cli/parse_wycheproof.hpp"
#include "cli/text_lines.hpp"

namespace pqlane::cli {
namespace {

constexpr const char* known_formats =
    "known: ACVP with expected results, Wycheproof, NIST .rsp, CCTV text; plain, .xz or .gz";

VectorSet keep_scheme(VectorSet vectors, const std::string& scheme) {
  std::vector<KemGroup> kept;
  for (KemGroup& group : vectors.groups) {
    if (scheme_from_file(group.scheme) == scheme) {
      kept.push_back(std::move(group));
    } else {
      vectors.skipped["of another scheme than --scheme " + scheme] += group.items.size();
    }
  }
  vectors.groups = std::move(kept);
  return vectors;
}

VectorSet parse_json_vectors(std::string_view text, const std::optional<std::string>& scheme) {
  const Json root = parse_json(text);
  VectorSet vectors;
  if (is_wycheproof(root)) {
    vectors = parse_wycheproof(root);
  } else if (is_acvp(root)) {
    vectors = acvp_vectors(root);
  } else {
    throw ParseError(
        fmt::format("unknown format: JSON that is neither ACVP nor Wycheproof ({})", known_formats));
  }
  return scheme ? keep_scheme(std::move(vectors), *scheme) : vectors;
}

}  // namespace

VectorSet parse_vectors(std::string_view text, const std::optional<std::string>& scheme) {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  const std::string_view content = trim(text);
  if (content.empty()) throw ParseError("the file is empty");
  if (content.front() == '{' || content.front() == '[') return parse_json_vectors(text, scheme);
  if (is_rsp(text)) return parse_rsp(text, scheme);
  if (is_cctv(text)) return parse_cctv(text, scheme);
  throw ParseError(fmt::format("unknown format ({})", known_formats));
}

}  // namespace pqlane::cli
