// SPDX-License-Identifier: MIT OR Apache-2.0

// Package zrg answers one question about a Zarr v3 array, without reading a byte of its data: which chunks hold these
// elements, and where in each chunk are they? It reads the rectilinear chunk grid, where every axis has its own list of
// chunk lengths, and the regular one. It opens no file and decodes no chunk.
//
//	grid, keys, err := zrg.GridFromArrayJSON(document, nil) // the array's zarr.json
//	if err != nil {
//		return err
//	}
//	defer grid.Close()
//	window, err := grid.Select(zrg.Slice{Start: 12, Count: 8, Step: 1}, zrg.Slice{Start: 18, Count: 14, Step: 1})
//	if err != nil {
//		return err
//	}
//	defer window.Close()
//	parts := window.Parts(0)
//	for parts.Next() {
//		key, err := keys.Key(parts.Chunk())
//		if err != nil {
//			return err
//		}
//		chunk := … // fetch key from the store, and decode it
//		if err := window.ReadPart(parts.Position(), size, zrg.Memory{Bytes: chunk}, zrg.Memory{Bytes: out}); err != nil {
//			return err
//		}
//	}
//	return parts.Err()
//
// The package is a thin layer over the C library of the same name, whose header zrg/zrg.h defines every word and call; each
// comment here names the function that it stands for. It is linked through pkg-config: the shared library, or with the
// build tag zrg_static the static one.
//
// # Words
//
// An extent is the length of an axis of the array, an edge the declared length of one chunk along an axis, a run some
// neighbouring edges that are equal. A chunk's index has one number for each axis, its number is row-major among the
// declared chunks. "Declared" is what the document says, and what a chunk decodes to; "data" is what of it lies inside the
// array. A selection is what a caller asks for, and the result is what it selects, as an array. A projection is one chunk's
// share of one axis of a selection; a part is one chunk's share of all of it, one projection for each axis.
//
// # Handles
//
// A Grid and a Selection hold memory of the C library. Close gives it back at once; what is not closed is given back some
// time after it is unreachable. Both are immutable: any number of goroutines may use one at once. Close may come at any time
// and more than once; calls that are running end as if it had not come, later ones return ErrClosed. A Selection lives on
// when its Grid is closed. Many goroutines that ask very often are faster with a Clone each.
//
// # Errors
//
// A call that fails returns an *Error with the status, the axis and the element concerned, and a message. errors.Is compares
// its status with the Err constants:
//
//	if errors.Is(err, zrg.ErrBounds) { … }
//
// # Slices
//
// All numbers of elements and chunks are uint64 and exact; sums that pass 64 bits are ErrRange. Slices of one index have
// one entry for each axis, and their lengths are checked. Slices of many indices hold one index after the other. Where a
// method fills slices of the caller's, nil says that an answer is not wanted, and on failure nothing is written but where
// the method says so. What a caller passes in is not kept.
package zrg
