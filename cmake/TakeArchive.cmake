# SPDX-License-Identifier: MIT OR Apache-2.0
# cmake -D FROM= -D TO= -D DEPFILE= -P TakeArchive.cmake
#
# Takes over what cargo has made: the archive FROM becomes TO, and what cargo says FROM was made of becomes DEPFILE, which
# says it of TO. TO appears at once and whole, so that what a step leaves which failed half-way is never taken for it. It is
# as new as this run, also where cargo saw that its archive is good as it was: else make would ask for it again and again.

string(REGEX REPLACE "\\.[^./]*$" ".d" from_depfile ${FROM})
if(NOT EXISTS ${FROM} OR NOT EXISTS ${from_depfile})
  message(FATAL_ERROR "cargo did not make ${FROM}")
endif()
file(READ ${from_depfile} made_of) # TARGET: FILE FILE ...
string(FIND "${made_of}" ": " colon)
string(SUBSTRING "${made_of}" ${colon} -1 made_of)
string(REPLACE " " "\\ " target ${TO})
file(WRITE ${DEPFILE} "${target}${made_of}")

file(COPY_FILE ${FROM} ${TO}.new)
file(TOUCH ${TO}.new)
file(RENAME ${TO}.new ${TO})
