# SPDX-License-Identifier: MIT OR Apache-2.0
# cmake -D HEADER= -D ARCHIVE= -D CORE= -D LINK= -D OBJCOPY= [-D STRIP=--strip-debug] -P Seal.cmake
#
# Makes one object out of the archive that cargo made. The archive itself is a bad neighbour: names of Rust's runtime are
# global in it, so that a program with a second library written in Rust may not link. In the sealed object the functions of
# the header are global and nothing else is. There is no list of them to keep: they are read from the header.

include(${CMAKE_CURRENT_LIST_DIR}/Exports.cmake)
zrg_read_exports(${HEADER} names)
list(TRANSFORM names PREPEND -Wl,-u, OUTPUT_VARIABLE keep)

function(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    string(REPLACE ";" " " command "${ARGV}")
    message(FATAL_ERROR "failed: ${command}")
  endif()
endfunction()

# -u: nothing that these do not reach is taken out of the archive. Through the compiler, which knows its linker.
run(${LINK} -nostdlib -r -o ${CORE}.open ${keep} ${ARCHIVE})
# LLVM bitcode in a GNU archive makes binutils look for a plugin. DW.ref.* must stay global: they are how two sealed objects
# in one program share the exception personality; without them the second one's first panic crashes.
run(${OBJCOPY} --remove-section=.llvmbc --remove-section=.llvmcmd ${STRIP}
  --wildcard --keep-global-symbol=zrg_* --keep-global-symbol=DW.ref.* ${CORE}.open ${CORE}.new)
file(REMOVE ${CORE}.open)
file(RENAME ${CORE}.new ${CORE}) # only now, so that what a failed step leaves is never taken for it
