# GPU code: kem.cu and dsa.cu compiled once a shape and target, fill.cu and lwe.cu once a target, and embedded in the library as bytes.
# Needs nvcc (NVIDIA machine code) or clang 18 or later (PTX, and with its lld AMD machine code; no vendor toolkit); without either the
# GPU backend is left out. No toolkit and no driver is needed to start the result: the driver is opened when a GPU is
# asked for.

set(PQLANE_GPU AUTO CACHE STRING "GPU backend: AUTO (when a compiler for it is found), ON or OFF")
set_property(CACHE PQLANE_GPU PROPERTY STRINGS AUTO ON OFF)
set(PQLANE_CUDA_ARCHITECTURES 90 CACHE STRING "Compute capabilities that nvcc makes machine code for, as 80;90")
set(PQLANE_PTX_ARCHITECTURE 75 CACHE STRING "Oldest compute capability; the driver compiles PTX for later ones")
# The product of LWE-KEM has a form for tensor cores, which takes this compute capability: PTX of it is made
# beside that of the oldest.
set(pqlane_tensor_architecture 80)
set(PQLANE_HIP_ARCHITECTURES gfx90a gfx942 gfx1030 gfx1100 CACHE STRING
    "AMD processors that clang makes machine code for; empty for none")

function(pqlane_find_gpu_compilers)
  find_program(PQLANE_NVCC nvcc HINTS ENV CUDA_PATH ENV CUDA_HOME PATHS /usr/local/cuda/bin)
  find_program(PQLANE_GPU_CLANG NAMES clang++-21 clang++-20 clang++-19 clang++-18)
  mark_as_advanced(PQLANE_NVCC PQLANE_GPU_CLANG)
endfunction()

# Code object version 4 is what HIP 5 and later load.
set(pqlane_hip_flags -x hip -nogpulib -nogpuinc --offload-device-only --no-gpu-bundle-output
    -mcode-object-version=4)

# Whether clang makes AMD code for all the processors asked for: linking it takes an lld of the same version.
function(pqlane_check_hip)
  if(NOT PQLANE_GPU_CLANG OR NOT PQLANE_HIP_ARCHITECTURES)
    set(pqlane_have_hip FALSE PARENT_SCOPE)
    return()
  endif()
  set(question "${PQLANE_GPU_CLANG} ${PQLANE_HIP_ARCHITECTURES}")
  if(NOT "${PQLANE_HIP_QUESTION}" STREQUAL "${question}")
    set(folder ${CMAKE_CURRENT_BINARY_DIR}/gpu/check)
    file(WRITE ${folder}/check.cu "extern \"C\" __attribute__((global)) void nothing() {}\n")
    set(answer TRUE)
    foreach(architecture IN LISTS PQLANE_HIP_ARCHITECTURES)
      execute_process(
        COMMAND ${PQLANE_GPU_CLANG} ${pqlane_hip_flags} --offload-arch=${architecture} -o ${folder}/check.co
                ${folder}/check.cu
        RESULT_VARIABLE result OUTPUT_QUIET ERROR_VARIABLE error)
      if(NOT result EQUAL 0)
        message(STATUS "pqlane: no code for AMD devices: ${error}")
        set(answer FALSE)
        break()
      endif()
    endforeach()
    set(PQLANE_HIP_QUESTION "${question}" CACHE INTERNAL "")
    set(PQLANE_HIP_ANSWER ${answer} CACHE INTERNAL "")
  endif()
  set(pqlane_have_hip ${PQLANE_HIP_ANSWER} PARENT_SCOPE)
endfunction()

# pqlane_gpu_image(FILE COMMAND...): a rule for one image.
function(pqlane_gpu_image file)
  add_custom_command(OUTPUT ${file}
    COMMAND ${ARGN}
    DEPENDS ${pqlane_gpu_sources}
    COMMENT "GPU code ${file}" VERBATIM)
endfunction()

