/* c_interface.c: the C interface as a C program sees it: layout of its structs, values of its
 * constants, and how it refuses bad calls (null pointers, lengths, counts, overlap, unknown names).
 * What the operations compute is tested elsewhere. */
#include <pqlane/pqlane.h>
#include <pqlane/trace.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

/* A change of these breaks programs that were compiled before. */
_Static_assert(sizeof(pqlane_in) == 24 && sizeof(pqlane_out) == 24, "views are three words");
_Static_assert(offsetof(pqlane_in, stride_bytes) == 8 && offsetof(pqlane_in, count) == 16, "order of a view");
_Static_assert(sizeof(pqlane_kem_sizes) == 48, "six sizes");
_Static_assert(offsetof(pqlane_device_options, threads) == 8, "options begin with their own size");
_Static_assert(sizeof(pqlane_status) == 4, "a status is an int");
_Static_assert(PQLANE_ERROR_ITEMS == 1 && PQLANE_ERROR_INTERNAL == 11, "call statuses");
_Static_assert(PQLANE_ERROR_EK_MODULUS == 32 && PQLANE_ERROR_NOT_DONE == 34, "item statuses");
_Static_assert(PQLANE_ML_KEM_512 == 1 && PQLANE_KYBER_1024 == 6, "schemes");
_Static_assert(PQLANE_KEY_SEED == 1u && PQLANE_KEY_CHECKED == 2u, "flags");

enum { items = 3, ek_bytes = 1184, dk_bytes = 2400, ct_bytes = 1088, ss_bytes = 32 };

static uint8_t ek[items * ek_bytes];
static uint8_t dk[items * dk_bytes];
static uint8_t ct[items * ct_bytes];
static uint8_t ss[items * ss_bytes];
static uint8_t ss_again[items * ss_bytes];

static const pqlane_scheme scheme = PQLANE_ML_KEM_768;

static void test_names(void) {
  CHECK(strcmp(pqlane_version(), PQLANE_VERSION_STRING) == 0);
  for (int status = -1; status < 100; ++status) {
    const char* text = pqlane_status_text((pqlane_status)status);
    CHECK(text != NULL && strlen(text) > 0 && strchr(text, '\n') == NULL);
  }
  CHECK(pqlane_scheme_count() >= 6);
  for (size_t i = 0; i < pqlane_scheme_count(); ++i) {
    pqlane_scheme found;
    const char* name = pqlane_scheme_name(pqlane_scheme_at(i));
    CHECK(name != NULL);
    CHECK(pqlane_scheme_by_name(name, &found) == PQLANE_OK && found == pqlane_scheme_at(i));
  }
  pqlane_scheme none;
  pqlane_kem_sizes sizes;
  CHECK_REFUSED(pqlane_scheme_by_name("ml-kem-1", &none), PQLANE_ERROR_SCHEME);
  CHECK_REFUSED(pqlane_kem_get_sizes((pqlane_scheme)99, &sizes), PQLANE_ERROR_SCHEME);
  CHECK(pqlane_scheme_name((pqlane_scheme)99) == NULL);
  CHECK(pqlane_kem_get_sizes(scheme, &sizes) == PQLANE_OK);
  CHECK(sizes.ek_bytes == ek_bytes && sizes.dk_bytes == dk_bytes && sizes.seed_bytes == 64);
  CHECK(sizes.ct_bytes == ct_bytes && sizes.ss_bytes == ss_bytes && sizes.m_bytes == 32);
}

