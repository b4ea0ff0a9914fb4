// SPDX-License-Identifier: MIT OR Apache-2.0

package zrg

// #include <zrg/zrg.h>
import "C"

// A Part is one chunk's share of a whole selection. (zrg_part)
type Part struct {
	ChunkNumber uint64 // the row-major number of the chunk among the declared ones; None where it does not fit
	Elements    uint64 // how many elements are selected; None where it does not fit
	Decoded     uint64 // how many elements the chunk decodes to; None where it does not fit
	Covers      Covers
}

// Covers says what of its chunk a part covers.
type Covers uint64

const (
	// CoversData: every element of the chunk that is inside the array. A writer need not read the chunk first.
	CoversData Covers = C.ZRG_COVERS_DATA
	// CoversDeclared: every element that the chunk decodes to. A writer need not fill the rest either. Comes with CoversData.
	CoversDeclared Covers = C.ZRG_COVERS_DECLARED
)

// Data is whether CoversData is set.
func (c Covers) Data() bool { return c&CoversData != 0 }

// Declared is whether CoversDeclared is set.
func (c Covers) Declared() bool { return c&CoversDeclared != 0 }

// A Segment is elements side by side both in a chunk and in the result: what one copy moves, or one ranged read of an
// uncompressed chunk gets. (zrg_segment)
type Segment struct {
	Within uint64 // the first in the chunk, in C order of its declared shape
	Out    uint64 // the first in the result, in C order
	Count  uint64 // how many
}

// A ChunkRange is neighbouring chunks in row-major order. (zrg_chunk_range)
type ChunkRange struct {
	First uint64 // the number of the first, among the declared ones
	Count uint64 // how many
}

// PartCount is the number of parts: chunks that hold an element of the selection. It is 0 for an empty one. ErrRange: it passes
// 2^64 - 1; all other calls still work. (zrg_selection_part_count)
func (s *Selection) PartCount() (uint64, error) {
	var parts C.uint64_t
	err := s.handle.call(func(e *C.zrg_error) C.zrg_status {
		return C.zrg_selection_part_count(s.pointer, &parts, e)
	})
	return uint64(parts), err
}

// ProjectionCounts is, for each axis of the grid, how many of its chunks are touched. (zrg_selection_projection_counts)
func (s *Selection) ProjectionCounts() ([]uint64, error) {
	counts := make([]uint64, s.rank)
	err := s.handle.call(func(e *C.zrg_error) C.zrg_status {
		return C.zrg_selection_projection_counts(s.pointer, C.size_t(s.rank), pointer[C.uint64_t](counts), e)
	})
	if err != nil {
		return nil, err
	}
	return counts, nil
}

// PartPage asks for parts in row-major chunk order: those from the first on, up to capacity of them. It fills parts, of as many
// entries as capacity, chunks with the chunks' indices, and projections with one for each axis, of capacity times rank
// entries; each may be nil. It says how many parts there were. Any page costs the same wherever it starts.
// (zrg_selection_parts)
func (s *Selection) PartPage(first uint64, capacity int, parts []Part, chunks []uint64, projections []Projection) (int, error) {
	entries, err := product(capacity, s.rank)
	if err != nil {
		return 0, err
	}
	err = firstOf(
		optional("parts", parts, capacity),
		optional("chunks", chunks, entries),
		optional("projections", projections, entries),
	)
	if err != nil {
		return 0, err
	}
	return s.page(func(count *C.size_t, e *C.zrg_error) C.zrg_status {
		return C.zrg_selection_parts(s.pointer, C.size_t(s.rank), C.uint64_t(first), pointer[C.zrg_part](parts),
			pointer[C.uint64_t](chunks), pointer[C.zrg_projection](projections), C.size_t(capacity), count, e)
	})
}

// page asks for a page.
func (s *Selection) page(ask func(count *C.size_t, e *C.zrg_error) C.zrg_status) (int, error) {
	var count C.size_t
	err := s.handle.call(func(e *C.zrg_error) C.zrg_status { return ask(&count, e) })
	return int(count), err
}

// Parts goes through all parts, in row-major chunk order. A pageSize of 0 is DefaultPage.
func (s *Selection) Parts(pageSize int) *PartIterator {
	return s.PartsBetween(0, None, pageSize)
}

