// SPDX-License-Identifier: MIT OR Apache-2.0

package zrg_test

import (
	"errors"
	"os"
	"regexp"
	"testing"

	"zrg"
)

var codes = map[zrg.Code]string{
	zrg.ErrNull:         "ZRG_ERROR_NULL",
	zrg.ErrArgument:     "ZRG_ERROR_ARGUMENT",
	zrg.ErrRank:         "ZRG_ERROR_RANK",
	zrg.ErrBounds:       "ZRG_ERROR_BOUNDS",
	zrg.ErrCapacity:     "ZRG_ERROR_CAPACITY",
	zrg.ErrMemory:       "ZRG_ERROR_MEMORY",
	zrg.ErrRange:        "ZRG_ERROR_RANGE",
	zrg.ErrLimit:        "ZRG_ERROR_LIMIT",
	zrg.ErrInternal:     "ZRG_ERROR_INTERNAL",
	zrg.ErrJSON:         "ZRG_ERROR_JSON",
	zrg.ErrDuplicate:    "ZRG_ERROR_DUPLICATE",
	zrg.ErrStructure:    "ZRG_ERROR_STRUCTURE",
	zrg.ErrValue:        "ZRG_ERROR_VALUE",
	zrg.ErrCover:        "ZRG_ERROR_COVER",
	zrg.ErrUnsupported:  "ZRG_ERROR_UNSUPPORTED",
	zrg.ErrNotRegular:   "ZRG_ERROR_NOT_REGULAR",
	zrg.ErrNotAligned:   "ZRG_ERROR_NOT_ALIGNED",
	zrg.ErrIncompatible: "ZRG_ERROR_INCOMPATIBLE",
}

func TestCodes(t *testing.T) {
	seen := map[string]bool{}
	for code, name := range codes {
		equal(t, "the name", code.Name(), name)
		if text := code.Error(); text == "zrg: unknown status" || seen[text] {
			t.Errorf("%s says %q", name, text)
		} else {
			seen[text] = true
		}
	}
	equal(t, "an unknown code", zrg.Code(999).Error(), "zrg: unknown status")
	equal(t, "its name", zrg.Code(-1).Name(), "unknown status")
	equal(t, "0", zrg.Code(0).Name(), "ZRG_OK")
}

func TestEveryCodeOfTheHeader(t *testing.T) {
	header, err := os.ReadFile("../../include/zrg/zrg.h")
	must(t, err)
	names := map[string]bool{}
	for _, match := range regexp.MustCompile(`(?m)^ *(ZRG_ERROR_[A-Z_]+) = \d+,`).FindAllSubmatch(header, -1) {
		names[string(match[1])] = true
	}
	for _, name := range codes {
		delete(names, name)
	}
	if len(names) > 0 {
		t.Errorf("codes that are not offered: %v", names)
	}
}

func TestErrorFields(t *testing.T) {
	text := `{"name":"rectilinear","configuration":{"kind":"inline","chunk_shapes":[[4],[3,[0,2]]]}}`
	_, err := zrg.GridFromJSON([]byte(text), u(4, 3), nil)
	var e *zrg.Error
	if !errors.As(err, &e) {
		t.Fatalf("%#v is not an *Error", err)
	}
	equal(t, "the error", *e, zrg.Error{
		Code: zrg.ErrValue, Axis: 1, Entry: 1, ByteOffset: 79, Value: 0, Limit: 1, Message: e.Message,
	})
	equal(t, "the message", err.Error(), "zrg: "+e.Message)
	var code zrg.Code
	if !errors.As(err, &code) || code != zrg.ErrValue {
		t.Errorf("the code is %v", code)
	}
	if errors.Is(err, zrg.ErrBounds) || !errors.Is(err, zrg.ErrValue) {
		t.Error("errors.Is does not tell codes apart")
	}
	equal(t, "fields that say nothing", func() (e *zrg.Error) {
		_, err := zrg.GridFromJSON(nil, nil, nil)
		errors.As(err, &e)
		return e
	}().Axis, -1)
}
