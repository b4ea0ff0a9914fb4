// SPDX-License-Identifier: MIT OR Apache-2.0

package zrg_test

import (
	"math"
	"testing"

	"zrg"
)

func TestAxisAt(t *testing.T) {
	g := lists(t, "[4,4,4],5", 6, 11)
	interval, err := g.AxisLocate(0, 5)
	must(t, err)
	equal(t, "the interval", interval, zrg.Interval{Chunk: 1, Origin: 4, Edge: 4, Data: 2})
	_, err = g.AxisLocate(0, 6)
	refused(t, "an index past the extent", err, zrg.ErrBounds, "axis=0 value=6 limit=6")
	_, err = g.AxisLocate(2, 0)
	refused(t, "no such axis", err, zrg.ErrBounds, "value=2 limit=2")
	_, err = g.AxisLocate(-1, 0)
	refused(t, "an axis below 0", err, zrg.ErrBounds, "")
}

func TestIntervals(t *testing.T) {
	g := lists(t, "[4,4,4],5", 6, 11)
	want := []zrg.Interval{{0, 0, 4, 4}, {1, 4, 4, 2}, {2, 8, 4, 0}}
	for _, size := range []int{0, 1, 2, 3, 100} {
		equal(t, "Intervals", all(t, g.Intervals(0, size)), want)
		equal(t, "Edges", all(t, g.Edges(0, size)), u(4, 4, 4))
	}
	page := make([]zrg.Interval, 2)
	n, err := g.IntervalPage(0, 2, page)
	must(t, err)
	equal(t, "the page", page[:n], want[2:])
	n, err = g.IntervalPage(0, 3, page)
	must(t, err)
	equal(t, "entries past the end", n, 0)
	n, err = g.IntervalPage(0, 0, nil)
	must(t, err)
	equal(t, "entries without room", n, 0)
	_, err = g.IntervalPage(2, 0, page)
	refused(t, "no such axis", err, zrg.ErrBounds, "value=2 limit=2")
	_, err = g.EdgePage(-1, 0, nil)
	refused(t, "an axis below 0", err, zrg.ErrBounds, "")
	edges := g.Edges(2, 0)
	if edges.Next() || edges.Next() {
		t.Error("there are edges on no axis")
	}
	refused(t, "no such axis", edges.Err(), zrg.ErrBounds, "value=2 limit=2")
}

func TestRuns(t *testing.T) {
	g := lists(t, "[4,4,4,3,[2,7]]", 29)
	want := []zrg.Run{{4, 3}, {3, 1}, {2, 7}}
	for _, size := range []int{0, 1, 2} {
		equal(t, "Runs", all(t, g.Runs(0, size)), want)
	}
	page := make([]zrg.Run, 1)
	n, next, err := g.RunPage(0, 1, page)
	must(t, err)
	equal(t, "the next page", []uint64{uint64(n), next}, u(1, 3))
	equal(t, "the rest of a run", page, []zrg.Run{{4, 2}})

	huge := lists(t, "[[1,1000000000000000]]", 1000000000000000)
	equal(t, "Runs", all(t, huge.Runs(0, 0)), []zrg.Run{{1, 1000000000000000}})
}

func TestAxisForm(t *testing.T) {
	g := lists(t, "[4,4,4],5,[5,5,1]", 12, 11, 11)
	for axis, want := range u(4, 5, 0) {
		form, integer, err := g.AxisForm(axis)
		must(t, err)
		equal(t, "the integer", integer, want)
		equal(t, "the form", form == zrg.AxisInteger, axis == 1)
	}
	_, _, err := g.AxisForm(3)
	refused(t, "no such axis", err, zrg.ErrBounds, "value=3 limit=3")
	_, _, err = g.AxisForm(-1)
	refused(t, "an axis below 0", err, zrg.ErrBounds, "")
}

func TestProjections(t *testing.T) {
	g := lists(t, "[4,4,4],5", 6, 11)
	slice := zrg.Slice{Start: 10, Count: 4, Step: -3} // 10, 7, 4, 1
	want := []zrg.Projection{
		{Chunk: 0, Origin: 0, Edge: 5, First: 4, Count: 2, Step: -3, Out: 2, List: zrg.None},
		{Chunk: 1, Origin: 5, Edge: 5, First: 2, Count: 1, Step: -3, Out: 1, List: zrg.None},
		{Chunk: 2, Origin: 10, Edge: 5, First: 0, Count: 1, Step: -3, Out: 0, List: zrg.None},
	}
	for _, size := range []int{0, 1, 2} {
		equal(t, "Projections", all(t, g.Projections(1, slice, size)), want)
	}
	_, _, err := g.ProjectionPage(1, zrg.Slice{Count: 1}, 0, nil)
	refused(t, "a step of 0", err, zrg.ErrArgument, "axis=1 value=0")
	_, _, err = g.ProjectionPage(1, zrg.Slice{Start: 9, Count: 2, Step: 2}, 0, nil)
	refused(t, "a slice past the extent", err, zrg.ErrBounds, "axis=1 entry=1 value=2 limit=1")
	_, _, err = g.ProjectionPage(-1, slice, 0, nil)
	refused(t, "an axis below 0", err, zrg.ErrBounds, "")
}

func TestSliceFromBounds(t *testing.T) {
	for _, c := range []struct {
		start, stop, step int64
		want              zrg.Slice
	}{
		{2, 9, 1, zrg.Slice{Start: 2, Count: 7, Step: 1}},
		{zrg.Omitted, zrg.Omitted, zrg.Omitted, zrg.Slice{Start: 0, Count: 10, Step: 1}},
		{zrg.Omitted, zrg.Omitted, -3, zrg.Slice{Start: 9, Count: 4, Step: -3}},
		{-3, math.MaxInt64, 2, zrg.Slice{Start: 7, Count: 2, Step: 2}},
	} {
		slice, err := zrg.SliceFromBounds(10, c.start, c.stop, c.step)
		must(t, err)
		equal(t, "the slice", slice, c.want)
	}
	_, err := zrg.SliceFromBounds(10, 0, 1, 0)
	refused(t, "a step of 0", err, zrg.ErrArgument, "value=0")
	_, err = zrg.SliceFromBounds(1<<63, 0, 1, 1)
	refused(t, "an extent past 63 bits", err, zrg.ErrRange, "value=9223372036854775808 limit=9223372036854775807")
}

func TestAll(t *testing.T) {
	equal(t, "All", zrg.All(u(3, 0)), []zrg.Slice{{0, 3, 1}, {0, 0, 1}})
}
