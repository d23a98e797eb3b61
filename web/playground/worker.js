'use strict';
// Runs the module off the page's thread, so that a long run can be stopped: { module } once, then { id, call, ... }.
let exports_ = null, module_ = null;
const utf8 = new TextEncoder(), text8 = new TextDecoder();
const memory = () => new Uint8Array(exports_.memory.buffer);
async function start() {
	// It has no files and no clock. What the C library would write is dropped.
	const wasi = {
		fd_write(fd, at, count, done) {
			const m = new DataView(exports_.memory.buffer);
			let n = 0;
			for (let i = 0; i < count; i++) n += m.getUint32(at + 8 * i + 4, true);
			m.setUint32(done, n, true);
			return 0;
		},
		fd_close: () => 8, fd_seek: () => 8, sched_yield: () => 0,
	};
	exports_ = (await WebAssembly.instantiate(module_, { wasi_snapshot_preview1: wasi })).exports;
	exports_._initialize();
}
function put(text) {
	const bytes = utf8.encode(text), at = exports_.playground_alloc(bytes.length);
	if (!at) throw new Error('this scenario is too large');
	memory().set(bytes, at);
	memory()[at + bytes.length] = 0;
	return [at, bytes.length];
}
function answer() {
	const at = exports_.playground_out();
	return text8.decode(memory().subarray(at, at + exports_.playground_out_len()));
}
function call(ask) {
	const [name] = put(ask.name), [text, len] = put(ask.text), seed = BigInt(ask.seed);
	let status;
	switch (ask.call) {
	case 'cells': status = exports_.playground_cells(name, text, len); break;
	case 'run': status = exports_.playground_run(name, text, len, seed); break;
	case 'seeds': status = exports_.playground_seeds(name, text, len, seed, BigInt(ask.count)); break;
	case 'model': status = exports_.playground_model(name, text, len, seed, ask.cell, ask.skip ?? 0); break;
	}
	const out = answer();
	exports_.playground_warnings();
	const warnings = answer();
	exports_.playground_free(name);
	exports_.playground_free(text);
	return { status, out, warnings };
}
onmessage = async ev => {
	const ask = ev.data;
	try {
		if (ask.module) module_ = ask.module;
		if (!exports_) await start();
		postMessage({ id: ask.id, ...(ask.call ? call(ask) : { status: 0 }) });
	} catch (err) {
		exports_ = null; // a trap: begin anew
		postMessage({ id: ask.id, status: 5, out: String(err), warnings: '' });
	}
};
