// cli_kem_vectors_test.cpp: every item of the public vector files for ML-KEM and round-3 Kyber, on every
// backend, read by the command line's parsers: as they stand, and at random places of large batches.
//
// The files are those of the folder that PQLANE_VECTORS names; without it the tests are skipped. Named cli_*
// because a build without the command line has no parsers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <stdexcept>

#include "cli/kem_engine.hpp"
#include "cli/load_file.hpp"
#include "cli/nist_kat.hpp"
#include "cli/parse_vectors.hpp"
#include "cli/verdict.hpp"
#include "support/kem_kat.hpp"
#include "support/vector_file.hpp"

namespace pqlane::test {
namespace {

struct VectorFile {
  const char* name;    // below the vectors folder, without .xz or .gz
  const char* scheme;  // where only the file's name tells
  std::size_t items;   // that run: a file that shrank or that is skipped over shows
};

constexpr VectorFile vector_files[] = {
    {"acvp/ML-KEM-keyGen-FIPS203.json", "", 54},
    {"acvp/ML-KEM-encapDecap-FIPS203.json", "", 117},
    {"acvp/ML-KEM-encapDecap-FIPS203-tr1.json", "", 138},
    {"wycheproof/mlkem_512_keygen_seed_test.json", "", 100},
    {"wycheproof/mlkem_512_test.json", "", 193},
    {"wycheproof/mlkem_768_encaps_test.json", "", 265},
    {"wycheproof/mlkem_768_keygen_seed_test.json", "", 100},
    {"wycheproof/mlkem_768_semi_expanded_decaps_test.json", "", 9},
    {"wycheproof/mlkem_768_test.json", "", 193},
    {"wycheproof/mlkem_1024_keygen_seed_test.json", "", 100},
    {"wycheproof/mlkem_1024_test.json", "", 193},
    {"cctv/ML-KEM/unluckysample/ML-KEM-512.txt", "ml-kem-512", 2},
    {"cctv/ML-KEM/unluckysample/ML-KEM-768.txt", "ml-kem-768", 2},
    {"cctv/ML-KEM/strcmp/ML-KEM-512.txt", "ml-kem-512", 1},
    {"cctv/ML-KEM/strcmp/ML-KEM-1024.txt", "ml-kem-1024", 1},
    {"cctv/ML-KEM/modulus/ML-KEM-768.txt", "ml-kem-768", 780},
    {"kat/ml-kem-nistkat/ML-KEM-512.rsp", "ml-kem-512", 3},
    {"kat/ml-kem-nistkat/ML-KEM-768.rsp", "ml-kem-768", 3},
    {"kat/ml-kem-nistkat/ML-KEM-1024.rsp", "ml-kem-1024", 3},
    {"kat/kyber-round3/Kyber512.rsp", "kyber-512", 70},
    {"kat/kyber-round3/Kyber768.rsp", "kyber-768", 70},
    {"kat/kyber-round3/Kyber1024.rsp", "kyber-1024", 70},
};

std::vector<cli::KemGroup> load_groups(const VectorFile& file) {
  for (const char* ending : {"", ".xz", ".gz"}) {
    const std::string path = std::string(vectors_folder()) + "/" + file.name + ending;
    if (!std::filesystem::exists(path)) continue;
    std::optional<std::string> scheme;
    if (*file.scheme != '\0') scheme = file.scheme;
    std::vector<cli::KemGroup> groups;
    for (cli::VectorGroup& group : cli::parse_vectors(cli::load_text(path), scheme).groups) {
      groups.push_back(std::get<cli::KemGroup>(std::move(group)));
      cli::expand_drbg_seeds(groups.back());
    }
    return groups;
  }
  throw std::runtime_error(std::string("no vector file ") + file.name);
}

// Runs the group and judges every item; returns how many there were.
std::size_t expect_all_pass(const Device& device, const VectorFile& file, const cli::KemGroup& group) {
  const std::vector<cli::KemAnswer> answers = cli::run_group(device, group);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const std::string reason = cli::judge(group, group.items[i], answers[i]);
    EXPECT_EQ(reason, "") << file.name << ": " << group.items[i].where << " at place " << i << " of "
                          << answers.size();
  }
  return answers.size();
}

// A valid item for the group's operations without expected values, with fresh inputs.
class Fillers {
 public:
  Fillers(const Device& device, const cli::KemGroup& group) {
    constexpr std::size_t count = 64;
    const pqlane_scheme scheme = scheme_by_name(cli::scheme_from_file(group.scheme).value_or(group.scheme));
    const pqlane_kem_sizes s = kem_sizes(scheme);
    const Bytes seed = labelled_bytes("filler seeds", count * 64),
                m = labelled_bytes("filler messages", count * 32);
    Bytes ek(count * s.ek_bytes), dk(count * s.dk_bytes), ct(count * s.ct_bytes), ss(count * 32);
    EXPECT_TRUE(device.kem_keygen_derand(scheme, seed, ek, dk));
    EXPECT_TRUE(device.kem_encaps_derand(scheme, ek, m, ct, ss));
    for (std::size_t i = 0; i < count; ++i) {
      cli::KemItem item;
      item.where = "filler " + std::to_string(i);
      item.seed = slice(seed, 64, i, 1);
      item.ek = slice(ek, s.ek_bytes, i, 1);
      item.dk = slice(dk, s.dk_bytes, i, 1);
      item.m = slice(m, 32, i, 1);
      item.c = slice(ct, s.ct_bytes, i, 1);
      items_.push_back(item);
    }
  }
  const cli::KemItem& at(std::size_t i) const { return items_[i % items_.size()]; }

 private:
  std::vector<cli::KemItem> items_;
};

class KemVectors : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (vectors_folder() == nullptr) GTEST_SKIP() << "PQLANE_VECTORS is not set";
    const RegisteredBackend& entry = registered_backend(GetParam());
    if (!entry.usable) GTEST_SKIP() << entry.device_name << ": " << entry.reason;
  }
};

TEST_P(KemVectors, EveryItemAsItStands) {
  const Device device(GetParam(), DeviceOptions{});
  for (const VectorFile& file : vector_files) {
    std::size_t items = 0;
    for (const cli::KemGroup& group : load_groups(file)) items += expect_all_pass(device, file, group);
    EXPECT_EQ(items, file.items) << file.name;
  }
}

// Every item lands at random places among its group's other items and fresh valid ones, in a batch of 1,000
// or more; a bad item must not touch its neighbours.
TEST_P(KemVectors, EveryItemInsideLargeBatches) {
  const Device device(GetParam(), DeviceOptions{});
  std::mt19937_64 random(26);
  for (const VectorFile& file : vector_files) {
    for (const cli::KemGroup& group : load_groups(file)) {
      if (group.items.empty()) continue;
      const Fillers fillers(device, group);
      cli::KemGroup large = group;
      for (std::size_t i = 0; large.items.size() < 1000 || i < 100; ++i) {
        const bool again = random() % 4 == 0;
        large.items.push_back(again ? group.items[random() % group.items.size()] : fillers.at(i));
      }
      std::shuffle(large.items.begin(), large.items.end(), random);
      expect_all_pass(device, file, large);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Backends, KemVectors, testing::ValuesIn(all_device_names), device_param_name);

}  // namespace
}  // namespace pqlane::test
