# SPDX-License-Identifier: MIT OR Apache-2.0
# ZRG_RUST_ARCHIVE_FILE: the static archive that cargo makes. It is made again when a file that it came from changes, which
# cargo lists beside it. The path holds generator expressions: each configuration has an archive of its own.

if(ZRG_RUST_ARCHIVE)
  set(ZRG_RUST_ARCHIVE_FILE ${ZRG_RUST_ARCHIVE})
  return()
endif()

find_program(ZRG_CARGO cargo PATHS $ENV{CARGO_HOME}/bin $ENV{HOME}/.cargo/bin DOC "The cargo to build with")
if(NOT ZRG_CARGO)
  message(FATAL_ERROR "zrg: cargo was not found. Install Rust 1.85 or later (https://rustup.rs, or the package cargo of "
    "your system), or say where it is with -DZRG_CARGO=/path/to/cargo")
endif()
# The compiler that belongs to this cargo lies beside it.
if(DEFINED ENV{RUSTC})
  set(ZRG_RUSTC $ENV{RUSTC} CACHE FILEPATH "The Rust compiler")
endif()
get_filename_component(cargo_bin ${ZRG_CARGO} DIRECTORY)
find_program(ZRG_RUSTC rustc PATHS ${cargo_bin} NO_DEFAULT_PATH DOC "The Rust compiler")
find_program(ZRG_RUSTC rustc)
mark_as_advanced(ZRG_RUSTC)
include(${CMAKE_CURRENT_LIST_DIR}/RustTarget.cmake)

# dev keeps overflow checks, debug assertions and debug information; dist is what packages ship, and keeps debug information
# where the build type asks for it (None is what distributions use, which strip it into packages of its own).
set(cargo_profile $<IF:$<CONFIG:Debug>,dev,dist>)
set(cargo_debug $<IF:$<CONFIG:Debug,RelWithDebInfo,None>,2,0>)
# The target is named to cargo even where it is this machine's: a target in a configuration of cargo's, or in the environment
# of a later build, is meant for other projects, and would send the archive to another folder.
set(own_folder)
if(CMAKE_CONFIGURATION_TYPES)
  set(own_folder /$<CONFIG>)
endif()
set(cargo_target_dir ${PROJECT_BINARY_DIR}/cargo${own_folder})
set(archive_name libzrg.a)
if(MSVC)
  set(archive_name zrg.lib)
endif()
set(cargo_archive
  ${cargo_target_dir}/${ZRG_RUST_TARGET_NAME}/$<IF:$<CONFIG:Debug>,debug,dist>/${archive_name})
set(ZRG_RUST_ARCHIVE_FILE ${PROJECT_BINARY_DIR}/rust${own_folder}/${archive_name})

# Rust's own flags: those of the environment where the build folder is made, as with CFLAGS.
string(ASCII 31 separator)
if(DEFINED ENV{CARGO_ENCODED_RUSTFLAGS})
  string(REPLACE "${separator}" ";" flags "$ENV{CARGO_ENCODED_RUSTFLAGS}")
else()
  separate_arguments(flags UNIX_COMMAND "$ENV{RUSTFLAGS}")
endif()
set(ZRG_RUSTFLAGS "${flags}" CACHE STRING "Flags for rustc; a list. Those of cargo's configuration are not read")

# What is shipped holds no path of this machine: Rust keeps the names of the files where it can panic. Crates lie where cargo
# unpacks them, or where its configuration says that they were vendored. A debugger on this machine does want the paths.
set(cargo_home $ENV{HOME}/.cargo)
if(DEFINED ENV{CARGO_HOME})
  get_filename_component(cargo_home "$ENV{CARGO_HOME}" ABSOLUTE BASE_DIR ${PROJECT_SOURCE_DIR})
endif()
set(crate_folders ${cargo_home}/registry/src)
set(configurations ${cargo_home}/config ${cargo_home}/config.toml)
set(above ${PROJECT_SOURCE_DIR})
while(NOT above STREQUAL last_above)
  list(APPEND configurations ${above}/.cargo/config ${above}/.cargo/config.toml)
  set(last_above ${above})
  get_filename_component(above "${above}" DIRECTORY)