// PartsBetween goes through the parts from first up to, but without, end: a share that Split made, or the rest where a program
// stopped. A pageSize of 0 is DefaultPage.
func (s *Selection) PartsBetween(first, end uint64, pageSize int) *PartIterator {
	room := roomFor(pageSize)
	return &PartIterator{
		selection:   s,
		position:    first,
		next:        first,
		end:         end,
		parts:       make([]Part, room),
		chunks:      make([]uint64, room*s.rank),
		projections: make([]Projection, room*s.rank),
	}
}

// A PartIterator goes through parts of a selection. It belongs to one goroutine, and needs no closing.
type PartIterator struct {
	selection   *Selection
	position    uint64 // of the part that Next went on to
	at          int    // and its place in the page
	count       int    // parts in the page
	next, end   uint64 // where the next page starts, and where to stop
	parts       []Part
	chunks      []uint64
	projections []Projection
	err         error
}

// Next goes on to the next part. It is false at the end, and after an error.
func (it *PartIterator) Next() bool {
	if it.err != nil {
		return false
	}
	if it.at+1 < it.count {
		it.at++
		it.position++
		return true
	}
	capacity := len(it.parts)
	if it.next >= it.end {
		capacity = 0
	} else if left := it.end - it.next; left < uint64(capacity) {
		capacity = int(left)
	}
	entries := capacity * it.selection.rank
	it.position, it.at = it.next, 0
	it.count, it.err = it.selection.PartPage(it.next, capacity,
		it.parts[:capacity], it.chunks[:entries], it.projections[:entries])
	it.next += uint64(it.count)
	return it.count > 0
}

// Position is the part's number: what Segments, ReadPart and WritePart want.
func (it *PartIterator) Position() uint64 {
	return it.position
}

// Part is what the part amounts to.
func (it *PartIterator) Part() Part {
	return it.parts[it.at]
}

// Chunk is the index of the part's chunk. It is only good until Next is called.
func (it *PartIterator) Chunk() []uint64 {
	rank := it.selection.rank
	return it.chunks[it.at*rank : (it.at+1)*rank : (it.at+1)*rank]
}

// Projections is the part's projections, one for each axis. They are only good until Next is called.
func (it *PartIterator) Projections() []Projection {
	rank := it.selection.rank
	return it.projections[it.at*rank : (it.at+1)*rank : (it.at+1)*rank]
}

// Err is the error that ended the iteration, or nil.
func (it *PartIterator) Err() error {
	return it.err
}

// AxisListPage asks for the list of an axis, of a list of indices, a mask, or points: the entries from the first on. It fills within
// with the elements, counted from their chunks' origins, and out with their positions in the result's axis; either may be
// nil. It says how many entries there were. They are ordered by chunk, and in request order in each. ErrArgument: the axis has
// a slice. (zrg_selection_axis_list)
func (s *Selection) AxisListPage(axis int, first uint64, within, out []uint64) (int, error) {
	capacity := len(within)
	if within == nil {
		capacity = len(out)
	}
	err := firstOf(checkNotNegative(ErrBounds, "axis", axis), optional("out", out, capacity))
	if err != nil {
		return 0, err
	}
	return s.page(func(count *C.size_t, e *C.zrg_error) C.zrg_status {
		return C.zrg_selection_axis_list(s.pointer, C.size_t(axis), C.uint64_t(first), pointer[C.uint64_t](within),
			pointer[C.uint64_t](out), C.size_t(capacity), count, e)
	})
}

// Entries is the elements that a projection selects, counted from the chunk's origin, and their positions in the result's axis:
// of one with a step of 0 they come from the axis's list. It makes memory for all of them. (zrg_selection_axis_list)
func (s *Selection) Entries(axis int, projection Projection) (within, out []uint64, err error) {
	if most := uint64(maxInt / 16); projection.Count > most {
		return nil, nil, refusal(ErrCapacity, projection.Count, most, "the projection has more elements than memory can hold")
	}
	answers := cut(2, int(projection.Count))
	within, out = answers[0], answers[1]
	if projection.Step != 0 {
		for i := range within {
			within[i] = projection.First + uint64(i)*uint64(projection.Step) // wraps to the right place with a negative step
			out[i] = projection.Out + uint64(i)
		}
		return within, out, nil
	}
	n, err := s.AxisListPage(axis, projection.List, within, out)
	if err != nil {
		return nil, nil, err
	}
	return within[:n], out[:n], nil
}

