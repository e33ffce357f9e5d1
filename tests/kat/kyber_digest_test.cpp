// kyber_digest_test.cpp: round-3 Kyber against published digests of NIST's known-answer texts, computed as
// batches on every backend. Kyber-768's digests are compared item by item through the files (PQLANE_VECTORS).
#include <gtest/gtest.h>

#include "support/kem_kat.hpp"

namespace pqlane::test {
namespace {

// single, all: liboqs tests/KATs/kem/kats.json; rsp: cloudflare/circl and Zig's standard library.
constexpr NistDigests known_digests[] = {
    {"Kyber512", PQLANE_KYBER_512, "bb0481d3325d828817900b709d23917cefbc10026fc857f098979451f67bb0ca",
     "0435224d77cc89bf77b82aa82af254b62f25d24e18c44dcd0aa9473cde97217a",
     "e9c2bd37133fcb40772f81559f14b1f58dccd1c816701be9ba6214d43baf4547"},
    {"Kyber1024", PQLANE_KYBER_1024, "5afcf2a568ad32d49b55105b032af1850f03f3888ff9e2a72f4059c58e968f60",
     "b72b97eb9270d76f2c7a8a0b03022c81c879af9e247abff52405127d77dd3a46",
     "89248f2f33f7f4f7051729111f3049c409a933ec904aedadf035f30fa5646cd5"},
};

class KyberDigest : public DeviceTest {};

TEST_P(KyberDigest, NistKnownAnswers) {
  for (const NistDigests& known : known_digests) expect_nist_digests(device_.get(), known);
}

INSTANTIATE_TEST_SUITE_P(Backends, KyberDigest, testing::ValuesIn(all_device_names), device_param_name);

}  // namespace
}  // namespace pqlane::test
