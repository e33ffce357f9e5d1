/* kem_batch.c: ML-KEM-768 for a whole batch through the C interface.
 *
 * Makes 1000 key pairs, encapsulates to each, decapsulates, and compares the two lists of
 * shared secrets. Build: cc kem_batch.c $(pkg-config --cflags --libs --static pqlane)
 */
#include <pqlane/pqlane.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { items = 1000 };

/* Prints what went wrong in the last call. */
static int failed(const char* step) {
  fprintf(stderr, "%s: %s\n", step, pqlane_last_error());
  return 1;
}

static int run(pqlane_device* device) {
  const pqlane_scheme scheme = PQLANE_ML_KEM_768;
  pqlane_kem_sizes sizes;
  if (pqlane_kem_get_sizes(scheme, &sizes) != PQLANE_OK) return failed("sizes");

  uint8_t* ek = malloc(items * sizes.ek_bytes);
  uint8_t* dk = malloc(items * sizes.dk_bytes);
  uint8_t* ct = malloc(items * sizes.ct_bytes);
  uint8_t* ss_sender = malloc(items * sizes.ss_bytes);
  uint8_t* ss_receiver = malloc(items * sizes.ss_bytes);
  int status = 1;
  if (!ek || !dk || !ct || !ss_sender || !ss_receiver) {
    fprintf(stderr, "not enough memory\n");
    goto done;
  }

  /* A view is {data, stride, count}: here the values lie one after another. */
  const pqlane_out ek_out = {ek, sizes.ek_bytes, items};
  const pqlane_out dk_out = {dk, sizes.dk_bytes, items};
  const pqlane_out ct_out = {ct, sizes.ct_bytes, items};
  const pqlane_out sender_out = {ss_sender, sizes.ss_bytes, items};
  const pqlane_out receiver_out = {ss_receiver, sizes.ss_bytes, items};
  const pqlane_in ek_in = {ek, sizes.ek_bytes, items};
  const pqlane_in dk_in = {dk, sizes.dk_bytes, items};
  const pqlane_in ct_in = {ct, sizes.ct_bytes, items};

  /* The last argument would receive a status for every item; here any failure is an error. */
  if (pqlane_kem_keygen(device, scheme, 0, ek_out, dk_out, NULL) != PQLANE_OK) {
    failed("keygen");
  } else if (pqlane_kem_encaps(device, scheme, 0, ek_in, ct_out, sender_out, NULL) != PQLANE_OK) {
    failed("encaps");
  } else if (pqlane_kem_decaps(device, scheme, 0, dk_in, ct_in, receiver_out, NULL) != PQLANE_OK) {
    failed("decaps");
  } else if (memcmp(ss_sender, ss_receiver, items * sizes.ss_bytes) != 0) {
    fprintf(stderr, "the shared secrets differ\n");
  } else {
    printf("%d shared secrets agree (%s, %s)\n", (int)items, pqlane_scheme_name(scheme),
           pqlane_device_name(device));
    status = 0;
  }

done: /* a real program wipes dk and the shared secrets before it frees them */
  free(ek);
  free(dk);
  free(ct);
  free(ss_sender);
  free(ss_receiver);
  return status;
}

int main(void) {
  pqlane_device* device = NULL;
  if (pqlane_device_open("cpu", NULL, &device) != PQLANE_OK) return failed("open");
  const int status = run(device);
  pqlane_device_close(device);
  return status;
}
