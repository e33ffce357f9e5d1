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

// Builds the tree from the JSON library's events, within the limits of parse_json.hpp and with unique keys.
// (The library's own tree with a callback searches all elements of an array whenever an object in it ends.)
class TreeBuilder final : public nlohmann::json_sax<Json> {
 public:
  explicit TreeBuilder(std::string_view text) : text_(text), reached_(text.data()) {}

  Json build() {
    const CountingIterator begin{text_.data(), &reached_}, end{text_.data() + text_.size(), &reached_};
    Json::sax_parse(begin, end, this);
    return std::move(root_);
  }

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(number_integer_t value) override { return add(value); }
  bool number_unsigned(number_unsigned_t value) override { return add(value); }
  bool number_float(number_float_t value, const string_t&) override { return add(value); }
  bool string(string_t& value) override { return add(std::move(value)); }
  bool binary(binary_t&) override { refuse("binary data"); }
  bool start_object(std::size_t) override { return open(Json::object()); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& name) override {
    auto& members = open_.back()->get_ref<Json::object_t&>();
    const auto [member, is_new] = members.emplace(name, nullptr);
    if (!is_new) refuse(fmt::format("the key \"{}\" occurs twice in an object", name.substr(0, 60)));
    if (members.size() > max_json_members) {
      refuse(fmt::format("an object with more than {} members", max_json_members));
    }
    member_ = &member->second;
    return true;
  }

  bool parse_error(std::size_t byte, const std::string&, const nlohmann::detail::exception& error) override {
    throw ParseError(fmt::format("malformed JSON at {}: {}", position(text_, byte), reason_of(error.what())));
  }

 private:
  bool add(Json&& value) {
    place(std::move(value));
    return true;
  }
  bool open(Json&& container) {
    if (open_.size() == max_json_depth)
      refuse(fmt::format("nested more than {} levels deep", max_json_depth));
    open_.push_back(place(std::move(container)));
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }
  // Where the value is in the tree. Only the innermost container grows, so the places of open ones stay.
  Json* place(Json&& value) {
    if (++values_ > max_json_values) refuse(fmt::format("more than {} values", max_json_values));
    if (open_.empty()) return &(root_ = std::move(value));
    if (open_.back()->is_object()) return &(*member_ = std::move(value));
    auto& elements = open_.back()->get_ref<Json::array_t&>();
    return &elements.emplace_back(std::move(value));
  }
  [[noreturn]] void refuse(const std::string& why) const {
    const auto byte = static_cast<std::size_t>(reached_ - text_.data());
    throw ParseError(fmt::format("JSON at {}: {}", position(text_, byte), why));
  }

  std::string_view text_;
  const char* reached_;
  std::size_t values_ = 0;
  Json root_;
  std::vector<Json*> open_;  // containers, the innermost last
  Json* member_ = nullptr;   // of the innermost object: where the next value goes
};

const Json* find_in_test_or_group(const Json& test, const Json& group, const char* name) {
  const Json* value = find(test, name);
  return value != nullptr ? value : find(group, name);
}

}  // namespace

Json parse_json(std::string_view text) {
  // The JSON library takes a NUL for the end of the text.
  if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos)
    throw ParseError(fmt::format("malformed JSON at {}: a NUL byte", position(text, nul + 1)));
  try {
    return TreeBuilder(text).build();
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

const Json& require_array(const Json& object, const char* name, std::string_view where) {
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

void note_problem(TestItem& item, const std::string& problem) {
  if (item.problem.empty()) item.problem = problem;
}

std::optional<Bytes> hex_member(const Json& test, const Json& group, const char* name, TestItem& item) {
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

std::optional<Bytes> required_hex(const Json& test, const Json& group, const char* name, TestItem& item) {
  std::optional<Bytes> bytes = hex_member(test, group, name, item);
  if (!bytes) note_problem(item, fmt::format("{} is missing", name));
  return bytes;
}

std::optional<bool> bool_member(const Json& test, const char* name, TestItem& item) {
  const Json* value = find(test, name);
  if (value == nullptr) return std::nullopt;
  if (value->is_boolean()) return value->get<bool>();
  note_problem(item, fmt::format("{} is not true or false", name));
  return std::nullopt;
}

std::optional<Bytes> required_seed(const Json& test, const Json& group, TestItem& item) {
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
