// SPDX-License-Identifier: MIT OR Apache-2.0

package zrg_test

import (
	"fmt"
	"testing"

	"zrg"
)

func benchGrid(b *testing.B) *zrg.Grid {
	g, err := zrg.GridFromChunkShape(u(1000, 1000, 1000), u(7, 9, 11), 0)
	must(b, err)
	b.Cleanup(func() { g.Close() })
	return g
}

func BenchmarkLocate(b *testing.B) {
	g := benchGrid(b)
	index := u(500, 600, 700)
	b.ReportAllocs()
	for i := 0; i < b.N; i++ {
		if _, _, err := g.Locate(index); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLocateOutside(b *testing.B) {
	g := benchGrid(b)
	index := u(500, 600, 1000)
	b.ReportAllocs()
	for i := 0; i < b.N; i++ {
		if _, _, err := g.Locate(index); err == nil {
			b.Fatal("no error")
		}
	}
}

func BenchmarkLocateShared(b *testing.B) {
	g := benchGrid(b)
	b.RunParallel(func(pb *testing.PB) {
		index := u(500, 600, 700)
		for pb.Next() {
			if _, _, err := g.Locate(index); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkLocateCloned(b *testing.B) {
	g := benchGrid(b)
	b.RunParallel(func(pb *testing.PB) {
		own, err := g.Clone()
		must(b, err)
		defer own.Close()
		index := u(500, 600, 700)
		for pb.Next() {
			if _, _, err := own.Locate(index); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// The time is that of one point.
func BenchmarkLocateMany(b *testing.B) {
	g := benchGrid(b)
	for _, count := range []int{1, 16, 1024} {
		b.Run(fmt.Sprint(count), func(b *testing.B) {
			indices, chunks := make([]uint64, 3*count), make([]uint64, 3*count)
			b.ReportAllocs()
			for i := 0; i < b.N; i += count {
				must(b, g.LocateMany(count, zrg.Rows(3), indices, chunks, nil))
			}
		})
	}
}

// The time is that of one part, with its chunk and projections.
func BenchmarkParts(b *testing.B) {
	g := benchGrid(b)
	s := selection(b, g, zrg.All(g.Shape())...)
	for _, size := range []int{1, 16, 256} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			b.ReportAllocs()
			parts := s.Parts(size)
			for i := 0; i < b.N; i++ {
				if !parts.Next() {
					must(b, parts.Err())
					parts = s.Parts(size)
				}
			}
		})
	}
}

func BenchmarkKey(b *testing.B) {
	chunk := u(12, 345, 6789)
	room := make([]byte, 0, 64)
	b.ReportAllocs()
	for i := 0; i < b.N; i++ {
		if _, err := (zrg.KeyEncoding{}).AppendKey(room, chunk); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkReadPart(b *testing.B) {
	g := benchGrid(b)
	s := selection(b, g, zrg.Slice{Count: 7, Step: 1}, zrg.Slice{Count: 9, Step: 1}, zrg.Slice{Count: 11, Step: 1})
	chunk, out := make([]byte, 7*9*11*4), make([]byte, 7*9*11*4)
	b.ReportAllocs()
	for i := 0; i < b.N; i++ {
		must(b, s.ReadPart(0, 4, zrg.Memory{Bytes: chunk}, zrg.Memory{Bytes: out}))
	}
}
