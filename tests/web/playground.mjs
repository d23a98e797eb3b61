// SPDX-License-Identifier: Apache-2.0
// playground.mjs WASM RELIST - every shipped scenario in the module and by the command: exit status and JSON Lines, byte for
// byte; then how fast each is. `make test-playground`.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';

const [wasm, relist] = process.argv.slice(2);
const t0 = performance.now();
const module_ = await WebAssembly.compile(fs.readFileSync(wasm));
const calls = new Proxy({}, { get: () => () => 8 });
const { exports: e } = await WebAssembly.instantiate(module_, { wasi_snapshot_preview1: { ...Object.fromEntries(WebAssembly.Module.imports(module_).map(i => [i.name, calls[i.name]])) } });
e._initialize();
const started = performance.now() - t0;

function put(bytes) {
	const at = e.playground_alloc(bytes.length), memory = new Uint8Array(e.memory.buffer);
	memory.set(bytes, at);
	memory[at + bytes.length] = 0;
	return at;
}
function run(file, text, call) {
	const name = put(Buffer.from(file)), at = put(text);
	const status = call(name, at, text.length);
	const out = Buffer.from(e.memory.buffer, e.playground_out(), e.playground_out_len()).toString();
	e.playground_free(name);
	e.playground_free(at);
	return { status, out };
}
function command(args) {
	try {
		return { status: 0, out: execFileSync(relist, args, { maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'pipe'] }).toString() };
	} catch (err) {
		return { status: err.status, out: err.stdout.toString() };
	}
}

const files = execFileSync('find', ['scenarios', 'tests/golden/cli/suite', '-name', '*.yaml']).toString().trim().split('\n').sort();
let bad = 0, cells = 0;
for (const file of files) {
	const text = fs.readFileSync(file), mine = run(file, text, (n, t, l) => e.playground_run(n, t, l, 0n)), theirs = command(['run', '--format', 'jsonl', file]);
	if (mine.status === 2 && theirs.status === 2) continue;
	cells += (mine.out.match(/^\{"result"/gm) ?? []).length;
	if (mine.status === theirs.status && mine.out === theirs.out) continue;
	bad++;
	const a = theirs.out.split('\n'), b = mine.out.split('\n'), i = a.findIndex((line, k) => line !== b[k]);
	console.log(`${file}: differs: status ${theirs.status} and ${mine.status}; line ${i + 1}\n  command: ${a[i]}\n  module:  ${b[i]}`);
}
console.log(`${files.length} files, ${cells} cells: ${bad ? `${bad} differ` : 'all as the command, byte for byte'}; module ready after ${started.toFixed(0)} ms`);

for (const file of ['scenarios/lessons/05-relist-and-410.yaml', 'scenarios/c-expired/gone-midwatch-missed-delete.yaml']) {
	const text = fs.readFileSync(file), N = 2000;
	run(file, text, (n, t, l) => e.playground_seeds(n, t, l, 1n, 200n)); // the compiler warms up
	const from = performance.now(), { out } = run(file, text, (n, t, l) => e.playground_seeds(n, t, l, 1n, BigInt(N)));
	const ms = performance.now() - from, runs = out.split('\n').filter(l => l.startsWith('{"result"')).reduce((s, l) => s + JSON.parse(l).result.runs, 0);
	const begin = performance.now();
	command(['run', '--seeds', String(N), '--format', 'tap', '-j', '1', file]);
	const native = performance.now() - begin;
	console.log(`${file}: ${(runs / ms * 1000).toFixed(0)} runs/s, the command ${(runs / native * 1000).toFixed(0)} (${(native / ms).toFixed(2)} of it)`);
}
process.exit(bad ? 1 : 0);
