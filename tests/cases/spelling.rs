// SPDX-License-Identifier: MIT OR Apache-2.0
//! The document text of a case: spelled out, built by a rule, or a JSON value.

use std::borrow::Cow;

use crate::runner::json::Json;
use crate::runner::report::Stop;

/// What to feed: `chunk_grid_text` where spelling matters, the text that `generate` describes where it is
/// too long to store, else `chunk_grid` as it stands.
pub fn document<'a>(case: Json<'a>) -> Result<Cow<'a, str>, Stop> {
    if let Some(text) = case.get("chunk_grid_text") {
        return Ok(Cow::Owned(text.text()?));
    }
    if let Some(rule) = case.get("generate") {
        if rule.is_text() {
            return Err(unknown());
        }
        return generated(rule).map(Cow::Owned);
    }
    Ok(Cow::Borrowed(case.get("chunk_grid").map_or("null", Json::spelled)))
}

/// A whole `zarr.json`: its text, the same in hexadecimal digits where it is no text, or with attributes nested as deep as
/// the case says. None where the case is about a `chunk_grid` alone.
pub fn whole_document(case: Json) -> Result<Option<Vec<u8>>, Stop> {
    let text = case.get("document_text").map(Json::text).transpose()?;
    if let Some(levels) = case.get("generate_nested_objects") {
        let levels = levels.unsigned()? as usize;
        let text = text.unwrap_or_else(|| ARRAY.to_string());
        let members = text.trim_end().strip_suffix('}').ok_or_else(unknown)?;
        let nested = "{\"v\":".repeat(levels.saturating_sub(1)) + "{}" + &"}".repeat(levels.saturating_sub(1));
        return Ok(Some(format!("{members},\"attributes\":{nested}}}").into_bytes()));
    }
    if let Some(text) = text {
        return Ok(Some(text.into_bytes()));
    }
    let Some(hex) = case.get("document_hex").map(Json::text).transpose()? else { return Ok(None) };
    let bytes = hex.as_bytes().chunks(2).map(|digits| {
        let digits = std::str::from_utf8(digits).ok().filter(|digits| digits.len() == 2);
        digits.and_then(|digits| u8::from_str_radix(digits, 16).ok())
    });
    let bytes: Option<Vec<u8>> = bytes.collect();
    bytes.map(Some).ok_or_else(|| Stop::Unreadable("document_hex is not pairs of hexadecimal digits".to_string()))
}

/// The document that gets nested attributes where a case names none.
const ARRAY: &str = r#"{"zarr_format":3,"node_type":"array","shape":[10,10],"chunk_grid":{"name":"regular","configuration":
{"chunk_shape":[5,5]}},"chunk_key_encoding":{"name":"default"}}"#;

/// A rule is a list of pieces put one after the other, `[text, times]`, or an object: a head, a piece
/// repeated some times with a separator between, and a tail, each under one of these names. A piece is text,
/// a number or a rule.
const HEAD: [&str; 7] = ["prefix", "before", "head", "start", "open", "opening", "left"];
const PIECE: [&str; 12] =
    ["repeat", "unit", "text", "item", "piece", "body", "element", "char", "middle", "value", "edge", "entry"];
const TIMES: [&str; 7] = ["times", "count", "n", "repeat", "repeats", "repetitions", "depth"];
const SEPARATOR: [&str; 4] = ["separator", "sep", "join", "between"];
const TAIL: [&str; 7] = ["suffix", "after", "tail", "end", "close", "closing", "right"];

fn generated(rule: Json) -> Result<String, Stop> {
    if rule.is_text() {
        return rule.text();
    }
    if rule.is_list() {
        let pieces = rule.list()?;
        return match pieces[..] {
            [piece, times] if piece.is_text() && !times.is_text() && times.integer().is_ok() => {
                repeated(&piece.text()?, times.unsigned()?, "")
            }
            _ => pieces.into_iter().map(generated).collect(),
        };
    }
    if !rule.is_object() {
        return Ok(rule.spelled().to_string());
    }

    let mut members = rule.members()?;
    // `repeat` names the piece or how often it stands; a number tells.
    let times = TIMES.iter().find(|name| members.get(**name).is_some_and(|value| value.integer().is_ok()));
    let times = times.and_then(|name| members.remove(*name)).map_or(Ok(1), Json::unsigned)?;
    let mut take = |names: &[&str]| names.iter().find_map(|name| members.remove(*name));
    let piece = take(&PIECE);
    let [head, separator, tail] =
        [&HEAD[..], &SEPARATOR, &TAIL].map(|names| take(names).map_or(Ok(String::new()), generated));
    match piece {
        Some(piece) if members.is_empty() => Ok(head? + &repeated(&generated(piece)?, times, &separator?)? + &tail?),
        _ => Err(unknown()),
    }
}

fn unknown() -> Stop {
    Stop::NotOffered("text by an unknown rule".to_string())
}

fn repeated(piece: &str, times: u64, separator: &str) -> Result<String, Stop> {
    const LONGEST: u64 = 1 << 30;
    let size = (piece.len() + separator.len()) as u64;
    if size.saturating_mul(times) > LONGEST {
        return Err(Stop::Unreadable(format!("{times} times {size} bytes is more than this runner builds")));
    }
    let mut text = format!("{piece}{separator}").repeat(times as usize);
    if times > 0 {
        text.truncate(text.len() - separator.len());
    }
    Ok(text)
}
