# Checks of the tree and of built objects, as tests: group objects (nm and objdump over the library's
# objects), check (headers, bibliography) and install (a consumer outside the tree).

pqlane_wants(objects wanted)
if(wanted AND TARGET pqlane)
  set(object_arguments baseline $<TARGET_OBJECTS:pqlane_baseline>)
  foreach(isa IN LISTS pqlane_isas)
    if(TARGET pqlane_backend_${isa})
      list(APPEND object_arguments ${isa} $<TARGET_OBJECTS:pqlane_backend_${isa}>)
    endif()
  endforeach()
  set(sanitized "")
  if(PQLANE_SANITIZE)
    set(sanitized --sanitized)
  endif()
  pqlane_test(objects objects.isa ${Python3_EXECUTABLE} ${pqlane_tools_dir}/check_isa_objects
              --nm ${CMAKE_NM} --objdump ${CMAKE_OBJDUMP} ${sanitized} ${object_arguments})

  # The same objects as a shared library, where the build makes a static one.
  set(shared pqlane)
  if(NOT BUILD_SHARED_LIBS)
    set(shared pqlane_shared)
    add_library(pqlane_shared SHARED ${pqlane_library_objects})
    pqlane_library_usage(pqlane_shared)
    pqlane_shared_form(pqlane_shared)
    set_target_properties(pqlane_shared PROPERTIES
      OUTPUT_NAME pqlane LIBRARY_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/shared)
  endif()
  pqlane_test(objects objects.exports ${Python3_EXECUTABLE} ${pqlane_tools_dir}/check_exports
              --nm ${CMAKE_NM} --objdump ${CMAKE_OBJDUMP} $<TARGET_FILE:${shared}>)
endif()

pqlane_wants(check wanted)
if(wanted)
  pqlane_test(check check.isa_objects_check_fires ${Python3_EXECUTABLE} ${pqlane_tools_dir}/check_isa_objects
              --nm ${CMAKE_NM} --objdump ${CMAKE_OBJDUMP} --self-test ${CMAKE_CXX_COMPILER})
  pqlane_test(check check.exports_check_fires ${Python3_EXECUTABLE} ${pqlane_tools_dir}/check_exports
              --nm ${CMAKE_NM} --objdump ${CMAKE_OBJDUMP} --self-test ${CMAKE_CXX_COMPILER})
  pqlane_test(check check.bibliography ${Python3_EXECUTABLE} ${pqlane_tools_dir}/check_bibliography)
  pqlane_test(check check.bibliography_check_fires
              ${Python3_EXECUTABLE} ${pqlane_tools_dir}/check_bibliography --self-test)
  pqlane_test(check check.gaussian_constants ${Python3_EXECUTABLE} ${pqlane_tools_dir}/gaussian_constants --check)
  pqlane_test(check check.readme ${Python3_EXECUTABLE} ${pqlane_tools_dir}/check_readme --links)
  pqlane_test(check check.readme_check_fires ${Python3_EXECUTABLE} ${pqlane_tools_dir}/check_readme --self-test)
  if(TARGET pqlane)
    pqlane_test(check check.headers ${Python3_EXECUTABLE} ${pqlane_tools_dir}/check_headers
                ${PROJECT_BINARY_DIR}/compile_commands.json)
    set_tests_properties(${PQLANE_TEST_PREFIX}check.headers PROPERTIES COST 1000)
    pqlane_test(check check.headers_check_fires ${Python3_EXECUTABLE} ${pqlane_tools_dir}/check_headers
                ${PROJECT_BINARY_DIR}/compile_commands.json --self-test)
  endif()
endif()

pqlane_wants(install wanted)
if(wanted AND TARGET pqlane AND PQLANE_INSTALL)
  foreach(way IN ITEMS cmake cmake-c pkg-config)
    pqlane_test(install install.${way} ${pqlane_tools_dir}/check_install ${way}
                ${PROJECT_BINARY_DIR} ${CMAKE_C_COMPILER} ${CMAKE_CXX_COMPILER})
  endforeach()
  pqlane_test(install install.check_fires ${pqlane_tools_dir}/check_install --self-test
              ${PROJECT_BINARY_DIR} ${CMAKE_C_COMPILER} ${CMAKE_CXX_COMPILER})
endif()
