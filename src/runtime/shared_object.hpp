// shared_object.hpp: opens a shared object of our own at run time.
#pragma once

#include <string>

namespace pqlane {

struct SharedObject {
  void* handle = nullptr;  // null: there is none
  std::string place;       // what was opened
  std::string reason;      // why there is none
};

// Looks for it under the name in the environment variable, else beside the library or program, in ../lib from
// there, and where the system looks. With `global` its symbols serve objects that are opened later.
SharedObject open_shared_object(const char* name, const char* environment_variable, bool global = false);

}  // namespace pqlane
