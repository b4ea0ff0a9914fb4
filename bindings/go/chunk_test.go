// SPDX-License-Identifier: MIT OR Apache-2.0

package zrg_test

import (
	"testing"

	"zrg"
)

func TestLocate(t *testing.T) {
	g := grid(t, diagram, 26, 38)
	chunk, within, err := g.Locate(u(20, 15))
	must(t, err)
	equal(t, "chunk", chunk, u(1, 0))
	equal(t, "within", within, u(4, 15))
	_, _, err = g.Locate(u(20))
	refused(t, "one number", err, zrg.ErrRank, "value=1 limit=2")
	_, _, err = g.Locate(u(20, 38))
	refused(t, "an index past the extent", err, zrg.ErrBounds, "axis=1 value=38 limit=38")

	chunk, within, err = lists(t, "").Locate(nil)
	must(t, err)
	equal(t, "chunk", chunk, u())
	equal(t, "within", within, u())
}

func TestLocateMany(t *testing.T) {
	g := grid(t, diagram, 26, 38)
	chunks, withins := make([]uint64, 6), make([]uint64, 6)
	must(t, g.LocateMany(3, zrg.Rows(2), u(0, 0, 20, 15, 25, 37), chunks, withins))
	equal(t, "chunks", chunks, u(0, 0, 1, 0, 1, 1))
	equal(t, "withins", withins, u(0, 0, 4, 15, 9, 13))
	must(t, g.LocateMany(3, zrg.Columns(3), u(0, 20, 25, 0, 15, 37), nil, withins))
	equal(t, "withins", withins, u(0, 4, 9, 0, 15, 13))
	must(t, g.LocateMany(2, zrg.PointLayout{PointStride: 3, AxisStride: 1}, u(0, 0, 9, 20, 15, 9), chunks, nil))
	equal(t, "chunks with a gap", chunks, u(0, 0, 1, 1, 0, 1))
	must(t, g.LocateMany(0, zrg.Rows(2), nil, nil, nil))
	must(t, lists(t, "").LocateMany(5, zrg.Rows(0), nil, u(), u()))

	refused(t, "a point outside", g.LocateMany(3, zrg.Rows(2), u(0, 0, 20, 15, 26, 37), chunks, withins), zrg.ErrBounds,
		"axis=0 entry=2 value=26 limit=26")
	equal(t, "chunks before it", chunks[:4], u(0, 0, 1, 0))
	refused(t, "a layout that leaves the slices", g.LocateMany(4, zrg.Rows(2), u(0, 0, 20, 15, 25, 37), chunks, nil),
		zrg.ErrCapacity, "value=6 limit=8")
	refused(t, "a short answer", g.LocateMany(1, zrg.Rows(2), u(0, 0), u(0), nil), zrg.ErrCapacity, "value=1 limit=2")
	refused(t, "a count below 0", g.LocateMany(-1, zrg.Rows(2), u(0, 0), nil, nil), zrg.ErrArgument, "")
	refused(t, "answers over the points", g.LocateMany(3, zrg.Rows(2), chunks, chunks, nil), zrg.ErrArgument, "")
}

func TestChunk(t *testing.T) {
	g := lists(t, "[4,4,4],5", 6, 11)
	origin, declared, data, err := g.Chunk(u(1, 2))
	must(t, err)
	equal(t, "origin", origin, u(4, 10))
	equal(t, "declared", declared, u(4, 5))
	equal(t, "data", data, u(2, 1))
	_, _, data, err = g.Chunk(u(2, 0))
	must(t, err)
	equal(t, "data past the extent", data, u(0, 5))
	_, _, _, err = g.Chunk(u(3, 0))
	refused(t, "no such chunk", err, zrg.ErrBounds, "axis=0 value=3 limit=3")
	_, _, _, err = g.Chunk(nil)
	refused(t, "no number", err, zrg.ErrRank, "value=0 limit=2")
}

