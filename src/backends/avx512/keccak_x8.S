// keccak_x8.S: Keccak-f[1600] of 8 states at once with AVX-512F [FIPS202].
//
// Written by tools/keccak_asm/generate from tools/keccak_asm/x8.order; change those, not this file.
//
//   void pqlane_avx512_keccak_f1600_x8(std::uint64_t* state);
//
// `state` is [25][8] words, word x + 5 y of every state side by side, best aligned to 64 bytes.
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
  .globl pqlane_avx512_keccak_f1600_x8
  .hidden pqlane_avx512_keccak_f1600_x8
  .type pqlane_avx512_keccak_f1600_x8, @function
pqlane_avx512_keccak_f1600_x8:
  .cfi_startproc
  _CET_ENDBR
  leaq .Lround_constants(%rip), %rax
  vmovdqu64 1536(%rdi), %zmm0
  vmovdqu64 576(%rdi), %zmm1
  vmovdqu64 256(%rdi), %zmm2
  vmovdqa64 %zmm0, %zmm3
  vpternlogq $0x96, %zmm2, %zmm1, %zmm3
  vmovdqu64 896(%rdi), %zmm4
  vmovdqu64 1216(%rdi), %zmm5
  vpternlogq $0x96, %zmm5, %zmm4, %zmm3
  vmovdqu64 1088(%rdi), %zmm6
  vmovdqu64 1408(%rdi), %zmm7
  vmovdqu64 448(%rdi), %zmm8
  vmovdqa64 %zmm6, %zmm9
  vpternlogq $0x96, %zmm8, %zmm7, %zmm9
  vmovdqu64 640(%rdi), %zmm10
  vmovdqu64 320(%rdi), %zmm11
  vpxorq %zmm11, %zmm10, %zmm12
  vmovdqu64 1024(%rdi), %zmm13
  vmovdqu64 1344(%rdi), %zmm14
  vmovdqu64 704(%rdi), %zmm15
  vmovdqa64 %zmm13, %zmm16
  vpternlogq $0x96, %zmm15, %zmm14, %zmm16
  vmovdqu64 512(%rdi), %zmm17
  vmovdqu64 192(%rdi), %zmm18
  vpxorq %zmm18, %zmm17, %zmm19
  vprolq $1, %zmm3, %zmm20
  vmovdqu64 384(%rdi), %zmm21
  vmovdqu64 64(%rdi), %zmm22
  vpternlogq $0x96, %zmm22, %zmm21, %zmm16
  vprolq $1, %zmm16, %zmm23
  vmovdqu64 768(%rdi), %zmm24
  vmovdqu64 128(%rdi), %zmm25
  vpternlogq $0x96, %zmm25, %zmm24, %zmm9
  vmovdqu64 0(%rdi), %zmm26
  vpxorq %zmm26, %zmm12, %zmm12
  vmovdqu64 832(%rdi), %zmm27
  vpxorq %zmm27, %zmm19, %zmm19
  vmovdqu64 1152(%rdi), %zmm28
  vmovdqu64 1472(%rdi), %zmm29
  vpternlogq $0x96, %zmm29, %zmm28, %zmm19
  vmovdqu64 1280(%rdi), %zmm30
  vmovdqu64 960(%rdi), %zmm31
  vpternlogq $0x96, %zmm31, %zmm30, %zmm12
  vpxorq %zmm20, %zmm9, %zmm20
  vpxorq %zmm23, %zmm3, %zmm3
  vprolq $1, %zmm19, %zmm23
  vpxorq %zmm3, %zmm10, %zmm10
  vprolq $1, %zmm9, %zmm9
  vpxorq %zmm20, %zmm18, %zmm18
  vpxorq %zmm23, %zmm16, %zmm16
  vpxorq %zmm16, %zmm7, %zmm7
  vpxorq %zmm9, %zmm12, %zmm9
  vpxorq %zmm9, %zmm21, %zmm21
  vprolq $1, %zmm12, %zmm12
  vprolq $28, %zmm18, %zmm18
  vprolq $3, %zmm10, %zmm10
  vpxorq %zmm20, %zmm27, %zmm27
  vpxorq %zmm9, %zmm13, %zmm13
  vprolq $45, %zmm13, %zmm13
  vpxorq %zmm16, %zmm24, %zmm24
  vpxorq %zmm12, %zmm19, %zmm19
  vpxorq %zmm19, %zmm1, %zmm1
  vpxorq %zmm9, %zmm22, %zmm22
  vpxorq %zmm3, %zmm30, %zmm30
  vprolq $61, %zmm7, %zmm7
  vpxorq %zmm3, %zmm26, %zmm26
  vpxorq %zmm16, %zmm8, %zmm8
  vmovdqa64 %zmm13, %zmm12
  vpternlogq $0xd2, %zmm18, %zmm7, %zmm12
  vprolq $20, %zmm1, %zmm1
  vprolq $1, %zmm22, %zmm22
  vprolq $25, %zmm27, %zmm27
  vpxorq %zmm19, %zmm5, %zmm5
  vpxorq %zmm19, %zmm0, %zmm0
  vprolq $6, %zmm8, %zmm8
  vpxorq %zmm20, %zmm28, %zmm28
  vprolq $14, %zmm0, %zmm0
  vmovdqa64 %zmm7, %zmm23
  vpternlogq $0xd2, %zmm1, %zmm18, %zmm23
  vpxorq %zmm19, %zmm4, %zmm4
  vprolq $18, %zmm30, %zmm30
  vpternlogq $0xd2, %zmm10, %zmm1, %zmm18
  vprolq $8, %zmm5, %zmm5
  vpternlogq $0x9c, %zmm13, %zmm10, %zmm7
  vprolq $21, %zmm28, %zmm28
  vpternlogq $0xd2, %zmm13, %zmm10, %zmm1
  vpxorq %zmm20, %zmm17, %zmm17
  vpxorq %zmm16, %zmm6, %zmm6
  vprolq $43, %zmm24, %zmm24
  vmovdqa64 %zmm5, %zmm10
  vpternlogq $0xd2, %zmm22, %zmm30, %zmm10
  vpxorq %zmm9, %zmm14, %zmm14
  vpxorq %zmm3, %zmm11, %zmm11
  vprolq $44, %zmm21, %zmm21
  vpxorq %zmm19, %zmm2, %zmm2
  vprolq $55, %zmm17, %zmm17
  vprolq $36, %zmm11, %zmm11
  vprolq $39, %zmm4, %zmm4
  vprolq $2, %zmm14, %zmm14
  vmovdqa64 %zmm30, %zmm13
  vpternlogq $0xd2, %zmm8, %zmm22, %zmm13
  vpxorq %zmm16, %zmm25, %zmm25
  vmovdqa64 %zmm28, %zmm16
  vpternlogq $0xd2, %zmm26, %zmm0, %zmm16
  vpxorq %zmm9, %zmm15, %zmm15
  vprolq $62, %zmm25, %zmm25
  vpxorq %zmm20, %zmm29, %zmm29
  vpternlogq $0x9c, %zmm5, %zmm27, %zmm30
  vprolq $27, %zmm2, %zmm2
  vpxorq %zmm3, %zmm31, %zmm31
  vprolq $41, %zmm31, %zmm31
  vprolq $10, %zmm15, %zmm15
  vprolq $15, %zmm6, %zmm6
  vmovdqa64 %zmm0, %zmm19
  vpternlogq $0xd2, %zmm21, %zmm26, %zmm19
  vpternlogq $0x9c, %zmm27, %zmm8, %zmm5
  vpternlogq $0xd2, %zmm24, %zmm21, %zmm26
  vpternlogq $0xd2, %zmm27, %zmm8, %zmm22
  vpternlogq $0xd2, %zmm28, %zmm24, %zmm21
  vpternlogq $0xd2, %zmm0, %zmm28, %zmm24
  vprolq $56, %zmm29, %zmm29
  vmovdqa64 %zmm6, %zmm20
  vpternlogq $0xd2, %zmm2, %zmm29, %zmm20
  vmovdqa64 %zmm29, %zmm27
  vpternlogq $0xd2, %zmm11, %zmm2, %zmm27
  vmovdqa64 %zmm31, %zmm28
  vpternlogq $0xd2, %zmm25, %zmm14, %zmm28
  vmovdqa64 %zmm4, %zmm0
  vpternlogq $0xd2, %zmm14, %zmm31, %zmm0
  vpternlogq $0x9c, %zmm6, %zmm15, %zmm29
  vpternlogq $0xd2, %zmm17, %zmm25, %zmm14
  vpternlogq $0x9c, %zmm4, %zmm17, %zmm31
  vmovdqa64 %zmm14, %zmm3
  vpternlogq $0x96, %zmm19, %zmm23, %zmm3
  vpternlogq $0x9c, %zmm15, %zmm11, %zmm6
  vpternlogq $0x96, %zmm27, %zmm13, %zmm3
  vmovdqa64 %zmm29, %zmm8
  vpternlogq $0x96, %zmm7, %zmm0, %zmm8
  vpxorq %zmm18, %zmm22, %zmm9
  vpternlogq $0xd2, %zmm4, %zmm17, %zmm25
  vpternlogq $0xd2, %zmm15, %zmm11, %zmm2
  vmovdqa64 %zmm6, %zmm11
  vpternlogq $0x96, %zmm5, %zmm31, %zmm11
  vpxorq %zmm16, %zmm12, %zmm15
  vprolq $1, %zmm3, %zmm17
  vpternlogq $0x96, %zmm21, %zmm1, %zmm11
  vprolq $1, %zmm11, %zmm4
  vpternlogq $0x96, %zmm24, %zmm30, %zmm8
  vpternlogq $0x96, 0(%rax){1to8}, %zmm26, %zmm9
  vpxorq %zmm10, %zmm15, %zmm15
  vpternlogq $0x96, %zmm28, %zmm20, %zmm15
  vpternlogq $0x96, %zmm2, %zmm25, %zmm9
  vpxorq %zmm17, %zmm8, %zmm17
  vpxorq %zmm4, %zmm3, %zmm3
  vprolq $1, %zmm15, %zmm4
  vpxorq %zmm3, %zmm22, %zmm22
  vprolq $1, %zmm8, %zmm8
  vpxorq %zmm17, %zmm16, %zmm16
  vpxorq %zmm4, %zmm11, %zmm11
  vpxorq %zmm11, %zmm0, %zmm0
  vpxorq %zmm8, %zmm9, %zmm8
  vpxorq %zmm8, %zmm1, %zmm1
  vprolq $1, %zmm9, %zmm9
  vprolq $28, %zmm16, %zmm16
  vprolq $3, %zmm22, %zmm22
  vpxorq %zmm17, %zmm10, %zmm10
  vpxorq %zmm8, %zmm6, %zmm6
  vprolq $45, %zmm6, %zmm6
  vpxorq %zmm11, %zmm30, %zmm30
  vpxorq %zmm9, %zmm15, %zmm15
  vpxorq %zmm15, %zmm23, %zmm23
  vpxorq %zmm8, %zmm21, %zmm21
  vpxorq %zmm3, %zmm25, %zmm25
  vprolq $61, %zmm0, %zmm0
  vpternlogq $0x96, 0(%rax){1to8}, %zmm3, %zmm26
  vpxorq %zmm11, %zmm7, %zmm7
  vmovdqa64 %zmm6, %zmm9
  vpternlogq $0xd2, %zmm16, %zmm0, %zmm9
  vprolq $20, %zmm23, %zmm23
  vprolq $1, %zmm21, %zmm21
  vprolq $25, %zmm10, %zmm10
  vpxorq %zmm15, %zmm27, %zmm27
  vpxorq %zmm15, %zmm14, %zmm14
  vprolq $6, %zmm7, %zmm7
  vpxorq %zmm17, %zmm20, %zmm20
  vprolq $14, %zmm14, %zmm14
  vmovdqa64 %zmm0, %zmm4
  vpternlogq $0xd2, %zmm23, %zmm16, %zmm4
  vpxorq %zmm15, %zmm13, %zmm13
  vprolq $18, %zmm25, %zmm25
  vpternlogq $0xd2, %zmm22, %zmm23, %zmm16
  vprolq $8, %zmm27, %zmm27
  vpternlogq $0x9c, %zmm6, %zmm22, %zmm0
  vprolq $21, %zmm20, %zmm20
  vpternlogq $0xd2, %zmm6, %zmm22, %zmm23
  vpxorq %zmm17, %zmm12, %zmm12
  vpxorq %zmm11, %zmm29, %zmm29
  vprolq $43, %zmm30, %zmm30
  vmovdqa64 %zmm27, %zmm6
  vpternlogq $0xd2, %zmm21, %zmm25, %zmm6
  vpxorq %zmm8, %zmm31, %zmm31
  vpxorq %zmm3, %zmm18, %zmm18
  vprolq $44, %zmm1, %zmm1
  vpxorq %zmm15, %zmm19, %zmm19
  vprolq $55, %zmm12, %zmm12
  vprolq $36, %zmm18, %zmm18
  vprolq $39, %zmm13, %zmm13
  vprolq $2, %zmm31, %zmm31
  vmovdqa64 %zmm25, %zmm15
  vpternlogq $0xd2, %zmm7, %zmm21, %zmm15
  vpxorq %zmm11, %zmm24, %zmm24
  vmovdqa64 %zmm20, %zmm22
  vpternlogq $0xd2, %zmm26, %zmm14, %zmm22
  vpxorq %zmm8, %zmm5, %zmm5
  vprolq $62, %zmm24, %zmm24
  vpxorq %zmm17, %zmm28, %zmm28
  vpternlogq $0x9c, %zmm27, %zmm10, %zmm25
  vprolq $27, %zmm19, %zmm19
  vpxorq %zmm3, %zmm2, %zmm2
  vprolq $41, %zmm2, %zmm2
  vprolq $10, %zmm5, %zmm5
  vprolq $15, %zmm29, %zmm29
  vmovdqa64 %zmm14, %zmm3
  vpternlogq $0xd2, %zmm1, %zmm26, %zmm3
  vpternlogq $0x9c, %zmm10, %zmm7, %zmm27
  vpternlogq $0xd2, %zmm30, %zmm1, %zmm26
  vpternlogq $0xd2, %zmm10, %zmm7, %zmm21
  vpternlogq $0xd2, %zmm20, %zmm30, %zmm1
  vpternlogq $0xd2, %zmm14, %zmm20, %zmm30
  vprolq $56, %zmm28, %zmm28
  vmovdqa64 %zmm29, %zmm7
  vpternlogq $0xd2, %zmm19, %zmm28, %zmm7
  vmovdqa64 %zmm28, %zmm8
  vpternlogq $0xd2, %zmm18, %zmm19, %zmm8
  vmovdqa64 %zmm2, %zmm10
  vpternlogq $0xd2, %zmm24, %zmm31, %zmm10
  vmovdqa64 %zmm13, %zmm11
  vpternlogq $0xd2, %zmm31, %zmm2, %zmm11
  vpternlogq $0x9c, %zmm29, %zmm5, %zmm28
  vpternlogq $0xd2, %zmm12, %zmm24, %zmm31
  vpternlogq $0x9c, %zmm13, %zmm12, %zmm2
  vmovdqa64 %zmm31, %zmm14
  vpternlogq $0x96, %zmm3, %zmm4, %zmm14
  vpternlogq $0x9c, %zmm5, %zmm18, %zmm29
  vpternlogq $0x96, %zmm8, %zmm15, %zmm14
  vmovdqa64 %zmm28, %zmm17
  vpternlogq $0x96, %zmm0, %zmm11, %zmm17
  vpxorq %zmm16, %zmm21, %zmm20
  vpternlogq $0xd2, %zmm13, %zmm12, %zmm24
  vpternlogq $0xd2, %zmm5, %zmm18, %zmm19
  vmovdqa64 %zmm29, %zmm5
  vpternlogq $0x96, %zmm27, %zmm2, %zmm5
  vpxorq %zmm22, %zmm9, %zmm12
  vprolq $1, %zmm14, %zmm13
  vpternlogq $0x96, %zmm1, %zmm23, %zmm5
  vprolq $1, %zmm5, %zmm18
  vpternlogq $0x96, %zmm30, %zmm25, %zmm17
  vpternlogq $0x96, 8(%rax){1to8}, %zmm26, %zmm20
  vpxorq %zmm6, %zmm12, %zmm12
  vpternlogq $0x96, %zmm10, %zmm7, %zmm12
  vpternlogq $0x96, %zmm19, %zmm24, %zmm20
  vpxorq %zmm13, %zmm17, %zmm13
  vpxorq %zmm18, %zmm14, %zmm14
  vprolq $1, %zmm12, %zmm18
  vpxorq %zmm14, %zmm21, %zmm21
  vprolq $1, %zmm17, %zmm17
  vpxorq %zmm13, %zmm22, %zmm22
  vpxorq %zmm18, %zmm5, %zmm5
  vpxorq %zmm5, %zmm11, %zmm11
  vpxorq %zmm17, %zmm20, %zmm17
  vpxorq %zmm17, %zmm23, %zmm23
  vprolq $1, %zmm20, %zmm20
  vprolq $28, %zmm22, %zmm22
  vprolq $3, %zmm21, %zmm21
  vpxorq %zmm13, %zmm6, %zmm6
  vpxorq %zmm17, %zmm29, %zmm29
  vprolq $45, %zmm29, %zmm29
  vpxorq %zmm5, %zmm25, %zmm25
  vpxorq %zmm20, %zmm12, %zmm12
  vpxorq %zmm12, %zmm4, %zmm4
  vpxorq %zmm17, %zmm1, %zmm1
  vpxorq %zmm14, %zmm24, %zmm24
  vprolq $61, %zmm11, %zmm11
  vpternlogq $0x96, 8(%rax){1to8}, %zmm14, %zmm26
  vpxorq %zmm5, %zmm0, %zmm0
  vmovdqa64 %zmm29, %zmm20
  vpternlogq $0xd2, %zmm22, %zmm11, %zmm20
  vprolq $20, %zmm4, %zmm4
  vprolq $1, %zmm1, %zmm1
  vprolq $25, %zmm6, %zmm6
  vpxorq %zmm12, %zmm8, %zmm8
  vpxorq %zmm12, %zmm31, %zmm31
  vprolq $6, %zmm0, %zmm0
  vpxorq %zmm13, %zmm7, %zmm7
  vprolq $14, %zmm31, %zmm31
  vmovdqa64 %zmm11, %zmm18
  vpternlogq $0xd2, %zmm4, %zmm22, %zmm18
  vpxorq %zmm12, %zmm15, %zmm15
  vprolq $18, %zmm24, %zmm24
  vpternlogq $0xd2, %zmm21, %zmm4, %zmm22
  vprolq $8, %zmm8, %zmm8
  vpternlogq $0x9c, %zmm29, %zmm21, %zmm11
  vprolq $21, %zmm7, %zmm7
  vpternlogq $0xd2, %zmm29, %zmm21, %zmm4
  vpxorq %zmm13, %zmm9, %zmm9
  vpxorq %zmm5, %zmm28, %zmm28
  vprolq $43, %zmm25, %zmm25
  vmovdqa64 %zmm8, %zmm21
  vpternlogq $0xd2, %zmm1, %zmm24, %zmm21
  vpxorq %zmm17, %zmm2, %zmm2
  vpxorq %zmm14, %zmm16, %zmm16
  vprolq $44, %zmm23, %zmm23
  vpxorq %zmm12, %zmm3, %zmm3
  vprolq $55, %zmm9, %zmm9
  vprolq $36, %zmm16, %zmm16
  vprolq $39, %zmm15, %zmm15
  vprolq $2, %zmm2, %zmm2
  vmovdqa64 %zmm24, %zmm29
  vpternlogq $0xd2, %zmm0, %zmm1, %zmm29
  vpxorq %zmm5, %zmm30, %zmm30
  vmovdqa64 %zmm7, %zmm5
  vpternlogq $0xd2, %zmm26, %zmm31, %zmm5
  vpxorq %zmm17, %zmm27, %zmm27
  vprolq $62, %zmm30, %zmm30
  vpxorq %zmm13, %zmm10, %zmm10
  vpternlogq $0x9c, %zmm8, %zmm6, %zmm24
  vprolq $27, %zmm3, %zmm3
  vpxorq %zmm14, %zmm19, %zmm19
  vprolq $41, %zmm19, %zmm19
  vprolq $10, %zmm27, %zmm27
  vprolq $15, %zmm28, %zmm28
  vmovdqa64 %zmm31, %zmm12
  vpternlogq $0xd2, %zmm23, %zmm26, %zmm12
  vpternlogq $0x9c, %zmm6, %zmm0, %zmm8
  vpternlogq $0xd2, %zmm25, %zmm23, %zmm26
  vpternlogq $0xd2, %zmm6, %zmm0, %zmm1
  vpternlogq $0xd2, %zmm7, %zmm25, %zmm23
  vpternlogq $0xd2, %zmm31, %zmm7, %zmm25
  vprolq $56, %zmm10, %zmm10
  vmovdqa64 %zmm28, %zmm13
  vpternlogq $0xd2, %zmm3, %zmm10, %zmm13
  vmovdqa64 %zmm10, %zmm14
  vpternlogq $0xd2, %zmm16, %zmm3, %zmm14
  vmovdqa64 %zmm19, %zmm17
  vpternlogq $0xd2, %zmm30, %zmm2, %zmm17
  vmovdqa64 %zmm15, %zmm31
  vpternlogq $0xd2, %zmm2, %zmm19, %zmm31
  vpternlogq $0x9c, %zmm28, %zmm27, %zmm10
  vpternlogq $0xd2, %zmm9, %zmm30, %zmm2
  vpternlogq $0x9c, %zmm15, %zmm9, %zmm19
  vmovdqa64 %zmm2, %zmm0
  vpternlogq $0x96, %zmm12, %zmm18, %zmm0
  vpternlogq $0x9c, %zmm27, %zmm16, %zmm28
  vpternlogq $0x96, %zmm14, %zmm29, %zmm0
  vmovdqa64 %zmm10, %zmm6
  vpternlogq $0x96, %zmm11, %zmm31, %zmm6
  vpxorq %zmm22, %zmm1, %zmm7
  vpternlogq $0xd2, %zmm15, %zmm9, %zmm30
  vpternlogq $0xd2, %zmm27, %zmm16, %zmm3
  vmovdqa64 %zmm28, %zmm9
  vpternlogq $0x96, %zmm8, %zmm19, %zmm9
  vpxorq %zmm5, %zmm20, %zmm15
  vprolq $1, %zmm0, %zmm16
  vpternlogq $0x96, %zmm23, %zmm4, %zmm9
  vprolq $1, %zmm9, %zmm27
  vpternlogq $0x96, %zmm25, %zmm24, %zmm6
  vpternlogq $0x96, 16(%rax){1to8}, %zmm26, %zmm7
  vpxorq %zmm21, %zmm15, %zmm15
  vpternlogq $0x96, %zmm17, %zmm13, %zmm15
  vpternlogq $0x96, %zmm3, %zmm30, %zmm7
  vpxorq %zmm16, %zmm6, %zmm16
  vpxorq %zmm27, %zmm0, %zmm0
  vprolq $1, %zmm15, %zmm27
  vpxorq %zmm0, %zmm1, %zmm1
  vprolq $1, %zmm6, %zmm6
  vpxorq %zmm16, %zmm5, %zmm5
  vpxorq %zmm27, %zmm9, %zmm9
  vpxorq %zmm9, %zmm31, %zmm31
  vpxorq %zmm6, %zmm7, %zmm6
  vpxorq %zmm6, %zmm4, %zmm4
  vprolq $1, %zmm7, %zmm7
  vprolq $28, %zmm5, %zmm5
  vprolq $3, %zmm1, %zmm1
  vpxorq %zmm16, %zmm21, %zmm21
  vpxorq %zmm6, %zmm28, %zmm28
  vprolq $45, %zmm28, %zmm28
  vpxorq %zmm9, %zmm24, %zmm24
  vpxorq %zmm7, %zmm15, %zmm15
  vpxorq %zmm15, %zmm18, %zmm18
  vpxorq %zmm6, %zmm23, %zmm23
  vpxorq %zmm0, %zmm30, %zmm30
  vprolq $61, %zmm31, %zmm31
  vpternlogq $0x96, 16(%rax){1to8}, %zmm0, %zmm26
  vpxorq %zmm9, %zmm11, %zmm11
  vmovdqa64 %zmm28, %zmm7
  vpternlogq $0xd2, %zmm5, %zmm31, %zmm7
  vprolq $20, %zmm18, %zmm18
  vprolq $1, %zmm23, %zmm23
  vprolq $25, %zmm21, %zmm21
  vpxorq %zmm15, %zmm14, %zmm14
  vpxorq %zmm15, %zmm2, %zmm2
  vprolq $6, %zmm11, %zmm11
  vpxorq %zmm16, %zmm13, %zmm13
  vprolq $14, %zmm2, %zmm2
  vmovdqa64 %zmm31, %zmm27
  vpternlogq $0xd2, %zmm18, %zmm5, %zmm27
  vpxorq %zmm15, %zmm29, %zmm29
  vprolq $18, %zmm30, %zmm30
  vpternlogq $0xd2, %zmm1, %zmm18, %zmm5
  vprolq $8, %zmm14, %zmm14
  vpternlogq $0x9c, %zmm28, %zmm1, %zmm31
  vprolq $21, %zmm13, %zmm13
  vpternlogq $0xd2, %zmm28, %zmm1, %zmm18
  vpxorq %zmm16, %zmm20, %zmm20
  vpxorq %zmm9, %zmm10, %zmm10
  vprolq $43, %zmm24, %zmm24
  vmovdqa64 %zmm14, %zmm28
  vpternlogq $0xd2, %zmm23, %zmm30, %zmm28
  vpxorq %zmm6, %zmm19, %zmm19
  vpxorq %zmm0, %zmm22, %zmm22
  vprolq $44, %zmm4, %zmm4
  vpxorq %zmm15, %zmm12, %zmm12
  vprolq $55, %zmm20, %zmm20
  vprolq $36, %zmm22, %zmm22
  vprolq $39, %zmm29, %zmm29
  vprolq $2, %zmm19, %zmm19
  vmovdqa64 %zmm30, %zmm1
  vpternlogq $0xd2, %zmm11, %zmm23, %zmm1
  vpxorq %zmm9, %zmm25, %zmm25
  vmovdqa64 %zmm13, %zmm9
  vpternlogq $0xd2, %zmm26, %zmm2, %zmm9
  vpxorq %zmm6, %zmm8, %zmm8
  vprolq $62, %zmm25, %zmm25
  vpxorq %zmm16, %zmm17, %zmm17
  vpternlogq $0x9c, %zmm14, %zmm21, %zmm30
  vprolq $27, %zmm12, %zmm12
  vpxorq %zmm0, %zmm3, %zmm3
  vprolq $41, %zmm3, %zmm3
  vprolq $10, %zmm8, %zmm8
  vprolq $15, %zmm10, %zmm10
  vmovdqa64 %zmm2, %zmm15
  vpternlogq $0xd2, %zmm4, %zmm26, %zmm15
  vpternlogq $0x9c, %zmm21, %zmm11, %zmm14
  vpternlogq $0xd2, %zmm24, %zmm4, %zmm26
  vpternlogq $0xd2, %zmm21, %zmm11, %zmm23
  vpternlogq $0xd2, %zmm13, %zmm24, %zmm4
  vpternlogq $0xd2, %zmm2, %zmm13, %zmm24
  vprolq $56, %zmm17, %zmm17
  vmovdqa64 %zmm10, %zmm16
  vpternlogq $0xd2, %zmm12, %zmm17, %zmm16
  vmovdqa64 %zmm17, %zmm21
  vpternlogq $0xd2, %zmm22, %zmm12, %zmm21
  vmovdqa64 %zmm3, %zmm0
  vpternlogq $0xd2, %zmm25, %zmm19, %zmm0
  vmovdqa64 %zmm29, %zmm2
  vpternlogq $0xd2, %zmm19, %zmm3, %zmm2
  vpternlogq $0x9c, %zmm10, %zmm8, %zmm17
  vpternlogq $0xd2, %zmm20, %zmm25, %zmm19
  vpternlogq $0x9c, %zmm29, %zmm20, %zmm3
  vmovdqa64 %zmm19, %zmm6
  vpternlogq $0x96, %zmm15, %zmm27, %zmm6
  vpternlogq $0x9c, %zmm8, %zmm22, %zmm10
  vpternlogq $0x96, %zmm21, %zmm1, %zmm6
  vmovdqa64 %zmm17, %zmm11
  vpternlogq $0x96, %zmm31, %zmm2, %zmm11
  vpxorq %zmm5, %zmm23, %zmm13
  vpternlogq $0xd2, %zmm29, %zmm20, %zmm25
  vpternlogq $0xd2, %zmm8, %zmm22, %zmm12
  vmovdqa64 %zmm10, %zmm20
  vpternlogq $0x96, %zmm14, %zmm3, %zmm20
  vpxorq %zmm9, %zmm7, %zmm22
  vprolq $1, %zmm6, %zmm29
  vpternlogq $0x96, %zmm4, %zmm18, %zmm20
  vprolq $1, %zmm20, %zmm8
  vpternlogq $0x96, %zmm24, %zmm30, %zmm11
  vpternlogq $0x96, 24(%rax){1to8}, %zmm26, %zmm13
  vpxorq %zmm28, %zmm22, %zmm22
  vpternlogq $0x96, %zmm0, %zmm16, %zmm22
  vpternlogq $0x96, %zmm12, %zmm25, %zmm13
  vpxorq %zmm29, %zmm11, %zmm29
  vpxorq %zmm8, %zmm6, %zmm6
  vprolq $1, %zmm22, %zmm8
  vpxorq %zmm6, %zmm23, %zmm23
  vprolq $1, %zmm11, %zmm11
  vpxorq %zmm29, %zmm9, %zmm9
  vpxorq %zmm8, %zmm20, %zmm20
  vpxorq %zmm20, %zmm2, %zmm2
  vpxorq %zmm11, %zmm13, %zmm11
  vpxorq %zmm11, %zmm18, %zmm18
  vprolq $1, %zmm13, %zmm13
  vprolq $28, %zmm9, %zmm9
  vprolq $3, %zmm23, %zmm23
  vpxorq %zmm29, %zmm28, %zmm28
  vpxorq %zmm11, %zmm10, %zmm10
  vprolq $45, %zmm10, %zmm10
  vpxorq %zmm20, %zmm30, %zmm30
  vpxorq %zmm13, %zmm22, %zmm22
  vpxorq %zmm22, %zmm27, %zmm27
  vpxorq %zmm11, %zmm4, %zmm4
  vpxorq %zmm6, %zmm25, %zmm25
  vprolq $61, %zmm2, %zmm2
  vpternlogq $0x96, 24(%rax){1to8}, %zmm6, %zmm26
  vpxorq %zmm20, %zmm31, %zmm31
  vmovdqa64 %zmm10, %zmm13
  vpternlogq $0xd2, %zmm9, %zmm2, %zmm13
  vprolq $20, %zmm27, %zmm27
  vprolq $1, %zmm4, %zmm4
  vprolq $25, %zmm28, %zmm28
  vpxorq %zmm22, %zmm21, %zmm21
  vpxorq %zmm22, %zmm19, %zmm19
  vprolq $6, %zmm31, %zmm31
  vpxorq %zmm29, %zmm16, %zmm16
  vprolq $14, %zmm19, %zmm19
  vmovdqa64 %zmm2, %zmm8
  vpternlogq $0xd2, %zmm27, %zmm9, %zmm8
  vpxorq %zmm22, %zmm1, %zmm1
  vprolq $18, %zmm25, %zmm25
  vpternlogq $0xd2, %zmm23, %zmm27, %zmm9
  vprolq $8, %zmm21, %zmm21
  vpternlogq $0x9c, %zmm10, %zmm23, %zmm2
  vprolq $21, %zmm16, %zmm16
  vpternlogq $0xd2, %zmm10, %zmm23, %zmm27
  vpxorq %zmm29, %zmm7, %zmm7
  vpxorq %zmm20, %zmm17, %zmm17
  vprolq $43, %zmm30, %zmm30
  vmovdqa64 %zmm21, %zmm10
  vpternlogq $0xd2, %zmm4, %zmm25, %zmm10
  vpxorq %zmm11, %zmm3, %zmm3
  vpxorq %zmm6, %zmm5, %zmm5
  vprolq $44, %zmm18, %zmm18
  vpxorq %zmm22, %zmm15, %zmm15
  vprolq $55, %zmm7, %zmm7
  vprolq $36, %zmm5, %zmm5
  vprolq $39, %zmm1, %zmm1
  vprolq $2, %zmm3, %zmm3
  vmovdqa64 %zmm25, %zmm22
  vpternlogq $0xd2, %zmm31, %zmm4, %zmm22
  vpxorq %zmm20, %zmm24, %zmm24
  vmovdqa64 %zmm16, %zmm23
  vpternlogq $0xd2, %zmm26, %zmm19, %zmm23
  vpxorq %zmm11, %zmm14, %zmm14
  vprolq $62, %zmm24, %zmm24
  vpxorq %zmm29, %zmm0, %zmm0
  vpternlogq $0x9c, %zmm21, %zmm28, %zmm25
  vprolq $27, %zmm15, %zmm15
  vpxorq %zmm6, %zmm12, %zmm12
  vprolq $41, %zmm12, %zmm12
  vprolq $10, %zmm14, %zmm14
  vprolq $15, %zmm17, %zmm17
  vmovdqa64 %zmm19, %zmm29
  vpternlogq $0xd2, %zmm18, %zmm26, %zmm29
  vpternlogq $0x9c, %zmm28, %zmm31, %zmm21
  vpternlogq $0xd2, %zmm30, %zmm18, %zmm26
  vpternlogq $0xd2, %zmm28, %zmm31, %zmm4
  vpternlogq $0xd2, %zmm16, %zmm30, %zmm18
  vpternlogq $0xd2, %zmm19, %zmm16, %zmm30
  vprolq $56, %zmm0, %zmm0
  vmovdqa64 %zmm17, %zmm31
  vpternlogq $0xd2, %zmm15, %zmm0, %zmm31
  vmovdqa64 %zmm0, %zmm6
  vpternlogq $0xd2, %zmm5, %zmm15, %zmm6
  vmovdqa64 %zmm12, %zmm11
  vpternlogq $0xd2, %zmm24, %zmm3, %zmm11
  vmovdqa64 %zmm1, %zmm16
  vpternlogq $0xd2, %zmm3, %zmm12, %zmm16
  vpternlogq $0x9c, %zmm17, %zmm14, %zmm0
  vpternlogq $0xd2, %zmm7, %zmm24, %zmm3
  vpternlogq $0x9c, %zmm1, %zmm7, %zmm12
  vmovdqa64 %zmm3, %zmm19
  vpternlogq $0x96, %zmm29, %zmm8, %zmm19
  vpternlogq $0x9c, %zmm14, %zmm5, %zmm17
  vpternlogq $0x96, %zmm6, %zmm22, %zmm19
  vmovdqa64 %zmm0, %zmm20
  vpternlogq $0x96, %zmm2, %zmm16, %zmm20
  vpxorq %zmm9, %zmm4, %zmm28
  vpternlogq $0xd2, %zmm1, %zmm7, %zmm24
  vpternlogq $0xd2, %zmm14, %zmm5, %zmm15
  vmovdqa64 %zmm17, %zmm1
  vpternlogq $0x96, %zmm21, %zmm12, %zmm1
  vpxorq %zmm23, %zmm13, %zmm5
  vprolq $1, %zmm19, %zmm7
  vpternlogq $0x96, %zmm18, %zmm27, %zmm1
  vprolq $1, %zmm1, %zmm14
  vpternlogq $0x96, %zmm30, %zmm25, %zmm20
  vpternlogq $0x96, 32(%rax){1to8}, %zmm26, %zmm28
  vpxorq %zmm10, %zmm5, %zmm5
  vpternlogq $0x96, %zmm11, %zmm31, %zmm5
  vpternlogq $0x96, %zmm15, %zmm24, %zmm28
  vpxorq %zmm7, %zmm20, %zmm7
  vpxorq %zmm14, %zmm19, %zmm19
  vprolq $1, %zmm5, %zmm14
  vpxorq %zmm19, %zmm4, %zmm4
  vprolq $1, %zmm20, %zmm20
  vpxorq %zmm7, %zmm23, %zmm23
  vpxorq %zmm14, %zmm1, %zmm1
  vpxorq %zmm1, %zmm16, %zmm16
  vpxorq %zmm20, %zmm28, %zmm20
  vpxorq %zmm20, %zmm27, %zmm27
  vprolq $1, %zmm28, %zmm28
  vprolq $28, %zmm23, %zmm23
  vprolq $3, %zmm4, %zmm4
  vpxorq %zmm7, %zmm10, %zmm10
  vpxorq %zmm20, %zmm17, %zmm17
  vprolq $45, %zmm17, %zmm17
  vpxorq %zmm1, %zmm25, %zmm25
  vpxorq %zmm28, %zmm5, %zmm5
  vpxorq %zmm5, %zmm8, %zmm8
  vpxorq %zmm20, %zmm18, %zmm18
  vpxorq %zmm19, %zmm24, %zmm24
  vprolq $61, %zmm16, %zmm16
  vpternlogq $0x96, 32(%rax){1to8}, %zmm19, %zmm26
  vpxorq %zmm1, %zmm2, %zmm2
  vmovdqa64 %zmm17, %zmm28
  vpternlogq $0xd2, %zmm23, %zmm16, %zmm28
  vprolq $20, %zmm8, %zmm8
  vprolq $1, %zmm18, %zmm18
  vprolq $25, %zmm10, %zmm10
  vpxorq %zmm5, %zmm6, %zmm6
  vpxorq %zmm5, %zmm3, %zmm3
  vprolq $6, %zmm2, %zmm2
  vpxorq %zmm7, %zmm31, %zmm31
  vprolq $14, %zmm3, %zmm3
  vmovdqa64 %zmm16, %zmm14
  vpternlogq $0xd2, %zmm8, %zmm23, %zmm14
  vpxorq %zmm5, %zmm22, %zmm22
  vprolq $18, %zmm24, %zmm24
  vpternlogq $0xd2, %zmm4, %zmm8, %zmm23
  vprolq $8, %zmm6, %zmm6
  vpternlogq $0x9c, %zmm17, %zmm4, %zmm16
  vprolq $21, %zmm31, %zmm31
  vpternlogq $0xd2, %zmm17, %zmm4, %zmm8
  vpxorq %zmm7, %zmm13, %zmm13
  vpxorq %zmm1, %zmm0, %zmm0
  vprolq $43, %zmm25, %zmm25
  vmovdqa64 %zmm6, %zmm17
  vpternlogq $0xd2, %zmm18, %zmm24, %zmm17
  vpxorq %zmm20, %zmm12, %zmm12
  vpxorq %zmm19, %zmm9, %zmm9
  vprolq $44, %zmm27, %zmm27
  vpxorq %zmm5, %zmm29, %zmm29
  vprolq $55, %zmm13, %zmm13
  vprolq $36, %zmm9, %zmm9
  vprolq $39, %zmm22, %zmm22
  vprolq $2, %zmm12, %zmm12
  vmovdqa64 %zmm24, %zmm4
  vpternlogq $0xd2, %zmm2, %zmm18, %zmm4
  vpxorq %zmm1, %zmm30, %zmm30
  vmovdqa64 %zmm31, %zmm5
  vpternlogq $0xd2, %zmm26, %zmm3, %zmm5
  vpxorq %zmm20, %zmm21, %zmm21
  vprolq $62, %zmm30, %zmm30
  vpxorq %zmm7, %zmm11, %zmm11
  vpternlogq $0x9c, %zmm6, %zmm10, %zmm24
  vprolq $27, %zmm29, %zmm29
  vpxorq %zmm19, %zmm15, %zmm15
  vprolq $41, %zmm15, %zmm15
  vprolq $10, %zmm21, %zmm21
  vprolq $15, %zmm0, %zmm0
  vmovdqa64 %zmm3, %zmm7
  vpternlogq $0xd2, %zmm27, %zmm26, %zmm7
  vpternlogq $0x9c, %zmm10, %zmm2, %zmm6
  vpternlogq $0xd2, %zmm25, %zmm27, %zmm26
  vpternlogq $0xd2, %zmm10, %zmm2, %zmm18
  vpternlogq $0xd2, %zmm31, %zmm25, %zmm27
  vpternlogq $0xd2, %zmm3, %zmm31, %zmm25
  vprolq $56, %zmm11, %zmm11
  vmovdqa64 %zmm0, %zmm10
  vpternlogq $0xd2, %zmm29, %zmm11, %zmm10
  vmovdqa64 %zmm11, %zmm19
  vpternlogq $0xd2, %zmm9, %zmm29, %zmm19
  vmovdqa64 %zmm15, %zmm20
  vpternlogq $0xd2, %zmm30, %zmm12, %zmm20
  vmovdqa64 %zmm22, %zmm31
  vpternlogq $0xd2, %zmm12, %zmm15, %zmm31
  vpternlogq $0x9c, %zmm0, %zmm21, %zmm11
  vpternlogq $0xd2, %zmm13, %zmm30, %zmm12
  vpternlogq $0x9c, %zmm22, %zmm13, %zmm15
  vmovdqa64 %zmm12, %zmm1
  vpternlogq $0x96, %zmm7, %zmm14, %zmm1
  vpternlogq $0x9c, %zmm21, %zmm9, %zmm0
  vpternlogq $0x96, %zmm19, %zmm4, %zmm1
  vmovdqa64 %zmm11, %zmm2
  vpternlogq $0x96, %zmm16, %zmm31, %zmm2
  vpxorq %zmm23, %zmm18, %zmm3
  vpternlogq $0xd2, %zmm22, %zmm13, %zmm30
  vpternlogq $0xd2, %zmm21, %zmm9, %zmm29
  vmovdqa64 %zmm0, %zmm9
  vpternlogq $0x96, %zmm6, %zmm15, %zmm9
  vpxorq %zmm5, %zmm28, %zmm13
  vprolq $1, %zmm1, %zmm21
  vpternlogq $0x96, %zmm27, %zmm8, %zmm9
  vprolq $1, %zmm9, %zmm22
  vpternlogq $0x96, %zmm25, %zmm24, %zmm2
  vpternlogq $0x96, 40(%rax){1to8}, %zmm26, %zmm3
  vpxorq %zmm17, %zmm13, %zmm13
  vpternlogq $0x96, %zmm20, %zmm10, %zmm13
  vpternlogq $0x96, %zmm29, %zmm30, %zmm3
  vpxorq %zmm21, %zmm2, %zmm21
  vpxorq %zmm22, %zmm1, %zmm1
  vprolq $1, %zmm13, %zmm22
  vpxorq %zmm1, %zmm18, %zmm18
  vprolq $1, %zmm2, %zmm2
  vpxorq %zmm21, %zmm5, %zmm5
  vpxorq %zmm22, %zmm9, %zmm9
  vpxorq %zmm9, %zmm31, %zmm31
  vpxorq %zmm2, %zmm3, %zmm2
  vpxorq %zmm2, %zmm8, %zmm8
  vprolq $1, %zmm3, %zmm3
  vprolq $28, %zmm5, %zmm5
  vprolq $3, %zmm18, %zmm18
  vpxorq %zmm21, %zmm17, %zmm17
  vpxorq %zmm2, %zmm0, %zmm0
  vprolq $45, %zmm0, %zmm0
  vpxorq %zmm9, %zmm24, %zmm24
  vpxorq %zmm3, %zmm13, %zmm13
  vpxorq %zmm13, %zmm14, %zmm14
  vpxorq %zmm2, %zmm27, %zmm27
  vpxorq %zmm1, %zmm30, %zmm30
  vprolq $61, %zmm31, %zmm31
  vpternlogq $0x96, 40(%rax){1to8}, %zmm1, %zmm26
  vpxorq %zmm9, %zmm16, %zmm16
  vmovdqa64 %zmm0, %zmm3
  vpternlogq $0xd2, %zmm5, %zmm31, %zmm3
  vprolq $20, %zmm14, %zmm14
  vprolq $1, %zmm27, %zmm27
  vprolq $25, %zmm17, %zmm17
  vpxorq %zmm13, %zmm19, %zmm19
  vpxorq %zmm13, %zmm12, %zmm12
  vprolq $6, %zmm16, %zmm16
  vpxorq %zmm21, %zmm10, %zmm10
  vprolq $14, %zmm12, %zmm12
  vmovdqa64 %zmm31, %zmm22
  vpternlogq $0xd2, %zmm14, %zmm5, %zmm22
  vpxorq %zmm13, %zmm4, %zmm4
  vprolq $18, %zmm30, %zmm30
  vpternlogq $0xd2, %zmm18, %zmm14, %zmm5
  vprolq $8, %zmm19, %zmm19
  vpternlogq $0x9c, %zmm0, %zmm18, %zmm31
  vprolq $21, %zmm10, %zmm10
  vpternlogq $0xd2, %zmm0, %zmm18, %zmm14
  vpxorq %zmm21, %zmm28, %zmm28
  vpxorq %zmm9, %zmm11, %zmm11
  vprolq $43, %zmm24, %zmm24
  vmovdqa64 %zmm19, %zmm0
  vpternlogq $0xd2, %zmm27, %zmm30, %zmm0
  vpxorq %zmm2, %zmm15, %zmm15
  vpxorq %zmm1, %zmm23, %zmm23
  vprolq $44, %zmm8, %zmm8
  vpxorq %zmm13, %zmm7, %zmm7
  vprolq $55, %zmm28, %zmm28
  vprolq $36, %zmm23, %zmm23
  vprolq $39, %zmm4, %zmm4
  vprolq $2, %zmm15, %zmm15
  vmovdqa64 %zmm30, %zmm13
  vpternlogq $0xd2, %zmm16, %zmm27, %zmm13
  vpxorq %zmm9, %zmm25, %zmm25
  vmovdqa64 %zmm10, %zmm18
  vpternlogq $0xd2, %zmm26, %zmm12, %zmm18
  vpxorq %zmm2, %zmm6, %zmm6
  vprolq $62, %zmm25, %zmm25
  vpxorq %zmm21, %zmm20, %zmm20
  vpternlogq $0x9c, %zmm19, %zmm17, %zmm30
  vprolq $27, %zmm7, %zmm7
  vpxorq %zmm1, %zmm29, %zmm29
  vprolq $41, %zmm29, %zmm29
  vprolq $10, %zmm6, %zmm6
  vprolq $15, %zmm11, %zmm11
  vmovdqa64 %zmm12, %zmm21
  vpternlogq $0xd2, %zmm8, %zmm26, %zmm21
  vpternlogq $0x9c, %zmm17, %zmm16, %zmm19
  vpternlogq $0xd2, %zmm24, %zmm8, %zmm26
  vpternlogq $0xd2, %zmm17, %zmm16, %zmm27
  vpternlogq $0xd2, %zmm10, %zmm24, %zmm8
  vpternlogq $0xd2, %zmm12, %zmm10, %zmm24
  vprolq $56, %zmm20, %zmm20
  vmovdqa64 %zmm11, %zmm1
  vpternlogq $0xd2, %zmm7, %zmm20, %zmm1
  vmovdqa64 %zmm20, %zmm2
  vpternlogq $0xd2, %zmm23, %zmm7, %zmm2
  vmovdqa64 %zmm29, %zmm9
  vpternlogq $0xd2, %zmm25, %zmm15, %zmm9
  vmovdqa64 %zmm4, %zmm10
  vpternlogq $0xd2, %zmm15, %zmm29, %zmm10
  vpternlogq $0x9c, %zmm11, %zmm6, %zmm20
  vpternlogq $0xd2, %zmm28, %zmm25, %zmm15
  vpternlogq $0x9c, %zmm4, %zmm28, %zmm29
  vmovdqa64 %zmm15, %zmm12
  vpternlogq $0x96, %zmm21, %zmm22, %zmm12
  vpternlogq $0x9c, %zmm6, %zmm23, %zmm11
  vpternlogq $0x96, %zmm2, %zmm13, %zmm12
  vmovdqa64 %zmm20, %zmm16
  vpternlogq $0x96, %zmm31, %zmm10, %zmm16
  vpxorq %zmm5, %zmm27, %zmm17
  vpternlogq $0xd2, %zmm4, %zmm28, %zmm25
  vpternlogq $0xd2, %zmm6, %zmm23, %zmm7
  vmovdqa64 %zmm11, %zmm23
  vpternlogq $0x96, %zmm19, %zmm29, %zmm23
  vpxorq %zmm18, %zmm3, %zmm28
  vprolq $1, %zmm12, %zmm4
  vpternlogq $0x96, %zmm8, %zmm14, %zmm23
  vprolq $1, %zmm23, %zmm6
  vpternlogq $0x96, %zmm24, %zmm30, %zmm16
  vpternlogq $0x96, 48(%rax){1to8}, %zmm26, %zmm17
  vpxorq %zmm0, %zmm28, %zmm28
  vpternlogq $0x96, %zmm9, %zmm1, %zmm28
  vpternlogq $0x96, %zmm7, %zmm25, %zmm17
  vpxorq %zmm4, %zmm16, %zmm4
  vpxorq %zmm6, %zmm12, %zmm12
  vprolq $1, %zmm28, %zmm6
  vpxorq %zmm12, %zmm27, %zmm27
  vprolq $1, %zmm16, %zmm16
  vpxorq %zmm4, %zmm18, %zmm18
  vpxorq %zmm6, %zmm23, %zmm23
  vpxorq %zmm23, %zmm10, %zmm10
  vpxorq %zmm16, %zmm17, %zmm16
  vpxorq %zmm16, %zmm14, %zmm14
  vprolq $1, %zmm17, %zmm17
  vprolq $28, %zmm18, %zmm18
  vprolq $3, %zmm27, %zmm27
  vpxorq %zmm4, %zmm0, %zmm0
  vpxorq %zmm16, %zmm11, %zmm11
  vprolq $45, %zmm11, %zmm11
  vpxorq %zmm23, %zmm30, %zmm30
  vpxorq %zmm17, %zmm28, %zmm28
  vpxorq %zmm28, %zmm22, %zmm22
  vpxorq %zmm16, %zmm8, %zmm8
  vpxorq %zmm12, %zmm25, %zmm25
  vprolq $61, %zmm10, %zmm10
  vpternlogq $0x96, 48(%rax){1to8}, %zmm12, %zmm26
  vpxorq %zmm23, %zmm31, %zmm31
  vmovdqa64 %zmm11, %zmm17
  vpternlogq $0xd2, %zmm18, %zmm10, %zmm17
  vprolq $20, %zmm22, %zmm22
  vprolq $1, %zmm8, %zmm8
  vprolq $25, %zmm0, %zmm0
  vpxorq %zmm28, %zmm2, %zmm2
  vpxorq %zmm28, %zmm15, %zmm15
  vprolq $6, %zmm31, %zmm31
  vpxorq %zmm4, %zmm1, %zmm1
  vprolq $14, %zmm15, %zmm15
  vmovdqa64 %zmm10, %zmm6
  vpternlogq $0xd2, %zmm22, %zmm18, %zmm6
  vpxorq %zmm28, %zmm13, %zmm13
  vprolq $18, %zmm25, %zmm25
  vpternlogq $0xd2, %zmm27, %zmm22, %zmm18
  vprolq $8, %zmm2, %zmm2
  vpternlogq $0x9c, %zmm11, %zmm27, %zmm10
  vprolq $21, %zmm1, %zmm1
  vpternlogq $0xd2, %zmm11, %zmm27, %zmm22
  vpxorq %zmm4, %zmm3, %zmm3
  vpxorq %zmm23, %zmm20, %zmm20
  vprolq $43, %zmm30, %zmm30
  vmovdqa64 %zmm2, %zmm11
  vpternlogq $0xd2, %zmm8, %zmm25, %zmm11
  vpxorq %zmm16, %zmm29, %zmm29
  vpxorq %zmm12, %zmm5, %zmm5
  vprolq $44, %zmm14, %zmm14
  vpxorq %zmm28, %zmm21, %zmm21
  vprolq $55, %zmm3, %zmm3
  vprolq $36, %zmm5, %zmm5
  vprolq $39, %zmm13, %zmm13
  vprolq $2, %zmm29, %zmm29
  vmovdqa64 %zmm25, %zmm27
  vpternlogq $0xd2, %zmm31, %zmm8, %zmm27
  vpxorq %zmm23, %zmm24, %zmm24
  vmovdqa64 %zmm1, %zmm28
  vpternlogq $0xd2, %zmm26, %zmm15, %zmm28
  vpxorq %zmm16, %zmm19, %zmm19
  vprolq $62, %zmm24, %zmm24
  vpxorq %zmm4, %zmm9, %zmm9
  vpternlogq $0x9c, %zmm2, %zmm0, %zmm25
  vprolq $27, %zmm21, %zmm21
  vpxorq %zmm12, %zmm7, %zmm7
  vprolq $41, %zmm7, %zmm7
  vprolq $10, %zmm19, %zmm19
  vprolq $15, %zmm20, %zmm20
  vmovdqa64 %zmm15, %zmm4
  vpternlogq $0xd2, %zmm14, %zmm26, %zmm4
  vpternlogq $0x9c, %zmm0, %zmm31, %zmm2
  vpternlogq $0xd2, %zmm30, %zmm14, %zmm26
  vpternlogq $0xd2, %zmm0, %zmm31, %zmm8
  vpternlogq $0xd2, %zmm1, %zmm30, %zmm14
  vpternlogq $0xd2, %zmm15, %zmm1, %zmm30
  vprolq $56, %zmm9, %zmm9
  vmovdqa64 %zmm20, %zmm12
  vpternlogq $0xd2, %zmm21, %zmm9, %zmm12
  vmovdqa64 %zmm9, %zmm15
  vpternlogq $0xd2, %zmm5, %zmm21, %zmm15
  vmovdqa64 %zmm7, %zmm16
  vpternlogq $0xd2, %zmm24, %zmm29, %zmm16
  vmovdqa64 %zmm13, %zmm23
  vpternlogq $0xd2, %zmm29, %zmm7, %zmm23
  vpternlogq $0x9c, %zmm20, %zmm19, %zmm9
  vpternlogq $0xd2, %zmm3, %zmm24, %zmm29
  vpternlogq $0x9c, %zmm13, %zmm3, %zmm7
  vmovdqa64 %zmm29, %zmm31
  vpternlogq $0x96, %zmm4, %zmm6, %zmm31
  vpternlogq $0x9c, %zmm19, %zmm5, %zmm20
  vpternlogq $0x96, %zmm15, %zmm27, %zmm31
  vmovdqa64 %zmm9, %zmm0
  vpternlogq $0x96, %zmm10, %zmm23, %zmm0
  vpxorq %zmm18, %zmm8, %zmm1
  vpternlogq $0xd2, %zmm13, %zmm3, %zmm24
  vpternlogq $0xd2, %zmm19, %zmm5, %zmm21
  vmovdqa64 %zmm20, %zmm3
  vpternlogq $0x96, %zmm2, %zmm7, %zmm3
  vpxorq %zmm28, %zmm17, %zmm5
  vprolq $1, %zmm31, %zmm13
  vpternlogq $0x96, %zmm14, %zmm22, %zmm3
  vprolq $1, %zmm3, %zmm19
  vpternlogq $0x96, %zmm30, %zmm25, %zmm0
  vpternlogq $0x96, 56(%rax){1to8}, %zmm26, %zmm1
  vpxorq %zmm11, %zmm5, %zmm5
  vpternlogq $0x96, %zmm16, %zmm12, %zmm5
  vpternlogq $0x96, %zmm21, %zmm24, %zmm1
  vpxorq %zmm13, %zmm0, %zmm13
  vpxorq %zmm19, %zmm31, %zmm31
  vprolq $1, %zmm5, %zmm19
  vpxorq %zmm31, %zmm8, %zmm8
  vprolq $1, %zmm0, %zmm0
  vpxorq %zmm13, %zmm28, %zmm28
  vpxorq %zmm19, %zmm3, %zmm3
  vpxorq %zmm3, %zmm23, %zmm23
  vpxorq %zmm0, %zmm1, %zmm0
  vpxorq %zmm0, %zmm22, %zmm22
  vprolq $1, %zmm1, %zmm1
  vprolq $28, %zmm28, %zmm28
  vprolq $3, %zmm8, %zmm8
  vpxorq %zmm13, %zmm11, %zmm11
  vpxorq %zmm0, %zmm20, %zmm20
  vprolq $45, %zmm20, %zmm20
  vpxorq %zmm3, %zmm25, %zmm25
  vpxorq %zmm1, %zmm5, %zmm5
  vpxorq %zmm5, %zmm6, %zmm6
  vpxorq %zmm0, %zmm14, %zmm14
  vpxorq %zmm31, %zmm24, %zmm24
  vprolq $61, %zmm23, %zmm23
  vpternlogq $0x96, 56(%rax){1to8}, %zmm31, %zmm26
  vpxorq %zmm3, %zmm10, %zmm10
  vmovdqa64 %zmm20, %zmm1
  vpternlogq $0xd2, %zmm28, %zmm23, %zmm1
  vprolq $20, %zmm6, %zmm6
  vprolq $1, %zmm14, %zmm14
  vprolq $25, %zmm11, %zmm11
  vpxorq %zmm5, %zmm15, %zmm15
  vpxorq %zmm5, %zmm29, %zmm29
  vprolq $6, %zmm10, %zmm10
  vpxorq %zmm13, %zmm12, %zmm12
  vprolq $14, %zmm29, %zmm29
  vmovdqa64 %zmm23, %zmm19
  vpternlogq $0xd2, %zmm6, %zmm28, %zmm19
  vpxorq %zmm5, %zmm27, %zmm27
  vprolq $18, %zmm24, %zmm24
  vpternlogq $0xd2, %zmm8, %zmm6, %zmm28
  vprolq $8, %zmm15, %zmm15
  vpternlogq $0x9c, %zmm20, %zmm8, %zmm23
  vprolq $21, %zmm12, %zmm12
  vpternlogq $0xd2, %zmm20, %zmm8, %zmm6
  vpxorq %zmm13, %zmm17, %zmm17
  vpxorq %zmm3, %zmm9, %zmm9
  vprolq $43, %zmm25, %zmm25
  vmovdqa64 %zmm15, %zmm20
  vpternlogq $0xd2, %zmm14, %zmm24, %zmm20
  vpxorq %zmm0, %zmm7, %zmm7
  vpxorq %zmm31, %zmm18, %zmm18
  vprolq $44, %zmm22, %zmm22
  vpxorq %zmm5, %zmm4, %zmm4
  vprolq $55, %zmm17, %zmm17
  vprolq $36, %zmm18, %zmm18
  vprolq $39, %zmm27, %zmm27
  vprolq $2, %zmm7, %zmm7
  vmovdqa64 %zmm24, %zmm5
  vpternlogq $0xd2, %zmm10, %zmm14, %zmm5
  vpxorq %zmm3, %zmm30, %zmm30
  vmovdqa64 %zmm12, %zmm8
  vpternlogq $0xd2, %zmm26, %zmm29, %zmm8
  vpxorq %zmm0, %zmm2, %zmm2
  vprolq $62, %zmm30, %zmm30
  vpxorq %zmm13, %zmm16, %zmm16
  vpternlogq $0x9c, %zmm15, %zmm11, %zmm24
  vprolq $27, %zmm4, %zmm4
  vpxorq %zmm31, %zmm21, %zmm21
  vprolq $41, %zmm21, %zmm21
  vprolq $10, %zmm2, %zmm2
  vprolq $15, %zmm9, %zmm9
  vmovdqa64 %zmm29, %zmm13
  vpternlogq $0xd2, %zmm22, %zmm26, %zmm13
  vpternlogq $0x9c, %zmm11, %zmm10, %zmm15
  vpternlogq $0xd2, %zmm25, %zmm22, %zmm26
  vpternlogq $0xd2, %zmm11, %zmm10, %zmm14
  vpternlogq $0xd2, %zmm12, %zmm25, %zmm22
  vpternlogq $0xd2, %zmm29, %zmm12, %zmm25
  vprolq $56, %zmm16, %zmm16
  vmovdqa64 %zmm9, %zmm29
  vpternlogq $0xd2, %zmm4, %zmm16, %zmm29
  vmovdqa64 %zmm16, %zmm31
  vpternlogq $0xd2, %zmm18, %zmm4, %zmm31
  vmovdqa64 %zmm21, %zmm0
  vpternlogq $0xd2, %zmm30, %zmm7, %zmm0
  vmovdqa64 %zmm27, %zmm3
  vpternlogq $0xd2, %zmm7, %zmm21, %zmm3
  vpternlogq $0x9c, %zmm9, %zmm2, %zmm16
  vpternlogq $0xd2, %zmm17, %zmm30, %zmm7
  vpternlogq $0x9c, %zmm27, %zmm17, %zmm21
  vmovdqa64 %zmm7, %zmm10
  vpternlogq $0x96, %zmm13, %zmm19, %zmm10
  vpternlogq $0x9c, %zmm2, %zmm18, %zmm9
  vpternlogq $0x96, %zmm31, %zmm5, %zmm10
  vmovdqa64 %zmm16, %zmm11
  vpternlogq $0x96, %zmm23, %zmm3, %zmm11
  vpxorq %zmm28, %zmm14, %zmm12
  vpternlogq $0xd2, %zmm27, %zmm17, %zmm30
  vpternlogq $0xd2, %zmm2, %zmm18, %zmm4
  vmovdqa64 %zmm9, %zmm17
  vpternlogq $0x96, %zmm15, %zmm21, %zmm17
  vpxorq %zmm8, %zmm1, %zmm18
  vprolq $1, %zmm10, %zmm27
  vpternlogq $0x96, %zmm22, %zmm6, %zmm17
  vprolq $1, %zmm17, %zmm2
  vpternlogq $0x96, %zmm25, %zmm24, %zmm11
  vpternlogq $0x96, 64(%rax){1to8}, %zmm26, %zmm12
  vpxorq %zmm20, %zmm18, %zmm18
  vpternlogq $0x96, %zmm0, %zmm29, %zmm18
  vpternlogq $0x96, %zmm4, %zmm30, %zmm12
  vpxorq %zmm27, %zmm11, %zmm27
  vpxorq %zmm2, %zmm10, %zmm10
  vprolq $1, %zmm18, %zmm2
  vpxorq %zmm10, %zmm14, %zmm14
  vprolq $1, %zmm11, %zmm11
  vpxorq %zmm27, %zmm8, %zmm8
  vpxorq %zmm2, %zmm17, %zmm17
  vpxorq %zmm17, %zmm3, %zmm3
  vpxorq %zmm11, %zmm12, %zmm11
  vpxorq %zmm11, %zmm6, %zmm6
  vprolq $1, %zmm12, %zmm12
  vprolq $28, %zmm8, %zmm8
  vprolq $3, %zmm14, %zmm14
  vpxorq %zmm27, %zmm20, %zmm20
  vpxorq %zmm11, %zmm9, %zmm9
  vprolq $45, %zmm9, %zmm9
  vpxorq %zmm17, %zmm24, %zmm24
  vpxorq %zmm12, %zmm18, %zmm18
  vpxorq %zmm18, %zmm19, %zmm19
  vpxorq %zmm11, %zmm22, %zmm22
  vpxorq %zmm10, %zmm30, %zmm30
  vprolq $61, %zmm3, %zmm3
  vpternlogq $0x96, 64(%rax){1to8}, %zmm10, %zmm26
  vpxorq %zmm17, %zmm23, %zmm23
  vmovdqa64 %zmm9, %zmm12
  vpternlogq $0xd2, %zmm8, %zmm3, %zmm12
  vprolq $20, %zmm19, %zmm19
  vprolq $1, %zmm22, %zmm22
  vprolq $25, %zmm20, %zmm20
  vpxorq %zmm18, %zmm31, %zmm31
  vpxorq %zmm18, %zmm7, %zmm7
  vprolq $6, %zmm23, %zmm23
  vpxorq %zmm27, %zmm29, %zmm29
  vprolq $14, %zmm7, %zmm7
  vmovdqa64 %zmm3, %zmm2
  vpternlogq $0xd2, %zmm19, %zmm8, %zmm2
  vpxorq %zmm18, %zmm5, %zmm5
  vprolq $18, %zmm30, %zmm30
  vpternlogq $0xd2, %zmm14, %zmm19, %zmm8
  vprolq $8, %zmm31, %zmm31
  vpternlogq $0x9c, %zmm9, %zmm14, %zmm3
  vprolq $21, %zmm29, %zmm29
  vpternlogq $0xd2, %zmm9, %zmm14, %zmm19
  vpxorq %zmm27, %zmm1, %zmm1
  vpxorq %zmm17, %zmm16, %zmm16
  vprolq $43, %zmm24, %zmm24
  vmovdqa64 %zmm31, %zmm9
  vpternlogq $0xd2, %zmm22, %zmm30, %zmm9
  vpxorq %zmm11, %zmm21, %zmm21
  vpxorq %zmm10, %zmm28, %zmm28
  vprolq $44, %zmm6, %zmm6
  vpxorq %zmm18, %zmm13, %zmm13
  vprolq $55, %zmm1, %zmm1
  vprolq $36, %zmm28, %zmm28
  vprolq $39, %zmm5, %zmm5
  vprolq $2, %zmm21, %zmm21
  vmovdqa64 %zmm30, %zmm14
  vpternlogq $0xd2, %zmm23, %zmm22, %zmm14
  vpxorq %zmm17, %zmm25, %zmm25
  vmovdqa64 %zmm29, %zmm17
  vpternlogq $0xd2, %zmm26, %zmm7, %zmm17
  vpxorq %zmm11, %zmm15, %zmm15
  vprolq $62, %zmm25, %zmm25
  vpxorq %zmm27, %zmm0, %zmm0
  vpternlogq $0x9c, %zmm31, %zmm20, %zmm30
  vprolq $27, %zmm13, %zmm13
  vpxorq %zmm10, %zmm4, %zmm4
  vprolq $41, %zmm4, %zmm4
  vprolq $10, %zmm15, %zmm15
  vprolq $15, %zmm16, %zmm16
  vmovdqa64 %zmm7, %zmm18
  vpternlogq $0xd2, %zmm6, %zmm26, %zmm18
  vpternlogq $0x9c, %zmm20, %zmm23, %zmm31
  vpternlogq $0xd2, %zmm24, %zmm6, %zmm26
  vpternlogq $0xd2, %zmm20, %zmm23, %zmm22
  vpternlogq $0xd2, %zmm29, %zmm24, %zmm6
  vpternlogq $0xd2, %zmm7, %zmm29, %zmm24
  vprolq $56, %zmm0, %zmm0
  vmovdqa64 %zmm16, %zmm20
  vpternlogq $0xd2, %zmm13, %zmm0, %zmm20
  vmovdqa64 %zmm0, %zmm23
  vpternlogq $0xd2, %zmm28, %zmm13, %zmm23
  vmovdqa64 %zmm4, %zmm27
  vpternlogq $0xd2, %zmm25, %zmm21, %zmm27
  vmovdqa64 %zmm5, %zmm29
  vpternlogq $0xd2, %zmm21, %zmm4, %zmm29
  vpternlogq $0x9c, %zmm16, %zmm15, %zmm0
  vpternlogq $0xd2, %zmm1, %zmm25, %zmm21
  vpternlogq $0x9c, %zmm5, %zmm1, %zmm4
  vmovdqa64 %zmm21, %zmm7
  vpternlogq $0x96, %zmm18, %zmm2, %zmm7
  vpternlogq $0x9c, %zmm15, %zmm28, %zmm16
  vpternlogq $0x96, %zmm23, %zmm14, %zmm7
  vmovdqa64 %zmm0, %zmm10
  vpternlogq $0x96, %zmm3, %zmm29, %zmm10
  vpxorq %zmm8, %zmm22, %zmm11
  vpternlogq $0xd2, %zmm5, %zmm1, %zmm25
  vpternlogq $0xd2, %zmm15, %zmm28, %zmm13
  vmovdqa64 %zmm16, %zmm15
  vpternlogq $0x96, %zmm31, %zmm4, %zmm15
  vpxorq %zmm17, %zmm12, %zmm28
  vprolq $1, %zmm7, %zmm1
  vpternlogq $0x96, %zmm6, %zmm19, %zmm15
  vprolq $1, %zmm15, %zmm5
  vpternlogq $0x96, %zmm24, %zmm30, %zmm10
  vpternlogq $0x96, 72(%rax){1to8}, %zmm26, %zmm11
  vpxorq %zmm9, %zmm28, %zmm28
  vpternlogq $0x96, %zmm27, %zmm20, %zmm28
  vpternlogq $0x96, %zmm13, %zmm25, %zmm11
  vpxorq %zmm1, %zmm10, %zmm1
  vpxorq %zmm5, %zmm7, %zmm7
  vprolq $1, %zmm28, %zmm5
  vpxorq %zmm7, %zmm22, %zmm22
  vprolq $1, %zmm10, %zmm10
  vpxorq %zmm1, %zmm17, %zmm17
  vpxorq %zmm5, %zmm15, %zmm15
  vpxorq %zmm15, %zmm29, %zmm29
  vpxorq %zmm10, %zmm11, %zmm10
  vpxorq %zmm10, %zmm19, %zmm19
  vprolq $1, %zmm11, %zmm11
  vprolq $28, %zmm17, %zmm17
  vprolq $3, %zmm22, %zmm22
  vpxorq %zmm1, %zmm9, %zmm9
  vpxorq %zmm10, %zmm16, %zmm16
  vprolq $45, %zmm16, %zmm16
  vpxorq %zmm15, %zmm30, %zmm30
  vpxorq %zmm11, %zmm28, %zmm28
  vpxorq %zmm28, %zmm2, %zmm2
  vpxorq %zmm10, %zmm6, %zmm6
  vpxorq %zmm7, %zmm25, %zmm25
  vprolq $61, %zmm29, %zmm29
  vpternlogq $0x96, 72(%rax){1to8}, %zmm7, %zmm26
  vpxorq %zmm15, %zmm3, %zmm3
  vmovdqa64 %zmm16, %zmm11
  vpternlogq $0xd2, %zmm17, %zmm29, %zmm11
  vprolq $20, %zmm2, %zmm2
  vprolq $1, %zmm6, %zmm6
  vprolq $25, %zmm9, %zmm9
  vpxorq %zmm28, %zmm23, %zmm23
  vpxorq %zmm28, %zmm21, %zmm21
  vprolq $6, %zmm3, %zmm3
  vpxorq %zmm1, %zmm20, %zmm20
  vprolq $14, %zmm21, %zmm21
  vmovdqa64 %zmm29, %zmm5
  vpternlogq $0xd2, %zmm2, %zmm17, %zmm5
  vpxorq %zmm28, %zmm14, %zmm14
  vprolq $18, %zmm25, %zmm25
  vpternlogq $0xd2, %zmm22, %zmm2, %zmm17
  vprolq $8, %zmm23, %zmm23
  vpternlogq $0x9c, %zmm16, %zmm22, %zmm29
  vprolq $21, %zmm20, %zmm20
  vpternlogq $0xd2, %zmm16, %zmm22, %zmm2
  vpxorq %zmm1, %zmm12, %zmm12
  vpxorq %zmm15, %zmm0, %zmm0
  vprolq $43, %zmm30, %zmm30
  vmovdqa64 %zmm23, %zmm16
  vpternlogq $0xd2, %zmm6, %zmm25, %zmm16
  vpxorq %zmm10, %zmm4, %zmm4
  vpxorq %zmm7, %zmm8, %zmm8
  vprolq $44, %zmm19, %zmm19
  vpxorq %zmm28, %zmm18, %zmm18
  vprolq $55, %zmm12, %zmm12
  vprolq $36, %zmm8, %zmm8
  vprolq $39, %zmm14, %zmm14
  vprolq $2, %zmm4, %zmm4
  vmovdqa64 %zmm25, %zmm22
  vpternlogq $0xd2, %zmm3, %zmm6, %zmm22
  vpxorq %zmm15, %zmm24, %zmm24
  vmovdqa64 %zmm20, %zmm28
  vpternlogq $0xd2, %zmm26, %zmm21, %zmm28
  vpxorq %zmm10, %zmm31, %zmm31
  vprolq $62, %zmm24, %zmm24
  vpxorq %zmm1, %zmm27, %zmm27
  vpternlogq $0x9c, %zmm23, %zmm9, %zmm25
  vprolq $27, %zmm18, %zmm18
  vpxorq %zmm7, %zmm13, %zmm13
  vprolq $41, %zmm13, %zmm13
  vprolq $10, %zmm31, %zmm31
  vprolq $15, %zmm0, %zmm0
  vmovdqa64 %zmm21, %zmm1
  vpternlogq $0xd2, %zmm19, %zmm26, %zmm1
  vpternlogq $0x9c, %zmm9, %zmm3, %zmm23
  vpternlogq $0xd2, %zmm30, %zmm19, %zmm26
  vpternlogq $0xd2, %zmm9, %zmm3, %zmm6
  vpternlogq $0xd2, %zmm20, %zmm30, %zmm19
  vpternlogq $0xd2, %zmm21, %zmm20, %zmm30
  vprolq $56, %zmm27, %zmm27
  vmovdqa64 %zmm0, %zmm3
  vpternlogq $0xd2, %zmm18, %zmm27, %zmm3
  vmovdqa64 %zmm27, %zmm7
  vpternlogq $0xd2, %zmm8, %zmm18, %zmm7
  vmovdqa64 %zmm13, %zmm9
  vpternlogq $0xd2, %zmm24, %zmm4, %zmm9
  vmovdqa64 %zmm14, %zmm10
  vpternlogq $0xd2, %zmm4, %zmm13, %zmm10
  vpternlogq $0x9c, %zmm0, %zmm31, %zmm27
  vpternlogq $0xd2, %zmm12, %zmm24, %zmm4
  vpternlogq $0x9c, %zmm14, %zmm12, %zmm13
  vmovdqa64 %zmm4, %zmm15
  vpternlogq $0x96, %zmm1, %zmm5, %zmm15
  vpternlogq $0x9c, %zmm31, %zmm8, %zmm0
  vpternlogq $0x96, %zmm7, %zmm22, %zmm15
  vmovdqa64 %zmm27, %zmm20
  vpternlogq $0x96, %zmm29, %zmm10, %zmm20
  vpxorq %zmm17, %zmm6, %zmm21
  vpternlogq $0xd2, %zmm14, %zmm12, %zmm24
  vpternlogq $0xd2, %zmm31, %zmm8, %zmm18
  vmovdqa64 %zmm0, %zmm31
  vpternlogq $0x96, %zmm23, %zmm13, %zmm31
  vpxorq %zmm28, %zmm11, %zmm8
  vprolq $1, %zmm15, %zmm12
  vpternlogq $0x96, %zmm19, %zmm2, %zmm31
  vprolq $1, %zmm31, %zmm14
  vpternlogq $0x96, %zmm30, %zmm25, %zmm20
  vpternlogq $0x96, 80(%rax){1to8}, %zmm26, %zmm21
  vpxorq %zmm16, %zmm8, %zmm8
  vpternlogq $0x96, %zmm9, %zmm3, %zmm8
  vpternlogq $0x96, %zmm18, %zmm24, %zmm21
  vpxorq %zmm12, %zmm20, %zmm12
  vpxorq %zmm14, %zmm15, %zmm15
  vprolq $1, %zmm8, %zmm14
  vpxorq %zmm15, %zmm6, %zmm6
  vprolq $1, %zmm20, %zmm20
  vpxorq %zmm12, %zmm28, %zmm28
  vpxorq %zmm14, %zmm31, %zmm31
  vpxorq %zmm31, %zmm10, %zmm10
  vpxorq %zmm20, %zmm21, %zmm20
  vpxorq %zmm20, %zmm2, %zmm2
  vprolq $1, %zmm21, %zmm21
  vprolq $28, %zmm28, %zmm28
  vprolq $3, %zmm6, %zmm6
  vpxorq %zmm12, %zmm16, %zmm16
  vpxorq %zmm20, %zmm0, %zmm0
  vprolq $45, %zmm0, %zmm0
  vpxorq %zmm31, %zmm25, %zmm25
  vpxorq %zmm21, %zmm8, %zmm8
  vpxorq %zmm8, %zmm5, %zmm5
  vpxorq %zmm20, %zmm19, %zmm19
  vpxorq %zmm15, %zmm24, %zmm24
  vprolq $61, %zmm10, %zmm10
  vpternlogq $0x96, 80(%rax){1to8}, %zmm15, %zmm26
  vpxorq %zmm31, %zmm29, %zmm29
  vmovdqa64 %zmm0, %zmm21
  vpternlogq $0xd2, %zmm28, %zmm10, %zmm21
  vprolq $20, %zmm5, %zmm5
  vprolq $1, %zmm19, %zmm19
  vprolq $25, %zmm16, %zmm16
  vpxorq %zmm8, %zmm7, %zmm7
  vpxorq %zmm8, %zmm4, %zmm4
  vprolq $6, %zmm29, %zmm29
  vpxorq %zmm12, %zmm3, %zmm3
  vprolq $14, %zmm4, %zmm4
  vmovdqa64 %zmm10, %zmm14
  vpternlogq $0xd2, %zmm5, %zmm28, %zmm14
  vpxorq %zmm8, %zmm22, %zmm22
  vprolq $18, %zmm24, %zmm24
  vpternlogq $0xd2, %zmm6, %zmm5, %zmm28
  vprolq $8, %zmm7, %zmm7
  vpternlogq $0x9c, %zmm0, %zmm6, %zmm10
  vprolq $21, %zmm3, %zmm3
  vpternlogq $0xd2, %zmm0, %zmm6, %zmm5
  vpxorq %zmm12, %zmm11, %zmm11
  vpxorq %zmm31, %zmm27, %zmm27
  vprolq $43, %zmm25, %zmm25
  vmovdqa64 %zmm7, %zmm0
  vpternlogq $0xd2, %zmm19, %zmm24, %zmm0
  vpxorq %zmm20, %zmm13, %zmm13
  vpxorq %zmm15, %zmm17, %zmm17
  vprolq $44, %zmm2, %zmm2
  vpxorq %zmm8, %zmm1, %zmm1
  vprolq $55, %zmm11, %zmm11
  vprolq $36, %zmm17, %zmm17
  vprolq $39, %zmm22, %zmm22
  vprolq $2, %zmm13, %zmm13
  vmovdqa64 %zmm24, %zmm6
  vpternlogq $0xd2, %zmm29, %zmm19, %zmm6
  vpxorq %zmm31, %zmm30, %zmm30
  vmovdqa64 %zmm3, %zmm8
  vpternlogq $0xd2, %zmm26, %zmm4, %zmm8
  vpxorq %zmm20, %zmm23, %zmm23
  vprolq $62, %zmm30, %zmm30
  vpxorq %zmm12, %zmm9, %zmm9
  vpternlogq $0x9c, %zmm7, %zmm16, %zmm24
  vprolq $27, %zmm1, %zmm1
  vpxorq %zmm15, %zmm18, %zmm18
  vprolq $41, %zmm18, %zmm18
  vprolq $10, %zmm23, %zmm23
  vprolq $15, %zmm27, %zmm27
  vmovdqa64 %zmm4, %zmm12
  vpternlogq $0xd2, %zmm2, %zmm26, %zmm12
  vpternlogq $0x9c, %zmm16, %zmm29, %zmm7
  vpternlogq $0xd2, %zmm25, %zmm2, %zmm26
  vpternlogq $0xd2, %zmm16, %zmm29, %zmm19
  vpternlogq $0xd2, %zmm3, %zmm25, %zmm2
  vpternlogq $0xd2, %zmm4, %zmm3, %zmm25
  vprolq $56, %zmm9, %zmm9
  vmovdqa64 %zmm27, %zmm15
  vpternlogq $0xd2, %zmm1, %zmm9, %zmm15
  vmovdqa64 %zmm9, %zmm16
  vpternlogq $0xd2, %zmm17, %zmm1, %zmm16
  vmovdqa64 %zmm18, %zmm20
  vpternlogq $0xd2, %zmm30, %zmm13, %zmm20
  vmovdqa64 %zmm22, %zmm29
  vpternlogq $0xd2, %zmm13, %zmm18, %zmm29
  vpternlogq $0x9c, %zmm27, %zmm23, %zmm9
  vpternlogq $0xd2, %zmm11, %zmm30, %zmm13
  vpternlogq $0x9c, %zmm22, %zmm11, %zmm18
  vmovdqa64 %zmm13, %zmm31
  vpternlogq $0x96, %zmm12, %zmm14, %zmm31
  vpternlogq $0x9c, %zmm23, %zmm17, %zmm27
  vpternlogq $0x96, %zmm16, %zmm6, %zmm31
  vmovdqa64 %zmm9, %zmm3
  vpternlogq $0x96, %zmm10, %zmm29, %zmm3
  vpxorq %zmm28, %zmm19, %zmm4
  vpternlogq $0xd2, %zmm22, %zmm11, %zmm30
  vpternlogq $0xd2, %zmm23, %zmm17, %zmm1
  vmovdqa64 %zmm27, %zmm11
  vpternlogq $0x96, %zmm7, %zmm18, %zmm11
  vpxorq %zmm8, %zmm21, %zmm17
  vprolq $1, %zmm31, %zmm22
  vpternlogq $0x96, %zmm2, %zmm5, %zmm11
  vprolq $1, %zmm11, %zmm23
  vpternlogq $0x96, %zmm25, %zmm24, %zmm3
  vpternlogq $0x96, 88(%rax){1to8}, %zmm26, %zmm4
  vpxorq %zmm0, %zmm17, %zmm17
  vpternlogq $0x96, %zmm20, %zmm15, %zmm17
  vpternlogq $0x96, %zmm1, %zmm30, %zmm4
  vpxorq %zmm22, %zmm3, %zmm22
  vpxorq %zmm23, %zmm31, %zmm31
  vprolq $1, %zmm17, %zmm23
  vpxorq %zmm31, %zmm19, %zmm19
  vprolq $1, %zmm3, %zmm3
  vpxorq %zmm22, %zmm8, %zmm8
  vpxorq %zmm23, %zmm11, %zmm11
  vpxorq %zmm11, %zmm29, %zmm29
  vpxorq %zmm3, %zmm4, %zmm3
  vpxorq %zmm3, %zmm5, %zmm5
  vprolq $1, %zmm4, %zmm4
  vprolq $28, %zmm8, %zmm8
  vprolq $3, %zmm19, %zmm19
  vpxorq %zmm22, %zmm0, %zmm0
  vpxorq %zmm3, %zmm27, %zmm27
  vprolq $45, %zmm27, %zmm27
  vpxorq %zmm11, %zmm24, %zmm24
  vpxorq %zmm4, %zmm17, %zmm17
  vpxorq %zmm17, %zmm14, %zmm14
  vpxorq %zmm3, %zmm2, %zmm2
  vpxorq %zmm31, %zmm30, %zmm30
  vprolq $61, %zmm29, %zmm29
  vpternlogq $0x96, 88(%rax){1to8}, %zmm31, %zmm26
  vpxorq %zmm11, %zmm10, %zmm10
  vmovdqa64 %zmm27, %zmm4
  vpternlogq $0xd2, %zmm8, %zmm29, %zmm4
  vprolq $20, %zmm14, %zmm14
  vprolq $1, %zmm2, %zmm2
  vprolq $25, %zmm0, %zmm0
  vpxorq %zmm17, %zmm16, %zmm16
  vpxorq %zmm17, %zmm13, %zmm13
  vprolq $6, %zmm10, %zmm10
  vpxorq %zmm22, %zmm15, %zmm15
  vprolq $14, %zmm13, %zmm13
  vmovdqa64 %zmm29, %zmm23
  vpternlogq $0xd2, %zmm14, %zmm8, %zmm23
  vpxorq %zmm17, %zmm6, %zmm6
  vprolq $18, %zmm30, %zmm30
  vpternlogq $0xd2, %zmm19, %zmm14, %zmm8
  vprolq $8, %zmm16, %zmm16
  vpternlogq $0x9c, %zmm27, %zmm19, %zmm29
  vprolq $21, %zmm15, %zmm15
  vpternlogq $0xd2, %zmm27, %zmm19, %zmm14
  vpxorq %zmm22, %zmm21, %zmm21
  vpxorq %zmm11, %zmm9, %zmm9
  vprolq $43, %zmm24, %zmm24
  vmovdqa64 %zmm16, %zmm27
  vpternlogq $0xd2, %zmm2, %zmm30, %zmm27
  vpxorq %zmm3, %zmm18, %zmm18
  vpxorq %zmm31, %zmm28, %zmm28
  vprolq $44, %zmm5, %zmm5
  vpxorq %zmm17, %zmm12, %zmm12
  vprolq $55, %zmm21, %zmm21
  vprolq $36, %zmm28, %zmm28
  vprolq $39, %zmm6, %zmm6
  vprolq $2, %zmm18, %zmm18
  vmovdqa64 %zmm30, %zmm17
  vpternlogq $0xd2, %zmm10, %zmm2, %zmm17
  vpxorq %zmm11, %zmm25, %zmm25
  vmovdqa64 %zmm15, %zmm19
  vpternlogq $0xd2, %zmm26, %zmm13, %zmm19
  vpxorq %zmm3, %zmm7, %zmm7
  vprolq $62, %zmm25, %zmm25
  vpxorq %zmm22, %zmm20, %zmm20
  vpternlogq $0x9c, %zmm16, %zmm0, %zmm30
  vprolq $27, %zmm12, %zmm12
  vpxorq %zmm31, %zmm1, %zmm1
  vprolq $41, %zmm1, %zmm1
  vprolq $10, %zmm7, %zmm7
  vprolq $15, %zmm9, %zmm9
  vmovdqa64 %zmm13, %zmm22
  vpternlogq $0xd2, %zmm5, %zmm26, %zmm22
  vpternlogq $0x9c, %zmm0, %zmm10, %zmm16
  vpternlogq $0xd2, %zmm24, %zmm5, %zmm26
  vpternlogq $0xd2, %zmm0, %zmm10, %zmm2
  vpternlogq $0xd2, %zmm15, %zmm24, %zmm5
  vpternlogq $0xd2, %zmm13, %zmm15, %zmm24
  vprolq $56, %zmm20, %zmm20
  vmovdqa64 %zmm9, %zmm31
  vpternlogq $0xd2, %zmm12, %zmm20, %zmm31
  vmovdqa64 %zmm20, %zmm0
  vpternlogq $0xd2, %zmm28, %zmm12, %zmm0
  vmovdqa64 %zmm1, %zmm3
  vpternlogq $0xd2, %zmm25, %zmm18, %zmm3
  vmovdqa64 %zmm6, %zmm10
  vpternlogq $0xd2, %zmm18, %zmm1, %zmm10
  vpternlogq $0x9c, %zmm9, %zmm7, %zmm20
  vpternlogq $0xd2, %zmm21, %zmm25, %zmm18
  vpternlogq $0x9c, %zmm6, %zmm21, %zmm1
  vmovdqa64 %zmm18, %zmm11
  vpternlogq $0x96, %zmm22, %zmm23, %zmm11
  vpternlogq $0x9c, %zmm7, %zmm28, %zmm9
  vpternlogq $0x96, %zmm0, %zmm17, %zmm11
  vmovdqa64 %zmm20, %zmm13
  vpternlogq $0x96, %zmm29, %zmm10, %zmm13
  vpxorq %zmm8, %zmm2, %zmm15
  vpternlogq $0xd2, %zmm6, %zmm21, %zmm25
  vpternlogq $0xd2, %zmm7, %zmm28, %zmm12
  vmovdqa64 %zmm9, %zmm21
  vpternlogq $0x96, %zmm16, %zmm1, %zmm21
  vpxorq %zmm19, %zmm4, %zmm28
  vprolq $1, %zmm11, %zmm6
  vpternlogq $0x96, %zmm5, %zmm14, %zmm21
  vprolq $1, %zmm21, %zmm7
  vpternlogq $0x96, %zmm24, %zmm30, %zmm13
  vpternlogq $0x96, 96(%rax){1to8}, %zmm26, %zmm15
  vpxorq %zmm27, %zmm28, %zmm28
  vpternlogq $0x96, %zmm3, %zmm31, %zmm28
  vpternlogq $0x96, %zmm12, %zmm25, %zmm15
  vpxorq %zmm6, %zmm13, %zmm6
  vpxorq %zmm7, %zmm11, %zmm11
  vprolq $1, %zmm28, %zmm7
  vpxorq %zmm11, %zmm2, %zmm2
  vprolq $1, %zmm13, %zmm13
  vpxorq %zmm6, %zmm19, %zmm19
  vpxorq %zmm7, %zmm21, %zmm21
  vpxorq %zmm21, %zmm10, %zmm10
  vpxorq %zmm13, %zmm15, %zmm13
  vpxorq %zmm13, %zmm14, %zmm14
  vprolq $1, %zmm15, %zmm15
  vprolq $28, %zmm19, %zmm19
  vprolq $3, %zmm2, %zmm2
  vpxorq %zmm6, %zmm27, %zmm27
  vpxorq %zmm13, %zmm9, %zmm9
  vprolq $45, %zmm9, %zmm9
  vpxorq %zmm21, %zmm30, %zmm30
  vpxorq %zmm15, %zmm28, %zmm28
  vpxorq %zmm28, %zmm23, %zmm23
  vpxorq %zmm13, %zmm5, %zmm5
  vpxorq %zmm11, %zmm25, %zmm25
  vprolq $61, %zmm10, %zmm10
  vpternlogq $0x96, 96(%rax){1to8}, %zmm11, %zmm26
  vpxorq %zmm21, %zmm29, %zmm29
  vmovdqa64 %zmm9, %zmm15
  vpternlogq $0xd2, %zmm19, %zmm10, %zmm15
  vprolq $20, %zmm23, %zmm23
  vprolq $1, %zmm5, %zmm5
  vprolq $25, %zmm27, %zmm27
  vpxorq %zmm28, %zmm0, %zmm0
  vpxorq %zmm28, %zmm18, %zmm18
  vprolq $6, %zmm29, %zmm29
  vpxorq %zmm6, %zmm31, %zmm31
  vprolq $14, %zmm18, %zmm18
  vmovdqa64 %zmm10, %zmm7
  vpternlogq $0xd2, %zmm23, %zmm19, %zmm7
  vpxorq %zmm28, %zmm17, %zmm17
  vprolq $18, %zmm25, %zmm25
  vpternlogq $0xd2, %zmm2, %zmm23, %zmm19
  vprolq $8, %zmm0, %zmm0
  vpternlogq $0x9c, %zmm9, %zmm2, %zmm10
  vprolq $21, %zmm31, %zmm31
  vpternlogq $0xd2, %zmm9, %zmm2, %zmm23
  vpxorq %zmm6, %zmm4, %zmm4
  vpxorq %zmm21, %zmm20, %zmm20
  vprolq $43, %zmm30, %zmm30
  vmovdqa64 %zmm0, %zmm9
  vpternlogq $0xd2, %zmm5, %zmm25, %zmm9
  vpxorq %zmm13, %zmm1, %zmm1
  vpxorq %zmm11, %zmm8, %zmm8
  vprolq $44, %zmm14, %zmm14
  vpxorq %zmm28, %zmm22, %zmm22
  vprolq $55, %zmm4, %zmm4
  vprolq $36, %zmm8, %zmm8
  vprolq $39, %zmm17, %zmm17
  vprolq $2, %zmm1, %zmm1
  vmovdqa64 %zmm25, %zmm28
  vpternlogq $0xd2, %zmm29, %zmm5, %zmm28
  vpxorq %zmm21, %zmm24, %zmm24
  vmovdqa64 %zmm31, %zmm2
  vpternlogq $0xd2, %zmm26, %zmm18, %zmm2
  vpxorq %zmm13, %zmm16, %zmm16
  vprolq $62, %zmm24, %zmm24
  vpxorq %zmm6, %zmm3, %zmm3
  vpternlogq $0x9c, %zmm0, %zmm27, %zmm25
  vprolq $27, %zmm22, %zmm22
  vpxorq %zmm11, %zmm12, %zmm12
  vprolq $41, %zmm12, %zmm12
  vprolq $10, %zmm16, %zmm16
  vprolq $15, %zmm20, %zmm20
  vmovdqa64 %zmm18, %zmm6
  vpternlogq $0xd2, %zmm14, %zmm26, %zmm6
  vpternlogq $0x9c, %zmm27, %zmm29, %zmm0
  vpternlogq $0xd2, %zmm30, %zmm14, %zmm26
  vpternlogq $0xd2, %zmm27, %zmm29, %zmm5
  vpternlogq $0xd2, %zmm31, %zmm30, %zmm14
  vpternlogq $0xd2, %zmm18, %zmm31, %zmm30
  vprolq $56, %zmm3, %zmm3
  vmovdqa64 %zmm20, %zmm11
  vpternlogq $0xd2, %zmm22, %zmm3, %zmm11
  vmovdqa64 %zmm3, %zmm13
  vpternlogq $0xd2, %zmm8, %zmm22, %zmm13
  vmovdqa64 %zmm12, %zmm18
  vpternlogq $0xd2, %zmm24, %zmm1, %zmm18
  vmovdqa64 %zmm17, %zmm21
  vpternlogq $0xd2, %zmm1, %zmm12, %zmm21
  vpternlogq $0x9c, %zmm20, %zmm16, %zmm3
  vpternlogq $0xd2, %zmm4, %zmm24, %zmm1
  vpternlogq $0x9c, %zmm17, %zmm4, %zmm12
  vmovdqa64 %zmm1, %zmm27
  vpternlogq $0x96, %zmm6, %zmm7, %zmm27
  vpternlogq $0x9c, %zmm16, %zmm8, %zmm20
  vpternlogq $0x96, %zmm13, %zmm28, %zmm27
  vmovdqa64 %zmm3, %zmm29
  vpternlogq $0x96, %zmm10, %zmm21, %zmm29
  vpxorq %zmm19, %zmm5, %zmm31
  vpternlogq $0xd2, %zmm17, %zmm4, %zmm24
  vpternlogq $0xd2, %zmm16, %zmm8, %zmm22
  vmovdqa64 %zmm20, %zmm4
  vpternlogq $0x96, %zmm0, %zmm12, %zmm4
  vpxorq %zmm2, %zmm15, %zmm8
  vprolq $1, %zmm27, %zmm16
  vpternlogq $0x96, %zmm14, %zmm23, %zmm4
  vprolq $1, %zmm4, %zmm17
  vpternlogq $0x96, %zmm30, %zmm25, %zmm29
  vpternlogq $0x96, 104(%rax){1to8}, %zmm26, %zmm31
  vpxorq %zmm9, %zmm8, %zmm8
  vpternlogq $0x96, %zmm18, %zmm11, %zmm8
  vpternlogq $0x96, %zmm22, %zmm24, %zmm31
  vpxorq %zmm16, %zmm29, %zmm16
  vpxorq %zmm17, %zmm27, %zmm27
  vprolq $1, %zmm8, %zmm17
  vpxorq %zmm27, %zmm5, %zmm5
  vprolq $1, %zmm29, %zmm29
  vpxorq %zmm16, %zmm2, %zmm2
  vpxorq %zmm17, %zmm4, %zmm4
  vpxorq %zmm4, %zmm21, %zmm21
  vpxorq %zmm29, %zmm31, %zmm29
  vpxorq %zmm29, %zmm23, %zmm23
  vprolq $1, %zmm31, %zmm31
  vprolq $28, %zmm2, %zmm2
  vprolq $3, %zmm5, %zmm5
  vpxorq %zmm16, %zmm9, %zmm9
  vpxorq %zmm29, %zmm20, %zmm20
  vprolq $45, %zmm20, %zmm20
  vpxorq %zmm4, %zmm25, %zmm25
  vpxorq %zmm31, %zmm8, %zmm8
  vpxorq %zmm8, %zmm7, %zmm7
  vpxorq %zmm29, %zmm14, %zmm14
  vpxorq %zmm27, %zmm24, %zmm24
  vprolq $61, %zmm21, %zmm21
  vpternlogq $0x96, 104(%rax){1to8}, %zmm27, %zmm26
  vpxorq %zmm4, %zmm10, %zmm10
  vmovdqa64 %zmm20, %zmm31
  vpternlogq $0xd2, %zmm2, %zmm21, %zmm31
  vprolq $20, %zmm7, %zmm7
  vprolq $1, %zmm14, %zmm14
  vprolq $25, %zmm9, %zmm9
  vpxorq %zmm8, %zmm13, %zmm13
  vpxorq %zmm8, %zmm1, %zmm1
  vprolq $6, %zmm10, %zmm10
  vpxorq %zmm16, %zmm11, %zmm11
  vprolq $14, %zmm1, %zmm1
  vmovdqa64 %zmm21, %zmm17
  vpternlogq $0xd2, %zmm7, %zmm2, %zmm17
  vpxorq %zmm8, %zmm28, %zmm28
  vprolq $18, %zmm24, %zmm24
  vpternlogq $0xd2, %zmm5, %zmm7, %zmm2
  vprolq $8, %zmm13, %zmm13
  vpternlogq $0x9c, %zmm20, %zmm5, %zmm21
  vprolq $21, %zmm11, %zmm11
  vpternlogq $0xd2, %zmm20, %zmm5, %zmm7
  vpxorq %zmm16, %zmm15, %zmm15
  vpxorq %zmm4, %zmm3, %zmm3
  vprolq $43, %zmm25, %zmm25
  vmovdqa64 %zmm13, %zmm20
  vpternlogq $0xd2, %zmm14, %zmm24, %zmm20
  vpxorq %zmm29, %zmm12, %zmm12
  vpxorq %zmm27, %zmm19, %zmm19
  vprolq $44, %zmm23, %zmm23
  vpxorq %zmm8, %zmm6, %zmm6
  vprolq $55, %zmm15, %zmm15
  vprolq $36, %zmm19, %zmm19
  vprolq $39, %zmm28, %zmm28
  vprolq $2, %zmm12, %zmm12
  vmovdqa64 %zmm24, %zmm5
  vpternlogq $0xd2, %zmm10, %zmm14, %zmm5
  vpxorq %zmm4, %zmm30, %zmm30
  vmovdqa64 %zmm11, %zmm8
  vpternlogq $0xd2, %zmm26, %zmm1, %zmm8
  vpxorq %zmm29, %zmm0, %zmm0
  vprolq $62, %zmm30, %zmm30
  vpxorq %zmm16, %zmm18, %zmm18
  vpternlogq $0x9c, %zmm13, %zmm9, %zmm24
  vprolq $27, %zmm6, %zmm6
  vpxorq %zmm27, %zmm22, %zmm22
  vprolq $41, %zmm22, %zmm22
  vprolq $10, %zmm0, %zmm0
  vprolq $15, %zmm3, %zmm3
  vmovdqa64 %zmm1, %zmm16
  vpternlogq $0xd2, %zmm23, %zmm26, %zmm16
  vpternlogq $0x9c, %zmm9, %zmm10, %zmm13
  vpternlogq $0xd2, %zmm25, %zmm23, %zmm26
  vpternlogq $0xd2, %zmm9, %zmm10, %zmm14
  vpternlogq $0xd2, %zmm11, %zmm25, %zmm23
  vpternlogq $0xd2, %zmm1, %zmm11, %zmm25
  vprolq $56, %zmm18, %zmm18
  vmovdqa64 %zmm3, %zmm27
  vpternlogq $0xd2, %zmm6, %zmm18, %zmm27
  vmovdqa64 %zmm18, %zmm29
  vpternlogq $0xd2, %zmm19, %zmm6, %zmm29
  vmovdqa64 %zmm22, %zmm1
  vpternlogq $0xd2, %zmm30, %zmm12, %zmm1
  vmovdqa64 %zmm28, %zmm4
  vpternlogq $0xd2, %zmm12, %zmm22, %zmm4
  vpternlogq $0x9c, %zmm3, %zmm0, %zmm18
  vpternlogq $0xd2, %zmm15, %zmm30, %zmm12
  vpternlogq $0x9c, %zmm28, %zmm15, %zmm22
  vmovdqa64 %zmm12, %zmm9
  vpternlogq $0x96, %zmm16, %zmm17, %zmm9
  vpternlogq $0x9c, %zmm0, %zmm19, %zmm3
  vpternlogq $0x96, %zmm29, %zmm5, %zmm9
  vmovdqa64 %zmm18, %zmm10
  vpternlogq $0x96, %zmm21, %zmm4, %zmm10
  vpxorq %zmm2, %zmm14, %zmm11
  vpternlogq $0xd2, %zmm28, %zmm15, %zmm30
  vpternlogq $0xd2, %zmm0, %zmm19, %zmm6
  vmovdqa64 %zmm3, %zmm15
  vpternlogq $0x96, %zmm13, %zmm22, %zmm15
  vpxorq %zmm8, %zmm31, %zmm19
  vprolq $1, %zmm9, %zmm28
  vpternlogq $0x96, %zmm23, %zmm7, %zmm15
  vprolq $1, %zmm15, %zmm0
  vpternlogq $0x96, %zmm25, %zmm24, %zmm10
  vpternlogq $0x96, 112(%rax){1to8}, %zmm26, %zmm11
  vpxorq %zmm20, %zmm19, %zmm19
  vpternlogq $0x96, %zmm1, %zmm27, %zmm19
  vpternlogq $0x96, %zmm6, %zmm30, %zmm11
  vpxorq %zmm28, %zmm10, %zmm28
  vpxorq %zmm0, %zmm9, %zmm9
  vprolq $1, %zmm19, %zmm0
  vpxorq %zmm9, %zmm14, %zmm14
  vprolq $1, %zmm10, %zmm10
  vpxorq %zmm28, %zmm8, %zmm8
  vpxorq %zmm0, %zmm15, %zmm15
  vpxorq %zmm15, %zmm4, %zmm4
  vpxorq %zmm10, %zmm11, %zmm10
  vpxorq %zmm10, %zmm7, %zmm7
  vprolq $1, %zmm11, %zmm11
  vprolq $28, %zmm8, %zmm8
  vprolq $3, %zmm14, %zmm14
  vpxorq %zmm28, %zmm20, %zmm20
  vpxorq %zmm10, %zmm3, %zmm3
  vprolq $45, %zmm3, %zmm3
  vpxorq %zmm15, %zmm24, %zmm24
  vpxorq %zmm11, %zmm19, %zmm19
  vpxorq %zmm19, %zmm17, %zmm17
  vpxorq %zmm10, %zmm23, %zmm23
  vpxorq %zmm9, %zmm30, %zmm30
  vprolq $61, %zmm4, %zmm4
  vpternlogq $0x96, 112(%rax){1to8}, %zmm9, %zmm26
  vpxorq %zmm15, %zmm21, %zmm21
  vmovdqa64 %zmm3, %zmm11
  vpternlogq $0xd2, %zmm8, %zmm4, %zmm11
  vprolq $20, %zmm17, %zmm17
  vprolq $1, %zmm23, %zmm23
  vprolq $25, %zmm20, %zmm20
  vpxorq %zmm19, %zmm29, %zmm29
  vpxorq %zmm19, %zmm12, %zmm12
  vprolq $6, %zmm21, %zmm21
  vpxorq %zmm28, %zmm27, %zmm27
  vprolq $14, %zmm12, %zmm12
  vmovdqa64 %zmm4, %zmm0
  vpternlogq $0xd2, %zmm17, %zmm8, %zmm0
  vpxorq %zmm19, %zmm5, %zmm5
  vprolq $18, %zmm30, %zmm30
  vpternlogq $0xd2, %zmm14, %zmm17, %zmm8
  vprolq $8, %zmm29, %zmm29
  vpternlogq $0x9c, %zmm3, %zmm14, %zmm4
  vprolq $21, %zmm27, %zmm27
  vpternlogq $0xd2, %zmm3, %zmm14, %zmm17
  vpxorq %zmm28, %zmm31, %zmm31
  vpxorq %zmm15, %zmm18, %zmm18
  vprolq $43, %zmm24, %zmm24
  vmovdqa64 %zmm29, %zmm3
  vpternlogq $0xd2, %zmm23, %zmm30, %zmm3
  vpxorq %zmm10, %zmm22, %zmm22
  vpxorq %zmm9, %zmm2, %zmm2
  vprolq $44, %zmm7, %zmm7
  vpxorq %zmm19, %zmm16, %zmm16
  vprolq $55, %zmm31, %zmm31
  vprolq $36, %zmm2, %zmm2
  vprolq $39, %zmm5, %zmm5
  vprolq $2, %zmm22, %zmm22
  vmovdqa64 %zmm30, %zmm14
  vpternlogq $0xd2, %zmm21, %zmm23, %zmm14
  vpxorq %zmm15, %zmm25, %zmm25
  vmovdqa64 %zmm27, %zmm15
  vpternlogq $0xd2, %zmm26, %zmm12, %zmm15
  vpxorq %zmm10, %zmm13, %zmm13
  vprolq $62, %zmm25, %zmm25
  vpxorq %zmm28, %zmm1, %zmm1
  vpternlogq $0x9c, %zmm29, %zmm20, %zmm30
  vprolq $27, %zmm16, %zmm16
  vpxorq %zmm9, %zmm6, %zmm6
  vprolq $41, %zmm6, %zmm6
  vprolq $10, %zmm13, %zmm13
  vprolq $15, %zmm18, %zmm18
  vmovdqa64 %zmm12, %zmm19
  vpternlogq $0xd2, %zmm7, %zmm26, %zmm19
  vpternlogq $0x9c, %zmm20, %zmm21, %zmm29
  vpternlogq $0xd2, %zmm24, %zmm7, %zmm26
  vpternlogq $0xd2, %zmm20, %zmm21, %zmm23
  vpternlogq $0xd2, %zmm27, %zmm24, %zmm7
  vpternlogq $0xd2, %zmm12, %zmm27, %zmm24
  vprolq $56, %zmm1, %zmm1
  vmovdqa64 %zmm18, %zmm20
  vpternlogq $0xd2, %zmm16, %zmm1, %zmm20
  vmovdqa64 %zmm1, %zmm21
  vpternlogq $0xd2, %zmm2, %zmm16, %zmm21
  vmovdqa64 %zmm6, %zmm27
  vpternlogq $0xd2, %zmm25, %zmm22, %zmm27
  vmovdqa64 %zmm5, %zmm28
  vpternlogq $0xd2, %zmm22, %zmm6, %zmm28
  vpternlogq $0x9c, %zmm18, %zmm13, %zmm1
  vpternlogq $0xd2, %zmm31, %zmm25, %zmm22
  vpternlogq $0x9c, %zmm5, %zmm31, %zmm6
  vmovdqa64 %zmm22, %zmm9
  vpternlogq $0x96, %zmm19, %zmm0, %zmm9
  vpternlogq $0x9c, %zmm13, %zmm2, %zmm18
  vpternlogq $0x96, %zmm21, %zmm14, %zmm9
  vmovdqa64 %zmm1, %zmm10
  vpternlogq $0x96, %zmm4, %zmm28, %zmm10
  vpxorq %zmm8, %zmm23, %zmm12
  vpternlogq $0xd2, %zmm5, %zmm31, %zmm25
  vpternlogq $0xd2, %zmm13, %zmm2, %zmm16
  vmovdqa64 %zmm18, %zmm13
  vpternlogq $0x96, %zmm29, %zmm6, %zmm13
  vpxorq %zmm15, %zmm11, %zmm31
  vprolq $1, %zmm9, %zmm2
  vpternlogq $0x96, %zmm7, %zmm17, %zmm13
  vprolq $1, %zmm13, %zmm5
  vpternlogq $0x96, %zmm24, %zmm30, %zmm10
  vpternlogq $0x96, 120(%rax){1to8}, %zmm26, %zmm12
  vpxorq %zmm3, %zmm31, %zmm31
  vpternlogq $0x96, %zmm27, %zmm20, %zmm31
  vpternlogq $0x96, %zmm16, %zmm25, %zmm12
  vpxorq %zmm2, %zmm10, %zmm2
  vpxorq %zmm5, %zmm9, %zmm9
  vprolq $1, %zmm31, %zmm5
  vpxorq %zmm9, %zmm23, %zmm23
  vprolq $1, %zmm10, %zmm10
  vpxorq %zmm2, %zmm15, %zmm15
  vpxorq %zmm5, %zmm13, %zmm13
  vpxorq %zmm13, %zmm28, %zmm28
  vpxorq %zmm10, %zmm12, %zmm10
  vpxorq %zmm10, %zmm17, %zmm17
  vprolq $1, %zmm12, %zmm12
  vprolq $28, %zmm15, %zmm15
  vprolq $3, %zmm23, %zmm23
  vpxorq %zmm2, %zmm3, %zmm3
  vpxorq %zmm10, %zmm18, %zmm18
  vprolq $45, %zmm18, %zmm18
  vpxorq %zmm13, %zmm30, %zmm30
  vpxorq %zmm12, %zmm31, %zmm31
  vpxorq %zmm31, %zmm0, %zmm0
  vpxorq %zmm10, %zmm7, %zmm7
  vpxorq %zmm9, %zmm25, %zmm25
  vprolq $61, %zmm28, %zmm28
  vpternlogq $0x96, 120(%rax){1to8}, %zmm9, %zmm26
  vpxorq %zmm13, %zmm4, %zmm4
  vmovdqa64 %zmm18, %zmm12
  vpternlogq $0xd2, %zmm15, %zmm28, %zmm12
  vprolq $20, %zmm0, %zmm0
  vprolq $1, %zmm7, %zmm7
  vprolq $25, %zmm3, %zmm3
  vpxorq %zmm31, %zmm21, %zmm21
  vpxorq %zmm31, %zmm22, %zmm22
  vprolq $6, %zmm4, %zmm4
  vpxorq %zmm2, %zmm20, %zmm20
  vprolq $14, %zmm22, %zmm22
  vmovdqa64 %zmm28, %zmm5
  vpternlogq $0xd2, %zmm0, %zmm15, %zmm5
  vpxorq %zmm31, %zmm14, %zmm14
  vprolq $18, %zmm25, %zmm25
  vpternlogq $0xd2, %zmm23, %zmm0, %zmm15
  vprolq $8, %zmm21, %zmm21
  vpternlogq $0x9c, %zmm18, %zmm23, %zmm28
  vprolq $21, %zmm20, %zmm20
  vpternlogq $0xd2, %zmm18, %zmm23, %zmm0
  vpxorq %zmm2, %zmm11, %zmm11
  vpxorq %zmm13, %zmm1, %zmm1
  vprolq $43, %zmm30, %zmm30
  vmovdqa64 %zmm21, %zmm18
  vpternlogq $0xd2, %zmm7, %zmm25, %zmm18
  vpxorq %zmm10, %zmm6, %zmm6
  vpxorq %zmm9, %zmm8, %zmm8
  vprolq $44, %zmm17, %zmm17
  vpxorq %zmm31, %zmm19, %zmm19
  vprolq $55, %zmm11, %zmm11
  vprolq $36, %zmm8, %zmm8
  vprolq $39, %zmm14, %zmm14
  vprolq $2, %zmm6, %zmm6
  vmovdqa64 %zmm25, %zmm23
  vpternlogq $0xd2, %zmm4, %zmm7, %zmm23
  vpxorq %zmm13, %zmm24, %zmm24
  vmovdqa64 %zmm20, %zmm31
  vpternlogq $0xd2, %zmm26, %zmm22, %zmm31
  vpxorq %zmm10, %zmm29, %zmm29
  vprolq $62, %zmm24, %zmm24
  vpxorq %zmm2, %zmm27, %zmm27
  vpternlogq $0x9c, %zmm21, %zmm3, %zmm25
  vprolq $27, %zmm19, %zmm19
  vpxorq %zmm9, %zmm16, %zmm16
  vprolq $41, %zmm16, %zmm16
  vprolq $10, %zmm29, %zmm29
  vprolq $15, %zmm1, %zmm1
  vmovdqa64 %zmm22, %zmm2
  vpternlogq $0xd2, %zmm17, %zmm26, %zmm2
  vpternlogq $0x9c, %zmm3, %zmm4, %zmm21
  vpternlogq $0xd2, %zmm30, %zmm17, %zmm26
  vpternlogq $0xd2, %zmm3, %zmm4, %zmm7
  vpternlogq $0xd2, %zmm20, %zmm30, %zmm17
  vpternlogq $0xd2, %zmm22, %zmm20, %zmm30
  vprolq $56, %zmm27, %zmm27
  vmovdqa64 %zmm1, %zmm3
  vpternlogq $0xd2, %zmm19, %zmm27, %zmm3
  vmovdqa64 %zmm27, %zmm4
  vpternlogq $0xd2, %zmm8, %zmm19, %zmm4
  vmovdqa64 %zmm16, %zmm9
  vpternlogq $0xd2, %zmm24, %zmm6, %zmm9
  vmovdqa64 %zmm14, %zmm10
  vpternlogq $0xd2, %zmm6, %zmm16, %zmm10
  vpternlogq $0x9c, %zmm1, %zmm29, %zmm27
  vpternlogq $0xd2, %zmm11, %zmm24, %zmm6
  vpternlogq $0x9c, %zmm14, %zmm11, %zmm16
  vmovdqa64 %zmm6, %zmm13
  vpternlogq $0x96, %zmm2, %zmm5, %zmm13
  vpternlogq $0x9c, %zmm29, %zmm8, %zmm1
  vpternlogq $0x96, %zmm4, %zmm23, %zmm13
  vmovdqa64 %zmm27, %zmm20
  vpternlogq $0x96, %zmm28, %zmm10, %zmm20
  vpxorq %zmm15, %zmm7, %zmm22
  vpternlogq $0xd2, %zmm14, %zmm11, %zmm24
  vpternlogq $0xd2, %zmm29, %zmm8, %zmm19
  vmovdqa64 %zmm1, %zmm29
  vpternlogq $0x96, %zmm21, %zmm16, %zmm29
  vpxorq %zmm31, %zmm12, %zmm8
  vprolq $1, %zmm13, %zmm11
  vpternlogq $0x96, %zmm17, %zmm0, %zmm29
  vprolq $1, %zmm29, %zmm14
  vpternlogq $0x96, %zmm30, %zmm25, %zmm20
  vpternlogq $0x96, 128(%rax){1to8}, %zmm26, %zmm22
  vpxorq %zmm18, %zmm8, %zmm8
  vpternlogq $0x96, %zmm9, %zmm3, %zmm8
  vpternlogq $0x96, %zmm19, %zmm24, %zmm22
  vpxorq %zmm11, %zmm20, %zmm11
  vpxorq %zmm14, %zmm13, %zmm13
  vprolq $1, %zmm8, %zmm14
  vpxorq %zmm13, %zmm7, %zmm7
  vprolq $1, %zmm20, %zmm20
  vpxorq %zmm11, %zmm31, %zmm31
  vpxorq %zmm14, %zmm29, %zmm29
  vpxorq %zmm29, %zmm10, %zmm10
  vpxorq %zmm20, %zmm22, %zmm20
  vpxorq %zmm20, %zmm0, %zmm0
  vprolq $1, %zmm22, %zmm22
  vprolq $28, %zmm31, %zmm31
  vprolq $3, %zmm7, %zmm7
  vpxorq %zmm11, %zmm18, %zmm18
  vpxorq %zmm20, %zmm1, %zmm1
  vprolq $45, %zmm1, %zmm1
  vpxorq %zmm29, %zmm25, %zmm25
  vpxorq %zmm22, %zmm8, %zmm8
  vpxorq %zmm8, %zmm5, %zmm5
  vpxorq %zmm20, %zmm17, %zmm17
  vpxorq %zmm13, %zmm24, %zmm24
  vprolq $61, %zmm10, %zmm10
  vpternlogq $0x96, 128(%rax){1to8}, %zmm13, %zmm26
  vpxorq %zmm29, %zmm28, %zmm28
  vmovdqa64 %zmm1, %zmm22
  vpternlogq $0xd2, %zmm31, %zmm10, %zmm22
  vprolq $20, %zmm5, %zmm5
  vprolq $1, %zmm17, %zmm17
  vprolq $25, %zmm18, %zmm18
  vpxorq %zmm8, %zmm4, %zmm4
  vpxorq %zmm8, %zmm6, %zmm6
  vprolq $6, %zmm28, %zmm28
  vpxorq %zmm11, %zmm3, %zmm3
  vprolq $14, %zmm6, %zmm6
  vmovdqa64 %zmm10, %zmm14
  vpternlogq $0xd2, %zmm5, %zmm31, %zmm14
  vpxorq %zmm8, %zmm23, %zmm23
  vprolq $18, %zmm24, %zmm24
  vpternlogq $0xd2, %zmm7, %zmm5, %zmm31
  vprolq $8, %zmm4, %zmm4
  vpternlogq $0x9c, %zmm1, %zmm7, %zmm10
  vprolq $21, %zmm3, %zmm3
  vpternlogq $0xd2, %zmm1, %zmm7, %zmm5
  vpxorq %zmm11, %zmm12, %zmm12
  vpxorq %zmm29, %zmm27, %zmm27
  vprolq $43, %zmm25, %zmm25
  vmovdqa64 %zmm4, %zmm1
  vpternlogq $0xd2, %zmm17, %zmm24, %zmm1
  vpxorq %zmm20, %zmm16, %zmm16
  vpxorq %zmm13, %zmm15, %zmm15
  vprolq $44, %zmm0, %zmm0
  vpxorq %zmm8, %zmm2, %zmm2
  vprolq $55, %zmm12, %zmm12
  vprolq $36, %zmm15, %zmm15
  vprolq $39, %zmm23, %zmm23
  vprolq $2, %zmm16, %zmm16
  vmovdqa64 %zmm24, %zmm7
  vpternlogq $0xd2, %zmm28, %zmm17, %zmm7
  vpxorq %zmm29, %zmm30, %zmm30
  vmovdqa64 %zmm3, %zmm8
  vpternlogq $0xd2, %zmm26, %zmm6, %zmm8
  vpxorq %zmm20, %zmm21, %zmm21
  vprolq $62, %zmm30, %zmm30
  vpxorq %zmm11, %zmm9, %zmm9
  vpternlogq $0x9c, %zmm4, %zmm18, %zmm24
  vprolq $27, %zmm2, %zmm2
  vpxorq %zmm13, %zmm19, %zmm19
  vprolq $41, %zmm19, %zmm19
  vprolq $10, %zmm21, %zmm21
  vprolq $15, %zmm27, %zmm27
  vmovdqa64 %zmm6, %zmm11
  vpternlogq $0xd2, %zmm0, %zmm26, %zmm11
  vpternlogq $0x9c, %zmm18, %zmm28, %zmm4
  vpternlogq $0xd2, %zmm25, %zmm0, %zmm26
  vpternlogq $0xd2, %zmm18, %zmm28, %zmm17
  vpternlogq $0xd2, %zmm3, %zmm25, %zmm0
  vpternlogq $0xd2, %zmm6, %zmm3, %zmm25
  vprolq $56, %zmm9, %zmm9
  vmovdqa64 %zmm27, %zmm13
  vpternlogq $0xd2, %zmm2, %zmm9, %zmm13
  vmovdqa64 %zmm9, %zmm18
  vpternlogq $0xd2, %zmm15, %zmm2, %zmm18
  vmovdqa64 %zmm19, %zmm20
  vpternlogq $0xd2, %zmm30, %zmm16, %zmm20
  vmovdqa64 %zmm23, %zmm28
  vpternlogq $0xd2, %zmm16, %zmm19, %zmm28
  vpternlogq $0x9c, %zmm27, %zmm21, %zmm9
  vpternlogq $0xd2, %zmm12, %zmm30, %zmm16
  vpternlogq $0x9c, %zmm23, %zmm12, %zmm19
  vmovdqa64 %zmm16, %zmm29
  vpternlogq $0x96, %zmm11, %zmm14, %zmm29
  vpternlogq $0x9c, %zmm21, %zmm15, %zmm27
  vpternlogq $0x96, %zmm18, %zmm7, %zmm29
  vmovdqa64 %zmm9, %zmm3
  vpternlogq $0x96, %zmm10, %zmm28, %zmm3
  vpxorq %zmm31, %zmm17, %zmm6
  vpternlogq $0xd2, %zmm23, %zmm12, %zmm30
  vpternlogq $0xd2, %zmm21, %zmm15, %zmm2
  vmovdqa64 %zmm27, %zmm12
  vpternlogq $0x96, %zmm4, %zmm19, %zmm12
  vpxorq %zmm8, %zmm22, %zmm15
  vprolq $1, %zmm29, %zmm21
  vpternlogq $0x96, %zmm0, %zmm5, %zmm12
  vprolq $1, %zmm12, %zmm23
  vpternlogq $0x96, %zmm25, %zmm24, %zmm3
  vpternlogq $0x96, 136(%rax){1to8}, %zmm26, %zmm6
  vpxorq %zmm1, %zmm15, %zmm15
  vpternlogq $0x96, %zmm20, %zmm13, %zmm15
  vpternlogq $0x96, %zmm2, %zmm30, %zmm6
  vpxorq %zmm21, %zmm3, %zmm21
  vpxorq %zmm23, %zmm29, %zmm29
  vprolq $1, %zmm15, %zmm23
  vpxorq %zmm29, %zmm17, %zmm17
  vprolq $1, %zmm3, %zmm3
  vpxorq %zmm21, %zmm8, %zmm8
  vpxorq %zmm23, %zmm12, %zmm12
  vpxorq %zmm12, %zmm28, %zmm28
  vpxorq %zmm3, %zmm6, %zmm3
  vpxorq %zmm3, %zmm5, %zmm5
  vprolq $1, %zmm6, %zmm6
  vprolq $28, %zmm8, %zmm8
  vprolq $3, %zmm17, %zmm17
  vpxorq %zmm21, %zmm1, %zmm1
  vpxorq %zmm3, %zmm27, %zmm27
  vprolq $45, %zmm27, %zmm27
  vpxorq %zmm12, %zmm24, %zmm24
  vpxorq %zmm6, %zmm15, %zmm15
  vpxorq %zmm15, %zmm14, %zmm14
  vpxorq %zmm3, %zmm0, %zmm0
  vpxorq %zmm29, %zmm30, %zmm30
  vprolq $61, %zmm28, %zmm28
  vpternlogq $0x96, 136(%rax){1to8}, %zmm29, %zmm26
  vpxorq %zmm12, %zmm10, %zmm10
  vmovdqa64 %zmm27, %zmm6
  vpternlogq $0xd2, %zmm8, %zmm28, %zmm6
  vprolq $20, %zmm14, %zmm14
  vprolq $1, %zmm0, %zmm0
  vprolq $25, %zmm1, %zmm1
  vpxorq %zmm15, %zmm18, %zmm18
  vpxorq %zmm15, %zmm16, %zmm16
  vprolq $6, %zmm10, %zmm10
  vpxorq %zmm21, %zmm13, %zmm13
  vprolq $14, %zmm16, %zmm16
  vmovdqa64 %zmm28, %zmm23
  vpternlogq $0xd2, %zmm14, %zmm8, %zmm23
  vpxorq %zmm15, %zmm7, %zmm7
  vprolq $18, %zmm30, %zmm30
  vpternlogq $0xd2, %zmm17, %zmm14, %zmm8
  vprolq $8, %zmm18, %zmm18
  vpternlogq $0x9c, %zmm27, %zmm17, %zmm28
  vprolq $21, %zmm13, %zmm13
  vpternlogq $0xd2, %zmm27, %zmm17, %zmm14
  vpxorq %zmm21, %zmm22, %zmm22
  vpxorq %zmm12, %zmm9, %zmm9
  vprolq $43, %zmm24, %zmm24
  vmovdqa64 %zmm18, %zmm27
  vpternlogq $0xd2, %zmm0, %zmm30, %zmm27
  vpxorq %zmm3, %zmm19, %zmm19
  vpxorq %zmm29, %zmm31, %zmm31
  vprolq $44, %zmm5, %zmm5
  vpxorq %zmm15, %zmm11, %zmm11
  vprolq $55, %zmm22, %zmm22
  vprolq $36, %zmm31, %zmm31
  vprolq $39, %zmm7, %zmm7
  vprolq $2, %zmm19, %zmm19
  vmovdqa64 %zmm30, %zmm15
  vpternlogq $0xd2, %zmm10, %zmm0, %zmm15
  vpxorq %zmm12, %zmm25, %zmm25
  vmovdqa64 %zmm13, %zmm17
  vpternlogq $0xd2, %zmm26, %zmm16, %zmm17
  vpxorq %zmm3, %zmm4, %zmm4
  vprolq $62, %zmm25, %zmm25
  vpxorq %zmm21, %zmm20, %zmm20
  vpternlogq $0x9c, %zmm18, %zmm1, %zmm30
  vprolq $27, %zmm11, %zmm11
  vpxorq %zmm29, %zmm2, %zmm2
  vprolq $41, %zmm2, %zmm2
  vprolq $10, %zmm4, %zmm4
  vprolq $15, %zmm9, %zmm9
  vmovdqa64 %zmm16, %zmm21
  vpternlogq $0xd2, %zmm5, %zmm26, %zmm21
  vpternlogq $0x9c, %zmm1, %zmm10, %zmm18
  vpternlogq $0xd2, %zmm24, %zmm5, %zmm26
  vpternlogq $0xd2, %zmm1, %zmm10, %zmm0
  vpternlogq $0xd2, %zmm13, %zmm24, %zmm5
  vpternlogq $0xd2, %zmm16, %zmm13, %zmm24
  vprolq $56, %zmm20, %zmm20
  vmovdqa64 %zmm9, %zmm29
  vpternlogq $0xd2, %zmm11, %zmm20, %zmm29
  vmovdqa64 %zmm20, %zmm1
  vpternlogq $0xd2, %zmm31, %zmm11, %zmm1
  vmovdqa64 %zmm2, %zmm3
  vpternlogq $0xd2, %zmm25, %zmm19, %zmm3
  vmovdqa64 %zmm7, %zmm10
  vpternlogq $0xd2, %zmm19, %zmm2, %zmm10
  vpternlogq $0x9c, %zmm9, %zmm4, %zmm20
  vpternlogq $0xd2, %zmm22, %zmm25, %zmm19
  vpternlogq $0x9c, %zmm7, %zmm22, %zmm2
  vmovdqa64 %zmm19, %zmm12
  vpternlogq $0x96, %zmm21, %zmm23, %zmm12
  vpternlogq $0x9c, %zmm4, %zmm31, %zmm9
  vpternlogq $0x96, %zmm1, %zmm15, %zmm12
  vmovdqa64 %zmm20, %zmm13
  vpternlogq $0x96, %zmm28, %zmm10, %zmm13
  vpxorq %zmm8, %zmm0, %zmm16
  vpternlogq $0xd2, %zmm7, %zmm22, %zmm25
  vpternlogq $0xd2, %zmm4, %zmm31, %zmm11
  vmovdqa64 %zmm9, %zmm22
  vpternlogq $0x96, %zmm18, %zmm2, %zmm22
  vpxorq %zmm17, %zmm6, %zmm31
  vprolq $1, %zmm12, %zmm4
  vpternlogq $0x96, %zmm5, %zmm14, %zmm22
  vprolq $1, %zmm22, %zmm7
  vpternlogq $0x96, %zmm24, %zmm30, %zmm13
  vpternlogq $0x96, 144(%rax){1to8}, %zmm26, %zmm16
  vpxorq %zmm27, %zmm31, %zmm31
  vpternlogq $0x96, %zmm3, %zmm29, %zmm31
  vpternlogq $0x96, %zmm11, %zmm25, %zmm16
  vpxorq %zmm4, %zmm13, %zmm4
  vpxorq %zmm7, %zmm12, %zmm12
  vprolq $1, %zmm31, %zmm7
  vpxorq %zmm12, %zmm0, %zmm0
  vprolq $1, %zmm13, %zmm13
  vpxorq %zmm4, %zmm17, %zmm17
  vpxorq %zmm7, %zmm22, %zmm22
  vpxorq %zmm22, %zmm10, %zmm10
  vpxorq %zmm13, %zmm16, %zmm13
  vpxorq %zmm13, %zmm14, %zmm14
  vprolq $1, %zmm16, %zmm16
  vprolq $28, %zmm17, %zmm17
  vprolq $3, %zmm0, %zmm0
  vpxorq %zmm4, %zmm27, %zmm27
  vpxorq %zmm13, %zmm9, %zmm9
  vprolq $45, %zmm9, %zmm9
  vpxorq %zmm22, %zmm30, %zmm30
  vpxorq %zmm16, %zmm31, %zmm31
  vpxorq %zmm31, %zmm23, %zmm23
  vpxorq %zmm13, %zmm5, %zmm5
  vpxorq %zmm12, %zmm25, %zmm25
  vprolq $61, %zmm10, %zmm10
  vpternlogq $0x96, 144(%rax){1to8}, %zmm12, %zmm26
  vpxorq %zmm22, %zmm28, %zmm28
  vmovdqa64 %zmm9, %zmm16
  vpternlogq $0xd2, %zmm17, %zmm10, %zmm16
  vprolq $20, %zmm23, %zmm23
  vprolq $1, %zmm5, %zmm5
  vprolq $25, %zmm27, %zmm27
  vpxorq %zmm31, %zmm1, %zmm1
  vpxorq %zmm31, %zmm19, %zmm19
  vprolq $6, %zmm28, %zmm28
  vpxorq %zmm4, %zmm29, %zmm29
  vprolq $14, %zmm19, %zmm19
  vmovdqa64 %zmm10, %zmm7
  vpternlogq $0xd2, %zmm23, %zmm17, %zmm7
  vpxorq %zmm31, %zmm15, %zmm15
  vprolq $18, %zmm25, %zmm25
  vpternlogq $0xd2, %zmm0, %zmm23, %zmm17
  vprolq $8, %zmm1, %zmm1
  vpternlogq $0x9c, %zmm9, %zmm0, %zmm10
  vprolq $21, %zmm29, %zmm29
  vpternlogq $0xd2, %zmm9, %zmm0, %zmm23
  vpxorq %zmm4, %zmm6, %zmm6
  vpxorq %zmm22, %zmm20, %zmm20
  vprolq $43, %zmm30, %zmm30
  vmovdqa64 %zmm1, %zmm9
  vpternlogq $0xd2, %zmm5, %zmm25, %zmm9
  vpxorq %zmm13, %zmm2, %zmm2
  vpxorq %zmm12, %zmm8, %zmm8
  vprolq $44, %zmm14, %zmm14
  vpxorq %zmm31, %zmm21, %zmm21
  vprolq $55, %zmm6, %zmm6
  vprolq $36, %zmm8, %zmm8
  vprolq $39, %zmm15, %zmm15
  vprolq $2, %zmm2, %zmm2
  vmovdqa64 %zmm25, %zmm31
  vpternlogq $0xd2, %zmm28, %zmm5, %zmm31
  vpxorq %zmm22, %zmm24, %zmm24
  vmovdqa64 %zmm29, %zmm0
  vpternlogq $0xd2, %zmm26, %zmm19, %zmm0
  vpxorq %zmm13, %zmm18, %zmm18
  vprolq $62, %zmm24, %zmm24
  vpxorq %zmm4, %zmm3, %zmm3
  vpternlogq $0x9c, %zmm1, %zmm27, %zmm25
  vprolq $27, %zmm21, %zmm21
  vpxorq %zmm12, %zmm11, %zmm11
  vprolq $41, %zmm11, %zmm11
  vprolq $10, %zmm18, %zmm18
  vprolq $15, %zmm20, %zmm20
  vmovdqa64 %zmm19, %zmm4
  vpternlogq $0xd2, %zmm14, %zmm26, %zmm4
  vpternlogq $0x9c, %zmm27, %zmm28, %zmm1
  vpternlogq $0xd2, %zmm30, %zmm14, %zmm26
  vpternlogq $0xd2, %zmm27, %zmm28, %zmm5
  vpternlogq $0xd2, %zmm29, %zmm30, %zmm14
  vpternlogq $0xd2, %zmm19, %zmm29, %zmm30
  vprolq $56, %zmm3, %zmm3
  vmovdqa64 %zmm20, %zmm12
  vpternlogq $0xd2, %zmm21, %zmm3, %zmm12
  vmovdqa64 %zmm3, %zmm13
  vpternlogq $0xd2, %zmm8, %zmm21, %zmm13
  vmovdqa64 %zmm11, %zmm19
  vpternlogq $0xd2, %zmm24, %zmm2, %zmm19
  vmovdqa64 %zmm15, %zmm22
  vpternlogq $0xd2, %zmm2, %zmm11, %zmm22
  vpternlogq $0x9c, %zmm20, %zmm18, %zmm3
  vpternlogq $0xd2, %zmm6, %zmm24, %zmm2
  vpternlogq $0x9c, %zmm15, %zmm6, %zmm11
  vmovdqa64 %zmm2, %zmm27
  vpternlogq $0x96, %zmm4, %zmm7, %zmm27
  vpternlogq $0x9c, %zmm18, %zmm8, %zmm20
  vpternlogq $0x96, %zmm13, %zmm31, %zmm27
  vmovdqa64 %zmm3, %zmm28
  vpternlogq $0x96, %zmm10, %zmm22, %zmm28
  vpxorq %zmm17, %zmm5, %zmm29
  vpternlogq $0xd2, %zmm15, %zmm6, %zmm24
  vpternlogq $0xd2, %zmm18, %zmm8, %zmm21
  vmovdqa64 %zmm20, %zmm6
  vpternlogq $0x96, %zmm1, %zmm11, %zmm6
  vpxorq %zmm0, %zmm16, %zmm8
  vprolq $1, %zmm27, %zmm15
  vpternlogq $0x96, %zmm14, %zmm23, %zmm6
  vprolq $1, %zmm6, %zmm18
  vpternlogq $0x96, %zmm30, %zmm25, %zmm28
  vpternlogq $0x96, 152(%rax){1to8}, %zmm26, %zmm29
  vpxorq %zmm9, %zmm8, %zmm8
  vpternlogq $0x96, %zmm19, %zmm12, %zmm8
  vpternlogq $0x96, %zmm21, %zmm24, %zmm29
  vpxorq %zmm15, %zmm28, %zmm15
  vpxorq %zmm18, %zmm27, %zmm27
  vprolq $1, %zmm8, %zmm18
  vpxorq %zmm27, %zmm5, %zmm5
  vprolq $1, %zmm28, %zmm28
  vpxorq %zmm15, %zmm0, %zmm0
  vpxorq %zmm18, %zmm6, %zmm6
  vpxorq %zmm6, %zmm22, %zmm22
  vpxorq %zmm28, %zmm29, %zmm28
  vpxorq %zmm28, %zmm23, %zmm23
  vprolq $1, %zmm29, %zmm29
  vprolq $28, %zmm0, %zmm0
  vprolq $3, %zmm5, %zmm5
  vpxorq %zmm15, %zmm9, %zmm9
  vpxorq %zmm28, %zmm20, %zmm20
  vprolq $45, %zmm20, %zmm20
  vpxorq %zmm6, %zmm25, %zmm25
  vpxorq %zmm29, %zmm8, %zmm8
  vpxorq %zmm8, %zmm7, %zmm7
  vpxorq %zmm28, %zmm14, %zmm14
  vpxorq %zmm27, %zmm24, %zmm24
  vprolq $61, %zmm22, %zmm22
  vpternlogq $0x96, 152(%rax){1to8}, %zmm27, %zmm26
  vpxorq %zmm6, %zmm10, %zmm10
  vmovdqa64 %zmm20, %zmm29
  vpternlogq $0xd2, %zmm0, %zmm22, %zmm29
  vprolq $20, %zmm7, %zmm7
  vprolq $1, %zmm14, %zmm14
  vprolq $25, %zmm9, %zmm9
  vpxorq %zmm8, %zmm13, %zmm13
  vpxorq %zmm8, %zmm2, %zmm2
  vprolq $6, %zmm10, %zmm10
  vpxorq %zmm15, %zmm12, %zmm12
  vprolq $14, %zmm2, %zmm2
  vmovdqa64 %zmm22, %zmm18
  vpternlogq $0xd2, %zmm7, %zmm0, %zmm18
  vpxorq %zmm8, %zmm31, %zmm31
  vprolq $18, %zmm24, %zmm24
  vpternlogq $0xd2, %zmm5, %zmm7, %zmm0
  vprolq $8, %zmm13, %zmm13
  vpternlogq $0x9c, %zmm20, %zmm5, %zmm22
  vprolq $21, %zmm12, %zmm12
  vpternlogq $0xd2, %zmm20, %zmm5, %zmm7
  vpxorq %zmm15, %zmm16, %zmm16
  vpxorq %zmm6, %zmm3, %zmm3
  vprolq $43, %zmm25, %zmm25
  vmovdqa64 %zmm13, %zmm20
  vpternlogq $0xd2, %zmm14, %zmm24, %zmm20
  vpxorq %zmm28, %zmm11, %zmm11
  vpxorq %zmm27, %zmm17, %zmm17
  vprolq $44, %zmm23, %zmm23
  vpxorq %zmm8, %zmm4, %zmm4
  vprolq $55, %zmm16, %zmm16
  vprolq $36, %zmm17, %zmm17
  vprolq $39, %zmm31, %zmm31
  vprolq $2, %zmm11, %zmm11
  vmovdqa64 %zmm24, %zmm5
  vpternlogq $0xd2, %zmm10, %zmm14, %zmm5
  vpxorq %zmm6, %zmm30, %zmm30
  vmovdqa64 %zmm12, %zmm6
  vpternlogq $0xd2, %zmm26, %zmm2, %zmm6
  vpxorq %zmm28, %zmm1, %zmm1
  vprolq $62, %zmm30, %zmm30
  vpxorq %zmm15, %zmm19, %zmm19
  vpternlogq $0x9c, %zmm13, %zmm9, %zmm24
  vprolq $27, %zmm4, %zmm4
  vpxorq %zmm27, %zmm21, %zmm21
  vprolq $41, %zmm21, %zmm21
  vprolq $10, %zmm1, %zmm1
  vprolq $15, %zmm3, %zmm3
  vmovdqa64 %zmm2, %zmm8
  vpternlogq $0xd2, %zmm23, %zmm26, %zmm8
  vpternlogq $0x9c, %zmm9, %zmm10, %zmm13
  vpternlogq $0xd2, %zmm25, %zmm23, %zmm26
  vpternlogq $0xd2, %zmm9, %zmm10, %zmm14
  vpternlogq $0xd2, %zmm12, %zmm25, %zmm23
  vpternlogq $0xd2, %zmm2, %zmm12, %zmm25
  vprolq $56, %zmm19, %zmm19
  vmovdqa64 %zmm3, %zmm9
  vpternlogq $0xd2, %zmm4, %zmm19, %zmm9
  vmovdqa64 %zmm19, %zmm10
  vpternlogq $0xd2, %zmm17, %zmm4, %zmm10
  vmovdqa64 %zmm21, %zmm12
  vpternlogq $0xd2, %zmm30, %zmm11, %zmm12
  vmovdqa64 %zmm31, %zmm15
  vpternlogq $0xd2, %zmm11, %zmm21, %zmm15
  vpternlogq $0x9c, %zmm3, %zmm1, %zmm19
  vpternlogq $0xd2, %zmm16, %zmm30, %zmm11
  vpternlogq $0x9c, %zmm31, %zmm16, %zmm21
  vmovdqa64 %zmm11, %zmm27
  vpternlogq $0x96, %zmm8, %zmm18, %zmm27
  vpternlogq $0x9c, %zmm1, %zmm17, %zmm3
  vpternlogq $0x96, %zmm10, %zmm5, %zmm27
  vmovdqa64 %zmm19, %zmm28
  vpternlogq $0x96, %zmm22, %zmm15, %zmm28
  vpxorq %zmm0, %zmm14, %zmm2
  vpternlogq $0xd2, %zmm31, %zmm16, %zmm30
  vpternlogq $0xd2, %zmm1, %zmm17, %zmm4
  vmovdqa64 %zmm3, %zmm16
  vpternlogq $0x96, %zmm13, %zmm21, %zmm16
  vpxorq %zmm6, %zmm29, %zmm17
  vprolq $1, %zmm27, %zmm31
  vpternlogq $0x96, %zmm23, %zmm7, %zmm16
  vprolq $1, %zmm16, %zmm1
  vpternlogq $0x96, %zmm25, %zmm24, %zmm28
  vpternlogq $0x96, 160(%rax){1to8}, %zmm26, %zmm2
  vpxorq %zmm20, %zmm17, %zmm17
  vpternlogq $0x96, %zmm12, %zmm9, %zmm17
  vpternlogq $0x96, %zmm4, %zmm30, %zmm2
  vpxorq %zmm31, %zmm28, %zmm31
  vpxorq %zmm1, %zmm27, %zmm27
  vprolq $1, %zmm17, %zmm1
  vpxorq %zmm27, %zmm14, %zmm14
  vprolq $1, %zmm28, %zmm28
  vpxorq %zmm31, %zmm6, %zmm6
  vpxorq %zmm1, %zmm16, %zmm16
  vpxorq %zmm16, %zmm15, %zmm15
  vpxorq %zmm28, %zmm2, %zmm28
  vpxorq %zmm28, %zmm7, %zmm7
  vprolq $1, %zmm2, %zmm2
  vprolq $28, %zmm6, %zmm6
  vprolq $3, %zmm14, %zmm14
  vpxorq %zmm31, %zmm20, %zmm20
  vpxorq %zmm28, %zmm3, %zmm3
  vprolq $45, %zmm3, %zmm3
  vpxorq %zmm16, %zmm24, %zmm24
  vpxorq %zmm2, %zmm17, %zmm17
  vpxorq %zmm17, %zmm18, %zmm18
  vpxorq %zmm28, %zmm23, %zmm23
  vpxorq %zmm27, %zmm30, %zmm30
  vprolq $61, %zmm15, %zmm15
  vpternlogq $0x96, 160(%rax){1to8}, %zmm27, %zmm26
  vpxorq %zmm16, %zmm22, %zmm22
  vmovdqa64 %zmm3, %zmm2
  vpternlogq $0xd2, %zmm6, %zmm15, %zmm2
  vprolq $20, %zmm18, %zmm18
  vprolq $1, %zmm23, %zmm23
  vprolq $25, %zmm20, %zmm20
  vpxorq %zmm17, %zmm10, %zmm10
  vpxorq %zmm17, %zmm11, %zmm11
  vprolq $6, %zmm22, %zmm22
  vpxorq %zmm31, %zmm9, %zmm9
  vprolq $14, %zmm11, %zmm11
  vmovdqa64 %zmm15, %zmm1
  vpternlogq $0xd2, %zmm18, %zmm6, %zmm1
  vpxorq %zmm17, %zmm5, %zmm5
  vprolq $18, %zmm30, %zmm30
  vpternlogq $0xd2, %zmm14, %zmm18, %zmm6
  vprolq $8, %zmm10, %zmm10
  vpternlogq $0x9c, %zmm3, %zmm14, %zmm15
  vprolq $21, %zmm9, %zmm9
  vpternlogq $0xd2, %zmm3, %zmm14, %zmm18
  vpxorq %zmm31, %zmm29, %zmm29
  vpxorq %zmm16, %zmm19, %zmm19
  vprolq $43, %zmm24, %zmm24
  vmovdqa64 %zmm10, %zmm3
  vpternlogq $0xd2, %zmm23, %zmm30, %zmm3
  vpxorq %zmm28, %zmm21, %zmm21
  vpxorq %zmm27, %zmm0, %zmm0
  vprolq $44, %zmm7, %zmm7
  vpxorq %zmm17, %zmm8, %zmm8
  vprolq $55, %zmm29, %zmm29
  vprolq $36, %zmm0, %zmm0
  vprolq $39, %zmm5, %zmm5
  vprolq $2, %zmm21, %zmm21
  vmovdqa64 %zmm30, %zmm14
  vpternlogq $0xd2, %zmm22, %zmm23, %zmm14
  vpxorq %zmm16, %zmm25, %zmm25
  vmovdqa64 %zmm9, %zmm16
  vpternlogq $0xd2, %zmm26, %zmm11, %zmm16
  vpxorq %zmm28, %zmm13, %zmm13
  vprolq $62, %zmm25, %zmm25
  vpxorq %zmm31, %zmm12, %zmm12
  vpternlogq $0x9c, %zmm10, %zmm20, %zmm30
  vprolq $27, %zmm8, %zmm8
  vpxorq %zmm27, %zmm4, %zmm4
  vprolq $41, %zmm4, %zmm4
  vprolq $10, %zmm13, %zmm13
  vprolq $15, %zmm19, %zmm19
  vmovdqa64 %zmm11, %zmm17
  vpternlogq $0xd2, %zmm7, %zmm26, %zmm17
  vpternlogq $0x9c, %zmm20, %zmm22, %zmm10
  vpternlogq $0xd2, %zmm24, %zmm7, %zmm26
  vpternlogq $0xd2, %zmm20, %zmm22, %zmm23
  vpternlogq $0xd2, %zmm9, %zmm24, %zmm7
  vpternlogq $0xd2, %zmm11, %zmm9, %zmm24
  vprolq $56, %zmm12, %zmm12
  vmovdqa64 %zmm19, %zmm20
  vpternlogq $0xd2, %zmm8, %zmm12, %zmm20
  vmovdqa64 %zmm12, %zmm22
  vpternlogq $0xd2, %zmm0, %zmm8, %zmm22
  vmovdqa64 %zmm4, %zmm27
  vpternlogq $0xd2, %zmm25, %zmm21, %zmm27
  vmovdqa64 %zmm5, %zmm28
  vpternlogq $0xd2, %zmm21, %zmm4, %zmm28
  vpternlogq $0x9c, %zmm19, %zmm13, %zmm12
  vpternlogq $0xd2, %zmm29, %zmm25, %zmm21
  vpternlogq $0x9c, %zmm5, %zmm29, %zmm4
  vmovdqa64 %zmm21, %zmm31
  vpternlogq $0x96, %zmm17, %zmm1, %zmm31
  vpternlogq $0x9c, %zmm13, %zmm0, %zmm19
  vpternlogq $0x96, %zmm22, %zmm14, %zmm31
  vmovdqa64 %zmm12, %zmm9
  vpternlogq $0x96, %zmm15, %zmm28, %zmm9
  vpxorq %zmm6, %zmm23, %zmm11
  vpternlogq $0xd2, %zmm5, %zmm29, %zmm25
  vpternlogq $0xd2, %zmm13, %zmm0, %zmm8
  vmovdqa64 %zmm19, %zmm13
  vpternlogq $0x96, %zmm10, %zmm4, %zmm13
  vpxorq %zmm16, %zmm2, %zmm29
  vprolq $1, %zmm31, %zmm0
  vpternlogq $0x96, %zmm7, %zmm18, %zmm13
  vprolq $1, %zmm13, %zmm5
  vpternlogq $0x96, %zmm24, %zmm30, %zmm9
  vpternlogq $0x96, 168(%rax){1to8}, %zmm26, %zmm11
  vpxorq %zmm3, %zmm29, %zmm29
  vpternlogq $0x96, %zmm27, %zmm20, %zmm29
  vpternlogq $0x96, %zmm8, %zmm25, %zmm11
  vpxorq %zmm0, %zmm9, %zmm0
  vpxorq %zmm5, %zmm31, %zmm31
  vprolq $1, %zmm29, %zmm5
  vpxorq %zmm31, %zmm23, %zmm23
  vprolq $1, %zmm9, %zmm9
  vpxorq %zmm0, %zmm16, %zmm16
  vpxorq %zmm5, %zmm13, %zmm13
  vpxorq %zmm13, %zmm28, %zmm28
  vpxorq %zmm9, %zmm11, %zmm9
  vpxorq %zmm9, %zmm18, %zmm18
  vprolq $1, %zmm11, %zmm11
  vprolq $28, %zmm16, %zmm16
  vprolq $3, %zmm23, %zmm23
  vpxorq %zmm0, %zmm3, %zmm3
  vpxorq %zmm9, %zmm19, %zmm19
  vprolq $45, %zmm19, %zmm19
  vpxorq %zmm13, %zmm30, %zmm30
  vpxorq %zmm11, %zmm29, %zmm29
  vpxorq %zmm29, %zmm1, %zmm1
  vpxorq %zmm9, %zmm7, %zmm7
  vpxorq %zmm31, %zmm25, %zmm25
  vprolq $61, %zmm28, %zmm28
  vpternlogq $0x96, 168(%rax){1to8}, %zmm31, %zmm26
  vpxorq %zmm13, %zmm15, %zmm15
  vmovdqa64 %zmm19, %zmm11
  vpternlogq $0xd2, %zmm16, %zmm28, %zmm11
  vprolq $20, %zmm1, %zmm1
  vprolq $1, %zmm7, %zmm7
  vprolq $25, %zmm3, %zmm3
  vpxorq %zmm29, %zmm22, %zmm22
  vpxorq %zmm29, %zmm21, %zmm21
  vprolq $6, %zmm15, %zmm15
  vpxorq %zmm0, %zmm20, %zmm20
  vprolq $14, %zmm21, %zmm21
  vmovdqa64 %zmm28, %zmm5
  vpternlogq $0xd2, %zmm1, %zmm16, %zmm5
  vpxorq %zmm29, %zmm14, %zmm14
  vprolq $18, %zmm25, %zmm25
  vpternlogq $0xd2, %zmm23, %zmm1, %zmm16
  vprolq $8, %zmm22, %zmm22
  vpternlogq $0x9c, %zmm19, %zmm23, %zmm28
  vprolq $21, %zmm20, %zmm20
  vpternlogq $0xd2, %zmm19, %zmm23, %zmm1
  vpxorq %zmm0, %zmm2, %zmm2
  vpxorq %zmm13, %zmm12, %zmm12
  vprolq $43, %zmm30, %zmm30
  vmovdqa64 %zmm22, %zmm19
  vpternlogq $0xd2, %zmm7, %zmm25, %zmm19
  vpxorq %zmm9, %zmm4, %zmm4
  vpxorq %zmm31, %zmm6, %zmm6
  vprolq $44, %zmm18, %zmm18
  vpxorq %zmm29, %zmm17, %zmm17
  vprolq $55, %zmm2, %zmm2
  vprolq $36, %zmm6, %zmm6
  vprolq $39, %zmm14, %zmm14
  vprolq $2, %zmm4, %zmm4
  vmovdqa64 %zmm25, %zmm23
  vpternlogq $0xd2, %zmm15, %zmm7, %zmm23
  vpxorq %zmm13, %zmm24, %zmm24
  vmovdqa64 %zmm20, %zmm29
  vpternlogq $0xd2, %zmm26, %zmm21, %zmm29
  vpxorq %zmm9, %zmm10, %zmm10
  vprolq $62, %zmm24, %zmm24
  vpxorq %zmm0, %zmm27, %zmm27
  vpternlogq $0x9c, %zmm22, %zmm3, %zmm25
  vprolq $27, %zmm17, %zmm17
  vpxorq %zmm31, %zmm8, %zmm8
  vprolq $41, %zmm8, %zmm8
  vprolq $10, %zmm10, %zmm10
  vprolq $15, %zmm12, %zmm12
  vmovdqa64 %zmm21, %zmm31
  vpternlogq $0xd2, %zmm18, %zmm26, %zmm31
  vpternlogq $0x9c, %zmm3, %zmm15, %zmm22
  vpternlogq $0xd2, %zmm30, %zmm18, %zmm26
  vpternlogq $0xd2, %zmm3, %zmm15, %zmm7
  vpternlogq $0xd2, %zmm20, %zmm30, %zmm18
  vpternlogq $0xd2, %zmm21, %zmm20, %zmm30
  vprolq $56, %zmm27, %zmm27
  vmovdqa64 %zmm12, %zmm0
  vpternlogq $0xd2, %zmm17, %zmm27, %zmm0
  vmovdqa64 %zmm27, %zmm3
  vpternlogq $0xd2, %zmm6, %zmm17, %zmm3
  vmovdqa64 %zmm8, %zmm9
  vpternlogq $0xd2, %zmm24, %zmm4, %zmm9
  vmovdqa64 %zmm14, %zmm13
  vpternlogq $0xd2, %zmm4, %zmm8, %zmm13
  vpternlogq $0x9c, %zmm12, %zmm10, %zmm27
  vpternlogq $0xd2, %zmm2, %zmm24, %zmm4
  vpternlogq $0x9c, %zmm14, %zmm2, %zmm8
  vmovdqa64 %zmm4, %zmm15
  vpternlogq $0x96, %zmm31, %zmm5, %zmm15
  vpternlogq $0x9c, %zmm10, %zmm6, %zmm12
  vpternlogq $0x96, %zmm3, %zmm23, %zmm15
  vmovdqa64 %zmm27, %zmm20
  vpternlogq $0x96, %zmm28, %zmm13, %zmm20
  vpxorq %zmm16, %zmm7, %zmm21
  vpternlogq $0xd2, %zmm14, %zmm2, %zmm24
  vpternlogq $0xd2, %zmm10, %zmm6, %zmm17
  vmovdqa64 %zmm12, %zmm2
  vpternlogq $0x96, %zmm22, %zmm8, %zmm2
  vpxorq %zmm29, %zmm11, %zmm6
  vprolq $1, %zmm15, %zmm10
  vpternlogq $0x96, %zmm18, %zmm1, %zmm2
  vprolq $1, %zmm2, %zmm14
  vpternlogq $0x96, %zmm30, %zmm25, %zmm20
  vpternlogq $0x96, 176(%rax){1to8}, %zmm26, %zmm21
  vpxorq %zmm19, %zmm6, %zmm6
  vpternlogq $0x96, %zmm9, %zmm0, %zmm6
  vpternlogq $0x96, %zmm17, %zmm24, %zmm21
  vpxorq %zmm10, %zmm20, %zmm10
  vpxorq %zmm14, %zmm15, %zmm15
  vprolq $1, %zmm6, %zmm14
  vpxorq %zmm15, %zmm7, %zmm7
  vprolq $1, %zmm20, %zmm20
  vpxorq %zmm10, %zmm29, %zmm29
  vpxorq %zmm14, %zmm2, %zmm2
  vpxorq %zmm2, %zmm13, %zmm13
  vpxorq %zmm20, %zmm21, %zmm20
  vpxorq %zmm20, %zmm1, %zmm1
  vprolq $1, %zmm21, %zmm21
  vprolq $28, %zmm29, %zmm29
  vprolq $3, %zmm7, %zmm7
  vpxorq %zmm10, %zmm19, %zmm19
  vpxorq %zmm20, %zmm12, %zmm12
  vprolq $45, %zmm12, %zmm12
  vpxorq %zmm2, %zmm25, %zmm25
  vpxorq %zmm21, %zmm6, %zmm6
  vpxorq %zmm6, %zmm5, %zmm5
  vpxorq %zmm20, %zmm18, %zmm18
  vpxorq %zmm15, %zmm24, %zmm24
  vprolq $61, %zmm13, %zmm13
  vpternlogq $0x96, 176(%rax){1to8}, %zmm15, %zmm26
  vpxorq %zmm2, %zmm28, %zmm28
  vmovdqa64 %zmm12, %zmm21
  vpternlogq $0xd2, %zmm29, %zmm13, %zmm21
  vmovdqu64 %zmm21, 512(%rdi)
  vprolq $20, %zmm5, %zmm5
  vprolq $1, %zmm18, %zmm18
  vprolq $25, %zmm19, %zmm19
  vpxorq %zmm6, %zmm3, %zmm3
  vpxorq %zmm6, %zmm4, %zmm4
  vprolq $6, %zmm28, %zmm28
  vpxorq %zmm10, %zmm0, %zmm0
  vprolq $14, %zmm4, %zmm4
  vmovdqa64 %zmm13, %zmm14
  vpternlogq $0xd2, %zmm5, %zmm29, %zmm14
  vmovdqu64 %zmm14, 576(%rdi)
  vpxorq %zmm6, %zmm23, %zmm23
  vprolq $18, %zmm24, %zmm24
  vpternlogq $0xd2, %zmm7, %zmm5, %zmm29
  vmovdqu64 %zmm29, 320(%rdi)
  vprolq $8, %zmm3, %zmm3
  vpternlogq $0x9c, %zmm12, %zmm7, %zmm13
  vmovdqu64 %zmm13, 448(%rdi)
  vprolq $21, %zmm0, %zmm0
  vpternlogq $0xd2, %zmm12, %zmm7, %zmm5
  vmovdqu64 %zmm5, 384(%rdi)
  vpxorq %zmm10, %zmm11, %zmm11
  vpxorq %zmm2, %zmm27, %zmm27
  vprolq $43, %zmm25, %zmm25
  vmovdqa64 %zmm3, %zmm21
  vpternlogq $0xd2, %zmm18, %zmm24, %zmm21
  vmovdqu64 %zmm21, 832(%rdi)
  vpxorq %zmm20, %zmm8, %zmm8
  vpxorq %zmm15, %zmm16, %zmm16
  vprolq $44, %zmm1, %zmm1
  vpxorq %zmm6, %zmm31, %zmm31
  vprolq $55, %zmm11, %zmm11
  vprolq $36, %zmm16, %zmm16
  vprolq $39, %zmm23, %zmm23
  vprolq $2, %zmm8, %zmm8
  vmovdqa64 %zmm24, %zmm29
  vpternlogq $0xd2, %zmm28, %zmm18, %zmm29
  vmovdqu64 %zmm29, 896(%rdi)
  vpxorq %zmm2, %zmm30, %zmm30
  vmovdqa64 %zmm0, %zmm2
  vpternlogq $0xd2, %zmm26, %zmm4, %zmm2
  vmovdqu64 %zmm2, 192(%rdi)
  vpxorq %zmm20, %zmm22, %zmm22
  vprolq $62, %zmm30, %zmm30
  vpxorq %zmm10, %zmm9, %zmm9
  vpternlogq $0x9c, %zmm3, %zmm19, %zmm24
  vmovdqu64 %zmm24, 768(%rdi)
  vprolq $27, %zmm31, %zmm31
  vpxorq %zmm15, %zmm17, %zmm17
  vprolq $41, %zmm17, %zmm17
  vprolq $10, %zmm22, %zmm22
  vprolq $15, %zmm27, %zmm27
  vmovdqa64 %zmm4, %zmm5
  vpternlogq $0xd2, %zmm1, %zmm26, %zmm5
  vmovdqu64 %zmm5, 256(%rdi)
  vpternlogq $0x9c, %zmm19, %zmm28, %zmm3
  vmovdqu64 %zmm3, 704(%rdi)
  vpternlogq $0xd2, %zmm25, %zmm1, %zmm26
  vpternlogq $0xd2, %zmm19, %zmm28, %zmm18
  vmovdqu64 %zmm18, 640(%rdi)
  vpternlogq $0xd2, %zmm0, %zmm25, %zmm1
  vmovdqu64 %zmm1, 64(%rdi)
  vpternlogq $0xd2, %zmm4, %zmm0, %zmm25
  vmovdqu64 %zmm25, 128(%rdi)
  vprolq $56, %zmm9, %zmm9
  vmovdqa64 %zmm27, %zmm6
  vpternlogq $0xd2, %zmm31, %zmm9, %zmm6
  vmovdqu64 %zmm6, 1152(%rdi)
  vmovdqa64 %zmm9, %zmm7
  vpternlogq $0xd2, %zmm16, %zmm31, %zmm7
  vmovdqu64 %zmm7, 1216(%rdi)
  vmovdqa64 %zmm17, %zmm10
  vpternlogq $0xd2, %zmm30, %zmm8, %zmm10
  vmovdqu64 %zmm10, 1472(%rdi)
  vmovdqa64 %zmm23, %zmm12
  vpternlogq $0xd2, %zmm8, %zmm17, %zmm12
  vmovdqu64 %zmm12, 1408(%rdi)
  vpternlogq $0x9c, %zmm27, %zmm22, %zmm9
  vmovdqu64 %zmm9, 1088(%rdi)
  vpternlogq $0xd2, %zmm11, %zmm30, %zmm8
  vmovdqu64 %zmm8, 1536(%rdi)
  vpternlogq $0x9c, %zmm23, %zmm11, %zmm17
  vmovdqu64 %zmm17, 1344(%rdi)
  vpternlogq $0x9c, %zmm22, %zmm16, %zmm27
  vmovdqu64 %zmm27, 1024(%rdi)
  vpternlogq $0xd2, %zmm23, %zmm11, %zmm30
  vmovdqu64 %zmm30, 1280(%rdi)
  vpternlogq $0xd2, %zmm22, %zmm16, %zmm31
  vmovdqu64 %zmm31, 960(%rdi)
  vpxorq 184(%rax){1to8}, %zmm26, %zmm26
  vmovdqu64 %zmm26, 0(%rdi)
  vzeroupper
  ret
  .cfi_endproc
  .size pqlane_avx512_keccak_f1600_x8, . - pqlane_avx512_keccak_f1600_x8

  .section .note.GNU-stack, "", @progbits
