// cmd_report.cpp: `pqlane report`: result files of bench as one HTML page.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "cli/cli_error.hpp"
#include "cli/commands.hpp"
#include "cli/common_options.hpp"
#include "cli/output_file.hpp"
#include "cli/report.hpp"
#include "results/page.hpp"

namespace pqlane::cli {
namespace {

struct ReportArguments {
  std::vector<std::string> files;
  std::string output = "report.html", title = results::PageOptions{}.title, json;
  bool no_scripts = false;
};

void check_arguments(const ReportArguments& arguments) {
  const auto is_output = [&](const std::string& file) { return same_file(file, arguments.output); };
  if (std::any_of(arguments.files.begin(), arguments.files.end(), is_output)) {
    throw usage_error("-o names a result file, " + arguments.output);
  }
  const auto is_json = [&](const std::string& file) { return same_file(file, arguments.json); };
  if (!arguments.json.empty() && std::any_of(arguments.files.begin(), arguments.files.end(), is_json)) {
    throw usage_error("--json names a result file, " + arguments.json);
  }
  if (!arguments.json.empty() &&
      (arguments.json == arguments.output || same_file(arguments.json, arguments.output))) {
    throw usage_error("--json and -o name the same file " + arguments.output);
  }
  if (std::count(arguments.files.begin(), arguments.files.end(), "-") > 1) {
    throw usage_error("only one of the files can be stdin");
  }
}

Json report_json(const ReportArguments& arguments, const std::vector<results::Document>& documents,
                 std::size_t bytes) {
  Json files = Json::array();
  for (const results::Document& document : documents) {
    files.push_back({{"file", document.path},
                     {"rows", document.rows.size()},
                     {"series", document.series.size()},
                     {"complete", document.complete}});
  }
  const bool moving = !arguments.no_scripts && results::has_chart_library();
  return {{"schema", "pqlane-report/1"},
          {"output", arguments.output},
          {"bytes", bytes},
          {"charts", moving ? "uplot" : "static"},
          {"files", std::move(files)}};
}

int run_report(const ReportArguments& arguments) {
  check_arguments(arguments);
  OutputFile output(arguments.output, FileMode::Ordinary);
  JsonFile json(arguments.json);
  std::vector<results::Document> documents;
  for (const std::string& file : arguments.files) documents.push_back(results::load_document(file));
  const std::string page = results::page_html(documents, {arguments.title, !arguments.no_scripts});
  output.write(page);
  output.commit();
  json.write(report_json(arguments, documents, page.size()));
  const bool taken = arguments.output == "-" || arguments.json == "-";
  print_text(fmt::format("{}: {} KiB\n", one_line(arguments.output), (page.size() + 1023) / 1024), taken);
  return exit_done;
}

constexpr const char* help_footer = R"(
The page needs no network: styles, scripts, charts and the files themselves are in it. Several files, of one machine
or of several, are shown side by side.

Examples
  pqlane bench --json result.json && pqlane report result.json -o report.html
  pqlane report laptop.json server.json -o both.html --title 'Laptop and server')";

}  // namespace

void add_report_command(CLI::App& app, Invocation& invocation) {
  CLI::App* command = app.add_subcommand("report", "Show result files of bench as a page with charts");
  auto arguments = std::make_shared<ReportArguments>();
  refuse_empty(command->add_option("FILES", arguments->files, "Files of bench --json; - is stdin"))
      ->required();
  refuse_empty(command->add_option("-o,--output", arguments->output, "The page; - is stdout"))
      ->type_name("FILE")
      ->capture_default_str();
  command->add_option("--title", arguments->title, "Its heading")->type_name("TEXT")->capture_default_str();
  command->add_flag("--no-scripts", arguments->no_scripts, "Static charts alone, without uPlot");
  add_json_option(*command, arguments->json);
  command->footer(help_footer);
  command->callback(
      [arguments, &invocation] { invocation.run = [arguments] { return run_report(*arguments); }; });
}

}  // namespace pqlane::cli
