// SPDX-License-Identifier: MIT OR Apache-2.0

package zrg_test

import (
	"bytes"
	"encoding/json"
	"io"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"zrg"
)

// A line of vectors.jsonl is a random grid with right answers. Numbers go past 2^53, so none is ever a float64.
type line struct {
	ID            string          `json:"id"`
	Shape         []uint64        `json:"shape"`
	ChunkGrid     json.RawMessage `json:"chunk_grid"`
	GridShape     []uint64        `json:"grid_shape"`
	DataGridShape []uint64        `json:"data_grid_shape"`
	Chunks        [][4][]uint64   `json:"chunks"`
	Points        [][3][]uint64   `json:"points"`
	Boxes         [][3]any        `json:"boxes"`
	Basic         []asked         `json:"basic"`
	Orthogonal    []asked         `json:"orthogonal"`
	Coordinate    []asked         `json:"coordinate"`
	Block         []asked         `json:"block"`
}

// asked is a selection with its answer.
type asked struct {
	Sel      []any           `json:"sel"`
	Raw      []any           `json:"raw"`
	Elements [][3]uint64     `json:"elements"`
	Shape    []uint64        `json:"shape"`
	Proj     json.RawMessage `json:"proj"`
}

// Every answer of every line. The counts say that none was passed over.
func TestVectors(t *testing.T) {
	text, err := os.ReadFile("../../tests/data/vectors.jsonl")
	must(t, err)
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	lines, answers := 0, 0
	for {
		var v line
		if err := decoder.Decode(&v); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		lines++
		answers += len(v.Chunks) + len(v.Points) + len(v.Boxes) + len(v.Basic) + len(v.Orthogonal) + len(v.Coordinate) + len(v.Block)
		t.Run(v.ID, v.run)
	}
	equal(t, "the number of lines", lines, 402)
	equal(t, "the number of answers", answers, 10219)
}

func (v *line) run(t *testing.T) {
	g, err := zrg.GridFromJSON(v.ChunkGrid, v.Shape, nil)
	must(t, err)
	defer g.Close()
	declared, data, err := g.ChunkCounts()
	must(t, err)
	equal(t, "grid_shape", declared, v.GridShape)
	equal(t, "data_grid_shape", data, v.DataGridShape)
	v.runChunks(t, g)
	v.runPoints(t, g)
	v.runBoxes(t, g)
	for _, a := range v.Basic {
		a.runBasic(t, g)
	}
	for _, a := range v.Orthogonal {
		a.runOrthogonal(t, g)
	}
	for _, a := range v.Coordinate {
		a.runCoordinate(t, g)
	}
	for _, a := range v.Block {
		a.runBlock(t, g)
	}
}

func (v *line) runChunks(t *testing.T, g *zrg.Grid) {
	var chunks, origins, declareds, datas []uint64
	for _, want := range v.Chunks {
		origin, declared, data, err := g.Chunk(want[0])
		must(t, err)
		equal(t, "origin", origin, want[1])
		equal(t, "declared", declared, want[2])
		equal(t, "data", data, want[3])
		chunks, origins = append(chunks, want[0]...), append(origins, want[1]...)
		declareds, datas = append(declareds, want[2]...), append(datas, want[3]...)
		if number, err := g.ChunkNumber(want[0]); err == nil {
			chunk, err := g.ChunkAtNumber(number)
			must(t, err)
			equal(t, "the chunk of its number", chunk, want[0])
		} else {
			refused(t, "a number past 64 bits", err, zrg.ErrRange, "limit=18446744073709551614")
		}
	}
	o, l, d := make([]uint64, len(chunks)), make([]uint64, len(chunks)), make([]uint64, len(chunks))
	must(t, g.ChunkMany(len(v.Chunks), chunks, o, l, d))
	equal(t, "origins", append(u(), o...), append(u(), origins...))
	equal(t, "declared of many", append(u(), l...), append(u(), declareds...))
	equal(t, "data of many", append(u(), d...), append(u(), datas...))
}

func (v *line) runPoints(t *testing.T, g *zrg.Grid) {
	indices, chunks, withins := u(), u(), u()
	for _, want := range v.Points {
		chunk, within, err := g.Locate(want[0])
		must(t, err)
		equal(t, "chunk", chunk, want[1])
		equal(t, "within", within, want[2])
		indices, chunks, withins = append(indices, want[0]...), append(chunks, want[1]...), append(withins, want[2]...)
	}
	c, w := make([]uint64, len(indices)), make([]uint64, len(indices))
	must(t, g.LocateMany(len(v.Points), zrg.Rows(g.Rank()), indices, c, w))
	equal(t, "chunks of many", c, chunks)
	equal(t, "withins of many", w, withins)
}

