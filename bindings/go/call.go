// SPDX-License-Identifier: MIT OR Apache-2.0

package zrg

// #include <zrg/zrg.h>
import "C"

import (
	"math/bits"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"unsafe"
)

// errorMemory has memory for errors. Whatever C is given the address of lives on Go's heap, where 256 bytes for each call would be
// much garbage.
var errorMemory = sync.Pool{New: func() any { return new(C.zrg_error) }}

// call makes one call of the library.
func call(f func(e *C.zrg_error) C.zrg_status) error {
	e := errorMemory.Get().(*C.zrg_error)
	defer errorMemory.Put(e)
	if f(e) == C.ZRG_OK {
		return nil
	}
	return errorFrom(e) // a call that fails writes all of it, so that nothing of an earlier one is left
}

// A handle counts the calls that use a handle of the library, so that Close may come at any time: whoever is last frees it.
// It stands by itself, so that a Grid or Selection that was copied is still one handle.
type handle struct {
	users  atomic.Int64 // calls that are running, and one more until it is closed
	closed atomic.Bool
	free   func()
}

func newHandle(free func()) *handle {
	h := &handle{free: free}
	h.users.Store(1)
	runtime.SetFinalizer(h, (*handle).close)
	return h
}

// call makes one call that uses the handle.
func (h *handle) call(f func(e *C.zrg_error) C.zrg_status) error {
	if !h.enter() {
		return ErrClosed
	}
	defer h.leave()
	return call(f)
}

func (h *handle) enter() bool {
	if h == nil { // of a Grid or Selection that nobody made
		return false
	}
	for {
		users := h.users.Load()
		if users == 0 || h.closed.Load() {
			return false
		}
		if h.users.CompareAndSwap(users, users+1) {
			return true
		}
	}
}

// leave stands behind every call. It keeps the handle reachable for as long, as runtime.KeepAlive would.
func (h *handle) leave() {
	if h.users.Add(-1) == 0 {
		h.free()
	}
}

func (h *handle) close() {
	if h != nil && !h.closed.Swap(true) {
		runtime.SetFinalizer(h, nil)
		h.leave()
	}
}

// pointer is where C finds the entries of a slice whose type is laid out as C's is: see layout.go. It is NULL for a slice
// without entries.
func pointer[To, From any](entries []From) *To {
	if len(entries) == 0 {
		return nil
	}
	return (*To)(unsafe.Pointer(&entries[0]))
}

// text lets the library write a text, into memory of a first size that it may outgrow.
func text(size int, write func(capacity C.size_t, text *C.char, length *C.size_t, e *C.zrg_error) C.zrg_status) ([]byte, error) {
	memory := make([]byte, size)
	var length C.size_t
	err := call(func(e *C.zrg_error) C.zrg_status {
		status := write(C.size_t(len(memory)), pointer[C.char](memory), &length, e)
		if status == C.ZRG_ERROR_CAPACITY {
			memory = make([]byte, int(length)+1)
			status = write(C.size_t(len(memory)), pointer[C.char](memory), &length, e)
		}
		return status
	})
	if err != nil {
		return nil, err
	}
	return memory[:length], nil
}

const maxInt = int(^uint(0) >> 1)

// product is the entries of many indices of one rank.
func product(count, rank int) (int, error) {
	if err := checkNotNegative(ErrArgument, "count", count); err != nil {
		return 0, err
	}
	high, low := bits.Mul64(uint64(count), uint64(rank))
	if high != 0 || low > uint64(maxInt) {
		return 0, refusal(ErrRange, uint64(count), None, strconv.Itoa(count)+" indices are more than a slice can hold")
	}
	return int(low), nil
}

// optional is whether a slice is as long as it must be, or not wanted.
func optional[T any](name string, entries []T, want int) error {
	if entries == nil {
		return nil
	}
	return checkLength(ErrCapacity, name, len(entries), want)
}

// cut makes as many slices of one length, in one piece of memory.
func cut(count, length int) [][]uint64 {
	memory := make([]uint64, count*length)
	slices := make([][]uint64, count)
	for i := range slices {
		slices[i] = memory[i*length : (i+1)*length : (i+1)*length]
	}
	return slices
}