// FindPart is the number of the part that is a chunk's share; touched is false where the selection does not touch the chunk.
// (zrg_selection_find_part)
func (s *Selection) FindPart(chunk []uint64) (part uint64, touched bool, err error) {
	if err := checkLength(ErrRank, "chunk", len(chunk), s.rank); err != nil {
		return 0, false, err
	}
	var found C.uint64_t
	err = s.handle.call(func(e *C.zrg_error) C.zrg_status {
		return C.zrg_selection_find_part(s.pointer, C.size_t(s.rank), pointer[C.uint64_t](chunk), &found, e)
	})
	if err != nil || uint64(found) == None {
		return 0, false, err
	}
	return uint64(found), true, nil
}

// SegmentPage fills page with segments of a part, in C order of the selection, those from the first on, and says how many there
// were. Together all of them hold every element of the part once. (zrg_selection_segments)
func (s *Selection) SegmentPage(part, first uint64, page []Segment) (int, error) {
	return s.page(func(count *C.size_t, e *C.zrg_error) C.zrg_status {
		return C.zrg_selection_segments(s.pointer, C.uint64_t(part), C.uint64_t(first), pointer[C.zrg_segment](page),
			C.size_t(len(page)), count, e)
	})
}

// Segments goes through the segments of a part, in C order of the selection. A pageSize of 0 is DefaultPage.
func (s *Selection) Segments(part uint64, pageSize int) *Iterator[Segment] {
	return iterate(0, pageSize, func(first uint64, page []Segment) (int, uint64, error) {
		n, err := s.SegmentPage(part, first, page)
		return n, first + uint64(n), err
	})
}

// A SplitBy says what the shares of a split have about as many of.
type SplitBy uint32

const (
	SplitByParts    SplitBy = C.ZRG_SPLIT_PARTS    // about as many parts each
	SplitByElements SplitBy = C.ZRG_SPLIT_ELEMENTS // about as many elements each
)

// Split cuts the selection into shares for as many workers: share w is the parts from bounds[w] up to, but without,
// bounds[w+1], which PartsBetween goes through. Together they are all parts; since each part is another chunk, no two shares
// meet in one. With more shares than parts some are empty. (zrg_selection_split)
func (s *Selection) Split(by SplitBy, shares int) (bounds []uint64, err error) {
	if err := checkNotNegative(ErrArgument, "shares", shares); err != nil {
		return nil, err
	}
	bounds = make([]uint64, shares+1)
	err = s.handle.call(func(e *C.zrg_error) C.zrg_status {
		return C.zrg_selection_split(s.pointer, C.size_t(shares), C.uint32_t(by), pointer[C.uint64_t](bounds), e)
	})
	if err != nil {
		return nil, err
	}
	return bounds, nil
}

// ChunkRangePage fills page with the chunks of the selection as ranges of chunk numbers, rising, from chunk number first on, and says
// how many there were. Two ranges with not more than gap other chunks between them are one. The next page starts at
// next. (zrg_selection_chunk_ranges)
func (s *Selection) ChunkRangePage(gap, first uint64, page []ChunkRange) (n int, next uint64, err error) {
	after := C.uint64_t(first)
	n, err = s.page(func(count *C.size_t, e *C.zrg_error) C.zrg_status {
		return C.zrg_selection_chunk_ranges(s.pointer, C.uint64_t(gap), C.uint64_t(first), pointer[C.zrg_chunk_range](page),
			C.size_t(len(page)), count, &after, e)
	})
	return n, uint64(after), err
}

// ChunkRanges goes through the chunks of the selection as ranges of chunk numbers, rising. Two ranges with not more than gap other
// chunks between them are one. A pageSize of 0 is DefaultPage.
func (s *Selection) ChunkRanges(gap uint64, pageSize int) *Iterator[ChunkRange] {
	return iterate(0, pageSize, func(first uint64, page []ChunkRange) (int, uint64, error) {
		return s.ChunkRangePage(gap, first, page)
	})
}
