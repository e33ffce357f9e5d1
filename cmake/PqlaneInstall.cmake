# Install rules: headers, library, CMake package, pkg-config file, command-line tool.
if(NOT TARGET pqlane)
  return()
endif()

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/pqlane)

install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/pqlane DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN "*.h" PATTERN "*.hpp")
install(TARGETS pqlane EXPORT pqlaneTargets
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
if(TARGET pqlane_cli)
  install(TARGETS pqlane_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()

# The library opens it at run time; a build of chosen targets may not have made it.
if(pqlane_have_omp)
  install(PROGRAMS ${PROJECT_BINARY_DIR}/lib/libpqlane_omp.so DESTINATION ${CMAKE_INSTALL_LIBDIR} OPTIONAL)
endif()

if(pqlane_have_mpi)
  install(PROGRAMS ${PROJECT_BINARY_DIR}/lib/libpqlane_mpi.so DESTINATION ${CMAKE_INSTALL_LIBDIR} OPTIONAL)
endif()

install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
# The tool carries the charts of its report pages.
if(TARGET pqlane_cli AND EXISTS ${PROJECT_SOURCE_DIR}/third_party/uplot/LICENSE)
  install(FILES ${PROJECT_SOURCE_DIR}/third_party/uplot/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR}
          RENAME LICENSE.uPlot)
endif()

# The C++ runtime, for C programs that link the static library.
list(REMOVE_DUPLICATES CMAKE_CXX_IMPLICIT_LINK_LIBRARIES)
if("c++" IN_LIST CMAKE_CXX_IMPLICIT_LINK_LIBRARIES)
  set(pqlane_cxx_runtime c++)
else()
  set(pqlane_cxx_runtime stdc++)
endif()

install(EXPORT pqlaneTargets NAMESPACE pqlane:: DESTINATION ${package_dir})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/pqlaneConfig.cmake.in
                              ${PROJECT_BINARY_DIR}/package/pqlaneConfig.cmake
                              INSTALL_DESTINATION ${package_dir}
                              NO_SET_AND_CHECK_MACRO NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/package/pqlaneConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/package/pqlaneConfig.cmake
              ${PROJECT_BINARY_DIR}/package/pqlaneConfigVersion.cmake
        DESTINATION ${package_dir})

# pqlane.pc finds its prefix from its own place, so that an installed tree can be moved.
cmake_path(IS_ABSOLUTE CMAKE_INSTALL_LIBDIR libdir_is_absolute)
if(libdir_is_absolute)
  set(pc_prefix ${CMAKE_INSTALL_PREFIX})
else()
  file(RELATIVE_PATH up /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
  string(REGEX REPLACE "/$" "" up "${up}")
  set(pc_prefix "\${pcfiledir}/${up}")
endif()
cmake_path(APPEND pc_libdir "\${prefix}" ${CMAKE_INSTALL_LIBDIR})
cmake_path(APPEND pc_includedir "\${prefix}" ${CMAKE_INSTALL_INCLUDEDIR})

# What a program needs besides -lpqlane when the library is static: the C++ runtime (for C programs),
# threads, and hwloc when it was found.
set(pc_libs_private "-l${pqlane_cxx_runtime} -lm -pthread")
foreach(library IN LISTS CMAKE_DL_LIBS)
  string(APPEND pc_libs_private " -l${library}")
endforeach()
if(pqlane_have_hwloc)
  # Not Requires.private: --static would then also ask for the libraries of a static hwloc.
  set(folders ${PQLANE_HWLOC_PC_LIBRARY_DIRS})
  list(REMOVE_ITEM folders ${CMAKE_CXX_IMPLICIT_LINK_DIRECTORIES})
  foreach(folder IN LISTS folders)
    string(APPEND pc_libs_private " -L${folder}")
  endforeach()
  foreach(library IN LISTS PQLANE_HWLOC_PC_LIBRARIES)
    string(APPEND pc_libs_private " -l${library}")
  endforeach()
endif()
configure_file(${PROJECT_SOURCE_DIR}/cmake/pqlane.pc.in ${PROJECT_BINARY_DIR}/package/pqlane.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/package/pqlane.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
