'use strict';
// The page of `relist serve --ui`: requests the control API of the server that it came from, twice a second while the page is
// visible, and shows the newest rows. Its memory is bounded: rows by ROWS, answers by the server.
const ROWS = 500, HISTORY_MAX = 65536, LAG_MAX = 1000, EVERY_MS = 500, SLOW_EVERY = 4, ENDS_EACH = 10, OBJECTS_MAX = 2000, DIFFERENCES_MAX = 400;
const $ = id => document.getElementById(id);
function el(tag, cls, text) {
	const n = document.createElement(tag);
	if (cls) n.className = cls;
	if (text !== undefined) n.textContent = text;
	return n;
}
let token = '', since = null, request = null, marked = 0, round = 0, timer = 0, shownTypes = '', paused = false;
let clock = 0; // what the server's time needs to become this machine's, in ms
let nowS = 0, gone = ''; // of the server; what was compacted
const rowsOf = new Map(); // seq of a request whose end is not known -> its row
let recent = []; // the newest changes, for the lag of watches and for the slider
let past = null; // the change that the slider is behind: { rv, atNs, count: of `recent` }; null: now
let nowTypes = []; // the types and their number of objects
const openWatches = new Set(); // seqs of their requests
let foundRow = null; // the marked row

async function ask(path, method = 'GET', body) {
	const headers = {};
	if (token) headers.Authorization = `Bearer ${token}`;
	if (body !== undefined) headers['Content-Type'] = 'application/json';
	const answer = await fetch(`/relist/v1${path}`, { method, headers, body: body === undefined ? undefined : JSON.stringify(body), cache: 'no-store', credentials: 'omit' });
	const text = await answer.text();
	let value = {};
	try { value = JSON.parse(text); } catch { /* the status says it */ }
	if (answer.status === 401 || answer.status === 403) $('login').hidden = false;
	if (!answer.ok) throw new Error(value.message ?? `status ${answer.status}`);
	$('login').hidden = true;
	return value;
}
const items = got => Array.isArray(got) ? got : got.items ?? [];
const nameOf = o => [o.group ? `${o.resource}.${o.group}` : o.resource, o.namespace, o.name].filter(Boolean).join('/');

