# The OpenMP target backend: a shared object that the library opens when a device "omp:.." is. A compiler of its
# own makes it, a g++ with an offload compiler for NVIDIA GPUs (Debian: gcc-12-offload-nvptx); without one it is
# left out.

# Sets pqlane_have_omp in the caller's scope.
function(pqlane_add_omp)
  set(pqlane_have_omp FALSE PARENT_SCOPE)
  if(PQLANE_OMP STREQUAL "OFF" OR PQLANE_SANITIZE)
    return()
  endif()
  find_program(PQLANE_OMP_CXX NAMES g++-12 g++-13 g++-14 g++ DOC "g++ with an offload compiler for nvptx-none")
  set(options -std=c++20 -O3 -fPIC -fvisibility=hidden -fopenmp -foffload=nvptx-none
              "-foffload-options=nvptx-none=-misa=sm_80 -O3")
  if(PQLANE_OMP_CXX AND NOT DEFINED PQLANE_OMP_WORKS)
    set(probe ${CMAKE_CURRENT_BINARY_DIR}/omp_probe)
    file(WRITE ${probe}.cpp "int probe(int x) {\n#pragma omp target map(tofrom : x)\n  x += 1;\n  return x;\n}\n")
    execute_process(COMMAND ${PQLANE_OMP_CXX} ${options} -shared -Wl,-z,notext ${probe}.cpp -o ${probe}.so
                    RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
    if(failed)
      set(PQLANE_OMP_WORKS FALSE CACHE INTERNAL "")
    else()
      set(PQLANE_OMP_WORKS TRUE CACHE INTERNAL "")
    endif()
  endif()
  if(NOT PQLANE_OMP_WORKS)
    if(PQLANE_OMP STREQUAL "ON")
      message(FATAL_ERROR "PQLANE_OMP is ON and no g++ offloads to nvptx-none (PQLANE_OMP_CXX names one)")
    endif()
    message(STATUS "pqlane: no OpenMP target backend (no g++ that offloads)")
    return()
  endif()
  set(warnings -Wall -Wextra -Wconversion -Wshadow)
  if(PQLANE_WERROR)
    list(APPEND warnings -Werror)
  endif()
  set(source ${PROJECT_SOURCE_DIR}/src/backends/omp_target/lwe.cpp)
  set(object ${PROJECT_BINARY_DIR}/lib/libpqlane_omp.so)
  # GCC's table of offloaded functions is not position-independent (-z notext). The compiler's list of headers
  # would be that of its last pass, so they are named.
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/backends/omp_target/*.hpp
       ${PROJECT_SOURCE_DIR}/src/schemes/lwe/*.hpp)
  list(APPEND headers ${PROJECT_SOURCE_DIR}/src/kernels/keccak.hpp ${PROJECT_SOURCE_DIR}/src/kernels/sponge.hpp
       ${PROJECT_SOURCE_DIR}/src/params/lwe.hpp)
  add_custom_command(OUTPUT ${object}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/lib
    COMMAND ${PQLANE_OMP_CXX} ${options} ${warnings} -DPQLANE_TARGET=omp_target -I${PROJECT_SOURCE_DIR}/src
            -shared -Wl,-z,notext ${source} -o ${object}
    DEPENDS ${source} ${headers} VERBATIM
    COMMENT "Building the OpenMP target backend")
  add_custom_target(pqlane_omp ALL DEPENDS ${object})
  set(pqlane_have_omp TRUE PARENT_SCOPE)
endfunction()
