// SPDX-License-Identifier: MIT OR Apache-2.0

package zrg_test

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"zrg"
)

// diagram is the grid of the README: edges 16 and 10 down, 24 and 14 across.
const diagram = `{"name":"rectilinear","configuration":{"kind":"inline","chunk_shapes":[[16,10],[24,14]]}}`

func grid(t testing.TB, text string, shape ...uint64) *zrg.Grid {
	t.Helper()
	g, err := zrg.GridFromJSON([]byte(text), shape, nil)
	must(t, err)
	t.Cleanup(func() { g.Close() })
	return g
}

// lists is a grid of edges as JSON spells them, such as "[4,4],[[3,2],1]".
func lists(t testing.TB, shapes string, shape ...uint64) *zrg.Grid {
	t.Helper()
	return grid(t, `{"name":"rectilinear","configuration":{"kind":"inline","chunk_shapes":[`+shapes+`]}}`, shape...)
}

func selection(t testing.TB, g *zrg.Grid, slices ...zrg.Slice) *zrg.Selection {
	t.Helper()
	s, err := g.Select(slices...)
	must(t, err)
	t.Cleanup(func() { s.Close() })
	return s
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func equal(t testing.TB, what string, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s is %v, not %v", what, got, want)
	}
}

// refused checks that a call failed with a code, and with these parts of its fields as "axis=1 value=5" spells them.
func refused(t testing.TB, what string, err error, code zrg.Code, fields string) {
	t.Helper()
	if !errors.Is(err, code) {
		t.Errorf("%s: the error is %v, not %s", what, err, code.Name())
		return
	}
	var e *zrg.Error
	if !errors.As(err, &e) || e.Message == "" || !strings.HasSuffix(err.Error(), e.Message) {
		t.Errorf("%s: %#v is not an Error with a message", what, err)
		return
	}
	said := ""
	if e.Axis >= 0 {
		said += fmt.Sprintf(" axis=%d", e.Axis)
	}
	for _, field := range []struct {
		name  string
		value uint64
	}{{"entry", e.Entry}, {"byte", e.ByteOffset}, {"value", e.Value}, {"limit", e.Limit}} {
		if field.value != zrg.None {
			said += fmt.Sprintf(" %s=%d", field.name, field.value)
		}
	}
	if said = strings.TrimSpace(said); said != fields {
		t.Errorf("%s: the error says %q, not %q (%v)", what, said, fields, err)
	}
}

func closed(t testing.TB, what string, err error) {
	t.Helper()
	if err != zrg.ErrClosed {
		t.Errorf("%s of what was closed: the error is %v", what, err)
	}
}

func all[T any](t testing.TB, it *zrg.Iterator[T]) []T {
	t.Helper()
	var values []T
	for it.Next() {
		values = append(values, it.Value())
	}
	must(t, it.Err())
	if it.Next() {
		t.Error("an iterator goes on after its end")
	}
	return values
}

// piece is all that there is to know about a part.
type piece struct {
	Position    uint64
	Part        zrg.Part
	Chunk       []uint64
	Projections []zrg.Projection
}

func pieces(t testing.TB, it *zrg.PartIterator) []piece {
	t.Helper()
	var list []piece
	for it.Next() {
		list = append(list, piece{
			it.Position(),
			it.Part(),
			append([]uint64{}, it.Chunk()...),
			append([]zrg.Projection{}, it.Projections()...),
		})
	}
	must(t, it.Err())
	if it.Next() {
		t.Error("an iterator goes on after its end")
	}
	return list
}

func u(numbers ...uint64) []uint64 {
	return append([]uint64{}, numbers...)
}