endwhile()
foreach(configuration IN LISTS configurations)
  if(EXISTS ${configuration})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${configuration})
    # A relative path is meant from the folder that .cargo is in.
    get_filename_component(base ${configuration} DIRECTORY)
    get_filename_component(base ${base} DIRECTORY)
    file(STRINGS ${configuration} lines REGEX "^ *directory *=")
    foreach(line IN LISTS lines)
      if(line MATCHES "= *[\"']([^\"']+)[\"']")
        get_filename_component(folder "${CMAKE_MATCH_1}" ABSOLUTE BASE_DIR ${base})
        list(APPEND crate_folders ${folder})
      endif()
    endforeach()
  endif()
endforeach()
# Of several that fit, the last one counts for rustc: the folders inside others come after them.
set(remaps ${PROJECT_SOURCE_DIR}=zrg ${PROJECT_BINARY_DIR}=build)
if(PROJECT_SOURCE_DIR MATCHES "^${PROJECT_BINARY_DIR}/") # CMake's FetchContent
  list(REVERSE remaps)
endif()
foreach(folder IN LISTS crate_folders)
  get_filename_component(real ${folder} REALPATH)
  list(APPEND remaps ${folder}=crates ${real}=crates)
endforeach()
if(ZRG_RUSTC) # std, where it is compiled from source
  execute_process(COMMAND ${ZRG_RUSTC} --print sysroot OUTPUT_VARIABLE sysroot OUTPUT_STRIP_TRAILING_WHITESPACE)
  set(std ${sysroot}/lib/rustlib/src/rust)
  get_filename_component(real ${std} REALPATH)
  list(APPEND remaps ${std}=rust ${real}=rust)
endif()
list(REMOVE_DUPLICATES remaps)
list(TRANSFORM remaps PREPEND --remap-path-prefix=)
set(rustflags_debug ${ZRG_RUSTFLAGS})
set(rustflags_dist ${remaps} ${ZRG_RUSTFLAGS})
foreach(kind debug dist)
  string(REPLACE ";" "${separator}" rustflags_${kind} "${rustflags_${kind}}")
endforeach()

# make's jobserver reaches cargo, so that -jN binds both.
set(jobserver)
set(debug $<CONFIG:Debug>)
set(environment
  "CARGO_ENCODED_RUSTFLAGS=$<${debug}:${rustflags_debug}>$<$<NOT:${debug}>:${rustflags_dist}>")
if(ZRG_RUSTC)
  list(APPEND environment RUSTC=${ZRG_RUSTC})
endif()
if(CMAKE_VERSION VERSION_GREATER_EQUAL 3.28)
  set(jobserver JOB_SERVER_AWARE ON)
elseif(CMAKE_GENERATOR STREQUAL "Unix Makefiles")
  list(APPEND environment "ZRG_MAKE=$(MAKE)") # make gives the jobserver to commands that name it
endif()

# `cargo rustc --crate-type` instead of `cargo build`: with the crate type `lib` beside it, cargo drops LTO.
add_custom_command(OUTPUT ${ZRG_RUST_ARCHIVE_FILE}
  COMMAND ${CMAKE_COMMAND} -E env ${environment}
    ${ZRG_CARGO} rustc --quiet --lib --crate-type staticlib --profile ${cargo_profile} --target ${ZRG_RUST_TARGET_NAME}
    --config profile.${cargo_profile}.debug=${cargo_debug} ${ZRG_CARGO_FLAGS} --target-dir ${cargo_target_dir}
  COMMAND ${CMAKE_COMMAND} -D FROM=${cargo_archive} -D TO=${ZRG_RUST_ARCHIVE_FILE} -D DEPFILE=${ZRG_RUST_ARCHIVE_FILE}.d
    -P ${PROJECT_SOURCE_DIR}/cmake/TakeArchive.cmake
  DEPENDS ${PROJECT_SOURCE_DIR}/Cargo.toml ${PROJECT_SOURCE_DIR}/Cargo.lock ${PROJECT_SOURCE_DIR}/build.rs
    ${PROJECT_SOURCE_DIR}/cmake/TakeArchive.cmake
  DEPFILE ${ZRG_RUST_ARCHIVE_FILE}.d
  WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
  COMMENT "Compiling the Rust library with cargo"
  ${jobserver}
  VERBATIM)
