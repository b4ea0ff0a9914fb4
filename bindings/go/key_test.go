// SPDX-License-Identifier: MIT OR Apache-2.0

package zrg_test

import (
	"testing"

	"zrg"
)

func TestKeys(t *testing.T) {
	for _, c := range []struct {
		keys  zrg.KeyEncoding
		chunk []uint64
		want  string
	}{
		{zrg.KeyEncoding{}, u(1, 2), "c/1/2"},
		{zrg.KeyEncoding{}, nil, "c"},
		{zrg.KeyEncoding{Separator: '.'}, u(1, 2), "c.1.2"},
		{zrg.KeyEncoding{Name: zrg.KeyV2}, u(1, 2), "1.2"},
		{zrg.KeyEncoding{Name: zrg.KeyV2, Separator: '/'}, u(1, 2), "1/2"},
		{zrg.KeyEncoding{Name: zrg.KeyV2}, nil, "0"},
		{zrg.KeyEncoding{}, u(1<<64-1, 1<<64-1), "c/18446744073709551615/18446744073709551615"},
	} {
		key, err := c.keys.Key(c.chunk)
		must(t, err)
		equal(t, "the key", key, c.want)
	}
	path, err := zrg.KeyEncoding{}.AppendKey([]byte("store/"), u(0))
	must(t, err)
	equal(t, "the path", string(path), "store/c/0")

	key, err := zrg.KeyEncoding{Name: 2, Separator: '/'}.Key(u(0))
	refused(t, "an unknown name", err, zrg.ErrArgument, "value=2")
	equal(t, "the key", key, "")
	path, err = zrg.KeyEncoding{Separator: ','}.AppendKey([]byte("store/"), u(0))
	refused(t, "an unknown separator", err, zrg.ErrArgument, "value=44")
	equal(t, "the path", string(path), "store/")
	_, err = zrg.KeyEncoding{}.Key(make([]uint64, 65))
	refused(t, "65 axes", err, zrg.ErrLimit, "value=65 limit=64")
	key, err = zrg.KeyEncoding{}.Key(make([]uint64, zrg.MaxRank))
	must(t, err)
	equal(t, "the length of a key of 64 axes", len(key), 1+2*64)
}
