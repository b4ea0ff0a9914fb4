// SPDX-License-Identifier: MIT OR Apache-2.0

//go:build zrg_static

package zrg

// Where both libraries are installed, -lzrg is the shared one. On Linux the archive is asked for by its file name, before
// pkg-config's -lzrg, which has nothing left to give then and is not needed. Other linkers know no such thing: there the static
// library must be the only one.

// #cgo pkg-config: --static zrg
// #cgo linux LDFLAGS: -l:libzrg.a -Wl,--as-needed
import "C"