// --- rows ---
function timeText(ns) {
	const d = new Date(ns / 1e6 + clock), two = n => String(n).padStart(2, '0');
	return `${two(d.getHours())}:${two(d.getMinutes())}:${two(d.getSeconds())}.${String(d.getMilliseconds()).padStart(3, '0')}`;
}
function spanText(s) {
	return s < 0.001 ? `${Math.round(s * 1e6)} µs` : s < 1 ? `${(s * 1000).toFixed(s < 0.1 ? 1 : 0)} ms` : s < 60 ? `${s.toFixed(1)} s` : `${Math.floor(s / 60)} min ${Math.floor(s % 60)} s`;
}
function row(kind, atNs) {
	const d = el('div', kind), track = el('span', 'track');
	track.append(el('i'));
	track.style.setProperty('--at', atNs / 1e9);
	track.setAttribute('aria-hidden', 'true');
	d.atNs = atNs;
	d.append(el('time', '', timeText(atNs)), el('span', 'what'), el('span', 'took'), track);
	return d;
}
const what = d => d.children[1], took = d => d.children[2], track = d => d.children[3];
function filterRow(d) {
	const q = $('query').value.trim().toLowerCase();
	d.hidden = q !== '' && !d.textContent.toLowerCase().includes(q);
	if (d.dot) d.dot.hidden = d.hidden;
}
// --- the picture: what the rows say, in lanes on one axis; CSS places it as it places the bars ---
const BAR_ROWS = 10, SHORT_ROWS = 4, LABEL_PX = 6.95; // watches fill the rows from below, other requests the first ones
const busy = Array(BAR_ROWS).fill(0); // until when a row of bars is taken, in seconds
function plot(kind, d, atNs) {
	if (!d.dot) {
		d.dot = el('i', kind);
		d.dot.row = d;
		d.dot.style.setProperty('--at', atNs / 1e9);
		$(`plot-${kind}`).append(d.dot);
	}
	d.dot.title = d.textContent.slice(0, 300);
	return d.dot;
}
function plotRequest(d, r) {
	const bar = plot('request', d, r.atNs), end = r.endNs ? r.endNs / 1e9 : Infinity, from = r.atNs / 1e9;
	if (bar.place === undefined) {
		const watch = r.verb === 'watch', free = watch ? busy.findLastIndex((until, k) => until <= from && k >= SHORT_ROWS) : busy.findIndex((until, k) => until <= from && k < SHORT_ROWS);
		bar.place = free >= 0 ? free : watch ? SHORT_ROWS : SHORT_ROWS - 1;
		bar.style.setProperty('--k', bar.place);
		if (r.verb === 'watch') { bar.name = `WATCH ${r.uri.split('?')[0].split('/').pop()}`; bar.textContent = bar.name; barOf.set(r.seq, bar); }
	}
	busy[bar.place] = end;
	bar.className = `${d === foundRow ? 'found ' : ''}request${r.status >= 400 || r.error || r.ended ? ' bad' : ''}${r.endNs ? '' : ' open'}${r.verb === 'watch' ? ' watch' : ''}`;
	bar.style.setProperty('--for', r.endNs ? end - from : 0);
	if (r.endNs && bar.name) { bar.textContent = bar.name + (r.error ? `: ERROR ${r.error}` : r.ended ? `: ${r.ended}` : r.clientGone ? ': closed by client' : ''); barOf.delete(r.seq); }
}
// The state of an open watch is in its bar.
const barOf = new Map(); // seq of an open watch -> its bar
function labelWatch(w, lag) {
	const bar = barOf.get(w.request), wrong = [lag, w.stalled && 'stalled'].filter(Boolean).join(', ');
	if (!bar) return;
	bar.textContent = wrong ? `${bar.name}: ${wrong}` : bar.name;
	bar.classList.toggle('stalled', !!wrong);
}
// "fail create pods, 2 times" of a call's body.
function markText(what) {
	const m = /^(POST|PUT|DELETE) \/(\S+) ?(\{.*\})?$/.exec(what);
	if (!m) return what.slice(0, 48);
	let b = {};
	try { b = JSON.parse(m[3] ?? '{}'); } catch { /* cut: the path says enough */ }
	const words = [m[1] === 'DELETE' ? `remove ${m[2]}` : b.kind ?? (b.how ? `${b.how} watches` : m[2]), b.match?.verb, b.match?.resource, b.for && `for ${b.for}`, b.times > 1 && `${b.times} times`, b.freeze !== undefined && (b.freeze ? 'freeze' : 'thaw')];
	return words.filter(Boolean).map(String).join(' ').slice(0, 48);
}
// "kcm replicaset-controller" of "kcm/v1 (linux/amd64) kubernetes/x/replicaset-controller"
function clientName(agent = '') {
	const m = /^([^\s/]+)\/\S* \([^)]*\) kubernetes\/[^/]+(?:\/(.+))?$/.exec(agent);
	return (m ? [m[1], m[2]].filter(Boolean).join(' ') : agent).slice(0, 60);
}
// Labels of marks stand left of their line, in one of three rows, where no later label stands.
function labelMarks(seconds) {
	const width = $('plot-mark').clientWidth, free = [width, width, width];
	for (const i of [...$('plot-mark').querySelectorAll('i.mark')].sort((a, b) => b.row.atNs - a.row.atNs)) {
		const x = (i.row.atNs / 1e9 - nowS + seconds) / seconds * width, need = i.firstChild.textContent.length * LABEL_PX + 8, at = i.hidden ? -1 : free.findIndex(f => x <= f && x - need > 0);
		i.firstChild.hidden = at < 0;
		if (at < 0) continue;
		free[at] = x - need;
		i.style.setProperty('--k', at);
	}
}
function drawAxis(seconds) {
	const text = s => s < 60 ? `${+s.toFixed(1)} s` : s < 3600 ? `${+(s / 60).toFixed(1)} min` : `${s / 3600} h`;
	$('plot-axis').replaceChildren(...[1, 0.75, 0.5, 0.25].map(f => el('span', '', `${text(seconds * f)} ago`)), el('span', '', 'now'));
}
// New rows on top, each an { atNs, make }; older ones than ROWS are dropped, or never made. One change of the document for all.
function addRows(rows) {
	const box = $('timeline'), part = document.createDocumentFragment();
	rows.sort((a, b) => a.atNs - b.atNs);
	for (const r of rows.slice(-ROWS).reverse()) {
		const d = r.make();
		filterRow(d);
		part.append(d);
	}
	box.prepend(part);
	while (box.childElementCount > ROWS) {
		box.lastElementChild.dot?.remove();
		rowsOf.delete(box.lastElementChild.seq);
		box.lastElementChild.remove();
	}
}
function setRows(id, rows, total = rows.length) {
	const all = rows.slice(0, ROWS);
	if (total > ROWS) all.push(el('div', 'dim', `… and ${total - ROWS} more`));
	for (const r of all) filterRow(r);
	$(id).replaceChildren(...(all.length ? all : [el('div', 'dim', 'none')]));
}
// The bars are placed by CSS: moving all of them costs two properties of the list.
function moveBars() {
	const seconds = Number($('window').value);
	for (const id of ['timeline', 'plot']) {
		$(id).style.setProperty('--t0', nowS - seconds);
		$(id).style.setProperty('--s', `${100 / seconds}%`);
	}
	for (const i of $('plot').querySelectorAll('.lane > i')) if (!i.classList.contains('open') && i.row.atNs / 1e9 + Number(i.style.getPropertyValue('--for') || 0) < nowS - seconds - 1) i.classList.add('past'); else i.classList.remove('past');
	labelMarks(seconds);
	drawAxis(seconds);
}