func TestChunkMany(t *testing.T) {
	g := lists(t, "[4,4,4],5", 6, 11)
	origins, declared, data := make([]uint64, 4), make([]uint64, 4), make([]uint64, 4)
	must(t, g.ChunkMany(2, u(1, 2, 0, 0), origins, declared, data))
	equal(t, "origins", origins, u(4, 10, 0, 0))
	equal(t, "declared", declared, u(4, 5, 4, 5))
	equal(t, "data", data, u(2, 1, 4, 5))
	must(t, g.ChunkMany(1, u(2, 0), nil, nil, data[:2]))
	equal(t, "data", data[:2], u(0, 5))
	must(t, g.ChunkMany(0, nil, nil, nil, nil))

	refused(t, "no such chunk", g.ChunkMany(2, u(1, 2, 0, 3), origins, nil, nil), zrg.ErrBounds,
		"axis=1 entry=1 value=3 limit=3")
	equal(t, "the origin before it", origins[:2], u(4, 10))
	refused(t, "few chunks", g.ChunkMany(2, u(1, 2), nil, nil, nil), zrg.ErrCapacity, "value=2 limit=4")
	refused(t, "a short answer", g.ChunkMany(1, u(1, 2), u(), nil, nil), zrg.ErrCapacity, "value=0 limit=2")
	refused(t, "a count below 0", g.ChunkMany(-1, nil, nil, nil, nil), zrg.ErrArgument, "")
	most := int(^uint(0) >> 1)
	refused(t, "a count past memory", g.ChunkMany(most, nil, nil, nil, nil), zrg.ErrRange, "value=9223372036854775807")
	g = lists(t, "1,1,1,1", 1, 1, 1, 1)
	refused(t, "a count past 64 bits", g.ChunkMany(most/2+1, nil, nil, nil, nil), zrg.ErrRange, "value=4611686018427387904")
}

func TestChunkNumber(t *testing.T) {
	g := lists(t, "[4,4,4],5", 6, 11)
	number, err := g.ChunkNumber(u(1, 2))
	must(t, err)
	equal(t, "number", number, uint64(5))
	chunk, err := g.ChunkAtNumber(5)
	must(t, err)
	equal(t, "chunk", chunk, u(1, 2))
	_, err = g.ChunkAtNumber(9)
	refused(t, "no such number", err, zrg.ErrBounds, "value=9 limit=9")
	_, err = g.ChunkNumber(u(1, 3))
	refused(t, "no such chunk", err, zrg.ErrBounds, "axis=1 value=3 limit=3")
	_, err = g.ChunkNumber(u(1))
	refused(t, "one number", err, zrg.ErrRank, "value=1 limit=2")

	huge := lists(t, "1,1,1", 1<<40, 1<<40, 1<<40)
	_, err = huge.ChunkNumber(u(1<<40-1, 0, 0))
	refused(t, "a number past 64 bits", err, zrg.ErrRange, "limit=18446744073709551614")
}

func TestChunkRangeAndBox(t *testing.T) {
	g := lists(t, "[4,4,4],5", 6, 11)
	first, count, err := g.BoxToChunks(u(3, 5), u(3, 1))
	must(t, err)
	equal(t, "first", first, u(0, 1))
	equal(t, "count", count, u(2, 1))
	_, count, err = g.BoxToChunks(u(3, 5), u(0, 1))
	must(t, err)
	equal(t, "count of an empty box", count, u(0, 0))
	_, _, err = g.BoxToChunks(u(3, 5), u(4, 1))
	refused(t, "a box past the extent", err, zrg.ErrBounds, "axis=0 value=6 limit=6")
	_, _, err = g.BoxToChunks(u(3), u(4, 1))
	refused(t, "a short start", err, zrg.ErrRank, "value=1 limit=2")
	_, _, err = g.BoxToChunks(u(3, 1), u(4))
	refused(t, "a short shape", err, zrg.ErrRank, "value=1 limit=2")

	start, declared, data, err := g.ChunksToBox(u(1, 1), u(2, 2))
	must(t, err)
	equal(t, "start", start, u(4, 5))
	equal(t, "declared", declared, u(8, 10))
	equal(t, "data", data, u(2, 6))
	_, _, _, err = g.ChunksToBox(u(1, 1), u(3, 1))
	refused(t, "a box past the chunks", err, zrg.ErrBounds, "axis=0 value=3 limit=3")
	_, _, _, err = g.ChunksToBox(u(1), u(3, 1))
	refused(t, "a short first chunk", err, zrg.ErrRank, "value=1 limit=2")
	_, _, _, err = g.ChunksToBox(u(1, 1), nil)
	refused(t, "no count", err, zrg.ErrRank, "value=0 limit=2")
}
