// mpi_group.cpp: see mpi_group.hpp.
#include "cluster/mpi_group.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "runtime/device_handle.hpp"
#include "runtime/shared_object.hpp"

namespace pqlane {
namespace {

constexpr const char* object_name = "libpqlane_mpi.so";

std::optional<std::size_t> number_in(const char* variable) {
  const char* const text = std::getenv(variable);
  if (text == nullptr) return std::nullopt;
  std::size_t value = 0;
  const char* const end = text + std::strlen(text);
  const auto [stop, error] = std::from_chars(text, end, value);
  return error == std::errc() && stop == end ? std::optional(value) : std::nullopt;
}

Error refusal(const MpiLaunch& launch, const std::string& why) {
  return {PQLANE_ERROR_DEVICE, "process " + std::to_string(launch.rank) + " of " +
                                   std::to_string(launch.size) + " that an MPI launcher started: " + why};
}

const MpiApi& open_api(const MpiLaunch& launch) {
  // MPI's own parts look for its symbols. Never closed: MPI's threads live on.
  const SharedObject object = open_shared_object(object_name, "PQLANE_MPI_LIBRARY", true);
  if (object.handle == nullptr) {
    throw refusal(launch,
                  std::string("pqlane has no MPI here (PQLANE_MPI in its build; ") + object.reason + ")");
  }
  using Entry = const MpiApi* (*)();
  const auto entry = reinterpret_cast<Entry>(dlsym(object.handle, "pqlane_mpi"));
  if (entry == nullptr || entry()->version != mpi_api_version) {
    throw refusal(launch, object.place + " is of another version");
  }
  return *entry();
}

}  // namespace

MpiLaunch mpi_launch() {
  // Open MPI; MPICH and what descends from it; Slurm with PMIx.
  constexpr struct {
    const char *size, *rank;
  } variables[] = {{"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"},
                   {"PMI_SIZE", "PMI_RANK"},
                   {"SLURM_STEP_NUM_TASKS", "PMIX_RANK"}};
  for (const auto& v : variables) {
    const auto size = number_in(v.size), rank = number_in(v.rank);
    if (size && rank && *size > 1) return {*rank, *size};
  }
  return {};
}

MpiGroup::MpiGroup(const MpiApi& api, const MpiWorld& world) : api_(api), world_(world) {
  constexpr std::size_t name_bytes = sizeof world.host;
  std::vector<char> names(size() * name_bytes);
  std::memcpy(names.data() + rank() * name_bytes, world.host, name_bytes);
  all_gather_parts(names.data(), name_bytes);
  for (std::size_t r = 0; r < size(); ++r) hosts_.emplace_back(names.data() + r * name_bytes);
}

void MpiGroup::broadcast(void* data, std::size_t bytes) { require(api_.broadcast(data, bytes), "broadcast"); }

void MpiGroup::all_gather(std::uint8_t* data, const std::size_t* starts) {
  require(api_.all_gather(data, starts), "gather");
}

void MpiGroup::all_gather_parts(void* data, std::size_t part_bytes) {
  std::vector<std::size_t> starts(size() + 1);
  for (std::size_t r = 0; r <= size(); ++r) starts[r] = r * part_bytes;
  all_gather(static_cast<std::uint8_t*>(data), starts.data());
}

std::uint8_t MpiGroup::any(std::uint8_t flags) {
  require(api_.any(&flags), "reduction");
  return flags;
}

std::optional<double> MpiGroup::sum_of_hosts(const std::optional<double>& value) {
  struct Part {
    double value;
    std::uint64_t missing;
  };
  std::vector<Part> parts(size());
  if (world_.local_rank == 0) parts[rank()] = {value.value_or(0), value ? 0u : 1u};
  all_gather_parts(parts.data(), sizeof(Part));
  double sum = 0;
  for (const Part& part : parts) {
    if (part.missing != 0) return std::nullopt;
    sum += part.value;
  }
  return sum;
}

unsigned MpiGroup::threads_of_rank(unsigned usable, unsigned online) const {
  return std::max(1u, std::min(usable, online / static_cast<unsigned>(world_.local_size)));
}

std::string MpiGroup::name() const { return "rank " + std::to_string(world_.rank) + " on " + world_.host; }

void MpiGroup::finish() { require(api_.finish(), "end"); }

void MpiGroup::give_up(const std::string& why, int status) {
  const std::string line = "pqlane: " + name() + ": " + why + "\n";
  std::fwrite(line.data(), 1, line.size(), stderr);
  api_.abort(status);
  _exit(status);
}

void MpiGroup::require(const char* bad, const char* what) {
  if (bad != nullptr) give_up(std::string("MPI ") + what + ": " + bad, 1);
}

std::unique_ptr<MpiGroup> join_mpi_group() {
  const MpiLaunch launch = mpi_launch();
  if (launch.size <= 1) return nullptr;
  const MpiApi& api = open_api(launch);
  MpiWorld world{};
  if (const char* bad = api.start(&world)) throw refusal(launch, std::string("MPI does not start: ") + bad);
  if (static_cast<std::size_t>(world.size) != launch.size) {
    throw refusal(launch, "MPI finds " + std::to_string(world.size) +
                              " of them: the launcher is of another MPI than " + object_name);
  }
  return std::make_unique<MpiGroup>(api, world);
}

void share_lwe(const Device& device, LweGroup* group) { device.handle()->lwe_group = group; }

}  // namespace pqlane
