// SPDX-License-Identifier: Apache-2.0
//! The relist command. On Linux on x86-64 and aarch64 it is the native program, which this one carries and executes; elsewhere
//! command.wasm, which has everything that needs no socket or process, with the same output.

#[cfg(native)]
mod native;
#[cfg(native)]
use native::run;

#[cfg(not(native))]
mod webassembly;
#[cfg(not(native))]
use webassembly::run;

const STATUS_MACHINE: i32 = 5; // it failed

fn main() {
    let status = run().unwrap_or_else(|e| {
        eprintln!("relist: {e}");
        STATUS_MACHINE
    });
    std::process::exit(status);
}
