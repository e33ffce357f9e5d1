// keccak_x4.S: Keccak-f[1600] of 4 states at once with AVX512VL [FIPS202].
//
// Written by tools/keccak_asm/generate from tools/keccak_asm/x4.order; change those, not this file.
//
//   void pqlane_avx512_keccak_f1600_x4(std::uint64_t* state);
//
// `state` is [25][4] words, word x + 5 y of every state side by side, best aligned to 64 bytes.
// The order of instructions comes from a search by timing (docs/adr/keccak-assembly.md). No branch and no
// address depends on the state. Vector registers hold parts of the state on return.

#ifdef __CET__
#include <cet.h>
#else
#define _CET_ENDBR
#endif

  .section .rodata
  .p2align 6
.Lround_constants:
  .quad 0x0000000000000001
  .quad 0x0000000000008082
  .quad 0x800000000000808a
  .quad 0x8000000080008000
  .quad 0x000000000000808b
  .quad 0x0000000080000001
  .quad 0x8000000080008081
  .quad 0x8000000000008009
  .quad 0x000000000000008a
  .quad 0x0000000000000088
  .quad 0x0000000080008009
  .quad 0x000000008000000a
  .quad 0x000000008000808b
  .quad 0x800000000000008b
  .quad 0x8000000000008089
  .quad 0x8000000000008003
  .quad 0x8000000000008002
  .quad 0x8000000000000080
  .quad 0x000000000000800a
  .quad 0x800000008000000a
  .quad 0x8000000080008081
  .quad 0x8000000000008080
  .quad 0x0000000080000001
  .quad 0x8000000080008008

  .text
  .p2align 6
  .globl pqlane_avx512_keccak_f1600_x4
  .hidden pqlane_avx512_keccak_f1600_x4
  .type pqlane_avx512_keccak_f1600_x4, @function