static void test_devices(void) {
  pqlane_device* device = NULL;
  CHECK_REFUSED(pqlane_device_open("gpu:0", NULL, &device), PQLANE_ERROR_DEVICE);
  CHECK(device == NULL);
  CHECK_REFUSED(pqlane_device_open("cpu:mmx", NULL, &device), PQLANE_ERROR_DEVICE);
  CHECK_REFUSED(pqlane_device_open(NULL, NULL, &device), PQLANE_ERROR_NULL);
  CHECK_REFUSED(pqlane_device_open("cpu", NULL, NULL), PQLANE_ERROR_NULL);
  pqlane_device_close(NULL);

  const pqlane_device_options options = {sizeof options, 2, 0};
  CHECK(pqlane_device_open("cpu:scalar", &options, &device) == PQLANE_OK);
  CHECK(device != NULL);
  if (device == NULL) return;
  CHECK(strcmp(pqlane_device_name(device), "cpu:scalar") == 0);
  CHECK(pqlane_device_threads(device) == 2);
  pqlane_device_close(device);

  int scalar_is_usable = 0;
  CHECK(pqlane_backend_count() > 0);
  for (size_t i = 0; i < pqlane_backend_count(); ++i) {
    pqlane_backend_info info;
    CHECK(pqlane_backend_get(i, &info) == PQLANE_OK);
    CHECK(info.reason != NULL);
    if (strcmp(info.device_name, "cpu:scalar") == 0) scalar_is_usable = info.usable;
    device = NULL;
    /* What is said to be usable opens, and nothing else does. */
    CHECK((pqlane_device_open(info.device_name, NULL, &device) == PQLANE_OK) == (info.usable != 0));
    pqlane_device_close(device);
  }
  CHECK(scalar_is_usable);
  pqlane_backend_info info;
  CHECK(pqlane_backend_get(pqlane_backend_count(), &info) != PQLANE_OK);
}

static pqlane_out out_view(uint8_t* data, size_t size) {
  const pqlane_out view = {data, size, items};
  return view;
}

static pqlane_in in_view(const uint8_t* data, size_t size) {
  const pqlane_in view = {data, size, items};
  return view;
}

static void test_refused_calls(pqlane_device* device) {
  const pqlane_out ek_out = out_view(ek, ek_bytes);
  const pqlane_out dk_out = out_view(dk, dk_bytes);
  const pqlane_out ct_out = out_view(ct, ct_bytes);
  const pqlane_out ss_out = out_view(ss, ss_bytes);
  const pqlane_in ek_in = in_view(ek, ek_bytes);
  pqlane_status status[items];

  CHECK_REFUSED(pqlane_kem_keygen(NULL, scheme, 0, ek_out, dk_out, NULL), PQLANE_ERROR_NULL);
  CHECK_REFUSED(pqlane_kem_keygen(device, scheme, 0, out_view(NULL, ek_bytes), dk_out, NULL),
                PQLANE_ERROR_NULL);
  CHECK_REFUSED(pqlane_kem_encaps(device, scheme, 0, in_view(NULL, ek_bytes), ct_out, ss_out, status),
                PQLANE_ERROR_NULL);
  CHECK_REFUSED(pqlane_kem_encaps(device, scheme, 0, ek_in, ct_out, out_view(NULL, ss_bytes), status),
                PQLANE_ERROR_NULL);

  CHECK_REFUSED(pqlane_kem_keygen(device, scheme, 0, out_view(ek, ek_bytes - 1), dk_out, NULL),
                PQLANE_ERROR_LENGTH);
  CHECK_REFUSED(pqlane_kem_encaps(device, scheme, 0, in_view(ek, ek_bytes - 1), ct_out, ss_out, status),
                PQLANE_ERROR_LENGTH);
  /* Stride 0 shares an input; an output cannot be shared. */
  CHECK_REFUSED(pqlane_kem_encaps(device, scheme, 0, ek_in, out_view(ct, 0), ss_out, status),
                PQLANE_ERROR_LENGTH);

  const pqlane_out short_batch = {dk, dk_bytes, items - 1};
  CHECK_REFUSED(pqlane_kem_keygen(device, scheme, 0, ek_out, short_batch, NULL), PQLANE_ERROR_COUNT);
  const pqlane_out huge = {ek, ek_bytes, SIZE_MAX / 2};
  const pqlane_out huge_dk = {dk, dk_bytes, SIZE_MAX / 2};
  CHECK_REFUSED(pqlane_kem_keygen(device, scheme, 0, huge, huge_dk, NULL), PQLANE_ERROR_COUNT);

  /* Outputs that overlap each other, and one that overlaps an input by one byte. */
  CHECK_REFUSED(pqlane_kem_encaps(device, scheme, 0, ek_in, ct_out, out_view(ct + 10, ss_bytes), status),
                PQLANE_ERROR_OVERLAP);
  CHECK_REFUSED(pqlane_kem_encaps(device, scheme, 0, ek_in, ct_out,
                                  out_view(ek + sizeof ek - items * ss_bytes, ss_bytes), status),
                PQLANE_ERROR_OVERLAP);

  /* The statuses are an output too; and one shared key does not make any count possible. */
  CHECK_REFUSED(pqlane_kem_encaps(device, scheme, 0, ek_in, ct_out, ss_out, (pqlane_status*)(void*)ss),
                PQLANE_ERROR_OVERLAP);
  CHECK_REFUSED(pqlane_kem_check_ek(device, scheme, ek_in, (pqlane_status*)(void*)ek), PQLANE_ERROR_OVERLAP);
  const pqlane_in endless = {ek, 0, SIZE_MAX};
  CHECK_REFUSED(pqlane_kem_check_ek(device, scheme, endless, NULL), PQLANE_ERROR_COUNT);

  CHECK_REFUSED(pqlane_kem_keygen(device, (pqlane_scheme)99, 0, ek_out, dk_out, NULL), PQLANE_ERROR_SCHEME);
  CHECK_REFUSED(pqlane_kem_keygen(device, scheme, 0x80u, ek_out, dk_out, NULL), PQLANE_ERROR_OPTION);

  /* A count of 0 does nothing, with null pointers too. */
  const pqlane_out no_ek = {NULL, ek_bytes, 0};
  const pqlane_out no_dk = {NULL, dk_bytes, 0};
  CHECK(pqlane_kem_keygen(device, scheme, 0, no_ek, no_dk, NULL) == PQLANE_OK);
}

