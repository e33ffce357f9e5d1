// sections_tables.cpp: tables of rows, machines and files. See sections.hpp.
#include <fmt/format.h>

#include <algorithm>

#include "results/peers.hpp"
#include "results/sections.hpp"
#include "results/text.hpp"

namespace pqlane::results {
namespace {

std::string cell(const std::string& text, bool number = false) {
  return fmt::format("<td{}>{}</td>", number ? " class=\"n\"" : "", escape_html(text));
}

std::string heading(const std::vector<std::pair<const char*, bool>>& columns) {
  std::string html = "<thead><tr>";
  for (const auto& [name, number] : columns) {
    html += fmt::format("<th scope=\"col\"{}>{}</th>", number ? " class=\"n\"" : "", name);
  }
  return html + "</tr></thead>\n";
}

std::string table(const std::string& caption, const std::string& head, const std::string& body) {
  return fmt::format("<div class=\"scroll\"><table class=\"plain\">{}{}<tbody>{}</tbody></table></div>\n",
                     caption.empty() ? "" : "<caption>" + escape_html(caption) + "</caption>", head, body);
}

// ---- conventional algorithms --------------------------------------------

// The highest rate of one CPU thread.
const Entry* one_thread(const std::vector<Entry>& entries, std::size_t file) {
  const Entry* best = nullptr;
  for (const Entry& entry : entries) {
    const bool fits = entry.file == file && entry.row->threads == 1 && entry.row->device.starts_with("cpu");
    if (fits && (best == nullptr || entry.row->rate.median > best->row->rate.median)) best = &entry;
  }
  return best;
}

// Rows that are compared as one: of one implementation, with the same keys, messages and memory.
struct Comparable {
  std::string implementation, variant;
  bool operator==(const Comparable&) const = default;
};

Comparable comparable_of(const Row& row) { return {row.implementation, row.variant}; }

// Keys are what key generation makes, so it has no variant of keys: the plain rows serve all.
bool fits(const Row& row, const Comparable& wanted, const std::string& op) {
  if (row.implementation != wanted.implementation) return false;
  return row.variant == wanted.variant || (op == "keygen" && row.variant.empty());
}

std::string conventional_row(const Selection& rows, const std::string& scheme, std::size_t file,
                             const std::vector<std::string>& ops, const Comparable& wanted) {
  std::string cells, devices;
  for (const std::string& op : ops) {
    std::vector<Entry> best = rows.best(scheme, op);
    std::erase_if(best, [&](const Entry& entry) { return !fits(*entry.row, wanted, op); });
    const Entry* entry = one_thread(best, file);
    cells += cell(entry != nullptr ? count_text(entry->row->rate.median) : "-", true);
    if (entry != nullptr && devices.find(entry->row->device) == std::string::npos) {
      devices += (devices.empty() ? "" : ", ") + entry->row->device;
    }
  }
  const bool conventional = is_conventional(scheme);
  return fmt::format("<tr{}><th scope=\"row\">{}</th><td>{}</td>{}{}{}</tr>\n",
                     conventional ? " class=\"conventional\"" : "", escape_html(scheme),
                     conventional ? "conventional" : "post-quantum", cell(devices), cell(wanted.variant),
                     cells);
}

// A row for each kind of rows that the scheme has beside its key generation.
std::string conventional_rows(const Selection& rows, const std::string& scheme, std::size_t file,
                              const std::vector<std::string>& ops) {
  std::vector<Comparable> kinds;
  for (const Entry& entry : rows.all()) {
    const Row& row = *entry.row;
    const bool shown = entry.file == file && row.scheme == scheme && row.op != "keygen" && row.threads == 1 &&
                       row.device.starts_with("cpu") &&
                       std::find(ops.begin(), ops.end(), row.op) != ops.end();
    const Comparable kind = comparable_of(row);
    if (shown && std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) kinds.push_back(kind);
  }
  std::string html;
  for (const Comparable& kind : kinds) html += conventional_row(rows, scheme, file, ops, kind);
  return html;
}

std::string conventional_table(const Selection& rows, std::size_t file, const char* what,
                               const std::vector<std::string>& ops) {
  std::string body;
  for (const bool conventional : {false, true}) {
    for (const std::string& scheme : rows.schemes()) {
      if (is_conventional(scheme) == conventional) body += conventional_rows(rows, scheme, file, ops);
    }
  }
  if (body.empty()) return "";
  std::vector<std::pair<const char*, bool>> columns{
      {"scheme", false}, {"kind", false}, {"device", false}, {"variant", false}};
  for (const std::string& op : ops) columns.emplace_back(op.c_str(), true);
  const std::string caption = rows.documents().size() > 1 ? what + (" · " + rows.file_labels()[file]) : what;
  return table(caption, heading(columns), body);
}

// ---- published figures --------------------------------------------------

std::string peer_row(const AgainstPeer& one, const Entry& ours) {
  std::string html =
      "<tr><th scope=\"row\">" + escape_html(one.figure->scheme) + "</th>" + cell(one.figure->op);
  html += cell(count_text(one.figure->ops_per_s), true) + cell(count_text(ours.row->rate.median), true);
  html += cell(fmt::format("{:.2f}", one.ratio), true);
  std::string what = fmt::format("{}, batch {}, {}", ours.label,
                                 count_text(static_cast<double>(ours.row->batch)), ours.row->timing);
  if (!ours.row->variant.empty()) what += ", " + ours.row->variant;
  if (ours.row->scheme != one.figure->scheme) what = ours.row->scheme + ", " + what;
  return html + cell(what) + "</tr>\n";
}

// ---- all rows -----------------------------------------------------------

std::string row_html(const Selection& rows, const Entry& entry) {
  const Row& row = *entry.row;
  std::string html = fmt::format("<tr{}><th scope=\"row\">{}</th>",
                                 row.verified ? "" : " class=\"unverified\"", escape_html(row.scheme));
  html += cell(row.op) + cell(row.device) + cell(count_text(static_cast<double>(row.threads)), true);
  html += cell(count_text(static_cast<double>(row.batch)), true) + cell(row.variant);
  html += cell(count_text(row.rate.median), true);
  html += cell(count_text(row.rate.low) + " to " + count_text(row.rate.high), true);
  html += cell(row.cpu_rate ? count_text(row.cpu_rate->median) : "-", true);
  html += cell(time_text(row.latency_p50_us), true) + cell(time_text(row.latency_p99_us), true);
  html += cell(row.energy ? energy_text(row.energy->joules_per_op) : "-", true);
  html += cell(row.ceiling ? percent_text(row.ceiling->share) : "-", true);
  html += cell(row.implementation) + cell(row.verified ? "yes" : "NO");
  if (rows.documents().size() > 1) html += cell(rows.file_labels()[entry.file]);
  return html + "</tr>\n";
}

// ---- machines -----------------------------------------------------------

std::string fact(const char* name, const std::string& value) {
  return fmt::format("<dt>{}</dt><dd>{}</dd>", name, escape_html(value.empty() ? "unknown" : value));
}

std::string machine_html(const Machine& machine, const std::string& file) {
  std::string facts = fact("processor", machine.cpu) + fact("instruction sets", machine.isa) +
                      fact("logical processors", std::to_string(machine.cores)) +
                      fact("memory", machine.memory_bytes ? bytes_text(*machine.memory_bytes) : "");
  for (const Machine::Device& device : machine.devices) {
    std::string text = device.name;
    if (!device.compute_capability.empty()) text += ", compute capability " + device.compute_capability;
    if (device.memory_bytes) text += ", " + bytes_text(*device.memory_bytes);
    if (!device.driver.empty()) text += ", driver " + device.driver;
    facts += fact("device", text);
  }
  facts += fact("system", machine.os) + fact("compiler", machine.compiler) + fact("flags", machine.flags) +
           fact("commit", machine.commit);
  return fmt::format("<article class=\"machine\"><h3>{}</h3>\n<dl>{}</dl></article>\n", escape_html(file),
                     facts);
}

}  // namespace

std::string conventional_section(const Selection& rows) {
  const std::vector<std::string> schemes = rows.schemes();
  if (std::none_of(schemes.begin(), schemes.end(), is_conventional)) {
    return section_html("conventional", "Beside conventional algorithms",
                        "The files have no conventional algorithms (RSA, Diffie-Hellman, elliptic curves).",
                        "");
  }
  std::string body;
  for (std::size_t file = 0; file < rows.documents().size(); ++file) {
    body += conventional_table(rows, file, "Key exchange", {"keygen", "encaps", "decaps", "agree"});
    body += conventional_table(rows, file, "Signatures", {"keygen", "sign", "verify"});
  }
  return section_html(
      "conventional", "Beside conventional algorithms",
      "Operations a second of one CPU thread, at each scheme's best batch size and on its best "
      "instruction set. A variant says what is not as usual: cached-key is one key that was decoded and "
      "expanded before, one-key one for all operations, message:1024 the length of messages. Where none is "
      "named, every operation decodes a key of its own, and messages have 32 bytes.",
      body);
}

std::string peers_section(const Selection& rows) {
  std::vector<const Row*> ours;
  for (const Entry& entry : rows.all()) ours.push_back(entry.row);
  const std::vector<AgainstPeer> all = against_peers(ours);
  const std::string head = heading({{"scheme", false},
                                    {"op", false},
                                    {"published", true},
                                    {"ours", true},
                                    {"ours / published", true},
                                    {"our row", false}});
  std::string html;
  for (const PeerSet& set : peer_sets()) {
    std::string body;
    for (const AgainstPeer& one : all) {
      if (one.set == &set) body += peer_row(one, rows.all()[one.row]);
    }
    if (body.empty()) continue;
    html += table(set.name + " on " + set.hardware, head, body);
    html += fmt::format("<p class=\"note\">Source: {}. Conditions: {}.</p>\n", escape_html(set.source),
                        escape_html(set.conditions));
  }
  return section_html("published", "Against published figures",
                      html.empty()
                          ? "No published figure is known for these rows."
                          : "Operations a second that others published, beside the best row of these files "
                            "on the same kind of device. The hardware is another: nothing is scaled.",
                      html);
}

std::string all_rows_section(const Selection& rows) {
  std::vector<std::pair<const char*, bool>> columns{{"scheme", false},   {"op", false},
                                                    {"device", false},   {"threads", true},
                                                    {"batch", true},     {"variant", false},
                                                    {"ops/s", true},     {"95% interval", true},
                                                    {"ops/cpu-s", true}, {"p50", true},
                                                    {"p99", true},       {"energy", true},
                                                    {"ceiling", true},   {"implementation", false},
                                                    {"verified", false}};
  if (rows.documents().size() > 1) columns.emplace_back("file", false);
  std::string body;
  for (const Entry& entry : rows.all()) body += row_html(rows, entry);
  return section_html("rows", "All rows", "Percentiles are of one call, the whole batch.",
                      fmt::format("<details><summary>{} rows</summary>\n{}</details>\n", rows.all().size(),
                                  table("", heading(columns), body)));
}

std::string machine_section(const Selection& rows) {
  std::string body;
  for (std::size_t file = 0; file < rows.documents().size(); ++file) {
    body += machine_html(rows.documents()[file].machine, rows.file_labels()[file]);
  }
  return section_html("machines", rows.documents().size() > 1 ? "Machines" : "Machine", "",
                      "<div class=\"charts\">\n" + body + "</div>\n");
}

std::string files_section(const Selection& rows) {
  std::string body;
  for (std::size_t file = 0; file < rows.documents().size(); ++file) {
    const Document& document = rows.documents()[file];
    std::string name = rows.file_labels()[file];
    if (!name.ends_with(".json")) name += ".json";
    body += fmt::format(
        "<li><a download=\"{}\" href=\"data:application/json;base64,{}\">{}</a>, {} rows, {}{}</li>\n",
        escape_html(name), base64(document.text), escape_html(name), document.rows.size(),
        bytes_text(static_cast<double>(document.text.size())),
        document.complete ? "" : ", <strong class=\"warning\">not complete</strong>");
    for (const std::string& failure : document.failures) {
      body += fmt::format("<li class=\"warning\">{}</li>\n", escape_html(failure));
    }
  }
  return section_html("files", "Result files", "They are inside this page, as they were read.",
                      "<ul class=\"files\">\n" + body + "</ul>\n");
}

}  // namespace pqlane::results
