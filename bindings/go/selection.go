// SPDX-License-Identifier: MIT OR Apache-2.0

package zrg

// #include <zrg/zrg.h>
import "C"

// A Selection is what a caller asks for, planned on a grid: a slice, a list of indices or a mask for each axis, in any mix;
// or points. It is immutable, and any number of goroutines may use one at once. It lives on when its Grid is closed.
// (zrg_selection)
type Selection struct {
	handle  *handle
	pointer *C.zrg_selection
	rank    int
	shape   []uint64
}

// newSelection makes a Selection, over a grid of a rank, of the handle that a call gives out.
func newSelection(rank int, make func(out **C.zrg_selection, e *C.zrg_error) C.zrg_status) (*Selection, error) {
	var out *C.zrg_selection
	if err := call(func(e *C.zrg_error) C.zrg_status { return make(&out, e) }); err != nil {
		return nil, err
	}
	selection := &Selection{handle: newHandle(func() { C.zrg_selection_free(out) }), pointer: out, rank: rank}
	if err := selection.readShape(); err != nil {
		selection.Close()
		return nil, err
	}
	return selection, nil
}

// newSelection makes a selection on the grid.
func (g *Grid) newSelection(make func(out **C.zrg_selection, e *C.zrg_error) C.zrg_status) (*Selection, error) {
	if !g.handle.enter() {
		return nil, ErrClosed
	}
	defer g.handle.leave()
	return newSelection(g.Rank(), make)
}

// newSelection makes a selection out of this one.
func (s *Selection) newSelection(make func(out **C.zrg_selection, e *C.zrg_error) C.zrg_status) (*Selection, error) {
	if !s.handle.enter() {
		return nil, ErrClosed
	}
	defer s.handle.leave()
	return newSelection(s.rank, make)
}

// Select plans a selection of one slice for each axis. Time and memory follow the runs of the grid, not the chunks touched.
// (zrg_selection_from_slices)
func (g *Grid) Select(slices ...Slice) (*Selection, error) {
	if err := checkLength(ErrRank, "slices", len(slices), g.Rank()); err != nil {
		return nil, err
	}
	return g.newSelection(func(out **C.zrg_selection, e *C.zrg_error) C.zrg_status {
		return C.zrg_selection_from_slices(g.pointer, C.size_t(g.Rank()), pointer[C.zrg_slice](slices), out, e)
	})
}

// An IndexFlag changes how indices and points are read.
type IndexFlag uint32

// IndexWrap lets a negative index count from the end, as in Python. (ZRG_INDEX_WRAP)
const IndexWrap IndexFlag = C.ZRG_INDEX_WRAP

// WithIndices is the selection with a list of indices for one axis, in any order and with repeats, in place of what it has
// there. The result has one element for each index on that axis. ErrBounds has the first index that is outside as its Entry.
// (zrg_selection_with_indices)
func (s *Selection) WithIndices(axis int, indices []int64, flags IndexFlag) (*Selection, error) {
	if err := checkNotNegative(ErrBounds, "axis", axis); err != nil {
		return nil, err
	}
	return s.newSelection(func(out **C.zrg_selection, e *C.zrg_error) C.zrg_status {
		return C.zrg_selection_with_indices(s.pointer, C.size_t(axis), pointer[C.int64_t](indices),
			C.size_t(len(indices)), C.uint32_t(flags), out, e)
	})
}

// WithMask is the selection with a mask for one axis in place of what it has there: the elements whose byte is 1. The mask has
// a 0 or 1 for each element of the axis, as Zarr's bool data type stores it; BytesOf makes one of a []bool.
// (zrg_selection_with_mask)
func (s *Selection) WithMask(axis int, mask []byte) (*Selection, error) {
	if err := checkNotNegative(ErrBounds, "axis", axis); err != nil {
		return nil, err
	}
	return s.newSelection(func(out **C.zrg_selection, e *C.zrg_error) C.zrg_status {
		return C.zrg_selection_with_mask(s.pointer, C.size_t(axis), pointer[C.uint8_t](mask), C.size_t(len(mask)), out, e)
	})
}

// A BitsFlag says how the bits of a mask lie in their bytes.
type BitsFlag uint32

// BitsHighFirst: the most significant bit of a byte comes first, as numpy.packbits has it, and not the least significant one.
const BitsHighFirst BitsFlag = C.ZRG_BITS_HIGH_FIRST

