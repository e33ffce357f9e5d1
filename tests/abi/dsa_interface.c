/* dsa_interface.c: the C interface of signatures as a C program sees it: layout of its structs, values of its
 * constants, one round of every call, and how it refuses bad ones. What the operations compute is tested
 * elsewhere. */
#include <pqlane/dsa.h>

#include <stdio.h>
#include <string.h>

#include "check.h"

/* A change of these breaks programs that were compiled before. */
_Static_assert(sizeof(pqlane_strings) == 48, "six words");
_Static_assert(offsetof(pqlane_strings, rows) == 24 && offsetof(pqlane_strings, count) == 40, "strings");
_Static_assert(sizeof(pqlane_dsa_sizes) == 48, "six sizes");
_Static_assert(offsetof(pqlane_dsa_options, input) == 8 && offsetof(pqlane_dsa_options, hash) == 12,
               "options");
_Static_assert(offsetof(pqlane_dsa_options, context) == 24 && offsetof(pqlane_dsa_options, attempts) == 72,
               "options");
_Static_assert(sizeof(pqlane_dsa_options) == 80, "options");
_Static_assert(PQLANE_ML_DSA_44 == 7 && PQLANE_ML_DSA_87 == 9, "schemes");
_Static_assert(PQLANE_KIND_KEM == 1 && PQLANE_KIND_SIGNATURE == 2, "kinds");
_Static_assert(PQLANE_DSA_PURE == 0 && PQLANE_DSA_INTERNAL == 3, "inputs");
_Static_assert(PQLANE_HASH_SHA2_224 == 1 && PQLANE_HASH_SHAKE_256 == 12, "hashes");
_Static_assert(PQLANE_ERROR_SIGNATURE == 35 && PQLANE_ERROR_ATTEMPTS == 38, "item statuses");

enum { items = 3, pk_bytes = 1952, sk_bytes = 4032, sig_bytes = 3309 };

static const pqlane_scheme scheme = PQLANE_ML_DSA_65;
static uint8_t pk[items * pk_bytes];
static uint8_t sk[items * sk_bytes];
static uint8_t sig[items * sig_bytes];

static const pqlane_in pk_in = {pk, pk_bytes, items};
static const pqlane_in sk_in = {sk, sk_bytes, items};
static const pqlane_in sig_in = {sig, sig_bytes, items};
static const pqlane_out sig_out = {sig, sig_bytes, items};

static const uint8_t text[] = "messages of several lengths";
static const uint8_t* const rows[items] = {text, NULL, text + 9};
static const size_t lengths[items] = {8, 0, 18};
static const pqlane_strings message = {NULL, 0, 0, rows, lengths, items};

static void test_schemes(void) {
  int kems = 0, signatures = 0;
  for (size_t i = 0; i < pqlane_scheme_count(); ++i) {
    const pqlane_scheme_kind kind = pqlane_scheme_get_kind(pqlane_scheme_at(i));
    pqlane_kem_sizes kem;
    pqlane_dsa_sizes dsa;
    kems += kind == PQLANE_KIND_KEM;
    signatures += kind == PQLANE_KIND_SIGNATURE;
    CHECK((pqlane_kem_get_sizes(pqlane_scheme_at(i), &kem) == PQLANE_OK) == (kind == PQLANE_KIND_KEM));
    CHECK((pqlane_dsa_get_sizes(pqlane_scheme_at(i), &dsa) == PQLANE_OK) == (kind == PQLANE_KIND_SIGNATURE));
  }
  CHECK(kems == 6 && signatures == 3);
  CHECK(pqlane_scheme_get_kind((pqlane_scheme)99) == 0);
  pqlane_scheme found;
  CHECK(pqlane_scheme_by_name("ml-dsa-65", &found) == PQLANE_OK && found == scheme);
  pqlane_dsa_sizes sizes;
  CHECK(pqlane_dsa_get_sizes(scheme, &sizes) == PQLANE_OK);
  CHECK(sizes.pk_bytes == pk_bytes && sizes.sk_bytes == sk_bytes && sizes.sig_bytes == sig_bytes);
  CHECK(sizes.seed_bytes == 32 && sizes.rnd_bytes == 32 && sizes.mu_bytes == 64);
  CHECK_REFUSED(pqlane_dsa_get_sizes(scheme, NULL), PQLANE_ERROR_NULL);
}

