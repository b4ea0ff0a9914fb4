// SPDX-License-Identifier: MIT OR Apache-2.0

package zrg_test

import (
	"testing"

	"zrg"
)

func TestParts(t *testing.T) {
	g := grid(t, diagram, 26, 38)
	s := selection(t, g, zrg.Slice{Start: 12, Count: 8, Step: 1}, zrg.Slice{Start: 18, Count: 20, Step: 1})
	count, err := s.PartCount()
	must(t, err)
	equal(t, "Count", count, uint64(4))
	counts, err := s.ProjectionCounts()
	must(t, err)
	equal(t, "ProjectionCounts", counts, u(2, 2))

	list := pieces(t, s.Parts(0))
	equal(t, "the number of pieces", len(list), 4)
	equal(t, "the third", list[2], piece{2, zrg.Part{ChunkNumber: 2, Elements: 24, Decoded: 240}, u(1, 0), []zrg.Projection{
		{Chunk: 1, Origin: 16, Edge: 10, First: 0, Count: 4, Step: 1, Out: 4, List: zrg.None},
		{Chunk: 0, Origin: 0, Edge: 24, First: 18, Count: 6, Step: 1, Out: 0, List: zrg.None},
	}})
	for _, size := range []int{1, 3, 4, 5} {
		equal(t, "by other pages", pieces(t, s.Parts(size)), list)
	}
	equal(t, "a share", pieces(t, s.PartsBetween(1, 3, 1)), list[1:3])
	equal(t, "a share in one page", pieces(t, s.PartsBetween(1, 3, 0)), list[1:3])
	equal(t, "a share past the end", len(pieces(t, s.PartsBetween(4, 9, 0))), 0)
	equal(t, "a share of nothing", len(pieces(t, s.PartsBetween(3, 3, 0))), 0)
	equal(t, "a share backwards", len(pieces(t, s.PartsBetween(3, 1, 0))), 0)

	covering := pieces(t, selection(t, g, zrg.All(g.Shape())...).Parts(0))[0].Part.Covers
	equal(t, "what a whole chunk covers", covering, zrg.CoversData|zrg.CoversDeclared)
	equal(t, "Declared", covering.Declared(), true)
	equal(t, "Data", zrg.CoversData.Data(), true)
	equal(t, "Declared", zrg.CoversData.Declared(), false)
	equal(t, "Data", list[2].Part.Covers.Data(), false)

	none := pieces(t, selection(t, lists(t, "")).Parts(0))
	equal(t, "the piece of no axes", none, []piece{{0, zrg.Part{ChunkNumber: 0, Elements: 1, Decoded: 1, Covers: 3}, u(), []zrg.Projection{}}})
	equal(t, "pieces of nothing", len(pieces(t, selection(t, g, zrg.Slice{Step: 1}, zrg.Slice{Step: 1}).Parts(0))), 0)
}

func TestPartPage(t *testing.T) {
	g := grid(t, diagram, 26, 38)
	s := selection(t, g, zrg.All(g.Shape())...)
	chunks := make([]uint64, 6)
	n, err := s.PartPage(1, 3, nil, chunks, nil)
	must(t, err)
	equal(t, "parts", n, 3)
	equal(t, "chunks", chunks, u(0, 1, 1, 0, 1, 1))
	n, err = s.PartPage(2, 100, nil, nil, nil)
	must(t, err)
	equal(t, "parts that were only counted", n, 2)
	n, err = s.PartPage(4, 1, make([]zrg.Part, 1), nil, nil)
	must(t, err)
	equal(t, "parts past the end", n, 0)

	_, err = s.PartPage(0, 2, make([]zrg.Part, 1), nil, nil)
	refused(t, "few parts", err, zrg.ErrCapacity, "value=1 limit=2")
	_, err = s.PartPage(0, 2, nil, make([]uint64, 3), nil)
	refused(t, "few chunks", err, zrg.ErrCapacity, "value=3 limit=4")
	_, err = s.PartPage(0, 2, nil, nil, make([]zrg.Projection, 5))
	refused(t, "many projections", err, zrg.ErrCapacity, "value=5 limit=4")
	_, err = s.PartPage(0, -1, nil, nil, nil)
	refused(t, "a capacity below 0", err, zrg.ErrArgument, "")
}

func TestManyParts(t *testing.T) {
	g := lists(t, "[[1,1000000000000000]],[[1,1000000000000000]]", 1000000000000000, 1000000000000000)
	s := selection(t, g, zrg.All(g.Shape())...)
	_, err := s.PartCount()
	refused(t, "a count past 64 bits", err, zrg.ErrRange, "")
	counts, err := s.ProjectionCounts()
	must(t, err)
	equal(t, "ProjectionCounts", counts, u(1000000000000000, 1000000000000000))
	parts := s.PartsBetween(1<<62, zrg.None, 2)
	for i := uint64(0); i < 5; i++ {
		if !parts.Next() {
			t.Fatal(parts.Err())
		}
		number := uint64(1<<62) + i
		equal(t, "Position", parts.Position(), number)
		equal(t, "Chunk", parts.Chunk(), u(number/1000000000000000, number%1000000000000000))
	}
}