// WithBits is the selection with a mask of bits for one axis in place of what it has there. Element i is bit (offset + i) % 8
// of byte (offset + i) / 8; the length is the axis's extent. (zrg_selection_with_bits)
func (s *Selection) WithBits(axis int, bits []byte, offset, length int, flags BitsFlag) (*Selection, error) {
	err := firstOf(
		checkNotNegative(ErrBounds, "axis", axis),
		checkNotNegative(ErrArgument, "offset", offset),
		checkNotNegative(ErrArgument, "length", length),
	)
	if err != nil {
		return nil, err
	}
	past := uint64(offset) + uint64(length)
	bytes := past / 8
	if past%8 != 0 {
		bytes++
	}
	if length > 0 && uint64(len(bits)) < bytes {
		return nil, refusal(ErrCapacity, uint64(len(bits)), bytes, "bits has fewer bytes than its offset and length ask for")
	}
	return s.newSelection(func(out **C.zrg_selection, e *C.zrg_error) C.zrg_status {
		return C.zrg_selection_with_bits(s.pointer, C.size_t(axis), pointer[C.uint8_t](bits), C.size_t(offset), C.size_t(length),
			C.uint32_t(flags), out, e)
	})
}

// SelectPoints plans a selection of points, in any order and with repeats. The result has one axis, of count elements in request
// order. ErrBounds has the first point that is outside as its Entry. ErrCapacity: the layout leaves the slice.
// (zrg_selection_from_points)
func (g *Grid) SelectPoints(count int, layout PointLayout, points []int64, flags IndexFlag) (*Selection, error) {
	if err := checkNotNegative(ErrArgument, "count", count); err != nil {
		return nil, err
	}
	return g.newSelection(func(out **C.zrg_selection, e *C.zrg_error) C.zrg_status {
		return C.zrg_selection_from_points(g.pointer, C.size_t(g.Rank()), C.size_t(count),
			C.ptrdiff_t(layout.PointStride), C.ptrdiff_t(layout.AxisStride), pointer[C.int64_t](points),
			C.size_t(len(points)), C.uint32_t(flags), out, e)
	})
}

// SelectMask plans a selection of the elements where a mask over the whole array is 1, in C order. The result has one axis.
// (zrg_selection_from_mask)
func (g *Grid) SelectMask(mask []byte) (*Selection, error) {
	return g.newSelection(func(out **C.zrg_selection, e *C.zrg_error) C.zrg_status {
		return C.zrg_selection_from_mask(g.pointer, pointer[C.uint8_t](mask), C.size_t(len(mask)), out, e)
	})
}

// Inner is the inner selection of a part: what the part selects of its shard, by the shard's inner chunks. It works like any
// other, also for Inner once more where shards are nested. Its grid is the one inside the shard: chunk indices, numbers (the
// slots in the shard's index) and origins count from the shard's first element. Positions in the result stay those of the
// outer result, as does the shape. ErrNotAligned: the inner shape does not divide the shard's. (zrg_selection_inner)
func (s *Selection) Inner(part uint64, innerShape []uint64) (*Selection, error) {
	if err := checkLength(ErrRank, "innerShape", len(innerShape), s.rank); err != nil {
		return nil, err
	}
	return s.newSelection(func(out **C.zrg_selection, e *C.zrg_error) C.zrg_status {
		return C.zrg_selection_inner(s.pointer, C.uint64_t(part), C.size_t(s.rank),
			pointer[C.uint64_t](innerShape), out, e)
	})
}

// Clone makes one more Selection of the same selection, to be closed like any other. Nothing is copied.
// (zrg_selection_clone)
func (s *Selection) Clone() (*Selection, error) {
	return s.newSelection(func(out **C.zrg_selection, e *C.zrg_error) C.zrg_status {
		return C.zrg_selection_clone(s.pointer, out, e)
	})
}

// Grid is one more Grid of the one that the selection is planned on, to be closed like any other. Of the inner selection of a part
// it is the grid of the inner chunks, whose chunks are the slots of the shard's index. (zrg_selection_grid)
func (s *Selection) Grid() (*Grid, error) {
	if !s.handle.enter() {
		return nil, ErrClosed
	}
	defer s.handle.leave()
	return newGrid(func(out **C.zrg_grid, e *C.zrg_error) C.zrg_status {
		return C.zrg_selection_grid(s.pointer, out, e)
	})
}

// Close gives back the selection's memory. A selection that was closed answers with ErrClosed; closing it again does nothing.
// The error is always nil, and there so that a Selection is an io.Closer. (zrg_selection_free)
func (s *Selection) Close() error {
	s.handle.close()
	return nil
}

// readShape asks once for what never changes.
func (s *Selection) readShape() error {
	return s.handle.call(func(e *C.zrg_error) C.zrg_status {
		rank := C.zrg_selection_rank(s.pointer)
		s.shape = make([]uint64, int(rank))
		return C.zrg_selection_shape(s.pointer, rank, pointer[C.uint64_t](s.shape), e)
	})
}

// Rank is the number of axes of the grid. A closed selection still knows it.
func (s *Selection) Rank() int {
	return s.rank
}

// Shape is the shape of the result: for each of its axes, how many elements are selected. A closed selection still knows it.
// (zrg_selection_shape)
func (s *Selection) Shape() []uint64 {
	return append([]uint64{}, s.shape...)
}
