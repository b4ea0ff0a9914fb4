# SPDX-License-Identifier: MIT OR Apache-2.0
# macOS and Windows: the static library is cargo's archive as it is (GNU ld does not join objects for Windows that use
# thread-local storage, and Apple's tools hide no names in them); the shared one is linked out of it, with the functions of
# the header for its exported names.

if(ZRG_BUILD_SHARED)
  # A library needs a source to be one.
  set(empty ${PROJECT_BINARY_DIR}/zrg_empty.c)
  file(GENERATE OUTPUT ${empty} CONTENT "typedef int zrg_empty;\n")
  add_library(zrg_shared SHARED ${empty})
  add_library(zrg::shared ALIAS zrg_shared)
  target_include_directories(zrg_shared INTERFACE
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  add_custom_target(zrg_shared_archive DEPENDS ${ZRG_RUST_ARCHIVE_FILE})
  add_dependencies(zrg_shared zrg_shared_archive)
  target_link_libraries(zrg_shared PRIVATE ${ZRG_RUST_ARCHIVE_FILE} ${ZRG_SYSTEM_LIBRARIES})
  set_target_properties(zrg_shared PROPERTIES OUTPUT_NAME zrg EXPORT_NAME shared VERSION ${PROJECT_VERSION}
    SOVERSION ${ZRG_SOVERSION} LINK_DEPENDS ${ZRG_RUST_ARCHIVE_FILE}
    INSTALL_NAME_DIR @rpath BUILD_WITH_INSTALL_NAME_DIR ON)
  if(WIN32)
    # The number of the interface is in the name of the DLL, as it is in a soname; programs link the import library.
    set_target_properties(zrg_shared PROPERTIES RUNTIME_OUTPUT_NAME zrg-${ZRG_SOVERSION})
    target_sources(zrg_shared PRIVATE ${ZRG_DEFINITION_FILE})
    if(MINGW)
      # With what unwinds inside, since no panic leaves the DLL: it needs nothing but the system's own.
      target_link_options(zrg_shared PRIVATE LINKER:--gc-sections -static-libgcc)
    endif()
  else()
    list(TRANSFORM ZRG_EXPORTS PREPEND _ OUTPUT_VARIABLE underscored)
    list(JOIN underscored "\n" lines)
    file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/zrg.exports CONTENT "${lines}\n")
    list(TRANSFORM underscored PREPEND LINKER:-u, OUTPUT_VARIABLE wanted)
    target_link_options(zrg_shared PRIVATE ${wanted} LINKER:-dead_strip
      LINKER:-exported_symbols_list,${PROJECT_BINARY_DIR}/zrg.exports)
  endif()
endif()

if(ZRG_BUILD_STATIC)
  # MSVC's import library is zrg.lib, too.
  set(static_name libzrg.a)
  if(MSVC)
    set(static_name zrg_static.lib)
  endif()
  set(static_file ${PROJECT_BINARY_DIR}/static/${static_name})
  if(CMAKE_CONFIGURATION_TYPES)
    set(static_file ${PROJECT_BINARY_DIR}/static/$<CONFIG>/${static_name})
  endif()
  add_custom_command(OUTPUT ${static_file}
    COMMAND ${CMAKE_COMMAND} -E copy ${ZRG_RUST_ARCHIVE_FILE} ${static_file}
    DEPENDS ${ZRG_RUST_ARCHIVE_FILE} VERBATIM)
  add_custom_target(zrg_archive ALL DEPENDS ${static_file})
  if(TARGET zrg_shared_archive)
    add_dependencies(zrg_archive zrg_shared_archive) # one rule, though two targets need it
  endif()
  add_library(zrg_static INTERFACE)
  add_library(zrg::static ALIAS zrg_static)
  add_dependencies(zrg_static zrg_archive)
  target_include_directories(zrg_static INTERFACE
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(zrg_static INTERFACE $<BUILD_INTERFACE:${static_file}>
    $<INSTALL_INTERFACE:$<INSTALL_PREFIX>/${CMAKE_INSTALL_LIBDIR}/${static_name}> ${ZRG_SYSTEM_LIBRARIES})
  set_target_properties(zrg_static PROPERTIES EXPORT_NAME static)
  if(ZRG_INSTALL)
    install(FILES ${static_file} DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev)
  endif()
endif()