// --- changes ---
function changeRow(c) {
	const d = row('change', c.atNs), b = el('button', 'name', nameOf(c));
	b.addEventListener('click', () => showVersions(c));
	what(d).append(`rv ${c.resourceVersion} `, el('span', c.type, c.type), ' ', b);
	if (c.hidden) what(d).append(el('span', 'late', ' dropped: no watch receives it'));
	plot('change', d, c.atNs).classList.add(c.type);
	return d;
}
async function changes(rows) {
	const got = await ask(`/changes${since === null ? '' : `?since=${since}`}`);
	if (past) return; // the slider has moved meanwhile
	clock = Date.now() - got.nowNs / 1e6;
	nowS = got.nowNs / 1e9;
	const note = text => {
		const atNs = got.items[0]?.atNs ?? got.nowNs;
		rows.push({ atNs, make: () => { const d = row('mark', atNs); what(d).textContent = text; return d; } });
	};
	if (since !== null && BigInt(got.resourceVersion) < BigInt(since)) { note('the store was turned back'); recent = []; }
	else if (since !== null && !got.complete) note('more changes than are shown');
	for (const c of got.items.slice(-ROWS)) rows.push({ atNs: c.atNs, make: () => changeRow(c) });
	recent = recent.concat(got.items).slice(-HISTORY_MAX);
	since = got.resourceVersion;
	$('changes-count').textContent = `resourceVersion ${since}`;
	nowTypes = got.types;
	showTypes();
	$('history').max = recent.length;
	$('history').value = recent.length;
}
// The types at the moment of the slider: the changes after it are undone.
function typesThen() {
	const all = new Map(nowTypes.map(t => [nameOf(t), { ...t }]));
	for (const c of past ? recent.slice(past.count) : []) {
		const t = { group: c.group, resource: c.resource }, name = nameOf(t);
		if (!all.has(name)) all.set(name, { ...t, objects: 0 });
		all.get(name).objects += { ADDED: -1, DELETED: 1 }[c.type] ?? 0;
	}
	return [...all.values()].filter(t => t.objects > 0).sort((a, b) => nameOf(a) < nameOf(b) ? -1 : 1);
}
function showTypes() {
	const all = typesThen(), types = JSON.stringify(all);
	$('types-count').textContent = `${all.reduce((n, t) => n + t.objects, 0)} objects${past ? ` at rv ${past.rv}` : ''}`;
	if (types === shownTypes) return;
	shownTypes = types;
	setRows('types', all.map(t => {
		const d = el('div', '', `${t.objects} `), b = el('button', '', nameOf(t));
		b.addEventListener('click', () => listType(t));
		d.append(b);
		return d;
	}));
}

