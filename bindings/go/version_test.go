// SPDX-License-Identifier: MIT OR Apache-2.0

package zrg_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"zrg"
)

func TestVersion(t *testing.T) {
	want := fmt.Sprintf("%d.%d.%d", zrg.HeaderVersionMajor, zrg.HeaderVersionMinor, zrg.HeaderVersionPatch)
	equal(t, "Version", zrg.Version(), want)
	equal(t, "VersionNumber", zrg.VersionNumber(), uint32(zrg.HeaderVersion))
}

// Every function of the header stands in a call of this package.
func TestHeaderIsWhole(t *testing.T) {
	header, err := os.ReadFile("../../include/zrg/zrg.h")
	must(t, err)
	var source strings.Builder
	files, err := os.ReadDir(".")
	must(t, err)
	for _, file := range files {
		if name := file.Name(); strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") {
			text, err := os.ReadFile(name)
			must(t, err)
			source.Write(text)
		}
	}
	functions := regexp.MustCompile(`(?m)^(?:ZRG_API )?[a-z_0-9 ]*[ *](zrg_[a-z_0-9]+)\(`).FindAllSubmatch(header, -1)
	if len(functions) < 40 {
		t.Fatalf("only %d functions were found in the header", len(functions))
	}
	for _, function := range functions {
		if !strings.Contains(source.String(), "C."+string(function[1])+"(") {
			t.Errorf("%s is not offered", function[1])
		}
	}
}
