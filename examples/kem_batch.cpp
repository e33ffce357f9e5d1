// kem_batch.cpp: ML-KEM-768 for a whole batch through the C++ wrapper.
//
// Makes 1000 key pairs, spoils the public key of item 7, encapsulates to each, and decapsulates.
// Only item 7 fails; the call returns the reason for it and all other items are complete.
#include <pqlane/pqlane.hpp>

#include <algorithm>
#include <cstdio>
#include <vector>

int main() {
  try {
    constexpr std::size_t items = 1000;
    constexpr pqlane_scheme scheme = PQLANE_ML_KEM_768;
    const pqlane::Device device("cpu");
    const auto sizes = pqlane::kem_sizes(scheme);

    std::vector<std::uint8_t> ek(items * sizes.ek_bytes), dk(items * sizes.dk_bytes);
    std::vector<std::uint8_t> ct(items * sizes.ct_bytes);
    std::vector<std::uint8_t> sender(items * sizes.ss_bytes), receiver(items * sizes.ss_bytes);

    const pqlane::Result made = device.kem_keygen(scheme, ek, dk);
    // Two coefficients of 4095 = 0xfff: at least q = 3329, which FIPS 203 7.2 forbids.
    std::fill_n(ek.begin() + static_cast<std::ptrdiff_t>(7 * sizes.ek_bytes), 3, std::uint8_t{0xff});

    const pqlane::Result encapsulated = device.kem_encaps(scheme, ek, ct, sender);
    for (std::size_t i = 0; i < items; ++i) {
      if (encapsulated.items[i] != PQLANE_OK) {
        std::printf("item %zu: %s\n", i, pqlane_status_text(encapsulated.items[i]));
      }
    }
    const pqlane::Result decapsulated = device.kem_decaps(scheme, dk, ct, receiver);

    std::size_t agreeing = 0;
    for (std::size_t i = 0; i < items; ++i) {
      const auto offset = static_cast<std::ptrdiff_t>(i * sizes.ss_bytes);
      const auto size = static_cast<std::ptrdiff_t>(sizes.ss_bytes);
      agreeing +=
          std::equal(sender.begin() + offset, sender.begin() + offset + size, receiver.begin() + offset);
    }
    std::printf("%zu of %zu shared secrets agree (%s)\n", agreeing, items, device.name().c_str());
    return made.ok() && decapsulated.ok() && encapsulated.failed() == 1 && agreeing == items - 1 ? 0 : 1;
  } catch (const pqlane::Error& error) {
    std::fprintf(stderr, "pqlane: %s\n", error.what());
    return 1;
  }
}
