// tls_batch.cpp: the ML-KEM part of a TLS server's answers in the group X25519MLKEM768, for a batch of
// handshakes. X25519, the key schedule and the queue are the server's own and not here.
//
// A client's share is ek || its X25519 key, the server's is ct || its X25519 key, and the secret is that of
// ML-KEM || that of X25519. The views below read ek and write ct and the secret where they belong.
#include <pqlane/pqlane.hpp>

#include <algorithm>
#include <cstdio>
#include <vector>

namespace {

using Bytes = std::vector<std::uint8_t>;
using pqlane::BatchIn, pqlane::BatchOut;

constexpr pqlane_scheme scheme = PQLANE_ML_KEM_768;
constexpr std::size_t client_bytes = 1184 + 32, server_bytes = 1088 + 32, secret_bytes = 32 + 32;

// Answers all shares; where the result's status is not PQLANE_OK, the handshake is to be refused
// (illegal_parameter): its secret is zero bytes.
pqlane::Result answer(const pqlane::Device& device, const Bytes& client, Bytes& server, Bytes& secrets) {
  const std::size_t waiting = client.size() / client_bytes;
  server.assign(waiting * server_bytes, 0);
  secrets.assign(waiting * secret_bytes, 0);
  return device.kem_encaps(scheme, BatchIn::strided(client, client_bytes),
                           BatchOut::strided(server, server_bytes), BatchOut::strided(secrets, secret_bytes));
}

}  // namespace

int main() {
  // One device for each worker that makes its own calls; or one device with more threads for all of them.
  const pqlane::Device device("cpu", {.threads = 1});
  constexpr std::size_t waiting = 24, spoilt = 5;
  Bytes client(waiting * client_bytes), server, secrets;
  const auto sizes = pqlane::kem_sizes(scheme);
  Bytes dk(waiting * sizes.dk_bytes), received(waiting * sizes.ss_bytes);
  if (!device.kem_keygen(scheme, BatchOut::strided(client, client_bytes), dk)) return 1;
  client[spoilt * client_bytes] = client[spoilt * client_bytes + 1] = 0xff;  // a coefficient of at least q

  const pqlane::Result answered = answer(device, client, server, secrets);
  if (!device.kem_decaps(scheme, dk, BatchIn::strided(server, server_bytes), received)) return 1;
  std::size_t agreed = 0;
  for (std::size_t i = 0; i < waiting; ++i) {
    if (answered.items[i] != PQLANE_OK) {
      std::printf("handshake %zu: refused: %s\n", i, pqlane_status_text(answered.items[i]));
    } else {
      const auto at = [i](std::size_t size) { return static_cast<std::ptrdiff_t>(i * size); };
      agreed += std::equal(received.begin() + at(sizes.ss_bytes), received.begin() + at(sizes.ss_bytes) + 32,
                           secrets.begin() + at(secret_bytes));
    }
  }
  std::printf("%zu of %zu handshakes have a secret\n", agreed, waiting);
  return agreed == waiting - 1 && answered.items[spoilt] == PQLANE_ERROR_EK_MODULUS ? 0 : 1;
}
