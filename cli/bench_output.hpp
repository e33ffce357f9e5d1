// bench_output.hpp: the files that `pqlane bench` writes: its own JSON, and those of --format.
//
// All are opened before anything is measured, so that a folder that cannot be written shows at once; each
// appears under its name when it is complete, and not at all when the command fails before.
#pragma once

#include "bench/machine.hpp"
#include "bench/suite.hpp"
#include "cli/bench_plan.hpp"
#include "cli/output_file.hpp"

#include <memory>
#include <string>
#include <vector>

namespace pqlane::cli {

class BenchOutput {
 public:
  // Throws CliError: status 2 for options that do not go together, 1 for what cannot be written.
  BenchOutput(const BenchOptions& options, BenchFormat format, const bench::Plan& plan);

  // Whether stdout belongs to a file's text, so that no table may go there.
  bool uses_stdout() const { return uses_stdout_; }
  void write(const bench::Machine& machine, const bench::SuiteResult& result);

 private:
  struct File {
    std::unique_ptr<OutputFile> file;
    std::string (*text)(const bench::Machine&, const bench::SuiteResult&);
  };
  void add(const std::string& path, std::string (*text)(const bench::Machine&, const bench::SuiteResult&));

  std::vector<File> files_;
  std::vector<std::string> taken_;  // paths of files that are written
  bool uses_stdout_ = false;
};

}  // namespace pqlane::cli
