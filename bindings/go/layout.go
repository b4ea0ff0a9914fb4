// SPDX-License-Identifier: MIT OR Apache-2.0

package zrg

// #include <zrg/zrg.h>
import "C"

import "unsafe"

// Slices of these types are handed to C as they are. An index that is not 0 does not compile: then a size or the place of
// a field differs from the header's.

type none = [1]struct{}

var _ = none{}[unsafe.Sizeof(Run{})-C.sizeof_zrg_run]
var _ = none{}[unsafe.Offsetof(Run{}.Edge)-unsafe.Offsetof(C.zrg_run{}.edge)]
var _ = none{}[unsafe.Offsetof(Run{}.Count)-unsafe.Offsetof(C.zrg_run{}.count)]

var _ = none{}[unsafe.Sizeof(Interval{})-C.sizeof_zrg_interval]
var _ = none{}[unsafe.Offsetof(Interval{}.Chunk)-unsafe.Offsetof(C.zrg_interval{}.chunk)]
var _ = none{}[unsafe.Offsetof(Interval{}.Origin)-unsafe.Offsetof(C.zrg_interval{}.origin)]
var _ = none{}[unsafe.Offsetof(Interval{}.Edge)-unsafe.Offsetof(C.zrg_interval{}.edge)]
var _ = none{}[unsafe.Offsetof(Interval{}.Data)-unsafe.Offsetof(C.zrg_interval{}.data)]

var _ = none{}[unsafe.Sizeof(Slice{})-C.sizeof_zrg_slice]
var _ = none{}[unsafe.Offsetof(Slice{}.Start)-unsafe.Offsetof(C.zrg_slice{}.start)]
var _ = none{}[unsafe.Offsetof(Slice{}.Count)-unsafe.Offsetof(C.zrg_slice{}.count)]
var _ = none{}[unsafe.Offsetof(Slice{}.Step)-unsafe.Offsetof(C.zrg_slice{}.step)]

var _ = none{}[unsafe.Sizeof(Projection{})-C.sizeof_zrg_projection]
var _ = none{}[unsafe.Offsetof(Projection{}.Chunk)-unsafe.Offsetof(C.zrg_projection{}.chunk)]
var _ = none{}[unsafe.Offsetof(Projection{}.Origin)-unsafe.Offsetof(C.zrg_projection{}.origin)]
var _ = none{}[unsafe.Offsetof(Projection{}.Edge)-unsafe.Offsetof(C.zrg_projection{}.edge)]
var _ = none{}[unsafe.Offsetof(Projection{}.First)-unsafe.Offsetof(C.zrg_projection{}.first)]
var _ = none{}[unsafe.Offsetof(Projection{}.Count)-unsafe.Offsetof(C.zrg_projection{}.count)]
var _ = none{}[unsafe.Offsetof(Projection{}.Step)-unsafe.Offsetof(C.zrg_projection{}.step)]
var _ = none{}[unsafe.Offsetof(Projection{}.Out)-unsafe.Offsetof(C.zrg_projection{}.out)]
var _ = none{}[unsafe.Offsetof(Projection{}.List)-unsafe.Offsetof(C.zrg_projection{}.list)]

var _ = none{}[unsafe.Sizeof(Part{})-C.sizeof_zrg_part]
var _ = none{}[unsafe.Offsetof(Part{}.ChunkNumber)-unsafe.Offsetof(C.zrg_part{}.chunk_number)]
var _ = none{}[unsafe.Offsetof(Part{}.Elements)-unsafe.Offsetof(C.zrg_part{}.elements)]
var _ = none{}[unsafe.Offsetof(Part{}.Decoded)-unsafe.Offsetof(C.zrg_part{}.decoded)]
var _ = none{}[unsafe.Offsetof(Part{}.Covers)-unsafe.Offsetof(C.zrg_part{}.covers)]

var _ = none{}[unsafe.Sizeof(Segment{})-C.sizeof_zrg_segment]
var _ = none{}[unsafe.Offsetof(Segment{}.Within)-unsafe.Offsetof(C.zrg_segment{}.within)]
var _ = none{}[unsafe.Offsetof(Segment{}.Out)-unsafe.Offsetof(C.zrg_segment{}.out)]
var _ = none{}[unsafe.Offsetof(Segment{}.Count)-unsafe.Offsetof(C.zrg_segment{}.count)]

var _ = none{}[unsafe.Sizeof(ChunkRange{})-C.sizeof_zrg_chunk_range]
var _ = none{}[unsafe.Offsetof(ChunkRange{}.First)-unsafe.Offsetof(C.zrg_chunk_range{}.first)]
var _ = none{}[unsafe.Offsetof(ChunkRange{}.Count)-unsafe.Offsetof(C.zrg_chunk_range{}.count)]
