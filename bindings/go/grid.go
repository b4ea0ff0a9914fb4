// SPDX-License-Identifier: MIT OR Apache-2.0

package zrg

// #include <zrg/zrg.h>
import "C"

const (
	// MaxRank is the largest number of axes. (ZRG_MAX_RANK)
	MaxRank = C.ZRG_MAX_RANK
	// MaxExtent is the largest extent, 2^63 - 1: every index and count inside an array fits an int64. (ZRG_MAX_EXTENT)
	MaxExtent = C.ZRG_MAX_EXTENT
)

// A Grid is a chunk grid over the shape of an array. It is immutable, and any number of goroutines may use one at once.
// (zrg_grid)
type Grid struct {
	handle  *handle
	pointer *C.zrg_grid
	shape   []uint64
}

// A Run is Count neighbouring chunks along an axis whose declared length is Edge. Both are at least 1. (zrg_run)
type Run struct {
	Edge  uint64
	Count uint64
}

// ReadOptions say how to read a document. A nil *ReadOptions, like one with nothing set, reads strictly and without limits of
// its own. (zrg_options)
type ReadOptions struct {
	// AnyMember ignores unknown members of the grid's configuration, as some readers do. (ZRG_READ_ANY_MEMBER)
	AnyMember bool
	// Repair accepts what known writers got wrong: a regular chunk length of 0 on an axis of extent 0 is read as 1, and
	// edge lists in a regular grid as those of a rectilinear one. (ZRG_READ_REPAIR)
	Repair bool
	// AnyKeys lets GridFromArrayJSON leave chunk_key_encoding alone. The KeyEncoding it returns is then the default one.
	AnyKeys bool
	// MaxRuns is the most list entries (edges or runs) that a document may hold, else ErrLimit; 0: any number.
	MaxRuns uint64
	// MaxText is the most bytes of text, else ErrLimit; 0: any number.
	MaxText uint64
}

// forC is nil for no options.
func (o *ReadOptions) forC() *C.zrg_options {
	if o == nil {
		return nil
	}
	options := C.zrg_options{
		struct_size: C.sizeof_zrg_options,
		max_runs:    C.uint64_t(o.MaxRuns),
		max_text:    C.uint64_t(o.MaxText),
	}
	if o.AnyMember {
		options.flags |= C.ZRG_READ_ANY_MEMBER
	}
	if o.Repair {
		options.flags |= C.ZRG_READ_REPAIR
	}
	return &options
}

// newGrid makes a Grid of the handle that a call gives out.
func newGrid(make func(out **C.zrg_grid, e *C.zrg_error) C.zrg_status) (*Grid, error) {
	var out *C.zrg_grid
	if err := call(func(e *C.zrg_error) C.zrg_status { return make(&out, e) }); err != nil {
		return nil, err
	}
	grid := &Grid{handle: newHandle(func() { C.zrg_grid_free(out) }), pointer: out}
	if err := grid.readShape(); err != nil {
		grid.Close()
		return nil, err
	}
	return grid, nil
}

// GridFromJSON makes a grid from the chunk_grid of an array's document, and the array's shape. Both names of the Zarr v3
// specifications are read, "rectilinear" and "regular"; integers in any spelling (4, 4.0, 4e0). Memory and time follow the
// text: [[1, 1000000000000000]] costs no more than its 23 bytes suggest. (zrg_grid_from_json)
//
// An error about the document has ByteOffset, Axis and Entry where there are any, and the JSON path in its message.
func GridFromJSON(text []byte, shape []uint64, options *ReadOptions) (*Grid, error) {
	return newGrid(func(out **C.zrg_grid, e *C.zrg_error) C.zrg_status {
		return C.zrg_grid_from_json(pointer[C.char](text), C.size_t(len(text)), C.size_t(len(shape)),
			pointer[C.uint64_t](shape), options.forC(), out, e)
	})
}

// GridFromArrayJSON makes a grid from all of an array's zarr.json, and reads how its chunks are named. Of the document
// zarr_format, node_type, shape, chunk_grid and chunk_key_encoding are read; data type, fill value, codecs and whatever else
// there is are the reader's own business. (zrg_grid_from_array_json)
func GridFromArrayJSON(text []byte, options *ReadOptions) (*Grid, KeyEncoding, error) {
	keys := new(C.zrg_key_encoding)
	if options != nil && options.AnyKeys {
		keys = nil
	}
	grid, err := newGrid(func(out **C.zrg_grid, e *C.zrg_error) C.zrg_status {
		return C.zrg_grid_from_array_json(pointer[C.char](text), C.size_t(len(text)), options.forC(), out, keys, e)
	})
	if err != nil || keys == nil {
		return grid, KeyEncoding{}, err
	}
	return grid, KeyEncoding{Name: KeyName(keys.name), Separator: byte(keys.separator)}, nil
}

