// core_binding.hpp: pins threads to cores, where the build has hwloc.
#pragma once

#include <memory>

namespace pqlane {

// The cores that this process may use, and binding of the calling thread to one of them.
class CoreBinding {
 public:
  CoreBinding();
  ~CoreBinding();
  CoreBinding(const CoreBinding&) = delete;
  CoreBinding& operator=(const CoreBinding&) = delete;

  // False when the build has no hwloc or the system refuses.
  bool available() const;
  unsigned cores() const;
  // Binds the calling thread to core `index % cores()`.
  bool bind(unsigned index) const;

  // Binds the calling thread for the length of a scope and restores its binding afterwards.
  class Scope {
   public:
    Scope(const CoreBinding* binding, unsigned index);
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    struct Saved;
    std::unique_ptr<Saved> saved_;
  };

 private:
  struct Topology;
  std::unique_ptr<Topology> topology_;
};

// Logical cores that this process may run on, at least 1.
unsigned usable_core_count();

}  // namespace pqlane
