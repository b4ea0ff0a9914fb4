// SPDX-License-Identifier: MIT OR Apache-2.0

package zrg

// #include <zrg/zrg.h>
import "C"

import "unsafe"

// A Memory is an array in memory. Its element (0, ..., 0) lies at Start in Bytes. Strides are bytes from one element to the next,
// one for each axis, of either sign or 0, and then only what a part touches must lie inside. Nil Strides mean C order,
// and then the length must be exact: Start plus all elements.
type Memory struct {
	Bytes   []byte
	Start   int64
	Strides []int64
}

// noStrides stands for strides that are given, of an array without axes. NULL would say that there are none.
var noStrides [1]int64

// stridesPointer is where C finds the strides, and NULL for C order.
func (m Memory) stridesPointer() *C.int64_t {
	if m.Strides != nil && len(m.Strides) == 0 {
		return pointer[C.int64_t](noStrides[:])
	}
	return pointer[C.int64_t](m.Strides)
}

func (m Memory) check(name string, rank int) error {
	if m.Strides == nil {
		return nil
	}
	return checkLength(ErrRank, name+".Strides", len(m.Strides), rank)
}

// noBytes is where memory of no bytes lies.
var noBytes [1]byte

// bytes never lacks a first byte: its address must stand in the call as &b[0], or cgo looks for Go pointers in all of the
// object around the bytes, which may be a struct that has some.
func (m Memory) bytes() []byte {
	if len(m.Bytes) == 0 {
		return noBytes[:]
	}
	return m.Bytes
}

// ReadPart moves the elements of a part out of its decoded chunk, an array of its declared shape, into the result, an array of
// the selection's shape. Nothing is written unless all of it lies inside; the two memories may not overlap. Several
// goroutines may read different parts into one result at once. (zrg_selection_read_part)
func (s *Selection) ReadPart(part uint64, elementSize int, chunk, out Memory) error {
	if err := s.checkMove(elementSize, chunk, "out", out); err != nil {
		return err
	}
	from, to := chunk.bytes(), out.bytes()
	return s.handle.call(func(e *C.zrg_error) C.zrg_status {
		return C.zrg_selection_read_part(s.pointer, C.uint64_t(part), C.size_t(elementSize),
			unsafe.Pointer(&from[0]), C.size_t(len(chunk.Bytes)), C.int64_t(chunk.Start), chunk.stridesPointer(),
			unsafe.Pointer(&to[0]), C.size_t(len(out.Bytes)), C.int64_t(out.Start), out.stridesPointer(), e)
	})
}

// FillPart puts one element, the fill value, wherever a part goes to in the result: what a chunk gives that is missing from the
// store. (zrg_selection_fill_part)
func (s *Selection) FillPart(part uint64, fill []byte, out Memory) error {
	if err := out.check("out", len(s.shape)); err != nil {
		return err
	}
	element, to := Memory{Bytes: fill}.bytes(), out.bytes()
	return s.handle.call(func(e *C.zrg_error) C.zrg_status {
		return C.zrg_selection_fill_part(s.pointer, C.uint64_t(part), unsafe.Pointer(&element[0]), C.size_t(len(fill)),
			unsafe.Pointer(&to[0]), C.size_t(len(out.Bytes)), C.int64_t(out.Start), out.stridesPointer(), e)
	})
}

// WritePart moves the elements of a part out of what is to be written, an array of the selection's shape, into its chunk, an
// array of its declared shape: the opposite of ReadPart. What the part does not cover stays as it is in the chunk.
// (zrg_selection_write_part)
func (s *Selection) WritePart(part uint64, elementSize int, chunk, in Memory) error {
	if err := s.checkMove(elementSize, chunk, "in", in); err != nil {
		return err
	}
	to, from := chunk.bytes(), in.bytes()
	return s.handle.call(func(e *C.zrg_error) C.zrg_status {
		return C.zrg_selection_write_part(s.pointer, C.uint64_t(part), C.size_t(elementSize),
			unsafe.Pointer(&from[0]), C.size_t(len(in.Bytes)), C.int64_t(in.Start), in.stridesPointer(),
			unsafe.Pointer(&to[0]), C.size_t(len(chunk.Bytes)), C.int64_t(chunk.Start), chunk.stridesPointer(), e)
	})
}

func (s *Selection) checkMove(elementSize int, chunk Memory, name string, result Memory) error {
	return firstOf(
		checkNotNegative(ErrArgument, "elementSize", elementSize),
		chunk.check("chunk", s.rank),
		result.check(name, len(s.shape)),
	)
}

// BytesOf is the memory of a slice of elements, in the machine's byte order; nothing is copied. It makes a []float64 the Memory
// of a result, and a []bool a mask.
func BytesOf[T bool | ~int8 | ~int16 | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~float32 | ~float64 |
	~complex64 | ~complex128](elements []T) []byte {
	if len(elements) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(&elements[0])), len(elements)*int(unsafe.Sizeof(elements[0])))
}
