// emulated_768_tiles_of_16.cpp: the kernels of k = 3 for the emulator, as they are compiled for AMD devices.
#define PQLANE_GPU_EMULATOR 1
#define PQLANE_TARGET gpu
#define PQLANE_GPU_SHAPE 768
#define PQLANE_GPU_TILE_OPS 16
#define PQLANE_GPU_TABLE emulated_kernels_768_tiles_of_16
#include "gpu/emulated_table.inc"
