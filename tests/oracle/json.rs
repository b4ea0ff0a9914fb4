// SPDX-License-Identifier: MIT OR Apache-2.0
//! JSON as RFC 8259 says it, read plainly: every member kept, every number exact. Besides, the three words that Python's
//! `json` writes for floats that JSON lacks are values here, so that whoever reads them can say what they are.

/// A value, and the byte at which it starts.
#[derive(Clone, Debug)]
pub struct Value {
    pub at: usize,
    pub what: What,
}

#[derive(Clone, Debug)]
pub enum What {
    Null,
    Bool(bool),
    Number(Decimal),
    /// UTF-16 units, since an escape may name half a character.
    Text(Vec<u16>),
    List(Vec<Value>),
    /// `NaN`, `Infinity` or `-Infinity`, which are not JSON.
    Float,
    /// In the order of the text; a name may stand twice.
    Object(Vec<(Vec<u16>, Value)>),
}

impl Value {
    /// Whether it is a string that says `word`.
    pub fn says(&self, word: &str) -> bool {
        matches!(&self.what, What::Text(text) if is(text, word))
    }
}

/// Whether a string says `word`.
pub fn is(text: &[u16], word: &str) -> bool {
    text.iter().copied().eq(word.encode_utf16())
}

/// `digits` times ten to the `exponent`. The digits have no zeros at either end; zero has none at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decimal {
    pub negative: bool,
    pub digits: String,
    pub exponent: i128,
}

/// What a number is to a reader of edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judged {
    Integer(u64),
    TooLarge,
    Negative,
    Fraction,
}

impl Decimal {
    fn new(negative: bool, whole: &str, fraction: &str, exponent: &str) -> Self {
        let all = format!("{whole}{fraction}");
        let digits = all.trim_end_matches('0');
        let zeros = (all.len() - digits.len()) as i128;
        let digits = digits.trim_start_matches('0').to_string();
        Decimal { negative, digits, exponent: small(exponent) - fraction.len() as i128 + zeros }
    }

    pub fn judge(&self) -> Judged {
        let length = self.digits.len() as i128 + self.exponent;
        if self.digits.is_empty() {
            Judged::Integer(0)
        } else if self.negative {
            Judged::Negative
        } else if self.exponent < 0 {
            Judged::Fraction
        } else if length > 20 {
            Judged::TooLarge
        } else {
            let plain = format!("{}{}", self.digits, "0".repeat(self.exponent as usize));
            plain.parse().map_or(Judged::TooLarge, Judged::Integer)
        }
    }
}

/// An exponent. Past 10^30 its size no longer matters: no text is that long.
fn small(exponent: &str) -> i128 {
    let (sign, digits) = match exponent.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, exponent.strip_prefix('+').unwrap_or(exponent)),
    };
    let digits = digits.trim_start_matches('0');
    match digits.len() {
        0 => 0,
        1..=30 => sign * digits.parse::<i128>().expect("30 digits fit"),
        _ => sign * 10_i128.pow(30),
    }
}

