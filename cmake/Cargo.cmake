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
set(cargo_target_dir ${PROJECT_BINARY_DIR}/cargo)
set(cargo_target_flags)
if(ZRG_RUST_TARGET)
  set(cargo_target_flags --target ${ZRG_RUST_TARGET})
  set(cargo_folder ${ZRG_RUST_TARGET}/${cargo_folder})
endif()
set(ZRG_RUST_ARCHIVE_FILE
  ${cargo_target_dir}/${cargo_folder}/${CMAKE_STATIC_LIBRARY_PREFIX}zrg${CMAKE_STATIC_LIBRARY_SUFFIX})

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
# cargo leaves a file alone that is good as it is, even if its inputs were touched; touching it settles that for make.
add_custom_command(OUTPUT ${ZRG_RUST_ARCHIVE_FILE}
  COMMAND ${ZRG_CARGO} rustc --quiet --lib --crate-type staticlib --profile ${cargo_profile} ${cargo_target_flags}
    ${ZRG_CARGO_FLAGS} --target-dir ${cargo_target_dir} ${cargo_remap}
  COMMAND ${CMAKE_COMMAND} -E touch ${ZRG_RUST_ARCHIVE_FILE}
  DEPENDS ${PROJECT_SOURCE_DIR}/Cargo.toml ${PROJECT_SOURCE_DIR}/Cargo.lock ${PROJECT_SOURCE_DIR}/build.rs
  DEPFILE ${cargo_target_dir}/${cargo_folder}/libzrg.d
  WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
  COMMENT "Compiling the Rust library with cargo (profile ${cargo_profile})"
  VERBATIM)
