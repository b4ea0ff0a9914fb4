// SPDX-License-Identifier: MIT OR Apache-2.0

package zrg_test

import (
	"encoding/json"
	"io"
	"strings"
	"testing"

	"zrg"
)

var _ io.Closer = (*zrg.Grid)(nil)
var _ io.Closer = (*zrg.Selection)(nil)
var _ json.Marshaler = (*zrg.Grid)(nil)

func TestGridFromJSON(t *testing.T) {
	g := grid(t, diagram, 26, 38)
	equal(t, "Rank", g.Rank(), 2)
	equal(t, "Shape", g.Shape(), u(26, 38))
	g.Shape()[0] = 99
	equal(t, "Shape, after its answer was changed", g.Shape(), u(26, 38))

	none := lists(t, "")
	equal(t, "the rank of no axes", none.Rank(), 0)
	equal(t, "the shape of no axes", none.Shape(), u())
	none = grid(t, `{"name":"rectilinear","configuration":{"kind":"inline","chunk_shapes":[]}}`)
	equal(t, "the rank of no axes", none.Rank(), 0)

	for _, c := range []struct {
		what, text string
		shape      []uint64
		options    *zrg.ReadOptions
		code       zrg.Code
		fields     string
	}{
		{"no text", "", u(), nil, zrg.ErrJSON, "byte=0"},
		{"half a text", diagram[:20], u(26, 38), nil, zrg.ErrJSON, "byte=20"},
		{"a member twice", `{"name":"regular","name":"regular"}`, u(), nil, zrg.ErrDuplicate, "byte=25"},
		{"a list", `[]`, u(), nil, zrg.ErrStructure, "byte=0"},
		{"an edge of 0", strings.Replace(diagram, "10", "0", 1), u(26, 38), nil, zrg.ErrValue,
			"axis=0 entry=1 byte=75 value=0 limit=1"},
		{"too few edges", diagram, u(27, 38), nil, zrg.ErrCover, "axis=0 byte=71 value=26 limit=27"},
		{"a name", `{"name":"triangular","configuration":{}}`, u(), nil, zrg.ErrUnsupported, "byte=8"},
		{"three axes", diagram, u(26, 38, 1), nil, zrg.ErrRank, "byte=70 value=2 limit=3"},
		{"an extent past 63 bits", diagram, u(26, 1<<63), nil, zrg.ErrRange, "axis=1 value=9223372036854775808 limit=9223372036854775807"},
		{"65 axes", diagram, make([]uint64, 65), nil, zrg.ErrLimit, "value=65 limit=64"},
		{"too many runs", diagram, u(26, 38), &zrg.ReadOptions{MaxRuns: 3}, zrg.ErrLimit, "axis=1 entry=1 byte=83 value=4 limit=3"},
		{"too much text", diagram, u(26, 38), &zrg.ReadOptions{MaxText: 5}, zrg.ErrLimit, "value=89 limit=5"},
	} {
		g, err := zrg.GridFromJSON([]byte(c.text), c.shape, c.options)
		refused(t, c.what, err, c.code, c.fields)
		if g != nil {
			t.Errorf("%s: there is a grid", c.what)
		}
	}
}

func TestReadOptions(t *testing.T) {
	extra := strings.Replace(diagram, `"kind"`, `"more":1,"kind"`, 1)
	_, err := zrg.GridFromJSON([]byte(extra), u(26, 38), &zrg.ReadOptions{})
	refused(t, "an unknown member", err, zrg.ErrUnsupported, "byte=46")
	g, err := zrg.GridFromJSON([]byte(extra), u(26, 38), &zrg.ReadOptions{AnyMember: true, MaxRuns: 4, MaxText: 1000})
	must(t, err)
	g.Close()

	zero := `{"name":"regular","configuration":{"chunk_shape":[0]}}`
	_, err = zrg.GridFromJSON([]byte(zero), u(0), &zrg.ReadOptions{AnyMember: true})
	refused(t, "an edge of 0", err, zrg.ErrValue, "axis=0 byte=50 value=0 limit=1")
	g, err = zrg.GridFromJSON([]byte(zero), u(0), &zrg.ReadOptions{Repair: true})
	must(t, err)
	g.Close()
}

