// SPDX-License-Identifier: MIT OR Apache-2.0

package zrg

// #include <zrg/zrg.h>
import "C"

// A PointLayout says where points lie in a slice: coordinate a of point i is entry i*PointStride + a*AxisStride.
type PointLayout struct {
	PointStride int
	AxisStride  int
}

// Rows is the layout of one point after the other.
func Rows(rank int) PointLayout {
	return PointLayout{PointStride: rank, AxisStride: 1}
}

// Columns is the layout of one axis after the other, each with a coordinate of every point.
func Columns(count int) PointLayout {
	return PointLayout{PointStride: 1, AxisStride: count}
}

// Locate finds the chunk that holds an element, and where in it. (zrg_grid_locate)
func (g *Grid) Locate(index []uint64) (chunk, within []uint64, err error) {
	if err := g.checkIndex("index", index); err != nil {
		return nil, nil, err
	}
	answers := cut(2, g.Rank())
	err = g.handle.call(func(e *C.zrg_error) C.zrg_status {
		return C.zrg_grid_locate(g.pointer, C.size_t(g.Rank()), pointer[C.uint64_t](index),
			pointer[C.uint64_t](answers[0]), pointer[C.uint64_t](answers[1]), e)
	})
	if err != nil {
		return nil, nil, err
	}
	return answers[0], answers[1], nil
}

// LocateMany finds the chunks of many elements, and where in them, in one call. The answers lie in chunks and withins as the
// points in indices; each is as long as indices, or nil. Entries that the layout leaves out are left alone. ErrBounds has the
// first point that is outside as its Entry: the answers before it stand, those from it on are unspecified. ErrCapacity: the
// layout leaves the slices. (zrg_grid_locate_many)
func (g *Grid) LocateMany(count int, layout PointLayout, indices, chunks, withins []uint64) error {
	err := firstOf(
		checkNotNegative(ErrArgument, "count", count),
		optional("chunks", chunks, len(indices)),
		optional("withins", withins, len(indices)),
	)
	if err != nil {
		return err
	}
	return g.handle.call(func(e *C.zrg_error) C.zrg_status {
		return C.zrg_grid_locate_many(g.pointer, C.size_t(g.Rank()), C.size_t(count), C.ptrdiff_t(layout.PointStride),
			C.ptrdiff_t(layout.AxisStride), pointer[C.uint64_t](indices), pointer[C.uint64_t](chunks),
			pointer[C.uint64_t](withins), C.size_t(len(indices)), e)
	})
}

// Chunk says what a chunk is: its first element, the shape it decodes to, and the shape of what is inside the array. Chunks
// wholly past the extent exist, with a data shape that has a 0. (zrg_grid_chunk)
func (g *Grid) Chunk(chunk []uint64) (origin, declared, data []uint64, err error) {
	if err := g.checkIndex("chunk", chunk); err != nil {
		return nil, nil, nil, err
	}
	answers := cut(3, g.Rank())
	err = g.handle.call(func(e *C.zrg_error) C.zrg_status {
		return C.zrg_grid_chunk(g.pointer, C.size_t(g.Rank()), pointer[C.uint64_t](chunk),
			pointer[C.uint64_t](answers[0]), pointer[C.uint64_t](answers[1]), pointer[C.uint64_t](answers[2]), e)
	})
	if err != nil {
		return nil, nil, nil, err
	}
	return answers[0], answers[1], answers[2], nil
}

// ChunkMany says what many chunks are, in one call. All slices hold one index or shape after the other; the answers are as long
// as chunks, or nil. ErrBounds has the first chunk that does not exist as its Entry: the answers before it stand, those
// from it on are unspecified. (zrg_grid_chunk_many)
func (g *Grid) ChunkMany(count int, chunks, origins, declared, data []uint64) error {
	entries, err := product(count, g.Rank())
	if err != nil {
		return err
	}
	err = firstOf(
		checkLength(ErrCapacity, "chunks", len(chunks), entries),
		optional("origins", origins, entries),
		optional("declared", declared, entries),
		optional("data", data, entries),
	)
	if err != nil {
		return err
	}
	return g.handle.call(func(e *C.zrg_error) C.zrg_status {
		return C.zrg_grid_chunk_many(g.pointer, C.size_t(g.Rank()), pointer[C.uint64_t](chunks), pointer[C.uint64_t](origins),
			pointer[C.uint64_t](declared), pointer[C.uint64_t](data), C.size_t(count), e)
	})
}

// ChunkNumber is the number of a chunk: row-major, among the declared ones. ErrRange: it does not fit. (zrg_grid_chunk_number)
func (g *Grid) ChunkNumber(chunk []uint64) (uint64, error) {
	if err := g.checkIndex("chunk", chunk); err != nil {
		return 0, err
	}
	var number C.uint64_t
	err := g.handle.call(func(e *C.zrg_error) C.zrg_status {
		return C.zrg_grid_chunk_number(g.pointer, C.size_t(g.Rank()), pointer[C.uint64_t](chunk), &number, e)
	})
	return uint64(number), err
}

// ChunkAtNumber is the index of the chunk that has a number. (zrg_grid_chunk_at_number)
func (g *Grid) ChunkAtNumber(number uint64) ([]uint64, error) {
	chunk := make([]uint64, g.Rank())
	err := g.handle.call(func(e *C.zrg_error) C.zrg_status {
		return C.zrg_grid_chunk_at_number(g.pointer, C.size_t(g.Rank()), C.uint64_t(number),
			pointer[C.uint64_t](chunk), e)
	})
	if err != nil {
		return nil, err
	}
	return chunk, nil
}

// BoxToChunks is the chunks that a box of elements touches, as a box of chunks. All of them have data. A box without elements
// touches none: the answer is all zero. (zrg_grid_box_to_chunks)
func (g *Grid) BoxToChunks(start, shape []uint64) (firstChunk, chunkCount []uint64, err error) {
	if err := firstOf(g.checkIndex("start", start), g.checkIndex("shape", shape)); err != nil {
		return nil, nil, err
	}
	answers := cut(2, g.Rank())
	err = g.handle.call(func(e *C.zrg_error) C.zrg_status {
		return C.zrg_grid_box_to_chunks(g.pointer, C.size_t(g.Rank()), pointer[C.uint64_t](start),
			pointer[C.uint64_t](shape), pointer[C.uint64_t](answers[0]), pointer[C.uint64_t](answers[1]), e)
	})
	if err != nil {
		return nil, nil, err
	}
	return answers[0], answers[1], nil
}

// ChunksToBox is what a box of chunks holds: its first element, and how many elements it has on each axis, as declared and
// inside the array. On an axis with a count of 0 all three are 0. (zrg_grid_chunks_to_box)
func (g *Grid) ChunksToBox(firstChunk, chunkCount []uint64) (start, declared, data []uint64, err error) {
	err = firstOf(g.checkIndex("firstChunk", firstChunk), g.checkIndex("chunkCount", chunkCount))
	if err != nil {
		return nil, nil, nil, err
	}
	answers := cut(3, g.Rank())
	err = g.handle.call(func(e *C.zrg_error) C.zrg_status {
		return C.zrg_grid_chunks_to_box(g.pointer, C.size_t(g.Rank()), pointer[C.uint64_t](firstChunk),
			pointer[C.uint64_t](chunkCount), pointer[C.uint64_t](answers[0]), pointer[C.uint64_t](answers[1]),
			pointer[C.uint64_t](answers[2]), e)
	})
	if err != nil {
		return nil, nil, nil, err
	}
	return answers[0], answers[1], answers[2], nil
}