// MaxProblems is the most problems that ValidateJSON and ValidateArrayJSON look for. (ZRG_MAX_PROBLEMS)
const MaxProblems = C.ZRG_MAX_PROBLEMS

// ValidateJSON finds every problem of a chunk_grid in one pass, up to MaxProblems; none where the document is right. The first
// is what GridFromJSON reports. With Repair what is repaired is listed too, with a Code of 0: it is no failure. The error is
// about the call, not about the document. (zrg_grid_validate_json)
func ValidateJSON(text []byte, shape []uint64, options *ReadOptions) ([]*Error, error) {
	return problems(func(capacity C.size_t, found *C.zrg_error, count *C.size_t, e *C.zrg_error) C.zrg_status {
		return C.zrg_grid_validate_json(pointer[C.char](text), C.size_t(len(text)), C.size_t(len(shape)),
			pointer[C.uint64_t](shape), options.forC(), found, capacity, count, e)
	})
}

// ValidateArrayJSON finds every problem of an array's whole zarr.json, as far as GridFromArrayJSON reads it.
// (zrg_grid_validate_array_json)
func ValidateArrayJSON(text []byte, options *ReadOptions) ([]*Error, error) {
	return problems(func(capacity C.size_t, found *C.zrg_error, count *C.size_t, e *C.zrg_error) C.zrg_status {
		return C.zrg_grid_validate_array_json(pointer[C.char](text), C.size_t(len(text)), options.forC(),
			found, capacity, count, e)
	})
}

// problems asks with room for a few first, since most documents have none.
func problems(find func(capacity C.size_t, found *C.zrg_error, count *C.size_t, e *C.zrg_error) C.zrg_status) ([]*Error, error) {
	found := make([]C.zrg_error, 8)
	count := C.size_t(len(found))
	for {
		err := call(func(e *C.zrg_error) C.zrg_status { return find(C.size_t(len(found)), &found[0], &count, e) })
		if err != nil {
			return nil, err
		}
		if int(count) <= len(found) {
			break
		}
		found = make([]C.zrg_error, count)
	}
	var list []*Error
	for i := range found[:count] {
		list = append(list, errorFrom(&found[i]))
	}
	return list, nil
}

// A Form says how Grid.JSON writes a grid.
type Form uint32

const (
	FormAsRead      Form = C.ZRG_FORM_AS_READ     // under the name that the grid was read under or made with
	FormRectilinear Form = C.ZRG_FORM_RECTILINEAR // rectilinear, which can say all that regular can
	FormRegular     Form = C.ZRG_FORM_REGULAR     // regular, where an integer on each axis keeps its edges
)

// JSON writes the grid as the value of chunk_grid: compact, and the same bytes for the same grid. Integers stay integers and
// lists lists; equal neighbours become runs. Reading it again gives the same grid. ErrNotRegular says that an axis has
// no integer that keeps its edges. (zrg_grid_to_json)
func (g *Grid) JSON(form Form) ([]byte, error) {
	if !g.handle.enter() {
		return nil, ErrClosed
	}
	defer g.handle.leave()
	return text(256, func(capacity C.size_t, text *C.char, length *C.size_t, e *C.zrg_error) C.zrg_status {
		return C.zrg_grid_to_json(g.pointer, C.uint32_t(form), text, capacity, length, e)
	})
}

// Form is what the grid was read under or made with: FormRegular or FormRectilinear; 0 for one that was closed.
// (zrg_grid_form)
func (g *Grid) Form() Form {
	if !g.handle.enter() {
		return 0
	}
	defer g.handle.leave()
	return Form(C.zrg_grid_form(g.pointer))
}

// MarshalJSON makes a Grid the value of chunk_grid in a document that encoding/json writes. It is JSON(FormAsRead).
func (g *Grid) MarshalJSON() ([]byte, error) {
	return g.JSON(FormAsRead)
}

// GridFromEdges makes a rectilinear grid from a list of edges for each axis. (zrg_grid_from_edges)
func GridFromEdges(shape []uint64, edges [][]uint64) (*Grid, error) {
	if err := checkLength(ErrRank, "edges", len(edges), len(shape)); err != nil {
		return nil, err
	}
	counts, all := joined(edges)
	return newGrid(func(out **C.zrg_grid, e *C.zrg_error) C.zrg_status {
		return C.zrg_grid_from_edges(C.size_t(len(shape)), pointer[C.uint64_t](shape),
			pointer[C.size_t](counts), pointer[C.uint64_t](all), C.size_t(len(all)), out, e)
	})
}

