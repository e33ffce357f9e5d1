// emulator.cpp: see emulator.hpp. Fibers are ucontexts with stacks that a launch reuses.
#include "gpu/emulator.hpp"

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

enum class Wait { none, block, wave, vote, done };

struct Fiber {
  ucontext_t context;
  std::unique_ptr<char[]> stack;
  Wait wait = Wait::none;
  bool vote = false;
};

struct Machine {
  const Launch* launch = nullptr;
  const std::function<void()>* kernel = nullptr;
  std::vector<Fiber> fibers;
  std::vector<std::uint64_t> shared;
  ucontext_t scheduler;
  unsigned block = 0;
  unsigned current = 0;
  std::mt19937_64 random;
};

thread_local Machine* machine = nullptr;

void fiber_main() {
  (*machine->kernel)();
  machine->fibers[machine->current].wait = Wait::done;
  swapcontext(&machine->fibers[machine->current].context, &machine->scheduler);
}

void pause(Wait wait) {
  Fiber& fiber = machine->fibers[machine->current];
  fiber.wait = wait;
  swapcontext(&fiber.context, &machine->scheduler);
}

void resume(unsigned thread) {
  machine->current = thread;
  machine->fibers[thread].wait = Wait::none;
  swapcontext(&machine->scheduler, &machine->fibers[thread].context);
}

const char* wait_name(Wait wait) {
  switch (wait) {
    case Wait::block: return "a block barrier";
    case Wait::wave: return "a wave barrier";
    case Wait::vote: return "a vote";
    case Wait::done: return "its end";
    case Wait::none: break;
  }
  return "nothing";
}

// Lets the threads of a wave run until all of them wait for the block or are done. Returns that state.
Wait run_wave(unsigned first, unsigned end) {
  std::vector<unsigned> order;
  for (unsigned t = first; t < end; ++t) order.push_back(t);
  for (;;) {
    std::shuffle(order.begin(), order.end(), machine->random);
    for (const unsigned t : order) {
      if (machine->fibers[t].wait == Wait::none) resume(t);
    }
    const Wait wait = machine->fibers[first].wait;
    bool any = false;
    for (unsigned t = first; t < end; ++t) {
      if (machine->fibers[t].wait != wait) {
        throw std::logic_error("threads of one wave are at " + std::string(wait_name(wait)) + " and at " +
                               wait_name(machine->fibers[t].wait));
      }
      any = any || machine->fibers[t].vote;
    }
    if (wait == Wait::block || wait == Wait::done) return wait;
    for (unsigned t = first; t < end; ++t) {
      machine->fibers[t].wait = Wait::none;
      machine->fibers[t].vote = any;
    }
  }
}

void run_block(unsigned block) {
  const Launch& launch = *machine->launch;
  machine->block = block;
  for (auto& word : machine->shared) word = machine->random();
  for (Fiber& fiber : machine->fibers) {
    getcontext(&fiber.context);
    fiber.context.uc_stack.ss_sp = fiber.stack.get();
    fiber.context.uc_stack.ss_size = stack_bytes;
    fiber.context.uc_link = nullptr;
    fiber.wait = Wait::none;
    makecontext(&fiber.context, fiber_main, 0);
  }
  std::vector<unsigned> waves;
  for (unsigned w = 0; w < launch.threads; w += launch.wave_threads) waves.push_back(w);
  for (;;) {
    std::shuffle(waves.begin(), waves.end(), machine->random);
    unsigned done = 0;
    for (const unsigned w : waves)
      done += run_wave(w, std::min(w + launch.wave_threads, launch.threads)) == Wait::done;
    if (done == waves.size()) return;
    if (done != 0) throw std::logic_error("some waves of a block ended while others wait at a barrier");
    for (Fiber& fiber : machine->fibers) fiber.wait = Wait::none;
  }
}

}  // namespace

unsigned thread_index() { return machine->current; }
unsigned block_index() { return machine->block; }
unsigned block_threads() { return machine->launch->threads; }
void barrier() { pause(Wait::block); }
void wave_barrier() { pause(Wait::wave); }
bool wave_any(bool value) {
  Machine* m = machine;
  const unsigned self = m->current;
  m->fibers[self].vote = value;
  pause(Wait::vote);
  return m->fibers[self].vote;
}
std::uint32_t* shared_words() { return reinterpret_cast<std::uint32_t*>(machine->shared.data()); }

void run_grid(const Launch& launch, const std::function<void()>& kernel) {
  Machine m;
  m.launch = &launch;
  m.kernel = &kernel;
  m.random.seed(launch.seed);
  m.shared.resize((launch.shared_bytes + 7) / 8);
  m.fibers = std::vector<Fiber>(launch.threads);
  for (Fiber& fiber : m.fibers) fiber.stack = std::make_unique<char[]>(stack_bytes);
  machine = &m;
  try {
    for (unsigned block = 0; block < launch.blocks; ++block) run_block(block);
  } catch (...) {
    machine = nullptr;
    throw;
  }
  machine = nullptr;
}

}  // namespace pqlane::gpu
