// SPDX-License-Identifier: MIT OR Apache-2.0

//go:build !zrg_static

package zrg

// #cgo pkg-config: zrg
import "C"