const document = `{"zarr_format":3,"node_type":"array","shape":[26,38],"data_type":"int8","fill_value":0,"codecs":[],
 "chunk_key_encoding":{"name":"v2"},"chunk_grid":` + diagram + `}`

func TestGridFromArrayJSON(t *testing.T) {
	g, keys, err := zrg.GridFromArrayJSON([]byte(document), nil)
	must(t, err)
	defer g.Close()
	equal(t, "Shape", g.Shape(), u(26, 38))
	equal(t, "the keys", keys, zrg.KeyEncoding{Name: zrg.KeyV2, Separator: '.'})

	strange := []byte(strings.Replace(document, "v2", "v7", 1))
	g, keys, err = zrg.GridFromArrayJSON(strange, nil)
	refused(t, "an unknown key encoding", err, zrg.ErrUnsupported, "byte=130")
	if g != nil {
		t.Error("there is a grid")
	}
	equal(t, "the keys", keys, zrg.KeyEncoding{})
	g, keys, err = zrg.GridFromArrayJSON(strange, &zrg.ReadOptions{AnyKeys: true})
	must(t, err)
	g.Close()
	equal(t, "the keys", keys, zrg.KeyEncoding{})

	_, _, err = zrg.GridFromArrayJSON([]byte(strings.Replace(document, "3", "2", 1)), nil)
	refused(t, "another format", err, zrg.ErrUnsupported, "byte=15 value=2 limit=3")
}

func TestValidate(t *testing.T) {
	good, err := zrg.ValidateJSON([]byte(diagram), u(26, 38), nil)
	must(t, err)
	equal(t, "problems of what is right", len(good), 0)

	bad, err := zrg.ValidateJSON([]byte(strings.NewReplacer("10", "0", "14", "-1").Replace(diagram)), u(26, 38), nil)
	must(t, err)
	if len(bad) < 2 {
		t.Fatalf("only %d problems", len(bad))
	}
	refused(t, "the first problem", bad[0], zrg.ErrValue, "axis=0 entry=1 byte=75 value=0 limit=1")
	_, err = zrg.GridFromJSON([]byte(strings.NewReplacer("10", "0", "14", "-1").Replace(diagram)), u(26, 38), nil)
	equal(t, "the reader's problem", err, bad[0])

	many := `{"name":"rectilinear","configuration":{"kind":"inline","chunk_shapes":[[1` + strings.Repeat(",0", 20) + `]]}}`
	bad, err = zrg.ValidateJSON([]byte(many), u(1), nil)
	must(t, err)
	equal(t, "the number of problems", len(bad), 20)
	for i, problem := range bad {
		equal(t, "the element", problem.Entry, uint64(i+1))
	}

	repaired, err := zrg.ValidateJSON([]byte(`{"name":"regular","configuration":{"chunk_shape":[0]}}`), u(0),
		&zrg.ReadOptions{Repair: true})
	must(t, err)
	if len(repaired) != 1 || repaired[0].Code != 0 {
		t.Errorf("what is repaired is listed as %v", repaired)
	}

	_, err = zrg.ValidateJSON([]byte(diagram), u(1<<63, 1), nil)
	refused(t, "an extent past 63 bits", err, zrg.ErrRange, "axis=0 value=9223372036854775808 limit=9223372036854775807")

	bad, err = zrg.ValidateArrayJSON([]byte(strings.Replace(document, "v2", "v7", 1)), nil)
	must(t, err)
	if len(bad) != 1 {
		t.Fatalf("%d problems", len(bad))
	}
	refused(t, "the problem of a document", bad[0], zrg.ErrUnsupported, "byte=130")
}

