// SPDX-License-Identifier: MIT OR Apache-2.0
//! What figures were measured on, and with which versions.

use std::fs;

use crate::peer_numpy;

/// One sentence: processor, compilers, peers.
pub fn described(rounds: usize) -> String {
    let mut versions =
        vec![env!("PEERS_RUSTC").to_string(), env!("PEERS_CXX").to_string(), format!("zarrs {}", zarrs_version())];
    versions.extend(peer_numpy::version().map(|version| format!("numpy {version}")));
    format!("Recorded on {}, {rounds} rounds, with {}.", processors(), versions.join(", "))
}

/// How many there are, not how many this process may use; and what they call themselves, where the system tells.
fn processors() -> String {
    let described = |text: String| {
        let field = |name: &str| {
            let line = text.lines().find(|line| line.starts_with(name))?;
            Some(line.split_once(':')?.1.trim().to_string())
        };
        let count = text.lines().filter(|line| line.starts_with("processor")).count();
        let (model, family, number) = (field("model name")?, field("cpu family")?, field("model\t")?);
        Some(format!("{count} processors {model} (family {family}, model {number})"))
    };
    fs::read_to_string("/proc/cpuinfo").ok().and_then(described).unwrap_or_else(|| std::env::consts::ARCH.into())
}

/// As the lock file names it.
fn zarrs_version() -> &'static str {
    let lock = include_str!("../Cargo.lock");
    let version = |package: &'static str| package.strip_prefix("name = \"zarrs\"\nversion = \"")?.split('"').next();
    lock.split("[[package]]\n").find_map(version).unwrap_or("of some version")
}