/// Reads all of a text as one value, behind a byte order mark where there is one; or the first byte that cannot stand where it
/// stands.
pub fn read(text: &str) -> Result<Value, usize> {
    let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let mut reader = Reader { text, at };
    let value = reader.value()?;
    reader.skip_space();
    if reader.at == text.len() { Ok(value) } else { Err(reader.at) }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Reader<'t> {
    fn next(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while matches!(self.next(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    /// Takes a byte if it comes next.
    fn take(&mut self, byte: u8) -> bool {
        let taken = self.next() == Some(byte);
        self.at += usize::from(taken);
        taken
    }

    fn need(&mut self, byte: u8) -> Result<(), usize> {
        if self.take(byte) { Ok(()) } else { Err(self.at) }
    }

    fn digits(&mut self) -> &'t str {
        let start = self.at;
        while matches!(self.next(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        &self.text[start..self.at]
    }

    fn some_digits(&mut self) -> Result<&'t str, usize> {
        let digits = self.digits();
        if digits.is_empty() { Err(self.at) } else { Ok(digits) }
    }

    fn value(&mut self) -> Result<Value, usize> {
        self.skip_space();
        let at = self.at;
        let what = match self.next() {
            Some(b'{') => self.object()?,
            Some(b'[') => self.list()?,
            Some(b'"') => What::Text(self.string()?),
            Some(b'-' | b'0'..=b'9') if !self.text[at..].starts_with("-I") => What::Number(self.number()?),
            _ => self.word()?,
        };
        Ok(Value { at, what })
    }

    fn word(&mut self) -> Result<What, usize> {
        let words = [
            ("true", What::Bool(true)),
            ("false", What::Bool(false)),
            ("null", What::Null),
            ("NaN", What::Float),
            ("Infinity", What::Float),
            ("-Infinity", What::Float),
        ];
        let rest = &self.text[self.at..];
        // A word may be cut short by the end of the text.
        let wrong = if words.iter().any(|(word, _)| word.starts_with(rest)) { self.text.len() } else { self.at };
        let found = words.into_iter().find(|(word, _)| rest.starts_with(word));
        let (word, what) = found.ok_or(wrong)?;
        self.at += word.len();
        Ok(what)
    }

    fn list(&mut self) -> Result<What, usize> {
        self.need(b'[')?;
        let mut values = Vec::new();
        self.skip_space();
        if self.take(b']') {
            return Ok(What::List(values));
        }
        loop {
            values.push(self.value()?);
            self.skip_space();
            if self.take(b']') {
                return Ok(What::List(values));
            }
            self.need(b',')?;
        }
    }

    fn object(&mut self) -> Result<What, usize> {
        self.need(b'{')?;
        let mut members = Vec::new();
        self.skip_space();
        if self.take(b'}') {
            return Ok(What::Object(members));
        }
        loop {
            self.skip_space();
            let name = self.string()?;
            self.skip_space();
            self.need(b':')?;
            members.push((name, self.value()?));
            self.skip_space();
            if self.take(b'}') {
                return Ok(What::Object(members));
            }
            self.need(b',')?;
        }
    }

    fn number(&mut self) -> Result<Decimal, usize> {
        let negative = self.take(b'-');
        let whole = if self.take(b'0') { "0" } else { self.some_digits()? };
        let fraction = if self.take(b'.') { self.some_digits()? } else { "" };
        let mut exponent = String::new();
        if self.take(b'e') || self.take(b'E') {
            if self.take(b'-') {
                exponent.push('-');
            } else {
                self.take(b'+');
            }
            exponent.push_str(self.some_digits()?);
        }
        Ok(Decimal::new(negative, whole, fraction, &exponent))
    }

    fn string(&mut self) -> Result<Vec<u16>, usize> {
        self.need(b'"')?;
        let mut units = Vec::new();
        loop {
            let Some(c) = self.text[self.at..].chars().next() else { return Err(self.at) };
            match c {
                '"' => {
                    self.at += 1;
                    return Ok(units);
                }
                '\\' => {
                    self.at += 1;
                    units.push(self.escape()?);
                }
                '\0'..='\x1f' => return Err(self.at),
                _ => {
                    self.at += c.len_utf8();
                    units.extend_from_slice(c.encode_utf16(&mut [0; 2]));
                }
            }
        }
    }

    /// What follows a backslash.
    fn escape(&mut self) -> Result<u16, usize> {
        for (byte, unit) in [
            (b'"', '"'),
            (b'\\', '\\'),
            (b'/', '/'),
            (b'b', '\x08'),
            (b'f', '\x0c'),
            (b'n', '\n'),
            (b'r', '\r'),
            (b't', '\t'),
        ] {
            if self.take(byte) {
                return Ok(unit as u16);
            }
        }
        self.need(b'u')?;
        let mut unit = 0;
        for _ in 0..4 {
            let digit = self.next().and_then(|byte| char::from(byte).to_digit(16)).ok_or(self.at)?;
            unit = unit * 16 + digit as u16;
            self.at += 1;
        }
        Ok(unit)
    }
}