func TestGridJSON(t *testing.T) {
	g := lists(t, "[4,4,4,2],6", 14, 12)
	for form, want := range map[zrg.Form]string{
		zrg.FormAsRead:      `{"name":"rectilinear","configuration":{"kind":"inline","chunk_shapes":[[[4,3],2],6]}}`,
		zrg.FormRectilinear: `{"name":"rectilinear","configuration":{"kind":"inline","chunk_shapes":[[[4,3],2],6]}}`,
	} {
		text, err := g.JSON(form)
		must(t, err)
		equal(t, "JSON", string(text), want)
	}
	_, err := g.JSON(zrg.FormRegular)
	refused(t, "JSON of what is not regular", err, zrg.ErrNotRegular, "axis=0 value=4 limit=2")
	_, err = g.JSON(7)
	refused(t, "an unknown form", err, zrg.ErrArgument, "value=7")

	text, err := json.Marshal(map[string]any{"chunk_grid": grid(t, diagram, 26, 38)})
	must(t, err)
	equal(t, "json.Marshal", string(text), `{"chunk_grid":`+diagram+`}`)

	long := make([]uint64, 1000) // outgrows the first memory
	sum := uint64(0)
	for i := range long {
		long[i] = uint64(i%2) + 1
		sum += long[i]
	}
	g, err = zrg.GridFromEdges(u(sum), [][]uint64{long})
	must(t, err)
	defer g.Close()
	text, err = g.JSON(zrg.FormAsRead)
	must(t, err)
	same, err := zrg.GridFromJSON(text, u(sum), nil)
	must(t, err)
	defer same.Close()
	equal(t, "edges read back", all(t, same.Edges(0, 0)), long)
}

func TestGridFromLists(t *testing.T) {
	g, err := zrg.GridFromEdges(u(26, 38), [][]uint64{{16, 10}, {24, 14}})
	must(t, err)
	defer g.Close()
	text, err := g.JSON(zrg.FormAsRead)
	must(t, err)
	equal(t, "JSON", string(text), diagram)

	runs, err := zrg.GridFromRuns(u(26, 38), [][]zrg.Run{{{16, 1}, {10, 1}}, {{24, 1}, {14, 1}}})
	must(t, err)
	defer runs.Close()
	text, err = runs.JSON(zrg.FormAsRead)
	must(t, err)
	equal(t, "JSON", string(text), diagram)

	none, err := zrg.GridFromEdges(nil, nil)
	must(t, err)
	defer none.Close()
	equal(t, "the rank", none.Rank(), 0)

	_, err = zrg.GridFromEdges(u(26), [][]uint64{{16}, {10}})
	refused(t, "more lists than axes", err, zrg.ErrRank, "value=2 limit=1")
	_, err = zrg.GridFromEdges(u(26, 38), [][]uint64{{26}, nil})
	refused(t, "no edge", err, zrg.ErrValue, "axis=1")
	_, err = zrg.GridFromEdges(u(26, 38), [][]uint64{{26}, {0}})
	refused(t, "an edge of 0", err, zrg.ErrValue, "axis=1 entry=0 value=0 limit=1")
	_, err = zrg.GridFromEdges(u(26, 38), [][]uint64{{26}, {37}})
	refused(t, "too few edges", err, zrg.ErrCover, "axis=1 value=37 limit=38")
	_, err = zrg.GridFromRuns(u(26), nil)
	refused(t, "fewer lists than axes", err, zrg.ErrRank, "value=0 limit=1")
	_, err = zrg.GridFromRuns(u(26), [][]zrg.Run{{{1 << 63, 2}}})
	refused(t, "a sum past 64 bits", err, zrg.ErrRange, "axis=0 entry=0")
}

