# Writes build_info.hpp (compiler, flags, build type, commit) at build time, so that the commit is
# right after every `git commit` without a new configuration. Link pqlane_build_info to include it.

set(pqlane_generated_dir ${PROJECT_BINARY_DIR}/generated)

string(TOUPPER "${CMAKE_BUILD_TYPE}" pqlane_upper_type)
set(pqlane_flags_text "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${pqlane_upper_type}} -ffp-contract=off")
if(PQLANE_SANITIZE)
  string(APPEND pqlane_flags_text " -fsanitize=${PQLANE_SANITIZE}")
endif()
foreach(isa IN LISTS pqlane_isas)
  if(pqlane_flags_${isa})
    list(JOIN pqlane_flags_${isa} " " text)
    string(APPEND pqlane_flags_text " | ${isa}: ${text}")
  endif()
endforeach()
string(STRIP "${pqlane_flags_text}" pqlane_flags_text)

file(MAKE_DIRECTORY ${pqlane_generated_dir})
add_custom_target(pqlane_build_info_header
  COMMAND ${CMAKE_COMMAND}
          -D "output=${pqlane_generated_dir}/build_info.hpp"
          -D "source_dir=${PROJECT_SOURCE_DIR}"
          -D "compiler=${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}"
          -D "flags=${pqlane_flags_text}"
          -D "build_type=${CMAKE_BUILD_TYPE}"
          -P ${PROJECT_SOURCE_DIR}/cmake/write_build_info.cmake
  BYPRODUCTS ${pqlane_generated_dir}/build_info.hpp
  COMMENT "build_info.hpp"
  VERBATIM)

add_library(pqlane_build_info INTERFACE)
target_include_directories(pqlane_build_info INTERFACE ${pqlane_generated_dir})
add_dependencies(pqlane_build_info pqlane_build_info_header)
