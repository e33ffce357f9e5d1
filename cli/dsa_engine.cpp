// dsa_engine.cpp: see dsa_engine.hpp.
#include "cli/dsa_engine.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/common_options.hpp"
#include "cli/dsa_calls.hpp"
#include "cli/vector_items.hpp"

namespace pqlane::cli {
namespace {

using Batch = ItemBatch<DsaItem, DsaAnswer>;
using Field = InputField<DsaItem>;

// What the items of one call must have in common.
struct Shape {
  DsaMessage kind;
  std::string hash_name;
  bool seed_key;  // of sign

  bool operator==(const Shape&) const = default;
};

Shape shape_of(const DsaItem& item, unsigned op) {
  return {item.kind, item.kind == DsaMessage::prehash ? item.hash_name : "", op == dsa_sign && item.seed_key};
}

// The shapes of the items that have the operation, with keys of one form.
std::vector<Shape> shapes_of(const DsaGroup& group, unsigned op, bool seed_key) {
  std::vector<Shape> shapes;
  for (const DsaItem& item : group.items) {
    if (!(item.ops & op) || !item.problem.empty()) continue;
    Shape shape = shape_of(item, op);
    if (shape.seed_key != seed_key) continue;
    if (std::find(shapes.begin(), shapes.end(), shape) == shapes.end()) shapes.push_back(std::move(shape));
  }
  return shapes;
}

pqlane_dsa_input input_of(DsaMessage kind) {
  switch (kind) {
    case DsaMessage::pure: return PQLANE_DSA_PURE;
    case DsaMessage::prehash: return PQLANE_DSA_PREHASH;
    case DsaMessage::mu: return PQLANE_DSA_MU;
    case DsaMessage::internal: return PQLANE_DSA_INTERNAL;
  }
  return PQLANE_DSA_PURE;
}

// A byte string of every selected item where it lies; an absent one is empty.
class Strings {
 public:
  Strings(const Batch& batch, const std::optional<Bytes> DsaItem::* member) {
    for (std::size_t j = 0; j < batch.size(); ++j) {
      const std::optional<Bytes>& value = batch.item(j).*member;
      rows_.push_back(value ? value->data() : nullptr);
      lengths_.push_back(value ? value->size() : 0);
    }
  }
  pqlane_strings view() const { return {nullptr, 0, 0, rows_.data(), lengths_.data(), rows_.size()}; }

 private:
  std::vector<const std::uint8_t*> rows_;
  std::vector<std::size_t> lengths_;
};

// The messages and options of a batch whose items have one shape.
struct Call {
  Call(const Batch& batch, const Shape& shape)
      : messages(batch, &DsaItem::message), contexts(batch, &DsaItem::context), options(plain_dsa_options()) {
    options.input = input_of(shape.kind);
    options.key_seed = shape.seed_key ? 1 : 0;
    if (shape.kind == DsaMessage::pure || shape.kind == DsaMessage::prehash)
      options.context = contexts.view();
  }
  Strings messages, contexts;
  pqlane_dsa_options options;
};

// Runs sign or verify over the group, a batch for every shape: `run(batch, call)`.
template <class Run>
void run_shapes(const DsaGroup& group, std::vector<DsaAnswer>& answers, OpOutcome DsaAnswer::* outcome,
                unsigned op, bool seed_key, std::initializer_list<Field> fields, Run&& run) {
  for (const Shape& shape : shapes_of(group, op, seed_key)) {
    const auto wanted = [&](const DsaItem& item) { return (item.ops & op) && shape_of(item, op) == shape; };
    run_op(group.items, answers, outcome, fields, wanted, [&](Batch& batch) {
      Call call(batch, shape);
      if (shape.kind == DsaMessage::prehash) {
        const std::optional<pqlane_hash> hash = hash_by_name(shape.hash_name);
        if (!hash) {
          batch.refuse(PQLANE_ERROR_OPTION, fmt::format("unknown hash function '{}'", shape.hash_name));
          return;
        }
        call.options.hash = *hash;
      }
      run(batch, call);
    });
  }
}

pqlane_in in(const Bytes& packed, const Field& field, std::size_t count) {
  return {packed.data(), field.bytes, count};
}

}  // namespace

std::vector<DsaAnswer> run_group(const Device& device, const DsaGroup& group) {
  const pqlane_scheme scheme = scheme_or_throw(scheme_from_file(group.scheme).value_or(group.scheme));
  const pqlane_dsa_sizes sizes = dsa_sizes_or_throw(scheme);
  const Field seed{&DsaItem::seed, "seed", sizes.seed_bytes};
  const Field pk{&DsaItem::pk, "pk", sizes.pk_bytes};
  const Field sk{&DsaItem::sk, "sk", sizes.sk_bytes};
  const Field rnd{&DsaItem::rnd, "rnd", sizes.rnd_bytes};
  const Field sig{&DsaItem::sig, "signature", sizes.sig_bytes};
  std::vector<DsaAnswer> answers(group.items.size());

  const auto makes_keys = [](const DsaItem& item) { return (item.ops & dsa_keygen) != 0; };
  run_op(group.items, answers, &DsaAnswer::keygen, {seed}, makes_keys, [&](Batch& batch) {
    const std::size_t n = batch.size();
    const Bytes seeds = batch.pack(seed);
    Bytes pks(n * sizes.pk_bytes), sks(n * sizes.sk_bytes);
    batch.note(run_dsa_call(n, [&](pqlane_status* status) {
      return pqlane_dsa_keygen_derand(device.handle(), scheme, 0, in(seeds, seed, n),
                                      {pks.data(), sizes.pk_bytes, n}, {sks.data(), sizes.sk_bytes, n},
                                      status);
    }));
    batch.unpack(pks, sizes.pk_bytes, &DsaAnswer::pk);
    batch.unpack(sks, sizes.sk_bytes, &DsaAnswer::sk);
  });

  const auto sign = [&](const Field& key, Batch& batch, const Call& call) {
    const std::size_t n = batch.size();
    const Bytes keys = batch.pack(key), rnds = batch.pack(rnd);
    Bytes sigs(n * sizes.sig_bytes);
    batch.note(run_dsa_call(n, [&](pqlane_status* status) {
      return pqlane_dsa_sign_derand(device.handle(), scheme, &call.options, in(keys, key, n),
                                    call.messages.view(), in(rnds, rnd, n), {sigs.data(), sizes.sig_bytes, n},
                                    status);
    }));
    batch.unpack(sigs, sizes.sig_bytes, &DsaAnswer::sig);
  };
  for (const bool seed_key : {false, true}) {
    const Field& key = seed_key ? seed : sk;
    run_shapes(group, answers, &DsaAnswer::sign, dsa_sign, seed_key, {key, rnd},
               [&](Batch& batch, const Call& call) { sign(key, batch, call); });
  }

  run_shapes(group, answers, &DsaAnswer::verify, dsa_verify, false, {pk, sig},
             [&](Batch& batch, const Call& call) {
               const std::size_t n = batch.size();
               const Bytes pks = batch.pack(pk), sigs = batch.pack(sig);
               batch.note(run_dsa_call(n, [&](pqlane_status* status) {
                 return pqlane_dsa_verify(device.handle(), scheme, &call.options, in(pks, pk, n),
                                          call.messages.view(), in(sigs, sig, n), status);
               }));
             });
  return answers;
}

}  // namespace pqlane::cli
