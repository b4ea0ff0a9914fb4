// SPDX-License-Identifier: MIT OR Apache-2.0
//! Chunk keys: the names under which a store keeps chunks.

use super::error::{Code, Error, Result};
use super::text::{Sink, Text};

/// The chunk key encodings of Zarr v3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyName {
    /// `c/1/2`, and `c` for rank 0.
    Default,
    /// `1.2`, and `0` for rank 0.
    V2,
}

/// How chunk indices become keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyEncoding {
    /// Which encoding.
    pub name: KeyName,
    /// `/` or `.`
    pub separator: char,
}

impl KeyEncoding {
    /// An encoding with the separator it has when a document names none.
    pub fn new(name: KeyName) -> Self {
        let separator = match name {
            KeyName::Default => '/',
            KeyName::V2 => '.',
        };
        KeyEncoding { name, separator }
    }
}

/// How chunk indices become keys, with all that the encodings of Zarr v3 and its proposed extensions say. It has a fixed
/// size and points nowhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChunkKeyEncoding {
    /// How the indices are written.
    pub base: BaseEncoding,
    /// What stands behind them: the encoding `suffix` around another one. Suffixes of suffixes are one long suffix.
    pub suffix: Suffix,
}

/// How indices are written, before any suffix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BaseEncoding {
    /// `c/1/2`, and `c` for rank 0.
    Default {
        /// `/` or `.`
        separator: char,
    },
    /// `1.2`, and `0` for rank 0.
    V2 {
        /// `/` or `.`
        separator: char,
    },
    /// `c/0/001/1/012/345` for the indices 1 and 12345, and `c` for rank 0.
    Fanout(Fanout),
}

/// The encoding `fanout`: each index as pieces of equally many digits, behind the number of further pieces. No folder
/// has more entries than a limit, and keys sort as indices do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fanout {
    digits: u32,
}

impl Fanout {
    /// At most so many entries a folder, a power of ten from 100 on. Its draft lets a writer round other numbers down;
    /// here they are refused, for an earlier draft means other keys by them.
    pub fn new(max_children: u64) -> Result<Self> {
        match max_children.checked_ilog10() {
            Some(digits) if digits >= 2 && max_children == 10u64.pow(digits) => Ok(Fanout { digits }),
            _ => {
                let what = "max_children is {value}, which is not a power of ten from {limit} on";
                Err(Error::new(Code::Unsupported, what).value(max_children).limit(100))
            }
        }
    }

    /// The most entries a folder has.
    pub fn max_children(self) -> u64 {
        10u64.pow(self.digits)
    }

    /// The digits of a piece.
    pub(super) fn digits(self) -> u32 {
        self.digits
    }
}

impl Default for Fanout {
    /// What a document means that gives no limit.
    fn default() -> Self {
        Fanout { digits: 3 }
    }
}

/// Text behind a key, such as `.tiff`; often none. The bytes behind the text are 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Suffix {
    bytes: [u8; Suffix::CAPACITY],
}

impl Suffix {
    /// The bytes of the longest suffix and of a NUL behind it.
    /// cbindgen:ignore
    pub const CAPACITY: usize = 48;

    /// No suffix.
    /// cbindgen:ignore
    pub const NONE: Suffix = Suffix { bytes: [0; Suffix::CAPACITY] };

    /// A suffix, refused where keys that end in it would leave the array's folder, hide its metadata, or be no keys.
    pub fn new(text: &str) -> Result<Self> {
        Suffix::NONE.then(text)
    }

    /// This suffix and another text behind it.
    pub fn then(mut self, text: &str) -> Result<Self> {
        let start = self.as_str().len();
        let length = start + text.len();
        if length >= Suffix::CAPACITY {
            return Err(Error::new(Code::Limit, "a key suffix of {value} bytes, more than {limit}")
                .value(length as u64)
                .limit(Suffix::CAPACITY as u64 - 1));
        }
        self.bytes[start..length].copy_from_slice(text.as_bytes());
        let whole = self.as_str();
        let refused = ["..", "//", "\\", "zarr.json"].into_iter().find(|&part| whole.contains(part));
        if refused.is_some() || text.contains('\0') || whole.ends_with('/') {
            return Err(Error::new(Code::Unsupported, "\"{quote}\" may not stand behind a key").quote(text));
        }
        Ok(self)
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        let length = self.bytes.iter().position(|&byte| byte == 0).unwrap_or(0);
        std::str::from_utf8(&self.bytes[..length]).unwrap_or("")
    }
}

impl From<KeyEncoding> for BaseEncoding {
    #[inline]
    fn from(KeyEncoding { name, separator }: KeyEncoding) -> Self {
        match name {
            KeyName::Default => BaseEncoding::Default { separator },
            KeyName::V2 => BaseEncoding::V2 { separator },
        }
    }
}

impl From<KeyEncoding> for ChunkKeyEncoding {
    fn from(encoding: KeyEncoding) -> Self {
        ChunkKeyEncoding { base: encoding.into(), suffix: Suffix::NONE }
    }
}

/// The key of a chunk in the encodings of Zarr v3 itself.
#[derive(Clone, Copy, Debug)]
pub struct Key<'a> {
    /// How it is written.
    pub encoding: KeyEncoding,
    /// The chunk's index.
    pub chunk: &'a [u64],
}

impl Text for Key<'_> {
    fn write(&self, key: &mut impl Sink) {
        write_base(key, self.encoding.into(), self.chunk);
    }
}

