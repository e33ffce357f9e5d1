// ranks.cpp: see ranks.hpp.
#include "cli/ranks.hpp"

#include <fmt/format.h>

#include <optional>

#include "cli/cli_error.hpp"
#include "cli/exception_status.hpp"

namespace pqlane::cli {
namespace {

// The rank of the first failure, and its status, for all ranks to know; nothing when none failed.
struct FirstFailure {
  std::size_t rank;
  int exit_status;
};

std::optional<FirstFailure> first_failure(MpiGroup& group, const std::optional<ExceptionStatus>& own) {
  std::vector<std::uint8_t> statuses(group.size());
  statuses[group.rank()] = own ? static_cast<std::uint8_t>(own->exit_status) : 0;
  group.all_gather_parts(statuses.data(), 1);
  for (std::size_t r = 0; r < group.size(); ++r) {
    if (statuses[r] != 0) return FirstFailure{r, statuses[r]};
  }
  return std::nullopt;
}

std::optional<ExceptionStatus> failure_of(const std::function<void()>& prepare) try {
  prepare();
  return std::nullopt;
} catch (...) {
  return describe_exception();
}

}  // namespace

int run_in_ranks(MpiGroup* group, const std::function<void()>& prepare, const std::function<int()>& work) {
  if (group == nullptr) {
    prepare();
    return work();
  }
  const std::optional<ExceptionStatus> failure = failure_of(prepare);
  int status = exit_done;
  if (const auto first = first_failure(*group, failure)) {
    status = first->exit_status;
    if (first->rank == group->rank()) {
      // All ranks have the same arguments: what the first one meets need not be of its host.
      print_error(first->rank == 0 ? failure->message : group->name() + ": " + failure->message);
    }
  } else {
    try {
      status = work();
    } catch (...) {
      const ExceptionStatus thrown = describe_exception();
      group->give_up(one_line(thrown.message), thrown.exit_status);
    }
  }
  group->finish();
  return status;
}

std::unique_ptr<MpiGroup> join_ranks() try { return join_mpi_group(); } catch (const Error& error) {
  throw usage_error(error.what());
}

void refuse_ranks(const std::string& command) {
  const MpiLaunch launch = mpi_launch();
  if (launch.size <= 1) return;
  throw usage_error(
      fmt::format("process {} of {} that an MPI launcher started: only `pqlane lwe` shares its "
                  "work over ranks, {} would do all of it {} times",
                  launch.rank, launch.size, command, launch.size));
}

}  // namespace pqlane::cli
