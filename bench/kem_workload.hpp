// kem_workload.hpp: batches of KEM operations to measure, with their inputs and their verification.
//
// Every item has a key and a message of its own (or all have one key). Outputs are verified so:
//   keygen   every key pair: encapsulate with ek, decapsulate with dk, the secrets must agree
//   encaps   decapsulate every ct: the secret must be the one that encaps gave
//   decaps   every secret must be the one that encaps gave when the ct was made
//   all      neighbouring items have different secrets, and of each group of items some ciphertexts
//            are changed in one bit: the secret must become another one
#pragma once

#include "bench/batch_workload.hpp"

#include <pqlane/pqlane.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace pqlane::bench {

class KemWorkload final : public BatchWorkload {
 public:
  // As make_workload.
  KemWorkload(pqlane_device* device, const Case& work, const std::atomic<bool>* stop = nullptr,
              pqlane_device* checker = nullptr);

  void prepare(std::size_t first, std::size_t count) override;
  bool call(std::size_t set) override;

  std::uint64_t input_bytes() const override;
  std::uint64_t output_bytes() const override;
  std::uint64_t owned_bytes() const override;

 private:
  std::vector<Column*> timed_inputs() override;
  std::vector<Column*> timed_outputs() override;
  std::uint64_t choose_key_form();
  void allocate();
  void make_inputs(const std::atomic<bool>* stop);
  void make_keys(std::size_t first, std::size_t count);
  void make_ciphertexts(std::size_t first, std::size_t count);

  std::string verify_chunk(std::size_t first, std::size_t count) override;
  std::string check_secrets(std::size_t first, std::size_t count, Column& found, std::size_t found_first,
                            const Column& expected, std::size_t expected_first) const;
  std::string check_tampered(std::size_t first, std::size_t count, const Column& ct, std::size_t ct_first,
                             const Column& ss, std::size_t ss_first);

  pqlane_kem_sizes sizes_{};
  bool seed_keys_ = false;  // encaps: the keys for verification are kept as seeds, to save memory

  Column seed_, m_;                         // randomness that the caller gives
  Column ek_, dk_, ct_, ss_;                // inputs or outputs, as the operation has it
  Column expected_ss_;                      // decaps
  Column check_ct_, check_ss_, check_ss2_;  // scratch of one chunk
  Column tamper_dk_, tamper_ct_, tamper_ss_;
};

}  // namespace pqlane::bench
