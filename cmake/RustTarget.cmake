# SPDX-License-Identifier: MIT OR Apache-2.0
# ZRG_RUST_TARGET_NAME: what Rust calls the system that the C compiler makes code for. A toolchain file is therefore all that
# cross compiling needs. ZRG_RUST_TARGET overrides it.

execute_process(COMMAND ${ZRG_CARGO} -vV OUTPUT_VARIABLE cargo_says RESULT_VARIABLE status)
if(NOT status EQUAL 0 OR NOT cargo_says MATCHES "host: ([^\n]+)")
  message(FATAL_ERROR "zrg: ${ZRG_CARGO} -vV does not say for which host it is")
endif()
set(rust_host ${CMAKE_MATCH_1})

# The processor, of the compiler rather than of the machine: cc -m32 makes code for another one.
execute_process(COMMAND ${CMAKE_C_COMPILER} -dumpmachine OUTPUT_VARIABLE machine ERROR_QUIET
  OUTPUT_STRIP_TRAILING_WHITESPACE)
if(CMAKE_C_COMPILER_TARGET)
  set(machine ${CMAKE_C_COMPILER_TARGET})
endif()
if(CMAKE_OSX_ARCHITECTURES)
  set(machine ${CMAKE_OSX_ARCHITECTURES})
endif()
if(NOT machine)
  set(machine ${CMAKE_SYSTEM_PROCESSOR})
endif()
string(TOLOWER "${machine}" machine)
set(rust_processor)
if(machine MATCHES "^(x86_64|amd64)")
  set(rust_processor x86_64)
  if(CMAKE_SIZEOF_VOID_P EQUAL 4)
    set(rust_processor i686)
  endif()
elseif(machine MATCHES "^(i[3-6]86|x86)")
  set(rust_processor i686)
elseif(machine MATCHES "^(aarch64|arm64)(-|$)")
  set(rust_processor aarch64)
elseif(machine MATCHES "^(s390x|loongarch64)")
  set(rust_processor ${CMAKE_MATCH_1})
elseif(machine MATCHES "^(powerpc64le|ppc64le)")
  set(rust_processor powerpc64le)
elseif(machine MATCHES "^riscv64")
  set(rust_processor riscv64gc)
elseif(machine MATCHES "^arm.*hf")
  set(rust_processor armv7)
endif()

set(rust_system)
if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
  include(CheckCSourceCompiles)
  check_c_source_compiles("#include <limits.h>
    #ifndef __GLIBC__
    #error another libc
    #endif
    int main(void) { return 0; }" ZRG_LIBC_IS_GLIBC)
  set(rust_system unknown-linux-gnu)
  if(NOT ZRG_LIBC_IS_GLIBC)
    set(rust_system unknown-linux-musl)
  endif()
  if(rust_processor STREQUAL "armv7")
    string(APPEND rust_system eabihf)
  endif()
elseif(CMAKE_SYSTEM_NAME STREQUAL "Darwin")
  set(rust_system apple-darwin)
elseif(MINGW)
  set(rust_system pc-windows-gnu)
elseif(WIN32)
  set(rust_system pc-windows-msvc)
elseif(CMAKE_SYSTEM_NAME MATCHES "^(FreeBSD|NetBSD|OpenBSD)$")
  string(TOLOWER unknown-${CMAKE_SYSTEM_NAME} rust_system)
endif()

# Distributions name their own host after themselves: x86_64-alpine-linux-musl.
string(REGEX REPLACE "^([^-]+)-[^-]+-" "\\1-" plain_host ${rust_host})
string(REGEX REPLACE "^[^-]+-" "" plain_system "${rust_system}")
if(ZRG_RUST_TARGET)
  set(ZRG_RUST_TARGET_NAME ${ZRG_RUST_TARGET})
elseif(plain_host STREQUAL "${rust_processor}-${plain_system}")
  set(ZRG_RUST_TARGET_NAME ${rust_host})
elseif(rust_processor AND rust_system)
  set(ZRG_RUST_TARGET_NAME ${rust_processor}-${rust_system})
elseif(NOT CMAKE_CROSSCOMPILING)
  set(ZRG_RUST_TARGET_NAME ${rust_host})
else()
  message(FATAL_ERROR "zrg: ${CMAKE_SYSTEM_NAME} on ${machine} has a name in Rust that is not known here. Say it with "
    "-DZRG_RUST_TARGET=; `rustc --print target-list` lists them")
endif()

# That std is there is asked now, not by an error of the compiler in the middle of the build.
if(NOT "${ZRG_CARGO_FLAGS}" MATCHES "build-std" AND ZRG_RUSTC)
  execute_process(COMMAND ${ZRG_RUSTC} --print target-libdir --target ${ZRG_RUST_TARGET_NAME}
    OUTPUT_VARIABLE libdir ERROR_VARIABLE complaint RESULT_VARIABLE status OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "zrg: ${ZRG_RUSTC} does not know the target ${ZRG_RUST_TARGET_NAME}: ${complaint}")
  endif()
  if(NOT EXISTS "${libdir}")
    message(FATAL_ERROR "zrg: Rust's standard library for ${ZRG_RUST_TARGET_NAME} is not installed: "
      "`rustup target add ${ZRG_RUST_TARGET_NAME}`, or the package of your system; or another target with "
      "-DZRG_RUST_TARGET=")
  endif()
endif()
message(STATUS "zrg: the Rust target is ${ZRG_RUST_TARGET_NAME}")
