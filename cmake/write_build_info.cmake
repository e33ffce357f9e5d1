# cmake -D output= -D source_dir= -D compiler= -D flags= -D build_type= -P: writes build_info.hpp.
# The commit is "unknown" outside a git checkout of this very folder, and ends in "-dirty" when a
# tracked file differs from it. The file is only touched when its text changes.

set(commit unknown)
find_program(git git)
if(git)
  execute_process(COMMAND ${git} -C ${source_dir} rev-parse --show-toplevel
                  OUTPUT_VARIABLE top OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE rc)
  file(REAL_PATH ${source_dir} real_source)
  if(rc EQUAL 0 AND top STREQUAL real_source)
    execute_process(COMMAND ${git} -C ${source_dir} rev-parse --short=12 HEAD
                    OUTPUT_VARIABLE head OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET
                    RESULT_VARIABLE rc)
    if(rc EQUAL 0)
      set(commit ${head})
      execute_process(COMMAND ${git} -C ${source_dir} --no-optional-locks status --porcelain -uno
                      OUTPUT_VARIABLE changes ERROR_QUIET)
      if(changes)
        string(APPEND commit -dirty)
      endif()
    endif()
  endif()
endif()

foreach(name IN ITEMS compiler flags build_type commit)
  string(REPLACE "\\" "\\\\" ${name} "${${name}}")
  string(REPLACE "\"" "\\\"" ${name} "${${name}}")
endforeach()

set(text "// build_info.hpp: how this build was made. Written by the build; do not edit.
#pragma once

namespace pqlane::build_info {

inline constexpr const char* compiler = \"${compiler}\";
inline constexpr const char* flags = \"${flags}\";
inline constexpr const char* build_type = \"${build_type}\";
inline constexpr const char* commit = \"${commit}\";

}  // namespace pqlane::build_info
")
set(old "")
if(EXISTS ${output})
  file(READ ${output} old)
endif()
if(NOT old STREQUAL text)
  file(WRITE ${output} "${text}")
endif()