// --- the history ---
// The server answers with 1,000 changes at a time: at the slider's left end those before are read.
let reading = false;
async function older() {
	if (reading || recent.length >= HISTORY_MAX) return;
	reading = true;
	try {
		const got = (await ask(`/changes?before=${recent[0].resourceVersion}`)).items;
		recent = got.concat(recent);
		$('history').max = recent.length;
		if (past) travel(past.count + got.length);
	} catch (err) { said(err.message, true); }
	reading = false;
}
function travel(count) {
	if (!recent.length) return;
	const at = Math.max(0, Math.min(recent.length, count)), c = recent[at - 1];
	past = at === recent.length ? null : { rv: c ? c.resourceVersion : String(BigInt(recent[0].resourceVersion) - 1n), atNs: c ? c.atNs : recent[0].atNs - 1, count: at };
	$('history').value = at;
	$('then').textContent = past ? `rv ${past.rv}, ${timeText(past.atNs)}` : 'now';
	$('changes-count').textContent = past && c ? `rv ${past.rv}: ${c.type} ${nameOf(c)}` : `resourceVersion ${past ? past.rv : since}`;
	$('then').className = past ? 'past' : '';
	for (const d of $('timeline').children) d.classList.toggle('future', past !== null && d.atNs > past.atNs);
	$('cursor').hidden = !past;
	if (past) $('cursor').style.setProperty('--at', past.atNs / 1e9);
	for (const i of $('plot').querySelectorAll('.lane > i')) i.classList.toggle('future', past !== null && i.row.atNs > past.atNs);
	showTypes();
	if (!past) look();
	else if (at === 0) older();
}

// --- requests ---
function fillRequest(d, r) {
	const failed = r.status >= 400 || r.error || r.ended;
	d.className = `${d === foundRow ? 'found ' : ''}request${failed ? ' bad' : ''}`;
	what(d).replaceChildren(el('b', `code${failed ? ' bad' : ''}`, `${r.status || '…'}${r.error ? `, then ERROR ${r.error}` : ''}`), ` ${r.method} ${r.uri.slice(0, 300)} `, el('span', 'dim', clientName(r.userAgent)));
	what(d).lastChild.title = r.userAgent ?? '';
	if (r.rule) what(d).append(el('span', 'late', ` by rule ${r.rule}`));
	if (r.ended) what(d).append(el('span', 'late', `, ${r.ended}`));
	if (r.clientGone) what(d).append(el('span', 'dim', ', the client closed it'));
	const seconds = r.endNs ? (r.endNs - r.atNs) / 1e9 : 0;
	took(d).textContent = r.endNs ? spanText(seconds) : 'open';
	track(d).classList.toggle('open', !r.endNs);
	track(d).style.setProperty('--for', seconds);
	if (r.endNs) rowsOf.delete(r.seq);
	else rowsOf.set(r.seq, d);
	plotRequest(d, r);
	filterRow(d);
}
async function requests(rows) {
	const state = await ask('');
	if (request !== null && state.requests < request) { request = 0; rowsOf.clear(); } // the log was emptied
	const newest = request ?? Math.max(0, state.requests - 100);
	// short requests whose end was not known yet are read again; a page that is far behind goes on with the newest
	const pending = [...rowsOf.keys()].filter(s => !openWatches.has(s));
	const from = Math.max(Math.min(newest, ...pending.map(s => s - 1)), state.requests - ROWS, 0);
	if (state.requests > from || pending.length) {
		let last = newest;
		for (const r of items(await ask(`/requests?since=${from}`))) {
			const known = rowsOf.get(r.seq);
			if (known) fillRequest(known, r);
			else if (r.seq > newest) {
				rows.push({ atNs: r.atNs, make: () => {
					const d = row('request', r.atNs);
					d.seq = r.seq;
					fillRequest(d, r);
					return d;
				} });
			}
			if (r.verb === 'watch' && r.status === 200 && !r.endNs) openWatches.add(r.seq);
			last = Math.max(last, r.seq);
		}
		request = Math.max(last, state.requests);
	}
	for (const s of pending) if (s <= from) rowsOf.delete(s);
	$('requests-count').textContent = `${state.requests} requests`;
	return state;
}

