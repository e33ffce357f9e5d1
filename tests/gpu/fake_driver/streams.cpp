// streams.cpp: the part of machine.hpp that queues and runs work.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <thread>

#include "gpu/fake_driver/machine.hpp"

namespace fake {
namespace {

double now_ms() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

}  // namespace

// Streams whose next work can begin.
std::vector<Stream*> Machine::runnable_locked() {
  std::vector<Stream*> list;
  for (Stream* stream : streams_) {
    if (stream->running || stream->queue.empty()) continue;
    const auto& blocked = stream->queue.front().blocked;
    if (!blocked || !blocked()) list.push_back(stream);
  }
  return list;
}

// Runs one piece of work of a random stream; false when there is none that can begin.
bool Machine::run_some(Lock& lock) {
  const std::vector<Stream*> streams = runnable_locked();
  if (streams.empty()) return false;
  Stream* stream = streams[random_() % streams.size()];
  const Work work = std::move(stream->queue.front());
  stream->queue.pop_front();
  if (work.fatal) {
    lose_locked(stream->context);
    changed_.notify_all();
    return true;
  }
  stream->running = true;
  lock.unlock();
  bool failed = false;
  try {
    work.run();
  } catch (const std::logic_error& error) {
    std::fprintf(stderr, "fake driver: %s\n", error.what());
    failed = true;
  }
  lock.lock();
  stream->running = false;
  if (failed) lose_locked(stream->context);
  changed_.notify_all();
  return true;
}

void Machine::wait_until(Lock& lock, const std::function<bool()>& done) {
  constexpr int most_idle_ms = 60'000;
  for (int idle_ms = 0; !done();) {
    if (options_.worker == 0 && run_some(lock)) {
      idle_ms = 0;
      continue;
    }
    if (done()) return;
    const bool some_run =
        std::any_of(streams_.begin(), streams_.end(), [](const Stream* s) { return s->running; });
    // Otherwise only a word of memory, which a host thread is to change, can be what streams wait for.
    if (some_run || !runnable_locked().empty()) {
      changed_.wait(lock);
    } else if (++idle_ms < most_idle_ms) {
      changed_.wait_for(lock, std::chrono::milliseconds(1));
    } else {
      std::fprintf(stderr, "fake driver: a call waits for work that never can begin\n");
      std::abort();
    }
  }
}

void Machine::work_forever() {
  Lock lock(mutex_);
  for (;;) {
    if (options_.worker == 0 || !run_some(lock)) changed_.wait_for(lock, std::chrono::milliseconds(1));
  }
}

void Machine::enqueue_locked(Stream* stream, Work work) {
  stream->queue.push_back(std::move(work));
  if (options_.worker != 0 && !has_thread_) {
    has_thread_ = true;
    std::thread([this] { work_forever(); }).detach();
  }
  changed_.notify_all();
}

// Work in flight is gone; calls fail from now on.
void Machine::lose_locked(Context* context) {
  context->lost = Result::launch_failed;
  for (Stream* stream : streams_) {
    if (stream->context == context) stream->queue.clear();
  }
}

// The calling thread's context works and the stream is one of it; a null stream is its default stream.
Result Machine::stream_locked(Stream*& stream) {
  if (const Result bad = ready_locked(); bad != Result::ok) return bad;
  constexpr std::uintptr_t last_special = 2;  // CU_STREAM_LEGACY, CU_STREAM_PER_THREAD
  if (reinterpret_cast<std::uintptr_t>(stream) <= last_special) {
    Stream*& own = current()->default_stream;
    if (own == nullptr) own = *streams_.insert(new Stream{current(), {}}).first;
    stream = own;
    return Result::ok;
  }
  return known_locked(streams_, stream);
}

// ---- streams and events -----------------------------------------------------

Result Machine::make_stream(Stream*& stream) {
  const Lock lock(mutex_);
  if (const Result bad = ready_locked(); bad != Result::ok) return bad;
  stream = *streams_.insert(new Stream{current(), {}}).first;
  return Result::ok;
}

Result Machine::destroy_stream(Stream* stream) {
  if (const Result bad = synchronize(stream); bad != Result::ok) return bad;
  const Lock lock(mutex_);
  streams_.erase(stream);
  delete stream;
  return Result::ok;
}

Result Machine::synchronize(Stream* stream) {
  Lock lock(mutex_);
  if (const Result bad = stream_locked(stream); bad != Result::ok) return bad;
  const Context* context = stream->context;
  wait_until(lock,
             [&] { return context->lost != Result::ok || (stream->queue.empty() && !stream->running); });
  return context->lost;
}

Result Machine::query(Stream* stream) {
  Lock lock(mutex_);
  if (const Result bad = stream_locked(stream); bad != Result::ok) return bad;
  if (options_.worker == 0) run_some(lock);
  if (stream->context->lost != Result::ok) return stream->context->lost;
  return stream->queue.empty() && !stream->running ? Result::ok : Result::not_ready;
}

Result Machine::make_event(Event*& event) {
  const Lock lock(mutex_);
  if (const Result bad = ready_locked(); bad != Result::ok) return bad;
  event = *events_.insert(new Event{current()}).first;
  ++events_made_;
  return Result::ok;
}

Result Machine::destroy_event(Event* event) {
  Lock lock(mutex_);
  if (const Result bad = ready_locked(); bad != Result::ok) return bad;
  if (const Result bad = known_locked(events_, event); bad != Result::ok) return bad;
  wait_until(lock, [&] { return event->completed >= event->recorded || event->context->lost != Result::ok; });
  events_.erase(event);
  delete event;
  return Result::ok;
}

Result Machine::record(Event* event, Stream* stream) {
  const Lock lock(mutex_);
  if (const Result bad = stream_locked(stream); bad != Result::ok) return bad;
  if (const Result bad = known_locked(events_, event); bad != Result::ok) return bad;
  const std::uint64_t number = ++event->recorded;
  enqueue_locked(stream, {[this, event, number] {
                            const Lock inner(mutex_);
                            event->completed = std::max(event->completed, number);
                            event->time_ms = now_ms();
                          },
                          {}});
  return Result::ok;
}

Result Machine::wait_event(Stream* stream, Event* event) {
  const Lock lock(mutex_);
  if (const Result bad = stream_locked(stream); bad != Result::ok) return bad;
  // An event of another device may be waited for.
  if (events_.count(event) == 0) {
    ++misuses_;
    return Result::invalid_handle;
  }
  const std::uint64_t number = event->recorded;
  enqueue_locked(stream, {[] {},
                          [this, event, number] {
                            return events_.count(event) != 0 && event->completed < number &&
                                   event->context->lost == Result::ok;
                          }});
  return Result::ok;
}

Result Machine::synchronize(Event* event) {
  Lock lock(mutex_);
  if (const Result bad = ready_locked(); bad != Result::ok) return bad;
  if (const Result bad = known_locked(events_, event); bad != Result::ok) return bad;
  const std::uint64_t number = event->recorded;
  const Context* context = event->context;
  wait_until(lock, [&] { return context->lost != Result::ok || event->completed >= number; });
  return context->lost;
}

Result Machine::query(Event* event) {
  Lock lock(mutex_);
  if (const Result bad = ready_locked(); bad != Result::ok) return bad;
  if (const Result bad = known_locked(events_, event); bad != Result::ok) return bad;
  if (options_.worker == 0) run_some(lock);
  if (event->context->lost != Result::ok) return event->context->lost;
  return event->completed >= event->recorded ? Result::ok : Result::not_ready;
}

Result Machine::elapsed(float& ms, Event* begin, Event* end) {
  const Lock lock(mutex_);
  if (const Result bad = ready_locked(); bad != Result::ok) return bad;
  for (Event* event : {begin, end}) {
    if (const Result bad = known_locked(events_, event); bad != Result::ok) return bad;
    if (event->recorded == 0) return Result::invalid_handle;
    if (event->completed < event->recorded) return Result::not_ready;
  }
  ms = static_cast<float>(end->time_ms - begin->time_ms);
  return Result::ok;
}

// ---- work -------------------------------------------------------------------

// Device addresses in a kernel's argument become addresses of their contents. Any aligned word that lies in
// device memory is taken for one: another value does by a chance of 2^-32 at the memory sizes used here.
std::vector<std::byte> Machine::translate_locked(const void* argument, std::size_t bytes,
                                                 const Context* context) {
  std::vector<std::byte> copy(bytes);
  std::memcpy(copy.data(), argument, bytes);
  for (std::size_t at = 0; at + sizeof(std::uintptr_t) <= bytes; at += sizeof(std::uintptr_t)) {
    std::uintptr_t word = 0;
    std::memcpy(&word, copy.data() + at, sizeof word);
    const Memory::Block* block = memory_.device_block(word);
    if (block == nullptr || block->owner != context) continue;
    word = reinterpret_cast<std::uintptr_t>(memory_.contents(word, 0));
    std::memcpy(copy.data() + at, &word, sizeof word);
  }
  return copy;
}

Result Machine::make_kernel_locked(Function* function, unsigned blocks, unsigned threads,
                                   std::size_t shared_bytes, const void* argument, Work& work) {
  if (functions_.count(function) == 0 || function->module->context != current()) {
    ++misuses_;
    return Result::invalid_handle;
  }
  if (blocks == 0 || threads == 0 || threads > 1024 || shared_bytes > function->most_shared_bytes)
    return Result::invalid_value;
  const Grid grid{blocks, threads, shared_bytes, is_hip_ && options_.gfx < 0x1000 ? 64u : 32u, random_()};
  const auto* bytes = static_cast<const std::byte*>(argument);
  const std::vector<std::byte> taken(bytes, bytes + function->kernel->argument_bytes);
  work.run = [this, kernel = function->kernel, grid, taken, context = current()] {
    std::vector<std::byte> translated;
    {
      const Lock inner(mutex_);
      translated = translate_locked(taken.data(), taken.size(), context);
    }
    run_kernel(*kernel, grid, translated.data());
    Lock inner(mutex_);
    const auto hook = hook_;
    void* const data = hook_data_;
    inner.unlock();
    if (hook != nullptr) hook(data);
  };
  return Result::ok;
}

// A kernel is launched; it may be the one at which the device is lost.
void Machine::count_launch_locked(Work& work) {
  ++launches_;
  if (options_.lost_at_launch != 0 && static_cast<std::uint64_t>(current()->device) == options_.lost_device)
    work.fatal = ++launches_of_lost_device_ == options_.lost_at_launch;
}

Result Machine::launch(Function* function, unsigned blocks, unsigned threads, std::size_t shared_bytes,
                       Stream* stream, const void* argument) {
  const Lock lock(mutex_);
  if (const Result bad = stream_locked(stream); bad != Result::ok) return bad;
  Work work;
  const Result bad = make_kernel_locked(function, blocks, threads, shared_bytes, argument, work);
  if (bad != Result::ok) return bad;
  count_launch_locked(work);
  enqueue_locked(stream, std::move(work));
  return Result::ok;
}

Result Machine::make_copy_locked(Side to, Side from, std::size_t bytes, std::size_t rows, Work& work,
                                 bool& pageable) {
  if (rows > 1 && (to.pitch < bytes || from.pitch < bytes)) return Result::invalid_value;
  Side sides[2] = {to, from};
  pageable = false;
  for (Side& side : sides) {
    const std::size_t extent = side.pitch * (rows - 1) + bytes;
    if (!side.device) {
      pageable = pageable || !memory_.is_page_locked(side.address, extent);
      continue;
    }
    const Memory::Block* block = memory_.device_block(side.address);
    const std::byte* contents = memory_.contents(side.address, extent);
    if (contents == nullptr || block->owner != current()) {
      ++misuses_;
      return Result::invalid_value;
    }
    side.address = reinterpret_cast<std::uintptr_t>(contents);
  }
  work.run = [sides, bytes, rows] {
    for (std::size_t i = 0; i < rows; ++i) {
      std::memcpy(reinterpret_cast<std::byte*>(sides[0].address + i * sides[0].pitch),
                  reinterpret_cast<const std::byte*>(sides[1].address + i * sides[1].pitch), bytes);
    }
  };
  return Result::ok;
}

Result Machine::copy(const Side& to, const Side& from, std::size_t bytes, std::size_t rows, Stream* stream) {
  Lock lock(mutex_);
  if (const Result bad = stream_locked(stream); bad != Result::ok) return bad;
  if (bytes == 0 || rows == 0) return Result::ok;
  Work work;
  bool pageable = false;
  const Result bad = make_copy_locked(to, from, bytes, rows, work, pageable);
  if (bad != Result::ok) return bad;
  const Context* context = stream->context;
  enqueue_locked(stream, std::move(work));
  if (!pageable) return Result::ok;
  // The driver may or may not wait here: a caller that depends on either is wrong.
  ++misuses_;
  wait_until(lock,
             [&] { return context->lost != Result::ok || (stream->queue.empty() && !stream->running); });
  return context->lost;
}

// Copies at once; no stream of ours is of the kind that such copies wait for.
Result Machine::copy_now(std::uintptr_t to, std::uintptr_t from, std::size_t bytes) {
  const Lock lock(mutex_);
  if (const Result bad = ready_locked(); bad != Result::ok) return bad;
  for (std::uintptr_t* address : {&to, &from}) {
    if (memory_.device_block(*address) == nullptr) continue;
    const std::byte* contents = memory_.contents(*address, bytes);
    if (contents == nullptr) {
      ++misuses_;
      return Result::invalid_value;
    }
    *address = reinterpret_cast<std::uintptr_t>(contents);
  }
  std::memcpy(reinterpret_cast<void*>(to), reinterpret_cast<const void*>(from), bytes);
  return Result::ok;
}

Result Machine::wait_word(Stream* stream, std::uintptr_t word, std::uint32_t number) {
  const Lock lock(mutex_);
  if (const Result bad = stream_locked(stream); bad != Result::ok) return bad;
  if (word % sizeof number != 0 || !memory_.is_page_locked(word, sizeof number)) {
    ++misuses_;
    return Result::invalid_value;
  }
  enqueue_locked(stream, {[] {},
                          [word, number] {
                            const auto now =
                                std::atomic_ref<std::uint32_t>(*reinterpret_cast<std::uint32_t*>(word))
                                    .load(std::memory_order_acquire);
                            return static_cast<std::int32_t>(now - number) < 0;
                          }});
  return Result::ok;
}

Result Machine::make_set_locked(std::uintptr_t address, unsigned char value, std::size_t bytes, Work& work) {
  const Memory::Block* block = memory_.device_block(address);
  std::byte* contents = memory_.contents(address, bytes);
  if (contents == nullptr || block->owner != current()) {
    ++misuses_;
    return Result::invalid_value;
  }
  work.run = [=] { std::memset(contents, value, bytes); };
  return Result::ok;
}

Result Machine::set_bytes(std::uintptr_t address, unsigned char value, std::size_t bytes, Stream* stream) {
  const Lock lock(mutex_);
  if (const Result bad = stream_locked(stream); bad != Result::ok) return bad;
  if (bytes == 0) return Result::ok;
  Work work;
  if (const Result bad = make_set_locked(address, value, bytes, work); bad != Result::ok) return bad;
  enqueue_locked(stream, std::move(work));
  return Result::ok;
}

Result Machine::call_host(Stream* stream, void (*function)(void*), void* data) {
  const Lock lock(mutex_);
  if (const Result bad = stream_locked(stream); bad != Result::ok) return bad;
  enqueue_locked(stream, {[=] { function(data); }, {}});
  return Result::ok;
}

}  // namespace fake
