// fixture.cpp: see fixture.hpp.
#include "gpu/host/fixture.hpp"

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

Rows random_rows(std::mt19937& random, std::size_t count, std::size_t row, std::size_t gap) {
  Rows rows(count, row, gap, 0x55);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < row; ++j) rows.at(i)[j] = static_cast<std::uint8_t>(random());
  }
  return rows;
}

}  // namespace

KemInputs::KemInputs(pqlane_scheme wanted, std::size_t n, std::size_t space)
    : scheme(wanted), sizes{}, count(n), gap(space), checks_keys(wanted <= PQLANE_ML_KEM_1024) {
  EXPECT_EQ(pqlane_kem_get_sizes(scheme, &sizes), PQLANE_OK);
  std::mt19937 random(static_cast<unsigned>(7 * n + static_cast<std::size_t>(wanted)));
  seed = random_rows(random, n, sizes.seed_bytes, gap);
  m = random_rows(random, n, sizes.m_bytes, gap);
  ek = Rows(n, sizes.ek_bytes, gap, 0);
  dk = Rows(n, sizes.dk_bytes, gap, 0);
  ct = Rows(n, sizes.ct_bytes, gap, 0);
  ss = Rows(n, sizes.ss_bytes, gap, 0);
  const Device cpu("cpu");
  EXPECT_EQ(keygen(cpu, *this, 0, ek, dk).status, PQLANE_OK);
  EXPECT_EQ(encaps(cpu, *this, ek.in(), ct, ss).status, PQLANE_OK);
  bad_ek = ek;
  bad_dk = dk;
  bad_ct = ct;
  for (std::size_t i = random() % 3; i < n; i += 1 + random() % 7) {
    bad_ek.at(i)[3] = bad_ek.at(i)[4] = 0xFF;  // a coefficient above q
    bad_dk.at(i)[sizes.dk_bytes - 40] ^= 1;    // its hash of ek
  }
  for (std::size_t i = random() % 3; i < n; i += 1 + random() % 5)
    bad_ct.at(i)[random() % sizes.ct_bytes] ^= 4;
}

Reply keygen(pqlane_device* device, const KemInputs& in, unsigned flags, Rows& ek, Rows& dk) {
  return reply_of(in.count, [&](pqlane_status* items) {
    return pqlane_kem_keygen_derand(device, in.scheme, flags, in.seed.in(), ek.out(), dk.out(), items);
  });
}

Reply encaps(pqlane_device* device, const KemInputs& in, pqlane_in ek, Rows& ct, Rows& ss) {
  return reply_of(in.count, [&](pqlane_status* items) {
    return pqlane_kem_encaps_derand(device, in.scheme, 0, ek, in.m.in(), ct.out(), ss.out(), items);
  });
}

Reply decaps(pqlane_device* device, const KemInputs& in, unsigned flags, pqlane_in dk, const Rows& ct,
             Rows& ss) {
  return reply_of(in.count, [&](pqlane_status* items) {
    return pqlane_kem_decaps(device, in.scheme, flags, dk, ct.in(), ss.out(), items);
  });
}

Reply check(pqlane_device* device, const KemInputs& in, bool dk) {
  return reply_of(in.count, [&](pqlane_status* items) {
    return dk ? pqlane_kem_check_dk(device, in.scheme, in.bad_dk.in(), items)
              : pqlane_kem_check_ek(device, in.scheme, in.bad_ek.in(), items);
  });
}

void expect_agreement(pqlane_device* gpu, pqlane_device* cpu, const KemInputs& in, bool every_kind) {
  pqlane_device* devices[2] = {gpu, cpu};
  // Runs `call` on both; its first argument is the device, the others receive fresh outputs.
  const auto both = [&](const char* what, std::size_t row_a, std::size_t row_b, auto call) {
    Rows a[2], b[2];
    Reply reply[2];
    for (int d = 0; d < 2; ++d) {
      a[d] = Rows(in.count, row_a, in.gap, 0xEE);
      b[d] = Rows(in.count, row_b, in.gap, 0xDD);
      reply[d] = call(devices[d], a[d], b[d]);
    }
    EXPECT_EQ(reply[0], reply[1]) << what << ": " << reply[0].error << " / " << reply[1].error;
    EXPECT_TRUE(a[0] == a[1]) << what << " differs in its first output";
    EXPECT_TRUE(b[0] == b[1]) << what << " differs in its second output";
  };
  const auto& s = in.sizes;
  both("keygen", s.ek_bytes, s.dk_bytes,
       [&](pqlane_device* d, Rows& ek, Rows& dk) { return keygen(d, in, 0, ek, dk); });
  both("encaps", s.ct_bytes, s.ss_bytes,
       [&](pqlane_device* d, Rows& ct, Rows& ss) { return encaps(d, in, in.bad_ek.in(), ct, ss); });
  const auto both_decaps = [&](const char* what, unsigned flags, pqlane_in dk) {
    both(what, s.ss_bytes, 0,
         [&](pqlane_device* d, Rows& ss, Rows&) { return decaps(d, in, flags, dk, in.bad_ct, ss); });
  };
  both_decaps("decaps", 0, in.bad_dk.in());
  if (!every_kind) return;
  both("keygen of seeds", s.ek_bytes, s.seed_bytes,
       [&](pqlane_device* d, Rows& ek, Rows& dk) { return keygen(d, in, PQLANE_KEY_SEED, ek, dk); });
  both_decaps("decaps with seeds", PQLANE_KEY_SEED, in.seed.in());
  both_decaps("decaps with checked keys", PQLANE_KEY_CHECKED, in.dk.in());
  if (in.count != 0) {
    both("encaps with one key", s.ct_bytes, s.ss_bytes,
         [&](pqlane_device* d, Rows& ct, Rows& ss) { return encaps(d, in, in.ek.shared(0), ct, ss); });
    both_decaps("decaps with one key", 0, in.bad_dk.shared(in.count - 1));
  }
  for (const bool dk : {false, true}) {
    const Reply g = check(gpu, in, dk), c = check(cpu, in, dk);
    EXPECT_EQ(g, c) << (dk ? "check_dk" : "check_ek");
  }
}

void HostTest::SetUp() { misuses_ = fake_gpu_get("misuses"); }

void HostTest::TearDown() {
  fake_gpu_after_kernel(nullptr, nullptr);
  fake_gpu_set("worker", 0);
  fake_gpu_set("lost_at_launch", 0);
  fake_gpu_set("memory_bytes", std::uint64_t{1} << 30);
  fake_gpu_set("host_bytes", std::uint64_t{1} << 30);
  EXPECT_EQ(fake_gpu_get("objects"), 0u) << "allocations, streams, events or modules are left";
  EXPECT_EQ(fake_gpu_get("misuses"), misuses_);
  fake_gpu_forget_freed();
}

}  // namespace pqlane::gpu
