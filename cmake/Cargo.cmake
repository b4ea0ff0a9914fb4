# SPDX-License-Identifier: MIT OR Apache-2.0
# ZRG_RUST_ARCHIVE_FILE: the static archive that cargo makes. It is made again when a file that it came from changes, which
# cargo lists beside it.

if(ZRG_RUST_ARCHIVE)
  set(ZRG_RUST_ARCHIVE_FILE ${ZRG_RUST_ARCHIVE})
  return()
endif()

find_program(ZRG_CARGO cargo HINTS $ENV{CARGO_HOME}/bin $ENV{HOME}/.cargo/bin DOC "The cargo to build with")
if(NOT ZRG_CARGO)
  message(FATAL_ERROR "zrg: cargo was not found. Install Rust 1.85 or later (https://rustup.rs, or the package cargo of "
    "your system), or say where it is with -DZRG_CARGO=/path/to/cargo")
endif()

# dev keeps overflow checks, debug assertions and debug information; dist is what packages ship. The folder of dev is debug.
if(CMAKE_BUILD_TYPE STREQUAL "Debug")
  set(cargo_profile dev)
  set(cargo_folder debug)
else()
  set(cargo_profile dist)
  set(cargo_folder dist)
endif()
# The target is named to cargo even where it is this machine's: a target in a configuration of cargo's, or in the environment
# of a later build, is meant for other projects, and would send the archive to another folder.
set(cargo_target ${ZRG_RUST_TARGET})
if(NOT cargo_target)
  execute_process(COMMAND ${ZRG_CARGO} -vV OUTPUT_VARIABLE cargo_about WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  if(NOT cargo_about MATCHES "\nhost: ([^\n]+)")
    message(FATAL_ERROR "zrg: ${ZRG_CARGO} -vV does not say for which target it compiles; say it with -DZRG_RUST_TARGET=")
  endif()
  set(cargo_target ${CMAKE_MATCH_1})
endif()
set(cargo_target_dir ${PROJECT_BINARY_DIR}/cargo)
set(archive_name ${CMAKE_STATIC_LIBRARY_PREFIX}zrg${CMAKE_STATIC_LIBRARY_SUFFIX})
set(cargo_archive ${cargo_target_dir}/${cargo_target}/${cargo_folder}/${archive_name})
set(ZRG_RUST_ARCHIVE_FILE ${PROJECT_BINARY_DIR}/rust/${archive_name})

# What is shipped holds no path of this machine: Rust keeps the names of the files where it can panic. (Where RUSTFLAGS is
# set, cargo takes those flags and not these.) A debugger does want the paths.
set(cargo_remap)
if(cargo_profile STREQUAL "dist")
  set(cargo_home $ENV{HOME}/.cargo)
  if(DEFINED ENV{CARGO_HOME})
    set(cargo_home $ENV{CARGO_HOME})
  endif()
  string(CONCAT cargo_remap "--config=build.rustflags=['--remap-path-prefix=${cargo_home}/registry/src=crates', "
    "'--remap-path-prefix=${PROJECT_SOURCE_DIR}=zrg']")
endif()

# `cargo rustc --crate-type` instead of `cargo build`: with the crate type `lib` beside it, cargo drops LTO.
add_custom_command(OUTPUT ${ZRG_RUST_ARCHIVE_FILE}
  COMMAND ${ZRG_CARGO} rustc --quiet --lib --crate-type staticlib --profile ${cargo_profile} --target ${cargo_target}
    ${ZRG_CARGO_FLAGS} --target-dir ${cargo_target_dir} ${cargo_remap}
  COMMAND ${CMAKE_COMMAND} -D FROM=${cargo_archive} -D TO=${ZRG_RUST_ARCHIVE_FILE} -D DEPFILE=${ZRG_RUST_ARCHIVE_FILE}.d
    -P ${PROJECT_SOURCE_DIR}/cmake/TakeArchive.cmake
  DEPENDS ${PROJECT_SOURCE_DIR}/Cargo.toml ${PROJECT_SOURCE_DIR}/Cargo.lock ${PROJECT_SOURCE_DIR}/build.rs
    ${PROJECT_SOURCE_DIR}/cmake/TakeArchive.cmake
  DEPFILE ${ZRG_RUST_ARCHIVE_FILE}.d
  WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
  COMMENT "Compiling the Rust library with cargo (profile ${cargo_profile})"
  VERBATIM)
