'use strict';
// The playground: an editor, the module in a worker, and the page of `relist show --html` in a frame. All of it is in
// this file; the frame has no origin of its own and the same policy, so nothing that a run holds gets anywhere.
const $ = id => document.getElementById(id);
const parts = JSON.parse($('parts').textContent);
// A loop: of a megabyte Uint8Array.from with a function takes a tenth of a second.
function bytesOf(base64) {
	const text = atob(base64), bytes = new Uint8Array(text.length);
	for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
	return bytes;
}
const unpacked = (base64, type) => new Response(new Blob([bytesOf(base64)]).stream().pipeThrough(new DecompressionStream('gzip')),
	{ headers: { 'Content-Type': type } });
let ours = null; // the link that was read or made last
let shown = null; // the run in the viewer: its file, steps, seed and cell
let worker = null, module_ = null, files = {}, last_id = 0, waiting = new Map(), state = { name: 'my-scenario.yaml' };

// --- the module ---
function begin() {
	const url = URL.createObjectURL(new Blob([parts.worker], { type: 'text/javascript' }));
	worker = new Worker(url);
	URL.revokeObjectURL(url);
	worker.onmessage = ev => {
		const done = waiting.get(ev.data.id);
		waiting.delete(ev.data.id);
		if (done) done(ev.data);
	};
	return ask({ module: module_ });
}
function ask(what) {
	return new Promise(done => {
		const id = ++last_id;
		waiting.set(id, done);
		worker.postMessage({ id, ...what });
	});
}
function stop() {
	worker.terminate();
	for (const done of waiting.values()) done({ status: 130, out: 'stopped', warnings: '' });
	waiting = new Map();
	begin();
}
const request = (call, more) => ask({ call, name: state.name, text: $('text').value, seed: seed(), ...more });
const seed = () => Math.max(1, Math.floor(Number($('seed').value)) || 1);

// --- running ---
function busy(on) {
	for (const id of ['run', 'seeds']) $(id).disabled = on;
	$('stop').disabled = !on;
}
function say(text, cls) {
	$('verdict').textContent = text;
	$('verdict').className = cls;
}
function message(text) {
	$('message').textContent = text;
	$('message').hidden = !text;
}
async function readCells() {
	const { status, out, warnings } = await request('cells');
	const names = status === 0 ? out.split('\n').slice(0, -1) : [], had = $('cell').value;
	$('cell').replaceChildren(...names.map((name, i) => {
		const o = document.createElement('option');
		o.value = i;
		o.textContent = name || 'the only one';
		return o;
	}));
	if (names[had] !== undefined) $('cell').value = had;
	message(status === 0 ? warnings : out);
	return status;
}
const VERDICTS = { pass: 'pass', fail: 'fail' };
async function run() {
	busy(true);
	say('…', '');
	try {
		const wrong = await readCells(), warned = wrong ? '' : $('message').textContent;
		failing = 0;
		if (wrong) { say(wrong === 130 ? 'stopped' : 'not run', 'fail'); show(null); return; }
		const cell = Number($('cell').value) || 0, text = $('text').value, used = seed(), t0 = performance.now();
		const { status, out } = await request('model', { cell });
		const ms = performance.now() - t0;
		if (status === 2 || status >= 5) { say(status === 130 ? 'stopped' : 'not run', 'fail'); message(out); show(null); return; }
		const model = JSON.parse(out);
		message([warned, model.what && `line ${model.line}: ${model.what}`].filter(Boolean).join('\n'));
		failing = model.what ? model.line : 0;
		numbers();
		say(`${model.verdict}, ${model.events.length} events, ${ms.toFixed(0)} ms`, VERDICTS[model.verdict] ?? 'fail');
		shown = { name: state.name, text, cell, seed: used, steps: model.steps };
		show(out);
	} finally { busy(false); }
}
async function runSeeds() {
	busy(true);
	say('…', '');
	try {
		const wrong = await readCells();
		if (wrong) { say('not run', 'fail'); return; }
		const t0 = performance.now();
		const { status, out } = await request('seeds', { count: 100 });
		const ms = performance.now() - t0;
		if (status === 2 || status >= 5) { say(status === 130 ? 'stopped' : 'not run', 'fail'); message(out); return; }
		const results = out.split('\n').filter(l => l).map(l => JSON.parse(l).result).filter(Boolean);
		const runs = results.reduce((n, r) => n + r.runs, 0), bad = results.find(r => r.verdict !== 'pass');
		say(bad ? `seed ${bad.seed}${bad.cell ? ` [${bad.cell}]` : ''}: ${bad.verdict}${bad.line ? `, line ${bad.line}` : ''}: ${bad.what ?? ''}` : `${runs} runs passed, ${(runs / ms * 1000).toFixed(0)} a second`, bad ? 'fail' : 'pass');
		if (bad) $('seed').value = bad.seed;
	} finally { busy(false); }
}
// The viewer requests the run without one of its steps; the frame has no origin, so its window identifies it.
addEventListener('message', async ev => {
	if (!shown || ev.source !== $('view').contentWindow || !shown.steps[ev.data?.without]) return;
	const { name, text, seed, cell } = shown;
	const { status, out } = await ask({ call: 'model', name, text, seed, cell, skip: Number(ev.data.without) + 1 });
	ev.source.postMessage(status === 2 || status >= 5 ? { error: out } : { run: out }, '*');
});
// The viewer, with this run in it. JSON in a <script>: runner/report/page.c has made "<" harmless.
function show(model) {
	$('view').srcdoc = model === null ? '' : `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><style>${parts.css}</style>${parts.html.replace('<body>', '<body class="framed">')}<script type="application/json" id="data">${model}<\/script><script>${parts.js}<\/script>`;
}

