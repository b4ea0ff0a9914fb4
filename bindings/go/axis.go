// SPDX-License-Identifier: MIT OR Apache-2.0

package zrg

// #include <zrg/zrg.h>
import "C"

// An Interval is one chunk's stretch of one axis. (zrg_interval)
type Interval struct {
	Chunk  uint64 // the chunk's index on the axis
	Origin uint64 // its first element
	Edge   uint64 // its declared length: what it decodes to
	Data   uint64 // how many of its elements are inside the array; 0 for a chunk wholly past the extent
}

// A Slice is the elements Start, Start + Step, ... of one axis, Count of them. The step has either sign and is never 0. With a
// count of 0 the start may be anything; else the first and the last element lie inside the extent. (zrg_slice)
type Slice struct {
	Start uint64
	Count uint64
	Step  int64
}

// A Projection is one chunk's share of one axis of a selection: complete in itself. (zrg_projection)
//
// With a Step, it selects the elements First, First + Step, ... of the chunk, Count of them, counted from the chunk's
// origin; they go to the positions Out, Out + 1, ... of the result's axis. With a Step of 0 it is the entries List, List + 1,
// ... of the axis's list, Count of them: Selection.Entries has their elements and positions, of which First and Out are the
// first.
type Projection struct {
	Chunk  uint64 // the chunk's index on the axis
	Origin uint64 // the chunk's first element
	Edge   uint64 // the chunk's declared length
	First  uint64 // the first selected element, counted from Origin
	Count  uint64 // how many are selected, at least 1
	Step   int64  // the slice's step, also where Count is 1; 0 only for lists, masks and points
	Out    uint64 // the position of the first in the result's axis
	List   uint64 // the first entry in the axis's list; None for a slice
}

// AxisLocate is the chunk of one axis that holds an element. (zrg_grid_axis_locate)
func (g *Grid) AxisLocate(axis int, index uint64) (Interval, error) {
	if err := checkNotNegative(ErrBounds, "axis", axis); err != nil {
		return Interval{}, err
	}
	var interval C.zrg_interval
	err := g.handle.call(func(e *C.zrg_error) C.zrg_status {
		return C.zrg_grid_axis_locate(g.pointer, C.size_t(axis), C.uint64_t(index), &interval, e)
	})
	if err != nil {
		return Interval{}, err
	}
	return Interval{
		Chunk:  uint64(interval.chunk),
		Origin: uint64(interval.origin),
		Edge:   uint64(interval.edge),
		Data:   uint64(interval.data),
	}, nil
}

// IntervalPage fills page with declared chunks of one axis, those from first on, and says how many there were. Past the last
// chunk that is 0. (zrg_grid_axis_intervals)
func (g *Grid) IntervalPage(axis int, first uint64, page []Interval) (int, error) {
	return g.axisPage(axis, func(count *C.size_t, e *C.zrg_error) C.zrg_status {
		return C.zrg_grid_axis_intervals(g.pointer, C.size_t(axis), C.uint64_t(first), pointer[C.zrg_interval](page),
			C.size_t(len(page)), count, e)
	})
}

// Intervals goes through the declared chunks of one axis. A pageSize of 0 is DefaultPage.
func (g *Grid) Intervals(axis, pageSize int) *Iterator[Interval] {
	return iterate(0, pageSize, func(first uint64, page []Interval) (int, uint64, error) {
		n, err := g.IntervalPage(axis, first, page)
		return n, first + uint64(n), err
	})
}

// EdgePage fills page with declared edges of one axis, those from chunk first on, and says how many there were.
// (zrg_grid_axis_edges)
func (g *Grid) EdgePage(axis int, first uint64, page []uint64) (int, error) {
	return g.axisPage(axis, func(count *C.size_t, e *C.zrg_error) C.zrg_status {
		return C.zrg_grid_axis_edges(g.pointer, C.size_t(axis), C.uint64_t(first), pointer[C.uint64_t](page),
			C.size_t(len(page)), count, e)
	})
}

// Edges goes through the declared edges of one axis. A pageSize of 0 is DefaultPage.
func (g *Grid) Edges(axis, pageSize int) *Iterator[uint64] {
	return iterate(0, pageSize, func(first uint64, page []uint64) (int, uint64, error) {
		n, err := g.EdgePage(axis, first, page)
		return n, first + uint64(n), err
	})
}

