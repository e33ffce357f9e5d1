// emulated_768.cpp: the kernels of k = 3 for the emulator.
#define PQLANE_GPU_EMULATOR 1
#define PQLANE_TARGET gpu
#define PQLANE_GPU_SHAPE 768
#define PQLANE_GPU_TABLE emulated_kernels_768
#include "gpu/emulated_table.inc"
