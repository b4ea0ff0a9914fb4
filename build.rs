// SPDX-License-Identifier: MIT OR Apache-2.0
//! The soname, and whether this compiler has `std::hint::select_unpredictable`. No code is generated.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");

    // 0.MINOR before 1.0, then MAJOR: the same rule stands in CMakeLists.txt.
    let major = env::var("CARGO_PKG_VERSION_MAJOR").expect("cargo sets the version");
    let minor = env::var("CARGO_PKG_VERSION_MINOR").expect("cargo sets the version");
    let abi = if major == "0" { format!("0.{minor}") } else { major };
    match env::var("CARGO_CFG_TARGET_OS").as_deref() {
        Ok("linux" | "freebsd" | "netbsd" | "openbsd" | "android") => {
            println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libzrg.so.{abi}");
        }
        Ok("macos") => {
            println!("cargo::rustc-cdylib-link-arg=-Wl,-install_name,@rpath/libzrg.{abi}.dylib");
        }
        _ => {}
    }

    if rustc_minor().is_some_and(|minor| minor >= 88) {
        println!("cargo::rustc-cfg=zrg_branch_free");
    }
}

/// The `88` of `rustc 1.88.0 (…)`.
fn rustc_minor() -> Option<u32> {
    let rustc = env::var_os("RUSTC")?;
    let output = Command::new(rustc).arg("--version").output().ok()?;
    let version = String::from_utf8(output.stdout).ok()?;
    version.split('.').nth(1)?.parse().ok()
}
