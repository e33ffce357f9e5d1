// fake_dsa.hpp: a backend whose signatures are hashes, so that what the runtime does around the kernels can
// be tested by itself. Nothing of it is secure: whoever has a public key can sign.
//
// id = SHAKE256("id" || xi); pk and sk begin with it; sig = rnd || SHAKE256(id || rnd || M'). A private key
// that ends in 0xFF is refused. An item has taken 1 to 8 attempts, as a byte of its signature says.
#pragma once

#include <cstring>

#include "runtime/device.hpp"
#include "runtime/device_handle.hpp"
#include "support/kem.hpp"

namespace pqlane::test {

namespace fake_dsa {

inline constexpr std::size_t secret_bytes = 64;

inline void append(Bytes& to, const std::uint8_t* bytes, std::size_t count) {
  if (count == 0) return;
  const std::size_t place = to.size();
  to.resize(place + count);
  std::memcpy(to.data() + place, bytes, count);
}
inline Bytes label(const char* text, const Bytes& value) {
  Bytes input(text, text + std::strlen(text));
  append(input, value.data(), value.size());
  return input;
}
inline Bytes id_of_seed(const std::uint8_t* seed) {
  return openssl_xof("SHAKE256", label("id", Bytes(seed, seed + 32)), 32);
}

// M' [FIPS204, algorithms 2 and 4], and mu as it is.
inline Bytes formatted(const DsaArgs& a, std::size_t i) {
  Bytes m;
  if (a.input == DsaInput::pure || a.input == DsaInput::prehash) {
    m.push_back(a.input == DsaInput::prehash ? 1 : 0);
    m.push_back(static_cast<std::uint8_t>(a.context.length(i)));
    append(m, a.context.at(i), a.context.length(i));
  }
  if (a.input == DsaInput::prehash) append(m, a.oid, dsa_oid_bytes);
  append(m, a.message.at(i), a.message.length(i));
  return m;
}

inline Bytes signature(const Bytes& id, const Bytes& rnd, const Bytes& message, std::size_t sig_bytes) {
  Bytes input = id;
  append(input, rnd.data(), rnd.size());
  append(input, message.data(), message.size());
  Bytes sig = rnd;
  const Bytes tail = openssl_xof("SHAKE256", input, sig_bytes - rnd.size());
  append(sig, tail.data(), tail.size());
  return sig;
}

// Item i's random bytes; they pass through the workspace as they do in a real kernel.
inline Bytes random_bytes(const DsaArgs& a, const ConstView& given, std::size_t i, void* workspace) {
  Bytes bytes(32);
  if (a.batch_key != nullptr) {
    Bytes input(a.batch_key->bytes, a.batch_key->bytes + 32);
    for (int b = 0; b < 8; ++b) input.push_back(static_cast<std::uint8_t>(std::uint64_t{i} >> (8 * b)));
    bytes = openssl_xof("SHAKE256", input, 32);
  } else if (given.data != nullptr) {
    bytes.assign(given.at(i), given.at(i) + 32);
  }
  std::memcpy(workspace, bytes.data(), 32);
  return bytes;
}

template <std::size_t Index>
struct Kernels {
  static const pqlane_dsa_sizes& sizes() { return dsa_schemes()[Index].dsa_sizes; }

  static void keygen(const DsaArgs& a, std::size_t first, std::size_t count, void* workspace) {
    for (std::size_t i = first; i < first + count; ++i) {
      const Bytes seed = random_bytes(a, a.seed, i, workspace), id = id_of_seed(seed.data());
      std::memset(a.pk_out.at(i), 0x11, sizes().pk_bytes);
      std::memcpy(a.pk_out.at(i), id.data(), 32);
      if (!a.seed_form) std::memset(a.sk_out.at(i), 0x22, sizes().sk_bytes);
      std::memcpy(a.sk_out.at(i), a.seed_form ? seed.data() : id.data(), 32);
    }
  }

  static std::uint8_t expand_sk(const std::uint8_t* key, bool seed_form, void* expanded, void* workspace) {
    std::memcpy(workspace, key, 32);
    if (!seed_form && key[sizes().sk_bytes - 1] == 0xFF) return dsa_item_sk_range;
    std::memcpy(expanded, seed_form ? id_of_seed(key).data() : key, 32);
    return 0;
  }
  static std::uint8_t expand_pk(const std::uint8_t* key, bool, void* expanded, void*) {
    std::memcpy(expanded, key, 32);
    return 0;
  }

  static void sign(const DsaArgs& a, std::size_t first, std::size_t count, void* workspace) {
    for (std::size_t i = first; i < first + count; ++i) {
      std::uint8_t& status = a.status[i - first];
      Bytes id(32);
      if (a.expanded_key != nullptr) {
        std::memcpy(id.data(), a.expanded_key, 32);
      } else if (status == 0) {
        status = expand_sk(a.sk.at(i), a.seed_form, id.data(), workspace);
      }
      if (status != 0) {
        std::memset(a.sig_out.at(i), 0, sizes().sig_bytes);
        if (a.attempts != nullptr) a.attempts[i - first] = 0;
        continue;
      }
      const Bytes rnd = a.deterministic ? Bytes(32) : random_bytes(a, a.rnd, i, workspace);
      const Bytes sig = signature(id, rnd, formatted(a, i), sizes().sig_bytes);
      std::memcpy(a.sig_out.at(i), sig.data(), sig.size());
      if (a.attempts != nullptr) a.attempts[i - first] = static_cast<std::uint16_t>(1 + sig[40] % 8);
    }
  }

  static void verify(const DsaArgs& a, std::size_t first, std::size_t count, void*) {
    for (std::size_t i = first; i < first + count; ++i) {
      std::uint8_t& status = a.status[i - first];
      if (status != 0) continue;
      const auto* key =
          a.expanded_key != nullptr ? static_cast<const std::uint8_t*>(a.expanded_key) : a.pk.at(i);
      const std::uint8_t* sig = a.sig.at(i);
      const Bytes wanted =
          signature(Bytes(key, key + 32), Bytes(sig, sig + 32), formatted(a, i), sizes().sig_bytes);
      if (std::memcmp(wanted.data(), sig, wanted.size()) != 0) status = dsa_item_signature;
    }
  }

  static constexpr DsaBackend table() {
    return {8, 16, 64, 64, 1000, secret_bytes, keygen, sign, verify, expand_sk, expand_pk};
  }
};

inline const RegisteredBackend& backend() {
  static constexpr DsaBackend tables[3] = {Kernels<0>::table(), Kernels<1>::table(), Kernels<2>::table()};
  static const CpuBackend cpu = [] {
    CpuBackend copy = *registered_backends()[0].backend;
    copy.dsa = tables;
    return copy;
  }();
  static const RegisteredBackend entry = {"cpu:fake", &cpu, true, "hashes for signatures"};
  return entry;
}

}  // namespace fake_dsa
}  // namespace pqlane::test
