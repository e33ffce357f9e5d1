// json_schema.cpp: see json_schema.hpp.
#include "results/json_schema.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string_view>

namespace pqlane::results {
namespace {

constexpr std::size_t most_quoted = 60;  // characters of a value in a message

std::string quoted(const Json& value) {
  if (value.is_object()) return "an object";
  if (value.is_array()) return "an array";
  std::string text = cli::json_text(value, -1);
  if (text.size() > most_quoted) text = text.substr(0, most_quoted) + "..";
  return text;
}

// A double without a fraction is an integer, as in JSON Schema, up to where doubles have all of them (2^53).
bool is_integer(const Json& value) {
  if (value.is_number_integer()) return true;
  if (!value.is_number_float()) return false;
  const double number = value.get<double>();
  return std::abs(number) <= 0x1p53 && std::trunc(number) == number;
}

bool has_type(const Json& value, std::string_view name) {
  if (name == "object") return value.is_object();
  if (name == "array") return value.is_array();
  if (name == "string") return value.is_string();
  if (name == "boolean") return value.is_boolean();
  if (name == "null") return value.is_null();
  if (name == "number") return value.is_number();
  if (name == "integer") return value.is_number() && is_integer(value);
  throw std::logic_error("schema: unknown type " + std::string(name));
}

// "a, b or c" of a text or an array of values.
std::string alternatives(const Json& wanted) {
  if (!wanted.is_array()) return wanted.is_string() ? wanted.get<std::string>() : quoted(wanted);
  std::string text;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (i > 0) text += i + 1 == wanted.size() ? " or " : ", ";
    text += wanted[i].is_string() ? wanted[i].get<std::string>() : quoted(wanted[i]);
  }
  return text;
}

class Checker {
 public:
  explicit Checker(const Json& root) : root_(root) {}

  Violation check(const Json& value, const Json& schema, const std::string& where) const {
    for (const auto& [keyword, wanted] : schema.items()) {
      if (Violation found = check_keyword(value, keyword, wanted, where)) return found;
    }
    return {};
  }

 private:
  Violation check_keyword(const Json& value, const std::string& keyword, const Json& wanted,
                          const std::string& where) const {
    if (keyword == "$ref") return check(value, target(wanted.get<std::string>()), where);
    if (keyword == "type") return check_type(value, wanted, where);
    if (keyword == "const") return check_one_of(value, Json::array({wanted}), where);
    if (keyword == "enum") return check_one_of(value, wanted, where);
    if (keyword == "minimum" || keyword == "exclusiveMinimum" || keyword == "maximum") {
      return check_bound(value, keyword, wanted, where);
    }
    if (keyword == "minItems" || keyword == "maxItems") return check_length(value, keyword, wanted, where);
    if (keyword == "items") return check_items(value, wanted, where);
    if (keyword == "required") return check_required(value, wanted, where);
    if (keyword == "properties") return check_properties(value, wanted, where);
    if (keyword == "additionalProperties") return check_additional(value, wanted, where);
    if (keyword == "$schema" || keyword == "$defs" || keyword == "title" || keyword == "description")
      return {};
    throw std::logic_error("schema: unknown keyword " + keyword);
  }

  const Json& target(const std::string& reference) const {
    constexpr std::string_view start = "#/$defs/";
    const std::string name = reference.starts_with(start) ? reference.substr(start.size()) : "";
    const auto defs = root_.find("$defs");
    if (defs == root_.end() || defs->find(name) == defs->end()) {
      throw std::logic_error("schema: unknown reference " + reference);
    }
    return (*defs)[name];
  }

  static Violation check_type(const Json& value, const Json& wanted, const std::string& where) {
    const Json names = wanted.is_array() ? wanted : Json::array({wanted});
    const bool known = std::any_of(names.begin(), names.end(), [&](const Json& name) {
      return has_type(value, name.get_ref<const std::string&>());
    });
    if (known) return {};
    return {where, fmt::format("{} is not of the type {}", quoted(value), alternatives(wanted))};
  }

  static Violation check_one_of(const Json& value, const Json& allowed, const std::string& where) {
    if (std::find(allowed.begin(), allowed.end(), value) != allowed.end()) return {};
    return {where, fmt::format("{} is not {}", quoted(value), alternatives(allowed))};
  }

  static Violation check_bound(const Json& value, const std::string& keyword, const Json& bound,
                               const std::string& where) {
    if (!value.is_number()) return {};
    const double number = value.get<double>(), limit = bound.get<double>();
    if (keyword == "minimum" && !(number >= limit)) {
      return {where, fmt::format("{} is below {}", quoted(value), quoted(bound))};
    }
    if (keyword == "exclusiveMinimum" && !(number > limit)) {
      return {where, fmt::format("{} is not above {}", quoted(value), quoted(bound))};
    }
    if (keyword == "maximum" && !(number <= limit)) {
      return {where, fmt::format("{} is above {}", quoted(value), quoted(bound))};
    }
    return {};
  }

  static Violation check_length(const Json& value, const std::string& keyword, const Json& wanted,
                                const std::string& where) {
    if (!value.is_array()) return {};
    const auto limit = wanted.get<std::size_t>();
    const bool fits = keyword == "minItems" ? value.size() >= limit : value.size() <= limit;
    return fits ? Violation{} : Violation{where, fmt::format("has {} items", value.size())};
  }

  Violation check_items(const Json& value, const Json& schema, const std::string& where) const {
    if (!value.is_array()) return {};
    for (std::size_t i = 0; i < value.size(); ++i) {
      if (Violation found = check(value[i], schema, fmt::format("{}[{}]", where, i))) return found;
    }
    return {};
  }

  static std::string member(const std::string& where, const std::string& key) {
    return where.empty() ? key : where + "." + key;
  }

  static Violation check_required(const Json& value, const Json& keys, const std::string& where) {
    if (!value.is_object()) return {};
    for (const Json& key : keys) {
      const auto& name = key.get_ref<const std::string&>();
      if (!value.contains(name)) return {member(where, name), "is missing"};
    }
    return {};
  }

  Violation check_properties(const Json& value, const Json& schemas, const std::string& where) const {
    if (!value.is_object()) return {};
    for (const auto& [key, item] : value.items()) {
      const auto schema = schemas.find(key);
      if (schema == schemas.end()) continue;
      if (Violation found = check(item, *schema, member(where, key))) return found;
    }
    return {};
  }

  // Only the form that gives a schema for all members, as a map of names to values has it.
  Violation check_additional(const Json& value, const Json& schema, const std::string& where) const {
    if (!schema.is_object()) throw std::logic_error("schema: additionalProperties is no schema");
    if (!value.is_object()) return {};
    for (const auto& [key, item] : value.items()) {
      if (Violation found = check(item, schema, member(where, key))) return found;
    }
    return {};
  }

  const Json& root_;
};

}  // namespace

Violation check_schema(const Json& value, const Json& schema) {
  return Checker(schema).check(value, schema, "");
}

}  // namespace pqlane::results