// --- faults and calls ---
const seconds = text => { const m = /"for":"(\d+(?:\.\d+)?)(ms|s|m)"/.exec(text); return m ? m[1] * { ms: 0.001, s: 1, m: 60 }[m[2]] : 0; };
async function marks(rows) {
	for (const m of items(await ask(`/marks?since=${marked}`))) {
		rows.push({ atNs: m.atNs, make: () => {
			const d = row('mark', m.atNs);
			what(d).textContent = `${m.status >= 400 ? `${m.status} ` : ''}${m.what} (rv ${m.resourceVersion})`;
			track(d).style.setProperty('--for', seconds(m.what));
			took(d).textContent = seconds(m.what) ? spanText(seconds(m.what)) : '';
			const i = plot('mark', d, m.atNs);
			i.style.setProperty('--for', seconds(m.what));
			i.append(el('span', '', markText(m.what)));
			return d;
		} });
		marked = m.seq;
		const compacted = /^compacted: (states before \d+ are gone)/.exec(m.what);
		if (compacted) gone = `; ${compacted[1]}`;
	}
}

// --- watches and rules ---
function lagOf(w) {
	if (w.sentAll) return '';
	const missed = recent.slice(-LAG_MAX).filter(c => c.resource === w.resource && c.group === w.group && (!w.namespace || c.namespace === w.namespace) && !c.hidden && BigInt(c.resourceVersion) > BigInt(w.sentResourceVersion));
	return missed.length ? `${missed.length} behind, for ${spanText(Math.max(0, nowS - missed[0].atNs / 1e9))}` : 'behind';
}
function watchRow(w) {
	const d = el('div'), lag = lagOf(w);
	labelWatch(w, lag);
	d.append(el('b', '', `${clientName(w.userAgent) || 'no User-Agent'} `), `${nameOf({ ...w, name: '' })}: sent rv ${w.sentResourceVersion}, `);
	d.append(lag ? el('span', 'late', lag) : 'up to date', el('span', 'dim', `; ${w.sentBytes} bytes, request ${w.request}${w.backend ? `, backend ${w.backend}` : ''}`));
	if (w.stalled) d.append(el('span', 'late', ', stalled'));
	return d;
}
async function others() {
	const watches = items(await ask('/watches'));
	$('watches-count').textContent = watches.length;
	setRows('watches', watches.slice(0, ROWS).map(watchRow), watches.length);
	openWatches.clear();
	const late = watches.filter(w => !w.sentAll).length;
	for (const w of watches) openWatches.add(w.request);
	const rules = items(await ask('/faults'));
	$('rules-count').textContent = rules.length;
	setRows('rules', rules.slice(0, ROWS).map(r => {
		const d = el('div', '', `${JSON.stringify(r).slice(0, 400)} `), b = el('button', '', 'remove');
		b.setAttribute('aria-label', `remove rule ${r.id}`);
		b.addEventListener('click', () => act(`/faults/${r.id}`, 'DELETE'));
		d.append(b);
		return d;
	}), rules.length);
	return late;
}

