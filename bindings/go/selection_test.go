// SPDX-License-Identifier: MIT OR Apache-2.0

package zrg_test

import (
	"testing"

	"zrg"
)

func TestSelect(t *testing.T) {
	g := grid(t, diagram, 26, 38)
	s := selection(t, g, zrg.Slice{Start: 12, Count: 8, Step: 1}, zrg.Slice{Start: 31, Count: 7, Step: -2})
	equal(t, "Rank", s.Rank(), 2)
	equal(t, "Shape", s.Shape(), u(8, 7))
	s.Shape()[0] = 99
	equal(t, "Shape, after its answer was changed", s.Shape(), u(8, 7))
	none := selection(t, lists(t, ""))
	equal(t, "the shape of no axes", none.Shape(), u())

	_, err := g.Select(zrg.Slice{Step: 1})
	refused(t, "one slice", err, zrg.ErrRank, "value=1 limit=2")
	_, err = g.Select(zrg.Slice{Step: 1}, zrg.Slice{})
	refused(t, "a step of 0", err, zrg.ErrArgument, "axis=1 value=0")
	_, err = g.Select(zrg.Slice{Step: 1}, zrg.Slice{Start: 38, Count: 1, Step: 1})
	refused(t, "a slice past the extent", err, zrg.ErrBounds, "axis=1 entry=0 value=38 limit=38")
}

func TestWithIndices(t *testing.T) {
	g := grid(t, diagram, 26, 38)
	base := selection(t, g, zrg.All(g.Shape())...)
	s, err := base.WithIndices(1, []int64{30, 2, 30, -1}, zrg.IndexWrap)
	must(t, err)
	defer s.Close()
	equal(t, "Shape", s.Shape(), u(26, 4))
	equal(t, "the base's shape", base.Shape(), u(26, 38))
	none, err := base.WithIndices(1, nil, 0)
	must(t, err)
	defer none.Close()
	equal(t, "the shape of no indices", none.Shape(), u(26, 0))

	_, err = base.WithIndices(1, []int64{30, -1}, 0)
	refused(t, "an index below 0", err, zrg.ErrBounds, "axis=1 entry=1 limit=38")
	_, err = base.WithIndices(1, []int64{30, 38}, 0)
	refused(t, "an index past the extent", err, zrg.ErrBounds, "axis=1 entry=1 value=38 limit=38")
	_, err = base.WithIndices(2, nil, 0)
	refused(t, "no such axis", err, zrg.ErrBounds, "value=2 limit=2")
	_, err = base.WithIndices(-1, nil, 0)
	refused(t, "an axis below 0", err, zrg.ErrBounds, "")
	_, err = base.WithIndices(1, nil, 2)
	refused(t, "an unknown flag", err, zrg.ErrArgument, "value=2")
	points, err := g.SelectPoints(1, zrg.Rows(2), []int64{0, 0}, 0)
	must(t, err)
	defer points.Close()
	_, err = points.WithIndices(1, nil, 0)
	refused(t, "points as a base", err, zrg.ErrArgument, "")
}

