// SPDX-License-Identifier: MIT OR Apache-2.0

package zrg

// #include <zrg/zrg.h>
import "C"

// The version of the header that this package was compiled with.
const (
	HeaderVersion      = C.ZRG_VERSION_NUMBER // major * 10000 + minor * 100 + patch
	HeaderVersionMajor = C.ZRG_VERSION_MAJOR
	HeaderVersionMinor = C.ZRG_VERSION_MINOR
	HeaderVersionPatch = C.ZRG_VERSION_PATCH
)

// VersionNumber is the version of the library that is running, as HeaderVersion is of the header. Before 1.0 they belong
// together where major and minor are the same. (zrg_version_number)
func VersionNumber() uint32 {
	return uint32(C.zrg_version_number())
}

// Version is the version of the library that is running, as text: "0.1.0". (zrg_version_string)
func Version() string {
	return C.GoString(C.zrg_version_string())
}