// RunPage fills page with the maximal runs of one axis, from chunk first on, and says how many there were: the first of them
// may be the rest of a longer run. The next page starts at next. (zrg_grid_axis_runs)
func (g *Grid) RunPage(axis int, first uint64, page []Run) (n int, next uint64, err error) {
	after := C.uint64_t(first)
	n, err = g.axisPage(axis, func(count *C.size_t, e *C.zrg_error) C.zrg_status {
		return C.zrg_grid_axis_runs(g.pointer, C.size_t(axis), C.uint64_t(first), pointer[C.zrg_run](page),
			C.size_t(len(page)), count, &after, e)
	})
	return n, uint64(after), err
}

// Runs goes through the maximal runs of one axis. A pageSize of 0 is DefaultPage.
func (g *Grid) Runs(axis, pageSize int) *Iterator[Run] {
	return iterate(0, pageSize, func(first uint64, page []Run) (int, uint64, error) {
		return g.RunPage(axis, first, page)
	})
}

// An AxisForm says how an axis of a grid is declared.
type AxisForm uint32

const (
	AxisInteger AxisForm = C.ZRG_AXIS_INTEGER // by one integer, the edge of all chunks
	AxisList    AxisForm = C.ZRG_AXIS_LIST    // by a list of edges or runs
)

// AxisForm is how one axis is declared, and the integer that keeps every edge of it, which is 0 where there is none.
// (zrg_grid_axis_form)
func (g *Grid) AxisForm(axis int) (form AxisForm, integer uint64, err error) {
	if err := checkNotNegative(ErrBounds, "axis", axis); err != nil {
		return 0, 0, err
	}
	var (
		declared C.uint32_t
		edge     C.uint64_t
	)
	err = g.handle.call(func(e *C.zrg_error) C.zrg_status {
		return C.zrg_grid_axis_form(g.pointer, C.size_t(axis), &declared, &edge, e)
	})
	return AxisForm(declared), uint64(edge), err
}

// ProjectionPage fills page with the projections of a slice on one axis, in chunk order: those of the chunks from first on that
// hold an element of it. It says how many there were; the next page starts at next. (zrg_grid_axis_projections)
func (g *Grid) ProjectionPage(axis int, slice Slice, first uint64, page []Projection) (n int, next uint64, err error) {
	asked, after := slice.forC(), C.uint64_t(first)
	n, err = g.axisPage(axis, func(count *C.size_t, e *C.zrg_error) C.zrg_status {
		return C.zrg_grid_axis_projections(g.pointer, C.size_t(axis), &asked, C.uint64_t(first),
			pointer[C.zrg_projection](page), C.size_t(len(page)), count, &after, e)
	})
	return n, uint64(after), err
}

// Projections goes through the projections of a slice on one axis, in chunk order. A pageSize of 0 is DefaultPage.
func (g *Grid) Projections(axis int, slice Slice, pageSize int) *Iterator[Projection] {
	return iterate(0, pageSize, func(first uint64, page []Projection) (int, uint64, error) {
		return g.ProjectionPage(axis, slice, first, page)
	})
}

// axisPage asks for a page about one axis.
func (g *Grid) axisPage(axis int, ask func(count *C.size_t, e *C.zrg_error) C.zrg_status) (int, error) {
	if err := checkNotNegative(ErrBounds, "axis", axis); err != nil {
		return 0, err
	}
	var count C.size_t
	err := g.handle.call(func(e *C.zrg_error) C.zrg_status { return ask(&count, e) })
	return int(count), err
}

// Omitted stands for a bound that is left out of SliceFromBounds, Python's None. (ZRG_OMITTED)
const Omitted int64 = C.ZRG_OMITTED

// SliceFromBounds is a slice from Python's start:stop:step on an axis. Negative bounds count from the end, bounds past the ends
// are cut, and Omitted stands for one left out. (zrg_slice_from_bounds)
func SliceFromBounds(extent uint64, start, stop, step int64) (Slice, error) {
	var slice C.zrg_slice
	err := call(func(e *C.zrg_error) C.zrg_status {
		return C.zrg_slice_from_bounds(C.uint64_t(extent), C.int64_t(start), C.int64_t(stop), C.int64_t(step), &slice, e)
	})
	if err != nil {
		return Slice{}, err
	}
	return Slice{Start: uint64(slice.start), Count: uint64(slice.count), Step: int64(slice.step)}, nil
}

func (s Slice) forC() C.zrg_slice {
	return C.zrg_slice{start: C.uint64_t(s.Start), count: C.uint64_t(s.Count), step: C.int64_t(s.Step)}
}

// All is the slices that select every element of an array: bases for WithIndices and WithMask.
func All(shape []uint64) []Slice {
	slices := make([]Slice, len(shape))
	for axis, extent := range shape {
		slices[axis] = Slice{Count: extent, Step: 1}
	}
	return slices
}
