// SPDX-License-Identifier: MIT OR Apache-2.0

package zrg

// #include <zrg/zrg.h>
import "C"

// A KeyName is the name of a chunk key encoding.
type KeyName uint32

const (
	KeyDefault KeyName = C.ZRG_KEY_DEFAULT // "c/1/2"
	KeyV2      KeyName = C.ZRG_KEY_V2      // "1.2"
)

// A KeyEncoding says how the indices of chunks become keys of a store. The zero KeyEncoding is the default encoding with '/'.
// (zrg_key_encoding)
type KeyEncoding struct {
	Name      KeyName
	Separator byte // '/' or '.'; 0: the encoding's own
}

// Key is the key of a chunk: "c/1/2" or "1.2". It is not looked up in a grid: any index has a key. (zrg_key_encode)
func (k KeyEncoding) Key(chunk []uint64) (string, error) {
	key, err := k.AppendKey(nil, chunk)
	return string(key), err
}

// AppendKey puts the key of a chunk behind what there is in a slice, and gives back the longer slice. (zrg_key_encode)
func (k KeyEncoding) AppendKey(slice []byte, chunk []uint64) ([]byte, error) {
	separator := k.Separator
	if separator == 0 {
		separator = '/'
		if k.Name == KeyV2 {
			separator = '.'
		}
	}
	if len(chunk) > MaxRank { // before room is made for it
		return slice, refusal(ErrLimit, uint64(len(chunk)), MaxRank, "chunk has more entries than an array can have axes")
	}
	keys := C.zrg_key_encoding{name: C.uint32_t(k.Name), separator: C.uint32_t(separator)}
	room := make([]byte, 21*len(chunk)+2) // ZRG_KEY_CAPACITY, which is a macro with an argument: Go cannot see it
	var length C.size_t
	err := call(func(e *C.zrg_error) C.zrg_status {
		return C.zrg_key_encode(&keys, C.size_t(len(chunk)), pointer[C.uint64_t](chunk),
			pointer[C.char](room), C.size_t(len(room)), &length, e)
	})
	if err != nil {
		return slice, err
	}
	return append(slice, room[:length]...), nil
}
