# SPDX-License-Identifier: MIT OR Apache-2.0
# ZRG_SYSTEM_LIBRARIES: what Rust's standard library needs of the system beside libc; the compiler adds what unwinds by
# itself. ZRG_EXPORTS: the functions of the header. ZRG_DEFINITION_FILE: the same for a DLL.

if(WIN32)
  set(ZRG_SYSTEM_LIBRARIES kernel32 ntdll userenv ws2_32 dbghelp)
elseif(APPLE)
  set(ZRG_SYSTEM_LIBRARIES)
else()
  set(ZRG_SYSTEM_LIBRARIES m pthread ${CMAKE_DL_LIBS})
endif()

include(cmake/Exports.cmake)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS include/zrg/zrg.h)
zrg_read_exports(${PROJECT_SOURCE_DIR}/include/zrg/zrg.h ZRG_EXPORTS)
if(WIN32)
  list(TRANSFORM ZRG_EXPORTS PREPEND "    " OUTPUT_VARIABLE lines)
  list(JOIN lines "\n" lines)
  set(ZRG_DEFINITION_FILE ${PROJECT_BINARY_DIR}/zrg.def)
  file(CONFIGURE OUTPUT ${ZRG_DEFINITION_FILE} CONTENT "EXPORTS\n${lines}\n" @ONLY)
endif()
