// shared_library.hpp: a library that is opened at run time, and its functions.
//
// Libraries stay open until the process ends: their threads and handlers may outlive any user here.
#pragma once

#include <dlfcn.h>

#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <string>

namespace pqlane::bench {

class SharedLibrary {
 public:
  // Opens the file that the environment variable names, or else the first of `files` that can be. The
  // variable is for tests and diagnosis, and is ignored in programs that run with more rights than their
  // user.
  SharedLibrary(const char* variable, std::initializer_list<const char*> files) {
    if (const char* chosen = secure_getenv(variable)) {
      open(chosen);
      if (handle_ == nullptr)
        why_not_ = std::string(chosen) + " cannot be opened (named by " + variable + ")";
      return;
    }
    open_first(files);
  }

  // Opens the file `path`, or when that is empty the first of `files` that can be.
  SharedLibrary(const std::string& path, std::initializer_list<const char*> files) {
    if (!path.empty()) {
      open(path.c_str());
      if (handle_ == nullptr) why_not_ = path + " cannot be opened" + loader_reason();
      return;
    }
    open_first(files);
  }

  explicit operator bool() const { return handle_ != nullptr; }
  // Why it is not open.
  const std::string& why_not() const { return why_not_; }
  const std::string& file() const { return file_; }

  // Sets `function`, a pointer to a function, to the first of the names that is there, else to null. False
  // when none is.
  template <class Function>
  bool find(Function*& function, std::initializer_list<const char*> names) const {
    function = nullptr;
    for (const char* name : names) {
      void* symbol = handle_ != nullptr ? dlsym(handle_, name) : nullptr;
      if (symbol == nullptr) continue;
      static_assert(sizeof function == sizeof symbol);
      std::memcpy(&function, &symbol, sizeof symbol);
      return true;
    }
    return false;
  }
  template <class Function>
  bool find(Function*& function, const char* name) const {
    return find(function, {name});
  }

 private:
  void open_first(std::initializer_list<const char*> files) {
    for (const char* file : files) {
      open(file);
      if (handle_ != nullptr) return;
      why_not_ += (why_not_.empty() ? "" : ", ") + std::string(file);
    }
    why_not_ += " cannot be opened";
  }
  // Of the last attempt; the loader's text has no line breaks.
  static std::string loader_reason() {
    const char* reason = dlerror();
    return reason == nullptr ? "" : std::string(" (") + reason + ")";
  }
  void open(const char* file) {
    handle_ = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (handle_ != nullptr) file_ = file;
  }

  void* handle_ = nullptr;
  std::string why_not_, file_;
};

}  // namespace pqlane::bench
