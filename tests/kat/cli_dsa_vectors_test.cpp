// cli_dsa_vectors_test.cpp: every item of the public vector files for ML-DSA, on every backend, read by the
// command line's parsers: as they stand, and at random places of batches that span many tiles.
//
// The files are those of the folder that PQLANE_VECTORS names; without it the tests are skipped. Named cli_*
// because a build without the command line has no parsers.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

#include "cli/dsa_engine.hpp"
#include "cli/nist_kat.hpp"
#include "cli/parse_vectors.hpp"
#include "cli/verdict.hpp"
#include "support/dsa.hpp"
#include "support/kem_kat.hpp"
#include "support/vector_file.hpp"

namespace pqlane::test {
namespace {

struct VectorFile {
  const char* name;   // below the vectors folder, without .xz
  std::size_t items;  // that run: a file that shrank or that is skipped over shows
};

constexpr VectorFile vector_files[] = {
    {"acvp/ML-DSA-keyGen-FIPS204.json", 54},           {"acvp/ML-DSA-sigGen-FIPS204.json", 264},
    {"acvp/ML-DSA-sigGen-FIPS204-tr1-seed.json", 264}, {"acvp/ML-DSA-sigVer-FIPS204.json", 132},
    {"acvp/ML-DSA-spec-KAT-rejection.json", 15},       {"wycheproof/mldsa_44_sign_noseed_test.json", 73},
    {"wycheproof/mldsa_44_sign_seed_test.json", 86},   {"wycheproof/mldsa_44_verify_test.json", 180},
    {"wycheproof/mldsa_65_sign_noseed_test.json", 78}, {"wycheproof/mldsa_65_sign_seed_test.json", 105},
    {"wycheproof/mldsa_87_sign_seed_test.json", 96},   {"kat/ml-dsa-nistkat/ML-DSA-44.rsp", 3},
    {"kat/ml-dsa-nistkat/ML-DSA-65.rsp", 3},           {"kat/ml-dsa-nistkat/ML-DSA-87.rsp", 3},
};

// Files of records with xi: kat_MLDSA_44_det_pure.rsp and so on, 7 items each.
std::vector<VectorFile> all_files() {
  static std::vector<std::string> names;
  std::vector<VectorFile> files(std::begin(vector_files), std::end(vector_files));
  if (names.empty()) {
    for (const char* set : {"44", "65", "87"}) {
      for (const char* rnd : {"det", "hedged"}) {
        for (const char* input : {"pure", "hashed", "raw"})
          names.push_back(std::string("kat/pqc-KAT-mldsa/kat_MLDSA_") + set + "_" + rnd + "_" + input +
                          ".rsp");
      }
    }
  }
  for (const std::string& name : names) files.push_back({name.c_str(), 7});
  return files;
}

std::vector<cli::DsaGroup> load_groups(const VectorFile& file) {
  std::vector<cli::DsaGroup> groups;
  cli::VectorSet vectors = cli::parse_vectors(read_vector_file(file.name), std::nullopt, file.name);
  for (cli::VectorGroup& group : vectors.groups) {
    groups.push_back(std::get<cli::DsaGroup>(std::move(group)));
    cli::expand_drbg_seeds(groups.back());
  }
  return groups;
}

// Runs the group and judges every item; returns how many there were.
std::size_t expect_all_pass(const Device& device, const VectorFile& file, const cli::DsaGroup& group) {
  const std::vector<cli::DsaAnswer> answers = cli::run_group(device, group);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const std::string reason = cli::judge(group, group.items[i], answers[i]);
    EXPECT_EQ(reason, "") << file.name << ": " << group.items[i].where << " at place " << i << " of "
                          << answers.size();
  }
  return answers.size();
}

class DsaVectors : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (vectors_folder() == nullptr) GTEST_SKIP() << "PQLANE_VECTORS is not set";
    const RegisteredBackend& entry = registered_backend(GetParam());
    if (!entry.usable) GTEST_SKIP() << entry.device_name << ": " << entry.reason;
    if (entry.backend->dsa == nullptr) GTEST_SKIP() << entry.device_name << " has no ML-DSA";
  }
};

TEST_P(DsaVectors, EveryItemAsItStands) {
  const Device device(GetParam(), DeviceOptions{});
  for (const VectorFile& file : all_files()) {
    std::size_t items = 0;
    for (const cli::DsaGroup& group : load_groups(file)) items += expect_all_pass(device, file, group);
    EXPECT_EQ(items, file.items) << file.name;
  }
}

// Items land at random places, and the same one several times, among all others of their parameter set: bad
// items and those of a hundred attempts beside ordinary ones.
TEST_P(DsaVectors, EveryItemInsideLargeBatches) {
  const Device device(GetParam(), DeviceOptions{});
  std::mt19937_64 random(27);
  std::map<std::string, cli::DsaGroup> by_scheme;
  for (const VectorFile& file : all_files()) {
    for (const cli::DsaGroup& group : load_groups(file)) {
      cli::DsaGroup& all = by_scheme[cli::scheme_from_file(group.scheme).value()];
      all.scheme = group.scheme;
      for (const cli::DsaItem& item : group.items) {
        all.items.push_back(item);
        all.items.back().where = std::string(file.name) + " " + item.where;
      }
    }
  }
  EXPECT_EQ(by_scheme.size(), 3u);
  for (auto& [scheme, group] : by_scheme) {
    for (std::size_t i = group.items.size(); i < 500; ++i)
      group.items.push_back(group.items[random() % group.items.size()]);
    std::shuffle(group.items.begin(), group.items.end(), random);
    expect_all_pass(device, {scheme.c_str(), 0}, group);
  }
}

INSTANTIATE_TEST_SUITE_P(Backends, DsaVectors, testing::ValuesIn(all_device_names), device_param_name);

}  // namespace
}  // namespace pqlane::test
