// SPDX-License-Identifier: MIT OR Apache-2.0
//! Chunk keys: the names under which a store keeps chunks.

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

/// The key of a chunk.
#[derive(Clone, Copy, Debug)]
pub struct Key<'a> {
    /// How it is written.
    pub encoding: KeyEncoding,
    /// The chunk's index.
    pub chunk: &'a [u64],
}

impl Text for Key<'_> {
    fn write(&self, key: &mut impl Sink) {
        let mut indices = self.chunk.iter();
        match (self.encoding.name, self.chunk) {
            (KeyName::Default, _) => key.text("c"),
            (KeyName::V2, []) => key.text("0"),
            (KeyName::V2, [first, ..]) => {
                indices.next();
                key.number(*first);
            }
        }
        for &index in indices {
            key.text(self.encoding.separator.encode_utf8(&mut [0; 4]));
            key.number(index);
        }
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
}
