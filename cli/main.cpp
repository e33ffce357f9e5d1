// main.cpp: entry of the command line: parses, runs the chosen command, turns every error into
// one line on stderr and an exit status (cli_error.hpp).
#include <pqlane/pqlane.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "cli/cli_error.hpp"
#include "cli/commands.hpp"
#include "cli/exception_status.hpp"
#include "cli/interrupt.hpp"
#include "cli/ranks.hpp"

namespace {

using namespace pqlane::cli;

constexpr const char* description =
    "pqlane: batch post-quantum cryptography. One call works on a whole batch of keys.";

constexpr const char* examples =
    "Examples:\n"
    "  pqlane doctor                                  what this machine can run\n"
    "  pqlane bench --scheme ml-kem-768               how fast it is here\n"
    "  pqlane compare before.json after.json          what became slower\n"
    "  pqlane report result.json -o report.html       a page with charts\n"
    "  pqlane keygen --scheme ml-kem-768 --count 1000 --pub pub.bin --key key.bin\n"
    "  pqlane encaps --scheme ml-kem-768 --pub pub.bin --ct ct.bin --ss ss.bin\n"
    "  pqlane decaps --scheme ml-kem-768 --key key.bin --ct ct.bin --ss ss2.bin\n"
    "  pqlane sign --scheme ml-dsa-65 --key key.bin --msg letter.txt --sig sig.bin\n"
    "  pqlane verify --scheme ml-dsa-65 --pub pub.bin --msg letter.txt --sig sig.bin\n"
    "  pqlane vectors kat/*.rsp.xz                    check test vectors of NIST, Wycheproof, CCTV\n"
    "`pqlane COMMAND --help` or `pqlane help COMMAND` explains a command. Exit status: 0 done, 1 bad data or "
    "a failed check,\n"
    "2 wrong use, 130 interrupted.";

bool is_word(const std::string& text) { return !text.empty() && text.front() != '-'; }

bool is_command(const CLI::App& app, const std::string& word) {
  const auto same_name = [&](const CLI::App* command) { return command->get_name() == word; };
  return !app.get_subcommands(same_name).empty();
}

// The word that has to name a command: the first one, or what --help in front of it asks about.
std::string command_word(const std::vector<std::string>& words) {
  const auto is_help = [](const std::string& word) { return word == "--help" || word == "-h"; };
  const auto word = std::find_if_not(words.begin(), words.end(), is_help);
  return word != words.end() && is_word(*word) ? *word : "";
}

// 0 for --help and --version, which CLI11 reports as exceptions too.
int report_parse_result(const CLI::App& app, const CLI::ParseError& error, const std::string& command) {
  if (error.get_exit_code() == 0) return app.exit(error);
  print_error(std::string(error.what()) + " (see pqlane " + (command.empty() ? "" : command + " ") +
              "--help)");
  return exit_usage;
}

// `pqlane help` and `pqlane help COMMAND` are --help in other words.
void add_help_command(CLI::App& app, Invocation& invocation) {
  CLI::App* command = app.add_subcommand("help", "Explain a command, as COMMAND --help does");
  command->add_option("command", "Command to explain")->type_name("COMMAND");
  command->footer("Examples:\n  pqlane help\n  pqlane help bench");
  command->callback([command, &invocation] {
    invocation.run = [command] { return std::fputs(command->help("pqlane").c_str(), stdout) >= 0 ? 0 : 1; };
  });
}

// The words after `help` as the arguments that say the same, in CLI11's order (the last one first).
std::vector<std::string> help_arguments(const std::vector<std::string>& words) {
  std::vector<std::string> arguments{"--help"};
  arguments.insert(arguments.end(), words.rbegin(), words.rend());
  return arguments;
}

// A standard stream that the caller closed would give its number to the next file that is opened, and
// messages would be written into that file. The null device takes its place; its direction is such that
// the stream's use fails as before (stderr has nobody to tell).
void hold_standard_streams() {
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(fd, F_GETFD) == -1) (void)::open("/dev/null", fd == STDOUT_FILENO ? O_RDONLY : O_WRONLY);
  }
}

int run(int argc, char** argv) {
  CLI::App app(description, "pqlane");
  app.set_version_flag("--version", std::string("pqlane ") + pqlane_version());
  app.require_subcommand(1);
  app.footer(examples);
  Invocation invocation;
  add_bench_command(app, invocation);
  add_compare_command(app, invocation);
  add_report_command(app, invocation);
  add_keygen_command(app, invocation);
  add_encaps_command(app, invocation);
  add_decaps_command(app, invocation);
  add_sign_command(app, invocation);
  add_verify_command(app, invocation);
  add_lwe_command(app, invocation);
  add_acvp_command(app, invocation);
  add_vectors_command(app, invocation);
  add_doctor_command(app, invocation);
  add_help_command(app, invocation);
  std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  const bool help = !words.empty() && words.front() == "help" && (words.size() < 2 || is_word(words[1]));
  if (help) words.erase(words.begin());
  // Asked before CLI11, which would only say that a command is missing, or explain pqlane for --help.
  const std::string command = command_word(words);
  if (!command.empty() && !is_command(app, command)) {
    print_error("unknown command '" + command + "' (see pqlane --help)");
    return exit_usage;
  }
  try {
    if (help) {
      app.parse(help_arguments(words));
    } else {
      app.parse(argc, argv);
    }
  } catch (const CLI::ParseError& error) {
    return report_parse_result(app, error, command);
  }
  if (command != "lwe" && command != "doctor" && !help) refuse_ranks(command);
  return invocation.run();
}

// What --help and --version print goes through stdio; a full disk shows when it is flushed.
int flush_stdout(int status) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return status;
  if (status == exit_done) print_error(std::string("stdout: cannot write: ") + std::strerror(errno));
  return status == exit_done ? exit_failed : status;
}

}  // namespace

int main(int argc, char** argv) {
  hold_standard_streams();
  install_interrupt_handlers();
  try {
    return flush_stdout(run(argc, argv));
  } catch (...) {
    const ExceptionStatus failure = describe_exception();
    print_error(failure.message);
    return failure.exit_status;
  }
}
