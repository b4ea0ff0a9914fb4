// SPDX-License-Identifier: MIT OR Apache-2.0

package zrg

// #include <zrg/zrg.h>
import "C"

import (
	"errors"
	"strconv"
)

// None says "no such number" in every field of 64 bits: there is none, or it is 2^64 - 1 or above. (ZRG_NONE)
const None uint64 = C.ZRG_NONE

// ErrClosed is returned by methods of a Grid or Selection that was closed.
var ErrClosed = errors.New("zrg: closed")

// A Code is the status of a call. The Err constants are meant for errors.Is; later releases of the library may return others.
type Code int32

// The statuses that are failures. Those below 20 are about the call, below 40 about the machine, below 60 about the
// document, from 60 on about the grids.
const (
	ErrNull     Code = C.ZRG_ERROR_NULL     // a pointer is NULL where it may not be; this package passes none
	ErrArgument Code = C.ZRG_ERROR_ARGUMENT // a value that is never right, or memory that is written overlaps other memory
	ErrRank     Code = C.ZRG_ERROR_RANK     // a slice has another length than the grid has axes
	ErrBounds   Code = C.ZRG_ERROR_BOUNDS   // an index, chunk, part or byte lies outside
	ErrCapacity Code = C.ZRG_ERROR_CAPACITY // a slice is too short

	ErrMemory   Code = C.ZRG_ERROR_MEMORY   // memory ran out
	ErrRange    Code = C.ZRG_ERROR_RANGE    // a number passes 64 bits, or an extent MaxExtent
	ErrLimit    Code = C.ZRG_ERROR_LIMIT    // a limit of ReadOptions, or the largest rank
	ErrInternal Code = C.ZRG_ERROR_INTERNAL // a fault of the library; its handles can still be used

	ErrJSON        Code = C.ZRG_ERROR_JSON        // not JSON
	ErrDuplicate   Code = C.ZRG_ERROR_DUPLICATE   // a member stands twice in one object
	ErrStructure   Code = C.ZRG_ERROR_STRUCTURE   // a value of the wrong JSON type or shape, or a missing member
	ErrValue       Code = C.ZRG_ERROR_VALUE       // a number or list that may not stand there
	ErrCover       Code = C.ZRG_ERROR_COVER       // the edges end before the extent
	ErrUnsupported Code = C.ZRG_ERROR_UNSUPPORTED // a name, kind or member that the library does not know or refuses

	ErrNotRegular   Code = C.ZRG_ERROR_NOT_REGULAR  // not a regular grid
	ErrNotAligned   Code = C.ZRG_ERROR_NOT_ALIGNED  // boundaries that do not meet
	ErrIncompatible Code = C.ZRG_ERROR_INCOMPATIBLE // grids that do not fit together
)

// Name is the code's name in the C header: "ZRG_ERROR_BOUNDS". (zrg_status_name)
func (c Code) Name() string {
	return C.GoString(C.zrg_status_name(C.zrg_status(c)))
}

// Error says what the code means in general. What went wrong in particular is in an Error. (zrg_status_message)
func (c Code) Error() string {
	return "zrg: " + C.GoString(C.zrg_status_message(C.zrg_status(c)))
}

// An Error says what went wrong in a call. A field that says nothing is -1 (Axis) or None (the others).
type Error struct {
	Code       Code
	Axis       int    // the axis concerned, from 0
	Entry      uint64 // the position in an axis's list, or in a batch: the first point, chunk or slice that is wrong
	ByteOffset uint64 // the byte of the JSON text
	Value      uint64 // what was given; a number that does not fit is spelled in the message
	Limit      uint64 // what was allowed, in the same unit
	Message    string // one sentence, with the JSON path where there is one
}

// Error is the message.
func (e *Error) Error() string {
	return "zrg: " + e.Message
}

// Unwrap gives the code, so that errors.Is finds it.
func (e *Error) Unwrap() error {
	return e.Code
}

// errorFrom takes a problem out of C's memory.
func errorFrom(e *C.zrg_error) *Error {
	return &Error{
		Code:       Code(e.code),
		Axis:       int(e.axis),
		Entry:      uint64(e.entry),
		ByteOffset: uint64(e.byte_offset),
		Value:      uint64(e.value),
		Limit:      uint64(e.limit),
		Message:    C.GoString(&e.message[0]),
	}
}

// refusal is an error that this package finds before the library is asked.
func refusal(code Code, value, limit uint64, message string) *Error {
	return &Error{Code: code, Axis: -1, Entry: None, ByteOffset: None, Value: value, Limit: limit, Message: message}
}

// checkLength refuses a slice that has not as many entries as it must.
func checkLength(code Code, name string, got, want int) error {
	if got == want {
		return nil
	}
	message := name + " has " + strconv.Itoa(got) + " entries, not " + strconv.Itoa(want)
	return refusal(code, uint64(got), uint64(want), message)
}

// checkNotNegative refuses a number below 0, which the library would take for one near 2^64.
func checkNotNegative(code Code, name string, number int) error {
	if number >= 0 {
		return nil
	}
	return refusal(code, None, None, name+" is "+strconv.Itoa(number)+", below 0")
}

// firstOf is the first error there is.
func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
