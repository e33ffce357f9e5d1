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
  const auto made = device.kem_keygen(scheme, ek, dk);
  const auto sealed = device.kem_encaps(scheme, ek, ct, sent);  // sealed.items[i] is the status of item i
  const auto opened = device.kem_decaps(scheme, dk, ct, received);
  const bool agree = made.ok() && sealed.ok() && opened.ok() && sent == received;
  std::printf("%zu of %zu failed, secrets %s\n", sealed.failed(), n, agree ? "agree" : "differ");
  // README end
  return agree ? 0 : 1;
}
