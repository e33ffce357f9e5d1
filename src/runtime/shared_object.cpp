// shared_object.cpp: see shared_object.hpp.
#include "runtime/shared_object.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <array>
#include <climits>
#include <cstdlib>
#include <vector>

#include "pqlane/pqlane.h"

namespace pqlane {
namespace {

// The folder of the library or program that this code is in, with a slash; empty when it is not known.
std::string own_folder() {
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(&pqlane_version), &info) == 0 || info.dli_fname == nullptr) {
    return "";
  }
  std::string file = info.dli_fname;
  if (file.find('/') == std::string::npos) {  // a program that was found by PATH
    std::array<char, PATH_MAX> path{};
    const ssize_t length = readlink("/proc/self/exe", path.data(), path.size());
    file.assign(path.data(), length > 0 ? static_cast<std::size_t>(length) : 0);
  }
  const std::size_t slash = file.rfind('/');
  return slash == std::string::npos ? "" : file.substr(0, slash + 1);
}

std::vector<std::string> places_of(const char* name, const char* environment_variable) {
  if (const char* named = std::getenv(environment_variable); named != nullptr && *named != 0) return {named};
  std::vector<std::string> places;
  if (const std::string folder = own_folder(); !folder.empty()) {
    places.push_back(folder + name);
    places.push_back(folder + "../lib/" + name);
  }
  places.emplace_back(name);
  return places;
}

}  // namespace

SharedObject open_shared_object(const char* name, const char* environment_variable, bool global) {
  SharedObject object;
  for (const std::string& place : places_of(name, environment_variable)) {
    object.handle = dlopen(place.c_str(), RTLD_NOW | (global ? RTLD_GLOBAL : RTLD_LOCAL));
    if (object.handle != nullptr) {
      object.place = place;
      object.reason.clear();
      return object;
    }
    // That it is not at one of several places is not the reason: the last one is told, unless the object is
    // there and cannot be used.
    const bool is_there = access(place.c_str(), F_OK) == 0;
    object.reason = dlerror();
    if (is_there) break;
  }
  return object;
}

}  // namespace pqlane
