// ranks.hpp: a command that shares its work over the ranks of an MPI run: how they begin and end together.
#pragma once

#include <functional>

#include "cluster/mpi_group.hpp"

namespace pqlane::cli {

// Runs `prepare` and then `work`, which returns the exit status, in all ranks; a null group is this process.
//
// Where prepare throws in some ranks all of them end with the status of the first one, which says why. A rank
// that throws in work says its name and why, and ends all others: they would wait for it.
int run_in_ranks(MpiGroup* group, const std::function<void()>& prepare, const std::function<int()>& work);

// join_mpi_group() as commands need it: throws CliError (status 2).
std::unique_ptr<MpiGroup> join_ranks();

// Refuses (status 2) to do N times what an MPI launcher was told to start N times, in commands that do not
// share their work.
void refuse_ranks(const std::string& command);

}  // namespace pqlane::cli
