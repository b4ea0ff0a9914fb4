// SPDX-License-Identifier: MIT OR Apache-2.0

package zrg_test

import (
	"errors"
	"fmt"
	"log"
	"sync"

	"zrg"
)

// The chunks of a window, and how many elements each gives.
func Example() {
	text := []byte(`{"name": "rectilinear", "configuration": {"kind": "inline", "chunk_shapes": [[16, 10], [24, 14]]}}`)
	grid, err := zrg.GridFromJSON(text, []uint64{26, 38}, nil)
	if err != nil {
		log.Fatal(err)
	}
	defer grid.Close()
	window, err := grid.Select(zrg.Slice{Start: 12, Count: 8, Step: 1}, zrg.Slice{Start: 18, Count: 14, Step: 1})
	if err != nil {
		log.Fatal(err)
	}
	defer window.Close()

	var keys zrg.KeyEncoding // c/0/0
	parts := window.Parts(0)
	for parts.Next() {
		key, err := keys.Key(parts.Chunk())
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(key, "gives", parts.Part().Elements, "elements")
	}
	if err := parts.Err(); err != nil {
		log.Fatal(err)
	}
	// Output:
	// c/0/0 gives 24 elements
	// c/0/1 gives 32 elements
	// c/1/0 gives 24 elements
	// c/1/1 gives 32 elements
}

// Where a document is wrong.
func ExampleError() {
	text := []byte(`{"name": "rectilinear", "configuration": {"kind": "inline", "chunk_shapes": [[16, 0], [24, 14]]}}`)
	_, err := zrg.GridFromJSON(text, []uint64{26, 38}, nil)
	fmt.Println(err)
	var e *zrg.Error
	if errors.As(err, &e) {
		fmt.Println("axis", e.Axis, "entry", e.Entry, "value", e.Value)
	}
	fmt.Println(errors.Is(err, zrg.ErrValue))
	// Output:
	// zrg: chunk_grid.configuration.chunk_shapes[0][1]: 0 is below 1 (byte 82)
	// axis 0 entry 1 value 0
	// true
}

// The chunk that holds an element.
func ExampleGrid_Locate() {
	grid, err := zrg.GridFromEdges([]uint64{26, 38}, [][]uint64{{16, 10}, {24, 14}})
	if err != nil {
		log.Fatal(err)
	}
	defer grid.Close()
	chunk, within, err := grid.Locate([]uint64{20, 15})
	fmt.Println(chunk, within, err)
	// Output: [1 0] [4 15] <nil>
}

// Any mix of slices, lists of indices and masks.
func ExampleSelection_WithIndices() {
	grid, err := zrg.GridFromEdges([]uint64{26, 38}, [][]uint64{{16, 10}, {24, 14}})
	if err != nil {
		log.Fatal(err)
	}
	defer grid.Close()
	rows, err := grid.Select(zrg.Slice{Start: 12, Count: 8, Step: 1}, zrg.Slice{Count: 38, Step: 1})
	if err != nil {
		log.Fatal(err)
	}
	defer rows.Close()
	picked, err := rows.WithIndices(1, []int64{30, 2, -1}, zrg.IndexWrap)
	if err != nil {
		log.Fatal(err)
	}
	defer picked.Close()

	fmt.Println("shape", picked.Shape())
	parts := picked.Parts(0)
	for parts.Next() {
		within, out, err := picked.Entries(1, parts.Projections()[1])
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println("chunk", parts.Chunk(), "gives its columns", within, "to columns", out)
	}
	if err := parts.Err(); err != nil {
		log.Fatal(err)
	}
	// Output:
	// shape [8 3]
	// chunk [0 0] gives its columns [2] to columns [1]
	// chunk [0 1] gives its columns [6 13] to columns [0 2]
	// chunk [1 0] gives its columns [2] to columns [1]
	// chunk [1 1] gives its columns [6 13] to columns [0 2]
}

// A missing chunk is its fill value, a stored one its decoded bytes.
func ExampleSelection_ReadPart() {
	grid, err := zrg.GridFromEdges([]uint64{5}, [][]uint64{{2, 3}})
	if err != nil {
		log.Fatal(err)
	}
	defer grid.Close()
	window, err := grid.Select(zrg.Slice{Start: 4, Count: 4, Step: -1})
	if err != nil {
		log.Fatal(err)
	}
	defer window.Close()

	stored := map[string][]int16{"c/1": {12, 13, 14}} // elements 2 to 4; nobody wrote the others
	fill := zrg.BytesOf([]int16{-1})
	result := make([]int16, 4)
	out := zrg.Memory{Bytes: zrg.BytesOf(result)}
	parts := window.Parts(0)
	for parts.Next() {
		key, err := zrg.KeyEncoding{}.Key(parts.Chunk())
		if err != nil {
			log.Fatal(err)
		}
		if chunk, ok := stored[key]; ok {
			err = window.ReadPart(parts.Position(), 2, zrg.Memory{Bytes: zrg.BytesOf(chunk)}, out)
		} else {
			err = window.FillPart(parts.Position(), fill, out)
		}
		if err != nil {
			log.Fatal(err)
		}
	}
	if err := parts.Err(); err != nil {
		log.Fatal(err)
	}
	fmt.Println(result)
	// Output: [14 13 12 -1]
}

// A share of the chunks for each worker. No two workers meet in a chunk, nor in a byte of the result.
func ExampleSelection_Split() {
	grid, err := zrg.GridFromChunkShape([]uint64{100, 100}, []uint64{10, 10}, 0)
	if err != nil {
		log.Fatal(err)
	}
	defer grid.Close()
	all, err := grid.Select(zrg.All(grid.Shape())...)
	if err != nil {
		log.Fatal(err)
	}
	defer all.Close()

	const workers = 4
	bounds, err := all.Split(zrg.SplitByElements, workers)
	if err != nil {
		log.Fatal(err)
	}
	var chunks [workers]int
	var wait sync.WaitGroup
	for w := 0; w < workers; w++ {
		wait.Add(1)
		go func(w int) {
			defer wait.Done()
			for parts := all.PartsBetween(bounds[w], bounds[w+1], 0); parts.Next(); {
				chunks[w]++
			}
		}(w)
	}
	wait.Wait()
	fmt.Println(bounds, chunks)
	// Output: [0 25 50 75 100] [25 25 25 25]
}
