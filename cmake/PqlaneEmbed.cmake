# pqlane_embed(target TABLE FILE...): the bytes of files, named from the top of the tree, inside a target.
# TABLE is the name of a header in the target's generated folder that lists them (results/embedded.cpp).
# A file that changes is taken again, with its SHA-256, at the next build.
function(pqlane_embed target table)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/embedded)
  set(assembly "")
  set(externals "")
  set(rows "")
  set(paths "")
  set(number 0)
  foreach(file IN LISTS ARGN)
    set(symbol pqlane_file_${number})
    set(path ${PROJECT_SOURCE_DIR}/${file})
    file(SHA256 ${path} hash)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
    list(APPEND paths ${path})
    string(APPEND assembly
      ".hidden ${symbol}\n.globl ${symbol}\n${symbol}:\n.incbin \"${path}\"\n"
      ".hidden ${symbol}_end\n.globl ${symbol}_end\n${symbol}_end:\n.byte 0\n")
    string(APPEND externals "extern const char ${symbol}[];\nextern const char ${symbol}_end[];\n")
    string(APPEND rows "    {\"${file}\", ${symbol}, ${symbol}_end, \"${hash}\"},\n")
    math(EXPR number "${number} + 1")
  endforeach()
  file(CONFIGURE OUTPUT ${folder}/embedded_files.S @ONLY CONTENT
    ".section .rodata\n${assembly}.section .note.GNU-stack,\"\",%progbits\n")
  file(CONFIGURE OUTPUT ${folder}/${table} @ONLY CONTENT
    "// Made by cmake/PqlaneEmbed.cmake.\nextern \"C\" {\n${externals}}\nstatic const EmbeddedFile embedded_files[] = {\n${rows}};\n")
  target_sources(${target} PRIVATE ${folder}/embedded_files.S)
  set_source_files_properties(${folder}/embedded_files.S PROPERTIES OBJECT_DEPENDS "${paths}" LANGUAGE ASM)
  target_include_directories(${target} PRIVATE ${folder})
endfunction()

# pqlane_expect_sha256(FILE HASH): refuses a configuration with another file.
function(pqlane_expect_sha256 file expected)
  file(SHA256 ${PROJECT_SOURCE_DIR}/${file} hash)
  if(NOT hash STREQUAL expected)
    message(FATAL_ERROR "${file} is not the file that is expected here: its SHA-256 is ${hash}, not ${expected}")
  endif()
endfunction()