pqlane_avx512_keccak_f1600_x4:
  .cfi_startproc
  _CET_ENDBR
  leaq .Lround_constants(%rip), %rax
  vmovdqu64 608(%rdi), %ymm0
  vmovdqu64 768(%rdi), %ymm1
  vmovdqu64 448(%rdi), %ymm2
  vmovdqa64 %ymm0, %ymm3
  vpternlogq $0x96, %ymm2, %ymm1, %ymm3
  vmovdqu64 288(%rdi), %ymm4
  vmovdqu64 128(%rdi), %ymm5
  vpternlogq $0x96, %ymm5, %ymm4, %ymm3
  vmovdqu64 320(%rdi), %ymm6
  vmovdqu64 160(%rdi), %ymm7
  vpxorq %ymm7, %ymm6, %ymm8
  vmovdqu64 544(%rdi), %ymm9
  vmovdqu64 384(%rdi), %ymm10
  vmovdqu64 224(%rdi), %ymm11
  vmovdqa64 %ymm9, %ymm12
  vpternlogq $0x96, %ymm11, %ymm10, %ymm12
  vprolq $1, %ymm3, %ymm13
  vmovdqu64 0(%rdi), %ymm14
  vpxorq %ymm14, %ymm8, %ymm8
  vmovdqu64 64(%rdi), %ymm15
  vmovdqu64 704(%rdi), %ymm16
  vpternlogq $0x96, %ymm16, %ymm15, %ymm12
  vpxorq %ymm13, %ymm12, %ymm13
  vmovdqu64 640(%rdi), %ymm17
  vmovdqu64 480(%rdi), %ymm18
  vpternlogq $0x96, %ymm18, %ymm17, %ymm8
  vmovdqu64 736(%rdi), %ymm19
  vmovdqu64 576(%rdi), %ymm20
  vmovdqu64 96(%rdi), %ymm21
  vmovdqa64 %ymm19, %ymm22
  vpternlogq $0x96, %ymm21, %ymm20, %ymm22
  vmovdqu64 416(%rdi), %ymm23
  vmovdqu64 256(%rdi), %ymm24
  vpternlogq $0x96, %ymm24, %ymm23, %ymm22
  vprolq $1, %ymm12, %ymm12
  vmovdqu64 672(%rdi), %ymm25
  vmovdqu64 352(%rdi), %ymm26
  vmovdqu64 192(%rdi), %ymm27
  vmovdqa64 %ymm25, %ymm28
  vpternlogq $0x96, %ymm27, %ymm26, %ymm28
  vprolq $1, %ymm8, %ymm29
  vpxorq %ymm13, %ymm23, %ymm23
  vpxorq %ymm13, %ymm21, %ymm21
  vpxorq %ymm12, %ymm8, %ymm8
  vmovdqu64 512(%rdi), %ymm30
  vmovdqu64 32(%rdi), %ymm31
  vpternlogq $0x96, %ymm31, %ymm30, %ymm28
  vprolq $1, %ymm28, %ymm12
  vpxorq %ymm29, %ymm22, %ymm29
  vprolq $1, %ymm22, %ymm22
  vpxorq %ymm12, %ymm3, %ymm3
  vpxorq %ymm22, %ymm28, %ymm28
  vpxorq %ymm29, %ymm4, %ymm4
  vpxorq %ymm13, %ymm20, %ymm20
  vprolq $21, %ymm20, %ymm20
  vpxorq %ymm29, %ymm5, %ymm5
  vpxorq %ymm28, %ymm16, %ymm16
  vpxorq %ymm28, %ymm15, %ymm15
  vprolq $28, %ymm21, %ymm21
  vpxorq %ymm8, %ymm31, %ymm31
  vpxorq %ymm29, %ymm0, %ymm0
  vpxorq %ymm3, %ymm6, %ymm6
  vprolq $20, %ymm4, %ymm4
  vpxorq %ymm3, %ymm17, %ymm17
  vprolq $61, %ymm16, %ymm16
  vpxorq %ymm8, %ymm30, %ymm30
  vprolq $3, %ymm6, %ymm6
  vprolq $1, %ymm31, %ymm31
  vprolq $45, %ymm30, %ymm30
  vpxorq %ymm28, %ymm11, %ymm11
  vpxorq %ymm29, %ymm1, %ymm1
  vpxorq %ymm8, %ymm26, %ymm26
  vprolq $8, %ymm0, %ymm0
  vprolq $18, %ymm17, %ymm17
  vprolq $10, %ymm26, %ymm26
  vpxorq %ymm8, %ymm25, %ymm25
  vpxorq %ymm3, %ymm14, %ymm14
  vpxorq %ymm28, %ymm9, %ymm9
  vprolq $62, %ymm15, %ymm15
  vpxorq %ymm3, %ymm7, %ymm7
  vprolq $6, %ymm11, %ymm11
  vprolq $25, %ymm23, %ymm23
  vprolq $27, %ymm5, %ymm5
  vprolq $14, %ymm1, %ymm1
  vmovdqa64 %ymm23, %ymm22
  vpternlogq $0xd2, %ymm17, %ymm0, %ymm22
  vmovdqa64 %ymm16, %ymm12
  vpternlogq $0xd2, %ymm4, %ymm21, %ymm12
  vpxorq %ymm8, %ymm27, %ymm27
  vpxorq %ymm28, %ymm10, %ymm10
  vpxorq %ymm29, %ymm2, %ymm2
  vmovdqa64 %ymm30, %ymm28
  vpternlogq $0xd2, %ymm21, %ymm16, %ymm28
  vpxorq %ymm13, %ymm24, %ymm24
  vpxorq %ymm13, %ymm19, %ymm19
  vprolq $36, %ymm7, %ymm7
  vprolq $43, %ymm10, %ymm10
  vprolq $2, %ymm25, %ymm25
  vprolq $55, %ymm24, %ymm24
  vprolq $56, %ymm19, %ymm19
  vprolq $44, %ymm27, %ymm27
  vprolq $39, %ymm2, %ymm2
  vprolq $15, %ymm9, %ymm9
  vmovdqa64 %ymm11, %ymm29
  vpternlogq $0xd2, %ymm0, %ymm23, %ymm29
  vpternlogq $0x9c, %ymm11, %ymm31, %ymm23
  vpxorq %ymm3, %ymm18, %ymm18
  vpternlogq $0x9c, %ymm31, %ymm17, %ymm11
  vpternlogq $0x9c, %ymm30, %ymm6, %ymm16
  vpternlogq $0xd2, %ymm31, %ymm17, %ymm0
  vpternlogq $0x9c, %ymm6, %ymm4, %ymm30
  vmovdqa64 %ymm19, %ymm31
  vpternlogq $0xd2, %ymm7, %ymm5, %ymm31
  vmovdqa64 %ymm25, %ymm3
  vpternlogq $0xd2, %ymm24, %ymm15, %ymm3
  vmovdqa64 %ymm27, %ymm8
  vpternlogq $0xd2, %ymm20, %ymm10, %ymm8
  vpternlogq $0xd2, %ymm6, %ymm4, %ymm21
  vmovdqa64 %ymm10, %ymm13
  vpternlogq $0xd2, %ymm1, %ymm20, %ymm13
  vpternlogq $0x9c, %ymm27, %ymm14, %ymm10
  vpternlogq $0x9c, %ymm14, %ymm1, %ymm27
  vmovdqa64 %ymm31, %ymm17
  vpternlogq $0x96, %ymm11, %ymm3, %ymm17
  vprolq $41, %ymm18, %ymm18
  vmovdqa64 %ymm9, %ymm4
  vpternlogq $0xd2, %ymm5, %ymm19, %ymm4
  vpternlogq $0x9c, %ymm9, %ymm26, %ymm19
  vmovdqa64 %ymm18, %ymm6
  vpternlogq $0xd2, %ymm15, %ymm25, %ymm6
  vpternlogq $0x9c, %ymm18, %ymm2, %ymm25
  vpandnq %ymm14, %ymm1, %ymm1
  vpternlogq $0x96, %ymm27, %ymm12, %ymm17
  vpternlogq $0x9c, %ymm2, %ymm24, %ymm18
  vpternlogq $0x9c, %ymm26, %ymm7, %ymm9
  vpxorq %ymm21, %ymm23, %ymm14
  vpternlogq $0xd2, %ymm2, %ymm24, %ymm15
  vmovdqa64 %ymm19, %ymm24
  vpternlogq $0x96, %ymm16, %ymm22, %ymm24
  vprolq $1, %ymm17, %ymm2
  vpxorq %ymm1, %ymm20, %ymm20
  vpternlogq $0xd2, %ymm26, %ymm7, %ymm5
  vpternlogq $0x96, 0(%rax){1to4}, %ymm10, %ymm14
  vpternlogq $0x96, %ymm25, %ymm13, %ymm24
  vpxorq %ymm2, %ymm24, %ymm2
  vpternlogq $0x96, %ymm5, %ymm15, %ymm14
  vmovdqa64 %ymm6, %ymm7
  vpternlogq $0x96, %ymm20, %ymm4, %ymm7
  vpternlogq $0x96, %ymm28, %ymm0, %ymm7
  vprolq $1, %ymm24, %ymm24
  vmovdqa64 %ymm18, %ymm26
  vpternlogq $0x96, %ymm30, %ymm29, %ymm26
  vprolq $1, %ymm14, %ymm1
  vpxorq %ymm2, %ymm0, %ymm0
  vpxorq %ymm2, %ymm20, %ymm20
  vpxorq %ymm24, %ymm14, %ymm14
  vpternlogq $0x96, %ymm8, %ymm9, %ymm26
  vprolq $1, %ymm26, %ymm24
  vpxorq %ymm1, %ymm7, %ymm1
  vprolq $1, %ymm7, %ymm7
  vpxorq %ymm24, %ymm17, %ymm17
  vpxorq %ymm7, %ymm26, %ymm26
  vpxorq %ymm1, %ymm12, %ymm12
  vpxorq %ymm2, %ymm4, %ymm4
  vprolq $21, %ymm4, %ymm4
  vpxorq %ymm1, %ymm27, %ymm27
  vpxorq %ymm26, %ymm25, %ymm25
  vpxorq %ymm26, %ymm13, %ymm13
  vprolq $28, %ymm20, %ymm20
  vpxorq %ymm14, %ymm8, %ymm8
  vpxorq %ymm1, %ymm31, %ymm31
  vpxorq %ymm17, %ymm23, %ymm23
  vprolq $20, %ymm12, %ymm12
  vpxorq %ymm17, %ymm15, %ymm15
  vprolq $61, %ymm25, %ymm25
  vpxorq %ymm14, %ymm9, %ymm9
  vprolq $3, %ymm23, %ymm23
  vprolq $1, %ymm8, %ymm8
  vprolq $45, %ymm9, %ymm9
  vpxorq %ymm26, %ymm16, %ymm16
  vpxorq %ymm1, %ymm3, %ymm3
  vpxorq %ymm14, %ymm29, %ymm29
  vprolq $8, %ymm31, %ymm31
  vprolq $18, %ymm15, %ymm15
  vprolq $10, %ymm29, %ymm29
  vpxorq %ymm14, %ymm18, %ymm18
  vpternlogq $0x96, 0(%rax){1to4}, %ymm17, %ymm10
  vpxorq %ymm26, %ymm19, %ymm19
  vprolq $62, %ymm13, %ymm13
  vpxorq %ymm17, %ymm21, %ymm21
  vprolq $6, %ymm16, %ymm16
  vprolq $25, %ymm0, %ymm0
  vprolq $27, %ymm27, %ymm27
  vprolq $14, %ymm3, %ymm3
  vmovdqa64 %ymm0, %ymm7
  vpternlogq $0xd2, %ymm15, %ymm31, %ymm7
  vmovdqa64 %ymm25, %ymm24
  vpternlogq $0xd2, %ymm12, %ymm20, %ymm24
  vpxorq %ymm14, %ymm30, %ymm30
  vpxorq %ymm26, %ymm22, %ymm22
  vpxorq %ymm1, %ymm11, %ymm11
  vmovdqa64 %ymm9, %ymm26
  vpternlogq $0xd2, %ymm20, %ymm25, %ymm26
  vpxorq %ymm2, %ymm28, %ymm28
  vpxorq %ymm2, %ymm6, %ymm6
  vprolq $36, %ymm21, %ymm21
  vprolq $43, %ymm22, %ymm22
  vprolq $2, %ymm18, %ymm18
  vprolq $55, %ymm28, %ymm28
  vprolq $56, %ymm6, %ymm6
  vprolq $44, %ymm30, %ymm30
  vprolq $39, %ymm11, %ymm11
  vprolq $15, %ymm19, %ymm19
  vmovdqa64 %ymm16, %ymm1
  vpternlogq $0xd2, %ymm31, %ymm0, %ymm1
  vpternlogq $0x9c, %ymm16, %ymm8, %ymm0
  vpxorq %ymm17, %ymm5, %ymm5
  vpternlogq $0x9c, %ymm8, %ymm15, %ymm16
  vpternlogq $0x9c, %ymm9, %ymm23, %ymm25
  vpternlogq $0xd2, %ymm8, %ymm15, %ymm31
  vpternlogq $0x9c, %ymm23, %ymm12, %ymm9
  vmovdqa64 %ymm6, %ymm2
  vpternlogq $0xd2, %ymm21, %ymm27, %ymm2
  vmovdqa64 %ymm18, %ymm8
  vpternlogq $0xd2, %ymm28, %ymm13, %ymm8
  vmovdqa64 %ymm30, %ymm14
  vpternlogq $0xd2, %ymm4, %ymm22, %ymm14
  vpternlogq $0xd2, %ymm23, %ymm12, %ymm20
  vmovdqa64 %ymm22, %ymm15
  vpternlogq $0xd2, %ymm3, %ymm4, %ymm15
  vpternlogq $0x9c, %ymm30, %ymm10, %ymm22
  vpternlogq $0x9c, %ymm10, %ymm3, %ymm30
  vmovdqa64 %ymm2, %ymm17
  vpternlogq $0x96, %ymm16, %ymm8, %ymm17
  vprolq $41, %ymm5, %ymm5
  vmovdqa64 %ymm19, %ymm23
  vpternlogq $0xd2, %ymm27, %ymm6, %ymm23
  vpternlogq $0x9c, %ymm19, %ymm29, %ymm6
  vmovdqa64 %ymm5, %ymm12
  vpternlogq $0xd2, %ymm13, %ymm18, %ymm12
  vpternlogq $0x9c, %ymm5, %ymm11, %ymm18
  vpandnq %ymm10, %ymm3, %ymm3
  vpternlogq $0x96, %ymm30, %ymm24, %ymm17
  vpternlogq $0x9c, %ymm11, %ymm28, %ymm5
  vpternlogq $0x9c, %ymm29, %ymm21, %ymm19
  vpxorq %ymm20, %ymm0, %ymm10
  vpternlogq $0xd2, %ymm11, %ymm28, %ymm13
  vmovdqa64 %ymm6, %ymm11
  vpternlogq $0x96, %ymm25, %ymm7, %ymm11
  vprolq $1, %ymm17, %ymm28
  vpxorq %ymm3, %ymm4, %ymm4
  vpternlogq $0xd2, %ymm29, %ymm21, %ymm27
  vpternlogq $0x96, 8(%rax){1to4}, %ymm22, %ymm10
  vpternlogq $0x96, %ymm18, %ymm15, %ymm11
  vpxorq %ymm28, %ymm11, %ymm28
  vpternlogq $0x96, %ymm27, %ymm13, %ymm10
  vmovdqa64 %ymm12, %ymm29
  vpternlogq $0x96, %ymm4, %ymm23, %ymm29
  vpternlogq $0x96, %ymm26, %ymm31, %ymm29
  vprolq $1, %ymm11, %ymm11
  vmovdqa64 %ymm5, %ymm3
  vpternlogq $0x96, %ymm9, %ymm1, %ymm3
  vprolq $1, %ymm10, %ymm21
  vpxorq %ymm28, %ymm31, %ymm31
  vpxorq %ymm28, %ymm4, %ymm4
  vpxorq %ymm11, %ymm10, %ymm10
  vpternlogq $0x96, %ymm14, %ymm19, %ymm3
  vprolq $1, %ymm3, %ymm11
  vpxorq %ymm21, %ymm29, %ymm21
  vprolq $1, %ymm29, %ymm29
  vpxorq %ymm11, %ymm17, %ymm17
  vpxorq %ymm29, %ymm3, %ymm3
  vpxorq %ymm21, %ymm24, %ymm24
  vpxorq %ymm28, %ymm23, %ymm23
  vprolq $21, %ymm23, %ymm23
  vpxorq %ymm21, %ymm30, %ymm30
  vpxorq %ymm3, %ymm18, %ymm18
  vpxorq %ymm3, %ymm15, %ymm15
  vprolq $28, %ymm4, %ymm4
  vpxorq %ymm10, %ymm14, %ymm14
  vpxorq %ymm21, %ymm2, %ymm2
  vpxorq %ymm17, %ymm0, %ymm0
  vprolq $20, %ymm24, %ymm24
  vpxorq %ymm17, %ymm13, %ymm13
  vprolq $61, %ymm18, %ymm18
  vpxorq %ymm10, %ymm19, %ymm19
  vprolq $3, %ymm0, %ymm0
  vprolq $1, %ymm14, %ymm14
  vprolq $45, %ymm19, %ymm19
  vpxorq %ymm3, %ymm25, %ymm25
  vpxorq %ymm21, %ymm8, %ymm8
  vpxorq %ymm10, %ymm1, %ymm1
  vprolq $8, %ymm2, %ymm2
  vprolq $18, %ymm13, %ymm13
  vprolq $10, %ymm1, %ymm1
  vpxorq %ymm10, %ymm5, %ymm5
  vpternlogq $0x96, 8(%rax){1to4}, %ymm17, %ymm22
  vpxorq %ymm3, %ymm6, %ymm6
  vprolq $62, %ymm15, %ymm15
  vpxorq %ymm17, %ymm20, %ymm20
  vprolq $6, %ymm25, %ymm25
  vprolq $25, %ymm31, %ymm31
  vprolq $27, %ymm30, %ymm30
  vprolq $14, %ymm8, %ymm8
  vmovdqa64 %ymm31, %ymm29
  vpternlogq $0xd2, %ymm13, %ymm2, %ymm29
  vmovdqa64 %ymm18, %ymm11
  vpternlogq $0xd2, %ymm24, %ymm4, %ymm11
  vpxorq %ymm10, %ymm9, %ymm9
  vpxorq %ymm3, %ymm7, %ymm7
  vpxorq %ymm21, %ymm16, %ymm16
  vmovdqa64 %ymm19, %ymm21
  vpternlogq $0xd2, %ymm4, %ymm18, %ymm21
  vpxorq %ymm28, %ymm26, %ymm26
  vpxorq %ymm28, %ymm12, %ymm12
  vprolq $36, %ymm20, %ymm20
  vprolq $43, %ymm7, %ymm7
  vprolq $2, %ymm5, %ymm5
  vprolq $55, %ymm26, %ymm26
  vprolq $56, %ymm12, %ymm12
  vprolq $44, %ymm9, %ymm9
  vprolq $39, %ymm16, %ymm16
  vprolq $15, %ymm6, %ymm6
  vmovdqa64 %ymm25, %ymm28
  vpternlogq $0xd2, %ymm2, %ymm31, %ymm28
  vpternlogq $0x9c, %ymm25, %ymm14, %ymm31
  vpxorq %ymm17, %ymm27, %ymm27
  vpternlogq $0x9c, %ymm14, %ymm13, %ymm25
  vpternlogq $0x9c, %ymm19, %ymm0, %ymm18
  vpternlogq $0xd2, %ymm14, %ymm13, %ymm2
  vpternlogq $0x9c, %ymm0, %ymm24, %ymm19
  vmovdqa64 %ymm12, %ymm3
  vpternlogq $0xd2, %ymm20, %ymm30, %ymm3
  vmovdqa64 %ymm5, %ymm10
  vpternlogq $0xd2, %ymm26, %ymm15, %ymm10
  vmovdqa64 %ymm9, %ymm13
  vpternlogq $0xd2, %ymm23, %ymm7, %ymm13
  vpternlogq $0xd2, %ymm0, %ymm24, %ymm4
  vmovdqa64 %ymm7, %ymm14
  vpternlogq $0xd2, %ymm8, %ymm23, %ymm14
  vpternlogq $0x9c, %ymm9, %ymm22, %ymm7
  vpternlogq $0x9c, %ymm22, %ymm8, %ymm9
  vmovdqa64 %ymm3, %ymm17
  vpternlogq $0x96, %ymm25, %ymm10, %ymm17
  vprolq $41, %ymm27, %ymm27
  vmovdqa64 %ymm6, %ymm24
  vpternlogq $0xd2, %ymm30, %ymm12, %ymm24
  vpternlogq $0x9c, %ymm6, %ymm1, %ymm12
  vmovdqa64 %ymm27, %ymm0
  vpternlogq $0xd2, %ymm15, %ymm5, %ymm0
  vpternlogq $0x9c, %ymm27, %ymm16, %ymm5
  vpandnq %ymm22, %ymm8, %ymm8
  vpternlogq $0x96, %ymm9, %ymm11, %ymm17
  vpternlogq $0x9c, %ymm16, %ymm26, %ymm27
  vpternlogq $0x9c, %ymm1, %ymm20, %ymm6
  vpxorq %ymm4, %ymm31, %ymm22
  vpternlogq $0xd2, %ymm16, %ymm26, %ymm15
  vmovdqa64 %ymm12, %ymm26
  vpternlogq $0x96, %ymm18, %ymm29, %ymm26
  vprolq $1, %ymm17, %ymm16
  vpxorq %ymm8, %ymm23, %ymm23
  vpternlogq $0xd2, %ymm1, %ymm20, %ymm30
  vpternlogq $0x96, 16(%rax){1to4}, %ymm7, %ymm22
  vpternlogq $0x96, %ymm5, %ymm14, %ymm26
  vpxorq %ymm16, %ymm26, %ymm16
  vpternlogq $0x96, %ymm30, %ymm15, %ymm22
  vmovdqa64 %ymm0, %ymm20
  vpternlogq $0x96, %ymm23, %ymm24, %ymm20
  vpternlogq $0x96, %ymm21, %ymm2, %ymm20
  vprolq $1, %ymm26, %ymm26
  vmovdqa64 %ymm27, %ymm1
  vpternlogq $0x96, %ymm19, %ymm28, %ymm1
  vprolq $1, %ymm22, %ymm8
  vpxorq %ymm16, %ymm2, %ymm2
  vpxorq %ymm16, %ymm23, %ymm23
  vpxorq %ymm26, %ymm22, %ymm22
  vpternlogq $0x96, %ymm13, %ymm6, %ymm1
  vprolq $1, %ymm1, %ymm26
  vpxorq %ymm8, %ymm20, %ymm8
  vprolq $1, %ymm20, %ymm20
  vpxorq %ymm26, %ymm17, %ymm17
  vpxorq %ymm20, %ymm1, %ymm1
  vpxorq %ymm8, %ymm11, %ymm11
  vpxorq %ymm16, %ymm24, %ymm24
  vprolq $21, %ymm24, %ymm24
  vpxorq %ymm8, %ymm9, %ymm9
  vpxorq %ymm1, %ymm5, %ymm5
  vpxorq %ymm1, %ymm14, %ymm14
  vprolq $28, %ymm23, %ymm23
  vpxorq %ymm22, %ymm13, %ymm13
  vpxorq %ymm8, %ymm3, %ymm3
  vpxorq %ymm17, %ymm31, %ymm31
  vprolq $20, %ymm11, %ymm11
  vpxorq %ymm17, %ymm15, %ymm15
  vprolq $61, %ymm5, %ymm5
  vpxorq %ymm22, %ymm6, %ymm6
  vprolq $3, %ymm31, %ymm31
  vprolq $1, %ymm13, %ymm13
  vprolq $45, %ymm6, %ymm6
  vpxorq %ymm1, %ymm18, %ymm18
  vpxorq %ymm8, %ymm10, %ymm10
  vpxorq %ymm22, %ymm28, %ymm28
  vprolq $8, %ymm3, %ymm3
  vprolq $18, %ymm15, %ymm15
  vprolq $10, %ymm28, %ymm28
  vpxorq %ymm22, %ymm27, %ymm27
  vpternlogq $0x96, 16(%rax){1to4}, %ymm17, %ymm7
  vpxorq %ymm1, %ymm12, %ymm12
  vprolq $62, %ymm14, %ymm14
  vpxorq %ymm17, %ymm4, %ymm4
  vprolq $6, %ymm18, %ymm18
  vprolq $25, %ymm2, %ymm2
  vprolq $27, %ymm9, %ymm9
  vprolq $14, %ymm10, %ymm10
  vmovdqa64 %ymm2, %ymm20
  vpternlogq $0xd2, %ymm15, %ymm3, %ymm20
  vmovdqa64 %ymm5, %ymm26
  vpternlogq $0xd2, %ymm11, %ymm23, %ymm26
  vpxorq %ymm22, %ymm19, %ymm19
  vpxorq %ymm1, %ymm29, %ymm29
  vpxorq %ymm8, %ymm25, %ymm25
  vmovdqa64 %ymm6, %ymm1
  vpternlogq $0xd2, %ymm23, %ymm5, %ymm1
  vpxorq %ymm16, %ymm21, %ymm21
  vpxorq %ymm16, %ymm0, %ymm0
  vprolq $36, %ymm4, %ymm4
  vprolq $43, %ymm29, %ymm29
  vprolq $2, %ymm27, %ymm27
  vprolq $55, %ymm21, %ymm21
  vprolq $56, %ymm0, %ymm0
  vprolq $44, %ymm19, %ymm19
  vprolq $39, %ymm25, %ymm25
  vprolq $15, %ymm12, %ymm12
  vmovdqa64 %ymm18, %ymm8
  vpternlogq $0xd2, %ymm3, %ymm2, %ymm8
  vpternlogq $0x9c, %ymm18, %ymm13, %ymm2
  vpxorq %ymm17, %ymm30, %ymm30
  vpternlogq $0x9c, %ymm13, %ymm15, %ymm18
  vpternlogq $0x9c, %ymm6, %ymm31, %ymm5
  vpternlogq $0xd2, %ymm13, %ymm15, %ymm3
  vpternlogq $0x9c, %ymm31, %ymm11, %ymm6
  vmovdqa64 %ymm0, %ymm13
  vpternlogq $0xd2, %ymm4, %ymm9, %ymm13
  vmovdqa64 %ymm27, %ymm15
  vpternlogq $0xd2, %ymm21, %ymm14, %ymm15
  vmovdqa64 %ymm19, %ymm16
  vpternlogq $0xd2, %ymm24, %ymm29, %ymm16
  vpternlogq $0xd2, %ymm31, %ymm11, %ymm23
  vmovdqa64 %ymm29, %ymm17
  vpternlogq $0xd2, %ymm10, %ymm24, %ymm17
  vpternlogq $0x9c, %ymm19, %ymm7, %ymm29
  vpternlogq $0x9c, %ymm7, %ymm10, %ymm19
  vmovdqa64 %ymm13, %ymm22
  vpternlogq $0x96, %ymm18, %ymm15, %ymm22
  vprolq $41, %ymm30, %ymm30
  vmovdqa64 %ymm12, %ymm31
  vpternlogq $0xd2, %ymm9, %ymm0, %ymm31
  vpternlogq $0x9c, %ymm12, %ymm28, %ymm0
  vmovdqa64 %ymm30, %ymm11
  vpternlogq $0xd2, %ymm14, %ymm27, %ymm11
  vpternlogq $0x9c, %ymm30, %ymm25, %ymm27
  vpandnq %ymm7, %ymm10, %ymm10
  vpternlogq $0x96, %ymm19, %ymm26, %ymm22
  vpternlogq $0x9c, %ymm25, %ymm21, %ymm30
  vpternlogq $0x9c, %ymm28, %ymm4, %ymm12
  vpxorq %ymm23, %ymm2, %ymm7
  vpternlogq $0xd2, %ymm25, %ymm21, %ymm14
  vmovdqa64 %ymm0, %ymm21
  vpternlogq $0x96, %ymm5, %ymm20, %ymm21
  vprolq $1, %ymm22, %ymm25
  vpxorq %ymm10, %ymm24, %ymm24
  vpternlogq $0xd2, %ymm28, %ymm4, %ymm9
  vpternlogq $0x96, 24(%rax){1to4}, %ymm29, %ymm7
  vpternlogq $0x96, %ymm27, %ymm17, %ymm21
  vpxorq %ymm25, %ymm21, %ymm25
  vpternlogq $0x96, %ymm9, %ymm14, %ymm7
  vmovdqa64 %ymm11, %ymm28
  vpternlogq $0x96, %ymm24, %ymm31, %ymm28
  vpternlogq $0x96, %ymm1, %ymm3, %ymm28
  vprolq $1, %ymm21, %ymm21
  vmovdqa64 %ymm30, %ymm4
  vpternlogq $0x96, %ymm6, %ymm8, %ymm4
  vprolq $1, %ymm7, %ymm10
  vpxorq %ymm25, %ymm3, %ymm3
  vpxorq %ymm25, %ymm24, %ymm24
  vpxorq %ymm21, %ymm7, %ymm7
  vpternlogq $0x96, %ymm16, %ymm12, %ymm4
  vprolq $1, %ymm4, %ymm21
  vpxorq %ymm10, %ymm28, %ymm10
  vprolq $1, %ymm28, %ymm28
  vpxorq %ymm21, %ymm22, %ymm22
  vpxorq %ymm28, %ymm4, %ymm4
  vpxorq %ymm10, %ymm26, %ymm26
  vpxorq %ymm25, %ymm31, %ymm31
  vprolq $21, %ymm31, %ymm31
  vpxorq %ymm10, %ymm19, %ymm19
  vpxorq %ymm4, %ymm27, %ymm27
  vpxorq %ymm4, %ymm17, %ymm17
  vprolq $28, %ymm24, %ymm24
  vpxorq %ymm7, %ymm16, %ymm16
  vpxorq %ymm10, %ymm13, %ymm13
  vpxorq %ymm22, %ymm2, %ymm2
  vprolq $20, %ymm26, %ymm26
  vpxorq %ymm22, %ymm14, %ymm14
  vprolq $61, %ymm27, %ymm27
  vpxorq %ymm7, %ymm12, %ymm12
  vprolq $3, %ymm2, %ymm2
  vprolq $1, %ymm16, %ymm16
  vprolq $45, %ymm12, %ymm12
  vpxorq %ymm4, %ymm5, %ymm5
  vpxorq %ymm10, %ymm15, %ymm15
  vpxorq %ymm7, %ymm8, %ymm8
  vprolq $8, %ymm13, %ymm13
  vprolq $18, %ymm14, %ymm14
  vprolq $10, %ymm8, %ymm8
  vpxorq %ymm7, %ymm30, %ymm30
  vpternlogq $0x96, 24(%rax){1to4}, %ymm22, %ymm29
  vpxorq %ymm4, %ymm0, %ymm0
  vprolq $62, %ymm17, %ymm17
  vpxorq %ymm22, %ymm23, %ymm23
  vprolq $6, %ymm5, %ymm5
  vprolq $25, %ymm3, %ymm3
  vprolq $27, %ymm19, %ymm19
  vprolq $14, %ymm15, %ymm15
  vmovdqa64 %ymm3, %ymm28
  vpternlogq $0xd2, %ymm14, %ymm13, %ymm28
  vmovdqa64 %ymm27, %ymm21
  vpternlogq $0xd2, %ymm26, %ymm24, %ymm21
  vpxorq %ymm7, %ymm6, %ymm6
  vpxorq %ymm4, %ymm20, %ymm20
  vpxorq %ymm10, %ymm18, %ymm18
  vmovdqa64 %ymm12, %ymm4
  vpternlogq $0xd2, %ymm24, %ymm27, %ymm4
  vpxorq %ymm25, %ymm1, %ymm1
  vpxorq %ymm25, %ymm11, %ymm11
  vprolq $36, %ymm23, %ymm23
  vprolq $43, %ymm20, %ymm20
  vprolq $2, %ymm30, %ymm30
  vprolq $55, %ymm1, %ymm1
  vprolq $56, %ymm11, %ymm11
  vprolq $44, %ymm6, %ymm6
  vprolq $39, %ymm18, %ymm18
  vprolq $15, %ymm0, %ymm0
  vmovdqa64 %ymm5, %ymm7
  vpternlogq $0xd2, %ymm13, %ymm3, %ymm7
  vpternlogq $0x9c, %ymm5, %ymm16, %ymm3
  vpxorq %ymm22, %ymm9, %ymm9
  vpternlogq $0x9c, %ymm16, %ymm14, %ymm5
  vpternlogq $0x9c, %ymm12, %ymm2, %ymm27
  vpternlogq $0xd2, %ymm16, %ymm14, %ymm13
  vpternlogq $0x9c, %ymm2, %ymm26, %ymm12
  vmovdqa64 %ymm11, %ymm10
  vpternlogq $0xd2, %ymm23, %ymm19, %ymm10
  vmovdqa64 %ymm30, %ymm14
  vpternlogq $0xd2, %ymm1, %ymm17, %ymm14
  vmovdqa64 %ymm6, %ymm16
  vpternlogq $0xd2, %ymm31, %ymm20, %ymm16
  vpternlogq $0xd2, %ymm2, %ymm26, %ymm24
  vmovdqa64 %ymm20, %ymm22
  vpternlogq $0xd2, %ymm15, %ymm31, %ymm22
  vpternlogq $0x9c, %ymm6, %ymm29, %ymm20
  vpternlogq $0x9c, %ymm29, %ymm15, %ymm6
  vmovdqa64 %ymm10, %ymm25
  vpternlogq $0x96, %ymm5, %ymm14, %ymm25
  vprolq $41, %ymm9, %ymm9
  vmovdqa64 %ymm0, %ymm26
  vpternlogq $0xd2, %ymm19, %ymm11, %ymm26
  vpternlogq $0x9c, %ymm0, %ymm8, %ymm11
  vmovdqa64 %ymm9, %ymm2
  vpternlogq $0xd2, %ymm17, %ymm30, %ymm2
  vpternlogq $0x9c, %ymm9, %ymm18, %ymm30
  vpandnq %ymm29, %ymm15, %ymm15
  vpternlogq $0x96, %ymm6, %ymm21, %ymm25
  vpternlogq $0x9c, %ymm18, %ymm1, %ymm9
  vpternlogq $0x9c, %ymm8, %ymm23, %ymm0
  vpxorq %ymm24, %ymm3, %ymm29
  vpternlogq $0xd2, %ymm18, %ymm1, %ymm17
  vmovdqa64 %ymm11, %ymm1
  vpternlogq $0x96, %ymm27, %ymm28, %ymm1
  vprolq $1, %ymm25, %ymm18
  vpxorq %ymm15, %ymm31, %ymm31
  vpternlogq $0xd2, %ymm8, %ymm23, %ymm19
  vpternlogq $0x96, 32(%rax){1to4}, %ymm20, %ymm29
  vpternlogq $0x96, %ymm30, %ymm22, %ymm1
  vpxorq %ymm18, %ymm1, %ymm18
  vpternlogq $0x96, %ymm19, %ymm17, %ymm29
  vmovdqa64 %ymm2, %ymm23
  vpternlogq $0x96, %ymm31, %ymm26, %ymm23
  vpternlogq $0x96, %ymm4, %ymm13, %ymm23
  vprolq $1, %ymm1, %ymm1
  vmovdqa64 %ymm9, %ymm8
  vpternlogq $0x96, %ymm12, %ymm7, %ymm8
  vprolq $1, %ymm29, %ymm15
  vpxorq %ymm18, %ymm13, %ymm13
  vpxorq %ymm18, %ymm31, %ymm31
  vpxorq %ymm1, %ymm29, %ymm29
  vpternlogq $0x96, %ymm16, %ymm0, %ymm8
  vprolq $1, %ymm8, %ymm1
  vpxorq %ymm15, %ymm23, %ymm15
  vprolq $1, %ymm23, %ymm23
  vpxorq %ymm1, %ymm25, %ymm25
  vpxorq %ymm23, %ymm8, %ymm8
  vpxorq %ymm15, %ymm21, %ymm21
  vpxorq %ymm18, %ymm26, %ymm26
  vprolq $21, %ymm26, %ymm26
  vpxorq %ymm15, %ymm6, %ymm6
  vpxorq %ymm8, %ymm30, %ymm30
  vpxorq %ymm8, %ymm22, %ymm22
  vprolq $28, %ymm31, %ymm31
  vpxorq %ymm29, %ymm16, %ymm16
  vpxorq %ymm15, %ymm10, %ymm10
  vpxorq %ymm25, %ymm3, %ymm3
  vprolq $20, %ymm21, %ymm21
  vpxorq %ymm25, %ymm17, %ymm17
  vprolq $61, %ymm30, %ymm30
  vpxorq %ymm29, %ymm0, %ymm0
  vprolq $3, %ymm3, %ymm3
  vprolq $1, %ymm16, %ymm16
  vprolq $45, %ymm0, %ymm0
  vpxorq %ymm8, %ymm27, %ymm27
  vpxorq %ymm15, %ymm14, %ymm14
  vpxorq %ymm29, %ymm7, %ymm7
  vprolq $8, %ymm10, %ymm10
  vprolq $18, %ymm17, %ymm17
  vprolq $10, %ymm7, %ymm7
  vpxorq %ymm29, %ymm9, %ymm9
  vpternlogq $0x96, 32(%rax){1to4}, %ymm25, %ymm20
  vpxorq %ymm8, %ymm11, %ymm11
  vprolq $62, %ymm22, %ymm22
  vpxorq %ymm25, %ymm24, %ymm24
  vprolq $6, %ymm27, %ymm27
  vprolq $25, %ymm13, %ymm13
  vprolq $27, %ymm6, %ymm6
  vprolq $14, %ymm14, %ymm14
  vmovdqa64 %ymm13, %ymm23
  vpternlogq $0xd2, %ymm17, %ymm10, %ymm23
  vmovdqa64 %ymm30, %ymm1
  vpternlogq $0xd2, %ymm21, %ymm31, %ymm1
  vpxorq %ymm29, %ymm12, %ymm12
  vpxorq %ymm8, %ymm28, %ymm28
  vpxorq %ymm15, %ymm5, %ymm5
  vmovdqa64 %ymm0, %ymm8
  vpternlogq $0xd2, %ymm31, %ymm30, %ymm8
  vpxorq %ymm18, %ymm4, %ymm4
  vpxorq %ymm18, %ymm2, %ymm2
  vprolq $36, %ymm24, %ymm24
  vprolq $43, %ymm28, %ymm28
  vprolq $2, %ymm9, %ymm9
  vprolq $55, %ymm4, %ymm4
  vprolq $56, %ymm2, %ymm2
  vprolq $44, %ymm12, %ymm12
  vprolq $39, %ymm5, %ymm5
  vprolq $15, %ymm11, %ymm11
  vmovdqa64 %ymm27, %ymm15
  vpternlogq $0xd2, %ymm10, %ymm13, %ymm15
  vpternlogq $0x9c, %ymm27, %ymm16, %ymm13
  vpxorq %ymm25, %ymm19, %ymm19
  vpternlogq $0x9c, %ymm16, %ymm17, %ymm27
  vpternlogq $0x9c, %ymm0, %ymm3, %ymm30
  vpternlogq $0xd2, %ymm16, %ymm17, %ymm10
  vpternlogq $0x9c, %ymm3, %ymm21, %ymm0
  vmovdqa64 %ymm2, %ymm16
  vpternlogq $0xd2, %ymm24, %ymm6, %ymm16
  vmovdqa64 %ymm9, %ymm17
  vpternlogq $0xd2, %ymm4, %ymm22, %ymm17
  vmovdqa64 %ymm12, %ymm18
  vpternlogq $0xd2, %ymm26, %ymm28, %ymm18
  vpternlogq $0xd2, %ymm3, %ymm21, %ymm31
  vmovdqa64 %ymm28, %ymm21
  vpternlogq $0xd2, %ymm14, %ymm26, %ymm21
  vpternlogq $0x9c, %ymm12, %ymm20, %ymm28
  vpternlogq $0x9c, %ymm20, %ymm14, %ymm12
  vmovdqa64 %ymm16, %ymm25
  vpternlogq $0x96, %ymm27, %ymm17, %ymm25
  vprolq $41, %ymm19, %ymm19
  vmovdqa64 %ymm11, %ymm29
  vpternlogq $0xd2, %ymm6, %ymm2, %ymm29
  vpternlogq $0x9c, %ymm11, %ymm7, %ymm2
  vmovdqa64 %ymm19, %ymm3
  vpternlogq $0xd2, %ymm22, %ymm9, %ymm3
  vpternlogq $0x9c, %ymm19, %ymm5, %ymm9
  vpandnq %ymm20, %ymm14, %ymm14
  vpternlogq $0x96, %ymm12, %ymm1, %ymm25
  vpternlogq $0x9c, %ymm5, %ymm4, %ymm19
  vpternlogq $0x9c, %ymm7, %ymm24, %ymm11
  vpxorq %ymm31, %ymm13, %ymm20
  vpternlogq $0xd2, %ymm5, %ymm4, %ymm22
  vmovdqa64 %ymm2, %ymm4
  vpternlogq $0x96, %ymm30, %ymm23, %ymm4
  vprolq $1, %ymm25, %ymm5
  vpxorq %ymm14, %ymm26, %ymm26
  vpternlogq $0xd2, %ymm7, %ymm24, %ymm6
  vpternlogq $0x96, 40(%rax){1to4}, %ymm28, %ymm20
  vpternlogq $0x96, %ymm9, %ymm21, %ymm4
  vpxorq %ymm5, %ymm4, %ymm5
  vpternlogq $0x96, %ymm6, %ymm22, %ymm20
  vmovdqa64 %ymm3, %ymm7
  vpternlogq $0x96, %ymm26, %ymm29, %ymm7
  vpternlogq $0x96, %ymm8, %ymm10, %ymm7
  vprolq $1, %ymm4, %ymm4
  vmovdqa64 %ymm19, %ymm14
  vpternlogq $0x96, %ymm0, %ymm15, %ymm14
  vprolq $1, %ymm20, %ymm24
  vpxorq %ymm5, %ymm10, %ymm10
  vpxorq %ymm5, %ymm26, %ymm26
  vpxorq %ymm4, %ymm20, %ymm20
  vpternlogq $0x96, %ymm18, %ymm11, %ymm14
  vprolq $1, %ymm14, %ymm4
  vpxorq %ymm24, %ymm7, %ymm24
  vprolq $1, %ymm7, %ymm7
  vpxorq %ymm4, %ymm25, %ymm25
  vpxorq %ymm7, %ymm14, %ymm14
  vpxorq %ymm24, %ymm1, %ymm1
  vpxorq %ymm5, %ymm29, %ymm29
  vprolq $21, %ymm29, %ymm29
  vpxorq %ymm24, %ymm12, %ymm12
  vpxorq %ymm14, %ymm9, %ymm9
  vpxorq %ymm14, %ymm21, %ymm21
  vprolq $28, %ymm26, %ymm26
  vpxorq %ymm20, %ymm18, %ymm18
  vpxorq %ymm24, %ymm16, %ymm16
  vpxorq %ymm25, %ymm13, %ymm13
  vprolq $20, %ymm1, %ymm1
  vpxorq %ymm25, %ymm22, %ymm22
  vprolq $61, %ymm9, %ymm9
  vpxorq %ymm20, %ymm11, %ymm11
  vprolq $3, %ymm13, %ymm13
  vprolq $1, %ymm18, %ymm18
  vprolq $45, %ymm11, %ymm11
  vpxorq %ymm14, %ymm30, %ymm30
  vpxorq %ymm24, %ymm17, %ymm17
  vpxorq %ymm20, %ymm15, %ymm15
  vprolq $8, %ymm16, %ymm16
  vprolq $18, %ymm22, %ymm22
  vprolq $10, %ymm15, %ymm15
  vpxorq %ymm20, %ymm19, %ymm19
  vpternlogq $0x96, 40(%rax){1to4}, %ymm25, %ymm28
  vpxorq %ymm14, %ymm2, %ymm2
  vprolq $62, %ymm21, %ymm21
  vpxorq %ymm25, %ymm31, %ymm31
  vprolq $6, %ymm30, %ymm30
  vprolq $25, %ymm10, %ymm10
  vprolq $27, %ymm12, %ymm12
  vprolq $14, %ymm17, %ymm17
  vmovdqa64 %ymm10, %ymm7
  vpternlogq $0xd2, %ymm22, %ymm16, %ymm7
  vmovdqa64 %ymm9, %ymm4
  vpternlogq $0xd2, %ymm1, %ymm26, %ymm4
  vpxorq %ymm20, %ymm0, %ymm0
  vpxorq %ymm14, %ymm23, %ymm23
  vpxorq %ymm24, %ymm27, %ymm27
  vmovdqa64 %ymm11, %ymm14
  vpternlogq $0xd2, %ymm26, %ymm9, %ymm14
  vpxorq %ymm5, %ymm8, %ymm8
  vpxorq %ymm5, %ymm3, %ymm3
  vprolq $36, %ymm31, %ymm31
  vprolq $43, %ymm23, %ymm23
  vprolq $2, %ymm19, %ymm19
  vprolq $55, %ymm8, %ymm8
  vprolq $56, %ymm3, %ymm3
  vprolq $44, %ymm0, %ymm0
  vprolq $39, %ymm27, %ymm27
  vprolq $15, %ymm2, %ymm2
  vmovdqa64 %ymm30, %ymm20
  vpternlogq $0xd2, %ymm16, %ymm10, %ymm20
  vpternlogq $0x9c, %ymm30, %ymm18, %ymm10
  vpxorq %ymm25, %ymm6, %ymm6
  vpternlogq $0x9c, %ymm18, %ymm22, %ymm30
  vpternlogq $0x9c, %ymm11, %ymm13, %ymm9
  vpternlogq $0xd2, %ymm18, %ymm22, %ymm16
  vpternlogq $0x9c, %ymm13, %ymm1, %ymm11
  vmovdqa64 %ymm3, %ymm22
  vpternlogq $0xd2, %ymm31, %ymm12, %ymm22
  vmovdqa64 %ymm19, %ymm24
  vpternlogq $0xd2, %ymm8, %ymm21, %ymm24
  vmovdqa64 %ymm0, %ymm25
  vpternlogq $0xd2, %ymm29, %ymm23, %ymm25
  vpternlogq $0xd2, %ymm13, %ymm1, %ymm26
  vmovdqa64 %ymm23, %ymm1
  vpternlogq $0xd2, %ymm17, %ymm29, %ymm1
  vpternlogq $0x9c, %ymm0, %ymm28, %ymm23
  vpternlogq $0x9c, %ymm28, %ymm17, %ymm0
  vmovdqa64 %ymm22, %ymm5
  vpternlogq $0x96, %ymm30, %ymm24, %ymm5
  vprolq $41, %ymm6, %ymm6
  vmovdqa64 %ymm2, %ymm13
  vpternlogq $0xd2, %ymm12, %ymm3, %ymm13
  vpternlogq $0x9c, %ymm2, %ymm15, %ymm3
  vmovdqa64 %ymm6, %ymm18
  vpternlogq $0xd2, %ymm21, %ymm19, %ymm18
  vpternlogq $0x9c, %ymm6, %ymm27, %ymm19
  vpandnq %ymm28, %ymm17, %ymm17
  vpternlogq $0x96, %ymm0, %ymm4, %ymm5
  vpternlogq $0x9c, %ymm27, %ymm8, %ymm6
  vpternlogq $0x9c, %ymm15, %ymm31, %ymm2
  vpxorq %ymm26, %ymm10, %ymm28
  vpternlogq $0xd2, %ymm27, %ymm8, %ymm21
  vmovdqa64 %ymm3, %ymm8
  vpternlogq $0x96, %ymm9, %ymm7, %ymm8
  vprolq $1, %ymm5, %ymm27
  vpxorq %ymm17, %ymm29, %ymm29
  vpternlogq $0xd2, %ymm15, %ymm31, %ymm12
  vpternlogq $0x96, 48(%rax){1to4}, %ymm23, %ymm28
  vpternlogq $0x96, %ymm19, %ymm1, %ymm8
  vpxorq %ymm27, %ymm8, %ymm27
  vpternlogq $0x96, %ymm12, %ymm21, %ymm28
  vmovdqa64 %ymm18, %ymm31
  vpternlogq $0x96, %ymm29, %ymm13, %ymm31
  vpternlogq $0x96, %ymm14, %ymm16, %ymm31
  vprolq $1, %ymm8, %ymm8
  vmovdqa64 %ymm6, %ymm15
  vpternlogq $0x96, %ymm11, %ymm20, %ymm15
  vprolq $1, %ymm28, %ymm17
  vpxorq %ymm27, %ymm16, %ymm16
  vpxorq %ymm27, %ymm29, %ymm29
  vpxorq %ymm8, %ymm28, %ymm28
  vpternlogq $0x96, %ymm25, %ymm2, %ymm15
  vprolq $1, %ymm15, %ymm8
  vpxorq %ymm17, %ymm31, %ymm17
  vprolq $1, %ymm31, %ymm31
  vpxorq %ymm8, %ymm5, %ymm5
  vpxorq %ymm31, %ymm15, %ymm15
  vpxorq %ymm17, %ymm4, %ymm4
  vpxorq %ymm27, %ymm13, %ymm13
  vprolq $21, %ymm13, %ymm13
  vpxorq %ymm17, %ymm0, %ymm0
  vpxorq %ymm15, %ymm19, %ymm19
  vpxorq %ymm15, %ymm1, %ymm1
  vprolq $28, %ymm29, %ymm29
  vpxorq %ymm28, %ymm25, %ymm25
  vpxorq %ymm17, %ymm22, %ymm22
  vpxorq %ymm5, %ymm10, %ymm10
  vprolq $20, %ymm4, %ymm4
  vpxorq %ymm5, %ymm21, %ymm21
  vprolq $61, %ymm19, %ymm19
  vpxorq %ymm28, %ymm2, %ymm2
  vprolq $3, %ymm10, %ymm10
  vprolq $1, %ymm25, %ymm25
  vprolq $45, %ymm2, %ymm2
  vpxorq %ymm15, %ymm9, %ymm9
  vpxorq %ymm17, %ymm24, %ymm24
  vpxorq %ymm28, %ymm20, %ymm20
  vprolq $8, %ymm22, %ymm22
  vprolq $18, %ymm21, %ymm21
  vprolq $10, %ymm20, %ymm20
  vpxorq %ymm28, %ymm6, %ymm6
  vpternlogq $0x96, 48(%rax){1to4}, %ymm5, %ymm23
  vpxorq %ymm15, %ymm3, %ymm3
  vprolq $62, %ymm1, %ymm1
  vpxorq %ymm5, %ymm26, %ymm26
  vprolq $6, %ymm9, %ymm9
  vprolq $25, %ymm16, %ymm16
  vprolq $27, %ymm0, %ymm0
  vprolq $14, %ymm24, %ymm24
  vmovdqa64 %ymm16, %ymm31
  vpternlogq $0xd2, %ymm21, %ymm22, %ymm31
  vmovdqa64 %ymm19, %ymm8
  vpternlogq $0xd2, %ymm4, %ymm29, %ymm8
  vpxorq %ymm28, %ymm11, %ymm11
  vpxorq %ymm15, %ymm7, %ymm7
  vpxorq %ymm17, %ymm30, %ymm30
  vmovdqa64 %ymm2, %ymm15
  vpternlogq $0xd2, %ymm29, %ymm19, %ymm15
  vpxorq %ymm27, %ymm14, %ymm14
  vpxorq %ymm27, %ymm18, %ymm18
  vprolq $36, %ymm26, %ymm26
  vprolq $43, %ymm7, %ymm7
  vprolq $2, %ymm6, %ymm6
  vprolq $55, %ymm14, %ymm14
  vprolq $56, %ymm18, %ymm18
  vprolq $44, %ymm11, %ymm11
  vprolq $39, %ymm30, %ymm30
  vprolq $15, %ymm3, %ymm3
  vmovdqa64 %ymm9, %ymm17
  vpternlogq $0xd2, %ymm22, %ymm16, %ymm17
  vpternlogq $0x9c, %ymm9, %ymm25, %ymm16
  vpxorq %ymm5, %ymm12, %ymm12
  vpternlogq $0x9c, %ymm25, %ymm21, %ymm9
  vpternlogq $0x9c, %ymm2, %ymm10, %ymm19
  vpternlogq $0xd2, %ymm25, %ymm21, %ymm22
  vpternlogq $0x9c, %ymm10, %ymm4, %ymm2
  vmovdqa64 %ymm18, %ymm21
  vpternlogq $0xd2, %ymm26, %ymm0, %ymm21
  vmovdqa64 %ymm6, %ymm25
  vpternlogq $0xd2, %ymm14, %ymm1, %ymm25
  vmovdqa64 %ymm11, %ymm27
  vpternlogq $0xd2, %ymm13, %ymm7, %ymm27
  vpternlogq $0xd2, %ymm10, %ymm4, %ymm29
  vmovdqa64 %ymm7, %ymm28
  vpternlogq $0xd2, %ymm24, %ymm13, %ymm28
  vpternlogq $0x9c, %ymm11, %ymm23, %ymm7
  vpternlogq $0x9c, %ymm23, %ymm24, %ymm11
  vmovdqa64 %ymm21, %ymm4
  vpternlogq $0x96, %ymm9, %ymm25, %ymm4
  vprolq $41, %ymm12, %ymm12
  vmovdqa64 %ymm3, %ymm5
  vpternlogq $0xd2, %ymm0, %ymm18, %ymm5
  vpternlogq $0x9c, %ymm3, %ymm20, %ymm18
  vmovdqa64 %ymm12, %ymm10
  vpternlogq $0xd2, %ymm1, %ymm6, %ymm10
  vpternlogq $0x9c, %ymm12, %ymm30, %ymm6
  vpandnq %ymm23, %ymm24, %ymm24
  vpternlogq $0x96, %ymm11, %ymm8, %ymm4
  vpternlogq $0x9c, %ymm30, %ymm14, %ymm12
  vpternlogq $0x9c, %ymm20, %ymm26, %ymm3
  vpxorq %ymm29, %ymm16, %ymm23
  vpternlogq $0xd2, %ymm30, %ymm14, %ymm1
  vmovdqa64 %ymm18, %ymm30
  vpternlogq $0x96, %ymm19, %ymm31, %ymm30
  vprolq $1, %ymm4, %ymm14
  vpxorq %ymm24, %ymm13, %ymm13
  vpternlogq $0xd2, %ymm20, %ymm26, %ymm0
  vpternlogq $0x96, 56(%rax){1to4}, %ymm7, %ymm23
  vpternlogq $0x96, %ymm6, %ymm28, %ymm30
  vpxorq %ymm14, %ymm30, %ymm14
  vpternlogq $0x96, %ymm0, %ymm1, %ymm23
  vmovdqa64 %ymm10, %ymm20
  vpternlogq $0x96, %ymm13, %ymm5, %ymm20
  vpternlogq $0x96, %ymm15, %ymm22, %ymm20
  vprolq $1, %ymm30, %ymm30
  vmovdqa64 %ymm12, %ymm24
  vpternlogq $0x96, %ymm2, %ymm17, %ymm24
  vprolq $1, %ymm23, %ymm26
  vpxorq %ymm14, %ymm22, %ymm22
  vpxorq %ymm14, %ymm13, %ymm13
  vpxorq %ymm30, %ymm23, %ymm23
  vpternlogq $0x96, %ymm27, %ymm3, %ymm24
  vprolq $1, %ymm24, %ymm30
  vpxorq %ymm26, %ymm20, %ymm26
  vprolq $1, %ymm20, %ymm20
  vpxorq %ymm30, %ymm4, %ymm4
  vpxorq %ymm20, %ymm24, %ymm24
  vpxorq %ymm26, %ymm8, %ymm8
  vpxorq %ymm14, %ymm5, %ymm5
  vprolq $21, %ymm5, %ymm5
  vpxorq %ymm26, %ymm11, %ymm11
  vpxorq %ymm24, %ymm6, %ymm6
  vpxorq %ymm24, %ymm28, %ymm28
  vprolq $28, %ymm13, %ymm13
  vpxorq %ymm23, %ymm27, %ymm27
  vpxorq %ymm26, %ymm21, %ymm21
  vpxorq %ymm4, %ymm16, %ymm16
  vprolq $20, %ymm8, %ymm8
  vpxorq %ymm4, %ymm1, %ymm1
  vprolq $61, %ymm6, %ymm6
  vpxorq %ymm23, %ymm3, %ymm3
  vprolq $3, %ymm16, %ymm16
  vprolq $1, %ymm27, %ymm27
  vprolq $45, %ymm3, %ymm3
  vpxorq %ymm24, %ymm19, %ymm19
  vpxorq %ymm26, %ymm25, %ymm25
  vpxorq %ymm23, %ymm17, %ymm17
  vprolq $8, %ymm21, %ymm21
  vprolq $18, %ymm1, %ymm1
  vprolq $10, %ymm17, %ymm17
  vpxorq %ymm23, %ymm12, %ymm12
  vpternlogq $0x96, 56(%rax){1to4}, %ymm4, %ymm7
  vpxorq %ymm24, %ymm18, %ymm18
  vprolq $62, %ymm28, %ymm28
  vpxorq %ymm4, %ymm29, %ymm29
  vprolq $6, %ymm19, %ymm19
  vprolq $25, %ymm22, %ymm22
  vprolq $27, %ymm11, %ymm11
  vprolq $14, %ymm25, %ymm25
  vmovdqa64 %ymm22, %ymm20
  vpternlogq $0xd2, %ymm1, %ymm21, %ymm20
  vmovdqa64 %ymm6, %ymm30
  vpternlogq $0xd2, %ymm8, %ymm13, %ymm30
  vpxorq %ymm23, %ymm2, %ymm2
  vpxorq %ymm24, %ymm31, %ymm31
  vpxorq %ymm26, %ymm9, %ymm9
  vmovdqa64 %ymm3, %ymm23
  vpternlogq $0xd2, %ymm13, %ymm6, %ymm23
  vpxorq %ymm14, %ymm15, %ymm15
  vpxorq %ymm14, %ymm10, %ymm10
  vprolq $36, %ymm29, %ymm29
  vprolq $43, %ymm31, %ymm31
  vprolq $2, %ymm12, %ymm12
  vprolq $55, %ymm15, %ymm15
  vprolq $56, %ymm10, %ymm10
  vprolq $44, %ymm2, %ymm2
  vprolq $39, %ymm9, %ymm9
  vprolq $15, %ymm18, %ymm18
  vmovdqa64 %ymm19, %ymm24
  vpternlogq $0xd2, %ymm21, %ymm22, %ymm24
  vpternlogq $0x9c, %ymm19, %ymm27, %ymm22
  vpxorq %ymm4, %ymm0, %ymm0
  vpternlogq $0x9c, %ymm27, %ymm1, %ymm19
  vpternlogq $0x9c, %ymm3, %ymm16, %ymm6
  vpternlogq $0xd2, %ymm27, %ymm1, %ymm21
  vpternlogq $0x9c, %ymm16, %ymm8, %ymm3
  vmovdqa64 %ymm10, %ymm26
  vpternlogq $0xd2, %ymm29, %ymm11, %ymm26
  vmovdqa64 %ymm12, %ymm27
  vpternlogq $0xd2, %ymm15, %ymm28, %ymm27
  vmovdqa64 %ymm2, %ymm1
  vpternlogq $0xd2, %ymm5, %ymm31, %ymm1
  vpternlogq $0xd2, %ymm16, %ymm8, %ymm13
  vmovdqa64 %ymm31, %ymm4
  vpternlogq $0xd2, %ymm25, %ymm5, %ymm4
  vpternlogq $0x9c, %ymm2, %ymm7, %ymm31
  vpternlogq $0x9c, %ymm7, %ymm25, %ymm2
  vmovdqa64 %ymm26, %ymm8
  vpternlogq $0x96, %ymm19, %ymm27, %ymm8
  vprolq $41, %ymm0, %ymm0
  vmovdqa64 %ymm18, %ymm14
  vpternlogq $0xd2, %ymm11, %ymm10, %ymm14
  vpternlogq $0x9c, %ymm18, %ymm17, %ymm10
  vmovdqa64 %ymm0, %ymm16
  vpternlogq $0xd2, %ymm28, %ymm12, %ymm16
  vpternlogq $0x9c, %ymm0, %ymm9, %ymm12
  vpandnq %ymm7, %ymm25, %ymm25
  vpternlogq $0x96, %ymm2, %ymm30, %ymm8
  vpternlogq $0x9c, %ymm9, %ymm15, %ymm0
  vpternlogq $0x9c, %ymm17, %ymm29, %ymm18
  vpxorq %ymm13, %ymm22, %ymm7
  vpternlogq $0xd2, %ymm9, %ymm15, %ymm28
  vmovdqa64 %ymm10, %ymm9
  vpternlogq $0x96, %ymm6, %ymm20, %ymm9
  vprolq $1, %ymm8, %ymm15
  vpxorq %ymm25, %ymm5, %ymm5
  vpternlogq $0xd2, %ymm17, %ymm29, %ymm11
  vpternlogq $0x96, 64(%rax){1to4}, %ymm31, %ymm7
  vpternlogq $0x96, %ymm12, %ymm4, %ymm9
  vpxorq %ymm15, %ymm9, %ymm15
  vpternlogq $0x96, %ymm11, %ymm28, %ymm7
  vmovdqa64 %ymm16, %ymm17
  vpternlogq $0x96, %ymm5, %ymm14, %ymm17
  vpternlogq $0x96, %ymm23, %ymm21, %ymm17
  vprolq $1, %ymm9, %ymm9
  vmovdqa64 %ymm0, %ymm25
  vpternlogq $0x96, %ymm3, %ymm24, %ymm25
  vprolq $1, %ymm7, %ymm29
  vpxorq %ymm15, %ymm21, %ymm21
  vpxorq %ymm15, %ymm5, %ymm5
  vpxorq %ymm9, %ymm7, %ymm7
  vpternlogq $0x96, %ymm1, %ymm18, %ymm25
  vprolq $1, %ymm25, %ymm9
  vpxorq %ymm29, %ymm17, %ymm29
  vprolq $1, %ymm17, %ymm17
  vpxorq %ymm9, %ymm8, %ymm8
  vpxorq %ymm17, %ymm25, %ymm25
  vpxorq %ymm29, %ymm30, %ymm30
  vpxorq %ymm15, %ymm14, %ymm14
  vprolq $21, %ymm14, %ymm14
  vpxorq %ymm29, %ymm2, %ymm2
  vpxorq %ymm25, %ymm12, %ymm12
  vpxorq %ymm25, %ymm4, %ymm4
  vprolq $28, %ymm5, %ymm5
  vpxorq %ymm7, %ymm1, %ymm1
  vpxorq %ymm29, %ymm26, %ymm26
  vpxorq %ymm8, %ymm22, %ymm22
  vprolq $20, %ymm30, %ymm30
  vpxorq %ymm8, %ymm28, %ymm28
  vprolq $61, %ymm12, %ymm12
  vpxorq %ymm7, %ymm18, %ymm18
  vprolq $3, %ymm22, %ymm22
  vprolq $1, %ymm1, %ymm1
  vprolq $45, %ymm18, %ymm18
  vpxorq %ymm25, %ymm6, %ymm6
  vpxorq %ymm29, %ymm27, %ymm27
  vpxorq %ymm7, %ymm24, %ymm24
  vprolq $8, %ymm26, %ymm26
  vprolq $18, %ymm28, %ymm28
  vprolq $10, %ymm24, %ymm24
  vpxorq %ymm7, %ymm0, %ymm0
  vpternlogq $0x96, 64(%rax){1to4}, %ymm8, %ymm31
  vpxorq %ymm25, %ymm10, %ymm10
  vprolq $62, %ymm4, %ymm4
  vpxorq %ymm8, %ymm13, %ymm13
  vprolq $6, %ymm6, %ymm6
  vprolq $25, %ymm21, %ymm21
  vprolq $27, %ymm2, %ymm2
  vprolq $14, %ymm27, %ymm27
  vmovdqa64 %ymm21, %ymm17
  vpternlogq $0xd2, %ymm28, %ymm26, %ymm17
  vmovdqa64 %ymm12, %ymm9
  vpternlogq $0xd2, %ymm30, %ymm5, %ymm9
  vpxorq %ymm7, %ymm3, %ymm3
  vpxorq %ymm25, %ymm20, %ymm20
  vpxorq %ymm29, %ymm19, %ymm19
  vmovdqa64 %ymm18, %ymm25
  vpternlogq $0xd2, %ymm5, %ymm12, %ymm25
  vpxorq %ymm15, %ymm23, %ymm23
  vpxorq %ymm15, %ymm16, %ymm16
  vprolq $36, %ymm13, %ymm13
  vprolq $43, %ymm20, %ymm20
  vprolq $2, %ymm0, %ymm0
  vprolq $55, %ymm23, %ymm23
  vprolq $56, %ymm16, %ymm16
  vprolq $44, %ymm3, %ymm3
  vprolq $39, %ymm19, %ymm19
  vprolq $15, %ymm10, %ymm10
  vmovdqa64 %ymm6, %ymm29
  vpternlogq $0xd2, %ymm26, %ymm21, %ymm29
  vpternlogq $0x9c, %ymm6, %ymm1, %ymm21
  vpxorq %ymm8, %ymm11, %ymm11
  vpternlogq $0x9c, %ymm1, %ymm28, %ymm6
  vpternlogq $0x9c, %ymm18, %ymm22, %ymm12
  vpternlogq $0xd2, %ymm1, %ymm28, %ymm26
  vpternlogq $0x9c, %ymm22, %ymm30, %ymm18
  vmovdqa64 %ymm16, %ymm1
  vpternlogq $0xd2, %ymm13, %ymm2, %ymm1
  vmovdqa64 %ymm0, %ymm7
  vpternlogq $0xd2, %ymm23, %ymm4, %ymm7
  vmovdqa64 %ymm3, %ymm8
  vpternlogq $0xd2, %ymm14, %ymm20, %ymm8
  vpternlogq $0xd2, %ymm22, %ymm30, %ymm5
  vmovdqa64 %ymm20, %ymm15
  vpternlogq $0xd2, %ymm27, %ymm14, %ymm15
  vpternlogq $0x9c, %ymm3, %ymm31, %ymm20
  vpternlogq $0x9c, %ymm31, %ymm27, %ymm3
  vmovdqa64 %ymm1, %ymm22
  vpternlogq $0x96, %ymm6, %ymm7, %ymm22
  vprolq $41, %ymm11, %ymm11
  vmovdqa64 %ymm10, %ymm28
  vpternlogq $0xd2, %ymm2, %ymm16, %ymm28
  vpternlogq $0x9c, %ymm10, %ymm24, %ymm16
  vmovdqa64 %ymm11, %ymm30
  vpternlogq $0xd2, %ymm4, %ymm0, %ymm30
  vpternlogq $0x9c, %ymm11, %ymm19, %ymm0
  vpandnq %ymm31, %ymm27, %ymm27
  vpternlogq $0x96, %ymm3, %ymm9, %ymm22
  vpternlogq $0x9c, %ymm19, %ymm23, %ymm11
  vpternlogq $0x9c, %ymm24, %ymm13, %ymm10
  vpxorq %ymm5, %ymm21, %ymm31
  vpternlogq $0xd2, %ymm19, %ymm23, %ymm4
  vmovdqa64 %ymm16, %ymm19
  vpternlogq $0x96, %ymm12, %ymm17, %ymm19
  vprolq $1, %ymm22, %ymm23
  vpxorq %ymm27, %ymm14, %ymm14
  vpternlogq $0xd2, %ymm24, %ymm13, %ymm2
  vpternlogq $0x96, 72(%rax){1to4}, %ymm20, %ymm31
  vpternlogq $0x96, %ymm0, %ymm15, %ymm19
  vpxorq %ymm23, %ymm19, %ymm23
  vpternlogq $0x96, %ymm2, %ymm4, %ymm31
  vmovdqa64 %ymm30, %ymm24
  vpternlogq $0x96, %ymm14, %ymm28, %ymm24
  vpternlogq $0x96, %ymm25, %ymm26, %ymm24
  vprolq $1, %ymm19, %ymm19
  vmovdqa64 %ymm11, %ymm27
  vpternlogq $0x96, %ymm18, %ymm29, %ymm27
  vprolq $1, %ymm31, %ymm13
  vpxorq %ymm23, %ymm26, %ymm26
  vpxorq %ymm23, %ymm14, %ymm14
  vpxorq %ymm19, %ymm31, %ymm31
  vpternlogq $0x96, %ymm8, %ymm10, %ymm27
  vprolq $1, %ymm27, %ymm19
  vpxorq %ymm13, %ymm24, %ymm13
  vprolq $1, %ymm24, %ymm24
  vpxorq %ymm19, %ymm22, %ymm22
  vpxorq %ymm24, %ymm27, %ymm27
  vpxorq %ymm13, %ymm9, %ymm9
  vpxorq %ymm23, %ymm28, %ymm28
  vprolq $21, %ymm28, %ymm28
  vpxorq %ymm13, %ymm3, %ymm3
  vpxorq %ymm27, %ymm0, %ymm0
  vpxorq %ymm27, %ymm15, %ymm15
  vprolq $28, %ymm14, %ymm14
  vpxorq %ymm31, %ymm8, %ymm8
  vpxorq %ymm13, %ymm1, %ymm1
  vpxorq %ymm22, %ymm21, %ymm21
  vprolq $20, %ymm9, %ymm9
  vpxorq %ymm22, %ymm4, %ymm4
  vprolq $61, %ymm0, %ymm0
  vpxorq %ymm31, %ymm10, %ymm10
  vprolq $3, %ymm21, %ymm21
  vprolq $1, %ymm8, %ymm8
  vprolq $45, %ymm10, %ymm10
  vpxorq %ymm27, %ymm12, %ymm12
  vpxorq %ymm13, %ymm7, %ymm7
  vpxorq %ymm31, %ymm29, %ymm29
  vprolq $8, %ymm1, %ymm1
  vprolq $18, %ymm4, %ymm4
  vprolq $10, %ymm29, %ymm29
  vpxorq %ymm31, %ymm11, %ymm11
  vpternlogq $0x96, 72(%rax){1to4}, %ymm22, %ymm20
  vpxorq %ymm27, %ymm16, %ymm16
  vprolq $62, %ymm15, %ymm15
  vpxorq %ymm22, %ymm5, %ymm5
  vprolq $6, %ymm12, %ymm12
  vprolq $25, %ymm26, %ymm26
  vprolq $27, %ymm3, %ymm3
  vprolq $14, %ymm7, %ymm7
  vmovdqa64 %ymm26, %ymm24
  vpternlogq $0xd2, %ymm4, %ymm1, %ymm24
  vmovdqa64 %ymm0, %ymm19
  vpternlogq $0xd2, %ymm9, %ymm14, %ymm19
  vpxorq %ymm31, %ymm18, %ymm18
  vpxorq %ymm27, %ymm17, %ymm17
  vpxorq %ymm13, %ymm6, %ymm6
  vmovdqa64 %ymm10, %ymm27
  vpternlogq $0xd2, %ymm14, %ymm0, %ymm27
  vpxorq %ymm23, %ymm25, %ymm25
  vpxorq %ymm23, %ymm30, %ymm30
  vprolq $36, %ymm5, %ymm5
  vprolq $43, %ymm17, %ymm17
  vprolq $2, %ymm11, %ymm11
  vprolq $55, %ymm25, %ymm25
  vprolq $56, %ymm30, %ymm30
  vprolq $44, %ymm18, %ymm18
  vprolq $39, %ymm6, %ymm6
  vprolq $15, %ymm16, %ymm16
  vmovdqa64 %ymm12, %ymm31
  vpternlogq $0xd2, %ymm1, %ymm26, %ymm31
  vpternlogq $0x9c, %ymm12, %ymm8, %ymm26
  vpxorq %ymm22, %ymm2, %ymm2
  vpternlogq $0x9c, %ymm8, %ymm4, %ymm12
  vpternlogq $0x9c, %ymm10, %ymm21, %ymm0
  vpternlogq $0xd2, %ymm8, %ymm4, %ymm1
  vpternlogq $0x9c, %ymm21, %ymm9, %ymm10
  vmovdqa64 %ymm30, %ymm4
  vpternlogq $0xd2, %ymm5, %ymm3, %ymm4
  vmovdqa64 %ymm11, %ymm8
  vpternlogq $0xd2, %ymm25, %ymm15, %ymm8
  vmovdqa64 %ymm18, %ymm13
  vpternlogq $0xd2, %ymm28, %ymm17, %ymm13
  vpternlogq $0xd2, %ymm21, %ymm9, %ymm14
  vmovdqa64 %ymm17, %ymm21
  vpternlogq $0xd2, %ymm7, %ymm28, %ymm21
  vpternlogq $0x9c, %ymm18, %ymm20, %ymm17
  vpternlogq $0x9c, %ymm20, %ymm7, %ymm18
  vmovdqa64 %ymm4, %ymm22
  vpternlogq $0x96, %ymm12, %ymm8, %ymm22
  vprolq $41, %ymm2, %ymm2
  vmovdqa64 %ymm16, %ymm23
  vpternlogq $0xd2, %ymm3, %ymm30, %ymm23
  vpternlogq $0x9c, %ymm16, %ymm29, %ymm30
  vmovdqa64 %ymm2, %ymm9
  vpternlogq $0xd2, %ymm15, %ymm11, %ymm9
  vpternlogq $0x9c, %ymm2, %ymm6, %ymm11
  vpandnq %ymm20, %ymm7, %ymm7
  vpternlogq $0x96, %ymm18, %ymm19, %ymm22
  vpternlogq $0x9c, %ymm6, %ymm25, %ymm2
  vpternlogq $0x9c, %ymm29, %ymm5, %ymm16
  vpxorq %ymm14, %ymm26, %ymm20
  vpternlogq $0xd2, %ymm6, %ymm25, %ymm15
  vmovdqa64 %ymm30, %ymm25
  vpternlogq $0x96, %ymm0, %ymm24, %ymm25
  vprolq $1, %ymm22, %ymm6
  vpxorq %ymm7, %ymm28, %ymm28
  vpternlogq $0xd2, %ymm29, %ymm5, %ymm3
  vpternlogq $0x96, 80(%rax){1to4}, %ymm17, %ymm20
  vpternlogq $0x96, %ymm11, %ymm21, %ymm25
  vpxorq %ymm6, %ymm25, %ymm6
  vpternlogq $0x96, %ymm3, %ymm15, %ymm20
  vmovdqa64 %ymm9, %ymm7
  vpternlogq $0x96, %ymm28, %ymm23, %ymm7
  vpternlogq $0x96, %ymm27, %ymm1, %ymm7
  vprolq $1, %ymm25, %ymm25
  vmovdqa64 %ymm2, %ymm29
  vpternlogq $0x96, %ymm10, %ymm31, %ymm29
  vprolq $1, %ymm20, %ymm5
  vpxorq %ymm6, %ymm1, %ymm1
  vpxorq %ymm6, %ymm28, %ymm28
  vpxorq %ymm25, %ymm20, %ymm20
  vpternlogq $0x96, %ymm13, %ymm16, %ymm29
  vprolq $1, %ymm29, %ymm25
  vpxorq %ymm5, %ymm7, %ymm5
  vprolq $1, %ymm7, %ymm7
  vpxorq %ymm25, %ymm22, %ymm22
  vpxorq %ymm7, %ymm29, %ymm29
  vpxorq %ymm5, %ymm19, %ymm19
  vpxorq %ymm6, %ymm23, %ymm23
  vprolq $21, %ymm23, %ymm23
  vpxorq %ymm5, %ymm18, %ymm18
  vpxorq %ymm29, %ymm11, %ymm11
  vpxorq %ymm29, %ymm21, %ymm21
  vprolq $28, %ymm28, %ymm28
  vpxorq %ymm20, %ymm13, %ymm13
  vpxorq %ymm5, %ymm4, %ymm4
  vpxorq %ymm22, %ymm26, %ymm26
  vprolq $20, %ymm19, %ymm19
  vpxorq %ymm22, %ymm15, %ymm15
  vprolq $61, %ymm11, %ymm11
  vpxorq %ymm20, %ymm16, %ymm16
  vprolq $3, %ymm26, %ymm26
  vprolq $1, %ymm13, %ymm13
  vprolq $45, %ymm16, %ymm16
  vpxorq %ymm29, %ymm0, %ymm0
  vpxorq %ymm5, %ymm8, %ymm8
  vpxorq %ymm20, %ymm31, %ymm31
  vprolq $8, %ymm4, %ymm4
  vprolq $18, %ymm15, %ymm15
  vprolq $10, %ymm31, %ymm31
  vpxorq %ymm20, %ymm2, %ymm2
  vpternlogq $0x96, 80(%rax){1to4}, %ymm22, %ymm17
  vpxorq %ymm29, %ymm30, %ymm30
  vprolq $62, %ymm21, %ymm21
  vpxorq %ymm22, %ymm14, %ymm14
  vprolq $6, %ymm0, %ymm0
  vprolq $25, %ymm1, %ymm1
  vprolq $27, %ymm18, %ymm18
  vprolq $14, %ymm8, %ymm8
  vmovdqa64 %ymm1, %ymm7
  vpternlogq $0xd2, %ymm15, %ymm4, %ymm7
  vmovdqa64 %ymm11, %ymm25
  vpternlogq $0xd2, %ymm19, %ymm28, %ymm25
  vpxorq %ymm20, %ymm10, %ymm10
  vpxorq %ymm29, %ymm24, %ymm24
  vpxorq %ymm5, %ymm12, %ymm12
  vmovdqa64 %ymm16, %ymm29
  vpternlogq $0xd2, %ymm28, %ymm11, %ymm29
  vpxorq %ymm6, %ymm27, %ymm27
  vpxorq %ymm6, %ymm9, %ymm9
  vprolq $36, %ymm14, %ymm14
  vprolq $43, %ymm24, %ymm24
  vprolq $2, %ymm2, %ymm2
  vprolq $55, %ymm27, %ymm27
  vprolq $56, %ymm9, %ymm9
  vprolq $44, %ymm10, %ymm10
  vprolq $39, %ymm12, %ymm12
  vprolq $15, %ymm30, %ymm30
  vmovdqa64 %ymm0, %ymm5
  vpternlogq $0xd2, %ymm4, %ymm1, %ymm5
  vpternlogq $0x9c, %ymm0, %ymm13, %ymm1
  vpxorq %ymm22, %ymm3, %ymm3
  vpternlogq $0x9c, %ymm13, %ymm15, %ymm0
  vpternlogq $0x9c, %ymm16, %ymm26, %ymm11
  vpternlogq $0xd2, %ymm13, %ymm15, %ymm4
  vpternlogq $0x9c, %ymm26, %ymm19, %ymm16
  vmovdqa64 %ymm9, %ymm6
  vpternlogq $0xd2, %ymm14, %ymm18, %ymm6
  vmovdqa64 %ymm2, %ymm13
  vpternlogq $0xd2, %ymm27, %ymm21, %ymm13
  vmovdqa64 %ymm10, %ymm15
  vpternlogq $0xd2, %ymm23, %ymm24, %ymm15
  vpternlogq $0xd2, %ymm26, %ymm19, %ymm28
  vmovdqa64 %ymm24, %ymm19
  vpternlogq $0xd2, %ymm8, %ymm23, %ymm19
  vpternlogq $0x9c, %ymm10, %ymm17, %ymm24
  vpternlogq $0x9c, %ymm17, %ymm8, %ymm10
  vmovdqa64 %ymm6, %ymm20
  vpternlogq $0x96, %ymm0, %ymm13, %ymm20
  vprolq $41, %ymm3, %ymm3
  vmovdqa64 %ymm30, %ymm22
  vpternlogq $0xd2, %ymm18, %ymm9, %ymm22
  vpternlogq $0x9c, %ymm30, %ymm31, %ymm9
  vmovdqa64 %ymm3, %ymm26
  vpternlogq $0xd2, %ymm21, %ymm2, %ymm26
  vpternlogq $0x9c, %ymm3, %ymm12, %ymm2
  vpandnq %ymm17, %ymm8, %ymm8
  vpternlogq $0x96, %ymm10, %ymm25, %ymm20
  vpternlogq $0x9c, %ymm12, %ymm27, %ymm3
  vpternlogq $0x9c, %ymm31, %ymm14, %ymm30
  vpxorq %ymm28, %ymm1, %ymm17
  vpternlogq $0xd2, %ymm12, %ymm27, %ymm21
  vmovdqa64 %ymm9, %ymm27
  vpternlogq $0x96, %ymm11, %ymm7, %ymm27
  vprolq $1, %ymm20, %ymm12
  vpxorq %ymm8, %ymm23, %ymm23
  vpternlogq $0xd2, %ymm31, %ymm14, %ymm18
  vpternlogq $0x96, 88(%rax){1to4}, %ymm24, %ymm17
  vpternlogq $0x96, %ymm2, %ymm19, %ymm27
  vpxorq %ymm12, %ymm27, %ymm12
  vpternlogq $0x96, %ymm18, %ymm21, %ymm17
  vmovdqa64 %ymm26, %ymm14
  vpternlogq $0x96, %ymm23, %ymm22, %ymm14
  vpternlogq $0x96, %ymm29, %ymm4, %ymm14
  vprolq $1, %ymm27, %ymm27
  vmovdqa64 %ymm3, %ymm31
  vpternlogq $0x96, %ymm16, %ymm5, %ymm31
  vprolq $1, %ymm17, %ymm8
  vpxorq %ymm12, %ymm4, %ymm4
  vpxorq %ymm12, %ymm23, %ymm23
  vpxorq %ymm27, %ymm17, %ymm17
  vpternlogq $0x96, %ymm15, %ymm30, %ymm31
  vprolq $1, %ymm31, %ymm27
  vpxorq %ymm8, %ymm14, %ymm8
  vprolq $1, %ymm14, %ymm14
  vpxorq %ymm27, %ymm20, %ymm20
  vpxorq %ymm14, %ymm31, %ymm31
  vpxorq %ymm8, %ymm25, %ymm25
  vpxorq %ymm12, %ymm22, %ymm22
  vprolq $21, %ymm22, %ymm22
  vpxorq %ymm8, %ymm10, %ymm10
  vpxorq %ymm31, %ymm2, %ymm2
  vpxorq %ymm31, %ymm19, %ymm19
  vprolq $28, %ymm23, %ymm23
  vpxorq %ymm17, %ymm15, %ymm15
  vpxorq %ymm8, %ymm6, %ymm6
  vpxorq %ymm20, %ymm1, %ymm1
  vprolq $20, %ymm25, %ymm25
  vpxorq %ymm20, %ymm21, %ymm21
  vprolq $61, %ymm2, %ymm2
  vpxorq %ymm17, %ymm30, %ymm30
  vprolq $3, %ymm1, %ymm1
  vprolq $1, %ymm15, %ymm15
  vprolq $45, %ymm30, %ymm30
  vpxorq %ymm31, %ymm11, %ymm11
  vpxorq %ymm8, %ymm13, %ymm13
  vpxorq %ymm17, %ymm5, %ymm5
  vprolq $8, %ymm6, %ymm6
  vprolq $18, %ymm21, %ymm21
  vprolq $10, %ymm5, %ymm5
  vpxorq %ymm17, %ymm3, %ymm3
  vpternlogq $0x96, 88(%rax){1to4}, %ymm20, %ymm24
  vpxorq %ymm31, %ymm9, %ymm9
  vprolq $62, %ymm19, %ymm19
  vpxorq %ymm20, %ymm28, %ymm28
  vprolq $6, %ymm11, %ymm11
  vprolq $25, %ymm4, %ymm4
  vprolq $27, %ymm10, %ymm10
  vprolq $14, %ymm13, %ymm13
  vmovdqa64 %ymm4, %ymm14
  vpternlogq $0xd2, %ymm21, %ymm6, %ymm14
  vmovdqa64 %ymm2, %ymm27
  vpternlogq $0xd2, %ymm25, %ymm23, %ymm27
  vpxorq %ymm17, %ymm16, %ymm16
  vpxorq %ymm31, %ymm7, %ymm7
  vpxorq %ymm8, %ymm0, %ymm0
  vmovdqa64 %ymm30, %ymm31
  vpternlogq $0xd2, %ymm23, %ymm2, %ymm31
  vpxorq %ymm12, %ymm29, %ymm29
  vpxorq %ymm12, %ymm26, %ymm26
  vprolq $36, %ymm28, %ymm28
  vprolq $43, %ymm7, %ymm7
  vprolq $2, %ymm3, %ymm3
  vprolq $55, %ymm29, %ymm29
  vprolq $56, %ymm26, %ymm26
  vprolq $44, %ymm16, %ymm16
  vprolq $39, %ymm0, %ymm0
  vprolq $15, %ymm9, %ymm9
  vmovdqa64 %ymm11, %ymm8
  vpternlogq $0xd2, %ymm6, %ymm4, %ymm8
  vpternlogq $0x9c, %ymm11, %ymm15, %ymm4
  vpxorq %ymm20, %ymm18, %ymm18
  vpternlogq $0x9c, %ymm15, %ymm21, %ymm11
  vpternlogq $0x9c, %ymm30, %ymm1, %ymm2
  vpternlogq $0xd2, %ymm15, %ymm21, %ymm6
  vpternlogq $0x9c, %ymm1, %ymm25, %ymm30
  vmovdqa64 %ymm26, %ymm12
  vpternlogq $0xd2, %ymm28, %ymm10, %ymm12
  vmovdqa64 %ymm3, %ymm15
  vpternlogq $0xd2, %ymm29, %ymm19, %ymm15
  vmovdqa64 %ymm16, %ymm17
  vpternlogq $0xd2, %ymm22, %ymm7, %ymm17
  vpternlogq $0xd2, %ymm1, %ymm25, %ymm23
  vmovdqa64 %ymm7, %ymm20
  vpternlogq $0xd2, %ymm13, %ymm22, %ymm20
  vpternlogq $0x9c, %ymm16, %ymm24, %ymm7
  vpternlogq $0x9c, %ymm24, %ymm13, %ymm16
  vmovdqa64 %ymm12, %ymm21
  vpternlogq $0x96, %ymm11, %ymm15, %ymm21
  vprolq $41, %ymm18, %ymm18
  vmovdqa64 %ymm9, %ymm25
  vpternlogq $0xd2, %ymm10, %ymm26, %ymm25
  vpternlogq $0x9c, %ymm9, %ymm5, %ymm26
  vmovdqa64 %ymm18, %ymm1
  vpternlogq $0xd2, %ymm19, %ymm3, %ymm1
  vpternlogq $0x9c, %ymm18, %ymm0, %ymm3
  vpandnq %ymm24, %ymm13, %ymm13
  vpternlogq $0x96, %ymm16, %ymm27, %ymm21
  vpternlogq $0x9c, %ymm0, %ymm29, %ymm18
  vpternlogq $0x9c, %ymm5, %ymm28, %ymm9
  vpxorq %ymm23, %ymm4, %ymm24
  vpternlogq $0xd2, %ymm0, %ymm29, %ymm19
  vmovdqa64 %ymm26, %ymm29
  vpternlogq $0x96, %ymm2, %ymm14, %ymm29
  vprolq $1, %ymm21, %ymm0
  vpxorq %ymm13, %ymm22, %ymm22
  vpternlogq $0xd2, %ymm5, %ymm28, %ymm10
  vpternlogq $0x96, 96(%rax){1to4}, %ymm7, %ymm24
  vpternlogq $0x96, %ymm3, %ymm20, %ymm29
  vpxorq %ymm0, %ymm29, %ymm0
  vpternlogq $0x96, %ymm10, %ymm19, %ymm24
  vmovdqa64 %ymm1, %ymm5
  vpternlogq $0x96, %ymm22, %ymm25, %ymm5
  vpternlogq $0x96, %ymm31, %ymm6, %ymm5
  vprolq $1, %ymm29, %ymm29
  vmovdqa64 %ymm18, %ymm13
  vpternlogq $0x96, %ymm30, %ymm8, %ymm13
  vprolq $1, %ymm24, %ymm28
  vpxorq %ymm0, %ymm6, %ymm6
  vpxorq %ymm0, %ymm22, %ymm22
  vpxorq %ymm29, %ymm24, %ymm24
  vpternlogq $0x96, %ymm17, %ymm9, %ymm13
  vprolq $1, %ymm13, %ymm29
  vpxorq %ymm28, %ymm5, %ymm28
  vprolq $1, %ymm5, %ymm5
  vpxorq %ymm29, %ymm21, %ymm21
  vpxorq %ymm5, %ymm13, %ymm13
  vpxorq %ymm28, %ymm27, %ymm27
  vpxorq %ymm0, %ymm25, %ymm25
  vprolq $21, %ymm25, %ymm25
  vpxorq %ymm28, %ymm16, %ymm16
  vpxorq %ymm13, %ymm3, %ymm3
  vpxorq %ymm13, %ymm20, %ymm20
  vprolq $28, %ymm22, %ymm22
  vpxorq %ymm24, %ymm17, %ymm17
  vpxorq %ymm28, %ymm12, %ymm12
  vpxorq %ymm21, %ymm4, %ymm4
  vprolq $20, %ymm27, %ymm27
  vpxorq %ymm21, %ymm19, %ymm19
  vprolq $61, %ymm3, %ymm3
  vpxorq %ymm24, %ymm9, %ymm9
  vprolq $3, %ymm4, %ymm4
  vprolq $1, %ymm17, %ymm17
  vprolq $45, %ymm9, %ymm9
  vpxorq %ymm13, %ymm2, %ymm2
  vpxorq %ymm28, %ymm15, %ymm15
  vpxorq %ymm24, %ymm8, %ymm8
  vprolq $8, %ymm12, %ymm12
  vprolq $18, %ymm19, %ymm19
  vprolq $10, %ymm8, %ymm8
  vpxorq %ymm24, %ymm18, %ymm18
  vpternlogq $0x96, 96(%rax){1to4}, %ymm21, %ymm7
  vpxorq %ymm13, %ymm26, %ymm26
  vprolq $62, %ymm20, %ymm20
  vpxorq %ymm21, %ymm23, %ymm23
  vprolq $6, %ymm2, %ymm2
  vprolq $25, %ymm6, %ymm6
  vprolq $27, %ymm16, %ymm16
  vprolq $14, %ymm15, %ymm15
  vmovdqa64 %ymm6, %ymm5
  vpternlogq $0xd2, %ymm19, %ymm12, %ymm5
  vmovdqa64 %ymm3, %ymm29
  vpternlogq $0xd2, %ymm27, %ymm22, %ymm29
  vpxorq %ymm24, %ymm30, %ymm30
  vpxorq %ymm13, %ymm14, %ymm14
  vpxorq %ymm28, %ymm11, %ymm11
  vmovdqa64 %ymm9, %ymm13
  vpternlogq $0xd2, %ymm22, %ymm3, %ymm13
  vpxorq %ymm0, %ymm31, %ymm31
  vpxorq %ymm0, %ymm1, %ymm1
  vprolq $36, %ymm23, %ymm23
  vprolq $43, %ymm14, %ymm14
  vprolq $2, %ymm18, %ymm18
  vprolq $55, %ymm31, %ymm31
  vprolq $56, %ymm1, %ymm1
  vprolq $44, %ymm30, %ymm30
  vprolq $39, %ymm11, %ymm11
  vprolq $15, %ymm26, %ymm26
  vmovdqa64 %ymm2, %ymm24
  vpternlogq $0xd2, %ymm12, %ymm6, %ymm24
  vpternlogq $0x9c, %ymm2, %ymm17, %ymm6
  vpxorq %ymm21, %ymm10, %ymm10
  vpternlogq $0x9c, %ymm17, %ymm19, %ymm2
  vpternlogq $0x9c, %ymm9, %ymm4, %ymm3
  vpternlogq $0xd2, %ymm17, %ymm19, %ymm12
  vpternlogq $0x9c, %ymm4, %ymm27, %ymm9
  vmovdqa64 %ymm1, %ymm28
  vpternlogq $0xd2, %ymm23, %ymm16, %ymm28
  vmovdqa64 %ymm18, %ymm0
  vpternlogq $0xd2, %ymm31, %ymm20, %ymm0
  vmovdqa64 %ymm30, %ymm17
  vpternlogq $0xd2, %ymm25, %ymm14, %ymm17
  vpternlogq $0xd2, %ymm4, %ymm27, %ymm22
  vmovdqa64 %ymm14, %ymm19
  vpternlogq $0xd2, %ymm15, %ymm25, %ymm19
  vpternlogq $0x9c, %ymm30, %ymm7, %ymm14
  vpternlogq $0x9c, %ymm7, %ymm15, %ymm30
  vmovdqa64 %ymm28, %ymm21
  vpternlogq $0x96, %ymm2, %ymm0, %ymm21
  vprolq $41, %ymm10, %ymm10
  vmovdqa64 %ymm26, %ymm27
  vpternlogq $0xd2, %ymm16, %ymm1, %ymm27
  vpternlogq $0x9c, %ymm26, %ymm8, %ymm1
  vmovdqa64 %ymm10, %ymm4
  vpternlogq $0xd2, %ymm20, %ymm18, %ymm4
  vpternlogq $0x9c, %ymm10, %ymm11, %ymm18
  vpandnq %ymm7, %ymm15, %ymm15
  vpternlogq $0x96, %ymm30, %ymm29, %ymm21
  vpternlogq $0x9c, %ymm11, %ymm31, %ymm10
  vpternlogq $0x9c, %ymm8, %ymm23, %ymm26
  vpxorq %ymm22, %ymm6, %ymm7
  vpternlogq $0xd2, %ymm11, %ymm31, %ymm20
  vmovdqa64 %ymm1, %ymm11
  vpternlogq $0x96, %ymm3, %ymm5, %ymm11
  vprolq $1, %ymm21, %ymm31
  vpxorq %ymm15, %ymm25, %ymm25
  vpternlogq $0xd2, %ymm8, %ymm23, %ymm16
  vpternlogq $0x96, 104(%rax){1to4}, %ymm14, %ymm7
  vpternlogq $0x96, %ymm18, %ymm19, %ymm11
  vpxorq %ymm31, %ymm11, %ymm31
  vpternlogq $0x96, %ymm16, %ymm20, %ymm7
  vmovdqa64 %ymm4, %ymm8
  vpternlogq $0x96, %ymm25, %ymm27, %ymm8
  vpternlogq $0x96, %ymm13, %ymm12, %ymm8
  vprolq $1, %ymm11, %ymm11
  vmovdqa64 %ymm10, %ymm15
  vpternlogq $0x96, %ymm9, %ymm24, %ymm15
  vprolq $1, %ymm7, %ymm23
  vpxorq %ymm31, %ymm12, %ymm12
  vpxorq %ymm31, %ymm25, %ymm25
  vpxorq %ymm11, %ymm7, %ymm7
  vpternlogq $0x96, %ymm17, %ymm26, %ymm15
  vprolq $1, %ymm15, %ymm11
  vpxorq %ymm23, %ymm8, %ymm23
  vprolq $1, %ymm8, %ymm8
  vpxorq %ymm11, %ymm21, %ymm21
  vpxorq %ymm8, %ymm15, %ymm15
  vpxorq %ymm23, %ymm29, %ymm29
  vpxorq %ymm31, %ymm27, %ymm27
  vprolq $21, %ymm27, %ymm27
  vpxorq %ymm23, %ymm30, %ymm30
  vpxorq %ymm15, %ymm18, %ymm18
  vpxorq %ymm15, %ymm19, %ymm19
  vprolq $28, %ymm25, %ymm25
  vpxorq %ymm7, %ymm17, %ymm17
  vpxorq %ymm23, %ymm28, %ymm28
  vpxorq %ymm21, %ymm6, %ymm6
  vprolq $20, %ymm29, %ymm29
  vpxorq %ymm21, %ymm20, %ymm20
  vprolq $61, %ymm18, %ymm18
  vpxorq %ymm7, %ymm26, %ymm26
  vprolq $3, %ymm6, %ymm6
  vprolq $1, %ymm17, %ymm17
  vprolq $45, %ymm26, %ymm26
  vpxorq %ymm15, %ymm3, %ymm3
  vpxorq %ymm23, %ymm0, %ymm0
  vpxorq %ymm7, %ymm24, %ymm24
  vprolq $8, %ymm28, %ymm28
  vprolq $18, %ymm20, %ymm20
  vprolq $10, %ymm24, %ymm24
  vpxorq %ymm7, %ymm10, %ymm10
  vpternlogq $0x96, 104(%rax){1to4}, %ymm21, %ymm14
  vpxorq %ymm15, %ymm1, %ymm1
  vprolq $62, %ymm19, %ymm19
  vpxorq %ymm21, %ymm22, %ymm22
  vprolq $6, %ymm3, %ymm3
  vprolq $25, %ymm12, %ymm12
  vprolq $27, %ymm30, %ymm30
  vprolq $14, %ymm0, %ymm0
  vmovdqa64 %ymm12, %ymm8
  vpternlogq $0xd2, %ymm20, %ymm28, %ymm8
  vmovdqa64 %ymm18, %ymm11
  vpternlogq $0xd2, %ymm29, %ymm25, %ymm11
  vpxorq %ymm7, %ymm9, %ymm9
  vpxorq %ymm15, %ymm5, %ymm5
  vpxorq %ymm23, %ymm2, %ymm2
  vmovdqa64 %ymm26, %ymm15
  vpternlogq $0xd2, %ymm25, %ymm18, %ymm15
  vpxorq %ymm31, %ymm13, %ymm13
  vpxorq %ymm31, %ymm4, %ymm4
  vprolq $36, %ymm22, %ymm22
  vprolq $43, %ymm5, %ymm5
  vprolq $2, %ymm10, %ymm10
  vprolq $55, %ymm13, %ymm13
  vprolq $56, %ymm4, %ymm4
  vprolq $44, %ymm9, %ymm9
  vprolq $39, %ymm2, %ymm2
  vprolq $15, %ymm1, %ymm1
  vmovdqa64 %ymm3, %ymm23
  vpternlogq $0xd2, %ymm28, %ymm12, %ymm23
  vpternlogq $0x9c, %ymm3, %ymm17, %ymm12
  vpxorq %ymm21, %ymm16, %ymm16
  vpternlogq $0x9c, %ymm17, %ymm20, %ymm3
  vpternlogq $0x9c, %ymm26, %ymm6, %ymm18
  vpternlogq $0xd2, %ymm17, %ymm20, %ymm28
  vpternlogq $0x9c, %ymm6, %ymm29, %ymm26
  vmovdqa64 %ymm4, %ymm31
  vpternlogq $0xd2, %ymm22, %ymm30, %ymm31
  vmovdqa64 %ymm10, %ymm7
  vpternlogq $0xd2, %ymm13, %ymm19, %ymm7
  vmovdqa64 %ymm9, %ymm17
  vpternlogq $0xd2, %ymm27, %ymm5, %ymm17
  vpternlogq $0xd2, %ymm6, %ymm29, %ymm25
  vmovdqa64 %ymm5, %ymm20
  vpternlogq $0xd2, %ymm0, %ymm27, %ymm20
  vpternlogq $0x9c, %ymm9, %ymm14, %ymm5
  vpternlogq $0x9c, %ymm14, %ymm0, %ymm9
  vmovdqa64 %ymm31, %ymm21
  vpternlogq $0x96, %ymm3, %ymm7, %ymm21
  vprolq $41, %ymm16, %ymm16
  vmovdqa64 %ymm1, %ymm29
  vpternlogq $0xd2, %ymm30, %ymm4, %ymm29
  vpternlogq $0x9c, %ymm1, %ymm24, %ymm4
  vmovdqa64 %ymm16, %ymm6
  vpternlogq $0xd2, %ymm19, %ymm10, %ymm6
  vpternlogq $0x9c, %ymm16, %ymm2, %ymm10
  vpandnq %ymm14, %ymm0, %ymm0
  vpternlogq $0x96, %ymm9, %ymm11, %ymm21
  vpternlogq $0x9c, %ymm2, %ymm13, %ymm16
  vpternlogq $0x9c, %ymm24, %ymm22, %ymm1
  vpxorq %ymm25, %ymm12, %ymm14
  vpternlogq $0xd2, %ymm2, %ymm13, %ymm19
  vmovdqa64 %ymm4, %ymm2
  vpternlogq $0x96, %ymm18, %ymm8, %ymm2
  vprolq $1, %ymm21, %ymm13
  vpxorq %ymm0, %ymm27, %ymm27
  vpternlogq $0xd2, %ymm24, %ymm22, %ymm30
  vpternlogq $0x96, 112(%rax){1to4}, %ymm5, %ymm14
  vpternlogq $0x96, %ymm10, %ymm20, %ymm2
  vpxorq %ymm13, %ymm2, %ymm13
  vpternlogq $0x96, %ymm30, %ymm19, %ymm14
  vmovdqa64 %ymm6, %ymm22
  vpternlogq $0x96, %ymm27, %ymm29, %ymm22
  vpternlogq $0x96, %ymm15, %ymm28, %ymm22
  vprolq $1, %ymm2, %ymm2
  vmovdqa64 %ymm16, %ymm24
  vpternlogq $0x96, %ymm26, %ymm23, %ymm24
  vprolq $1, %ymm14, %ymm0
  vpxorq %ymm13, %ymm28, %ymm28
  vpxorq %ymm13, %ymm27, %ymm27
  vpxorq %ymm2, %ymm14, %ymm14
  vpternlogq $0x96, %ymm17, %ymm1, %ymm24
  vprolq $1, %ymm24, %ymm2
  vpxorq %ymm0, %ymm22, %ymm0
  vprolq $1, %ymm22, %ymm22
  vpxorq %ymm2, %ymm21, %ymm21
  vpxorq %ymm22, %ymm24, %ymm24
  vpxorq %ymm0, %ymm11, %ymm11
  vpxorq %ymm13, %ymm29, %ymm29
  vprolq $21, %ymm29, %ymm29
  vpxorq %ymm0, %ymm9, %ymm9
  vpxorq %ymm24, %ymm10, %ymm10
  vpxorq %ymm24, %ymm20, %ymm20
  vprolq $28, %ymm27, %ymm27
  vpxorq %ymm14, %ymm17, %ymm17
  vpxorq %ymm0, %ymm31, %ymm31
  vpxorq %ymm21, %ymm12, %ymm12
  vprolq $20, %ymm11, %ymm11
  vpxorq %ymm21, %ymm19, %ymm19
  vprolq $61, %ymm10, %ymm10
  vpxorq %ymm14, %ymm1, %ymm1
  vprolq $3, %ymm12, %ymm12
  vprolq $1, %ymm17, %ymm17
  vprolq $45, %ymm1, %ymm1
  vpxorq %ymm24, %ymm18, %ymm18
  vpxorq %ymm0, %ymm7, %ymm7
  vpxorq %ymm14, %ymm23, %ymm23
  vprolq $8, %ymm31, %ymm31
  vprolq $18, %ymm19, %ymm19
  vprolq $10, %ymm23, %ymm23
  vpxorq %ymm14, %ymm16, %ymm16
  vpternlogq $0x96, 112(%rax){1to4}, %ymm21, %ymm5
  vpxorq %ymm24, %ymm4, %ymm4
  vprolq $62, %ymm20, %ymm20
  vpxorq %ymm21, %ymm25, %ymm25
  vprolq $6, %ymm18, %ymm18
  vprolq $25, %ymm28, %ymm28
  vprolq $27, %ymm9, %ymm9
  vprolq $14, %ymm7, %ymm7
  vmovdqa64 %ymm28, %ymm22
  vpternlogq $0xd2, %ymm19, %ymm31, %ymm22
  vmovdqa64 %ymm10, %ymm2
  vpternlogq $0xd2, %ymm11, %ymm27, %ymm2
  vpxorq %ymm14, %ymm26, %ymm26
  vpxorq %ymm24, %ymm8, %ymm8
  vpxorq %ymm0, %ymm3, %ymm3
  vmovdqa64 %ymm1, %ymm14
  vpternlogq $0xd2, %ymm27, %ymm10, %ymm14
  vpxorq %ymm13, %ymm15, %ymm15
  vpxorq %ymm13, %ymm6, %ymm6
  vprolq $36, %ymm25, %ymm25
  vprolq $43, %ymm8, %ymm8
  vprolq $2, %ymm16, %ymm16
  vprolq $55, %ymm15, %ymm15
  vprolq $56, %ymm6, %ymm6
  vprolq $44, %ymm26, %ymm26
  vprolq $39, %ymm3, %ymm3
  vprolq $15, %ymm4, %ymm4
  vmovdqa64 %ymm18, %ymm24
  vpternlogq $0xd2, %ymm31, %ymm28, %ymm24
  vpternlogq $0x9c, %ymm18, %ymm17, %ymm28
  vpxorq %ymm21, %ymm30, %ymm30
  vpternlogq $0x9c, %ymm17, %ymm19, %ymm18
  vpternlogq $0x9c, %ymm1, %ymm12, %ymm10
  vpternlogq $0xd2, %ymm17, %ymm19, %ymm31
  vpternlogq $0x9c, %ymm12, %ymm11, %ymm1
  vmovdqa64 %ymm6, %ymm0
  vpternlogq $0xd2, %ymm25, %ymm9, %ymm0
  vmovdqa64 %ymm16, %ymm13
  vpternlogq $0xd2, %ymm15, %ymm20, %ymm13
  vmovdqa64 %ymm26, %ymm17
  vpternlogq $0xd2, %ymm29, %ymm8, %ymm17
  vpternlogq $0xd2, %ymm12, %ymm11, %ymm27
  vmovdqa64 %ymm8, %ymm19
  vpternlogq $0xd2, %ymm7, %ymm29, %ymm19
  vpternlogq $0x9c, %ymm26, %ymm5, %ymm8
  vpternlogq $0x9c, %ymm5, %ymm7, %ymm26
  vmovdqa64 %ymm0, %ymm21
  vpternlogq $0x96, %ymm18, %ymm13, %ymm21
  vprolq $41, %ymm30, %ymm30
  vmovdqa64 %ymm4, %ymm11
  vpternlogq $0xd2, %ymm9, %ymm6, %ymm11
  vpternlogq $0x9c, %ymm4, %ymm23, %ymm6
  vmovdqa64 %ymm30, %ymm12
  vpternlogq $0xd2, %ymm20, %ymm16, %ymm12
  vpternlogq $0x9c, %ymm30, %ymm3, %ymm16
  vpandnq %ymm5, %ymm7, %ymm7
  vpternlogq $0x96, %ymm26, %ymm2, %ymm21
  vpternlogq $0x9c, %ymm3, %ymm15, %ymm30
  vpternlogq $0x9c, %ymm23, %ymm25, %ymm4
  vpxorq %ymm27, %ymm28, %ymm5
  vpternlogq $0xd2, %ymm3, %ymm15, %ymm20
  vmovdqa64 %ymm6, %ymm15
  vpternlogq $0x96, %ymm10, %ymm22, %ymm15
  vprolq $1, %ymm21, %ymm3
  vpxorq %ymm7, %ymm29, %ymm29
  vpternlogq $0xd2, %ymm23, %ymm25, %ymm9
  vpternlogq $0x96, 120(%rax){1to4}, %ymm8, %ymm5
  vpternlogq $0x96, %ymm16, %ymm19, %ymm15
  vpxorq %ymm3, %ymm15, %ymm3
  vpternlogq $0x96, %ymm9, %ymm20, %ymm5
  vmovdqa64 %ymm12, %ymm7
  vpternlogq $0x96, %ymm29, %ymm11, %ymm7
  vpternlogq $0x96, %ymm14, %ymm31, %ymm7
  vprolq $1, %ymm15, %ymm15
  vmovdqa64 %ymm30, %ymm23
  vpternlogq $0x96, %ymm1, %ymm24, %ymm23
  vprolq $1, %ymm5, %ymm25
  vpxorq %ymm3, %ymm31, %ymm31
  vpxorq %ymm3, %ymm29, %ymm29
  vpxorq %ymm15, %ymm5, %ymm5
  vpternlogq $0x96, %ymm17, %ymm4, %ymm23
  vprolq $1, %ymm23, %ymm15
  vpxorq %ymm25, %ymm7, %ymm25
  vprolq $1, %ymm7, %ymm7
  vpxorq %ymm15, %ymm21, %ymm21
  vpxorq %ymm7, %ymm23, %ymm23
  vpxorq %ymm25, %ymm2, %ymm2
  vpxorq %ymm3, %ymm11, %ymm11
  vprolq $21, %ymm11, %ymm11
  vpxorq %ymm25, %ymm26, %ymm26
  vpxorq %ymm23, %ymm16, %ymm16
  vpxorq %ymm23, %ymm19, %ymm19
  vprolq $28, %ymm29, %ymm29
  vpxorq %ymm5, %ymm17, %ymm17
  vpxorq %ymm25, %ymm0, %ymm0
  vpxorq %ymm21, %ymm28, %ymm28
  vprolq $20, %ymm2, %ymm2
  vpxorq %ymm21, %ymm20, %ymm20
  vprolq $61, %ymm16, %ymm16
  vpxorq %ymm5, %ymm4, %ymm4
  vprolq $3, %ymm28, %ymm28
  vprolq $1, %ymm17, %ymm17
  vprolq $45, %ymm4, %ymm4
  vpxorq %ymm23, %ymm10, %ymm10
  vpxorq %ymm25, %ymm13, %ymm13
  vpxorq %ymm5, %ymm24, %ymm24
  vprolq $8, %ymm0, %ymm0
  vprolq $18, %ymm20, %ymm20
  vprolq $10, %ymm24, %ymm24
  vpxorq %ymm5, %ymm30, %ymm30
  vpternlogq $0x96, 120(%rax){1to4}, %ymm21, %ymm8
  vpxorq %ymm23, %ymm6, %ymm6
  vprolq $62, %ymm19, %ymm19
  vpxorq %ymm21, %ymm27, %ymm27
  vprolq $6, %ymm10, %ymm10
  vprolq $25, %ymm31, %ymm31
  vprolq $27, %ymm26, %ymm26
  vprolq $14, %ymm13, %ymm13
  vmovdqa64 %ymm31, %ymm7
  vpternlogq $0xd2, %ymm20, %ymm0, %ymm7
  vmovdqa64 %ymm16, %ymm15
  vpternlogq $0xd2, %ymm2, %ymm29, %ymm15
  vpxorq %ymm5, %ymm1, %ymm1
  vpxorq %ymm23, %ymm22, %ymm22
  vpxorq %ymm25, %ymm18, %ymm18
  vmovdqa64 %ymm4, %ymm23
  vpternlogq $0xd2, %ymm29, %ymm16, %ymm23
  vpxorq %ymm3, %ymm14, %ymm14
  vpxorq %ymm3, %ymm12, %ymm12
  vprolq $36, %ymm27, %ymm27
  vprolq $43, %ymm22, %ymm22
  vprolq $2, %ymm30, %ymm30
  vprolq $55, %ymm14, %ymm14
  vprolq $56, %ymm12, %ymm12
  vprolq $44, %ymm1, %ymm1
  vprolq $39, %ymm18, %ymm18
  vprolq $15, %ymm6, %ymm6
  vmovdqa64 %ymm10, %ymm25
  vpternlogq $0xd2, %ymm0, %ymm31, %ymm25
  vpternlogq $0x9c, %ymm10, %ymm17, %ymm31
  vpxorq %ymm21, %ymm9, %ymm9
  vpternlogq $0x9c, %ymm17, %ymm20, %ymm10
  vpternlogq $0x9c, %ymm4, %ymm28, %ymm16
  vpternlogq $0xd2, %ymm17, %ymm20, %ymm0
  vpternlogq $0x9c, %ymm28, %ymm2, %ymm4
  vmovdqa64 %ymm12, %ymm3
  vpternlogq $0xd2, %ymm27, %ymm26, %ymm3
  vmovdqa64 %ymm30, %ymm5
  vpternlogq $0xd2, %ymm14, %ymm19, %ymm5
  vmovdqa64 %ymm1, %ymm17
  vpternlogq $0xd2, %ymm11, %ymm22, %ymm17
  vpternlogq $0xd2, %ymm28, %ymm2, %ymm29
  vmovdqa64 %ymm22, %ymm20
  vpternlogq $0xd2, %ymm13, %ymm11, %ymm20
  vpternlogq $0x9c, %ymm1, %ymm8, %ymm22
  vpternlogq $0x9c, %ymm8, %ymm13, %ymm1
  vmovdqa64 %ymm3, %ymm21
  vpternlogq $0x96, %ymm10, %ymm5, %ymm21
  vprolq $41, %ymm9, %ymm9
  vmovdqa64 %ymm6, %ymm28
  vpternlogq $0xd2, %ymm26, %ymm12, %ymm28
  vpternlogq $0x9c, %ymm6, %ymm24, %ymm12
  vmovdqa64 %ymm9, %ymm2
  vpternlogq $0xd2, %ymm19, %ymm30, %ymm2
  vpternlogq $0x9c, %ymm9, %ymm18, %ymm30
  vpandnq %ymm8, %ymm13, %ymm13
  vpternlogq $0x96, %ymm1, %ymm15, %ymm21
  vpternlogq $0x9c, %ymm18, %ymm14, %ymm9
  vpternlogq $0x9c, %ymm24, %ymm27, %ymm6
  vpxorq %ymm29, %ymm31, %ymm8
  vpternlogq $0xd2, %ymm18, %ymm14, %ymm19
  vmovdqa64 %ymm12, %ymm14
  vpternlogq $0x96, %ymm16, %ymm7, %ymm14
  vprolq $1, %ymm21, %ymm18
  vpxorq %ymm13, %ymm11, %ymm11
  vpternlogq $0xd2, %ymm24, %ymm27, %ymm26
  vpternlogq $0x96, 128(%rax){1to4}, %ymm22, %ymm8
  vpternlogq $0x96, %ymm30, %ymm20, %ymm14
  vpxorq %ymm18, %ymm14, %ymm18
  vpternlogq $0x96, %ymm26, %ymm19, %ymm8
  vmovdqa64 %ymm2, %ymm24
  vpternlogq $0x96, %ymm11, %ymm28, %ymm24
  vpternlogq $0x96, %ymm23, %ymm0, %ymm24
  vprolq $1, %ymm14, %ymm14
  vmovdqa64 %ymm9, %ymm27
  vpternlogq $0x96, %ymm4, %ymm25, %ymm27
  vprolq $1, %ymm8, %ymm13
  vpxorq %ymm18, %ymm0, %ymm0
  vpxorq %ymm18, %ymm11, %ymm11
  vpxorq %ymm14, %ymm8, %ymm8
  vpternlogq $0x96, %ymm17, %ymm6, %ymm27
  vprolq $1, %ymm27, %ymm14
  vpxorq %ymm13, %ymm24, %ymm13
  vprolq $1, %ymm24, %ymm24
  vpxorq %ymm14, %ymm21, %ymm21
  vpxorq %ymm24, %ymm27, %ymm27
  vpxorq %ymm13, %ymm15, %ymm15
  vpxorq %ymm18, %ymm28, %ymm28
  vprolq $21, %ymm28, %ymm28
  vpxorq %ymm13, %ymm1, %ymm1
  vpxorq %ymm27, %ymm30, %ymm30
  vpxorq %ymm27, %ymm20, %ymm20
  vprolq $28, %ymm11, %ymm11
  vpxorq %ymm8, %ymm17, %ymm17
  vpxorq %ymm13, %ymm3, %ymm3
  vpxorq %ymm21, %ymm31, %ymm31
  vprolq $20, %ymm15, %ymm15
  vpxorq %ymm21, %ymm19, %ymm19
  vprolq $61, %ymm30, %ymm30
  vpxorq %ymm8, %ymm6, %ymm6
  vprolq $3, %ymm31, %ymm31
  vprolq $1, %ymm17, %ymm17
  vprolq $45, %ymm6, %ymm6
  vpxorq %ymm27, %ymm16, %ymm16
  vpxorq %ymm13, %ymm5, %ymm5
  vpxorq %ymm8, %ymm25, %ymm25
  vprolq $8, %ymm3, %ymm3
  vprolq $18, %ymm19, %ymm19
  vprolq $10, %ymm25, %ymm25
  vpxorq %ymm8, %ymm9, %ymm9
  vpternlogq $0x96, 128(%rax){1to4}, %ymm21, %ymm22
  vpxorq %ymm27, %ymm12, %ymm12
  vprolq $62, %ymm20, %ymm20
  vpxorq %ymm21, %ymm29, %ymm29
  vprolq $6, %ymm16, %ymm16
  vprolq $25, %ymm0, %ymm0
  vprolq $27, %ymm1, %ymm1
  vprolq $14, %ymm5, %ymm5
  vmovdqa64 %ymm0, %ymm24
  vpternlogq $0xd2, %ymm19, %ymm3, %ymm24
  vmovdqa64 %ymm30, %ymm14
  vpternlogq $0xd2, %ymm15, %ymm11, %ymm14
  vpxorq %ymm8, %ymm4, %ymm4
  vpxorq %ymm27, %ymm7, %ymm7
  vpxorq %ymm13, %ymm10, %ymm10
  vmovdqa64 %ymm6, %ymm27
  vpternlogq $0xd2, %ymm11, %ymm30, %ymm27
  vpxorq %ymm18, %ymm23, %ymm23
  vpxorq %ymm18, %ymm2, %ymm2
  vprolq $36, %ymm29, %ymm29
  vprolq $43, %ymm7, %ymm7
  vprolq $2, %ymm9, %ymm9
  vprolq $55, %ymm23, %ymm23
  vprolq $56, %ymm2, %ymm2
  vprolq $44, %ymm4, %ymm4
  vprolq $39, %ymm10, %ymm10
  vprolq $15, %ymm12, %ymm12
  vmovdqa64 %ymm16, %ymm8
  vpternlogq $0xd2, %ymm3, %ymm0, %ymm8
  vpternlogq $0x9c, %ymm16, %ymm17, %ymm0
  vpxorq %ymm21, %ymm26, %ymm26
  vpternlogq $0x9c, %ymm17, %ymm19, %ymm16
  vpternlogq $0x9c, %ymm6, %ymm31, %ymm30
  vpternlogq $0xd2, %ymm17, %ymm19, %ymm3
  vpternlogq $0x9c, %ymm31, %ymm15, %ymm6
  vmovdqa64 %ymm2, %ymm13
  vpternlogq $0xd2, %ymm29, %ymm1, %ymm13
  vmovdqa64 %ymm9, %ymm17
  vpternlogq $0xd2, %ymm23, %ymm20, %ymm17
  vmovdqa64 %ymm4, %ymm18
  vpternlogq $0xd2, %ymm28, %ymm7, %ymm18
  vpternlogq $0xd2, %ymm31, %ymm15, %ymm11
  vmovdqa64 %ymm7, %ymm19
  vpternlogq $0xd2, %ymm5, %ymm28, %ymm19
  vpternlogq $0x9c, %ymm4, %ymm22, %ymm7
  vpternlogq $0x9c, %ymm22, %ymm5, %ymm4
  vmovdqa64 %ymm13, %ymm21
  vpternlogq $0x96, %ymm16, %ymm17, %ymm21
  vprolq $41, %ymm26, %ymm26
  vmovdqa64 %ymm12, %ymm31
  vpternlogq $0xd2, %ymm1, %ymm2, %ymm31
  vpternlogq $0x9c, %ymm12, %ymm25, %ymm2
  vmovdqa64 %ymm26, %ymm15
  vpternlogq $0xd2, %ymm20, %ymm9, %ymm15
  vpternlogq $0x9c, %ymm26, %ymm10, %ymm9
  vpandnq %ymm22, %ymm5, %ymm5
  vpternlogq $0x96, %ymm4, %ymm14, %ymm21
  vpternlogq $0x9c, %ymm10, %ymm23, %ymm26
  vpternlogq $0x9c, %ymm25, %ymm29, %ymm12
  vpxorq %ymm11, %ymm0, %ymm22
  vpternlogq $0xd2, %ymm10, %ymm23, %ymm20
  vmovdqa64 %ymm2, %ymm23
  vpternlogq $0x96, %ymm30, %ymm24, %ymm23
  vprolq $1, %ymm21, %ymm10
  vpxorq %ymm5, %ymm28, %ymm28
  vpternlogq $0xd2, %ymm25, %ymm29, %ymm1
  vpternlogq $0x96, 136(%rax){1to4}, %ymm7, %ymm22
  vpternlogq $0x96, %ymm9, %ymm19, %ymm23
  vpxorq %ymm10, %ymm23, %ymm10
  vpternlogq $0x96, %ymm1, %ymm20, %ymm22
  vmovdqa64 %ymm15, %ymm25
  vpternlogq $0x96, %ymm28, %ymm31, %ymm25
  vpternlogq $0x96, %ymm27, %ymm3, %ymm25
  vprolq $1, %ymm23, %ymm23
  vmovdqa64 %ymm26, %ymm29
  vpternlogq $0x96, %ymm6, %ymm8, %ymm29
  vprolq $1, %ymm22, %ymm5
  vpxorq %ymm10, %ymm3, %ymm3
  vpxorq %ymm10, %ymm28, %ymm28
  vpxorq %ymm23, %ymm22, %ymm22
  vpternlogq $0x96, %ymm18, %ymm12, %ymm29
  vprolq $1, %ymm29, %ymm23
  vpxorq %ymm5, %ymm25, %ymm5
  vprolq $1, %ymm25, %ymm25
  vpxorq %ymm23, %ymm21, %ymm21
  vpxorq %ymm25, %ymm29, %ymm29
  vpxorq %ymm5, %ymm14, %ymm14
  vpxorq %ymm10, %ymm31, %ymm31
  vprolq $21, %ymm31, %ymm31
  vpxorq %ymm5, %ymm4, %ymm4
  vpxorq %ymm29, %ymm9, %ymm9
  vpxorq %ymm29, %ymm19, %ymm19
  vprolq $28, %ymm28, %ymm28
  vpxorq %ymm22, %ymm18, %ymm18
  vpxorq %ymm5, %ymm13, %ymm13
  vpxorq %ymm21, %ymm0, %ymm0
  vprolq $20, %ymm14, %ymm14
  vpxorq %ymm21, %ymm20, %ymm20
  vprolq $61, %ymm9, %ymm9
  vpxorq %ymm22, %ymm12, %ymm12
  vprolq $3, %ymm0, %ymm0
  vprolq $1, %ymm18, %ymm18
  vprolq $45, %ymm12, %ymm12
  vpxorq %ymm29, %ymm30, %ymm30
  vpxorq %ymm5, %ymm17, %ymm17
  vpxorq %ymm22, %ymm8, %ymm8
  vprolq $8, %ymm13, %ymm13
  vprolq $18, %ymm20, %ymm20
  vprolq $10, %ymm8, %ymm8
  vpxorq %ymm22, %ymm26, %ymm26
  vpternlogq $0x96, 136(%rax){1to4}, %ymm21, %ymm7
  vpxorq %ymm29, %ymm2, %ymm2
  vprolq $62, %ymm19, %ymm19
  vpxorq %ymm21, %ymm11, %ymm11
  vprolq $6, %ymm30, %ymm30
  vprolq $25, %ymm3, %ymm3
  vprolq $27, %ymm4, %ymm4
  vprolq $14, %ymm17, %ymm17
  vmovdqa64 %ymm3, %ymm25
  vpternlogq $0xd2, %ymm20, %ymm13, %ymm25
  vmovdqa64 %ymm9, %ymm23
  vpternlogq $0xd2, %ymm14, %ymm28, %ymm23
  vpxorq %ymm22, %ymm6, %ymm6
  vpxorq %ymm29, %ymm24, %ymm24
  vpxorq %ymm5, %ymm16, %ymm16
  vmovdqa64 %ymm12, %ymm29
  vpternlogq $0xd2, %ymm28, %ymm9, %ymm29
  vpxorq %ymm10, %ymm27, %ymm27
  vpxorq %ymm10, %ymm15, %ymm15
  vprolq $36, %ymm11, %ymm11
  vprolq $43, %ymm24, %ymm24
  vprolq $2, %ymm26, %ymm26
  vprolq $55, %ymm27, %ymm27
  vprolq $56, %ymm15, %ymm15
  vprolq $44, %ymm6, %ymm6
  vprolq $39, %ymm16, %ymm16
  vprolq $15, %ymm2, %ymm2
  vmovdqa64 %ymm30, %ymm5
  vpternlogq $0xd2, %ymm13, %ymm3, %ymm5
  vpternlogq $0x9c, %ymm30, %ymm18, %ymm3
  vpxorq %ymm21, %ymm1, %ymm1
  vpternlogq $0x9c, %ymm18, %ymm20, %ymm30
  vpternlogq $0x9c, %ymm12, %ymm0, %ymm9
  vpternlogq $0xd2, %ymm18, %ymm20, %ymm13
  vpternlogq $0x9c, %ymm0, %ymm14, %ymm12
  vmovdqa64 %ymm15, %ymm10
  vpternlogq $0xd2, %ymm11, %ymm4, %ymm10
  vmovdqa64 %ymm26, %ymm18
  vpternlogq $0xd2, %ymm27, %ymm19, %ymm18
  vmovdqa64 %ymm6, %ymm20
  vpternlogq $0xd2, %ymm31, %ymm24, %ymm20
  vpternlogq $0xd2, %ymm0, %ymm14, %ymm28
  vmovdqa64 %ymm24, %ymm21
  vpternlogq $0xd2, %ymm17, %ymm31, %ymm21
  vpternlogq $0x9c, %ymm6, %ymm7, %ymm24
  vpternlogq $0x9c, %ymm7, %ymm17, %ymm6
  vmovdqa64 %ymm10, %ymm22
  vpternlogq $0x96, %ymm30, %ymm18, %ymm22
  vprolq $41, %ymm1, %ymm1
  vmovdqa64 %ymm2, %ymm0
  vpternlogq $0xd2, %ymm4, %ymm15, %ymm0
  vpternlogq $0x9c, %ymm2, %ymm8, %ymm15
  vmovdqa64 %ymm1, %ymm14
  vpternlogq $0xd2, %ymm19, %ymm26, %ymm14
  vpternlogq $0x9c, %ymm1, %ymm16, %ymm26
  vpandnq %ymm7, %ymm17, %ymm17
  vpternlogq $0x96, %ymm6, %ymm23, %ymm22
  vpternlogq $0x9c, %ymm16, %ymm27, %ymm1
  vpternlogq $0x9c, %ymm8, %ymm11, %ymm2
  vpxorq %ymm28, %ymm3, %ymm7
  vpternlogq $0xd2, %ymm16, %ymm27, %ymm19
  vmovdqa64 %ymm15, %ymm16
  vpternlogq $0x96, %ymm9, %ymm25, %ymm16
  vprolq $1, %ymm22, %ymm27
  vpxorq %ymm17, %ymm31, %ymm31
  vpternlogq $0xd2, %ymm8, %ymm11, %ymm4
  vpternlogq $0x96, 144(%rax){1to4}, %ymm24, %ymm7
  vpternlogq $0x96, %ymm26, %ymm21, %ymm16
  vpxorq %ymm27, %ymm16, %ymm27
  vpternlogq $0x96, %ymm4, %ymm19, %ymm7
  vmovdqa64 %ymm14, %ymm8
  vpternlogq $0x96, %ymm31, %ymm0, %ymm8
  vpternlogq $0x96, %ymm29, %ymm13, %ymm8
  vprolq $1, %ymm16, %ymm16
  vmovdqa64 %ymm1, %ymm11
  vpternlogq $0x96, %ymm12, %ymm5, %ymm11
  vprolq $1, %ymm7, %ymm17
  vpxorq %ymm27, %ymm13, %ymm13
  vpxorq %ymm27, %ymm31, %ymm31
  vpxorq %ymm16, %ymm7, %ymm7
  vpternlogq $0x96, %ymm20, %ymm2, %ymm11
  vprolq $1, %ymm11, %ymm16
  vpxorq %ymm17, %ymm8, %ymm17
  vprolq $1, %ymm8, %ymm8
  vpxorq %ymm16, %ymm22, %ymm22
  vpxorq %ymm8, %ymm11, %ymm11
  vpxorq %ymm17, %ymm23, %ymm23
  vpxorq %ymm27, %ymm0, %ymm0
  vprolq $21, %ymm0, %ymm0
  vpxorq %ymm17, %ymm6, %ymm6
  vpxorq %ymm11, %ymm26, %ymm26
  vpxorq %ymm11, %ymm21, %ymm21
  vprolq $28, %ymm31, %ymm31
  vpxorq %ymm7, %ymm20, %ymm20
  vpxorq %ymm17, %ymm10, %ymm10
  vpxorq %ymm22, %ymm3, %ymm3
  vprolq $20, %ymm23, %ymm23
  vpxorq %ymm22, %ymm19, %ymm19
  vprolq $61, %ymm26, %ymm26
  vpxorq %ymm7, %ymm2, %ymm2
  vprolq $3, %ymm3, %ymm3
  vprolq $1, %ymm20, %ymm20
  vprolq $45, %ymm2, %ymm2
  vpxorq %ymm11, %ymm9, %ymm9
  vpxorq %ymm17, %ymm18, %ymm18
  vpxorq %ymm7, %ymm5, %ymm5
  vprolq $8, %ymm10, %ymm10
  vprolq $18, %ymm19, %ymm19
  vprolq $10, %ymm5, %ymm5
  vpxorq %ymm7, %ymm1, %ymm1
  vpternlogq $0x96, 144(%rax){1to4}, %ymm22, %ymm24
  vpxorq %ymm11, %ymm15, %ymm15
  vprolq $62, %ymm21, %ymm21
  vpxorq %ymm22, %ymm28, %ymm28
  vprolq $6, %ymm9, %ymm9
  vprolq $25, %ymm13, %ymm13
  vprolq $27, %ymm6, %ymm6
  vprolq $14, %ymm18, %ymm18
  vmovdqa64 %ymm13, %ymm8
  vpternlogq $0xd2, %ymm19, %ymm10, %ymm8
  vmovdqa64 %ymm26, %ymm16
  vpternlogq $0xd2, %ymm23, %ymm31, %ymm16
  vpxorq %ymm7, %ymm12, %ymm12
  vpxorq %ymm11, %ymm25, %ymm25
  vpxorq %ymm17, %ymm30, %ymm30
  vmovdqa64 %ymm2, %ymm17
  vpternlogq $0xd2, %ymm31, %ymm26, %ymm17
  vpxorq %ymm27, %ymm29, %ymm29
  vpxorq %ymm27, %ymm14, %ymm14
  vprolq $36, %ymm28, %ymm28
  vprolq $43, %ymm25, %ymm25
  vprolq $2, %ymm1, %ymm1
  vprolq $55, %ymm29, %ymm29
  vprolq $56, %ymm14, %ymm14
  vprolq $44, %ymm12, %ymm12
  vprolq $39, %ymm30, %ymm30
  vprolq $15, %ymm15, %ymm15
  vmovdqa64 %ymm9, %ymm27
  vpternlogq $0xd2, %ymm10, %ymm13, %ymm27
  vpternlogq $0x9c, %ymm9, %ymm20, %ymm13
  vpxorq %ymm22, %ymm4, %ymm4
  vpternlogq $0x9c, %ymm20, %ymm19, %ymm9
  vpternlogq $0x9c, %ymm2, %ymm3, %ymm26
  vpternlogq $0xd2, %ymm20, %ymm19, %ymm10
  vpternlogq $0x9c, %ymm3, %ymm23, %ymm2
  vmovdqa64 %ymm14, %ymm7
  vpternlogq $0xd2, %ymm28, %ymm6, %ymm7
  vmovdqa64 %ymm1, %ymm11
  vpternlogq $0xd2, %ymm29, %ymm21, %ymm11
  vmovdqa64 %ymm12, %ymm19
  vpternlogq $0xd2, %ymm0, %ymm25, %ymm19
  vpternlogq $0xd2, %ymm3, %ymm23, %ymm31
  vmovdqa64 %ymm25, %ymm20
  vpternlogq $0xd2, %ymm18, %ymm0, %ymm20
  vpternlogq $0x9c, %ymm12, %ymm24, %ymm25
  vpternlogq $0x9c, %ymm24, %ymm18, %ymm12
  vmovdqa64 %ymm7, %ymm22
  vpternlogq $0x96, %ymm9, %ymm11, %ymm22
  vprolq $41, %ymm4, %ymm4
  vmovdqa64 %ymm15, %ymm23
  vpternlogq $0xd2, %ymm6, %ymm14, %ymm23
  vpternlogq $0x9c, %ymm15, %ymm5, %ymm14
  vmovdqa64 %ymm4, %ymm3
  vpternlogq $0xd2, %ymm21, %ymm1, %ymm3
  vpternlogq $0x9c, %ymm4, %ymm30, %ymm1
  vpandnq %ymm24, %ymm18, %ymm18
  vpternlogq $0x96, %ymm12, %ymm16, %ymm22
  vpternlogq $0x9c, %ymm30, %ymm29, %ymm4
  vpternlogq $0x9c, %ymm5, %ymm28, %ymm15
  vpxorq %ymm31, %ymm13, %ymm24
  vpternlogq $0xd2, %ymm30, %ymm29, %ymm21
  vmovdqa64 %ymm14, %ymm29
  vpternlogq $0x96, %ymm26, %ymm8, %ymm29
  vprolq $1, %ymm22, %ymm30
  vpxorq %ymm18, %ymm0, %ymm0
  vpternlogq $0xd2, %ymm5, %ymm28, %ymm6
  vpternlogq $0x96, 152(%rax){1to4}, %ymm25, %ymm24
  vpternlogq $0x96, %ymm1, %ymm20, %ymm29
  vpxorq %ymm30, %ymm29, %ymm30
  vpternlogq $0x96, %ymm6, %ymm21, %ymm24
  vmovdqa64 %ymm3, %ymm5
  vpternlogq $0x96, %ymm0, %ymm23, %ymm5
  vpternlogq $0x96, %ymm17, %ymm10, %ymm5
  vprolq $1, %ymm29, %ymm29
  vmovdqa64 %ymm4, %ymm18
  vpternlogq $0x96, %ymm2, %ymm27, %ymm18
  vprolq $1, %ymm24, %ymm28
  vpxorq %ymm30, %ymm10, %ymm10
  vpxorq %ymm30, %ymm0, %ymm0
  vpxorq %ymm29, %ymm24, %ymm24
  vpternlogq $0x96, %ymm19, %ymm15, %ymm18
  vprolq $1, %ymm18, %ymm29
  vpxorq %ymm28, %ymm5, %ymm28
  vprolq $1, %ymm5, %ymm5
  vpxorq %ymm29, %ymm22, %ymm22
  vpxorq %ymm5, %ymm18, %ymm18
  vpxorq %ymm28, %ymm16, %ymm16
  vpxorq %ymm30, %ymm23, %ymm23
  vprolq $21, %ymm23, %ymm23
  vpxorq %ymm28, %ymm12, %ymm12
  vpxorq %ymm18, %ymm1, %ymm1
  vpxorq %ymm18, %ymm20, %ymm20
  vprolq $28, %ymm0, %ymm0
  vpxorq %ymm24, %ymm19, %ymm19
  vpxorq %ymm28, %ymm7, %ymm7
  vpxorq %ymm22, %ymm13, %ymm13
  vprolq $20, %ymm16, %ymm16
  vpxorq %ymm22, %ymm21, %ymm21
  vprolq $61, %ymm1, %ymm1
  vpxorq %ymm24, %ymm15, %ymm15
  vprolq $3, %ymm13, %ymm13
  vprolq $1, %ymm19, %ymm19
  vprolq $45, %ymm15, %ymm15
  vpxorq %ymm18, %ymm26, %ymm26
  vpxorq %ymm28, %ymm11, %ymm11
  vpxorq %ymm24, %ymm27, %ymm27
  vprolq $8, %ymm7, %ymm7
  vprolq $18, %ymm21, %ymm21
  vprolq $10, %ymm27, %ymm27
  vpxorq %ymm24, %ymm4, %ymm4
  vpternlogq $0x96, 152(%rax){1to4}, %ymm22, %ymm25
  vpxorq %ymm18, %ymm14, %ymm14
  vprolq $62, %ymm20, %ymm20
  vpxorq %ymm22, %ymm31, %ymm31
  vprolq $6, %ymm26, %ymm26
  vprolq $25, %ymm10, %ymm10
  vprolq $27, %ymm12, %ymm12
  vprolq $14, %ymm11, %ymm11
  vmovdqa64 %ymm10, %ymm5
  vpternlogq $0xd2, %ymm21, %ymm7, %ymm5
  vmovdqa64 %ymm1, %ymm29
  vpternlogq $0xd2, %ymm16, %ymm0, %ymm29
  vpxorq %ymm24, %ymm2, %ymm2
  vpxorq %ymm18, %ymm8, %ymm8
  vpxorq %ymm28, %ymm9, %ymm9
  vmovdqa64 %ymm15, %ymm18
  vpternlogq $0xd2, %ymm0, %ymm1, %ymm18
  vpxorq %ymm30, %ymm17, %ymm17
  vpxorq %ymm30, %ymm3, %ymm3
  vprolq $36, %ymm31, %ymm31
  vprolq $43, %ymm8, %ymm8
  vprolq $2, %ymm4, %ymm4
  vprolq $55, %ymm17, %ymm17
  vprolq $56, %ymm3, %ymm3
  vprolq $44, %ymm2, %ymm2
  vprolq $39, %ymm9, %ymm9
  vprolq $15, %ymm14, %ymm14
  vmovdqa64 %ymm26, %ymm24
  vpternlogq $0xd2, %ymm7, %ymm10, %ymm24
  vpternlogq $0x9c, %ymm26, %ymm19, %ymm10
  vpxorq %ymm22, %ymm6, %ymm6
  vpternlogq $0x9c, %ymm19, %ymm21, %ymm26
  vpternlogq $0x9c, %ymm15, %ymm13, %ymm1
  vpternlogq $0xd2, %ymm19, %ymm21, %ymm7
  vpternlogq $0x9c, %ymm13, %ymm16, %ymm15
  vmovdqa64 %ymm3, %ymm28
  vpternlogq $0xd2, %ymm31, %ymm12, %ymm28
  vmovdqa64 %ymm4, %ymm30
  vpternlogq $0xd2, %ymm17, %ymm20, %ymm30
  vmovdqa64 %ymm2, %ymm19
  vpternlogq $0xd2, %ymm23, %ymm8, %ymm19
  vpternlogq $0xd2, %ymm13, %ymm16, %ymm0
  vmovdqa64 %ymm8, %ymm21
  vpternlogq $0xd2, %ymm11, %ymm23, %ymm21
  vpternlogq $0x9c, %ymm2, %ymm25, %ymm8
  vpternlogq $0x9c, %ymm25, %ymm11, %ymm2
  vmovdqa64 %ymm28, %ymm22
  vpternlogq $0x96, %ymm26, %ymm30, %ymm22
  vprolq $41, %ymm6, %ymm6
  vmovdqa64 %ymm14, %ymm13
  vpternlogq $0xd2, %ymm12, %ymm3, %ymm13
  vpternlogq $0x9c, %ymm14, %ymm27, %ymm3
  vmovdqa64 %ymm6, %ymm16
  vpternlogq $0xd2, %ymm20, %ymm4, %ymm16
  vpternlogq $0x9c, %ymm6, %ymm9, %ymm4
  vpandnq %ymm25, %ymm11, %ymm11
  vpternlogq $0x96, %ymm2, %ymm29, %ymm22
  vpternlogq $0x9c, %ymm9, %ymm17, %ymm6
  vpternlogq $0x9c, %ymm27, %ymm31, %ymm14
  vpxorq %ymm0, %ymm10, %ymm25
  vpternlogq $0xd2, %ymm9, %ymm17, %ymm20
  vmovdqa64 %ymm3, %ymm9
  vpternlogq $0x96, %ymm1, %ymm5, %ymm9
  vprolq $1, %ymm22, %ymm17
  vpxorq %ymm11, %ymm23, %ymm23
  vpternlogq $0xd2, %ymm27, %ymm31, %ymm12
  vpternlogq $0x96, 160(%rax){1to4}, %ymm8, %ymm25
  vpternlogq $0x96, %ymm4, %ymm21, %ymm9
  vpxorq %ymm17, %ymm9, %ymm17
  vpternlogq $0x96, %ymm12, %ymm20, %ymm25
  vmovdqa64 %ymm16, %ymm27
  vpternlogq $0x96, %ymm23, %ymm13, %ymm27
  vpternlogq $0x96, %ymm18, %ymm7, %ymm27
  vprolq $1, %ymm9, %ymm9
  vmovdqa64 %ymm6, %ymm31
  vpternlogq $0x96, %ymm15, %ymm24, %ymm31
  vprolq $1, %ymm25, %ymm11
  vpxorq %ymm17, %ymm7, %ymm7
  vpxorq %ymm17, %ymm23, %ymm23
  vpxorq %ymm9, %ymm25, %ymm25
  vpternlogq $0x96, %ymm19, %ymm14, %ymm31
  vprolq $1, %ymm31, %ymm9
  vpxorq %ymm11, %ymm27, %ymm11
  vprolq $1, %ymm27, %ymm27
  vpxorq %ymm9, %ymm22, %ymm22
  vpxorq %ymm27, %ymm31, %ymm31
  vpxorq %ymm11, %ymm29, %ymm29
  vpxorq %ymm17, %ymm13, %ymm13
  vprolq $21, %ymm13, %ymm13
  vpxorq %ymm11, %ymm2, %ymm2
  vpxorq %ymm31, %ymm4, %ymm4
  vpxorq %ymm31, %ymm21, %ymm21
  vprolq $28, %ymm23, %ymm23
  vpxorq %ymm25, %ymm19, %ymm19
  vpxorq %ymm11, %ymm28, %ymm28
  vpxorq %ymm22, %ymm10, %ymm10
  vprolq $20, %ymm29, %ymm29
  vpxorq %ymm22, %ymm20, %ymm20
  vprolq $61, %ymm4, %ymm4
  vpxorq %ymm25, %ymm14, %ymm14
  vprolq $3, %ymm10, %ymm10
  vprolq $1, %ymm19, %ymm19
  vprolq $45, %ymm14, %ymm14
  vpxorq %ymm31, %ymm1, %ymm1
  vpxorq %ymm11, %ymm30, %ymm30
  vpxorq %ymm25, %ymm24, %ymm24
  vprolq $8, %ymm28, %ymm28
  vprolq $18, %ymm20, %ymm20
  vprolq $10, %ymm24, %ymm24
  vpxorq %ymm25, %ymm6, %ymm6
  vpternlogq $0x96, 160(%rax){1to4}, %ymm22, %ymm8
  vpxorq %ymm31, %ymm3, %ymm3
  vprolq $62, %ymm21, %ymm21
  vpxorq %ymm22, %ymm0, %ymm0
  vprolq $6, %ymm1, %ymm1
  vprolq $25, %ymm7, %ymm7
  vprolq $27, %ymm2, %ymm2
  vprolq $14, %ymm30, %ymm30
  vmovdqa64 %ymm7, %ymm27
  vpternlogq $0xd2, %ymm20, %ymm28, %ymm27
  vmovdqa64 %ymm4, %ymm9
  vpternlogq $0xd2, %ymm29, %ymm23, %ymm9
  vpxorq %ymm25, %ymm15, %ymm15
  vpxorq %ymm31, %ymm5, %ymm5
  vpxorq %ymm11, %ymm26, %ymm26
  vmovdqa64 %ymm14, %ymm11
  vpternlogq $0xd2, %ymm23, %ymm4, %ymm11
  vpxorq %ymm17, %ymm18, %ymm18
  vpxorq %ymm17, %ymm16, %ymm16
  vprolq $36, %ymm0, %ymm0
  vprolq $43, %ymm5, %ymm5
  vprolq $2, %ymm6, %ymm6
  vprolq $55, %ymm18, %ymm18
  vprolq $56, %ymm16, %ymm16
  vprolq $44, %ymm15, %ymm15
  vprolq $39, %ymm26, %ymm26
  vprolq $15, %ymm3, %ymm3
  vmovdqa64 %ymm1, %ymm17
  vpternlogq $0xd2, %ymm28, %ymm7, %ymm17
  vpternlogq $0x9c, %ymm1, %ymm19, %ymm7
  vpxorq %ymm22, %ymm12, %ymm12
  vpternlogq $0x9c, %ymm19, %ymm20, %ymm1
  vpternlogq $0x9c, %ymm14, %ymm10, %ymm4
  vpternlogq $0xd2, %ymm19, %ymm20, %ymm28
  vpternlogq $0x9c, %ymm10, %ymm29, %ymm14
  vmovdqa64 %ymm16, %ymm19
  vpternlogq $0xd2, %ymm0, %ymm2, %ymm19
  vmovdqa64 %ymm6, %ymm20
  vpternlogq $0xd2, %ymm18, %ymm21, %ymm20
  vmovdqa64 %ymm15, %ymm22
  vpternlogq $0xd2, %ymm13, %ymm5, %ymm22
  vpternlogq $0xd2, %ymm10, %ymm29, %ymm23
  vmovdqa64 %ymm5, %ymm25
  vpternlogq $0xd2, %ymm30, %ymm13, %ymm25
  vpternlogq $0x9c, %ymm15, %ymm8, %ymm5
  vpternlogq $0x9c, %ymm8, %ymm30, %ymm15
  vmovdqa64 %ymm19, %ymm29
  vpternlogq $0x96, %ymm1, %ymm20, %ymm29
  vprolq $41, %ymm12, %ymm12
  vmovdqa64 %ymm3, %ymm31
  vpternlogq $0xd2, %ymm2, %ymm16, %ymm31
  vpternlogq $0x9c, %ymm3, %ymm24, %ymm16
  vmovdqa64 %ymm12, %ymm10
  vpternlogq $0xd2, %ymm21, %ymm6, %ymm10
  vpternlogq $0x9c, %ymm12, %ymm26, %ymm6
  vpandnq %ymm8, %ymm30, %ymm30
  vpternlogq $0x96, %ymm15, %ymm9, %ymm29
  vpternlogq $0x9c, %ymm26, %ymm18, %ymm12
  vpternlogq $0x9c, %ymm24, %ymm0, %ymm3
  vpxorq %ymm23, %ymm7, %ymm8
  vpternlogq $0xd2, %ymm26, %ymm18, %ymm21
  vmovdqa64 %ymm16, %ymm18
  vpternlogq $0x96, %ymm4, %ymm27, %ymm18
  vprolq $1, %ymm29, %ymm26
  vpxorq %ymm30, %ymm13, %ymm13
  vpternlogq $0xd2, %ymm24, %ymm0, %ymm2
  vpternlogq $0x96, 168(%rax){1to4}, %ymm5, %ymm8
  vpternlogq $0x96, %ymm6, %ymm25, %ymm18
  vpxorq %ymm26, %ymm18, %ymm26
  vpternlogq $0x96, %ymm2, %ymm21, %ymm8
  vmovdqa64 %ymm10, %ymm30
  vpternlogq $0x96, %ymm13, %ymm31, %ymm30
  vpternlogq $0x96, %ymm11, %ymm28, %ymm30
  vprolq $1, %ymm18, %ymm18
  vmovdqa64 %ymm12, %ymm0
  vpternlogq $0x96, %ymm14, %ymm17, %ymm0
  vprolq $1, %ymm8, %ymm24
  vpxorq %ymm26, %ymm28, %ymm28
  vpxorq %ymm26, %ymm13, %ymm13
  vpxorq %ymm18, %ymm8, %ymm8
  vpternlogq $0x96, %ymm22, %ymm3, %ymm0
  vprolq $1, %ymm0, %ymm18
  vpxorq %ymm24, %ymm30, %ymm24
  vprolq $1, %ymm30, %ymm30
  vpxorq %ymm18, %ymm29, %ymm29
  vpxorq %ymm30, %ymm0, %ymm0
  vpxorq %ymm24, %ymm9, %ymm9
  vpxorq %ymm26, %ymm31, %ymm31
  vprolq $21, %ymm31, %ymm31
  vpxorq %ymm24, %ymm15, %ymm15
  vpxorq %ymm0, %ymm6, %ymm6
  vpxorq %ymm0, %ymm25, %ymm25
  vprolq $28, %ymm13, %ymm13
  vpxorq %ymm8, %ymm22, %ymm22
  vpxorq %ymm24, %ymm19, %ymm19
  vpxorq %ymm29, %ymm7, %ymm7
  vprolq $20, %ymm9, %ymm9
  vpxorq %ymm29, %ymm21, %ymm21
  vprolq $61, %ymm6, %ymm6
  vpxorq %ymm8, %ymm3, %ymm3
  vprolq $3, %ymm7, %ymm7
  vprolq $1, %ymm22, %ymm22
  vprolq $45, %ymm3, %ymm3
  vpxorq %ymm0, %ymm4, %ymm4
  vpxorq %ymm24, %ymm20, %ymm20
  vpxorq %ymm8, %ymm17, %ymm17
  vprolq $8, %ymm19, %ymm19
  vprolq $18, %ymm21, %ymm21
  vprolq $10, %ymm17, %ymm17
  vpxorq %ymm8, %ymm12, %ymm12
  vpternlogq $0x96, 168(%rax){1to4}, %ymm29, %ymm5
  vpxorq %ymm0, %ymm16, %ymm16
  vprolq $62, %ymm25, %ymm25
  vpxorq %ymm29, %ymm23, %ymm23
  vprolq $6, %ymm4, %ymm4
  vprolq $25, %ymm28, %ymm28
  vprolq $27, %ymm15, %ymm15
  vprolq $14, %ymm20, %ymm20
  vmovdqa64 %ymm28, %ymm30
  vpternlogq $0xd2, %ymm21, %ymm19, %ymm30
  vmovdqa64 %ymm6, %ymm18
  vpternlogq $0xd2, %ymm9, %ymm13, %ymm18
  vpxorq %ymm8, %ymm14, %ymm14
  vpxorq %ymm0, %ymm27, %ymm27
  vpxorq %ymm24, %ymm1, %ymm1
  vmovdqa64 %ymm3, %ymm24
  vpternlogq $0xd2, %ymm13, %ymm6, %ymm24
  vpxorq %ymm26, %ymm11, %ymm11
  vpxorq %ymm26, %ymm10, %ymm10
  vprolq $36, %ymm23, %ymm23
  vprolq $43, %ymm27, %ymm27
  vprolq $2, %ymm12, %ymm12
  vprolq $55, %ymm11, %ymm11
  vprolq $56, %ymm10, %ymm10
  vprolq $44, %ymm14, %ymm14
  vprolq $39, %ymm1, %ymm1
  vprolq $15, %ymm16, %ymm16
  vmovdqa64 %ymm4, %ymm26
  vpternlogq $0xd2, %ymm19, %ymm28, %ymm26
  vpternlogq $0x9c, %ymm4, %ymm22, %ymm28
  vpxorq %ymm29, %ymm2, %ymm2
  vpternlogq $0x9c, %ymm22, %ymm21, %ymm4
  vpternlogq $0x9c, %ymm3, %ymm7, %ymm6
  vpternlogq $0xd2, %ymm22, %ymm21, %ymm19
  vpternlogq $0x9c, %ymm7, %ymm9, %ymm3
  vmovdqa64 %ymm10, %ymm29
  vpternlogq $0xd2, %ymm23, %ymm15, %ymm29
  vmovdqa64 %ymm12, %ymm0
  vpternlogq $0xd2, %ymm11, %ymm25, %ymm0
  vmovdqa64 %ymm14, %ymm8
  vpternlogq $0xd2, %ymm31, %ymm27, %ymm8
  vpternlogq $0xd2, %ymm7, %ymm9, %ymm13
  vmovdqa64 %ymm27, %ymm9
  vpternlogq $0xd2, %ymm20, %ymm31, %ymm9
  vpternlogq $0x9c, %ymm14, %ymm5, %ymm27
  vpternlogq $0x9c, %ymm5, %ymm20, %ymm14
  vmovdqa64 %ymm29, %ymm21
  vpternlogq $0x96, %ymm4, %ymm0, %ymm21
  vprolq $41, %ymm2, %ymm2
  vmovdqa64 %ymm16, %ymm22
  vpternlogq $0xd2, %ymm15, %ymm10, %ymm22
  vpternlogq $0x9c, %ymm16, %ymm17, %ymm10
  vmovdqa64 %ymm2, %ymm7
  vpternlogq $0xd2, %ymm25, %ymm12, %ymm7
  vpternlogq $0x9c, %ymm2, %ymm1, %ymm12
  vpandnq %ymm5, %ymm20, %ymm20
  vpternlogq $0x96, %ymm14, %ymm18, %ymm21
  vpternlogq $0x9c, %ymm1, %ymm11, %ymm2
  vpternlogq $0x9c, %ymm17, %ymm23, %ymm16
  vpxorq %ymm13, %ymm28, %ymm5
  vpternlogq $0xd2, %ymm1, %ymm11, %ymm25
  vmovdqa64 %ymm10, %ymm11
  vpternlogq $0x96, %ymm6, %ymm30, %ymm11
  vprolq $1, %ymm21, %ymm1
  vpxorq %ymm20, %ymm31, %ymm31
  vpternlogq $0xd2, %ymm17, %ymm23, %ymm15
  vpternlogq $0x96, 176(%rax){1to4}, %ymm27, %ymm5
  vpternlogq $0x96, %ymm12, %ymm9, %ymm11
  vpxorq %ymm1, %ymm11, %ymm1
  vpternlogq $0x96, %ymm15, %ymm25, %ymm5
  vmovdqa64 %ymm7, %ymm17
  vpternlogq $0x96, %ymm31, %ymm22, %ymm17
  vpternlogq $0x96, %ymm24, %ymm19, %ymm17
  vprolq $1, %ymm11, %ymm11
  vmovdqa64 %ymm2, %ymm20
  vpternlogq $0x96, %ymm3, %ymm26, %ymm20
  vprolq $1, %ymm5, %ymm23
  vpxorq %ymm1, %ymm19, %ymm19
  vpxorq %ymm1, %ymm31, %ymm31
  vpxorq %ymm11, %ymm5, %ymm5
  vpternlogq $0x96, %ymm8, %ymm16, %ymm20
  vprolq $1, %ymm20, %ymm11
  vpxorq %ymm23, %ymm17, %ymm23
  vprolq $1, %ymm17, %ymm17
  vpxorq %ymm11, %ymm21, %ymm21
  vpxorq %ymm17, %ymm20, %ymm20
  vpxorq %ymm23, %ymm18, %ymm18
  vpxorq %ymm1, %ymm22, %ymm22
  vprolq $21, %ymm22, %ymm22
  vpxorq %ymm23, %ymm14, %ymm14
  vpxorq %ymm20, %ymm12, %ymm12
  vpxorq %ymm20, %ymm9, %ymm9
  vprolq $28, %ymm31, %ymm31
  vpxorq %ymm5, %ymm8, %ymm8
  vpxorq %ymm23, %ymm29, %ymm29
  vpxorq %ymm21, %ymm28, %ymm28
  vprolq $20, %ymm18, %ymm18
  vpxorq %ymm21, %ymm25, %ymm25
  vprolq $61, %ymm12, %ymm12
  vpxorq %ymm5, %ymm16, %ymm16
  vprolq $3, %ymm28, %ymm28
  vprolq $1, %ymm8, %ymm8
  vprolq $45, %ymm16, %ymm16
  vpxorq %ymm20, %ymm6, %ymm6
  vpxorq %ymm23, %ymm0, %ymm0
  vpxorq %ymm5, %ymm26, %ymm26
  vprolq $8, %ymm29, %ymm29
  vprolq $18, %ymm25, %ymm25
  vprolq $10, %ymm26, %ymm26
  vpxorq %ymm5, %ymm2, %ymm2
  vpternlogq $0x96, 176(%rax){1to4}, %ymm21, %ymm27
  vpxorq %ymm20, %ymm10, %ymm10
  vprolq $62, %ymm9, %ymm9
  vpxorq %ymm21, %ymm13, %ymm13
  vprolq $6, %ymm6, %ymm6
  vprolq $25, %ymm19, %ymm19
  vprolq $27, %ymm14, %ymm14
  vprolq $14, %ymm0, %ymm0
  vmovdqa64 %ymm19, %ymm17
  vpternlogq $0xd2, %ymm25, %ymm29, %ymm17
  vmovdqu64 %ymm17, 384(%rdi)
  vmovdqa64 %ymm12, %ymm11
  vpternlogq $0xd2, %ymm18, %ymm31, %ymm11
  vmovdqu64 %ymm11, 288(%rdi)
  vpxorq %ymm5, %ymm3, %ymm3
  vpxorq %ymm20, %ymm30, %ymm30
  vpxorq %ymm23, %ymm4, %ymm4
  vmovdqa64 %ymm16, %ymm17
  vpternlogq $0xd2, %ymm31, %ymm12, %ymm17
  vmovdqu64 %ymm17, 256(%rdi)
  vpxorq %ymm1, %ymm24, %ymm24
  vpxorq %ymm1, %ymm7, %ymm7
  vprolq $36, %ymm13, %ymm13
  vprolq $43, %ymm30, %ymm30
  vprolq $2, %ymm2, %ymm2
  vprolq $55, %ymm24, %ymm24
  vprolq $56, %ymm7, %ymm7
  vprolq $44, %ymm3, %ymm3
  vprolq $39, %ymm4, %ymm4
  vprolq $15, %ymm10, %ymm10
  vmovdqa64 %ymm6, %ymm20
  vpternlogq $0xd2, %ymm29, %ymm19, %ymm20
  vmovdqu64 %ymm20, 352(%rdi)
  vpternlogq $0x9c, %ymm6, %ymm8, %ymm19
  vmovdqu64 %ymm19, 320(%rdi)
  vpxorq %ymm21, %ymm15, %ymm15
  vpternlogq $0x9c, %ymm8, %ymm25, %ymm6
  vmovdqu64 %ymm6, 448(%rdi)
  vpternlogq $0x9c, %ymm16, %ymm28, %ymm12
  vmovdqu64 %ymm12, 224(%rdi)
  vpternlogq $0xd2, %ymm8, %ymm25, %ymm29
  vmovdqu64 %ymm29, 416(%rdi)
  vpternlogq $0x9c, %ymm28, %ymm18, %ymm16
  vmovdqu64 %ymm16, 192(%rdi)
  vmovdqa64 %ymm7, %ymm21
  vpternlogq $0xd2, %ymm13, %ymm14, %ymm21
  vmovdqu64 %ymm21, 608(%rdi)
  vmovdqa64 %ymm2, %ymm23
  vpternlogq $0xd2, %ymm24, %ymm9, %ymm23
  vmovdqu64 %ymm23, 768(%rdi)
  vmovdqa64 %ymm3, %ymm25
  vpternlogq $0xd2, %ymm22, %ymm30, %ymm25
  vmovdqu64 %ymm25, 32(%rdi)
  vpternlogq $0xd2, %ymm28, %ymm18, %ymm31
  vmovdqu64 %ymm31, 160(%rdi)
  vmovdqa64 %ymm30, %ymm28
  vpternlogq $0xd2, %ymm0, %ymm22, %ymm28
  vmovdqu64 %ymm28, 64(%rdi)
  vpternlogq $0x9c, %ymm3, %ymm27, %ymm30
  vpternlogq $0x9c, %ymm27, %ymm0, %ymm3
  vmovdqu64 %ymm3, 128(%rdi)
  vprolq $41, %ymm15, %ymm15
  vmovdqa64 %ymm10, %ymm29
  vpternlogq $0xd2, %ymm14, %ymm7, %ymm29
  vmovdqu64 %ymm29, 576(%rdi)
  vpternlogq $0x9c, %ymm10, %ymm26, %ymm7
  vmovdqu64 %ymm7, 544(%rdi)
  vmovdqa64 %ymm15, %ymm31
  vpternlogq $0xd2, %ymm9, %ymm2, %ymm31
  vmovdqu64 %ymm31, 736(%rdi)
  vpternlogq $0x9c, %ymm15, %ymm4, %ymm2
  vmovdqu64 %ymm2, 704(%rdi)
  vpxorq 184(%rax){1to4}, %ymm30, %ymm30
  vmovdqu64 %ymm30, 0(%rdi)
  vpandnq %ymm27, %ymm0, %ymm0
  vpternlogq $0x9c, %ymm4, %ymm24, %ymm15
  vmovdqu64 %ymm15, 672(%rdi)
  vpternlogq $0x9c, %ymm26, %ymm13, %ymm10
  vmovdqu64 %ymm10, 512(%rdi)
  vpternlogq $0xd2, %ymm4, %ymm24, %ymm9
  vmovdqu64 %ymm9, 640(%rdi)
  vpxorq %ymm0, %ymm22, %ymm22
  vmovdqu64 %ymm22, 96(%rdi)
  vpternlogq $0xd2, %ymm26, %ymm13, %ymm14
  vmovdqu64 %ymm14, 480(%rdi)
  vzeroupper
  ret
  .cfi_endproc
  .size pqlane_avx512_keccak_f1600_x4, . - pqlane_avx512_keccak_f1600_x4

  .section .note.GNU-stack, "", @progbits
