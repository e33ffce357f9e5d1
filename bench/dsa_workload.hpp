// dsa_workload.hpp: batches of ML-DSA operations to measure, with their inputs and their verification.
//
// Every item has a key (or all have one), a message and randomness of its own. Outputs are verified so:
//   keygen   every key pair: sign with sk, verify with pk
//   sign     every signature: verify with pk
//   verify   every status must say that the signature is valid
//   all      neighbouring items have different keys or signatures, and of each group of items some signatures
//            are changed in one bit and some messages too: all of them must be refused, by the measured
//            device where it verifies
// Randomness is given by the caller (derand), or made in the call: signatures are hedged.
#pragma once

#include "bench/batch_workload.hpp"

#include <pqlane/dsa.h>
#include <pqlane/pqlane.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace pqlane::bench {

class DsaWorkload final : public BatchWorkload {
 public:
  // As make_workload.
  DsaWorkload(pqlane_device* device, const Case& work, const std::atomic<bool>* stop = nullptr,
              pqlane_device* checker = nullptr);

  void prepare(std::size_t first, std::size_t count) override;
  bool call(std::size_t set) override;

  std::optional<Attempts> attempts() const override { return counts_.summary(); }
  std::uint64_t input_bytes() const override;
  std::uint64_t output_bytes() const override;
  std::uint64_t owned_bytes() const override;

 private:
  struct FreeSigner {
    void operator()(pqlane_dsa_signer* signer) const { pqlane_dsa_signer_free(signer); }
  };
  struct FreeVerifier {
    void operator()(pqlane_dsa_verifier* verifier) const { pqlane_dsa_verifier_free(verifier); }
  };

  std::vector<Column*> timed_inputs() override;
  std::vector<Column*> timed_outputs() override;
  void allocate();
  void make_inputs(const std::atomic<bool>* stop);
  void fill_random(Column& column);
  void make_keys(std::size_t first, std::size_t count);
  void open_cached();
  pqlane_strings messages(std::size_t first, std::size_t count, bool timed) const;
  pqlane_status sign_call(std::size_t first);
  pqlane_status verify_call(std::size_t first);

  std::string verify_chunk(std::size_t first, std::size_t count) override;
  // Signatures of items [first, first + count) that begin at `sig_first` of `sig`, by the checker.
  std::string check_signatures(std::size_t first, std::size_t count, const Column& sig,
                               std::size_t sig_first);
  std::string check_neighbours(std::size_t first, std::size_t count, const Column& column,
                               std::size_t column_first) const;
  std::string check_tampered(std::size_t first, std::size_t count, const Column& sig, std::size_t sig_first);

  pqlane_dsa_sizes sizes_{};
  std::unique_ptr<pqlane_dsa_signer, FreeSigner> signer_;
  std::unique_ptr<pqlane_dsa_verifier, FreeVerifier> verifier_;

  Column seed_, rnd_;                        // randomness that the caller gives
  Column pk_, sk_, message_, sig_;           // inputs or outputs, as the operation has it
  std::vector<pqlane_status> status_;        // verify: an answer an item
  std::vector<std::uint16_t> attempts_;      // sign: of each item
  AttemptCounts counts_;                     // sign: of the items that were verified
  Column check_sig_;                         // keygen: scratch of one chunk
  std::vector<pqlane_status> check_status_;  // of one chunk
  Column tamper_pk_, tamper_message_, tamper_sig_;
};

}  // namespace pqlane::bench
