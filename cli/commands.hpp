// commands.hpp: the subcommands of `pqlane` and how they meet main().
//
// Each add_.._command registers one subcommand with its options and help. When the user
// chose it, its CLI11 callback stores the work in `Invocation::run`; main() calls that after
// parsing, turns exceptions into one line on stderr, and exits with what it returns
// (the values of cli_error.hpp).
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace pqlane::cli {

struct Invocation {
  std::function<int()> run;  // returns the exit status
};

void add_keygen_command(CLI::App& app, Invocation& invocation);
void add_encaps_command(CLI::App& app, Invocation& invocation);
void add_decaps_command(CLI::App& app, Invocation& invocation);
void add_sign_command(CLI::App& app, Invocation& invocation);
void add_verify_command(CLI::App& app, Invocation& invocation);
void add_acvp_command(CLI::App& app, Invocation& invocation);
void add_vectors_command(CLI::App& app, Invocation& invocation);
void add_doctor_command(CLI::App& app, Invocation& invocation);
void add_bench_command(CLI::App& app, Invocation& invocation);  // cmd_bench.cpp
void add_compare_command(CLI::App& app, Invocation& invocation);
void add_report_command(CLI::App& app, Invocation& invocation);
void add_lwe_command(CLI::App& app, Invocation& invocation);

}  // namespace pqlane::cli
