// emulator.cpp: see emulator.hpp. Fibers start as ucontexts and are kept, with their stacks, for later blocks
// and launches of the host thread. They switch by _setjmp and _longjmp, which unlike swapcontext make no
// system call; the address sanitizer follows swapcontext only.
#undef _FORTIFY_SOURCE  // its longjmp takes a switch of stacks for a fault
#include "gpu/emulator.hpp"

#include <setjmp.h>
#include <ucontext.h>

#include <algorithm>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

namespace pqlane::gpu {
namespace {

constexpr std::size_t stack_bytes = 256 * 1024;

#if defined(__SANITIZE_ADDRESS__)
constexpr bool by_ucontext = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
constexpr bool by_ucontext = true;
#else
constexpr bool by_ucontext = false;
#endif
#else
constexpr bool by_ucontext = false;
#endif

// A place to continue at.
struct Place {
  ucontext_t context;
  jmp_buf registers;
  bool started = true;  // else only `context` is set
};

void switch_places(Place& from, Place& to) {
  if constexpr (by_ucontext) {
    swapcontext(&from.context, &to.context);
  } else if (_setjmp(from.registers) == 0) {
    if (to.started) _longjmp(to.registers, 1);
    to.started = true;
    setcontext(&to.context);
  }
}

enum class Wait { none, block, wave, vote, group, done };

struct Fiber {
  Place place;
  std::unique_ptr<char[]> stack;
  Wait wait = Wait::none;
  bool vote = false;
  std::uint64_t published[2] = {};
  unsigned publications = 0;
};

// Of a host thread.
struct Machine {
  const Launch* launch = nullptr;
  const std::function<void()>* kernel = nullptr;
  std::vector<std::unique_ptr<Fiber>> fibers;  // as many as the largest block had
  std::vector<std::uint64_t> shared;
  Place scheduler;
  unsigned block = 0;
  unsigned current = 0;
  std::mt19937_64 random;
};

thread_local Machine* machine = nullptr;

void pause(Wait wait) {
  Fiber& fiber = *machine->fibers[machine->current];
  fiber.wait = wait;
  switch_places(fiber.place, machine->scheduler);
}

void fiber_main() {
  for (;;) {
    (*machine->kernel)();
    pause(Wait::done);
  }
}

void resume(unsigned thread) {
  machine->current = thread;
  machine->fibers[thread]->wait = Wait::none;
  switch_places(machine->scheduler, machine->fibers[thread]->place);
}

void add_fiber() {
  auto fiber = std::make_unique<Fiber>();
  fiber->stack = std::make_unique_for_overwrite<char[]>(stack_bytes);
  getcontext(&fiber->place.context);
  fiber->place.context.uc_stack.ss_sp = fiber->stack.get();
  fiber->place.context.uc_stack.ss_size = stack_bytes;
  fiber->place.context.uc_link = nullptr;
  makecontext(&fiber->place.context, fiber_main, 0);
  fiber->place.started = false;
  machine->fibers.push_back(std::move(fiber));
}

const char* wait_name(Wait wait) {
  switch (wait) {
    case Wait::block: return "a block barrier";
    case Wait::wave: return "a wave barrier";
    case Wait::vote: return "a vote";
    case Wait::group: return "an exchange of 32 threads";
    case Wait::done: return "its end";
    case Wait::none: break;
  }
  return "nothing";
}

// Lets groups of 32 threads go on whose threads have all published; true when there was one.
bool release_groups(unsigned first, unsigned end) {
  bool released = false;
  for (unsigned group = first; group < end; group += 32) {
    const unsigned group_end = std::min(group + 32, end);
    unsigned waiting = 0;
    for (unsigned t = group; t < group_end; ++t) waiting += machine->fibers[t]->wait == Wait::group;
    if (waiting == 0) continue;
    if (waiting != group_end - group)
      throw std::logic_error("some of 32 threads take no part in an exchange");
    for (unsigned t = group; t < group_end; ++t) machine->fibers[t]->wait = Wait::none;
    released = true;
  }
  return released;
}

// Lets the threads of a wave run until all of them wait for the block or are done. Returns that state.
Wait run_wave(unsigned first, unsigned end) {
  std::vector<unsigned> order;
  for (unsigned t = first; t < end; ++t) order.push_back(t);
  for (;;) {
    std::shuffle(order.begin(), order.end(), machine->random);
    for (const unsigned t : order) {
      if (machine->fibers[t]->wait == Wait::none) resume(t);
    }
    if (release_groups(first, end)) continue;
    const Wait wait = machine->fibers[first]->wait;
    bool any = false;
    for (unsigned t = first; t < end; ++t) {
      if (machine->fibers[t]->wait != wait) {
        throw std::logic_error("threads of one wave are at " + std::string(wait_name(wait)) + " and at " +
                               wait_name(machine->fibers[t]->wait));
      }
      any = any || machine->fibers[t]->vote;
    }
    if (wait == Wait::block || wait == Wait::done) return wait;
    for (unsigned t = first; t < end; ++t) {
      machine->fibers[t]->wait = Wait::none;
      machine->fibers[t]->vote = any;
    }
  }
}

void run_block(unsigned block) {
  const Launch& launch = *machine->launch;
  machine->block = block;
  for (auto& word : machine->shared) word = machine->random();
  const auto all_run = [&] {
    for (unsigned t = 0; t < launch.threads; ++t) machine->fibers[t]->wait = Wait::none;
  };
  all_run();
  std::vector<unsigned> waves;
  for (unsigned w = 0; w < launch.threads; w += launch.wave_threads) waves.push_back(w);
  for (;;) {
    std::shuffle(waves.begin(), waves.end(), machine->random);
    unsigned done = 0;
    for (const unsigned w : waves)
      done += run_wave(w, std::min(w + launch.wave_threads, launch.threads)) == Wait::done;
    if (done == waves.size()) return;
    if (done != 0) throw std::logic_error("some waves of a block ended while others wait at a barrier");
    all_run();
  }
}

}  // namespace

unsigned thread_index() { return machine->current; }
unsigned block_index() { return machine->block; }
unsigned block_threads() { return machine->launch->threads; }
unsigned grid_blocks() { return machine->launch->blocks; }
void barrier() { pause(Wait::block); }
void wave_barrier() { pause(Wait::wave); }
bool wave_any(bool value) {
  Machine* m = machine;
  const unsigned self = m->current;
  m->fibers[self]->vote = value;
  pause(Wait::vote);
  return m->fibers[self]->vote;
}
Published::Published(std::uint64_t word) {
  Fiber& fiber = *machine->fibers[machine->current];
  turn_ = fiber.publications++ % 2;
  fiber.published[turn_] = word;
  pause(Wait::group);
}
std::uint64_t Published::from(unsigned lane) const {
  if (lane >= 32) throw std::logic_error("a kernel reads a thread that is not among its 32");
  return machine->fibers[machine->current / 32 * 32 + lane]->published[turn_];
}
std::uint32_t* shared_words() { return reinterpret_cast<std::uint32_t*>(machine->shared.data()); }

void run_grid(const Launch& launch, const std::function<void()>& kernel) {
  thread_local Machine own;
  own.launch = &launch;
  own.kernel = &kernel;
  own.random.seed(launch.seed);
  own.shared.resize((launch.shared_bytes + 7) / 8);
  machine = &own;
  while (own.fibers.size() < launch.threads) add_fiber();
  try {
    for (unsigned block = 0; block < launch.blocks; ++block) run_block(block);
  } catch (...) {
    own.fibers.clear();  // some are in the middle of the kernel
    machine = nullptr;
    throw;
  }
  machine = nullptr;
}

}  // namespace pqlane::gpu
