// core_binding.cpp: see core_binding.hpp. Cores come from hwloc (one logical core a physical core first);
// the binding itself is the thread's affinity mask.
#include "runtime/core_binding.hpp"

#include <pthread.h>
#include <sched.h>

#include <algorithm>
#include <thread>
#include <vector>

#if defined(PQLANE_HAVE_HWLOC)
#include <hwloc.h>
#endif

namespace pqlane {

struct CoreBinding::Topology {
  std::vector<unsigned> order;  // logical cores by operating-system number, in binding order
};

struct CoreBinding::Scope::Saved {
  cpu_set_t mask;
};

unsigned usable_core_count() {
  cpu_set_t mask;
  if (sched_getaffinity(0, sizeof mask, &mask) == 0)
    return std::max(1u, static_cast<unsigned>(CPU_COUNT(&mask)));
  return std::max(1u, std::thread::hardware_concurrency());
}

#if defined(PQLANE_HAVE_HWLOC)
namespace {

// First logical core of every physical core, then the second ones, and so on.
std::vector<unsigned> binding_order() {
  hwloc_topology_t topology;
  if (hwloc_topology_init(&topology) != 0) return {};
  std::vector<unsigned> order;
  if (hwloc_topology_load(topology) == 0) {
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) CPU_ZERO(&allowed);
    const int cores = hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_CORE);
    for (unsigned round = 0, found = 1; found != 0; ++round) {
      found = 0;
      for (int c = 0; c < cores; ++c) {
        hwloc_obj_t core = hwloc_get_obj_by_type(topology, HWLOC_OBJ_CORE, static_cast<unsigned>(c));
        hwloc_obj_t unit = hwloc_get_obj_inside_cpuset_by_type(topology, core->cpuset, HWLOC_OBJ_PU, round);
        if (unit == nullptr) continue;
        ++found;
        if (unit->os_index < CPU_SETSIZE && CPU_ISSET(unit->os_index, &allowed))
          order.push_back(unit->os_index);
      }
    }
  }
  hwloc_topology_destroy(topology);
  return order;
}

}  // namespace
#endif

CoreBinding::CoreBinding() : topology_(std::make_unique<Topology>()) {
#if defined(PQLANE_HAVE_HWLOC)
  topology_->order = binding_order();
#endif
}

CoreBinding::~CoreBinding() = default;

bool CoreBinding::available() const { return !topology_->order.empty(); }

unsigned CoreBinding::cores() const { return static_cast<unsigned>(topology_->order.size()); }

bool CoreBinding::bind(unsigned index) const {
  if (!available()) return false;
  cpu_set_t mask;
  CPU_ZERO(&mask);
  CPU_SET(topology_->order[index % cores()], &mask);
  return pthread_setaffinity_np(pthread_self(), sizeof mask, &mask) == 0;
}

CoreBinding::Scope::Scope(const CoreBinding* binding, unsigned index) {
  if (binding == nullptr) return;
  auto saved = std::make_unique<Saved>();
  if (pthread_getaffinity_np(pthread_self(), sizeof saved->mask, &saved->mask) != 0) return;
  if (binding->bind(index)) saved_ = std::move(saved);
}

CoreBinding::Scope::~Scope() {
  if (saved_) (void)pthread_setaffinity_np(pthread_self(), sizeof saved_->mask, &saved_->mask);
}

}  // namespace pqlane
