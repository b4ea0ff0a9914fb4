// SPDX-License-Identifier: MIT OR Apache-2.0

package zrg

// DefaultPage is the page size of an iterator where 0 is asked for.
const DefaultPage = 256

// An Iterator goes through a long answer that the library gives by page:
//
//	runs := grid.Runs(0, 0)
//	for runs.Next() {
//		run := runs.Value()
//		…
//	}
//	if err := runs.Err(); err != nil { … }
//
// It belongs to one goroutine, and needs no closing.
type Iterator[T any] struct {
	read func(at uint64, page []T) (n int, next uint64, err error)
	at   uint64 // where the next page starts
	room []T
	page []T // what is left of the page; its first entry is the value
	err  error
}

// iterate starts an iterator. Of a page that starts at a place, read says how many entries it has and where the next starts.
func iterate[T any](at uint64, pageSize int, read func(at uint64, page []T) (int, uint64, error)) *Iterator[T] {
	return &Iterator[T]{read: read, at: at, room: make([]T, roomFor(pageSize))}
}

func roomFor(pageSize int) int {
	if pageSize <= 0 {
		return DefaultPage
	}
	return pageSize
}

// Next goes on to the next value. It is false at the end, and after an error.
func (it *Iterator[T]) Next() bool {
	if it.err != nil {
		return false
	}
	if len(it.page) > 1 {
		it.page = it.page[1:]
		return true
	}
	var n int
	n, it.at, it.err = it.read(it.at, it.room)
	it.page = it.room[:n]
	return n > 0
}

// Value is what Next went on to.
func (it *Iterator[T]) Value() T {
	return it.page[0]
}

// Err is the error that ended the iteration, or nil.
func (it *Iterator[T]) Err() error {
	return it.err
}