# Adds the images to `target` (an object library of the baseline).
function(pqlane_add_gpu target)
  set(pqlane_have_gpu FALSE PARENT_SCOPE)
  set(pqlane_have_hip FALSE PARENT_SCOPE)
  if(PQLANE_GPU STREQUAL "OFF")
    message(STATUS "pqlane: GPU backend off")
    set_property(SOURCE ${CMAKE_CURRENT_SOURCE_DIR}/runtime/gpu_registry.cpp APPEND PROPERTY
      COMPILE_DEFINITIONS PQLANE_GPU_OFF=1)
    return()
  endif()
  pqlane_find_gpu_compilers()
  pqlane_check_hip()
  if(NOT PQLANE_NVCC AND NOT PQLANE_GPU_CLANG)
    if(PQLANE_GPU STREQUAL "ON")
      message(FATAL_ERROR "PQLANE_GPU is ON, but neither nvcc nor clang 18 or later was found")
    endif()
    message(STATUS "pqlane: no GPU backend: neither nvcc nor clang 18 or later was found")
    return()
  endif()

  file(GLOB pqlane_gpu_sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/backends/gpu/*)
  foreach(header IN ITEMS kernels/keccak.hpp kernels/ntt.hpp kernels/field.hpp kernels/ring.hpp kernels/ring_ntt.hpp
                 kernels/rounding.hpp params/mlkem.hpp params/mldsa.hpp core/target.hpp core/aes_field.hpp core/aes_table.hpp
                 params/lwe.hpp schemes/lwe/normal.hpp schemes/lwe/residues.hpp kernels/gaussian.hpp kernels/gaussian_constants.hpp)
    list(APPEND pqlane_gpu_sources ${CMAKE_CURRENT_SOURCE_DIR}/${header})
  endforeach()
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/gpu)
  file(MAKE_DIRECTORY ${folder})
  set(common -std=c++20 -O3 -DPQLANE_TARGET=gpu -I${CMAKE_CURRENT_SOURCE_DIR})
  set(assembly "")
  set(externals "")
  set(rows "")
  set(tables "")
  set(hip_rows "")
  set(images "")
  foreach(unit IN ITEMS kem_512 kem_768 kem_1024 fill dsa_44 dsa_65 dsa_87 lwe)
    set(definition "")
    set(source ${CMAKE_CURRENT_SOURCE_DIR}/backends/gpu/fill.cu)
    if(unit MATCHES "^kem_(.*)")
      set(definition -DPQLANE_GPU_SHAPE=${CMAKE_MATCH_1})
      set(source ${CMAKE_CURRENT_SOURCE_DIR}/backends/gpu/kem.cu)
    elseif(unit MATCHES "^dsa_(.*)")
      set(definition -DPQLANE_GPU_DSA_SHAPE=${CMAKE_MATCH_1})
      set(source ${CMAKE_CURRENT_SOURCE_DIR}/backends/gpu/dsa.cu)
    elseif(unit STREQUAL "lwe")
      set(source ${CMAKE_CURRENT_SOURCE_DIR}/backends/gpu/lwe.cu)
    endif()
    set(unit_rows "")
    if(PQLANE_NVCC)
      foreach(architecture IN LISTS PQLANE_CUDA_ARCHITECTURES)
        set(name ${unit}_sm_${architecture})
        set(tensor "")
        if(architecture GREATER_EQUAL pqlane_tensor_architecture)
          set(tensor -DPQLANE_GPU_TENSOR=1)
        endif()
        pqlane_gpu_image(${folder}/${name}.cubin
          ${PQLANE_NVCC} ${common} ${definition} ${tensor} -arch=sm_${architecture} -cubin
          --expt-relaxed-constexpr -diag-suppress 1675 -o ${folder}/${name}.cubin ${source})
        list(APPEND images ${folder}/${name}.cubin)
        string(APPEND assembly
          ".balign 64\n.hidden pqlane_${name}\n.globl pqlane_${name}\npqlane_${name}:\n.incbin \"${folder}/${name}.cubin\"\n")
        string(APPEND externals "extern const unsigned char pqlane_${name}[];\n")
        string(APPEND unit_rows "  {\"sm_${architecture}\", ${architecture}, false, 32, pqlane_${name}},\n")
      endforeach()
    endif()
    set(ptx_architectures "")
    if(PQLANE_GPU_CLANG)
      set(ptx_architectures ${PQLANE_PTX_ARCHITECTURE})
      if(unit STREQUAL "lwe" AND PQLANE_PTX_ARCHITECTURE LESS pqlane_tensor_architecture)
        list(APPEND ptx_architectures ${pqlane_tensor_architecture})
      endif()
    endif()
    foreach(architecture IN LISTS ptx_architectures)
      set(name ${unit}_compute_${architecture})
      set(version +ptx63)
      set(tensor "")
      if(architecture GREATER_EQUAL pqlane_tensor_architecture)
        set(version +ptx70)
        set(tensor -DPQLANE_GPU_TENSOR=1)
      endif()
      pqlane_gpu_image(${folder}/${name}.ptx
        ${PQLANE_GPU_CLANG} -x cuda --cuda-path=/nonexistent -nocudainc -nocudalib --cuda-device-only -S
        ${common} -fno-strict-aliasing -ffp-contract=off -Wno-unknown-cuda-version
        -Xclang -target-feature -Xclang ${version} ${definition} ${tensor}
        --cuda-gpu-arch=sm_${architecture} -o ${folder}/${name}.ptx ${source})
      list(APPEND images ${folder}/${name}.ptx)
      # PTX is text and ends with a zero byte.
      string(APPEND assembly
        ".balign 64\n.hidden pqlane_${name}\n.globl pqlane_${name}\npqlane_${name}:\n.incbin \"${folder}/${name}.ptx\"\n.byte 0\n")
      string(APPEND externals "extern const unsigned char pqlane_${name}[];\n")
      string(APPEND unit_rows
        "  {\"compute_${architecture}\", ${architecture}, true, 32, pqlane_${name}},\n")
    endforeach()
    # Units have tables of their own length.
    string(APPEND tables "static constexpr GpuImage cuda_images_${unit}[] = {\n${unit_rows}};\n")
    string(APPEND rows "  cuda_images_${unit},\n")
    string(APPEND hip_rows "  {{\n")
    if(pqlane_have_hip)
      foreach(architecture IN LISTS PQLANE_HIP_ARCHITECTURES)
        set(name ${unit}_${architecture})
        # 16 operations a tile, for 64 KB of shared memory a block (kem_args.hpp).
        pqlane_gpu_image(${folder}/${name}.co
          ${PQLANE_GPU_CLANG} ${pqlane_hip_flags} ${common} -fno-strict-aliasing -ffp-contract=off ${definition}
          -DPQLANE_GPU_TILE_OPS=16 --offload-arch=${architecture} -o ${folder}/${name}.co ${source})
        list(APPEND images ${folder}/${name}.co)
        # Pages of the file must be pages of memory for some loaders.
        string(APPEND assembly
          ".balign 4096\n.hidden pqlane_${name}\n.globl pqlane_${name}\npqlane_${name}:\n.incbin \"${folder}/${name}.co\"\n")
        string(APPEND externals "extern const unsigned char pqlane_${name}[];\n")
        string(APPEND hip_rows "    {\"${architecture}\", 0, false, 16, pqlane_${name}},\n")
      endforeach()
    endif()
    string(APPEND hip_rows "  }},\n")
  endforeach()
  set(hip_count 0)
  set(hip_text "")
  if(pqlane_have_hip)
    list(LENGTH PQLANE_HIP_ARCHITECTURES hip_count)
    list(JOIN PQLANE_HIP_ARCHITECTURES " " hip_text)
  endif()

  file(CONFIGURE OUTPUT ${folder}/gpu_images.S @ONLY CONTENT
    ".section .rodata\n${assembly}.section .note.GNU-stack,\"\",%progbits\n")
  file(CONFIGURE OUTPUT ${folder}/gpu_images_table.inc @ONLY CONTENT
    "// Made by cmake/PqlaneGpu.cmake.\n#include <array>\nextern \"C\" {\n${externals}}\nnamespace pqlane::gpu {\n${tables}static constexpr std::span<const GpuImage> cuda_image_table[] = {\n${rows}};\nstatic const std::array<GpuImage, ${hip_count}> hip_image_table[8] = {\n${hip_rows}};\n}\n")
  target_sources(${target} PRIVATE ${folder}/gpu_images.S)
  set_source_files_properties(${folder}/gpu_images.S PROPERTIES OBJECT_DEPENDS "${images}" LANGUAGE ASM)
  set_property(SOURCE ${CMAKE_CURRENT_SOURCE_DIR}/runtime/gpu_image_table.cpp APPEND PROPERTY
    COMPILE_DEFINITIONS PQLANE_HAVE_GPU_IMAGES=1)
  set_property(SOURCE ${CMAKE_CURRENT_SOURCE_DIR}/runtime/gpu_image_table.cpp APPEND PROPERTY INCLUDE_DIRECTORIES ${folder})
  set(pqlane_have_gpu TRUE PARENT_SCOPE)
  set(pqlane_have_hip ${pqlane_have_hip} PARENT_SCOPE)
  message(STATUS "pqlane: GPU backend: nvcc ${PQLANE_NVCC} (${PQLANE_CUDA_ARCHITECTURES}), clang ${PQLANE_GPU_CLANG}, AMD ${hip_text}")
endfunction()
