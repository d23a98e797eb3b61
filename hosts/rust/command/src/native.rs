// SPDX-License-Identifier: Apache-2.0
//! Writes the program into the user's cache folder, once, and executes it there: `relist envtest` links to its own file.

use std::error::Error;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{self, Command};

static PROGRAM: &[u8] = include_bytes!(env!("RELIST_PROGRAM"));

fn folder() -> Result<PathBuf, Box<dyn Error>> {
    let absolute = |name| std::env::var_os(name).map(PathBuf::from).filter(|p| p.is_absolute());
    let cache = absolute("XDG_CACHE_HOME").or_else(|| absolute("HOME").map(|h| h.join(".cache")));
    Ok(cache.ok_or("HOME is not set: wanted a folder for the program")?.join("relist-command"))
}

/// Another process may do the same: the file appears as a whole.
fn write(path: &Path) -> std::io::Result<()> {
    let made = path.with_extension(process::id().to_string());
    let mut file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o755).open(&made)?;
    file.write_all(PROGRAM)?;
    drop(file);
    fs::rename(made, path)
}

pub fn run() -> Result<i32, Box<dyn Error>> {
    let folder = folder()?;
    let path = folder.join(concat!("relist-", env!("CARGO_PKG_VERSION")));
    if fs::read(&path).map_or(true, |there| there != PROGRAM) {
        fs::create_dir_all(&folder).and_then(|()| write(&path)).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    let error = Command::new(&path).arg0("relist").args(std::env::args_os().skip(1)).exec();
    Err(format!("{}: {error}", path.display()).into())
}
