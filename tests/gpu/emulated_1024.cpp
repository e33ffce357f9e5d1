// emulated_1024.cpp: the kernels of k = 4 for the emulator.
#define PQLANE_GPU_EMULATOR 1
#define PQLANE_TARGET gpu
#define PQLANE_GPU_SHAPE 1024
#define PQLANE_GPU_TABLE emulated_kernels_1024
#include "gpu/emulated_table.inc"
