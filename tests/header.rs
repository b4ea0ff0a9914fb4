// SPDX-License-Identifier: MIT OR Apache-2.0
//! The committed header is what the source generates, put into the form that its readers need. `ZRG_BLESS=1 cargo test
//! --test header` rewrites it.

use std::{env, fs, path::Path};

/// Numbers of 64 bits as plain literals: generators of bindings do not look into `<stdint.h>` for UINT64_MAX.
fn with_literals(header: &str) -> String {
    const LITERALS: [(&str, &str); 3] = [
        ("UINT64_MAX", "18446744073709551615ULL"),
        ("INT64_MAX", "9223372036854775807LL"),
        ("INT64_MIN", "(-9223372036854775807LL - 1)"),
    ];
    let literal = |line: &str| match line.strip_prefix("#define ").and_then(|define| define.split_once(' ')) {
        Some((name, value)) => match LITERALS.iter().find(|(limit, _)| *limit == value) {
            Some((_, literal)) => format!("#define {name} {literal}\n"),
            None => format!("{line}\n"),
        },
        None => format!("{line}\n"),
    };
    header.lines().map(literal).collect()
}

#[test]
fn the_header_is_generated() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(root.join("cbindgen.toml")).unwrap();
    let mut generated = Vec::new();
    cbindgen::generate_with_config(root, config).unwrap().write(&mut generated);
    let generated = with_literals(&String::from_utf8(generated).unwrap());
    let path = root.join("include/zrg/zrg.h");
    if env::var_os("ZRG_BLESS").is_some() {
        fs::write(&path, &generated).unwrap();
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        generated == committed,
        "include/zrg/zrg.h is not what src/capi generates: run ZRG_BLESS=1 cargo test --test header"
    );
}

#[test]
fn every_name_has_the_prefix() {
    let header = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("include/zrg/zrg.h")).unwrap();
    for line in header.lines() {
        let Some(name) = line.strip_prefix("#define ") else { continue };
        assert!(name.starts_with("ZRG_"), "{line}");
    }
    let named = |line: &&str| line.starts_with("typedef ") || (line.starts_with("} ") && line.ends_with(';'));
    for line in header.lines().filter(named) {
        let name = line.trim_end_matches([';', '{', ' ']).rsplit(' ').next().unwrap();
        assert!(name.starts_with("zrg_"), "{line}");
    }
}
