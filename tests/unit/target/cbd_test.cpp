// cbd_test.cpp: SamplePolyCBD on lanes against its bits [FIPS203, algorithm 8].
#include "kernels/cbd.hpp"

#include <cstring>

#include "schemes/mlkem/wide_layout.hpp"
#include "support/guarded_buffer.hpp"
#include "unit/target/target_under_test.hpp"
#if PQLANE_TARGET_LEVEL >= 1
#include "kernels/cbd_row.hpp"
#endif

PQLANE_BEGIN_TARGET

// Coefficient i of SamplePolyCBD_eta.
int cbd_by_bits(const std::uint8_t* bytes, std::size_t eta, std::size_t i) {
  int x = 0, y = 0;
  for (std::size_t j = 0; j < eta; ++j) {
    x += static_cast<int>(bit_of(bytes, 2 * i * eta + j));
    y += static_cast<int>(bit_of(bytes, 2 * i * eta + eta + j));
  }
  return x - y;
}

// Input number `trial`: constant bytes, then single bits, then random ones.
std::vector<std::uint8_t> trial_bytes(Random& random, std::size_t count, int trial) {
  if (trial == 0) return std::vector<std::uint8_t>(count, 0);
  if (trial == 1) return std::vector<std::uint8_t>(count, 0xFF);
  if (trial == 2) return std::vector<std::uint8_t>(count, 0x33);
  if (trial == 3) return std::vector<std::uint8_t>(count, 0xCC);
  if (trial < 20) {
    std::vector<std::uint8_t> bytes(count);
    const std::size_t bit = random() % (8 * count);
    bytes[bit / 8] = static_cast<std::uint8_t>(1u << (bit % 8));
    return bytes;
  }
  return random_bytes(random, count);
}

// Lane 4i + j belongs to operation W::lanes * j + i.
std::size_t operation_of_lane(std::size_t lane) {
  return Target::Coeffs::lanes == 1 ? 0
                                    : static_cast<std::size_t>(Target::Words::lanes) * (lane % 4) + lane / 4;
}

template <std::size_t Eta>
void try_tiles() {
  constexpr auto ops = static_cast<std::size_t>(Target::Coeffs::lanes);
  Random random(10);
  for (int trial = 0; trial < 60; ++trial) {
    std::vector<std::vector<std::uint8_t>> bytes;
    std::vector<std::uint64_t> prf(8 * Eta * ops);
    for (std::size_t op = 0; op < ops; ++op) {
      bytes.push_back(trial_bytes(random, 64 * Eta, op % 3 == 0 ? 60 : trial));
      for (std::size_t w = 0; w < 8 * Eta; ++w) std::memcpy(&prf[w * ops + op], bytes[op].data() + 8 * w, 8);
    }
    std::vector<std::int16_t> poly(n * ops);
    sample_cbd<Target::Words, Target::Coeffs, static_cast<int>(Eta)>(prf.data(), poly.data());
    for (std::size_t lane = 0; lane < ops; ++lane) {
      const std::size_t op = operation_of_lane(lane);
      for (std::size_t i = 0; i < n; ++i) {
        ASSERT_EQ(poly[i * ops + lane], cbd_by_bits(bytes[op].data(), Eta, i))
            << "operation " << op << " at " << i;
      }
    }
  }
}

TEST(Cbd, TileEta2) { try_tiles<2>(); }
TEST(Cbd, TileEta3) { try_tiles<3>(); }

TEST(Cbd, LaneOrderIsThatOfTheLayout) {
  for (int lane = 0; lane < Target::Coeffs::lanes; ++lane) {
    EXPECT_EQ(static_cast<std::size_t>(WideLayout<Target>::lane_operation(lane)),
              operation_of_lane(static_cast<std::size_t>(lane)));
  }
}

#if PQLANE_TARGET_LEVEL >= 1
template <std::size_t Eta, class F>
void try_rows(F sample) {
  Random random(11);
  test::GuardedBuffer bytes(64 * Eta + 16);
  for (int trial = 0; trial < 300; ++trial) {
    const auto input = trial_bytes(random, 64 * Eta + 16, trial);
    std::memcpy(bytes.data(), input.data(), input.size());
    test::GuardedBuffer poly(2 * n);
    sample(bytes.data(), poly.coeffs());
    for (std::size_t i = 0; i < n; ++i)
      ASSERT_EQ(poly.coeffs()[i], cbd_by_bits(input.data(), Eta, i)) << "at " << i;
  }
}

TEST(CbdRow, Eta2) {
  try_rows<2>([](const std::uint8_t* bytes, std::int16_t* poly) { sample_cbd2_row(bytes, poly); });
}
TEST(CbdRow, Eta3) {
  try_rows<3>([](const std::uint8_t* bytes, std::int16_t* poly) { sample_cbd3_row(bytes, poly); });
}
#endif

PQLANE_END_TARGET
