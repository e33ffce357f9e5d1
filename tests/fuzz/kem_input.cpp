// Fuzz target: any bytes as encapsulation key, decapsulation key and ciphertext of a KEM.
//
// The first byte chooses the scheme, the rest fills the values (repeated when it is short). Holds:
// the checks alone and the operations agree on what is refused, a refused item leaves zero bytes,
// and a single operation and a batch with a shared key give the same shared secret.
#include <pqlane/pqlane.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "runtime/schemes.hpp"

namespace {

using Bytes = std::vector<std::uint8_t>;

void require(bool condition) {
  if (!condition) std::abort();
}

bool all_zero(const Bytes& bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](std::uint8_t byte) { return byte == 0; });
}

// `bytes` values out of the input, going round.
Bytes take(const std::uint8_t* data, std::size_t size, std::size_t& at, std::size_t bytes) {
  Bytes out(bytes);
  for (std::uint8_t& byte : out) byte = size == 0 ? 0 : data[at++ % size];
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const pqlane::Device device("cpu", {.threads = 1});
  if (size == 0) return 0;
  const auto schemes = pqlane::kem_schemes();
  const pqlane_scheme scheme = schemes[data[0] % schemes.size()].scheme;
  const pqlane_kem_sizes sizes = pqlane::kem_sizes(scheme);
  std::size_t at = 0;
  const Bytes ek = take(data + 1, size - 1, at, sizes.ek_bytes);
  const Bytes dk = take(data + 1, size - 1, at, sizes.dk_bytes);
  const Bytes ct = take(data + 1, size - 1, at, sizes.ct_bytes);
  const Bytes m = take(data + 1, size - 1, at, sizes.m_bytes);

  const bool is_ml_kem = scheme <= PQLANE_ML_KEM_1024;  // round-3 Kyber defines no key checks

  Bytes ct_out(sizes.ct_bytes, 0xaa), ss_out(sizes.ss_bytes, 0xaa);
  const pqlane::Result encapsulated = device.kem_encaps_derand(scheme, ek, m, ct_out, ss_out);
  Bytes ss(sizes.ss_bytes, 0xaa);
  const pqlane::Result decapsulated = device.kem_decaps(scheme, dk, ct, ss);
  if (is_ml_kem) {
    require(encapsulated.items == device.kem_check_ek(scheme, ek).items);
    require(decapsulated.items == device.kem_check_dk(scheme, dk).items);
    require(encapsulated.ok() || encapsulated.items[0] == PQLANE_ERROR_EK_MODULUS);
    require(decapsulated.ok() || decapsulated.items[0] == PQLANE_ERROR_DK_HASH);
  } else {
    require(encapsulated.ok() && decapsulated.ok());
  }
  if (!encapsulated.ok()) require(all_zero(ct_out) && all_zero(ss_out));
  if (!decapsulated.ok()) require(all_zero(ss));

  // Without the check of its hash, any dk gives a secret: the same alone and in a batch.
  Bytes alone(sizes.ss_bytes), batch(2 * sizes.ss_bytes);
  const auto shared = pqlane::BatchIn::shared(dk);
  const auto form = pqlane::KeyForm::Expanded;
  require(device.kem_decaps(scheme, dk, ct, alone, form, true).ok());
  Bytes two_cts = ct;
  two_cts.insert(two_cts.end(), ct.begin(), ct.end());
  require(device.kem_decaps(scheme, shared, two_cts, batch, form, true).ok());
  require(std::equal(alone.begin(), alone.end(), batch.begin()));
  require(std::equal(alone.begin(), alone.end(), batch.begin() + static_cast<std::ptrdiff_t>(alone.size())));
  return 0;
}
