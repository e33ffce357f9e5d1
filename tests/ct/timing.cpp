// timing.cpp: does the time of an operation depend on its secrets? Welch's t test on two classes of inputs
// that differ in secrets only, as dudect does it [DUDECT].
//
// A statistic: a median above the threshold says that the time depends on the class; a value
// below says that this many measurements on this machine show nothing, not that there is nothing.
// Key generation is left out: rho comes from the same seed as the secrets and the sampling of the matrix
// takes a public but varying time; the valgrind check covers it.
//
//   timing [--seconds S] [--backend NAME] [--plant]     exit status 1 when classes differ
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>

#include "plants.hpp"
#include "timing_sign.hpp"
#include "timing_test.hpp"

namespace pqlane::ct {
namespace {

// ---- the inputs -------------------------------------------------------------

// pool[class][i], all of one size; class 0 repeats one value.
struct Pools {
  std::array<std::vector<Bytes>, 2> value;
  Pools(std::size_t bytes, const std::function<void(int, Bytes&)>& make) {
    for (int c = 0; c < 2; ++c) {
      for (std::size_t i = 0; i < pool_items; ++i) {
        Bytes b(bytes);
        if (c == 0 && i != 0) {
          b = value[0][0];
        } else {
          make(c, b);
        }
        value[static_cast<std::size_t>(c)].push_back(std::move(b));
      }
    }
  }
  const Bytes& at(int input_class, std::size_t i) const {
    return value[static_cast<std::size_t>(input_class)][i];
  }
};

// Valid keys and ciphertexts for every item of the tile.
void make_valid(TileCall& t, TestData& data) {
  data.fill(t.seed);
  data.fill(t.m);
  t.run(t.kem.keygen, t.args(nullptr, false, false));
  t.run(t.kem.encaps, t.args(nullptr, false, false));
}

// s_hat of random coefficients in [0, q), 12 bits each.
void random_secret_key(TestData& data, std::uint8_t* s, std::size_t bytes) {
  for (std::size_t i = 0; i + 3 <= bytes; i += 3) {
    const auto a = static_cast<unsigned>(data.next() % 3329), b = static_cast<unsigned>(data.next() % 3329);
    s[i] = static_cast<std::uint8_t>(a);
    s[i + 1] = static_cast<std::uint8_t>(a >> 8 | b << 4);
    s[i + 2] = static_cast<std::uint8_t>(b >> 4);
  }
}

// Valid ciphertexts against ciphertexts with one bit changed: the implicit rejection.
Comparison rejected_ciphertexts(TileCall& t, TestData& data, const Bytes& valid) {
  auto pools = std::make_shared<Pools>(t.ct.size(), [&](int c, Bytes& b) {
    b = valid;
    if (c == 0) return;
    for (std::size_t i = 0; i < t.count; ++i) {
      b[i * t.sizes.ct_bytes + data.next() % t.sizes.ct_bytes] ^=
          static_cast<std::uint8_t>(1u << data.next() % 8);
    }
  });
  const KemArgs args = t.args(nullptr, false, true);
  return {
      "decaps: valid / changed ciphertext",
      [&t, pools](int c, std::size_t i) { std::memcpy(t.ct.data(), pools->at(c, i).data(), t.ct.size()); },
      [&t, args] { t.run(t.kem.decaps, args); }};
}

// One s_hat and z against random ones, under the same public key.
Comparison random_keys(TileCall& t, TestData& data, const Bytes& valid) {
  auto pools = std::make_shared<Pools>(t.dk.size(), [&](int, Bytes& b) {
    b = valid;
    for (std::size_t i = 0; i < t.count; ++i) {
      random_secret_key(data, b.data() + i * t.sizes.dk_bytes, t.secret_key_bytes());
      data.fill(b.data() + (i + 1) * t.sizes.dk_bytes - 32, 32);
    }
  });
  const KemArgs args = t.args(nullptr, false, true);
  return {
      "decaps: fixed / random s_hat and z",
      [&t, pools](int c, std::size_t i) { std::memcpy(t.dk.data(), pools->at(c, i).data(), t.dk.size()); },
      [&t, args] { t.run(t.kem.decaps, args); }};
}

Comparison random_messages(TileCall& t, TestData& data) {
  auto pools = std::make_shared<Pools>(t.m.size(), [&](int, Bytes& b) { data.fill(b); });
  const KemArgs args = t.args(nullptr, false, false);
  return {"encaps: fixed / random m",
          [&t, pools](int c, std::size_t i) { std::memcpy(t.m.data(), pools->at(c, i).data(), t.m.size()); },
          [&t, args] { t.run(t.kem.encaps, args); }};
}

int check_tile(const CpuBackend& backend, std::size_t count, double round_seconds, TestData& data) {
  TileCall t(backend, PQLANE_ML_KEM_768, count);
  make_valid(t, data);
  const Bytes valid_ct = t.ct, valid_dk = t.dk;
  std::printf("%s ml-kem-768, tile of %zu\n", backend.name, count);
  int found = 0;
  found += differs(rejected_ciphertexts(t, data, valid_ct), round_seconds, data) ? 1 : 0;
  t.ct = valid_ct;
  found += differs(random_keys(t, data, valid_dk), round_seconds, data) ? 1 : 0;
  t.dk = valid_dk;
  found += differs(random_messages(t, data), round_seconds, data) ? 1 : 0;
  return found;
}

// The first comparison with a leak: after the operation an early-exit comparison of ct with a valid one.
int check_plant(double round_seconds, TestData& data) {
  TileCall t(scalar_backend, PQLANE_ML_KEM_768, 1);
  make_valid(t, data);
  const Bytes valid = t.ct;
  Comparison c = rejected_ciphertexts(t, data, valid);
  c.name = "planted early exit";
  const auto clean = c.run;
  volatile std::uint32_t sink = 0;
  c.run = [&] {
    clean();
    sink = pqlane_plant_early_exit(t.ct.data(), valid.data(), valid.size());
  };
  return differs(c, round_seconds, data) ? 1 : 0;
}

int run(double seconds, bool plant, const std::string& only) {
  TestData data(20240813);
  std::vector<const CpuBackend*> backends = {&scalar_backend};
#if defined(PQLANE_HAVE_AVX2)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2")) backends.push_back(&avx2_backend);
#endif
#if defined(PQLANE_HAVE_AVX512)
  if (__builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("avx512vl"))
    backends.push_back(&avx512_backend);
#endif
  if (plant) {
    const double each = seconds / (2 * rounds);
    const int seen = check_plant(each, data) + check_sign_plant(*backends.back(), each, data);
    return seen == 2 ? 1 : 0;
  }
  using Tile = std::pair<const CpuBackend*, std::size_t>;
  std::vector<Tile> kem_tiles, sign_tiles;
  for (const CpuBackend* b : backends) {
    if (!only.empty() && only != b->name) continue;
    kem_tiles.emplace_back(b, 1);
    if (b->kem[1]->tile_ops > 1) kem_tiles.emplace_back(b, b->kem[1]->tile_ops);
    if (b->dsa == nullptr) continue;
    sign_tiles.emplace_back(b, 1);
    if (b != &scalar_backend) sign_tiles.emplace_back(b, b->dsa[0].tile_ops);  // lanes full of hashes
  }
  const std::size_t comparisons = 3 * kem_tiles.size() + sign_tiles.size();
  const double round_seconds = seconds / (rounds * static_cast<double>(comparisons));
  int found = 0;
  for (const auto& [backend, count] : kem_tiles) found += check_tile(*backend, count, round_seconds, data);
  for (const auto& [backend, count] : sign_tiles) found += check_sign(*backend, count, round_seconds, data);
  std::printf("%zu comparisons, %d differ\n", comparisons, found);
  return found;
}

}  // namespace
}  // namespace pqlane::ct

int main(int argc, char** argv) {
  double seconds = 15;
  bool plant = false;
  std::string only;
  for (int i = 1; i < argc; ++i) {
    const std::string a = argv[i];
    if (a == "--seconds" && i + 1 < argc) {
      seconds = std::atof(argv[++i]);
    } else if (a == "--backend" && i + 1 < argc) {
      only = argv[++i];
    } else if (a == "--plant") {
      plant = true;
    } else {
      std::fprintf(stderr, "usage: timing [--seconds S] [--backend NAME] [--plant]\n");
      return 2;
    }
  }
  return pqlane::ct::run(seconds, plant, only) == 0 ? 0 : 1;
}
