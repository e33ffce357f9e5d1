// dsa_fixture.cpp: see dsa_fixture.hpp.
#include "gpu/host/dsa_fixture.hpp"

#include <cstring>

namespace pqlane::gpu {
namespace {

template <class Call>
Reply reply_of(std::size_t count, Call call) {
  Reply reply;
  reply.items.assign(count, PQLANE_ERROR_INTERNAL);  // every entry is to be written
  reply.status = call(reply.items.data());
  if (reply.status != PQLANE_OK) reply.error = pqlane_last_error();
  return reply;
}

Bytes random_bytes(std::mt19937& random, std::size_t count) {
  Bytes bytes(count);
  for (auto& b : bytes) b = static_cast<std::uint8_t>(random());
  return bytes;
}

Rows random_rows(std::mt19937& random, std::size_t count, std::size_t row, std::size_t gap) {
  Rows rows(count, row, gap, 0x55);
  for (std::size_t i = 0; i < count; ++i) {
    const Bytes bytes = random_bytes(random, row);
    std::memcpy(rows.at(i), bytes.data(), row);
  }
  return rows;
}

}  // namespace

void Strings::add(Bytes string) {
  bytes.push_back(std::move(string));
  rows.push_back(bytes.back().data());
  lengths.push_back(bytes.back().size());
}

pqlane_dsa_options options_of(pqlane_dsa_input input, pqlane_hash hash) {
  pqlane_dsa_options options{};
  options.struct_bytes = sizeof options;
  options.input = input;
  options.hash = hash;
  return options;
}

pqlane_strings even_strings(const Rows& rows) {
  return {rows.at(0), rows.stride, rows.row_bytes, nullptr, nullptr, rows.count};
}

DsaInputs::DsaInputs(pqlane_scheme wanted, std::size_t n, std::size_t space, bool bad_items)
    : scheme(wanted), count(n), gap(space) {
  EXPECT_EQ(pqlane_dsa_get_sizes(scheme, &sizes), PQLANE_OK);
  std::mt19937 random(static_cast<unsigned>(11 * n + static_cast<std::size_t>(wanted)));
  seed = random_rows(random, n, sizes.seed_bytes, gap);
  rnd = random_rows(random, n, sizes.rnd_bytes, gap);
  mu = random_rows(random, n, sizes.mu_bytes, gap);
  even = random_rows(random, n, 41, gap);
  pk = Rows(n, sizes.pk_bytes, gap, 0);
  sk = Rows(n, sizes.sk_bytes, gap, 0);
  const Device cpu("cpu");
  EXPECT_EQ(dsa_keygen(cpu, *this, 0, pk, sk).status, PQLANE_OK);
  bad_sk = sk;
  for (std::size_t i = 0; i < n; ++i) {
    messages.add(random_bytes(random, random() % 301));
    const bool too_long = bad_items && i % 9 == 5;
    contexts.add(random_bytes(random, too_long ? 256 + random() % 100 : i % 3 == 0 ? 0 : random() % 256));
    if (!bad_items) continue;
    if (i % 9 == 2) std::memset(bad_sk.at(i) + 130, 0xFF, 3);  // s1
    if (i % 9 == 7) messages.rows[i] = nullptr;
  }
}

std::vector<DsaForm> DsaInputs::forms() const {
  std::vector<DsaForm> forms{
      {"pure", options_of(PQLANE_DSA_PURE), messages.view()},
      {"pure, no context", options_of(PQLANE_DSA_PURE), even_strings(even)},
      {"prehash", options_of(PQLANE_DSA_PREHASH, PQLANE_HASH_SHA2_512_256), messages.view()},
      {"internal", options_of(PQLANE_DSA_INTERNAL), messages.view()},
      {"mu", options_of(PQLANE_DSA_MU), even_strings(mu)},
  };
  forms[0].options.context = forms[2].options.context = contexts.view();
  forms[3].options.deterministic = forms[4].options.deterministic = 1;
  return forms;
}

Reply dsa_keygen(pqlane_device* device, const DsaInputs& in, unsigned flags, Rows& pk, Rows& sk) {
  return reply_of(in.count, [&](pqlane_status* items) {
    return pqlane_dsa_keygen_derand(device, in.scheme, flags, in.seed.in(), pk.out(), sk.out(), items);
  });
}

Reply dsa_sign(pqlane_device* device, const DsaInputs& in, const DsaForm& form, pqlane_in sk, Rows& sig) {
  return reply_of(in.count, [&](pqlane_status* items) {
    if (form.options.deterministic != 0)
      return pqlane_dsa_sign(device, in.scheme, &form.options, sk, form.message, sig.out(), items);
    return pqlane_dsa_sign_derand(device, in.scheme, &form.options, sk, form.message, in.rnd.in(), sig.out(),
                                  items);
  });
}

Reply dsa_verify(pqlane_device* device, const DsaInputs& in, const DsaForm& form, pqlane_in pk,
                 const Rows& sig) {
  pqlane_dsa_options options = form.options;
  options.deterministic = options.key_seed = 0;
  return reply_of(in.count, [&](pqlane_status* items) {
    return pqlane_dsa_verify(device, in.scheme, &options, pk, form.message, sig.in(), items);
  });
}

void expect_same_signatures(pqlane_device* gpu, pqlane_device* cpu, const DsaInputs& in, const DsaForm& form,
                            pqlane_in sk, pqlane_in pk) {
  SCOPED_TRACE(form.name);
  Rows wanted(in.count, in.sizes.sig_bytes, in.gap, 0xEE), sig = wanted;
  std::vector<std::uint16_t> attempts[2];
  const auto sign_on = [&](pqlane_device* device, Rows& to, std::vector<std::uint16_t>& tries) {
    DsaForm counting = form;
    tries.assign(in.count, 9999);
    counting.options.attempts = tries.data();
    return dsa_sign(device, in, counting, sk, to);
  };
  const Reply c = sign_on(cpu, wanted, attempts[0]), g = sign_on(gpu, sig, attempts[1]);
  EXPECT_EQ(attempts[0], attempts[1]);
  EXPECT_EQ(g, c) << g.error << " / " << c.error;
  ASSERT_EQ(g.items[1], PQLANE_OK) << g.error;
  for (std::size_t i = 0; i < in.count; ++i) {
    ASSERT_EQ(std::memcmp(sig.at(i), wanted.at(i), in.sizes.sig_bytes), 0) << "signature " << i;
  }
  EXPECT_TRUE(sig == wanted) << "bytes between the rows";

  for (std::size_t i = 0; i < in.count; i += 4) {
    // c, z, the last hint, the counts of hints
    const std::size_t places[] = {0, 100, in.sizes.sig_bytes - 9, in.sizes.sig_bytes - 1};
    wanted.at(i)[places[i / 4 % 4]] ^= 1;
  }
  const Reply cv = dsa_verify(cpu, in, form, pk, wanted), gv = dsa_verify(gpu, in, form, pk, wanted);
  EXPECT_EQ(gv, cv) << gv.error << " / " << cv.error;
  EXPECT_EQ(gv.items[0], PQLANE_ERROR_SIGNATURE);
  EXPECT_EQ(gv.items[1], PQLANE_OK);
}

}  // namespace pqlane::gpu