func TestEntries(t *testing.T) {
	g := lists(t, "[4,4,4],5", 6, 11)
	base := selection(t, g, zrg.Slice{Start: 5, Count: 3, Step: -2}, zrg.Slice{Count: 11, Step: 1})
	s, err := base.WithIndices(1, []int64{10, 0, 6, 0, 9}, 0)
	must(t, err)
	defer s.Close()
	within, out := make([]uint64, 5), make([]uint64, 5)
	n, err := s.AxisListPage(1, 0, within, out)
	must(t, err)
	equal(t, "entries", n, 5)
	equal(t, "within", within, u(0, 0, 1, 4, 0))
	equal(t, "out", out, u(1, 3, 2, 4, 0))
	n, err = s.AxisListPage(1, 3, nil, out[:1])
	must(t, err)
	equal(t, "a page of out", out[:n], u(4))
	n, err = s.AxisListPage(1, 5, within, nil)
	must(t, err)
	equal(t, "entries past the end", n, 0)

	list := pieces(t, s.Parts(0))
	within, out, err = s.Entries(1, list[0].Projections[1])
	must(t, err)
	equal(t, "within of the first chunk", within, u(0, 0))
	equal(t, "out of the first chunk", out, u(1, 3))
	within, out, err = s.Entries(0, list[0].Projections[0])
	must(t, err)
	equal(t, "within of a slice", within, u(3, 1))
	equal(t, "out of a slice", out, u(1, 2))

	_, err = s.AxisListPage(0, 0, within, nil)
	refused(t, "the list of a slice", err, zrg.ErrArgument, "axis=0")
	_, err = s.AxisListPage(2, 0, nil, nil)
	refused(t, "no such axis", err, zrg.ErrBounds, "value=2 limit=2")
	_, err = s.AxisListPage(-1, 0, nil, nil)
	refused(t, "an axis below 0", err, zrg.ErrBounds, "")
	_, err = s.AxisListPage(1, 0, make([]uint64, 2), make([]uint64, 1))
	refused(t, "two lengths", err, zrg.ErrCapacity, "value=1 limit=2")
	_, _, err = s.Entries(0, zrg.Projection{Count: 1})
	refused(t, "the list of a slice", err, zrg.ErrArgument, "axis=0")
	_, _, err = s.Entries(0, zrg.Projection{Count: 1 << 62, Step: 1})
	refused(t, "more than memory holds", err, zrg.ErrCapacity, "value=4611686018427387904 limit=576460752303423487")
}

func TestFind(t *testing.T) {
	g := grid(t, diagram, 26, 38)
	s := selection(t, g, zrg.Slice{Start: 20, Count: 1, Step: 1}, zrg.Slice{Count: 38, Step: 1})
	part, touched, err := s.FindPart(u(1, 1))
	must(t, err)
	if part != 1 || !touched {
		t.Errorf("the part of chunk (1, 1) is %d, %t", part, touched)
	}
	_, touched, err = s.FindPart(u(0, 1))
	must(t, err)
	equal(t, "touched", touched, false)
	_, _, err = s.FindPart(u(0, 2))
	refused(t, "no such chunk", err, zrg.ErrBounds, "axis=1 value=2 limit=2")
	_, _, err = s.FindPart(nil)
	refused(t, "no number", err, zrg.ErrRank, "value=0 limit=2")
}

func TestSegments(t *testing.T) {
	g := grid(t, diagram, 26, 38)
	s := selection(t, g, zrg.Slice{Start: 12, Count: 8, Step: 1}, zrg.Slice{Start: 18, Count: 14, Step: 1})
	want := []zrg.Segment{{18, 56, 6}, {42, 70, 6}, {66, 84, 6}, {90, 98, 6}}
	for _, size := range []int{0, 1, 3} {
		equal(t, "Segments", all(t, s.Segments(2, size)), want)
	}
	segments := s.Segments(4, 0)
	if segments.Next() {
		t.Error("there are segments")
	}
	refused(t, "no such part", segments.Err(), zrg.ErrBounds, "value=4 limit=4")
}

func TestSplit(t *testing.T) {
	g := grid(t, diagram, 26, 38)
	s := selection(t, g, zrg.All(g.Shape())...)
	bounds, err := s.Split(zrg.SplitByParts, 2)
	must(t, err)
	equal(t, "shares of parts", bounds, u(0, 2, 4))
	bounds, err = s.Split(zrg.SplitByElements, 2)
	must(t, err)
	if bounds[0] != 0 || bounds[2] != 4 || bounds[1] != 1 && bounds[1] != 2 {
		t.Errorf("shares of elements are %v", bounds)
	}
	bounds, err = s.Split(zrg.SplitByParts, 9)
	must(t, err)
	equal(t, "the number of bounds", len(bounds), 10)
	_, err = s.Split(zrg.SplitByParts, 0)
	refused(t, "no share", err, zrg.ErrArgument, "value=0")
	_, err = s.Split(zrg.SplitByParts, -1)
	refused(t, "shares below 0", err, zrg.ErrArgument, "")
	_, err = s.Split(7, 1)
	refused(t, "an unknown way", err, zrg.ErrArgument, "value=7")
}

func TestRanges(t *testing.T) {
	g := lists(t, "[4,4,4],2", 12, 11)
	s := selection(t, g, zrg.Slice{Count: 12, Step: 1}, zrg.Slice{Start: 2, Count: 2, Step: 3})
	for _, size := range []int{0, 1, 2} {
		equal(t, "ChunkRanges", all(t, s.ChunkRanges(0, size)), []zrg.ChunkRange{{1, 2}, {7, 2}, {13, 2}})
	}
	equal(t, "ChunkRanges over gaps", all(t, s.ChunkRanges(4, 0)), []zrg.ChunkRange{{1, 14}})
	page := make([]zrg.ChunkRange, 1)
	n, next, err := s.ChunkRangePage(0, 8, page)
	must(t, err)
	equal(t, "the next page", next, uint64(9))
	equal(t, "a page", page[:n], []zrg.ChunkRange{{8, 1}})
}
