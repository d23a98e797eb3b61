// SPDX-License-Identifier: Apache-2.0
//! Runs command.wasm, with the whole file system and the environment.

use std::error::Error;
use std::path::{Path, PathBuf};

use wasmi::{CompilationMode, Config, Engine, Linker, Module, Store};
use wasmi_wasi::{ambient_authority, Dir, WasiCtxBuilder};

static PROGRAM: &[u8] = include_bytes!("../command.wasm");

/// A path of the system as one below the folder that the program sees as its root.
fn in_root(root: &Path, path: &str) -> String {
    let root = root.to_string_lossy();
    format!("/{}", path.strip_prefix(&*root).unwrap_or(path).replace('\\', "/"))
}

pub fn run() -> Result<i32, Box<dyn Error>> {
    let cwd = std::env::current_dir()?;
    let root: PathBuf = cwd.ancestors().last().unwrap_or(&cwd).into();
    let mut wasi = WasiCtxBuilder::new();
    wasi.inherit_stdio().arg("relist")?;
    for arg in std::env::args().skip(1) {
        let inside = root != Path::new("/") && arg.starts_with(&*root.to_string_lossy());
        wasi.arg(&if inside { in_root(&root, &arg) } else { arg })?;
    }
    for (name, value) in std::env::vars().filter(|(name, _)| name != "PWD") {
        wasi.env(&name, &value)?;
    }
    wasi.env("PWD", &in_root(&root, &cwd.to_string_lossy()))?;
    wasi.preopened_dir(Dir::open_ambient_dir(&root, ambient_authority())?, "/")?;

    let mut config = Config::default();
    // A command uses few of the functions.
    config.compilation_mode(CompilationMode::LazyTranslation);
    let engine = Engine::new(&config);
    let module = Module::new(&engine, PROGRAM)?;
    let mut store = Store::new(&engine, wasi.build());
    let mut linker = Linker::new(&engine);
    wasmi_wasi::add_to_linker(&mut linker, |context| context)?;
    let instance = linker.instantiate_and_start(&mut store, &module)?;
    let start = instance.get_typed_func::<(), ()>(&store, "_start")?;
    match start.call(&mut store, ()) {
        Ok(()) => Ok(0),
        Err(e) => e.i32_exit_status().ok_or_else(|| e.into()),
    }
}
