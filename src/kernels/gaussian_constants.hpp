// gaussian_constants.hpp: made by tools/gaussian_constants, which says how. Highest power first, as Horner's
// rule takes them.
#pragma once

#include <cstdint>

namespace pqlane {

// log 2
inline constexpr double gaussian_ln2_64 = 0x1.62e42fefa39efp-1;
// pi / 2
inline constexpr double gaussian_half_pi_64 = 0x1.921fb54442d18p+0;
// (log(1 + t) - t) / t^2 for sqrt(1/2) <= 1 + t < sqrt 2
inline constexpr double gaussian_log_64[21] = {
    -0x1.8e8f5f6d78efbp-6, 0x1.ceab3eecb74d9p-5, -0x1.fc84a09888c57p-5, 0x1.bb08e0be73d94p-5,
    -0x1.b635ac30a3dacp-5, 0x1.dd3093b701211p-5, -0x1.00b0e81fd59f4p-4, 0x1.115b4daceee38p-4,
    -0x1.248b2a78bff20p-4, 0x1.3b0eda8f5d75cp-4, -0x1.55556c388aeddp-4, 0x1.745d460eacbc4p-4,
    -0x1.99999a6364b62p-4, 0x1.c71c70c1303cbp-4, -0x1.fffffff7e955cp-4, 0x1.249249261f2ccp-3,
    -0x1.5555555561dddp-3, 0x1.999999999772bp-3, -0x1.fffffffffff34p-3, 0x1.555555555555cp-2,
    -0x1.0000000000000p-1};
// (sin(pi/2 x) / x - pi/2) / y for 0 <= y = x^2 <= 1/4
inline constexpr double gaussian_sine_64[7] = {
    -0x1.6cc577dadd922p-31, 0x1.e8f036bcd3237p-25, -0x1.e3074d2614b2dp-19, 0x1.50783486facaap-13,
    -0x1.32d2cce62b872p-8,  0x1.466bc6775aae1p-4,  -0x1.4abbce625be53p-1};
// (cos(pi/2 x) - 1) / y for 0 <= y = x^2 <= 1/4
inline constexpr double gaussian_cosine_64[8] = {
    0x1.1e745e5e09f6dp-34, -0x1.b6de8b8e9ba08p-28, 0x1.f9d3870871194p-22, -0x1.a6d1f2a086c90p-16,
    0x1.e1f506891ae95p-11, -0x1.55d3c7e3cbff7p-6,  0x1.03c1f081b5ac4p-2,  -0x1.3bd3cc9be45dep+0};

// log 2
inline constexpr float gaussian_ln2_32 = 0x1.62e4300000000p-1f;
// pi / 2
inline constexpr float gaussian_half_pi_32 = 0x1.921fb60000000p+0f;
// (log(1 + t) - t) / t^2 for sqrt(1/2) <= 1 + t < sqrt 2
inline constexpr float gaussian_log_32[9] = {
    -0x1.3a4ff60000000p-4f, 0x1.048f720000000p-3f,  -0x1.0cda320000000p-3f,
    0x1.22ea5a0000000p-3f,  -0x1.5483820000000p-3f, 0x1.99a0120000000p-3f,
    -0x1.00020c0000000p-2f, 0x1.5555540000000p-2f,  -0x1.fffffe0000000p-2f};
// (sin(pi/2 x) / x - pi/2) / y for 0 <= y = x^2 <= 1/4
inline constexpr float gaussian_sine_32[3] = {-0x1.2ee7bc0000000p-8f, 0x1.4665e80000000p-4f,
                                              -0x1.4abbcc0000000p-1f};
// (cos(pi/2 x) - 1) / y for 0 <= y = x^2 <= 1/4
inline constexpr float gaussian_cosine_32[4] = {0x1.db64920000000p-11f, -0x1.55cb980000000p-6f,
                                                0x1.03c1ea0000000p-2f, -0x1.3bd3cc0000000p+0f};

// 1 / sqrt(2 pi) times 2^224, lowest word first.
inline constexpr std::uint64_t gaussian_density_at_0[4] = {0x512706d8c0471b48u, 0x2eae38bfd3829f30u,
                                                           0x50d942343f2cf140u, 0x00000000662114cfu};

}  // namespace pqlane
