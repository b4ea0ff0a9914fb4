# SPDX-License-Identifier: MIT OR Apache-2.0
# ELF: zrg_core.o is sealed out of cargo's archive (cmake/Seal.cmake), and both libraries are ordinary targets made of it.

set(core_dir ${PROJECT_BINARY_DIR})
if(CMAKE_CONFIGURATION_TYPES)
  string(APPEND core_dir /$<CONFIG>)
endif()
set(core ${core_dir}/zrg_core.o)
set(header ${PROJECT_SOURCE_DIR}/include/zrg/zrg.h)
set(strip $<$<CONFIG:Release,MinSizeRel>:--strip-debug>)
# The compiler with those of its flags that say for which machine and with which linker.
separate_arguments(link UNIX_COMMAND "${CMAKE_C_FLAGS} ${CMAKE_SHARED_LINKER_FLAGS}")
list(FILTER link INCLUDE REGEX "^(-m.*|-B.*|--?target=.*|--sysroot=.*|-fuse-ld=.*|--ld-path=.*)$")
list(REMOVE_DUPLICATES link)
if(CMAKE_C_COMPILER_TARGET AND CMAKE_C_COMPILER_ID MATCHES "Clang")
  list(APPEND link --target=${CMAKE_C_COMPILER_TARGET})
endif()
if(CMAKE_SYSROOT)
  list(APPEND link --sysroot=${CMAKE_SYSROOT})
endif()
set(link "${CMAKE_C_COMPILER};${link}")
add_custom_command(OUTPUT ${core}
  COMMAND ${CMAKE_COMMAND} -D HEADER=${header} -D ARCHIVE=${ZRG_RUST_ARCHIVE_FILE} -D CORE=${core}
    -D "LINK=${link}" -D OBJCOPY=${CMAKE_OBJCOPY} -D STRIP=${strip} -P ${PROJECT_SOURCE_DIR}/cmake/Seal.cmake
  DEPENDS ${header} ${ZRG_RUST_ARCHIVE_FILE} ${PROJECT_SOURCE_DIR}/cmake/Seal.cmake
    ${PROJECT_SOURCE_DIR}/cmake/Exports.cmake
  COMMENT "Sealing zrg_core.o"
  VERBATIM)
add_custom_target(zrg_core DEPENDS ${core}) # one rule, though two libraries need it

function(zrg_add_library name kind)
  add_library(zrg_${name} ${kind} ${core})
  add_library(zrg::${name} ALIAS zrg_${name})
  add_dependencies(zrg_${name} zrg_core)
  target_include_directories(zrg_${name} INTERFACE
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(zrg_${name} PRIVATE ${ZRG_SYSTEM_LIBRARIES})
  set_target_properties(zrg_${name} PROPERTIES OUTPUT_NAME zrg EXPORT_NAME ${name} LINKER_LANGUAGE C)
endfunction()

if(ZRG_BUILD_SHARED)
  zrg_add_library(shared SHARED)
  set(map ${PROJECT_SOURCE_DIR}/cmake/zrg.map)
  file(STRINGS ${map} node REGEX "^ZRG_${ZRG_SOVERSION} {")
  if(NOT node)
    message(FATAL_ERROR "zrg: cmake/zrg.map has no ZRG_${ZRG_SOVERSION}, the version of the soname")
  endif()
  set_target_properties(zrg_shared PROPERTIES
    VERSION ${PROJECT_VERSION} SOVERSION ${ZRG_SOVERSION} LINK_DEPENDS ${map})
  # -z defs: a function of the header that the Rust side lacks is an error here, not in a user's program.
  target_link_options(zrg_shared PRIVATE LINKER:--version-script=${map} LINKER:-z,defs LINKER:--gc-sections)
endif()
if(ZRG_BUILD_STATIC)
  zrg_add_library(static STATIC)
  # A shared library or plugin that is made with the static one does not export zrg_* as its own.
  target_link_options(zrg_static INTERFACE LINKER:--exclude-libs,libzrg.a)
endif()