func TestWithMask(t *testing.T) {
	g := lists(t, "[4,4,4],5", 6, 11)
	base := selection(t, g, zrg.All(g.Shape())...)
	s, err := base.WithMask(0, zrg.BytesOf([]bool{true, false, false, false, true, true}))
	must(t, err)
	defer s.Close()
	equal(t, "Shape", s.Shape(), u(3, 11))
	bits, err := base.WithBits(0, []byte{0b11_110001, 9}, 0, 6, 0)
	must(t, err)
	defer bits.Close()
	equal(t, "what bits select", pieces(t, bits.Parts(0)), pieces(t, s.Parts(0)))
	high, err := base.WithBits(0, []byte{0, 0b00100011, 0xFF}, 10, 6, zrg.BitsHighFirst)
	must(t, err)
	defer high.Close()
	equal(t, "what bits select, the high ones first", pieces(t, high.Parts(0)), pieces(t, s.Parts(0)))

	_, err = base.WithMask(0, []byte{1, 0, 2, 0, 1, 1})
	refused(t, "a byte of 2", err, zrg.ErrArgument, "axis=0 entry=2 value=2 limit=1")
	_, err = base.WithMask(0, nil)
	refused(t, "no mask", err, zrg.ErrArgument, "axis=0 value=0 limit=6")
	_, err = base.WithMask(-1, nil)
	refused(t, "an axis below 0", err, zrg.ErrBounds, "")
	_, err = base.WithBits(0, []byte{1, 0}, 0, 9, 0)
	refused(t, "many bits", err, zrg.ErrArgument, "axis=0 value=9 limit=6")
	_, err = base.WithBits(0, []byte{1}, 0, 9, 0)
	refused(t, "few bytes", err, zrg.ErrCapacity, "value=1 limit=2")
	_, err = base.WithBits(0, []byte{1}, 1<<63-1, 1<<63-1, 0)
	refused(t, "too few bytes", err, zrg.ErrCapacity, "value=1 limit=2305843009213693952")
	_, err = base.WithBits(2, []byte{1}, 0, 6, 0)
	refused(t, "no such axis", err, zrg.ErrBounds, "value=2 limit=2")
	_, err = base.WithBits(-1, []byte{1}, 0, 6, 0)
	refused(t, "an axis below 0", err, zrg.ErrBounds, "")
}

func TestSelectPoints(t *testing.T) {
	g := lists(t, "[4,4,4],5", 6, 11)
	rows, err := g.SelectPoints(3, zrg.Rows(2), []int64{5, 10, 0, 0, 5, 9}, 0)
	must(t, err)
	defer rows.Close()
	equal(t, "Shape", rows.Shape(), u(3))
	equal(t, "Rank", rows.Rank(), 2)
	columns, err := g.SelectPoints(3, zrg.Columns(3), []int64{5, 0, -1, 10, 0, -2}, zrg.IndexWrap)
	must(t, err)
	defer columns.Close()
	equal(t, "what columns select", pieces(t, columns.Parts(0)), pieces(t, rows.Parts(0)))
	none, err := g.SelectPoints(0, zrg.Rows(2), nil, 0)
	must(t, err)
	defer none.Close()
	equal(t, "the shape of no points", none.Shape(), u(0))

	_, err = g.SelectPoints(2, zrg.Rows(2), []int64{5, 10, 0, 11}, 0)
	refused(t, "a point outside", err, zrg.ErrBounds, "axis=1 entry=1 value=11 limit=11")
	_, err = g.SelectPoints(3, zrg.Rows(2), []int64{5, 10, 0, 0}, 0)
	refused(t, "a layout that leaves the slice", err, zrg.ErrCapacity, "value=4 limit=6")
	_, err = g.SelectPoints(0, zrg.Rows(2), nil, 4)
	refused(t, "an unknown flag", err, zrg.ErrArgument, "value=4")
	_, err = g.SelectPoints(-1, zrg.Rows(2), nil, 0)
	refused(t, "a count below 0", err, zrg.ErrArgument, "")
}

func TestSelectMask(t *testing.T) {
	g := lists(t, "2,[1,2]", 2, 3)
	s, err := g.SelectMask([]byte{1, 0, 1, 0, 1, 0})
	must(t, err)
	defer s.Close()
	equal(t, "Shape", s.Shape(), u(3))
	var chunks [][]uint64
	for _, piece := range pieces(t, s.Parts(0)) {
		chunks = append(chunks, piece.Chunk)
	}
	equal(t, "chunks", chunks, [][]uint64{{0, 0}, {0, 1}})

	_, err = g.SelectMask([]byte{1, 0, 1, 0, 1})
	refused(t, "a short mask", err, zrg.ErrArgument, "value=5 limit=6")
	_, err = g.SelectMask([]byte{1, 0, 1, 3, 1, 0})
	refused(t, "a byte of 3", err, zrg.ErrArgument, "entry=3 value=3 limit=1")
}

