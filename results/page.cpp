// page.cpp: see page.hpp.
#include "results/page.hpp"

#include <fmt/format.h>

#include <map>

#include "results/embedded.hpp"
#include "results/sections.hpp"
#include "results/text.hpp"

namespace pqlane::results {
namespace {

constexpr const char* chart_script = "third_party/uplot/uPlot.iife.min.js";
constexpr const char* chart_style = "third_party/uplot/uPlot.min.css";
constexpr const char* chart_licence = "third_party/uplot/LICENSE";
constexpr const char* own_script = "web/report.js";

// Only the scripts that this program knows run in the page, whatever the result files say.
std::string script_policy(bool scripts) {
  if (!scripts) return "'none'";
  return fmt::format("'sha256-{}' 'sha256-{}'", base64(bytes_of_hex(embedded_sha256(chart_script))),
                     base64(bytes_of_hex(embedded_sha256(own_script))));
}

std::string script_element(const char* file) { return fmt::format("<script>{}</script>\n", embedded(file)); }

std::string contents_html(const std::string& body) {
  // Sections in their order, by the headings that they have.
  std::string links;
  constexpr std::string_view start = "<section id=\"", heading = "\"><h2>";
  for (std::size_t at = body.find(start); at != std::string::npos; at = body.find(start, at + 1)) {
    const std::size_t id = at + start.size(), id_end = body.find(heading, id);
    const std::size_t title = id_end + heading.size(), title_end = body.find("</h2>", title);
    links += fmt::format("<a href=\"#{}\">{}</a>\n", body.substr(id, id_end - id),
                         body.substr(title, title_end - title));
  }
  return "<nav aria-label=\"Contents\">" + links + "</nav>\n";
}

std::string subtitle(const std::vector<Document>& documents) {
  std::string text;
  for (const Document& document : documents) {
    std::string machine = document.machine.cpu;
    for (const Machine::Device& device : document.machine.devices) machine += ", " + device.name;
    if (text.find(machine) != std::string::npos) continue;
    text += (text.empty() ? "" : " · ") + machine;
  }
  return text;
}

// What a reader must know before any figure.
std::string warnings_html(const std::vector<Document>& documents) {
  std::size_t unverified = 0, incomplete = 0;
  for (const Document& document : documents) {
    incomplete += document.complete ? 0 : 1;
    for (const Row& row : document.rows) unverified += row.verified ? 0 : 1;
  }
  std::string html;
  if (unverified > 0) {
    html +=
        fmt::format("<p class=\"warning box\">Outputs of {} {} were wrong; their figures mean nothing.</p>\n",
                    unverified, unverified == 1 ? "row" : "rows");
  }
  if (incomplete > 0) {
    html += fmt::format("<p class=\"warning box\">{} of {} result files {} not complete.</p>\n", incomplete,
                        documents.size(), incomplete == 1 ? "is" : "are");
  }
  return html;
}

std::string charts_note(bool scripts) {
  if (scripts) return "<noscript>Scripts are off: the charts are static.</noscript>";
  return has_chart_library() ? "This page has static charts, as asked for."
                             : "This page has static charts: its program was built without uPlot.";
}

// The template with every {{name}} replaced; what is put in is not looked at again.
std::string fill(std::string_view text, const std::map<std::string_view, std::string>& values) {
  std::string out;
  while (true) {
    const std::size_t begin = text.find("{{");
    if (begin == std::string_view::npos) return out.append(text);
    const std::size_t end = text.find("}}", begin);
    out.append(text.substr(0, begin)).append(values.at(text.substr(begin + 2, end - begin - 2)));
    text.remove_prefix(end + 2);
  }
}

}  // namespace

bool has_chart_library() { return find_embedded(chart_script).has_value(); }

std::string page_html(const std::vector<Document>& documents, const PageOptions& options) {
  const bool scripts = options.scripts && has_chart_library();
  const Selection rows(documents);
  const std::string body = throughput_section(rows) + latency_section(rows) + energy_section(rows) +
                           ceiling_section(rows) + series_section(rows) + conventional_section(rows) +
                           peers_section(rows) + all_rows_section(rows) + machine_section(rows) +
                           files_section(rows);
  const std::string licence =
      scripts ? fmt::format("<details><summary>uPlot, MIT licence</summary><pre>{}</pre></details>",
                            escape_lines(embedded(chart_licence)))
              : "";
  return fill(embedded("web/report.html"),
              {{"title", escape_html(options.title)},
               {"subtitle", escape_html(subtitle(documents))},
               {"script-policy", script_policy(scripts)},
               {"style", std::string(embedded("web/report.css")) +
                             (scripts ? std::string(embedded(chart_style)) : "")},
               {"contents", contents_html(body)},
               {"warnings", warnings_html(documents)},
               {"body", body},
               {"charts-note", charts_note(scripts)},
               {"licence", licence},
               {"scripts", scripts ? script_element(chart_script) + script_element(own_script) : ""}});
}

}  // namespace pqlane::results
