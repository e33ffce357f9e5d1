// drbg_kat_test.cpp: AES-256 and CTR_DRBG against NIST's published vectors, on both AES engines.
//
// The files are those of the folder that PQLANE_VECTORS names; without it the tests are skipped.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "core/aes.hpp"
#include "runtime/drbg.hpp"
#include "unit/hex.hpp"

namespace pqlane {
namespace {

using nlohmann::json;
using test::Bytes;
using test::from_hex;
using test::to_hex;

class DrbgVectors : public testing::TestWithParam<AesEngine> {
 protected:
  void SetUp() override {
    const char* folder = std::getenv("PQLANE_VECTORS");
    if (folder == nullptr || *folder == 0) {
      GTEST_SKIP() << "PQLANE_VECTORS is not set";
    }
    if (!aes_engine_usable(GetParam())) {
      GTEST_SKIP() << "this CPU has no AES instructions";
    }
    folder_ = folder;
  }

  json load_json(const std::string& name) const {
    std::ifstream file(folder_ + "/" + name);
    EXPECT_TRUE(file.good()) << name;
    return json::parse(file);
  }

  std::string folder_;
};

INSTANTIATE_TEST_SUITE_P(Engines, DrbgVectors, testing::Values(AesEngine::portable, AesEngine::aes_ni),
                         [](const auto& engine) {
                           return engine.param == AesEngine::portable ? "portable" : "aes_ni";
                         });

Bytes hex_field(const json& object, const char* name) {
  return from_hex(object.at(name).get_ref<const std::string&>());
}

DrbgResult reseed(CtrDrbgAes256& drbg, const Bytes& entropy, const Bytes& additional) {
  return drbg.reseed(CtrDrbgAes256::Entropy(entropy.data(), CtrDrbgAes256::seed_bytes), additional);
}

TEST_P(DrbgVectors, AcvpAesEcb) {
  int cases = 0;
  const json set = load_json("acvp/AES-ECB-enc-128-256.json");
  for (const json& group : set.at("testGroups")) {
    if (group.at("keyLen") != 256) {
      continue;
    }
    ASSERT_EQ(group.at("direction"), "encrypt");
    ASSERT_EQ(group.at("testType"), "AFT");
    for (const json& test : group.at("tests")) {
      const Bytes key = hex_field(test, "key");
      Bytes data = hex_field(test, "pt");
      ASSERT_EQ(key.size(), Aes256::key_bytes);
      ASSERT_EQ(data.size() % Aes256::block_bytes, 0u);
      const Aes256 aes(key.data(), GetParam());
      aes.encrypt_blocks(data.data(), data.data(), data.size() / Aes256::block_bytes);
      EXPECT_EQ(to_hex(data), to_hex(hex_field(test, "ct"))) << "tcId " << test.at("tcId");
      ++cases;
    }
  }
  EXPECT_EQ(cases, 291);
}

// One ACVP case: the calls of otherInput in their order; the last generate gives returnedBits. With
// prediction resistance a generate first reseeds with its entropy and additional input and then runs
// without additional input (SP 800-90A 9.3.1, step 7).
void run_acvp_case(const json& group, const json& test, AesEngine engine) {
  SCOPED_TRACE("tcId " + test.at("tcId").dump());
  const bool prediction_resistance = group.at("predResistance").get<bool>();
  const std::size_t returned_bytes = group.at("returnedBitsLen").get<std::size_t>() / 8;
  CtrDrbgAes256 drbg(engine);
  const Bytes entropy = hex_field(test, "entropyInput");
  ASSERT_EQ(entropy.size(), CtrDrbgAes256::seed_bytes);
  ASSERT_EQ(drbg.instantiate(CtrDrbgAes256::Entropy(entropy.data(), CtrDrbgAes256::seed_bytes),
                             hex_field(test, "persoString")),
            DrbgResult::ok);
  Bytes out;
  for (const json& input : test.at("otherInput")) {
    const Bytes input_entropy = hex_field(input, "entropyInput");
    Bytes additional = hex_field(input, "additionalInput");
    const bool generates = input.at("intendedUse") == "generate";
    if (!generates || prediction_resistance) {
      ASSERT_EQ(input_entropy.size(), CtrDrbgAes256::seed_bytes);
      ASSERT_EQ(reseed(drbg, input_entropy, additional), DrbgResult::ok);
      additional.clear();
    } else {
      ASSERT_TRUE(input_entropy.empty());
    }
    if (generates) {
      out.assign(returned_bytes, 0);
      ASSERT_EQ(drbg.generate(out, additional), DrbgResult::ok);
    }
  }
  EXPECT_EQ(to_hex(out), to_hex(hex_field(test, "returnedBits")));
}

TEST_P(DrbgVectors, AcvpCtrDrbg) {
  // The second file's counter field has 64 bits: the same outputs unless the lower half of V overflows,
  // which none of its cases does.
  for (const char* name :
       {"acvp/ctrDRBG-1.0-AES256-noDF.json", "acvp/ctrDRBG-SP800-90Ar1-AES256-noDF.json"}) {
    SCOPED_TRACE(name);
    int cases = 0;
    const json set = load_json(name);
    for (const json& group : set.at("testGroups")) {
      ASSERT_EQ(group.at("mode"), "AES-256");
      ASSERT_EQ(group.at("derFunc"), false);
      for (const json& test : group.at("tests")) {
        run_acvp_case(group, test, GetParam());
        ++cases;
      }
    }
    EXPECT_EQ(cases, 22);
  }
}

// CAVP: instantiate, reseed, two generates; the second one's output is given.
TEST_P(DrbgVectors, CavpCtrDrbg) {
  std::ifstream file(folder_ + "/boringssl/drbg/CAVP-CTR_DRBG-AES256-noDF.txt");
  ASSERT_TRUE(file.good());
  std::map<std::string, Bytes> record;
  int cases = 0;
  for (std::string line; std::getline(file, line);) {
    const std::size_t equals = line.find('=');
    if (line.empty() || line[0] == '#' || equals == std::string::npos) {
      continue;
    }
    const auto name = line.substr(0, line.find_last_not_of(' ', equals - 1) + 1);
    const auto start = line.find_first_not_of(' ', equals + 1);
    record[name] = start == std::string::npos ? Bytes() : from_hex(line.substr(start));
    if (name != "ReturnedBits") {
      continue;
    }
    CtrDrbgAes256 drbg(GetParam());
    const Bytes& entropy = record.at("EntropyInput");
    ASSERT_EQ(entropy.size(), CtrDrbgAes256::seed_bytes);
    ASSERT_EQ(record.at("EntropyInputReseed").size(), CtrDrbgAes256::seed_bytes);
    ASSERT_EQ(drbg.instantiate(CtrDrbgAes256::Entropy(entropy.data(), CtrDrbgAes256::seed_bytes),
                               record.at("PersonalizationString")),
              DrbgResult::ok);
    ASSERT_EQ(reseed(drbg, record.at("EntropyInputReseed"), record.at("AdditionalInputReseed")),
              DrbgResult::ok);
    Bytes out(record.at("ReturnedBits").size());
    ASSERT_EQ(drbg.generate(out, record.at("AdditionalInput1")), DrbgResult::ok);
    ASSERT_EQ(drbg.generate(out, record.at("AdditionalInput2")), DrbgResult::ok);
    EXPECT_EQ(to_hex(out), to_hex(record.at("ReturnedBits"))) << "record " << cases;
    record.clear();
    ++cases;
  }
  EXPECT_EQ(cases, 168);
}

}  // namespace
}  // namespace pqlane
