// dsa_target_under_test.hpp: as target_under_test.hpp, with the lanes and kernels of ML-DSA. These come
// first: the names that tests of ML-KEM share would stand in their way.
#pragma once

#define PQLANE_DSA_TEXT(...) #__VA_ARGS__
// clang-format off: it would put spaces into the path
#define PQLANE_DSA_TARGET_HEADER_OF(isa) PQLANE_DSA_TEXT(backends/isa/dsa_target.hpp)
// clang-format on
#include PQLANE_DSA_TARGET_HEADER_OF(PQLANE_TARGET)

#include "unit/target/target_under_test.hpp"