func TestInner(t *testing.T) {
	g := lists(t, "6,[8,4]", 12, 12)
	outer := selection(t, g, zrg.Slice{Start: 5, Count: 2, Step: 1}, zrg.Slice{Start: 3, Count: 6, Step: 1})
	inner, err := outer.Inner(0, u(3, 4))
	must(t, err)
	defer inner.Close()
	equal(t, "Shape", inner.Shape(), outer.Shape())
	var chunks [][]uint64
	for _, piece := range pieces(t, inner.Parts(0)) {
		chunks = append(chunks, piece.Chunk)
	}
	equal(t, "inner chunks", chunks, [][]uint64{{1, 0}, {1, 1}})
	nested, err := inner.Inner(1, u(1, 2))
	must(t, err)
	nested.Close()

	_, err = outer.Inner(0, u(3))
	refused(t, "one edge", err, zrg.ErrRank, "value=1 limit=2")
	_, err = outer.Inner(9, u(3, 4))
	refused(t, "no such part", err, zrg.ErrBounds, "value=9 limit=4")
	_, err = outer.Inner(0, u(3, 5))
	refused(t, "what does not divide", err, zrg.ErrNotAligned, "axis=1 value=5 limit=8")
	_, err = inner.WithIndices(0, nil, 0)
	refused(t, "an inner selection as a base", err, zrg.ErrArgument, "")
}

func TestSelectionClose(t *testing.T) {
	g := grid(t, diagram, 26, 38)
	s := selection(t, g, zrg.All(g.Shape())...)
	same, err := s.Clone()
	must(t, err)
	defer same.Close()
	for i := 0; i < 3; i++ {
		must(t, s.Close())
	}
	equal(t, "the rank of a closed selection", s.Rank(), 2)
	equal(t, "the shape of a closed selection", s.Shape(), u(26, 38))
	_, err = s.Clone()
	closed(t, "Clone", err)
	_, err = s.WithIndices(0, nil, 0)
	closed(t, "WithIndices", err)
	_, err = s.WithMask(0, make([]byte, 26))
	closed(t, "WithMask", err)
	_, err = s.WithBits(0, make([]byte, 4), 0, 26, 0)
	closed(t, "WithBits", err)
	_, err = s.Inner(0, u(1, 1))
	closed(t, "Inner", err)
	_, err = s.PartCount()
	closed(t, "Count", err)
	_, err = s.ProjectionCounts()
	closed(t, "ProjectionCounts", err)
	parts := s.Parts(0)
	if parts.Next() || parts.Next() {
		t.Error("there are parts")
	}
	closed(t, "Parts", parts.Err())
	_, err = s.AxisListPage(0, 0, nil, nil)
	closed(t, "AxisListPage", err)
	_, _, err = s.FindPart(u(0, 0))
	closed(t, "Find", err)
	_, err = s.SegmentPage(0, 0, nil)
	closed(t, "SegmentPage", err)
	_, err = s.Split(zrg.SplitByParts, 1)
	closed(t, "Split", err)
	_, _, err = s.ChunkRangePage(0, 0, nil)
	closed(t, "ChunkRangePage", err)
	closed(t, "ReadPart", s.ReadPart(0, 1, zrg.Memory{}, zrg.Memory{}))
	closed(t, "FillPart", s.FillPart(0, []byte{1}, zrg.Memory{}))
	closed(t, "WritePart", s.WritePart(0, 1, zrg.Memory{}, zrg.Memory{}))

	count, err := same.PartCount()
	must(t, err)
	equal(t, "the parts of a clone", count, uint64(4))
	var nobody zrg.Selection
	must(t, nobody.Close())
	_, err = nobody.PartCount()
	closed(t, "Count", err)
}
