// auto_trial.cpp: see auto_trial.hpp.
#include "runtime/auto_trial.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <limits>

#include "runtime/auto_device.hpp"

namespace pqlane {
namespace {

constexpr std::size_t kem_ladder[] = {16384, 4096, 1024, 256, AutoDevice::few_items};
// Signatures take longer each.
constexpr std::size_t dsa_ladder[] = {4096, 1024, 256, AutoDevice::few_items};

}  // namespace

double Trial::seconds(ComputeDevice& device, std::size_t items) {
  double best = std::numeric_limits<double>::infinity();
  for (int r = 0; r <= repeats(); ++r) {
    const auto start = std::chrono::steady_clock::now();
    if (run(device, items).status != PQLANE_OK) return std::numeric_limits<double>::infinity();
    const double s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (r > 0) best = std::min(best, s);  // the first loads code and memory
  }
  return best;
}

std::uint8_t* Trial::buffer(std::size_t bytes) {
  buffers_.emplace_back(bytes);
  return buffers_.back().data();
}

void Trial::in(ConstView& view, std::size_t bytes, std::size_t items, const std::uint8_t* row) {
  if (view.data == nullptr) return;
  const bool shared = view.stride == 0;
  if (shared) items = 1;
  std::uint8_t* const rows = buffer(bytes * items);
  for (std::size_t i = 0; row != nullptr && i < items; ++i) std::memcpy(rows + i * bytes, row, bytes);
  view = {rows, shared ? 0 : bytes};
}

void Trial::out(MutableView& view, std::size_t bytes, std::size_t items) {
  if (view.data != nullptr) view = {buffer(bytes * items), bytes};
}

std::span<const std::size_t> KemTrial::ladder() const { return kem_ladder; }

KemTrial::KemTrial(const KemCall& like) : call_(like) {
  const pqlane_kem_sizes& s = like.scheme->sizes;
  const std::size_t most = kem_ladder[0];
  call_.status = nullptr;
  call_.first = 0;
  call_.start_event = nullptr;
  KemArgs& a = call_.args;
  const std::size_t dk_bytes = a.seed_form ? s.seed_bytes : s.dk_bytes;
  in(a.seed, s.seed_bytes, most);
  in(a.ek, s.ek_bytes, most);
  in(a.dk, dk_bytes, most);
  in(a.ct, s.ct_bytes, most);
  in(a.m, s.m_bytes, most);
  out(a.ek_out, s.ek_bytes, most);
  out(a.dk_out, dk_bytes, most);
  out(a.ct_out, s.ct_bytes, most);
  out(a.ss_out, s.ss_bytes, most);
  if (a.batch_key != nullptr) a.batch_key = &key_;
}

BatchOutcome KemTrial::run(ComputeDevice& device, std::size_t items) {
  call_.count = items;
  return device.run(call_);
}

std::span<const std::size_t> DsaTrial::ladder() const { return dsa_ladder; }

DsaTrial::DsaTrial(const DsaCall& like, ComputeDevice& cpu) : call_(like) {
  const pqlane_dsa_sizes& s = like.scheme->dsa_sizes;
  const std::size_t most = dsa_ladder[0];
  call_.status = nullptr;
  call_.first = 0;
  DsaArgs& a = call_.args;
  a.expanded_key = nullptr;
  call_.attempts = nullptr;
  set_strings(like);
  // A key pair and, for verify, a signature.
  std::uint8_t *seed = buffer(s.seed_bytes), *pk = buffer(s.pk_bytes), *sk = buffer(s.sk_bytes);
  DsaCall make{DsaOperation::keygen, like.scheme, {}, nullptr, 1, nullptr};
  make.args.seed = {seed, 0};
  make.args.pk_out = {pk, s.pk_bytes};
  make.args.sk_out = {sk, s.sk_bytes};
  (void)cpu.run(make);
  std::uint8_t* const sig = buffer(s.sig_bytes);
  if (like.operation == DsaOperation::verify) {
    make = call_;
    make.operation = DsaOperation::sign;
    make.count = 1;
    make.args.sk = {sk, 0};
    make.args.sig_out = {sig, s.sig_bytes};
    make.args.deterministic = true;
    (void)cpu.run(make);
  }
  in(a.seed, s.seed_bytes, most);
  in(a.pk, s.pk_bytes, most, pk);
  in(a.sk, a.seed_form ? s.seed_bytes : s.sk_bytes, most, a.seed_form ? seed : sk);
  in(a.sig, s.sig_bytes, most, sig);
  in(a.rnd, s.rnd_bytes, most);
  out(a.pk_out, s.pk_bytes, most);
  out(a.sk_out, a.seed_form ? s.seed_bytes : s.sk_bytes, most);
  out(a.sig_out, s.sig_bytes, most);
  if (a.batch_key != nullptr) a.batch_key = &key_;
}

void DsaTrial::set_strings(const DsaCall& like) {
  if (like.operation == DsaOperation::keygen) return;
  constexpr std::size_t most_message_bytes = 65536;
  const StringsView &message = like.args.message, &context = like.args.context;
  const std::size_t message_bytes = like.args.input == DsaInput::mu
                                        ? like.scheme->dsa_sizes.mu_bytes
                                        : std::min(message.length(like.first), most_message_bytes);
  const std::size_t context_bytes = std::min(context.length(like.first), dsa_most_context_bytes);
  call_.args.message = {buffer(message_bytes), 0, message_bytes, nullptr, nullptr};
  call_.args.context = {buffer(context_bytes), 0, context_bytes, nullptr, nullptr};
}

BatchOutcome DsaTrial::run(ComputeDevice& device, std::size_t items) {
  call_.count = items;
  return device.run(call_);
}

}  // namespace pqlane
