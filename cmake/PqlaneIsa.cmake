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

# An object library of a backend: what src/ builds, and tests that need the same code with other options.
function(pqlane_backend_objects target isa)
  add_library(${target} OBJECT ${ARGN})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
  pqlane_own_target(${target})
  pqlane_isa_target(${target} ${isa})
  # One object must never share code with another: the linker could keep the copy that was compiled for
  # the wider instruction set. tools/check_isa_objects checks the result.
  target_compile_options(${target} PRIVATE
    -fno-lto $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions;-fno-rtti;-fno-threadsafe-statics>)
  set_target_properties(${target} PROPERTIES INTERPROCEDURAL_OPTIMIZATION OFF UNITY_BUILD OFF)
  # Files for CPUs that have more; their users ask the CPU once more.
  foreach(source IN LISTS ARGN)
    if(source MATCHES "_vnni\\.cpp$")
      set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS "-mavx512vnni;-mvaes")
    endif()
  endforeach()
endfunction()