// --- objects ---
function open(name, ...parts) {
	$('object-name').textContent = name;
	$('object-text').replaceChildren(...parts);
	if (!$('object').open) $('object').showModal();
	$('object-text').focus();
}
async function listType(t) {
	if (t.objects > OBJECTS_MAX) { open(nameOf(t), el('p', '', `${t.objects} objects are too many for this page: kubectl get ${nameOf(t)}`)); return; }
	try {
		const got = await ask(`/objects?group=${encodeURIComponent(t.group)}&resource=${encodeURIComponent(t.resource)}${past ? `&resourceVersion=${past.rv}` : ''}`);
		let left = 1 << 20;
		open(nameOf(t), ...got.items.flatMap(o => {
			const b = el('button', '', [o.metadata?.namespace, o.metadata?.name].filter(Boolean).join('/')), text = JSON.stringify(o, null, 1).slice(0, left);
			left -= text.length;
			b.addEventListener('click', () => showVersions({ ...t, namespace: o.metadata?.namespace ?? '', name: o.metadata?.name ?? '' }));
			return [el('h3')].map(h => (h.append(b), h)).concat(text ? el('pre', '', text) : []);
		}));
	} catch (err) { said(err.message, true); }
}
function differences(from, to, path, out) {
	const both = v => v !== null && typeof v === 'object';
	if (path === 'metadata.managedFields' || path === 'metadata.resourceVersion') return;
	if (both(from) && both(to) && Array.isArray(from) === Array.isArray(to)) {
		for (const k of new Set([...Object.keys(from), ...Object.keys(to)])) differences(from[k], to[k], path ? `${path}.${k}` : k, out);
	} else if (JSON.stringify(from) !== JSON.stringify(to)) {
		if (from !== undefined) out.push(el('div', 'del', `- ${path}: ${JSON.stringify(from).slice(0, 4000)}`));
		if (to !== undefined) out.push(el('div', 'add', `+ ${path}: ${JSON.stringify(to).slice(0, 4000)}`));
	}
}
async function showVersions(o) {
	try {
		const got = await ask(`/versions?${['group', 'resource', 'namespace', 'name'].map(k => `${k}=${encodeURIComponent(o[k] ?? '')}`).join('&')}`), parts = [];
		if (past) got.items = got.items.filter(v => BigInt(v.resourceVersion) <= BigInt(past.rv));
		got.items.forEach((v, i) => {
			const h = el('h3', '', `rv ${v.resourceVersion} `), found = [];
			h.append(el('span', v.type, v.type), el('span', 'dim', ` ${timeText(v.atNs)}`));
			if (i) differences(got.items[i - 1].object, v.object, '', found);
			parts.unshift([h, ...(i ? found.slice(0, DIFFERENCES_MAX) : [el('pre', '', JSON.stringify(v.object, null, 1).slice(0, 1 << 18))])]);
		});
		parts.push([el('p', '', !got.items.length ? `No version of it is left: those before rv ${got.forgotten} are gone.` : !got.complete ? 'Older versions are not shown.' : BigInt(got.forgotten) ? `Versions before rv ${got.forgotten} are gone.` : '')]);
		open(`${nameOf(o)}: versions, newest first`, ...parts.flat());
	} catch (err) { said(err.message, true); }
}