static void test_items(pqlane_device* device) {
  pqlane_status status[items];
  CHECK(pqlane_kem_keygen(device, scheme, 0, out_view(ek, ek_bytes), out_view(dk, dk_bytes), status) ==
        PQLANE_OK);
  CHECK(status[0] == PQLANE_OK && status[1] == PQLANE_OK && status[2] == PQLANE_OK);

  /* Item 1: a public key with a coefficient of 4095, at least q = 3329. */
  uint8_t saved[2];
  memcpy(saved, ek + ek_bytes, sizeof saved);
  memset(ek + ek_bytes, 0xff, sizeof saved);
  memset(ct, 0xaa, sizeof ct);
  CHECK_REFUSED(pqlane_kem_encaps(device, scheme, 0, in_view(ek, ek_bytes), out_view(ct, ct_bytes),
                                  out_view(ss, ss_bytes), status),
                PQLANE_ERROR_ITEMS);
  CHECK(strchr(pqlane_last_error(), '1') != NULL); /* names the item */
  CHECK(status[0] == PQLANE_OK && status[1] == PQLANE_ERROR_EK_MODULUS && status[2] == PQLANE_OK);
  for (size_t i = 0; i < ct_bytes; ++i) CHECK(ct[ct_bytes + i] == 0);
  for (size_t i = 0; i < ss_bytes; ++i) CHECK(ss[ss_bytes + i] == 0);
  memcpy(ek + ek_bytes, saved, sizeof saved);

  /* Item 2: a private key whose H(ek), the 32 bytes before z, is wrong. */
  CHECK(pqlane_kem_encaps(device, scheme, 0, in_view(ek, ek_bytes), out_view(ct, ct_bytes),
                          out_view(ss, ss_bytes), status) == PQLANE_OK);
  dk[3 * dk_bytes - 64] ^= 1;
  CHECK_REFUSED(pqlane_kem_decaps(device, scheme, 0, in_view(dk, dk_bytes), in_view(ct, ct_bytes),
                                  out_view(ss_again, ss_bytes), status),
                PQLANE_ERROR_ITEMS);
  CHECK(status[0] == PQLANE_OK && status[1] == PQLANE_OK && status[2] == PQLANE_ERROR_DK_HASH);
  CHECK(memcmp(ss, ss_again, 2 * ss_bytes) == 0);
  for (size_t i = 0; i < ss_bytes; ++i) CHECK(ss_again[2 * ss_bytes + i] == 0);
  dk[3 * dk_bytes - 64] ^= 1;

  /* One key for all items: stride 0. */
  const pqlane_in one_ek = {ek, 0, items};
  const pqlane_in one_dk = {dk, 0, items};
  CHECK(pqlane_kem_encaps(device, scheme, 0, one_ek, out_view(ct, ct_bytes), out_view(ss, ss_bytes), NULL) ==
        PQLANE_OK);
  CHECK(pqlane_kem_decaps(device, scheme, 0, one_dk, in_view(ct, ct_bytes), out_view(ss_again, ss_bytes),
                          NULL) == PQLANE_OK);
  CHECK(memcmp(ss, ss_again, sizeof ss) == 0);
  CHECK(memcmp(ss, ss + ss_bytes, ss_bytes) != 0);
}

