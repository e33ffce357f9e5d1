// parse_json.cpp: see parse_json.hpp.
#include "cli/parse_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "cli/parse_error.hpp"

namespace pqlane::cli {
namespace {

// Line and column (from 1) of a byte.
std::string position(std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, std::min(byte, text.size()));
  const auto line = std::count(before.begin(), before.end(), '\n') + 1;
  const std::size_t line_start = before.rfind('\n');
  const std::size_t column =
      line_start == std::string_view::npos ? before.size() : before.size() - line_start - 1;
  return fmt::format("line {}, column {}", line, std::max<std::size_t>(column, 1));
}

// The reason inside the JSON library's message: "[..] parse error at line 1, column 2: REASON".
std::string reason_of(const std::string& message) {
  const std::size_t at = message.find("parse error");
  const std::size_t colon = at == std::string::npos ? at : message.find(": ", at);
  std::string reason = colon == std::string::npos ? message : message.substr(colon + 2);
  constexpr std::size_t enough = 200;  // it quotes the text before the error, which may be long
  if (reason.size() > enough) reason = reason.substr(0, 60) + " .. " + reason.substr(reason.size() - 120);
  return reason;
}

// Characters for the JSON library; keeps how far it has read.
struct CountingIterator {
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  const char* at;
  const char** reached;

  reference operator*() const { return *at; }
  CountingIterator& operator++() {
    *reached = ++at;
    return *this;
  }
  CountingIterator operator++(int) {
    const CountingIterator before = *this;
    ++*this;
    return before;
  }
  bool operator==(const CountingIterator& other) const { return at == other.at; }
};

// Sees every event of a parse and refuses what the limits of parse_json.hpp and unique keys exclude.
class TreeLimits {
 public:
  explicit TreeLimits(std::string_view text) : text_(text), reached_(text.data()) {}

  CountingIterator begin() { return {text_.data(), &reached_}; }
  CountingIterator end() { return {text_.data() + text_.size(), &reached_}; }

  void see(int depth, Json::parse_event_t event, const Json& parsed) {
    using Event = Json::parse_event_t;
    if (depth > max_json_depth) refuse(fmt::format("nested more than {} levels deep", max_json_depth));
    if (event == Event::object_start) keys_.emplace_back();
    if (event == Event::object_end) keys_.pop_back();
    if (event == Event::key) see_key(parsed.get_ref<const std::string&>());
    const bool is_value =
        event == Event::object_start || event == Event::array_start || event == Event::value;
    if (is_value && ++values_ > max_json_values) {
      refuse(fmt::format("more than {} values", max_json_values));
    }
  }

 private:
  void see_key(const std::string& key) {
    std::vector<std::string>& keys = keys_.back();
    if (std::find(keys.begin(), keys.end(), key) != keys.end()) {
      refuse(fmt::format("the key \"{}\" occurs twice in an object", key.substr(0, 60)));
    }
    if (keys.size() == max_json_members) {
      refuse(fmt::format("an object with more than {} members", max_json_members));
    }
    keys.push_back(key);
  }
  [[noreturn]] void refuse(const std::string& why) const {
    const auto byte = static_cast<std::size_t>(reached_ - text_.data());
    throw ParseError(fmt::format("JSON at {}: {}", position(text_, byte), why));
  }

  std::string_view text_;
  const char* reached_;
  std::size_t values_ = 0;
  std::vector<std::vector<std::string>> keys_;  // of the objects that are open
};

const Json* find_in_test_or_group(const Json& test, const Json& group, const char* name) {
  const Json* value = find(test, name);
  return value != nullptr ? value : find(group, name);
}

}  // namespace

Json parse_json(std::string_view text) {
  TreeLimits limits(text);
  const auto check = [&limits](int depth, Json::parse_event_t event, Json& parsed) {
    limits.see(depth, event, parsed);
    return true;
  };
  try {
    return Json::parse(limits.begin(), limits.end(), check);
  } catch (const Json::parse_error& error) {
    throw ParseError(
        fmt::format("malformed JSON at {}: {}", position(text, error.byte), reason_of(error.what())));
  } catch (const Json::exception& error) {
    throw ParseError(std::string("malformed JSON: ") + error.what());
  }
}

const Json& vector_set_object(const Json& root) {
  if (root.is_object()) return root;
  if (root.is_array()) {
    for (const Json& entry : root) {
      if (entry.is_object() && entry.contains("testGroups")) return entry;
    }
  }
  throw ParseError("no object with testGroups (wanted: {..} or [{\"acvVersion\": ..}, {..}])");
}

const Json* find(const Json& object, const char* name) {
  if (!object.is_object()) return nullptr;
  const auto member = object.find(name);
  return member == object.end() ? nullptr : &*member;
}

const Json& require_array(const Json& object, const char* name, const std::string& where) {
  const Json* member = find(object, name);
  if (member == nullptr) throw ParseError(fmt::format("{}: {} is missing", where, name));
  if (!member->is_array()) throw ParseError(fmt::format("{}: {} is not an array", where, name));
  return *member;
}

std::string text_member(const Json& object, const char* name, const std::string& where) {
  const Json* member = find(object, name);
  if (member == nullptr || member->is_null()) return "";
  if (!member->is_string()) throw ParseError(fmt::format("{}: {} is not text", where, name));
  return member->get<std::string>();
}

std::string name_by_id(const Json& object, const char* id_member) {
  const Json* id = find(object, id_member);
  if (id == nullptr || id->is_structured()) return std::string(id_member) + " ?";
  const std::string text =
      id->is_string() ? id->get<std::string>() : id->dump(-1, ' ', false, Json::error_handler_t::replace);
  return std::string(id_member) + " " + text;
}

void note_problem(KemItem& item, const std::string& problem) {
  if (item.problem.empty()) item.problem = problem;
}

std::optional<Bytes> hex_member(const Json& test, const Json& group, const char* name, KemItem& item) {
  const Json* value = find_in_test_or_group(test, group, name);
  if (value == nullptr || value->is_null()) return std::nullopt;
  if (!value->is_string()) {
    note_problem(item, fmt::format("{} is not text", name));
    return std::nullopt;
  }
  const auto& text = value->get_ref<const std::string&>();
  std::optional<Bytes> bytes = decode_hex(text);
  if (!bytes) note_problem(item, fmt::format("{}: {}", name, describe_bad_hex(text)));
  return bytes;
}

std::optional<Bytes> required_hex(const Json& test, const Json& group, const char* name, KemItem& item) {
  std::optional<Bytes> bytes = hex_member(test, group, name, item);
  if (!bytes) note_problem(item, fmt::format("{} is missing", name));
  return bytes;
}

std::optional<Bytes> required_seed(const Json& test, const Json& group, KemItem& item) {
  std::optional<Bytes> d = required_hex(test, group, "d", item);
  const std::optional<Bytes> z = required_hex(test, group, "z", item);
  if (!d || !z) return std::nullopt;
  constexpr std::size_t half_bytes = 32;  // FIPS 203 7.1: d and z
  for (const auto& [name, half] : {std::pair{"d", std::as_const(*d)}, std::pair{"z", *z}}) {
    if (half.size() != half_bytes) {
      note_problem(item, fmt::format("{} has {} bytes, wanted {}", name, half.size(), half_bytes));
      return std::nullopt;
    }
  }
  d->insert(d->end(), z->begin(), z->end());
  return d;
}

}  // namespace pqlane::cli
