#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0
// The relist command: the native program of the package relist-linux-x64 or relist-linux-arm64 if it is installed, else command.wasm,
// which has everything that needs no socket or process, with the same output. RELIST_NATIVE=0 takes the latter.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { constants } from "node:os";
import { parse } from "node:path";
import { fileURLToPath } from "node:url";

function native() {
  if (process.env.RELIST_NATIVE === "0") return null;
  try {
    return createRequire(import.meta.url).resolve(`relist-${process.platform}-${process.arch}/relist`);
  } catch {
    return null;
  }
}

function run(program) {
  const child = spawn(program, process.argv.slice(2), { stdio: "inherit" });
  // The terminal's ^C reaches the program as well; it decides what follows.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"]) process.on(signal, () => signal === "SIGINT" || child.kill(signal));
  child.on("error", (error) => {
    console.error(`relist: ${program}: ${error.message}`);
    process.exitCode = 126;
  });
  child.on("exit", (status, signal) => {
    process.exitCode = signal ? 128 + constants.signals[signal] : status;
  });
}

async function play() {
  // node:wasi says on every start that it is experimental.
  const warn = process.emitWarning;
  process.emitWarning = (warning, ...more) => (String(warning).includes("WASI") ? undefined : warn.call(process, warning, ...more));
  const { WASI } = await import("node:wasi");
  const root = parse(process.cwd()).root;
  const posix = (path) => "/" + path.slice(root.length).replaceAll("\\", "/");
  const args = process.argv.slice(2).map((a) => (root !== "/" && a.startsWith(root) ? posix(a) : a));
  const wasi = new WASI({
    version: "preview1",
    args: ["relist", ...args],
    env: { ...process.env, PWD: posix(process.cwd()) },
    preopens: { "/": root },
    returnOnExit: true,
  });
  const module = await WebAssembly.compile(readFileSync(fileURLToPath(new URL("../command.wasm", import.meta.url))));
  process.exitCode = wasi.start(await WebAssembly.instantiate(module, wasi.getImportObject()));
}

const program = native();
if (program) run(program);
else await play();