func (v *line) runBoxes(t *testing.T, g *zrg.Grid) {
	for _, box := range v.Boxes {
		first, count, err := g.BoxToChunks(numbers(t, box[0]), numbers(t, box[1]))
		must(t, err)
		want := [2][]uint64{make([]uint64, g.Rank()), make([]uint64, g.Rank())}
		if box[2] != nil {
			pair := box[2].([]any)
			want = [2][]uint64{numbers(t, pair[0]), numbers(t, pair[1])}
		}
		equal(t, "the chunks of a box", [2][]uint64{first, count}, want)
	}
}

// A selector is what is asked of one axis.
type selector struct {
	slice   zrg.Slice
	step    any // as it is written, which can be more than an int64
	dropped bool
	indices []int64
	mask    []byte
}

// runBasic asks for integers and slices. A piece is [chunk, chunk selection, output selection, full].
func (a asked) runBasic(t *testing.T, g *zrg.Grid) {
	selectors := make([]selector, len(a.Sel))
	for axis, sel := range a.Sel {
		selectors[axis] = read(t, sel)
	}
	for axis, sel := range a.Raw {
		if bounds, ok := sel.([]any); ok { // as Python would write it
			slice, err := zrg.SliceFromBounds(g.Shape()[axis], bound(t, bounds[0]), bound(t, bounds[1]), bound(t, bounds[2]))
			must(t, err)
			want := selectors[axis].slice
			if slice.Count == 0 && want.Count == 0 {
				slice.Start = want.Start
			}
			equal(t, "the slice as Python writes it", slice, want)
		}
	}
	a.check(t, sliced(t, g, selectors), selectors, true)
}

// runOrthogonal asks for a list or a mask in places.
func (a asked) runOrthogonal(t *testing.T, g *zrg.Grid) {
	selectors := make([]selector, len(a.Sel))
	for axis, sel := range a.Sel {
		selectors[axis] = read(t, sel)
	}
	a.check(t, sliced(t, g, selectors), selectors, false)
}

// runBlock asks for chunks of the data grid.
func (a asked) runBlock(t *testing.T, g *zrg.Grid) {
	first, count := make([]uint64, len(a.Sel)), make([]uint64, len(a.Sel))
	selectors := make([]selector, len(a.Sel))
	for axis, sel := range a.Sel {
		if pair, ok := sel.([]any); ok {
			first[axis], count[axis] = number(t, pair[0]), number(t, pair[1])-number(t, pair[0])
		} else {
			first[axis], count[axis] = number(t, sel), 1
		}
		selectors[axis].step = json.Number("1")
		selectors[axis].slice = zrg.Slice{Start: a.Elements[axis][0], Count: a.Elements[axis][1] - a.Elements[axis][0], Step: 1}
	}
	start, _, data, err := g.ChunksToBox(first, count)
	must(t, err)
	for axis, selector := range selectors {
		if count[axis] == 0 {
			equal(t, "no chunks of an axis", [2]uint64{start[axis], data[axis]}, [2]uint64{})
		} else {
			equal(t, "the elements of a block", zrg.Slice{Start: start[axis], Count: data[axis], Step: 1}, selector.slice)
		}
	}
	a.check(t, sliced(t, g, selectors), selectors, true)
}

// sliced plans what the selectors ask for.
func sliced(t *testing.T, g *zrg.Grid, selectors []selector) *zrg.Selection {
	t.Helper()
	slices := zrg.All(g.Shape())
	for axis, selector := range selectors {
		if selector.indices == nil && selector.mask == nil {
			slices[axis] = selector.slice
		}
	}
	s := selection(t, g, slices...)
	for axis, selector := range selectors {
		var err error
		if selector.indices != nil {
			s, err = s.WithIndices(axis, selector.indices, 0)
		} else if selector.mask != nil {
			bits := make([]byte, (len(selector.mask)+7)/8)
			for i, bit := range selector.mask {
				bits[i/8] |= bit << (i % 8)
			}
			base := s
			s, err = base.WithMask(axis, selector.mask)
			must(t, err)
			var same *zrg.Selection
			same, err = base.WithBits(axis, bits, 0, len(selector.mask), 0)
			must(t, err)
			equal(t, "what bits select", pieces(t, same.Parts(0)), pieces(t, s.Parts(0)))
		}
		must(t, err)
	}
	return s
}