// GridFromRuns makes a rectilinear grid from a list of runs for each axis. (zrg_grid_from_runs)
func GridFromRuns(shape []uint64, runs [][]Run) (*Grid, error) {
	if err := checkLength(ErrRank, "runs", len(runs), len(shape)); err != nil {
		return nil, err
	}
	counts, all := joined(runs)
	return newGrid(func(out **C.zrg_grid, e *C.zrg_error) C.zrg_status {
		return C.zrg_grid_from_runs(C.size_t(len(shape)), pointer[C.uint64_t](shape),
			pointer[C.size_t](counts), pointer[C.zrg_run](all), C.size_t(len(all)), out, e)
	})
}

// joined puts lists into one piece of memory: C may not be given pointers to Go's memory that hold such pointers.
func joined[T any](lists [][]T) (counts []C.size_t, all []T) {
	for _, list := range lists {
		counts = append(counts, C.size_t(len(list)))
		all = append(all, list...)
	}
	return counts, all
}

// A ChunkShapeFlag changes what GridFromChunkShape makes.
type ChunkShapeFlag uint32

// ExactTail makes a rectilinear grid of lists whose last chunk on each axis ends where the array does. (ZRG_EXACT_TAIL)
const ExactTail ChunkShapeFlag = C.ZRG_EXACT_TAIL

// GridFromChunkShape makes a grid from one chunk shape: with flags of 0 a regular one. (zrg_grid_from_chunk_shape)
func GridFromChunkShape(shape, chunkShape []uint64, flags ChunkShapeFlag) (*Grid, error) {
	if err := checkLength(ErrRank, "chunkShape", len(chunkShape), len(shape)); err != nil {
		return nil, err
	}
	return newGrid(func(out **C.zrg_grid, e *C.zrg_error) C.zrg_status {
		return C.zrg_grid_from_chunk_shape(C.size_t(len(shape)), pointer[C.uint64_t](shape),
			pointer[C.uint64_t](chunkShape), C.uint32_t(flags), out, e)
	})
}

// Clone makes one more Grid of the same grid, to be closed like any other. Nothing is copied. (zrg_grid_clone)
func (g *Grid) Clone() (*Grid, error) {
	if !g.handle.enter() {
		return nil, ErrClosed
	}
	defer g.handle.leave()
	return newGrid(func(out **C.zrg_grid, e *C.zrg_error) C.zrg_status {
		return C.zrg_grid_clone(g.pointer, out, e)
	})
}

// Close gives back the grid's memory. A grid that was closed answers with ErrClosed; closing it again does nothing. The error
// is always nil, and there so that a Grid is an io.Closer. (zrg_grid_free)
func (g *Grid) Close() error {
	g.handle.close()
	return nil
}

// readShape asks once for what never changes.
func (g *Grid) readShape() error {
	g.shape = make([]uint64, int(C.zrg_grid_rank(g.pointer)))
	return g.handle.call(func(e *C.zrg_error) C.zrg_status {
		return C.zrg_grid_shape(g.pointer, C.size_t(len(g.shape)), pointer[C.uint64_t](g.shape), e)
	})
}

// Rank is the number of axes. A closed grid still knows it. (zrg_grid_rank)
func (g *Grid) Rank() int {
	return len(g.shape)
}

// Shape is the extents of the array. A closed grid still knows them. (zrg_grid_shape)
func (g *Grid) Shape() []uint64 {
	return append([]uint64{}, g.shape...)
}

// ChunkCounts is how many chunks each axis has: as the document declares them, and those that hold an element of the array.
// [4, 4, 4] over an extent of 6 declares 3, of which 2 have data. (zrg_grid_chunk_counts)
func (g *Grid) ChunkCounts() (declared, data []uint64, err error) {
	answers := cut(2, g.Rank())
	err = g.handle.call(func(e *C.zrg_error) C.zrg_status {
		return C.zrg_grid_chunk_counts(g.pointer, C.size_t(g.Rank()), pointer[C.uint64_t](answers[0]),
			pointer[C.uint64_t](answers[1]), e)
	})
	if err != nil {
		return nil, nil, err
	}
	return answers[0], answers[1], nil
}

// checkIndex refuses an index that has not one number for each axis.
func (g *Grid) checkIndex(name string, index []uint64) error {
	return checkLength(ErrRank, name, len(index), g.Rank())
}
