// dsa_fixture.hpp: signature batches through the public C interface on the fake GPUs and on the CPU.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "gpu/host/fixture.hpp"
#include "pqlane/dsa.h"

namespace pqlane::gpu {

// Strings of many lengths, each in memory of its own.
struct Strings {
  std::vector<Bytes> bytes;
  std::vector<const std::uint8_t*> rows;
  std::vector<std::size_t> lengths;

  void add(Bytes string);
  // By pointers.
  pqlane_strings view() const { return {nullptr, 0, 0, rows.data(), lengths.data(), rows.size()}; }
};

// How a batch says what is signed, under a name.
struct DsaForm {
  std::string name;
  pqlane_dsa_options options;
  pqlane_strings message;
};

// Inputs of a batch, made on the CPU from a seed of the scheme and count.
class DsaInputs {
 public:
  // With `bad_items`, some messages, contexts and keys are refused.
  DsaInputs(pqlane_scheme scheme, std::size_t count, std::size_t gap, bool bad_items);

  pqlane_scheme scheme;
  pqlane_dsa_sizes sizes{};
  std::size_t count, gap;
  Rows seed, pk, sk, rnd, mu;
  Rows bad_sk;       // some out of range
  Strings messages;  // of 0 to 300 bytes
  Strings contexts;
  Rows even;  // messages of one length

  // All ways to give messages.
  std::vector<DsaForm> forms() const;
};

pqlane_dsa_options options_of(pqlane_dsa_input input, pqlane_hash hash = PQLANE_HASH_NONE);
pqlane_strings even_strings(const Rows& rows);

Reply dsa_keygen(pqlane_device* device, const DsaInputs& in, unsigned flags, Rows& pk, Rows& sk);
// With in.rnd, or deterministic when the form says so.
Reply dsa_sign(pqlane_device* device, const DsaInputs& in, const DsaForm& form, pqlane_in sk, Rows& sig);
Reply dsa_verify(pqlane_device* device, const DsaInputs& in, const DsaForm& form, pqlane_in pk,
                 const Rows& sig);

// Signs and verifies in a form on both devices, some signatures spoilt, and expects the same bytes and
// replies.
void expect_same_signatures(pqlane_device* gpu, pqlane_device* cpu, const DsaInputs& in, const DsaForm& form,
                            pqlane_in sk, pqlane_in pk);

}  // namespace pqlane::gpu
