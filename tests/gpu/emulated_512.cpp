// emulated_512.cpp: the kernels of k = 2 for the emulator.
#define PQLANE_GPU_EMULATOR 1
#define PQLANE_TARGET gpu
#define PQLANE_GPU_SHAPE 512
#define PQLANE_GPU_TABLE emulated_kernels_512
#include "gpu/emulated_table.inc"