/// The key of a chunk.
#[derive(Clone, Copy, Debug)]
pub struct ChunkKey<'a> {
    /// How it is written.
    pub encoding: ChunkKeyEncoding,
    /// The chunk's index.
    pub chunk: &'a [u64],
}

impl Text for ChunkKey<'_> {
    fn write(&self, key: &mut impl Sink) {
        write_base(key, self.encoding.base, self.chunk);
        key.text(self.encoding.suffix.as_str());
    }
}

/// A key up to its suffix.
#[inline]
fn write_base(key: &mut impl Sink, encoding: BaseEncoding, chunk: &[u64]) {
    match (encoding, chunk) {
        (BaseEncoding::Default { separator }, chunk) => {
            key.text("c");
            write_indices(key, separator, chunk);
        }
        (BaseEncoding::V2 { .. }, []) => key.text("0"),
        (BaseEncoding::V2 { separator }, [first, others @ ..]) => {
            key.number(*first);
            write_indices(key, separator, others);
        }
        (BaseEncoding::Fanout(fanout), chunk) => {
            key.text("c");
            chunk.iter().for_each(|&index| write_pieces(key, fanout, index));
        }
    }
}

/// A separator before each index.
#[inline]
fn write_indices(key: &mut impl Sink, separator: char, indices: &[u64]) {
    for &index in indices {
        key.text(separator.encode_utf8(&mut [0; 4]));
        key.number(index);
    }
}

/// How many further pieces there are, and the pieces, each with all its digits.
fn write_pieces(key: &mut impl Sink, fanout: Fanout, index: u64) {
    let digits_of = |number: u64| number.checked_ilog10().unwrap_or(0) + 1;
    let further = (digits_of(index) - 1) / fanout.digits;
    key.text("/");
    key.number(further.into());
    for behind in (0..=further).rev() {
        let piece = index / 10u64.pow(behind * fanout.digits) % fanout.max_children();
        key.text("/");
        (digits_of(piece)..fanout.digits).for_each(|_| key.text("0"));
        key.number(piece);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(name: KeyName, separator: char, chunk: &[u64]) -> String {
        let mut key = String::new();
        Key { encoding: KeyEncoding { name, separator }, chunk }.write(&mut key);
        key
    }

    #[test]
    fn keys_are_the_specifications() {
        assert_eq!(key(KeyName::Default, '/', &[1, 23, 45]), "c/1/23/45");
        assert_eq!(key(KeyName::Default, '.', &[1, 23, 45]), "c.1.23.45");
        assert_eq!(key(KeyName::Default, '/', &[]), "c");
        assert_eq!(key(KeyName::V2, '.', &[1, 23, 45]), "1.23.45");
        assert_eq!(key(KeyName::V2, '/', &[7]), "7");
        assert_eq!(key(KeyName::V2, '.', &[]), "0");
    }

    fn with_suffix(base: BaseEncoding, suffix: &str, chunk: &[u64]) -> String {
        let mut key = String::new();
        ChunkKey { encoding: ChunkKeyEncoding { base, suffix: Suffix::new(suffix).unwrap() }, chunk }.write(&mut key);
        key
    }

    #[test]
    fn keys_are_the_drafts() {
        let fanout = |max_children| BaseEncoding::Fanout(Fanout::new(max_children).unwrap());
        assert_eq!(with_suffix(fanout(1000), "", &[]), "c");
        assert_eq!(with_suffix(fanout(1000), "", &[0]), "c/0/000");
        assert_eq!(with_suffix(fanout(1000), "", &[12]), "c/0/012");
        assert_eq!(
            with_suffix(BaseEncoding::Fanout(Fanout::default()), "", &[1234, 5, 0, 6789012]),
            "c/1/001/234/0/005/0/000/2/006/789/012"
        );
        assert_eq!(with_suffix(fanout(100), "", &[u64::MAX, 100]), "c/9/18/44/67/44/07/37/09/55/16/15/1/01/00");
        assert_eq!(with_suffix(fanout(10u64.pow(19)), "", &[u64::MAX]), "c/1/0000000000000000001/8446744073709551615");
        assert_eq!(with_suffix(BaseEncoding::Default { separator: '/' }, ".tiff", &[1, 2]), "c/1/2.tiff");
        assert_eq!(with_suffix(BaseEncoding::V2 { separator: '.' }, ".shard.zip", &[1, 2]), "1.2.shard.zip");
    }

    #[test]
    fn what_no_key_may_be_is_refused() {
        for max_children in [0, 1, 10, 99, 101, 1001, 1234, u64::MAX] {
            let refused = Fanout::new(max_children).unwrap_err();
            assert_eq!((refused.code, refused.value), (Code::Unsupported, Some(max_children)));
        }
        for suffix in ["/", "x/", "/../x", "a//b", "\\x", "/zarr.json", "a\0b", "\0"] {
            assert_eq!(Suffix::new(suffix).unwrap_err().code, Code::Unsupported, "{suffix:?}");
        }
        assert_eq!(Suffix::new(&"x".repeat(48)).unwrap_err().code, Code::Limit);
        let longest = Suffix::new(&"x".repeat(47)).unwrap();
        assert_eq!(longest.as_str().len(), 47);
        assert_eq!(longest.then("y").unwrap_err().value, Some(48));
        assert_eq!(Suffix::new(".a").unwrap().then(".b").unwrap(), Suffix::new(".a.b").unwrap());
        // Two halves that are harmless alone.
        assert_eq!(Suffix::new("x.").unwrap().then("./y").unwrap_err().code, Code::Unsupported);
    }
}
