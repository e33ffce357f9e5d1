// replay_main.cpp: runs a fuzz target without libFuzzer, so that ordinary test builds cover it too.
//
// Feeds every file of the folders or files that are named, then inputs mutated from them with a fixed
// seed, to LLVMFuzzerTestOneInput. A target that fails ends the process; the input is then written to
// crash-<pid> in the current folder. It measures no coverage and keeps no new input: `./dev fuzz` does.
//
//   replay [--mutations N] [--max-bytes B] [FILE|FOLDER]..

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
extern "C" __attribute__((weak)) int LLVMFuzzerInitialize(int* argc, char*** argv);

namespace {

using Bytes = std::vector<std::uint8_t>;

// The input under test, for the signal handler.
const Bytes* current_input = nullptr;
char crash_name[64] = "crash";

void save_current_input() {
  if (current_input == nullptr) return;
  const int file = open(crash_name, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (file < 0) return;
  const ssize_t written = write(file, current_input->data(), current_input->size());
  close(file);
  const char* text = written < 0 ? "replay: the input could not be saved: " : "replay: input saved to ";
  for (const char* part : {text, static_cast<const char*>(crash_name), "\n"}) {
    if (write(STDERR_FILENO, part, std::strlen(part)) < 0) return;
  }
}

void on_signal(int number) {
  save_current_input();
  std::signal(number, SIG_DFL);
  std::raise(number);
}

// NOLINTNEXTLINE(bugprone-reserved-identifier): the name that the sanitizers gave it
extern "C" __attribute__((weak)) void __sanitizer_set_death_callback(void (*callback)());

void install_handlers() {
  std::snprintf(crash_name, sizeof crash_name, "crash-%ld", static_cast<long>(getpid()));
  // A sanitizer reports a fault itself and then calls back; without one the signals do.
  if (__sanitizer_set_death_callback != nullptr) {
    __sanitizer_set_death_callback(save_current_input);
    std::signal(SIGABRT, on_signal);
    return;
  }
  for (const int number : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL}) std::signal(number, on_signal);
}

void run(const Bytes& input) {
  // A heap block of the exact size lets the address sanitizer see a read past the end.
  const Bytes exact(input.begin(), input.end());
  current_input = &exact;
  LLVMFuzzerTestOneInput(exact.data(), exact.size());
  current_input = nullptr;
}

class Mutator {
 public:
  Mutator(const std::vector<Bytes>& seeds, std::size_t max_bytes) : seeds_(seeds), max_bytes_(max_bytes) {}

  Bytes next() {
    Bytes input = seeds_[below(seeds_.size())];
    for (std::size_t steps = 1 + below(6); steps > 0; --steps) mutate(input);
    if (input.size() > max_bytes_) input.resize(max_bytes_);
    return input;
  }

 private:
  std::size_t below(std::size_t limit) { return random_() % limit; }
  std::uint8_t byte() { return static_cast<std::uint8_t>(random_()); }
  static Bytes::iterator at(Bytes& input, std::size_t position) {
    return input.begin() + static_cast<std::ptrdiff_t>(position);
  }

  void mutate(Bytes& input) {
    static constexpr char text[] = "{}[]\":,=\\#-0aAfF \n\r";
    const std::size_t size = input.size();
    const std::size_t position = below(size + 1);
    const std::size_t length = std::min(size - position, 1 + below(16));
    switch (below(size == 0 ? 2 : 8)) {
      case 0: input.insert(at(input, position), 1 + below(8), byte()); break;
      case 1:
        input.insert(at(input, position), static_cast<std::uint8_t>(text[below(sizeof text - 1)]));
        break;
      case 2: input[below(size)] = byte(); break;
      case 3: input[below(size)] ^= static_cast<std::uint8_t>(1u << below(8)); break;
      case 4: input.erase(at(input, position), at(input, position + length)); break;
      case 5: input.resize(position); break;
      case 6: {  // a stretch once more
        const Bytes part(at(input, position), at(input, position + length));
        input.insert(at(input, below(size + 1)), part.begin(), part.end());
        break;
      }
      default: {  // the tail of another seed
        const Bytes& other = seeds_[below(seeds_.size())];
        const std::size_t from = below(other.size() + 1);
        input.resize(position);
        input.insert(input.end(), other.begin() + static_cast<std::ptrdiff_t>(from), other.end());
      }
    }
  }

  const std::vector<Bytes>& seeds_;
  std::size_t max_bytes_;
  std::mt19937_64 random_{20240813};  // the date of FIPS 203; any fixed number does
};

Bytes read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    std::fprintf(stderr, "replay: cannot read %s\n", path.c_str());
    std::exit(1);
  }
  return Bytes(std::istreambuf_iterator<char>(file), {});
}

// The files of a folder in a fixed order, or the file itself.
std::vector<std::filesystem::path> files_of(const std::filesystem::path& path) {
  if (!std::filesystem::is_directory(path)) return {path};
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(path)) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::size_t number(const char* option, const char* text) {
  char* end = nullptr;
  const unsigned long long value = text != nullptr ? std::strtoull(text, &end, 10) : 0;
  if (text == nullptr || end == text || *end != '\0') {
    std::fprintf(stderr, "replay: %s needs a number\n", option);
    std::exit(2);
  }
  return static_cast<std::size_t>(value);
}

}  // namespace

int main(int argc, char** argv) {
  if (LLVMFuzzerInitialize != nullptr) LLVMFuzzerInitialize(&argc, &argv);
  install_handlers();

  std::size_t mutations = 0;
  std::size_t max_bytes = 65536;
  std::vector<Bytes> seeds{Bytes{}};
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--mutations") {
      mutations = number("--mutations", argv[++i]);
    } else if (argument == "--max-bytes") {
      max_bytes = number("--max-bytes", argv[++i]);
    } else {
      for (const auto& path : files_of(argument)) seeds.push_back(read_file(path));
    }
  }

  for (const Bytes& seed : seeds) run(seed);
  Mutator mutator(seeds, max_bytes);
  for (std::size_t i = 0; i < mutations; ++i) run(mutator.next());
  std::printf("%zu corpus files and %zu mutated inputs\n", seeds.size() - 1, mutations);
  return 0;
}
