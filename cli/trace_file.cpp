// trace_file.cpp: see trace_file.hpp.
#include "cli/trace_file.hpp"

#include <fmt/format.h>

#include <utility>

#include "cli/cli_error.hpp"
#include "cli/output_file.hpp"
#include "runtime/trace.hpp"
#include "runtime/trace_json.hpp"

namespace pqlane::cli {
namespace {

// Records while it lives.
class Recording {
 public:
  Recording() {
    if (!trace::start()) throw CliError(exit_failed, "a trace is being recorded already");
  }
  ~Recording() { (void)trace::stop(); }
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;
};

int run_with_trace(const std::string& file, const std::function<int()>& run) {
  if (file == "-") throw usage_error("--trace needs the name of a file: reports go to stdout");
  OutputFile out(file, FileMode::Ordinary);
  int status = exit_done;
  {
    const Recording recording;
    status = run();
  }
  trace::Snapshot snapshot = trace::snapshot();
  const std::size_t dropped = snapshot.dropped, all = dropped + snapshot.records.size();
  trace::write_json(std::move(snapshot), [&](std::string_view text) { out.write(text); });
  out.commit();
  if (dropped != 0) print_error(fmt::format("{}: {} of {} spans were dropped", file, dropped, all));
  return status;
}

}  // namespace

std::function<int()> with_trace(const std::string& file, std::function<int()> run) {
  if (file.empty()) return run;
  return [file, run = std::move(run)] { return run_with_trace(file, run); };
}

}  // namespace pqlane::cli
