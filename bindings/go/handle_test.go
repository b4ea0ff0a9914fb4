// SPDX-License-Identifier: MIT OR Apache-2.0

package zrg

import (
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func TestHandleIsFreedByTheLastUser(t *testing.T) {
	freed := 0
	h := newHandle(func() { freed++ })
	if !h.enter() || !h.enter() {
		t.Fatal("an open handle cannot be used")
	}
	h.close()
	h.close()
	if h.enter() {
		t.Error("a closed handle can be used")
	}
	h.leave()
	if freed != 0 {
		t.Error("a handle in use was freed")
	}
	h.leave()
	h.close()
	if freed != 1 || h.enter() {
		t.Errorf("the handle was freed %d times", freed)
	}
}

// eventually collects garbage until something holds.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for i := 0; !holds(); i++ {
		if i == 1000 {
			t.Fatal(what)
		}
		runtime.GC()
		time.Sleep(time.Millisecond)
	}
}

func TestHandleIsFreedByTheCollector(t *testing.T) {
	var freed atomic.Int64
	for i := 0; i < 10; i++ {
		h := newHandle(func() { freed.Add(1) })
		if i%2 == 0 {
			h.close()
		}
	}
	eventually(t, "what is unreachable was not freed", func() bool { return freed.Load() == 10 })

	h := newHandle(func() { freed.Add(1) })
	h.enter()
	runtime.GC()
	time.Sleep(10 * time.Millisecond)
	if freed.Load() != 10 {
		t.Error("a handle in use was freed")
	}
	h.leave()
}

// watch counts when the handle of a Grid or Selection is freed. The library is still told.
func watch(h *handle, freed *atomic.Int64) {
	free := h.free
	h.free = func() {
		free()
		freed.Add(1)
	}
}

// A Grid, its copies and its selections end one by one, in any order, with and without Close.
func TestCollectorClosesGridsAndSelections(t *testing.T) {
	var freed atomic.Int64
	func() {
		for i := 0; i < 10; i++ {
			g, err := GridFromChunkShape([]uint64{1000}, []uint64{7}, 0)
			if err != nil {
				t.Fatal(err)
			}
			s, err := g.Select(All(g.Shape())...)
			if err != nil {
				t.Fatal(err)
			}
			watch(g.handle, &freed)
			watch(s.handle, &freed)
			copied := *g
			if i%2 == 0 {
				copied.Close()
			}
			if i%3 == 0 {
				s.Close()
				s.Close()
			}
		}
	}()
	eventually(t, "what is unreachable was not closed", func() bool { return freed.Load() == 20 })
}

// The collector may end a Grid as soon as its last method is entered: then it waits for the call.
func TestCollectorDuringCalls(t *testing.T) {
	done := make(chan struct{})
	var collector sync.WaitGroup
	collector.Add(1)
	go func() {
		defer collector.Done()
		for {
			select {
			case <-done:
				return
			default:
				runtime.GC()
			}
		}
	}()
	for i := 0; i < 300; i++ {
		g, err := GridFromChunkShape([]uint64{1000, 1000}, []uint64{7, 9}, 0)
		if err != nil {
			t.Fatal(err)
		}
		s, err := g.Select(All([]uint64{1000, 1000})...) // the last use of g
		if err != nil {
			t.Fatal(err)
		}
		parts := s.Parts(1000) // keeps s
		count := uint64(0)
		for parts.Next() {
			count++
		}
		if count != 143*112 || parts.Err() != nil {
			t.Fatal(count, parts.Err())
		}
	}
	close(done)
	collector.Wait()
}

// Many goroutines use one grid and one selection, and fail in ways of their own, while both are closed.
func TestConcurrentUse(t *testing.T) {
	for round := 0; round < 20; round++ {
		g, err := GridFromChunkShape([]uint64{1000, 1000}, []uint64{7, 9}, 0)
		if err != nil {
			t.Fatal(err)
		}
		s, err := g.Select(All(g.Shape())...)
		if err != nil {
			t.Fatal(err)
		}
		var freed atomic.Int64
		watch(g.handle, &freed)
		watch(s.handle, &freed)
		var started, users sync.WaitGroup
		for user := uint64(0); user < 8; user++ {
			started.Add(1)
			users.Add(1)
			go func(user uint64) {
				defer users.Done()
				var once sync.Once
				ready := func() { once.Do(started.Done) }
				defer ready()
				for i := uint64(0); ; i++ {
					index := []uint64{(i * 31) % 1000, (i*17 + user) % 1000}
					chunk, _, err := g.Locate(index)
					if err == ErrClosed {
						return
					}
					if err != nil || chunk[0] != index[0]/7 || chunk[1] != index[1]/9 {
						t.Error(index, chunk, err)
						return
					}
					var e *Error
					if _, _, err := g.Locate([]uint64{0, 1000 + user}); !errors.As(err, &e) && err != ErrClosed || e != nil && e.Value != 1000+user {
						t.Error(err)
						return
					}
					part, touched, err := s.FindPart(chunk)
					if err != ErrClosed && (err != nil || !touched || part != chunk[0]*112+chunk[1]) {
						t.Error(chunk, part, touched, err)
						return
					}
					same, err := s.Clone()
					if err == nil {
						same.Close()
					} else if err != ErrClosed {
						t.Error(err)
						return
					}
					if i == 20 {
						ready()
					}
				}
			}(user)
		}
		started.Wait()
		for _, close := range []func() error{g.Close, s.Close, g.Close, s.Close} {
			users.Add(1)
			go func(close func() error) {
				defer users.Done()
				close()
			}(close)
		}
		users.Wait()
		if freed.Load() != 2 {
			t.Errorf("%d handles were freed, not 2", freed.Load())
		}
	}
}

// Goroutines read shares of one selection into one result.
func TestConcurrentReading(t *testing.T) {
	g, err := GridFromChunkShape([]uint64{100, 100}, []uint64{7, 9}, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	s, err := g.Select(All(g.Shape())...)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	const shares = 5
	bounds, err := s.Split(SplitByElements, shares)
	if err != nil {
		t.Fatal(err)
	}
	out := make([]byte, 100*100)
	var workers sync.WaitGroup
	for w := 0; w < shares; w++ {
		workers.Add(1)
		go func(parts *PartIterator) {
			defer workers.Done()
			for parts.Next() {
				number := byte(parts.Position()%250) + 1
				if err := s.FillPart(parts.Position(), []byte{number}, Memory{Bytes: out}); err != nil {
					t.Error(err)
					return
				}
			}
			if parts.Err() != nil {
				t.Error(parts.Err())
			}
		}(s.PartsBetween(bounds[w], bounds[w+1], 4))
	}
	workers.Wait()
	for i, got := range out {
		if want := byte((i/100/7*12+i%100/9)%250) + 1; got != want {
			t.Fatalf("element %d is %d, not %d", i, got, want)
		}
	}
}