// --- the loop ---
let looking = false, again = false, late = 0;
async function look() {
	clearTimeout(timer);
	if (document.hidden || paused || past) return; // it continues when the page is visible again
	if (looking) { again = true; return; } // two at a time would show everything twice
	looking = true;
	again = false;
	const rows = [];
	try {
		await changes(rows);
		const state = await requests(rows);
		await marks(rows);
		if (round++ % SLOW_EVERY === 0) late = await others();
		const ended = [...rowsOf.keys()].filter(s => !openWatches.has(s)).slice(0, ENDS_EACH);
		for (const s of round % SLOW_EVERY === 1 ? ended : []) {
			const [r] = items(await ask(`/requests?since=${s - 1}&limit=1`));
			if (r?.seq === s) fillRequest(rowsOf.get(s), r);
			else rowsOf.delete(s);
		}
		$('state').textContent = `${state.objects} objects, ${state.watches} ${state.watches === 1 ? 'watch' : 'watches'}${late ? ` (${late} behind)` : ''}, ${state.requests} requests${gone}`;
		$('state').className = '';
	} catch (err) {
		$('state').textContent = `no answer: ${err.message}`;
		$('state').className = 'bad';
	}
	addRows(rows);
	moveBars();
	looking = false;
	timer = setTimeout(look, again ? 0 : EVERY_MS);
}
function said(text, bad) {
	$('said').textContent = text;
	$('said').className = bad ? 'bad' : '';
}
async function act(path, method, body) {
	try {
		const got = await ask(path, method, body);
		said(`${method} ${path}${body ? ` ${JSON.stringify(body)}` : ''}: ${JSON.stringify(got).slice(0, 200)}`);
	} catch (err) { said(`${method} ${path}: ${err.message}`, true); }
	round = 0;
	look();
}
for (const b of document.querySelectorAll('[data-post]')) b.addEventListener('click', () => act(`/${b.dataset.post}`, 'POST', JSON.parse(b.dataset.body ?? '{}')));
for (const b of document.querySelectorAll('[data-watches]')) b.addEventListener('click', () => act('/watches', 'POST', { how: b.dataset.watches }));
$('add-rule').addEventListener('click', () => {
	const kind = $('kind').value, match = {}, rule = { kind, match };
	if ($('verb').value) match.verb = $('verb').value;
	if ($('resource').value.trim()) match.resource = $('resource').value.trim();
	if (kind === 'fail') rule.status = Number($('code').value);
	if (kind === 'delay') rule.delay = '2s';
	if (kind !== 'hold-events') rule.times = Number($('times').value);
	act('/faults', 'POST', rule);
});
$('no-rules').addEventListener('click', () => act('/faults', 'DELETE'));
$('reset-all').addEventListener('click', () => { if (confirm('Everything in this server goes back to its start. Do it?')) act('/reset', 'POST', {}); });
$('login').addEventListener('submit', ev => {
	ev.preventDefault();
	token = $('token').value;
	$('token').value = '';
	look();
});

// --- the view ---
function pause() {
	paused = !paused;
	$('pause').setAttribute('aria-pressed', paused);
	$('pause').textContent = paused ? 'paused: go on' : 'pause';
	look();
}
$('pause').addEventListener('click', pause);
$('query').addEventListener('input', () => { for (const r of document.querySelectorAll('.rows>div')) filterRow(r); });
$('window').addEventListener('change', moveBars);
$('history').addEventListener('input', () => travel(Number($('history').value)));
for (const b of document.querySelectorAll('[data-show]')) b.addEventListener('change', () => { for (const id of ['timeline', 'plot']) $(id).classList.toggle(`no-${b.dataset.show}`, !b.checked); });
// A row and its mark in the picture are marked together, by a click on the mark or by the arrow keys in the rows.
function find(d, block) {
	foundRow = d;
	for (const x of document.querySelectorAll('#time .found')) x.classList.remove('found');
	for (const x of [d, d.dot]) x?.classList.add('found');
	d.scrollIntoView({ block });
}
$('plot').addEventListener('click', ev => {
	const d = ev.target.closest('.lane > i')?.row;
	if (d?.isConnected) find(d, 'center');
});
$('timeline').addEventListener('keydown', ev => {
	const to = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity }[ev.key];
	if (to === undefined || ev.ctrlKey || ev.metaKey || ev.altKey || ev.shiftKey) return;
	const rows = [...$('timeline').children].filter(d => d.offsetParent), at = rows.findIndex(d => d.classList.contains('found'));
	ev.preventDefault();
	if (!rows.length) return;
	const d = rows[Math.max(0, Math.min(rows.length - 1, at < 0 && to > 0 ? (to > 1 ? rows.length : 0) : at + to))];
	d.tabIndex = -1;
	d.focus({ preventScroll: true });
	find(d, 'nearest');
});
$('help').addEventListener('click', () => $('keys').showModal());
addEventListener('keydown', ev => {
	if (ev.ctrlKey || ev.metaKey || ev.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(ev.target.tagName) || document.querySelector('dialog[open]')) return;
	if (ev.key === '/') { ev.preventDefault(); $('query').focus(); }
	else if (ev.key === 'p') pause();
	else if (ev.key === '[' || ev.key === ']') travel(Number($('history').value) + (ev.key === ']' ? 1 : -1));
	else if (ev.key === '?') $('keys').showModal();
});
document.addEventListener('visibilitychange', look);
if (matchMedia('(max-width:900px)').matches) $('deeds').open = false;
moveBars();
look();
