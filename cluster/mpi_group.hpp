// mpi_group.hpp: the ranks of an MPI run as a group that shares operations of LWE-KEM.
//
// A program that no MPI launcher started never touches MPI. One of several that a launcher started joins the
// others, or ends with an error: it never does by itself what all are meant to do together.
#pragma once

#include <pqlane/pqlane.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cluster/mpi_api.hpp"
#include "runtime/lwe_group.hpp"

namespace pqlane {

// What the launcher says of this process, in its environment.
struct MpiLaunch {
  std::size_t rank = 0, size = 1;
};
MpiLaunch mpi_launch();

class MpiGroup final : public LweGroup {
 public:
  MpiGroup(const MpiApi& api, const MpiWorld& world);

  std::size_t rank() const override { return static_cast<std::size_t>(world_.rank); }
  std::size_t size() const override { return static_cast<std::size_t>(world_.size); }
  void broadcast(void* data, std::size_t bytes) override;
  void all_gather(std::uint8_t* data, const std::size_t* starts) override;
  // The same of parts of one size: that of rank r is at data + r * part_bytes.
  void all_gather_parts(void* data, std::size_t part_bytes);
  std::uint8_t any(std::uint8_t flags) override;

  // The sum of what one rank of each host has; nothing where one of them has nothing.
  std::optional<double> sum_of_hosts(const std::optional<double>& value);
  // Host names by rank.
  const std::vector<std::string>& hosts() const { return hosts_; }
  // Threads for a rank that was not told how many: the processors of the host go round its ranks.
  unsigned threads_of_rank(unsigned usable, unsigned online) const;
  std::size_t ranks_of_host() const { return static_cast<std::size_t>(world_.local_size); }
  // "rank 2 on node7"
  std::string name() const;

  // Waits for all ranks; nothing is to be shared afterwards.
  void finish();
  // Says why on stderr and ends the processes of all ranks.
  [[noreturn]] void give_up(const std::string& why, int status);

 private:
  void require(const char* bad, const char* what);

  const MpiApi& api_;
  const MpiWorld world_;
  std::vector<std::string> hosts_;
};

// The group of this process; null where no launcher started several. Throws Error (PQLANE_ERROR_DEVICE) where
// MPI is missing or finds other ranks than the launcher started.
std::unique_ptr<MpiGroup> join_mpi_group();

// LWE-KEM calls of the device are shared with the group from here on.
void share_lwe(const Device& device, LweGroup* group);

}  // namespace pqlane