// check compares a selection with its answer, at several page sizes.
func (a asked) check(t *testing.T, s *zrg.Selection, selectors []selector, full bool) {
	t.Helper()
	kept := u()
	for axis, extent := range s.Shape() {
		if !selectors[axis].dropped {
			kept = append(kept, extent)
		}
	}
	equal(t, "shape", kept, a.Shape)
	for _, size := range []int{1, 3, 64} {
		list := []any{}
		for _, part := range pieces(t, s.Parts(size)) {
			inChunk, inResult := []any{}, []any{}
			for axis, p := range part.Projections {
				selector := selectors[axis]
				switch {
				case selector.dropped:
					inChunk = append(inChunk, p.First)
				case p.Step != 0:
					inChunk = append(inChunk, []any{p.First, p.Count, selector.step})
					inResult = append(inResult, []any{p.Out, p.Count})
					equal(t, "the step", p.Step, selector.slice.Step)
				default:
					within, out, err := s.Entries(axis, p)
					must(t, err)
					inChunk = append(inChunk, map[string]any{"i": within})
					inResult = append(inResult, map[string]any{"i": out})
				}
			}
			answer := []any{part.Chunk, inChunk, inResult}
			if full {
				answer = append(answer, map[bool]int{true: 1}[part.Part.Covers.Data()])
			}
			list = append(list, answer)
			if found, touched, err := s.FindPart(part.Chunk); err != nil || !touched || found != part.Position {
				t.Errorf("the part of chunk %v is %d, %t, %v, not %d", part.Chunk, found, touched, err, part.Position)
			}
		}
		sameJSON(t, list, a.Proj)
	}
}

// runCoordinate asks for points, of which sel has a list an axis. A piece is [chunk, [withins of an axis, ...], positions].
func (a asked) runCoordinate(t *testing.T, g *zrg.Grid) {
	var points []int64
	for _, axis := range a.Sel {
		points = append(points, signed(t, axis)...)
	}
	count := len(a.Sel[0].([]any))
	s, err := g.SelectPoints(count, zrg.Columns(count), points, 0)
	must(t, err)
	defer s.Close()
	equal(t, "shape", s.Shape(), u(uint64(count)))
	for _, size := range []int{1, 3, 64} {
		list := []any{}
		for _, part := range pieces(t, s.Parts(size)) {
			withins, positions := []any{}, u()
			for axis, p := range part.Projections {
				within, out, err := s.Entries(axis, p)
				must(t, err)
				withins, positions = append(withins, within), out
			}
			list = append(list, []any{part.Chunk, withins, positions})
		}
		sameJSON(t, list, a.Proj)
	}
}

func read(t *testing.T, sel any) selector {
	t.Helper()
	switch sel := sel.(type) {
	case json.Number:
		return selector{slice: zrg.Slice{Start: number(t, sel), Count: 1, Step: 1}, dropped: true}
	case []any:
		start, stop, step := number(t, sel[0]), number(t, sel[1]), number(t, sel[2])
		slice := zrg.Slice{Start: start, Step: math.MaxInt64} // steps over any axis, as a larger one would
		if step < math.MaxInt64 {
			slice.Step = int64(step)
		}
		if start < stop {
			slice.Count = (stop-start-1)/step + 1
		}
		return selector{slice: slice, step: sel[2]}
	case map[string]any:
		if list, ok := sel["i"]; ok {
			return selector{indices: append([]int64{}, signed(t, list)...)}
		}
		mask := []byte{}
		for _, bit := range numbers(t, sel["m"]) {
			mask = append(mask, byte(bit))
		}
		return selector{mask: mask}
	}
	t.Fatalf("%v is no selector", sel)
	return selector{}
}

func number(t *testing.T, value any) uint64 {
	t.Helper()
	n, err := strconv.ParseUint(value.(json.Number).String(), 10, 64)
	must(t, err)
	return n
}

func numbers(t *testing.T, list any) []uint64 {
	t.Helper()
	all := u()
	for _, value := range list.([]any) {
		all = append(all, number(t, value))
	}
	return all
}

func signed(t *testing.T, list any) []int64 {
	t.Helper()
	all := []int64{}
	for _, value := range list.([]any) {
		n, err := value.(json.Number).Int64()
		must(t, err)
		all = append(all, n)
	}
	return all
}

// bound is a bound as Python has it. One past 64 bits is as good as the last that fits.
func bound(t *testing.T, value any) int64 {
	t.Helper()
	if value == nil {
		return zrg.Omitted
	}
	text := value.(json.Number).String()
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil && !strings.Contains(err.Error(), "out of range") {
		t.Fatal(err)
	}
	if n == zrg.Omitted {
		n++
	}
	return n
}

func sameJSON(t *testing.T, got any, want json.RawMessage) {
	t.Helper()
	text, err := json.Marshal(got)
	must(t, err)
	var compact bytes.Buffer
	must(t, json.Compact(&compact, want))
	if !bytes.Equal(text, compact.Bytes()) {
		t.Errorf("the pieces are %s, not %s", text, compact.Bytes())
	}
}
