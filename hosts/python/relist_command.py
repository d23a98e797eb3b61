# SPDX-License-Identifier: Apache-2.0
"""The relist command: the native program if this wheel has one, else command.wasm, which has everything that needs no socket or
process, with the same output. RELIST_NATIVE=0 takes the latter. Beside the package relist, which imports more than this needs."""
import os
import pathlib
import sys

_HERE = pathlib.Path(__file__).parent / "relist"


def _play(args):
    import wasmtime

    cwd = pathlib.Path.cwd()
    config = wasmtime.Config()
    config.cache = True
    engine = wasmtime.Engine(config)
    linker = wasmtime.Linker(engine)
    linker.define_wasi()
    store = wasmtime.Store(engine)
    wasi = wasmtime.WasiConfig()
    root = cwd.anchor
    wasi.argv = ["relist"] + ["/" + pathlib.Path(a).as_posix()[len(root):] if root != "/" and a.startswith(root) else a for a in args]
    wasi.env = list({**os.environ, "PWD": "/" + cwd.as_posix()[len(root):]}.items())
    wasi.inherit_stdin()
    wasi.inherit_stdout()
    wasi.inherit_stderr()
    wasi.preopen_dir(root, "/")
    store.set_wasi(wasi)
    module = wasmtime.Module.from_file(engine, str(_HERE / "command.wasm"))
    try:
        linker.instantiate(store, module).exports(store)["_start"](store)
    except wasmtime.ExitTrap as end:
        return end.code
    return 0


def main():
    program = _HERE / "bin" / "relist"
    if os.environ.get("RELIST_NATIVE") != "0" and program.exists():
        os.execv(program, [str(program), *sys.argv[1:]])
    return _play(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
