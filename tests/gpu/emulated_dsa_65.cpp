// emulated_dsa_65.cpp: the kernels of ML-DSA-65 for the emulator.
#define PQLANE_GPU_DSA_SHAPE 65
#include "gpu/emulated_dsa_table.inc"