// --- the editor ---
let failing = 0; // line of the last failure
function numbers() {
	const lines = $('text').value.split('\n').length;
	$('numbers').textContent = Array.from({ length: lines }, (_, i) => i + 1 === failing ? `✗ ${i + 1}` : i + 1).join('\n');
	$('numbers').scrollTop = $('text').scrollTop;
}
function open_(name) {
	state.name = name;
	$('text').value = files[name];
	$('seed').value = /^seed: *(\d+)/m.exec(files[name])?.[1] ?? 1;
	$('cell').replaceChildren();
	numbers();
}
$('text').addEventListener('input', numbers);
$('text').addEventListener('scroll', () => { $('numbers').scrollTop = $('text').scrollTop; });
$('text').addEventListener('keydown', ev => {
	if (ev.key === 'Tab' && !ev.shiftKey && !ev.altKey && !ev.ctrlKey) {
		ev.preventDefault();
		$('text').setRangeText('  ', $('text').selectionStart, $('text').selectionEnd, 'end');
		numbers();
	} else if (ev.key === 'Escape') $('run').focus(); // Tab goes on from there
});
addEventListener('keydown', ev => { if (ev.key === 'Enter' && (ev.ctrlKey || ev.metaKey) && !$('run').disabled) run(); });
$('file').addEventListener('change', () => { open_($('file').value); run(); });
$('cell').addEventListener('change', run);
$('seed').addEventListener('keydown', ev => { if (ev.key === 'Enter' && !$('run').disabled) run(); });
$('run').addEventListener('click', run);
$('seeds').addEventListener('click', runSeeds);
$('stop').addEventListener('click', stop);

// --- links: the text, packed, behind the # ---
const url64 = bytes => btoa(Array.from(bytes, b => String.fromCharCode(b)).join('')).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
async function pack(text) {
	return new Uint8Array(await new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'))).arrayBuffer());
}
const LINK_MAX = 4 << 20;
async function unlink_(text) {
	const bytes = bytesOf(text.replace(/-/g, '+').replace(/_/g, '/'));
	const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader(), chunks = [];
	let size = 0;
	for (;;) {
		const { done, value } = await reader.read();
		if (done) break;
		if ((size += value.length) > LINK_MAX) throw new Error('a link that is too long');
		chunks.push(value);
	}
	return new TextDecoder().decode(await new Blob(chunks).arrayBuffer());
}
$('share').addEventListener('click', async () => {
	const known = files[state.name] === $('text').value;
	const link = new URLSearchParams({ seed: seed(), cell: $('cell').selectedOptions[0]?.value ?? 0 });
	if (known) link.set('file', state.name);
	else link.set('text', url64(await pack($('text').value)));
	location.hash = link;
	ours = location.hash; // we are where it leads
	try { await navigator.clipboard.writeText(location.href); say('the link is in the address bar and copied', ''); }
	catch { say('the link is in the address bar', ''); }
});
async function readLink() {
	const link = new URLSearchParams(location.hash.slice(1)), file = link.get('file');
	if (location.hash === ours) return;
	ours = location.hash;
	try {
		if (link.get('text')) { state.name = 'my-scenario.yaml'; $('text').value = await unlink_(link.get('text')); }
		else open_(file !== null && Object.hasOwn(files, file) ? file : Object.hasOwn(files, state.name) ? state.name : Object.keys(files)[0]);
		if (Object.hasOwn(files, state.name)) $('file').value = state.name;
	} catch (err) { message(`this link cannot be read: ${err.message}`); return; }
	if (/^\d+$/.test(link.get('seed') ?? '')) $('seed').value = link.get('seed');
	numbers();
	await readCells();
	if ($('cell').options[link.get('cell')]) $('cell').value = link.get('cell');
	await run();
}
addEventListener('hashchange', readLink);

(async () => {
	busy(true);
	$('stop').disabled = true;
	const compiled = WebAssembly.compileStreaming(unpacked($('wasm').textContent, 'application/wasm'));
	files = await unpacked($('scenarios').textContent, 'application/json').json();
	const groups = new Map();
	for (const name of Object.keys(files)) {
		const folder = name.split('/').slice(1, -1).join('/');
		if (!groups.has(folder)) {
			const g = document.createElement('optgroup');
			g.label = folder;
			groups.set(folder, g);
			$('file').append(g);
		}
		const o = document.createElement('option');
		o.value = name;
		o.textContent = name.split('/').pop().replace('.yaml', '');
		groups.get(folder).append(o);
	}
	module_ = await compiled;
	await begin();
	busy(false);
	document.documentElement.dataset.open = performance.now().toFixed(0);
	await readLink();
	document.documentElement.dataset.ready = performance.now().toFixed(0);
})();
