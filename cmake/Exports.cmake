# SPDX-License-Identifier: MIT OR Apache-2.0
# zrg_read_exports(HEADER NAMES): the functions that the header declares. It is the one list of what the library exports.

function(zrg_read_exports header names)
  file(READ ${header} text)
  string(REGEX REPLACE "//[^\n]*|[][;]" " " text "${text}") # comments and what CMake's lists trip over
  string(REGEX MATCHALL "ZRG_API[^(#]*zrg_[a-z0-9_]+\\(" declarations "${text}")
  list(TRANSFORM declarations REPLACE ".*(zrg_[a-z0-9_]+)\\($" "\\1")
  if(NOT declarations)
    message(FATAL_ERROR "no function was found in ${header}")
  endif()
  set(${names} ${declarations} PARENT_SCOPE)
endfunction()
