# SPDX-License-Identifier: MIT OR Apache-2.0
# macOS and Windows: NOT TESTED. Only the static library, which is cargo's archive as it is. A shared one is what
# `cargo rustc --lib --profile dist --crate-type cdylib` makes.

if(NOT ZRG_BUILD_STATIC)
  message(FATAL_ERROR "zrg: only the static library can be built with CMake on this system; set ZRG_BUILD_STATIC")
endif()
message(STATUS "zrg: building the static library only; this system has not been tested")
get_filename_component(archive_name ${ZRG_RUST_ARCHIVE_FILE} NAME)
add_custom_target(zrg_archive DEPENDS ${ZRG_RUST_ARCHIVE_FILE})
add_library(zrg_static INTERFACE)
add_library(zrg::static ALIAS zrg_static)
add_dependencies(zrg_static zrg_archive)
target_include_directories(zrg_static INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_link_libraries(zrg_static INTERFACE
  $<BUILD_INTERFACE:${ZRG_RUST_ARCHIVE_FILE}>
  $<INSTALL_INTERFACE:$<INSTALL_PREFIX>/${CMAKE_INSTALL_LIBDIR}/${archive_name}>)
if(WIN32)
  target_link_libraries(zrg_static INTERFACE kernel32 ntdll userenv ws2_32 dbghelp)
endif()
set_target_properties(zrg_static PROPERTIES EXPORT_NAME static)
if(ZRG_INSTALL)
  install(FILES ${ZRG_RUST_ARCHIVE_FILE} DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev)
endif()
