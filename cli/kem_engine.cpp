// kem_engine.cpp: see kem_engine.hpp.
#include "cli/kem_engine.hpp"

#include "cli/common_options.hpp"
#include "cli/vector_items.hpp"

namespace pqlane::cli {
namespace {

using Batch = ItemBatch<KemItem, KemAnswer>;
using Field = InputField<KemItem>;

constexpr auto every_item = [](const KemItem&) { return true; };

}  // namespace

std::vector<KemAnswer> run_group(const Device& device, const KemGroup& group) {
  const pqlane_scheme scheme = scheme_or_throw(scheme_from_file(group.scheme).value_or(group.scheme));
  const pqlane_kem_sizes sizes = kem_sizes(scheme);
  const Field seed{&KemItem::seed, "seed", sizes.seed_bytes};
  const Field ek{&KemItem::ek, "ek", sizes.ek_bytes};
  const Field dk{&KemItem::dk, "dk", sizes.dk_bytes};
  const Field m{&KemItem::m, "m", sizes.m_bytes};
  const Field c{&KemItem::c, "c", sizes.ct_bytes};
  std::vector<KemAnswer> answers(group.items.size());

  if (group.ops & op_keygen) {
    run_op(group.items, answers, &KemAnswer::keygen, {seed}, every_item, [&](Batch& batch) {
      Bytes ek_out(batch.size() * sizes.ek_bytes), dk_out(batch.size() * sizes.dk_bytes);
      batch.note(device.kem_keygen_derand(scheme, batch.pack(seed), ek_out, dk_out));
      batch.unpack(ek_out, sizes.ek_bytes, &KemAnswer::ek);
      batch.unpack(dk_out, sizes.dk_bytes, &KemAnswer::dk);
    });
  }
  if (group.ops & op_encaps) {
    run_op(group.items, answers, &KemAnswer::encaps, {ek, m}, every_item, [&](Batch& batch) {
      Bytes ct_out(batch.size() * sizes.ct_bytes), ss_out(batch.size() * sizes.ss_bytes);
      batch.note(device.kem_encaps_derand(scheme, batch.pack(ek), batch.pack(m), ct_out, ss_out));
      batch.unpack(ct_out, sizes.ct_bytes, &KemAnswer::c);
      batch.unpack(ss_out, sizes.ss_bytes, &KemAnswer::encaps_k);
    });
  }
  if (group.ops & op_decaps) {
    const Field& key = group.seed_keys ? seed : dk;
    const KeyForm form = group.seed_keys ? KeyForm::Seed : KeyForm::Expanded;
    run_op(group.items, answers, &KemAnswer::decaps, {key, c}, every_item, [&](Batch& batch) {
      Bytes ss_out(batch.size() * sizes.ss_bytes);
      batch.note(device.kem_decaps(scheme, batch.pack(key), batch.pack(c), ss_out, form));
      batch.unpack(ss_out, sizes.ss_bytes, &KemAnswer::decaps_k);
    });
  }
  if (group.ops & op_check_ek) {
    run_op(group.items, answers, &KemAnswer::check_ek, {ek}, every_item,
           [&](Batch& batch) { batch.note(device.kem_check_ek(scheme, batch.pack(ek))); });
  }
  if (group.ops & op_check_dk) {
    run_op(group.items, answers, &KemAnswer::check_dk, {dk}, every_item,
           [&](Batch& batch) { batch.note(device.kem_check_dk(scheme, batch.pack(dk))); });
  }
  return answers;
}

}  // namespace pqlane::cli
