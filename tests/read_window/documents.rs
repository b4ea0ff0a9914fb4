// SPDX-License-Identifier: MIT OR Apache-2.0
//! Documents of small arrays that tests make for themselves.

/// A document of shape `[7, 9]` with 2 x 3 chunks, the last row of which is cut by the extent.
pub fn document(data_type: &str, fill: &str, endian: &str, keys: &str) -> String {
    format!(
        r#"{{"zarr_format": 3, "node_type": "array", "shape": [7, 9], "data_type": "{data_type}",
            "attributes": {{"fill_value": 1, "text": "\"fill_value\": 2, [}}"}}, "fill_value": {fill},
            "chunk_grid": {{"name": "rectilinear",
                            "configuration": {{"kind": "inline", "chunk_shapes": [[4, 5], [2, 5, 2]]}}}},
            "chunk_key_encoding": {keys},
            "codecs": [{{"name": "bytes", "configuration": {{"endian": "{endian}"}}}}]}}"#
    )
}

pub const DEFAULT_KEYS: &str = r#"{"name": "default"}"#;
pub const V2_KEYS: &str = r#"{"name": "v2", "configuration": {"separator": "."}}"#;
