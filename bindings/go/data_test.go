// SPDX-License-Identifier: MIT OR Apache-2.0

package zrg_test

import (
	"bytes"
	"testing"

	"zrg"
)

// fill is what nothing has written to.
const fill = 0xee

func filled(size int) []byte {
	return bytes.Repeat([]byte{fill}, size)
}

func TestReadPart(t *testing.T) {
	g := lists(t, "2,[1,2]", 2, 3)
	s := selection(t, g, zrg.Slice{Count: 2, Step: 1}, zrg.Slice{Start: 2, Count: 2, Step: -1}) // columns 2 and 1
	chunk := []byte{10, 11, 20, 21}
	out := filled(4)
	must(t, s.ReadPart(0, 1, zrg.Memory{Bytes: chunk}, zrg.Memory{Bytes: out}))
	equal(t, "the result", out, []byte{11, 10, 21, 20})

	numbers := make([]float32, 4)
	must(t, s.ReadPart(0, 4, zrg.Memory{Bytes: zrg.BytesOf([]float32{10, 11, 20, 21})}, zrg.Memory{Bytes: zrg.BytesOf(numbers)}))
	equal(t, "the result", numbers, []float32{11, 10, 21, 20})

	wide := filled(9) // the result turned around, in every second byte
	must(t, s.ReadPart(0, 1, zrg.Memory{Bytes: chunk}, zrg.Memory{Bytes: wide, Start: 8, Strides: []int64{-4, -2}}))
	equal(t, "the result", wide, []byte{fill, fill, 20, fill, 21, fill, 10, fill, 11})

	// Bytes inside an object that has Go pointers.
	object := &struct {
		next  *int
		bytes [4]byte
	}{next: new(int)}
	must(t, s.ReadPart(0, 1, zrg.Memory{Bytes: chunk}, zrg.Memory{Bytes: object.bytes[:]}))
	equal(t, "the result", object.bytes, [4]byte{11, 10, 21, 20})

	fresh := filled(4)
	to := zrg.Memory{Bytes: fresh}
	refused(t, "no such part", s.ReadPart(1, 1, zrg.Memory{Bytes: chunk}, to), zrg.ErrBounds, "value=1 limit=1")
	refused(t, "elements of 0 bytes", s.ReadPart(0, 0, zrg.Memory{Bytes: chunk}, to), zrg.ErrArgument, "value=0")
	refused(t, "elements below 0", s.ReadPart(0, -1, zrg.Memory{Bytes: chunk}, to), zrg.ErrArgument, "")
	refused(t, "a short chunk", s.ReadPart(0, 1, zrg.Memory{Bytes: chunk[:3]}, to), zrg.ErrCapacity, "value=3 limit=4")
	refused(t, "no chunk", s.ReadPart(0, 1, zrg.Memory{}, to), zrg.ErrCapacity, "value=0 limit=4")
	refused(t, "no result", s.ReadPart(0, 1, zrg.Memory{Bytes: chunk}, zrg.Memory{}), zrg.ErrCapacity, "value=0 limit=4")
	refused(t, "a long chunk", s.ReadPart(0, 1, zrg.Memory{Bytes: make([]byte, 5)}, to), zrg.ErrArgument, "value=5 limit=4")
	refused(t, "one stride", s.ReadPart(0, 1, zrg.Memory{Bytes: chunk, Strides: []int64{1}}, to), zrg.ErrRank, "value=1 limit=2")
	refused(t, "no strides", s.ReadPart(0, 1, zrg.Memory{Bytes: chunk}, zrg.Memory{Bytes: fresh, Strides: []int64{}}), zrg.ErrRank,
		"value=0 limit=2")
	refused(t, "strides that leave the memory", s.ReadPart(0, 1, zrg.Memory{Bytes: chunk}, zrg.Memory{Bytes: fresh, Strides: []int64{3, 1}}),
		zrg.ErrBounds, "value=4 limit=4")
	refused(t, "a start below 0", s.ReadPart(0, 1, zrg.Memory{Bytes: chunk}, zrg.Memory{Bytes: fresh, Start: -1, Strides: []int64{2, 1}}),
		zrg.ErrBounds, "limit=4")
	refused(t, "one memory twice", s.ReadPart(0, 1, to, to), zrg.ErrArgument, "")
	equal(t, "the result of what is refused", fresh, filled(4))
}

func TestFillPart(t *testing.T) {
	g := lists(t, "2,[1,2]", 2, 3)
	s := selection(t, g, zrg.All(g.Shape())...)
	out := filled(12)
	must(t, s.FillPart(1, []byte{1, 2}, zrg.Memory{Bytes: out}))
	equal(t, "the result", out, []byte{fill, fill, 1, 2, 1, 2, fill, fill, 1, 2, 1, 2})
	refused(t, "no fill value", s.FillPart(1, nil, zrg.Memory{Bytes: out}), zrg.ErrArgument, "value=0")

	none := selection(t, lists(t, ""))
	out = filled(2)
	must(t, none.FillPart(0, []byte{1, 2}, zrg.Memory{Bytes: out}))
	equal(t, "the result", out, []byte{1, 2})
	// Strides of no axes are strides all the same: the sizes need not be exact.
	out = filled(3)
	must(t, none.FillPart(0, []byte{1}, zrg.Memory{Bytes: out, Start: 1, Strides: []int64{}}))
	equal(t, "the result", out, []byte{fill, 1, fill})
	refused(t, "a long result", none.FillPart(0, []byte{1}, zrg.Memory{Bytes: out}), zrg.ErrArgument, "value=3 limit=1")
}

func TestWritePart(t *testing.T) {
	g := lists(t, "2,[1,2]", 2, 3)
	s := selection(t, g, zrg.Slice{Start: 1, Count: 1, Step: 1}, zrg.Slice{Start: 2, Count: 2, Step: -1})
	chunk := filled(4)
	must(t, s.WritePart(0, 1, zrg.Memory{Bytes: chunk}, zrg.Memory{Bytes: []byte{7, 8}}))
	equal(t, "the chunk", chunk, []byte{fill, fill, 8, 7})
	in := zrg.Memory{Bytes: []byte{7, 8}}
	refused(t, "no such part", s.WritePart(1, 1, zrg.Memory{Bytes: chunk}, in), zrg.ErrBounds, "value=1 limit=1")
	refused(t, "a short chunk", s.WritePart(0, 1, zrg.Memory{Bytes: chunk[:1]}, in), zrg.ErrCapacity, "value=1 limit=4")
	refused(t, "three strides", s.WritePart(0, 1, zrg.Memory{Bytes: chunk}, zrg.Memory{Bytes: in.Bytes, Strides: []int64{1, 1, 1}}),
		zrg.ErrRank, "value=3 limit=2")
}

func TestBytesOf(t *testing.T) {
	equal(t, "the bytes of booleans", zrg.BytesOf([]bool{true, false}), []byte{1, 0})
	equal(t, "the bytes of nothing", len(zrg.BytesOf([]complex128{})), 0)
	numbers := []uint16{0, 0}
	copy(zrg.BytesOf(numbers)[2:], []byte{0x11, 0x11})
	equal(t, "numbers written as bytes", numbers, []uint16{0, 0x1111})
}
