// parse_json.hpp: JSON text to a tree, with a limit on nesting, and typed access that throws
// ParseError instead of the JSON library's exceptions.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "cli/hex.hpp"
#include "cli/kem_items.hpp"
#include "cli/report.hpp"

namespace pqlane::cli {

// Deepest nesting that is accepted: vector files have about 6 levels, and the tree is written
// out by a recursive function.
constexpr int max_json_depth = 64;

// Throws ParseError with line, column and reason.
Json parse_json(std::string_view text);

// The object of a vector set: the object itself, or the second entry of NIST's array
// [{"acvVersion": ..}, {..}].
const Json& vector_set_object(const Json& root);

// A member of an object, or null when it is absent (or `object` is no object).
const Json* find(const Json& object, const char* name);
// A member that must be an array; `where` names the object in the message.
const Json& require_array(const Json& object, const char* name, const std::string& where);
// A member that is text, or "" when it is absent; throws ParseError when it is something else.
std::string text_member(const Json& object, const char* name, const std::string& where);
// "tgId 3", for messages; "tgId ?" when it has none.
std::string name_by_id(const Json& object, const char* id_member);

// Reads a hexadecimal member of `test`, or of `group` when the test lacks it. An absent member
// gives nothing; bad text is noted in item.problem.
std::optional<Bytes> hex_member(const Json& test, const Json& group, const char* name, KemItem& item);
// The same for a member that an operation needs: its absence is noted in item.problem.
std::optional<Bytes> required_hex(const Json& test, const Json& group, const char* name, KemItem& item);
// d || z of the members "d" and "z".
std::optional<Bytes> required_seed(const Json& test, const Json& group, KemItem& item);

// Notes the first problem of an item; later ones would follow from it.
void note_problem(KemItem& item, const std::string& problem);

}  // namespace pqlane::cli
