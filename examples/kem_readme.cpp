// kem_readme.cpp: the example of README.md, between the markers; tools/check_readme compares the two.
#include <pqlane/pqlane.hpp>

#include <cstdio>
#include <vector>

int main() {
  // README begin
  const pqlane::Device device("cpu");  // the best backend of this CPU, all cores
  const auto scheme = PQLANE_ML_KEM_768;
  const auto sizes = pqlane::kem_sizes(scheme);
  const std::size_t n = 1000;
  std::vector<std::uint8_t> ek(n * sizes.ek_bytes), dk(n * sizes.dk_bytes), ct(n * sizes.ct_bytes);
  std::vector<std::uint8_t> sent(n * sizes.ss_bytes), received(n * sizes.ss_bytes);
  device.kem_keygen(scheme, ek, dk);
  const auto result = device.kem_encaps(scheme, ek, ct, sent);  // result.items[i] is the status of item i
  device.kem_decaps(scheme, dk, ct, received);
  std::printf("%zu of %zu failed, secrets %s\n", result.failed(), n, sent == received ? "agree" : "differ");
  // README end
  return result.ok() && sent == received ? 0 : 1;
}
