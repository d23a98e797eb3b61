// SPDX-License-Identifier: Apache-2.0
//! Finds the native program for the target: bin/relist-linux-ARCH, which a published crate has.
use std::{env, path::PathBuf};

fn main() {
    println!("cargo::rustc-check-cfg=cfg(native)");
    println!("cargo::rerun-if-changed=bin");
    if env::var_os("CARGO_FEATURE_WEBASSEMBLY").is_some() || env::var("CARGO_CFG_TARGET_OS").as_deref() != Ok("linux") {
        return;
    }
    let arch = env::var("CARGO_CFG_TARGET_ARCH").unwrap();
    if arch != "x86_64" && arch != "aarch64" {
        return;
    }
    let program = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap()).join(format!("bin/relist-linux-{arch}"));
    if !program.exists() {
        println!("cargo::error=there is no {}: make dist packages, or --features webassembly", program.display());
        return;
    }
    println!("cargo::rustc-cfg=native");
    println!("cargo::rustc-env=RELIST_PROGRAM={}", program.display());
}
