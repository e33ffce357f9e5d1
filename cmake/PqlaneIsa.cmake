# The CPU backends of this build and the compiler flags of each: the one place that names them.
# `none` stands for the baseline of the architecture (on x86-64: SSE2).

set(pqlane_isas scalar)
set(pqlane_flags_scalar "")
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
  list(APPEND pqlane_isas avx2 avx512)
  set(pqlane_flags_avx2 -mavx2 -mbmi -mbmi2 -mpopcnt)
  set(pqlane_flags_avx512
      -mavx512f -mavx512bw -mavx512dq -mavx512vl -mavx512vbmi -mavx512vbmi2
      -mavx2 -mbmi -mbmi2 -mpopcnt -mprefer-vector-width=512)
endif()

# Compiles `target` as code of a backend: PQLANE_TARGET is the namespace that kernel headers open.
function(pqlane_isa_target target isa)
  target_compile_definitions(${target} PRIVATE PQLANE_TARGET=${isa})
  target_compile_options(${target} PRIVATE $<$<NOT:$<COMPILE_LANGUAGE:ASM>>:${pqlane_flags_${isa}}>)
endfunction()
