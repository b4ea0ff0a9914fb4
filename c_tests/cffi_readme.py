# SPDX-License-Identifier: MIT OR Apache-2.0
# cffi_readme.py DECLARATIONS LIBRARY: the README's program from Python, through cffi and zrg_cdef.h as it is shipped.
# Then what only a generator of bindings trips over: constants, the layout of structs, and that all functions are there.
import re
import sys

import cffi

declarations = open(sys.argv[1]).read()
ffi = cffi.FFI()
ffi.cdef(declarations)
zrg = ffi.dlopen(sys.argv[2])

text = b'{"name": "rectilinear", "configuration": {"kind": "inline", "chunk_shapes": [[16, 10], [24, 14]]}}'
error = ffi.new("zrg_error *")


def check(status):
    if status != zrg.ZRG_OK:
        sys.exit(ffi.string(error.message).decode())


grid, selection = ffi.new("zrg_grid **"), ffi.new("zrg_selection **")
check(zrg.zrg_grid_from_json(text, len(text), 2, [26, 38], ffi.NULL, grid, error))
window = ffi.new("zrg_slice[]", [(12, 8, 1), (18, 14, 1)])  # start, count and step on each axis
check(zrg.zrg_selection_from_slices(grid[0], 2, window, selection, error))
parts, chunks, key = ffi.new("zrg_part[16]"), ffi.new("uint64_t[]", 16 * 2), ffi.new("char[]", 21 * 2 + 2)
count, length = ffi.new("size_t *", 1), ffi.new("size_t *")
first = 0
while count[0] > 0:  # any number of parts, by pages of 16
    check(zrg.zrg_selection_parts(selection[0], 2, first, parts, chunks, ffi.NULL, 16, count, error))
    for i in range(count[0]):
        check(zrg.zrg_key_encode(ffi.NULL, 2, chunks + 2 * i, key, len(key), length, error))
        print(ffi.string(key).decode(), "gives", parts[i].elements, "elements")
    first += count[0]
zrg.zrg_selection_free(selection[0])
zrg.zrg_grid_free(grid[0])

assert (zrg.ZRG_NONE, zrg.ZRG_MAX_EXTENT, zrg.ZRG_OMITTED) == (2**64 - 1, 2**63 - 1, -(2**63))
assert (zrg.ZRG_FORM_REGULAR, zrg.ZRG_MAX_RANK, zrg.ZRG_ERROR_INCOMPATIBLE) == (2, 64, 62)
assert (ffi.sizeof("zrg_error"), ffi.sizeof("zrg_projection"), ffi.sizeof("zrg_options")) == (256, 64, 24)
functions = re.findall(r"\b(zrg_\w+)\(", declarations)
assert len(functions) > 50
for name in functions:
    getattr(zrg, name)  # raises where the library lacks it