func TestGridFromChunkShape(t *testing.T) {
	g, err := zrg.GridFromChunkShape(u(10, 7), u(4, 7), 0)
	must(t, err)
	defer g.Close()
	text, err := g.JSON(zrg.FormRegular)
	must(t, err)
	equal(t, "JSON", string(text), `{"name":"regular","configuration":{"chunk_shape":[4,7]}}`)
	exact, err := zrg.GridFromChunkShape(u(10, 7), u(4, 7), zrg.ExactTail)
	must(t, err)
	defer exact.Close()
	equal(t, "edges", all(t, exact.Edges(0, 0)), u(4, 4, 2))

	_, err = zrg.GridFromChunkShape(u(10), u(4, 7), 0)
	refused(t, "two edges for one axis", err, zrg.ErrRank, "value=2 limit=1")
	_, err = zrg.GridFromChunkShape(u(10), u(4), 2)
	refused(t, "an unknown flag", err, zrg.ErrArgument, "value=2")
	_, err = zrg.GridFromChunkShape(u(10), u(0), 0)
	refused(t, "an edge of 0", err, zrg.ErrValue, "axis=0 value=0 limit=1")
}

func TestChunkCounts(t *testing.T) {
	declared, data, err := lists(t, "[4,4,4],5", 6, 11).ChunkCounts()
	must(t, err)
	equal(t, "declared", declared, u(3, 3))
	equal(t, "data", data, u(2, 3))
}

func TestGridClose(t *testing.T) {
	g := grid(t, diagram, 26, 38)
	same, err := g.Clone()
	must(t, err)
	defer same.Close()
	s, err := g.Select(zrg.All(g.Shape())...)
	must(t, err)
	defer s.Close()
	for i := 0; i < 3; i++ {
		must(t, g.Close())
	}
	equal(t, "the rank of a closed grid", g.Rank(), 2)
	equal(t, "the shape of a closed grid", g.Shape(), u(26, 38))
	_, err = g.Clone()
	closed(t, "Clone", err)
	_, err = g.JSON(zrg.FormAsRead)
	closed(t, "JSON", err)
	_, _, err = g.ChunkCounts()
	closed(t, "ChunkCounts", err)
	_, _, err = g.Locate(u(0, 0))
	closed(t, "Locate", err)
	closed(t, "LocateMany", g.LocateMany(1, zrg.Rows(2), u(0, 0), nil, nil))
	_, _, _, err = g.Chunk(u(0, 0))
	closed(t, "Chunk", err)
	closed(t, "ChunkMany", g.ChunkMany(1, u(0, 0), nil, nil, nil))
	_, err = g.ChunkNumber(u(0, 0))
	closed(t, "ChunkNumber", err)
	_, err = g.ChunkAtNumber(0)
	closed(t, "ChunkAtNumber", err)
	_, _, err = g.BoxToChunks(u(0, 0), u(1, 1))
	closed(t, "BoxToChunks", err)
	_, _, _, err = g.ChunksToBox(u(0, 0), u(1, 1))
	closed(t, "ChunksToBox", err)
	_, err = g.AxisLocate(0, 0)
	closed(t, "AxisLocate", err)
	equal(t, "the form of a closed grid", g.Form(), zrg.Form(0))
	_, _, err = g.AxisForm(0)
	closed(t, "AxisForm", err)
	runs := g.Runs(0, 0)
	if runs.Next() {
		t.Error("there are runs")
	}
	closed(t, "Runs", runs.Err())
	_, err = g.Select(zrg.All(g.Shape())...)
	closed(t, "Select", err)
	_, err = g.SelectPoints(0, zrg.Rows(2), nil, 0)
	closed(t, "SelectPoints", err)
	_, err = g.SelectMask(nil)
	closed(t, "SelectMask", err)

	chunk, _, err := same.Locate(u(20, 15))
	must(t, err)
	equal(t, "the chunk that a clone finds", chunk, u(1, 0))
	parts, err := s.PartCount()
	must(t, err)
	equal(t, "the parts of a selection whose grid is closed", parts, uint64(4))

	var nobody zrg.Grid
	must(t, nobody.Close())
	_, _, err = nobody.Locate(nil)
	closed(t, "Locate", err)
}
