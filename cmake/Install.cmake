# SPDX-License-Identifier: MIT OR Apache-2.0
# Component runtime: the shared library. Component dev: all else. Nothing that is installed holds an absolute path, so the
# whole may be moved afterwards.

include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/zrg)

# A target file for each library, so that a package may leave one of them out.
foreach(kind shared static)
  if(TARGET zrg_${kind})
    install(TARGETS zrg_${kind} EXPORT zrg-${kind}
      RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT runtime
      LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime NAMELINK_COMPONENT dev
      ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev)
    install(EXPORT zrg-${kind} NAMESPACE zrg:: DESTINATION ${package_dir} FILE zrg-${kind}.cmake COMPONENT dev)
  endif()
endforeach()
install(DIRECTORY include/zrg DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev
  FILES_MATCHING PATTERN "*.h*" PATTERN zrg_cdef.h EXCLUDE)
# Not for C: what generators of bindings read.
install(FILES include/zrg/zrg_cdef.h DESTINATION ${CMAKE_INSTALL_DATADIR}/zrg COMPONENT dev)

configure_package_config_file(cmake/zrg-config.cmake.in ${PROJECT_BINARY_DIR}/zrg-config.cmake
  INSTALL_DESTINATION ${package_dir} NO_SET_AND_CHECK_MACRO)
if(PROJECT_VERSION_MAJOR EQUAL 0)
  set(compatibility SameMinorVersion)
else()
  set(compatibility SameMajorVersion)
endif()
write_basic_package_version_file(${PROJECT_BINARY_DIR}/zrg-config-version.cmake COMPATIBILITY ${compatibility})
install(FILES ${PROJECT_BINARY_DIR}/zrg-config.cmake ${PROJECT_BINARY_DIR}/zrg-config-version.cmake
  DESTINATION ${package_dir} COMPONENT dev)

# The .pc file finds the prefix from where it lies itself, unless the folders were given as absolute paths.
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}" OR IS_ABSOLUTE "${CMAKE_INSTALL_INCLUDEDIR}")
  set(pc_prefix ${CMAKE_INSTALL_PREFIX})
  set(pc_libdir ${CMAKE_INSTALL_FULL_LIBDIR})
  set(pc_includedir ${CMAKE_INSTALL_FULL_INCLUDEDIR})
else()
  file(RELATIVE_PATH up /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
  string(REGEX REPLACE "/$" "" up "${up}")
  set(pc_prefix "\${pcfiledir}/${up}")
  set(pc_libdir "\${prefix}/${CMAKE_INSTALL_LIBDIR}")
  set(pc_includedir "\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}")
endif()
# Where only the static library is built, everybody needs what it needs.
set(pc_private "")
foreach(library IN LISTS ZRG_SYSTEM_LIBRARIES)
  string(APPEND pc_private " -l${library}")
endforeach()
set(pc_public "")
if(NOT TARGET zrg_shared)
  set(pc_public "${pc_private}")
endif()
configure_file(cmake/zrg.pc.in ${PROJECT_BINARY_DIR}/zrg.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/zrg.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT dev)

# Whoever passes the libraries on owes their readers these.
install(FILES LICENSE-APACHE LICENSE-MIT THIRD-PARTY DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT dev)
