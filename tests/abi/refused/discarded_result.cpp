// discarded_result.cpp: must not compile with -Werror=unused-result: each statement drops what a call says.
#include <pqlane/pqlane.hpp>

#include <cstdint>
#include <vector>

void drop(const pqlane::Device& device, std::vector<std::uint8_t>& ek, std::vector<std::uint8_t>& dk) {
#if PQLANE_DROP == 1
  device.kem_keygen(PQLANE_ML_KEM_768, ek, dk);
#elif PQLANE_DROP == 2
  device.kem_keygen_async(PQLANE_ML_KEM_768, ek, dk);
#else
  (void)device.kem_keygen(PQLANE_ML_KEM_768, ek, dk);
#endif
}
