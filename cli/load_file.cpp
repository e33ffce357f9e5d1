// load_file.cpp: see load_file.hpp.
#include "cli/load_file.hpp"

#include <lzma.h>
#include <zlib.h>

#include <array>
#include <cstdint>

#include "cli/cli_error.hpp"
#include "cli/records.hpp"

namespace pqlane::cli {
namespace {

constexpr std::size_t piece_bytes = std::size_t{1} << 16;
// Memory that an xz decoder may use: the largest preset (-9) needs 65 MiB.
constexpr std::uint64_t xz_memory_limit = std::uint64_t{128} << 20;

[[noreturn]] void fail(const std::string& name, const std::string& why) {
  throw data_error(name + ": " + why);
}

void append(std::string& text, const char* data, std::size_t size, const std::string& name,
            std::size_t max_bytes) {
  if (size > max_bytes - text.size()) {
    fail(name, "larger than " + std::to_string(max_bytes) + " bytes after decompression");
  }
  text.append(data, size);
}

// Ends a decoder when the scope does.
struct XzStream {
  lzma_stream stream = LZMA_STREAM_INIT;
  XzStream() = default;
  XzStream(const XzStream&) = delete;
  XzStream& operator=(const XzStream&) = delete;
  ~XzStream() { lzma_end(&stream); }
};

std::string unpack_xz(std::string_view data, const std::string& name, std::size_t max_bytes) {
  XzStream xz;
  lzma_stream& stream = xz.stream;
  if (lzma_stream_decoder(&stream, xz_memory_limit, LZMA_CONCATENATED) != LZMA_OK) {
    fail(name, "cannot start the xz decoder");
  }
  stream.next_in = reinterpret_cast<const std::uint8_t*>(data.data());
  stream.avail_in = data.size();
  std::string text;
  std::array<char, piece_bytes> piece{};
  for (;;) {
    stream.next_out = reinterpret_cast<std::uint8_t*>(piece.data());
    stream.avail_out = piece.size();
    const lzma_ret result = lzma_code(&stream, LZMA_FINISH);
    append(text, piece.data(), piece.size() - stream.avail_out, name, max_bytes);
    if (result == LZMA_STREAM_END) return text;
    if (result == LZMA_MEMLIMIT_ERROR) fail(name, "the xz data needs too much memory to unpack");
    if (result == LZMA_BUF_ERROR) fail(name, "the xz data is truncated");
    if (result != LZMA_OK) fail(name, "the xz data is damaged");
  }
}

struct GzipStream {
  z_stream stream{};
  bool started = false;
  GzipStream() = default;
  GzipStream(const GzipStream&) = delete;
  GzipStream& operator=(const GzipStream&) = delete;
  ~GzipStream() {
    if (started) inflateEnd(&stream);
  }
};

std::string unpack_gzip(std::string_view data, const std::string& name, std::size_t max_bytes) {
  constexpr int gzip_window_bits = 15 + 16;  // zlib.h: the largest window, plus 16 for a gzip header
  GzipStream gzip;
  z_stream& stream = gzip.stream;
  if (inflateInit2(&stream, gzip_window_bits) != Z_OK) fail(name, "cannot start the gzip decoder");
  gzip.started = true;
  std::string text;
  std::array<char, piece_bytes> piece{};
  std::size_t used = 0;
  for (;;) {
    // zlib counts in 32 bits: hand the input over in pieces.
    const std::string_view part = data.substr(used, piece_bytes);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(part.data()));
    stream.avail_in = static_cast<uInt>(part.size());
    stream.next_out = reinterpret_cast<Bytef*>(piece.data());
    stream.avail_out = static_cast<uInt>(piece.size());
    const int result = inflate(&stream, Z_NO_FLUSH);
    const std::size_t consumed = part.size() - stream.avail_in;
    const std::size_t produced = piece.size() - stream.avail_out;
    used += consumed;
    append(text, piece.data(), produced, name, max_bytes);
    if (result == Z_STREAM_END) {
      if (used == data.size()) return text;
      if (inflateReset(&stream) != Z_OK) fail(name, "the gzip data is damaged");  // a further member
      continue;
    }
    if (result != Z_OK && result != Z_BUF_ERROR) fail(name, "the gzip data is damaged");
    if (consumed == 0 && produced == 0) fail(name, "the gzip data is truncated");
  }
}

}  // namespace

std::string decompress(std::string_view data, const std::string& name, std::size_t max_bytes) {
  using namespace std::string_view_literals;
  if (data.starts_with("\xfd"
                       "7zXZ\0"sv)) {
    return unpack_xz(data, name, max_bytes);
  }
  if (data.starts_with("\x1f\x8b"sv)) return unpack_gzip(data, name, max_bytes);
  std::string text;
  append(text, data.data(), data.size(), name, max_bytes);
  return text;
}

std::string load_text(const std::string& path, std::size_t max_bytes) {
  RecordReader reader(path, 1, "bytes");
  std::string data;
  std::string piece(piece_bytes, '\0');
  for (;;) {
    const std::size_t n = reader.read(std::span(reinterpret_cast<std::uint8_t*>(piece.data()), piece.size()));
    if (n == 0) break;
    append(data, piece.data(), n, reader.path(), max_bytes);
  }
  return decompress(data, reader.path(), max_bytes);
}

}  // namespace pqlane::cli
