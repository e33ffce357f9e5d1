# Compiler settings that all targets share, and small helpers for target definitions.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

if(PQLANE_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(PQLANE_CCACHE_PROGRAM ccache)
  mark_as_advanced(PQLANE_CCACHE_PROGRAM)
  if(PQLANE_CCACHE_PROGRAM)
    set(CMAKE_C_COMPILER_LAUNCHER ${PQLANE_CCACHE_PROGRAM})
    set(CMAKE_CXX_COMPILER_LAUNCHER ${PQLANE_CCACHE_PROGRAM})
  endif()
endif()

# No contraction of a * b + c: every backend gives the same bits.
add_compile_options(-ffp-contract=off)

if(PQLANE_SANITIZE)
  add_compile_options(-fsanitize=${PQLANE_SANITIZE} -fno-omit-frame-pointer
                      -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${PQLANE_SANITIZE})
endif()
if(PQLANE_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "PQLANE_FUZZ needs clang, this is ${CMAKE_CXX_COMPILER_ID}")
  endif()
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()

# Sets `variable` to the files that match the patterns, relative to the current folder.
function(pqlane_glob variable)
  list(TRANSFORM ARGN PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/ OUTPUT_VARIABLE patterns)
  file(GLOB files CONFIGURE_DEPENDS ${patterns})
  set(${variable} ${files} PARENT_SCOPE)
endfunction()

# Warnings of our own targets; consumers never inherit them.
function(pqlane_own_target target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wconversion -Wshadow)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # A false warning about std::string's operator+ in GCC 12 (GCC bug 105651).
    target_compile_options(${target} PRIVATE -Wno-restrict)
    # GCC 13 takes any temporary among the arguments for what the result refers to (GCC bug 109642).
    if(CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 13)
      target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-Wno-dangling-reference>)
    endif()
  endif()
  set_target_properties(${target} PROPERTIES COMPILE_WARNING_AS_ERROR ${PQLANE_WERROR})
endfunction()

# For code whose speed does not matter: tests, and the command line, which calls the library. Takes a third off the
# time of compiling it.
function(pqlane_compile_quickly target)
  target_compile_options(${target} PRIVATE $<$<AND:$<CONFIG:Release>,$<COMPILE_LANGUAGE:CXX>>:-O1>)
endfunction()
