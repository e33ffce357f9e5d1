// emulated_dsa_44.cpp: the kernels of ML-DSA-44 for the emulator.
#define PQLANE_GPU_DSA_SHAPE 44
#include "gpu/emulated_dsa_table.inc"
