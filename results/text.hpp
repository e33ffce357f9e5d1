// text.hpp: texts and numbers as a page shows them. What comes from a file is untrusted: it enters a page
// only through escape_html() or script_json().
#pragma once

#include "cli/report.hpp"

#include <string>
#include <string_view>

namespace pqlane::results {

// For the content of an element or a quoted attribute; control characters become '?'.
std::string escape_html(std::string_view text);
// The same, line by line.
std::string escape_lines(std::string_view text);
// A value as the content of <script type="application/json">: no character that could end it.
std::string script_json(const cli::Json& value);
std::string base64(std::string_view bytes);
// The bytes of a text of hexadecimal digits, an even number of them.
std::string bytes_of_hex(std::string_view digits);

// "4,096"
std::string count_text(double value);
// Three digits and a prefix: "12.3k", "4.56M", "789", "0.0123".
std::string short_text(double value);
// "12.3 µs", from microseconds.
std::string time_text(double microseconds);
// "12.3 µJ", from joules.
std::string energy_text(double joules);
// "67.1%"
std::string percent_text(double fraction);
// "23.5 GiB"
std::string bytes_text(double bytes);

}  // namespace pqlane::results
