// emulated_dsa_87.cpp: the kernels of ML-DSA-87 for the emulator.
#define PQLANE_GPU_DSA_SHAPE 87
#include "gpu/emulated_dsa_table.inc"
