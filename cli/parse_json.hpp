// parse_json.hpp: JSON text to a tree, with limits on its size and nesting and no key twice in an object, and
// typed access that throws ParseError instead of the JSON library's exceptions.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "cli/hex.hpp"
#include "cli/report.hpp"
#include "cli/test_item.hpp"

namespace pqlane::cli {

// Deepest nesting that is accepted: vector files have about 6 levels, and the tree is written
// out by a recursive function.
constexpr std::size_t max_json_depth = 64;
// Most values of a text (numbers, texts, arrays, objects ..): a small one takes some 100 bytes as a tree, so
// that the tree stays below 300 MB. Public ML-KEM files have 2,500 at most.
constexpr std::size_t max_json_values = 2'000'000;
// Most members of an object, which are searched one by one; public files have 70 at most.
constexpr std::size_t max_json_members = 256;

// Throws ParseError with line, column and reason.
Json parse_json(std::string_view text);

// The object of a vector set: the object itself, or the second entry of NIST's array
// [{"acvVersion": ..}, {..}].
const Json& vector_set_object(const Json& root);

// A member of an object, or null when it is absent (or `object` is no object).
const Json* find(const Json& object, const char* name);
// A member that must be an array; `where` names the object in the message.
const Json& require_array(const Json& object, const char* name, std::string_view where);
// A member that is text, or "" when it is absent; throws ParseError when it is something else.
std::string text_member(const Json& object, const char* name, const std::string& where);
// "tgId 3", for messages; "tgId ?" when it has none.
std::string name_by_id(const Json& object, const char* id_member);

// Reads a hexadecimal member of `test`, or of `group` when the test lacks it. An absent member
// gives nothing; bad text is noted in item.problem.
std::optional<Bytes> hex_member(const Json& test, const Json& group, const char* name, TestItem& item);
// The same for a member that an operation needs: its absence is noted in item.problem.
std::optional<Bytes> required_hex(const Json& test, const Json& group, const char* name, TestItem& item);
// A member of `test` that is true or false; an absent one gives nothing, another value is noted in
// item.problem.
std::optional<bool> bool_member(const Json& test, const char* name, TestItem& item);
// d || z of the members "d" and "z".
std::optional<Bytes> required_seed(const Json& test, const Json& group, TestItem& item);

// Notes the first problem of an item; later ones would follow from it.
void note_problem(TestItem& item, const std::string& problem);

}  // namespace pqlane::cli
