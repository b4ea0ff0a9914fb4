// SPDX-License-Identifier: MIT OR Apache-2.0

package zrg_test

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"zrg"
)

const fixtures = "../../tests/fixtures"

// An array is what a reader needs beside the grid.
type array struct {
	folder     string
	grid       *zrg.Grid
	keys       zrg.KeyEncoding
	size       int    // bytes of an element
	fill       []byte // one element
	innerShape []uint64
}

// open reads zarr.json: the library the grid and the keys, this function the rest.
func open(t *testing.T, folder string) *array {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, "zarr.json"))
	must(t, err)
	a := &array{folder: folder}
	a.grid, a.keys, err = zrg.GridFromArrayJSON(text, nil)
	must(t, err)
	t.Cleanup(func() { a.grid.Close() })
	var document struct {
		DataType  string `json:"data_type"`
		FillValue any    `json:"fill_value"`
		Codecs    []struct {
			Name          string
			Configuration struct {
				ChunkShape []uint64 `json:"chunk_shape"`
			}
		}
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	must(t, decoder.Decode(&document))
	a.fill = element(t, document.DataType, document.FillValue)
	a.size = len(a.fill)
	a.innerShape = document.Codecs[0].Configuration.ChunkShape
	return a
}

// element is a value in little-endian bytes.
func element(t *testing.T, dataType string, value any) []byte {
	t.Helper()
	float := func(value any) float64 {
		if number, ok := value.(json.Number); ok {
			f, err := number.Float64()
			must(t, err)
			return f
		}
		return map[string]float64{"NaN": math.NaN(), "Infinity": math.Inf(1), "-Infinity": math.Inf(-1)}[value.(string)]
	}
	integer := func() int64 {
		n, err := value.(json.Number).Int64()
		must(t, err)
		return n
	}
	var buffer bytes.Buffer
	put := func(number any) []byte {
		must(t, binary.Write(&buffer, binary.LittleEndian, number))
		return buffer.Bytes()
	}
	switch dataType {
	case "bool":
		return put(value.(bool))
	case "int16":
		return put(int16(integer()))
	case "uint16":
		return put(uint16(integer()))
	case "int32":
		return put(int32(integer()))
	case "int64":
		return put(integer())
	case "uint64":
		return put(uint64(integer()))
	case "float32":
		return put(float32(float(value)))
	case "float64":
		return put(float(value))
	case "complex64":
		pair := value.([]any)
		put(float32(float(pair[0])))
		return put(float32(float(pair[1])))
	}
	t.Fatalf("the data type %s is not one this test reads", dataType)
	return nil
}

// read gathers what a selection selects.
func (a *array) read(t *testing.T, s *zrg.Selection) []byte {
	t.Helper()
	elements := 1
	for _, extent := range s.Shape() {
		elements *= int(extent)
	}
	out := zrg.Memory{Bytes: bytes.Repeat([]byte{fill}, elements*a.size)}
	parts := s.Parts(7)
	for parts.Next() {
		key, err := a.keys.Key(parts.Chunk())
		must(t, err)
		chunk, err := os.ReadFile(filepath.Join(a.folder, key))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			must(t, s.FillPart(parts.Position(), a.fill, out))
		case err != nil:
			t.Fatal(err)
		case a.innerShape != nil:
			a.readShard(t, s, parts, chunk, out)
		default:
			must(t, s.ReadPart(parts.Position(), a.size, zrg.Memory{Bytes: chunk}, out))
		}
	}
	must(t, parts.Err())
	return out.Bytes
}

// readShard reads the inner chunks of a part, which the index at the end of the shard finds.
func (a *array) readShard(t *testing.T, s *zrg.Selection, shards *zrg.PartIterator, shard []byte, out zrg.Memory) {
	t.Helper()
	inner, err := s.Inner(shards.Position(), a.innerShape)
	must(t, err)
	defer inner.Close()
	grid, err := inner.Grid()
	must(t, err)
	defer grid.Close()
	declared, _, err := grid.ChunkCounts()
	must(t, err)
	slots, innerSize := 1, a.size
	for axis, count := range declared {
		slots *= int(count)
		innerSize *= int(a.innerShape[axis])
	}
	index := shard[len(shard)-16*slots-4:]
	sum := crc32.Checksum(index[:16*slots], crc32.MakeTable(crc32.Castagnoli))
	equal(t, "the checksum of the index", binary.LittleEndian.Uint32(index[16*slots:]), sum)

	parts := inner.Parts(0)
	for parts.Next() {
		slot := index[16*parts.Part().ChunkNumber:]
		offset, size := binary.LittleEndian.Uint64(slot), binary.LittleEndian.Uint64(slot[8:])
		if offset == math.MaxUint64 && size == math.MaxUint64 {
			must(t, inner.FillPart(parts.Position(), a.fill, out))
			continue
		}
		equal(t, "the bytes of an inner chunk", size, uint64(innerSize))
		must(t, inner.ReadPart(parts.Position(), a.size, zrg.Memory{Bytes: shard[offset : offset+size]}, out))
	}
	must(t, parts.Err())
}

// An answer is what NAME.json says of an array.
type answer struct {
	GridShape     []uint64 `json:"grid_shape"`
	DataGridShape []uint64 `json:"data_grid_shape"`
	Array         result
	Slices        []struct {
		Sel   [][3]uint64
		Shape []uint64
		result
	}
	Points []struct {
		Index, Chunk, Within []uint64
		Key                  string
		Stored               bool
		Hex                  string
	}
}

type result struct {
	CRC32 uint32
	Hex   *string
}

