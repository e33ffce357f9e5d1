// dsa_batch.cpp: ML-DSA-65 for a whole batch through the C++ wrapper.
//
// One key signs 200 messages of different lengths; a verifier checks them, after message 7 was changed. Then
// as many keys sign one message each.
#include <cstdio>
#include <pqlane/dsa.hpp>
#include <string>
#include <vector>

int main() {
  try {
    using Bytes = std::vector<std::uint8_t>;
    constexpr std::size_t items = 200;
    constexpr pqlane_scheme scheme = PQLANE_ML_DSA_65;
    const pqlane::Device device("cpu");
    const auto sizes = pqlane::dsa_sizes(scheme);

    std::vector<Bytes> messages;
    for (std::size_t i = 0; i < items; ++i) {
      const std::string text = "message " + std::to_string(i) + std::string(i, '.');
      messages.emplace_back(text.begin(), text.end());
    }
    Bytes pk(sizes.pk_bytes), sk(sizes.sk_bytes), sig(items * sizes.sig_bytes);
    if (!pqlane::dsa_keygen(device, scheme, pk, sk)) return 1;

    const pqlane::Signer signer(device, scheme, sk);
    const pqlane::Verifier verifier(device, scheme, pk);
    if (!signer.sign(messages, sig)) return 1;
    messages[7].push_back('!');
    const pqlane::Result verified = verifier.verify(messages, sig);
    for (std::size_t i = 0; i < items; ++i) {
      if (verified.items[i] != PQLANE_OK)
        std::printf("message %zu: %s\n", i, pqlane_status_text(verified.items[i]));
    }
    if (verified.failed() != 1 || verified.items[7] != PQLANE_ERROR_SIGNATURE) return 1;

    // A key an item. A context says what a signature is for; both sides must give the same.
    Bytes pks(items * sizes.pk_bytes), sks(items * sizes.sk_bytes);
    if (!pqlane::dsa_keygen(device, scheme, pks, sks)) return 1;
    const Bytes purpose = {'d', 'e', 'm', 'o'};
    const pqlane::DsaOptions options{.context = pqlane::Strings::shared(purpose)};
    if (!pqlane::dsa_sign(device, scheme, sks, messages, sig, options)) return 1;
    if (!pqlane::dsa_verify(device, scheme, pks, messages, sig, options)) return 1;
    std::printf("%zu signatures of one key and of %zu keys hold (%s, %s)\n", items, items,
                pqlane_scheme_name(scheme), device.name().c_str());
    return 0;  // a real program wipes its private keys
  } catch (const pqlane::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