static void test_batch(pqlane_device* device) {
  const pqlane_out pk_out = {pk, pk_bytes, items}, sk_out = {sk, sk_bytes, items};
  pqlane_status status[items];
  CHECK(pqlane_dsa_keygen(device, scheme, 0, pk_out, sk_out, status) == PQLANE_OK);
  CHECK(pqlane_dsa_sign(device, scheme, NULL, sk_in, message, sig_out, status) == PQLANE_OK);
  CHECK(pqlane_dsa_verify(device, scheme, NULL, pk_in, message, sig_in, status) == PQLANE_OK);
  CHECK(strcmp(pqlane_last_device(), pqlane_device_name(device)) == 0);
  sig[sig_bytes + 5] ^= 1;
  CHECK_REFUSED(pqlane_dsa_verify(device, scheme, NULL, pk_in, message, sig_in, status), PQLANE_ERROR_ITEMS);
  CHECK(status[0] == PQLANE_OK && status[1] == PQLANE_ERROR_SIGNATURE && status[2] == PQLANE_OK);
  CHECK(strcmp(pqlane_last_error(), "item 1: the signature is not valid (1 of 3 items failed)") == 0);

  pqlane_dsa_options options;
  memset(&options, 0, sizeof options);
  CHECK_REFUSED(pqlane_dsa_sign(device, scheme, &options, sk_in, message, sig_out, status),
                PQLANE_ERROR_OPTION);
  options.struct_bytes = sizeof options;
  CHECK(pqlane_dsa_sign(device, scheme, &options, sk_in, message, sig_out, NULL) == PQLANE_OK);
  CHECK(pqlane_dsa_verify(device, scheme, &options, pk_in, message, sig_in, NULL) == PQLANE_OK);
  uint16_t attempts[items] = {0};
  options.attempts = attempts;
  CHECK(pqlane_dsa_sign(device, scheme, &options, sk_in, message, sig_out, NULL) == PQLANE_OK);
  CHECK(attempts[0] >= 1 && attempts[1] >= 1 && attempts[2] >= 1);
  CHECK_REFUSED(pqlane_dsa_verify(device, scheme, &options, pk_in, message, sig_in, NULL),
                PQLANE_ERROR_OPTION);
  const pqlane_strings fewer = {NULL, 0, 0, rows, lengths, items - 1};
  CHECK_REFUSED(pqlane_dsa_sign(device, scheme, NULL, sk_in, fewer, sig_out, NULL), PQLANE_ERROR_COUNT);
  CHECK_REFUSED(pqlane_dsa_sign(device, PQLANE_ML_KEM_512, NULL, sk_in, message, sig_out, NULL),
                PQLANE_ERROR_SCHEME);
}

static void test_keys(pqlane_device* device) {
  pqlane_dsa_signer* signer = NULL;
  pqlane_dsa_verifier* verifier = NULL;
  CHECK(pqlane_dsa_signer_open(device, scheme, sk, sk_bytes, &signer) == PQLANE_OK);
  CHECK(pqlane_dsa_verifier_open(device, scheme, pk, pk_bytes, &verifier) == PQLANE_OK);
  CHECK(pqlane_dsa_signer_sign(signer, NULL, message, sig_out, NULL) == PQLANE_OK);
  CHECK(pqlane_dsa_verifier_verify(verifier, NULL, message, sig_in, NULL) == PQLANE_OK);
  const pqlane_in one_pk = {pk, 0, items};
  CHECK(pqlane_dsa_verify(device, scheme, NULL, one_pk, message, sig_in, NULL) == PQLANE_OK);
  pqlane_dsa_signer_free(signer);
  pqlane_dsa_verifier_free(verifier);
}

static void test_one(pqlane_device* device) {
  CHECK(pqlane_dsa_sign_one(device, scheme, NULL, sk, sk_bytes, text, 8, sig, sig_bytes) == PQLANE_OK);
  CHECK(pqlane_dsa_verify_one(device, scheme, NULL, pk, pk_bytes, text, 8, sig, sig_bytes) == PQLANE_OK);
  CHECK_REFUSED(pqlane_dsa_verify_one(device, scheme, NULL, pk, pk_bytes, text, 9, sig, sig_bytes),
                PQLANE_ERROR_SIGNATURE);
  CHECK_REFUSED(pqlane_dsa_sign_one(device, scheme, NULL, sk, sk_bytes - 1, text, 8, sig, sig_bytes),
                PQLANE_ERROR_LENGTH);
  CHECK_REFUSED(pqlane_dsa_sign_one(device, scheme, NULL, sk, sk_bytes, NULL, 8, sig, sig_bytes),
                PQLANE_ERROR_NULL);
}

int main(void) {
  test_schemes();
  pqlane_device* device = NULL;
  CHECK(pqlane_device_open("cpu", NULL, &device) == PQLANE_OK);
  if (device != NULL) {
    test_batch(device);
    test_keys(device);
    test_one(device);
    pqlane_device_close(device);
  }
  if (failures != 0) fprintf(stderr, "%d checks failed\n", failures);
  return failures == 0 ? 0 : 1;
}