func (want result) check(t *testing.T, what string, got []byte) {
	t.Helper()
	equal(t, what+": the checksum", crc32.ChecksumIEEE(got), want.CRC32)
	if want.Hex != nil {
		equal(t, what+": the bytes", hex.EncodeToString(got), *want.Hex)
	}
}

// The tour that examples_c/read_window takes: each window of each array, in every way that a caller may ask for it.
func TestFixtures(t *testing.T) {
	folders, err := filepath.Glob(fixtures + "/*.zarr")
	must(t, err)
	sort.Strings(folders)
	equal(t, "the number of arrays", len(folders), 15)
	windows := 0
	for _, folder := range folders {
		t.Run(strings.TrimSuffix(filepath.Base(folder), ".zarr"), func(t *testing.T) {
			a := open(t, folder)
			text, err := os.ReadFile(strings.TrimSuffix(folder, ".zarr") + ".json")
			must(t, err)
			var want answer
			must(t, json.Unmarshal(text, &want))
			declared, data, err := a.grid.ChunkCounts()
			must(t, err)
			equal(t, "grid_shape", declared, want.GridShape)
			equal(t, "data_grid_shape", data, want.DataGridShape)

			whole := a.read(t, selection(t, a.grid, zrg.All(a.grid.Shape())...))
			want.Array.check(t, "the array", whole)
			a.rewrite(t, whole)
			for _, window := range want.Slices {
				a.readWindow(t, window.Sel, window.Shape, window.result)
				windows++
			}
			for _, point := range want.Points {
				chunk, within, err := a.grid.Locate(point.Index)
				must(t, err)
				equal(t, "chunk", chunk, point.Chunk)
				equal(t, "within", within, point.Within)
				key, err := a.keys.Key(chunk)
				must(t, err)
				equal(t, "key", key, point.Key)
				_, err = os.Stat(filepath.Join(folder, key))
				equal(t, "stored", err == nil, point.Stored)
				index := make([]int64, a.grid.Rank())
				for axis, at := range point.Index {
					index[axis] = int64(at)
				}
				s, err := a.grid.SelectPoints(1, zrg.Rows(len(index)), index, 0)
				must(t, err)
				equal(t, "the element", hex.EncodeToString(a.read(t, s)), point.Hex)
				s.Close()
			}
		})
	}
	equal(t, "the number of windows", windows, 300)
}

func (a *array) readWindow(t *testing.T, sel [][3]uint64, shape []uint64, want result) {
	what := fmt.Sprint(sel)
	slices := make([]zrg.Slice, len(sel))
	for axis, s := range sel {
		slice, err := zrg.SliceFromBounds(a.grid.Shape()[axis], int64(s[0]), int64(s[1]), int64(s[2]))
		must(t, err)
		slices[axis] = slice
	}
	s := selection(t, a.grid, slices...)
	equal(t, what+": the shape", s.Shape(), shape)
	bySlices := a.read(t, s)
	want.check(t, what, bySlices)

	lists, masks := s, s
	for axis, slice := range slices {
		indices, mask := make([]int64, slice.Count), make([]bool, a.grid.Shape()[axis])
		for i := range indices {
			indices[i] = int64(slice.Start) + int64(i)*slice.Step
			mask[indices[i]] = true
		}
		var err error
		lists, err = lists.WithIndices(axis, indices, 0)
		must(t, err)
		masks, err = masks.WithMask(axis, zrg.BytesOf(mask))
		must(t, err)
	}
	want.check(t, what+" as lists", a.read(t, lists))
	want.check(t, what+" as masks", a.read(t, masks))

	// Segments say byte by byte what ReadPart moves.
	out := make([]byte, len(bySlices))
	parts := s.Parts(0)
	for parts.Next() && a.innerShape == nil {
		key, err := a.keys.Key(parts.Chunk())
		must(t, err)
		chunk, err := os.ReadFile(filepath.Join(a.folder, key))
		if err != nil {
			chunk = bytes.Repeat(a.fill, int(parts.Part().Decoded))
		}
		moved := uint64(0)
		for _, segment := range all(t, s.Segments(parts.Position(), 5)) {
			size := uint64(a.size)
			copy(out[segment.Out*size:(segment.Out+segment.Count)*size], chunk[segment.Within*size:])
			moved += segment.Count
		}
		equal(t, what+": elements in segments", moved, parts.Part().Elements)
	}
	must(t, parts.Err())
	if a.innerShape == nil {
		equal(t, what+" by segments", out, bySlices)
	}
}

// rewrite writes the whole array into new chunks, two shares of them, and reads it back from these.
func (a *array) rewrite(t *testing.T, whole []byte) {
	t.Helper()
	s := selection(t, a.grid, zrg.All(a.grid.Shape())...)
	bounds, err := s.Split(zrg.SplitByElements, 2)
	must(t, err)
	read := bytes.Repeat([]byte{fill}, len(whole))
	for share := 0; share < 2; share++ {
		parts := s.PartsBetween(bounds[share], bounds[share+1], 3)
		for parts.Next() {
			if !parts.Part().Covers.Data() {
				t.Error("a part of the whole array does not cover its chunk")
			}
			chunk := bytes.Repeat(a.fill, int(parts.Part().Decoded))
			must(t, s.WritePart(parts.Position(), a.size, zrg.Memory{Bytes: chunk}, zrg.Memory{Bytes: whole}))
			must(t, s.ReadPart(parts.Position(), a.size, zrg.Memory{Bytes: chunk}, zrg.Memory{Bytes: read}))
		}
		must(t, parts.Err())
	}
	equal(t, "the array, written and read", read, whole)
}
