// ranges.cpp: see ranges.hpp. [NVTX], [ROCTX]
#include "runtime/ranges.hpp"

#include <dlfcn.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string_view>

#include "runtime/trace.hpp"

namespace pqlane::ranges {
namespace {

// Both libraries have the same two functions; they return the depth of the range, or a negative number.
using Push = int (*)(const char* message);
using Pop = int (*)();

// Set once, before the bit that lets spans call them.
std::atomic<Push> push_function{nullptr};
std::atomic<Pop> pop_function{nullptr};

struct Kind {
  const char* name;
  const char *push, *pop;
  std::span<const char* const> files;  // tried in this order
};
constexpr const char* nvtx_files[] = {"libnvToolsExt.so.1"};
constexpr const char* roctx_files[] = {"librocprofiler-sdk-roctx.so.1", "libroctx64.so.4", "libroctx64.so"};
constexpr Kind kinds[] = {{"nvtx", "nvtxRangePushA", "nvtxRangePop", nvtx_files},
                          {"roctx", "roctxRangePushA", "roctxRangePop", roctx_files}};

const Kind* find_kind(std::string_view name) {
  for (const Kind& kind : kinds) {
    if (name == kind.name) return &kind;
  }
  return nullptr;
}

// Null, with the reason in `text`, or the library with its name there.
void* open_library(const Kind& kind, std::string& text) {
  if (const char* chosen = secure_getenv("PQLANE_RANGES_LIBRARY")) {
    text = chosen;
    if (void* library = dlopen(chosen, RTLD_NOW | RTLD_LOCAL)) return library;
    text += " cannot be opened (named by PQLANE_RANGES_LIBRARY)";
    return nullptr;
  }
  std::string tried;
  for (const char* file : kind.files) {
    text = file;
    if (void* library = dlopen(file, RTLD_NOW | RTLD_LOCAL)) return library;
    tried += (tried.empty() ? "" : ", ") + text;
  }
  text = tried + " cannot be opened";
  return nullptr;
}

State try_open() {
  State state;
  const char* wish = secure_getenv("PQLANE_RANGES");
  if (wish == nullptr || *wish == '\0') return state;
  state.asked = true;
  const Kind* kind = find_kind(wish);
  if (kind == nullptr) {
    state.text = std::string("PQLANE_RANGES=") + wish + " is neither nvtx nor roctx";
    return state;
  }
  std::string text;
  void* library = open_library(*kind, text);
  state.text = std::string(kind->name) + ": " + text;
  if (library == nullptr) return state;
  const auto push_symbol = reinterpret_cast<Push>(dlsym(library, kind->push));
  const auto pop_symbol = reinterpret_cast<Pop>(dlsym(library, kind->pop));
  if (push_symbol == nullptr || pop_symbol == nullptr) {
    state.text += std::string(" lacks ") + (push_symbol == nullptr ? kind->push : kind->pop);
    dlclose(library);
    return state;
  }
  state.open = true;
  push_function.store(push_symbol, std::memory_order_release);
  pop_function.store(pop_symbol, std::memory_order_release);
  trace::wanted.fetch_or(trace::ranges_bit, std::memory_order_release);
  return state;
}

}  // namespace

const State& open() {
  static const State* const state = new State(try_open());  // never destroyed: threads may outlive it
  return *state;
}

void push(const char* name, const char* scheme) noexcept {
  const Push function = push_function.load(std::memory_order_acquire);
  if (function == nullptr) return;
  if (scheme == nullptr) {
    (void)function(name);
    return;
  }
  char text[64];
  (void)std::snprintf(text, sizeof text, "%s %s", name, scheme);
  (void)function(text);
}

void pop() noexcept {
  if (const Pop function = pop_function.load(std::memory_order_acquire)) (void)function();
}

}  // namespace pqlane::ranges