static void test_single(pqlane_device* device) {
  CHECK(pqlane_kem_keygen_one(device, scheme, 0, ek, ek_bytes, dk, dk_bytes) == PQLANE_OK);
  CHECK(pqlane_kem_encaps_one(device, scheme, 0, ek, ek_bytes, ct, ct_bytes, ss, ss_bytes) == PQLANE_OK);
  CHECK(pqlane_kem_decaps_one(device, scheme, 0, dk, dk_bytes, ct, ct_bytes, ss_again, ss_bytes) ==
        PQLANE_OK);
  CHECK(memcmp(ss, ss_again, ss_bytes) == 0);

  CHECK_REFUSED(pqlane_kem_keygen_one(device, scheme, 0, ek, ek_bytes - 1, dk, dk_bytes),
                PQLANE_ERROR_LENGTH);
  CHECK_REFUSED(pqlane_kem_encaps_one(device, scheme, 0, ek, ek_bytes + 1, ct, ct_bytes, ss, ss_bytes),
                PQLANE_ERROR_LENGTH);
  CHECK_REFUSED(pqlane_kem_decaps_one(device, scheme, 0, dk, dk_bytes, ct, ct_bytes - 1, ss, ss_bytes),
                PQLANE_ERROR_LENGTH);
  CHECK_REFUSED(
      pqlane_kem_decaps_one(device, scheme, PQLANE_KEY_SEED, dk, dk_bytes, ct, ct_bytes, ss, ss_bytes),
      PQLANE_ERROR_LENGTH);
  CHECK_REFUSED(pqlane_kem_decaps_one(device, scheme, 0, NULL, dk_bytes, ct, ct_bytes, ss, ss_bytes),
                PQLANE_ERROR_NULL);
  memset(ek, 0xff, 3);
  CHECK_REFUSED(pqlane_kem_encaps_one(device, scheme, 0, ek, ek_bytes, ct, ct_bytes, ss, ss_bytes),
                PQLANE_ERROR_EK_MODULUS);
}

static void test_trace(void) {
  CHECK(pqlane_trace_write("/dev/null") == PQLANE_ERROR_OPTION);
  CHECK(strcmp(pqlane_last_error(), "no trace was started") == 0);
  CHECK(pqlane_trace_stop() == PQLANE_ERROR_OPTION);
  CHECK(pqlane_trace_start() == PQLANE_OK);
  test_devices();
  CHECK(pqlane_trace_write("/dev/null") == PQLANE_OK);
  CHECK(pqlane_trace_stop() == PQLANE_OK);
}

int main(void) {
  test_names();
  test_trace();
  test_devices();
  pqlane_device* device = NULL;
  CHECK(pqlane_device_open("cpu", NULL, &device) == PQLANE_OK);
  if (device != NULL) {
    test_refused_calls(device);
    test_items(device);
    test_single(device);
    pqlane_device_close(device);
  }
  if (failures != 0) fprintf(stderr, "%d checks failed\n", failures);
  return failures == 0 ? 0 : 1;
}
