'use strict';
// The page of `relist show --html`: a run as rows of events in lanes, with what queue, cache and
// handlers hold at each of them. Everything comes from the JSON in #data, written by
// runner/report/page.c; its kinds are the rows of base/tbl/trace_events.h. No library: what is
// needed of one is a list that draws only the rows in sight, which is twenty lines.
const data = JSON.parse(document.getElementById('data').textContent);
const ROW = 22;
let LANES = [
	['server', 'server'], ['wire', 'wire'], ['reflect', 'reflector'], ['queue', 'queue'],
	['store', 'cache'], ['notify', 'handlers'], ['control', 'controllers'], ['sim', 'scheduler'],
];
// "/api/v1/pods", "/apis/g/v/namespaces/d/things": not one object, discovery or health.
const COLLECTION = /^\/(api\/[^/]+|apis\/[^/]+\/[^/]+)(\/namespaces\/[^/]+)?\/[^/]+$/;
// A request in the words of scenarios; all of it is in the side panel.
function request(e) {
	const q = new URLSearchParams(e.text), rv = q.get('resourceVersion');
	const read = q.get('watch') ? 'WATCH' : COLLECTION.test(e.key) ? 'LIST' : 'GET';
	if (e.who || read === 'GET') return `${e.who || read} ${e.key}`;
	const words = [read, e.key, rv ? `rv ${rv}` : 'no rv'];
	if (q.get('sendInitialEvents')) words.push('initial events');
	if (q.get('continue')) words.push('next page');
	for (const selector of ['labelSelector', 'fieldSelector']) if (q.get(selector)) words.push(q.get(selector));
	return words.join(' ');
}
// What a kind looks like, and where it stands. Why it happens is in data.words
// (runner/tbl/event_words.h).
const KINDS = {
	'wire.request': ['wire', e => `→ #${e.id} ${request(e)}`],
	'wire.response': ['wire', e => `← #${e.id} ${e.n}${e.who ? ` from ${e.who}` : ''}`],
	'wire.event': ['wire', e => `← ${e.who}: ${e.text} ${e.key} (${e.n} bytes)`],
	'wire.end': ['wire', e => `← #${e.id} ends: ${e.text}`],
	'wire.hangup': ['wire', e => `→ #${e.id} hung up`],
	'wire.frame': ['wire', e => `${e.text} (connection ${e.n})`],
	'wire.retry': ['wire', e => `→ #${e.id} again in ${span(e.n)}`],
	'reflect.state': ['reflect', e => `${e.who}: ${e.text}`],
	'reflect.backoff': ['reflect', e => `${e.who}: waits ${span(e.n)}`],
	'reflect.rv': ['reflect', e => `${e.who}: rv ${e.text}`],
	'reflect.error': ['reflect', e => `${e.who}: ${e.text}`],
	'reflect.drop': ['reflect', e => `${e.who}: dropped: ${e.text}`],
	'queue.add': ['queue', e => `${e.text} ${e.key}`],
	'queue.replace': ['queue', e => `Replace: ${e.n} object${e.n === 1 ? '' : 's'} at rv ${e.text}`],
	'queue.resync': ['queue', () => 'Resync'],
	'queue.pop': ['queue', e => `Pop ${e.n}`],
	'store.set': ['store', e => `${e.key} = rv ${e.text}`],
	'store.delete': ['store', e => `${e.key} is gone (rv ${e.text})`],
	'notify.add': ['notify', e => `${e.who}: add ${e.key} ${e.text}${e.n ? ' initial' : ''}`],
	'notify.update': ['notify', e => `${e.who}: update ${e.key} ${e.text}`],
	'notify.delete': ['notify', e => `${e.who}: delete ${e.key} ${e.text}${e.n ? ' (last state unknown)' : ''}`],
	'notify.failed': ['notify', e => `${e.who}: failed (${e.n})`],
	'sync.synced': ['store', e => `${e.who} has synced`],
	'sync.stopped': ['store', e => `${e.who} has stopped`],
	'sim.step': ['sim', e => `${e.who} (step ${e.n})`],
	'sim.time': ['sim', e => `${span(e.n)} later`],
	'model.note': ['server', e => e.text],
	'write.note': ['control', e => e.text],
	'wire.note': ['wire', e => e.text],
	'cache.note': ['store', e => e.text],
	'notify.note': ['notify', e => e.text],
	'oracle.note': ['store', e => e.text],
	'log.note': ['notify', e => e.text],
	'crash.note': ['control', e => e.text],
	'step.note': ['server', e => e.text],
};

function span(ns) {
	const s = Math.abs(ns) / 1e9;
	if (s === 0) return '0 s';
	if (s < 1e-6) return '0 s';
	if (s < 1e-3) return `${+(s * 1e6).toPrecision(3)} µs`;
	if (s < 1) return `${+(s * 1e3).toPrecision(3)} ms`;
	if (s < 120) return `${+s.toFixed(3)} s`;
	return `${Math.floor(s / 60)} min ${+(s % 60).toFixed(1)} s`;
}
const $ = id => document.getElementById(id);
function el(tag, cls, text) {
	const n = document.createElement(tag);
	if (cls) n.className = cls;
	if (text !== undefined) n.textContent = text;
	return n;
}

const count = (n, noun) => `${n} ${noun}${n === 1 ? '' : 's'}`;

const keyOf = e => (e.chain ?? '').split('@')[0];

// --- events ---
function eventsOf(model) {
	const S = i => model.strings[i] ?? '', writes = {};
	return model.events.map(([t, kind, id, n, who, key, text, step, words], i) => {
		const [group, word] = model.kinds[kind];
		const e = { i, t, id, n, step, group, word, name: `${group}.${word}`, who: S(who), key: S(key), text: S(text) };
		const k = KINDS[e.name] ?? ['sim', x => `${x.name} ${x.who} ${x.key} ${x.text}`];
		e.lane = k[0];
		e.label = k[1](e);
		[e.why, e.notice] = model.words[words] ?? ['', ''];
		if (e.name === 'wire.request') writes[id] = e.who; // the reasons are those of a reflector
		if (e.name === 'wire.response' && writes[id]) e.why = e.notice = '';
		return e;
	});
}
const S = i => data.strings[i] ?? '';
const events = eventsOf(data);
const otherText = document.getElementById('against');
let other = otherText ? JSON.parse(otherText.textContent) : null; // a second run, to stand beside it
let others = other ? eventsOf(other) : [];
if (![...events, ...others].some(e => e.lane === 'control')) LANES = LANES.filter(l => l[0] !== 'control'); // most runs have none
if (events.length && ![...events, ...others].some(e => e.lane === 'reflect')) // the inside of other programs is not visible
	LANES = LANES.filter(l => [...events, ...others].some(e => e.lane === l[0]));
const objects = new Map(data.objects.map(([key, rv, json]) => [`${S(key)}@${S(rv)}`, S(json)]));

// Which version of which object an event is about: server, wire and queue say it only together.
function link(events) {
	let wire = null, queued = null;
	for (const e of events) {
		const written = e.group === 'model' && /^(?:create|update|delete|mark|touch)\w* ([^ ]+) .*?rv=(\d+)/.exec(e.text);
		if (written) [e.resource, e.chain] = [written[1].split('/')[0], `${written[1].replace(/^[^/]*\//, '')}@${written[2]}`];
		if (e.name === 'wire.event') wire = e;
		const received = e.name === 'wire.event' && /^(.*) rv=(\d+)$/.exec(e.key); // of external programs
		if (received) e.chain = `${received[1]}@${received[2]}`;
		if (e.name === 'queue.add') queued = e.key ? e : null;
		if (e.name === 'reflect.rv' && queued && wire && queued.i > wire.i) {
			const last = queued.key.split('/').pop();
			queued.chain = `${queued.key}@${e.text}`;
			if (wire.key === last || wire.key === queued.key) wire.chain = queued.chain;
			wire = queued = null;
		}
		if (e.group === 'store') e.chain = `${e.key}@${e.text}`;
		if (e.group === 'notify' && e.key) e.chain = `${e.key}@${e.text.split('->').pop()}`;
	}
}

// A notification stands in its handler's ring from the write of the cache to the call.
function rings(events) {
	const open = new Map(); // chain -> index of the newest write of the cache
	for (const e of events) {
		if (e.name === 'store.set' || e.name === 'store.delete') open.set(e.chain, e.i);
		if (e.group !== 'notify' || !e.key) continue;
		const at = open.get(e.chain);
		if (at === undefined) continue;
		(events[at].rings ??= []).push([e.who, e.i]);
		e.fromRing = true;
	}
}

// --- what there is at an event ---
// A map over one that is shared and does not change any more: a copy costs what differs from it.
const GONE = Symbol('gone');
class Layers {
	constructor(base = new Map()) { this.base = base; this.own = new Map(); this.size = base.size; }
	copy() {
		const c = new Layers(this.base);
		c.own = new Map(this.own);
		c.size = this.size;
		return c;
	}
	flat() { return new Layers(new Map(this)); }
	get(k) { const v = this.own.get(k) ?? this.base.get(k); return v === GONE ? undefined : v; }
	has(k) { return this.get(k) !== undefined; }
	set(k, v) { this.size += !this.has(k); this.own.set(k, v); }
	delete(k) {
		this.size -= this.has(k);
		if (this.base.has(k)) this.own.set(k, GONE); else this.own.delete(k);
	}
	*[Symbol.iterator]() {
		for (const [k, v] of this.base) {
			const own = this.own.get(k) ?? v;
			if (own !== GONE) yield [k, own];
		}
		for (const [k, v] of this.own) if (!this.base.has(k)) yield [k, v];
	}
	// At most `max` entries: those that differ from `before` first.
	first(before, max) {
		const candidates = before.base === this.base ? new Set([...this.own.keys(), ...before.own.keys()]) : [...this].map(x => x[0]), out = new Map();
		for (const k of candidates) {
			if (out.size === max) return [...out];
			if (this.has(k) && this.get(k) !== before.get(k)) out.set(k, this.get(k));
		}
		for (const [k, v] of this) {
			if (out.size >= max) break;
			out.set(k, v);
		}
		return [...out];
	}
}
const empty = () => ({ server: new Layers(), open: new Map(), informers: new Map(), rings: new Map(), notified: new Map(), known: new Layers(), gone: new Layers(), sent: new Layers(), received: new Map() });
const informer = (s, name) => {
	if (!s.informers.has(name)) s.informers.set(name, { state: '', rv: '', synced: false, queue: [], cache: new Layers() });
	return s.informers.get(name);
};
function copy(s, flat = false) {
	const c = empty();
	for (const k of ['open', 'notified']) c[k] = new Map(s[k]);
	for (const [k, v] of s.received) c.received.set(k, flat ? v.flat() : v.copy());
	for (const k of ['server', 'known', 'gone', 'sent']) c[k] = flat ? s[k].flat() : s[k].copy();
	for (const [k, v] of s.rings) c.rings.set(k, v.slice());
	for (const [k, v] of s.informers) c.informers.set(k, { ...v, queue: v.queue.slice(), cache: flat ? v.cache.flat() : v.cache.copy() });
	return c;
}
// The newest version that the server is known to have, or to have deleted: of a write, or of what a client received.
function know(s, name, rv, gone) {
	const before = s.known.get(name) ?? s.gone.get(name) ?? '0';
	if (!/^\d+$/.test(rv) || before.length > rv.length || (before.length === rv.length && before > rv)) return;
	s[gone ? 'known' : 'gone'].delete(name);
	s[gone ? 'gone' : 'known'].set(name, rv);
}
function apply(s, e, classic) {
	const inf = () => informer(s, e.who);
	switch (e.name) {
	case 'model.note': {
		const m = e.chain && e.chain.split('@');
		if (m && /^delete/.test(e.text)) s.server.delete(m[0]);
		else if (m) s.server.set(m[0], m[1]);
		if (m) know(s, `${e.resource}/${m[0]}`, m[1], /^delete/.test(e.text));
		break;
	}
	case 'wire.event': // of external programs: what a watch has sent
		if (!e.chain || e.text === 'BOOKMARK' || !/. rv=\d+$/.test(e.key)) break;
		if (e.text === 'DELETED') s.sent.delete(`${e.resource ?? e.who}/${keyOf(e)}`);
		else s.sent.set(`${e.resource ?? e.who}/${keyOf(e)}`, e.chain.split('@')[1]);
		break;
	case 'wire.request': s.open.set(e.id, request(e)); break;
	case 'wire.end': case 'wire.hangup': s.open.delete(e.id); break;
	case 'reflect.state': inf().state = e.text; break;
	case 'reflect.backoff': inf().state = `waits ${span(e.n)}`; break;
	case 'reflect.rv': inf().rv = e.text; break;
	case 'queue.add': inf().queue.push({ id: e.i, type: e.text, key: e.key, chain: e.chain }); break;
	case 'queue.replace': {
		const q = inf().queue, last = q[q.length - 1];
		if (last && last.type === 'ReplacedAll') q[q.length - 1] = { ...last, key: `${count(e.n, 'object')} at rv ${e.text}` };
		break;
	}
	case 'queue.pop': {
		const i = inf(), first = i.queue[0];
		if (classic && first) i.queue = i.queue.filter(d => d.key !== first.key);
		else i.queue.splice(0, e.n);
		break;
	}
	case 'store.set':
		inf().cache.set(e.key, e.text);
		know(s, `${e.resource ?? e.who}/${e.key}`, e.text, false);
		break;
	case 'store.delete':
		inf().cache.delete(e.key);
		know(s, `${e.resource ?? e.who}/${e.key}`, e.text, true);
		break;
	case 'sync.synced': if (s.informers.has(e.who)) inf().synced = true; break;
	case 'sync.stopped': if (s.informers.has(e.who)) inf().state = 'stopped'; break;
	}
	for (const [who, until] of e.rings ?? []) {
		if (!s.rings.has(who)) s.rings.set(who, []);
		s.rings.get(who).push({ until, text: e.chain });
	}
	if (e.group === 'notify' && e.key) {
		const ring = s.rings.get(e.who);
		if (ring) s.rings.set(e.who, ring.filter(x => x.until !== e.i));
		s.notified.set(e.who, (s.notified.get(e.who) ?? 0) + 1);
		if (!s.received.has(e.who)) s.received.set(e.who, new Layers());
		if (e.word === 'delete') s.received.get(e.who).delete(e.key);
		else if (e.word !== 'failed') s.received.get(e.who).set(e.key, e.chain.split('@')[1]);
	}
}
function historyOf(events, classic) {
	link(events);
	const chains = new Map(), versions = new Map(), resources = new Map(); // by version, by key; the resource of a version
	for (const e of events) {
		if (!e.chain) continue;
		const key = e.chain.split('@')[0];
		if (!versions.has(key)) versions.set(key, []);
		versions.get(key).push(e);
		if (!chains.has(e.chain)) chains.set(e.chain, []);
		chains.get(e.chain).push(e.i);
		if (e.resource) resources.set(e.chain, e.resource);
		else e.resource = resources.get(e.chain);
	}
	rings(events);
	const every = Math.max(512, Math.ceil(events.length / 64)), snapshots = [empty()], recent = []; // nothing changes them any more
	function stateAt(i) {
		if (i < 0) return snapshots[0];
		const same = recent.find(x => x.i === i);
		if (same) return same.s;
		const n = Math.floor((i + 1) / every);
		while (snapshots.length <= n) {
			const s = copy(snapshots[snapshots.length - 1]), from = (snapshots.length - 1) * every;
			for (let k = from; k < from + every; k++) apply(s, events[k], classic);
			snapshots.push(copy(s, true));
		}
		const known = recent.find(x => x.i === i - 1), s = copy(known ? known.s : snapshots[n]);
		for (let k = known ? i : n * every; k <= i; k++) apply(s, events[k], classic);
		recent.push({ i, s });
		if (recent.length > 4) recent.shift();
		return s;
	}
	return { chains, versions, resources, stateAt };
}
const { chains, versions, stateAt, resources } = historyOf(events, data.classic);
let otherHistory = other ? historyOf(others, other.classic) : null;

// --- what is shown ---
const view = { at: 0, query: '', lanes: new Set(LANES.map(l => l[0]).filter(l => l !== 'sim')) };
let rows = [], place = new Map(), playing = 0;

function filter() {
	const q = view.query.toLowerCase();
	rows = events.filter(e => view.lanes.has(e.lane) && (!q || e.label.toLowerCase().includes(q) || (e.chain ?? '').toLowerCase().includes(q)));
	place = new Map(rows.map((e, i) => [e.i, i]));
	document.documentElement.style.setProperty('--n', view.lanes.size);
	const heads = $('heads');
	heads.replaceChildren(el('span', '', 'time'));
	for (const [id, name] of LANES)
		if (view.lanes.has(id)) heads.append(el('span', `lane-${id}${onTheRight(id) ? ' left' : ''}`, name));
	$('space').style.height = `${rows.length * ROW}px`;
	$('shown').textContent = rows.length === events.length ? `${events.length} events` : `${rows.length} of ${events.length} events`;
	$('slider').max = Math.max(0, events.length - 1);
	if (!$('pairs').hidden) comparePairs();
}
const onTheRight = id => shownLanes().indexOf(id) >= shownLanes().length / 2;
const shownLanes = () => LANES.map(l => l[0]).filter(l => view.lanes.has(l));

function row(e, lanes) {
	const r = el('div', 'row');
	r.dataset.i = e.i;
	r.setAttribute('role', 'option');
	r.style.top = `${place.get(e.i) * ROW}px`;
	if (e.i === view.at) { r.classList.add('now'); r.setAttribute('aria-selected', 'true'); }
	else if (e.i > view.at) r.classList.add('later');
	const chain = events[view.at]?.chain;
	if (chain && e.chain === chain) r.classList.add('hit');
	r.append(el('time', '', span(e.t)));
	for (const l of lanes) {
		// a cell on the right would lose its beginning
		const cell = el('span', l === e.lane ? `lane-${l}` : '', l === e.lane ? e.label.split(', had been sent ')[0] : '');
		if (l === e.lane) cell.title = e.label.slice(0, 400);
		if (l === e.lane && onTheRight(l)) cell.classList.add('left');
		if (l === e.lane && (e.name === 'reflect.error' || e.name === 'notify.failed' || e.group === 'oracle')) cell.classList.add('bad');
		r.append(cell);
	}
	return r;
}
function drawRows(all) {
	const box = $('lanes'), lanes = shownLanes();
	const from = all ? 0 : Math.max(0, Math.floor(box.scrollTop / ROW) - 10);
	const to = all ? Math.min(rows.length, 5000) : Math.min(rows.length, from + Math.ceil(box.clientHeight / ROW) + 20);
	$('rows').replaceChildren(...rows.slice(from, to).map(e => row(e, lanes)));
	drawArrows(lanes);
}
// From a write through the lanes to the handlers.
function drawArrows(lanes) {
	const svg = $('arrows'), chain = events[view.at]?.chain, box = $('space');
	svg.replaceChildren();
	svg.style.height = `${rows.length * ROW}px`;
	if (!chain || rows.length * ROW > 1e6) return;
	const probe = $('rows').firstElementChild;
	if (!probe) return;
	const left = box.getBoundingClientRect().left;
	const x = {};
	lanes.forEach((l, k) => {
		const cell = probe.children[k + 1].getBoundingClientRect();
		x[l] = (onTheRight(l) ? cell.right - 3 : cell.left + 2) - left;
	});
	const points = chains.get(chain).filter(i => place.has(i)).map(i => [x[events[i].lane], place.get(i) * ROW + ROW / 2]);
	const NS = 'http://www.w3.org/2000/svg';
	points.forEach(([px, py], k) => {
		const dot = document.createElementNS(NS, 'circle');
		dot.setAttribute('cx', px); dot.setAttribute('cy', py); dot.setAttribute('r', 3);
		svg.append(dot);
		if (!k) return;
		const [ox, oy] = points[k - 1], path = document.createElementNS(NS, 'path');
		path.setAttribute('d', `M${ox},${oy} C${ox},${oy + 14} ${px},${py - 14} ${px},${py}`);
		svg.append(path);
	});
}

// A value that leads back to the write that made it; without a path it is text.
function value(text, chain) {
	const path = chains.get(chain);
	if (!path) return el('b', '', text);
	const b = el('button', 'value', text);
	b.title = 'to the write that made it';
	b.addEventListener('click', () => reveal(events[path[0]]));
	return b;
}
// The first SHOWN_MAX of many; short lists are sorted, of long ones what has just changed comes first.
function lines(map, before, sorted) {
	const pairs = map.size > (sorted ? 1000 : SHOWN_MAX) ? map.first(before, SHOWN_MAX) : [...map];
	if (sorted && map.size <= 1000) pairs.sort((a, b) => a[0] < b[0] ? -1 : 1);
	return pairs.map(([k, v]) => {
		const d = el('div', before.get(k) !== v ? 'new' : '');
		d.append(value(k, `${k}@${v}`), ` rv ${v}`);
		return d;
	});
}
function waiting(prefix, text, chain) {
	const d = el('div', '', prefix);
	d.append(value(text, chain));
	return d;
}
const SHOWN_MAX = 200;
function section(out, title, nodes, none, lane, total = nodes.length) {
	out.append(el('h2', `lane-${lane}`, title));
	const box = el('div', 'state');
	if (total > SHOWN_MAX) nodes = [...nodes.slice(0, SHOWN_MAX), el('div', '', `… and ${total - SHOWN_MAX} more`)];
	if (nodes.length) box.append(...nodes); else box.textContent = none;
	out.append(box);
}
function differences(from, to, path, out) {
	const both = v => v !== null && typeof v === 'object';
	if (both(from) && both(to) && Array.isArray(from) === Array.isArray(to)) {
		for (const k of new Set([...Object.keys(from), ...Object.keys(to)]))
			differences(from[k], to[k], path ? `${path}.${k}` : k, out);
	} else if (JSON.stringify(from) !== JSON.stringify(to)) {
		if (from !== undefined) out.push(['del', `- ${path}: ${JSON.stringify(from)}\n`]);
		if (to !== undefined) out.push(['add', `+ ${path}: ${JSON.stringify(to)}\n`]);
	}
}
const CUT = 20000;
const cut = s => s.length > CUT ? `${s.slice(0, CUT)}\n… ${s.length - CUT} characters more` : s;
function showObject(out, e) {
	const json = objects.get(e.chain);
	if (json === undefined) return;
	let now, text = json;
	try { now = JSON.parse(json); text = JSON.stringify(now, null, 2); } catch { /* shown as it is */ }
	const key = e.chain.split('@')[0];
	const before = versions.get(key)?.findLast(x => x.i < e.i && x.chain !== e.chain && objects.has(x.chain));
	if (before && now) {
		const found = [];
		try { differences(JSON.parse(objects.get(before.chain)), now, '', found); } catch { /* nothing to compare */ }
		out.append(el('h2', '', `What changed since rv ${before.chain.split('@')[1]}`));
		const pre = el('pre');
		for (const [cls, line] of found.slice(0, SHOWN_MAX)) pre.append(el('span', cls, cut(line)));
		out.append(pre);
	}
	out.append(el('h2', '', `${key}, rv ${e.chain.split('@')[1]}`), el('pre', '', cut(text)));
}
function drawSide() {
	const out = $('side'), e = events[view.at];
	out.replaceChildren();
	if (!e) { out.append(el('p', '', 'Nothing has happened.')); return; }
	const s = stateAt(e.i), old = e.i ? stateAt(e.i - 1) : empty();
	out.append(el('h2', `lane-${e.lane}`, `${span(e.t)} – ${LANES.find(l => l[0] === e.lane)[1]}`), el('div', 'state', cut(e.label)));
	if (e.name === 'wire.request') out.append(el('div', 'state', cut(`${e.key}?${e.text}`)));
	if (e.why) out.append(el('p', '', `Why: ${e.why}`));
	if (e.notice) out.append(el('p', 'notice', `Notice: ${e.notice}`));
	if (chains.has(e.chain)) {
		const path = el('p', 'along', `Path of ${e.chain.replace('@', ', rv ')}: `);
		for (const i of chains.get(e.chain).slice(0, SHOWN_MAX)) {
			const b = el('button', `lane-${events[i].lane}`, `${span(events[i].t)} ${LANES.find(l => l[0] === events[i].lane)[1]}`);
			if (i === e.i) b.setAttribute('aria-current', 'step');
			b.addEventListener('click', () => reveal(events[i]));
			path.append(b, ' ');
		}
		out.append(path);
	}
	if (s.server.size) section(out, 'Server', lines(s.server, old.server), '', 'server', s.server.size);
	section(out, 'Open requests', [...s.open].map(([id, t]) => el('div', '', `#${id} ${t}`)), 'none', 'wire');
	for (const [name, i] of s.informers) {
		const was = old.informers.get(name);
		section(out, `${name}: reflector`, [el('div', '', `${i.state || 'not started'}; rv ${i.rv || '–'}; ${i.synced ? 'synced' : 'not synced'}`)], '', 'reflect');
		section(out, `${name}: queue`, i.queue.slice(0, SHOWN_MAX).map(d => waiting(`${d.type} `, d.key, d.chain)), 'empty', 'queue', i.queue.length);
		const indexes = indexesOf(name, i.cache);
		section(out, `${name}: cache`, lines(i.cache, was?.cache ?? new Layers(), true), 'empty', 'store', i.cache.size);
		for (const [index, values] of indexes)
			section(out, `${name}: index ${index}`, values, 'empty', 'store');
	}
	for (const [h, n] of s.notified)
		section(out, `${h}: waiting`, (s.rings.get(h) ?? []).map(x => waiting('', x.text.replace('@', ' rv '), x.text)), `nothing; notified ${n} times`, 'notify');
	showObject(out, e);
	showParagraph(out, e);
}
// The step that the event belongs to, in words; of what has no steps, the stretch of time.
function showParagraph(out, e) {
	const step = data.steps[e.step];
	const text = step ? step.slice(3) : data.story.find(p => p[0] >= e.t)?.slice(1);
	if (!text || !text[0]) return;
	out.append(el('h2', '', step ? `The step in line ${step[0]}` : 'What happens here'), el('p', '', cut(text[0])));
	if (step && mayLeaveOut()) {
		const b = leaveOutButton(e.step, 'run without this step');
		b.addEventListener('click', () => leaveOut(e.step));
		out.append(b);
	}
	for (const [word, more] of [['Why', text[1]], ['Notice', text[2]]])
		for (const line of more ? more.split('\n') : [])
			out.append(el('p', word === 'Notice' ? 'notice' : '', `${word}: ${line}`));
}
// What an index says, worked out from the cache by the path that it was made with.
function valuesAt(object, path, key) {
	if (path === 'namespace') return [key.includes('/') ? key.split('/')[0] : ''];
	let found = [object];
	for (const part of path.split('.')) {
		const name = part.replace('[]', '');
		found = found.flatMap(v => {
			if (v === null || typeof v !== 'object') return [];
			return name === '*' ? Object.keys(v) : Object.hasOwn(v, name) ? [v[name]] : [];
		});
		if (part.endsWith('[]')) found = found.flatMap(v => Array.isArray(v) ? v : []);
	}
	return found.filter(v => v !== null && typeof v !== 'object').map(String);
}
const parsed = new Map();
function objectAt(chain) {
	if (!parsed.has(chain)) {
		let o;
		try { o = JSON.parse(objects.get(chain)); } catch { /* cut, or not there */ }
		parsed.set(chain, o);
	}
	return parsed.get(chain);
}
function indexesOf(informer, cache) {
	return data.indexes.filter(x => x[0] === informer).map(([, name, path]) => {
		const keys = new Map();
		for (const [key, rv] of cache) {
			const o = objectAt(`${key}@${rv}`);
			for (const v of o ? new Set(valuesAt(o, path, key)) : []) {
				if (!keys.has(v)) keys.set(v, []);
				keys.get(v).push(key);
			}
		}
		return [name, [...keys].sort((a, b) => a[0] < b[0] ? -1 : 1).map(([v, k]) => {
			const d = el('div');
			d.append(el('b', '', v), `: ${k.sort().join(', ')}`);
			return d;
		})];
	});
}

function leaveOutButton(step, text) {
	const b = el('button', 'leave-out', text);
	b.dataset.step = step;
	b.title = 'the run without this step (o)';
	if (text === 'without') b.setAttribute('aria-label', `without line ${data.steps[step][0]}`);
	b.setAttribute('aria-pressed', other?.off === step);
	return b;
}

// --- the file ---
const sourceLines = data.source.split('\n');
function drawSource(first) {
	const box = $('source');
	if (first) {
		if (!data.source) { box.hidden = true; document.body.style.gridTemplateColumns = '0 1fr minmax(16em,30%)'; return; }
		const starts = new Map(data.steps.map((s, i) => [s[0], i]));
		let step = -1;
		sourceLines.forEach((text, k) => {
			if (starts.has(k + 1)) step = starts.get(k + 1);
			const inside = step >= 0 && k + 1 < data.steps[step][1];
			const d = el('div', inside ? 'step' : '');
			d.append(el('i', '', String(k + 1)), text);
			if (inside) d.dataset.step = step;
			if (inside && starts.has(k + 1) && mayLeaveOut()) d.append(leaveOutButton(step, 'without'));
			if (data.line === k + 1) {
				d.classList.add('fails');
				box.append(d);
				const why = el('div', 'why', data.what);
				box.append(why);
				return;
			}
			box.append(d);
		});
	}
	const now = events[view.at]?.step ?? -1;
	let seen = null;
	for (const d of box.children) {
		const is = d.dataset.step !== undefined && Number(d.dataset.step) === now;
		d.classList.toggle('now', is);
		if (is && !seen) seen = d;
	}
	if (!seen) return; // scrolls the box alone, never the page
	const by = seen.getBoundingClientRect(), around = box.getBoundingClientRect();
	if (by.top < around.top) box.scrollTop += by.top - around.top;
	else if (by.bottom > around.bottom) box.scrollTop += by.bottom - around.bottom;
}
// --- two runs side by side ---
const DIFFERENT_MAX = 2000; // runs that differ more are shown one below the other from there on
// The shortest edit that makes b of a (Myers): pairs of indexes, -1 where one has nothing.
function align(a, b) {
	let head = 0, tail = 0;
	while (head < a.length && head < b.length && a[head] === b[head]) head++;
	while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
	const n = a.length - head - tail, m = b.length - head - tail, steps = [];
	const v = new Map([[1, 0]]), down = (k, d, w) => k === -d || (k !== d && w.get(k - 1) < w.get(k + 1));
	let found = false;
	for (let d = 0; d <= Math.min(n + m, DIFFERENT_MAX) && !found; d++) {
		steps.push(new Map(v));
		for (let k = -d; k <= d && !found; k += 2) {
			let x = down(k, d, v) ? v.get(k + 1) : v.get(k - 1) + 1;
			while (x < n && x - k < m && a[head + x] === b[head + x - k]) x++;
			v.set(k, x);
			found = x >= n && x - k >= m;
		}
	}
	const middle = [];
	let x = n, y = m;
	for (let d = found ? steps.length - 1 : -1; d >= 0; d--) {
		const w = steps[d], k = x - y, from = down(k, d, w) ? k + 1 : k - 1, px = d ? w.get(from) : 0, py = d ? px - from : 0;
		while (x > px && y > py) middle.push([head + --x, head + --y]);
		if (d) middle.push(x === px ? [-1, head + --y] : [head + --x, -1]);
	}
	middle.reverse();
	if (!found) {
		for (let i = 0; i < n; i++) middle.push([head + i, -1]);
		for (let i = 0; i < m; i++) middle.push([-1, head + i]);
	}
	const out = [];
	for (let i = 0; i < head; i++) out.push([i, i]);
	for (const p of middle) out.push(p);
	for (let i = 0; i < tail; i++) out.push([head + n + i, head + m + i]);
	return out;
}
let pairs = [], pairAt = -1;
const runName = m => m.off !== undefined ? `${stepName(m.off)}: ${m.verdict}` : `${m.title}${m.cell ? ` [${m.cell}]` : ''}, seed ${m.seed}: ${m.verdict}`;
function comparePairs() {
	const q = view.query.toLowerCase();
	const seen = e => view.lanes.has(e.lane) && (!q || e.label.toLowerCase().includes(q));
	const a = events.filter(seen), b = others.filter(seen);
	pairs = align(a.map(e => `${e.lane} ${e.label}`), b.map(e => `${e.lane} ${e.label}`))
		.map(([i, k]) => [i < 0 ? null : a[i], k < 0 ? null : b[k]]);
	pairAt = -1;
	markDifferences();
	const differ = pairs.filter(p => !p[0] || !p[1]).length;
	$('pairs-head').replaceChildren(el('span', '', runName(data)), el('span', '', runName(other)));
	$('shown').textContent = differ ? `${differ} of ${pairs.length} lines differ` : 'no difference';
	$('pairs-space').style.height = `${pairs.length * ROW}px`;
	drawPairs();
}
function drawPairs() {
	const box = $('pairs');
	if (box.hidden) return;
	const from = Math.max(0, Math.floor(box.scrollTop / ROW) - 10), to = Math.min(pairs.length, from + Math.ceil(box.clientHeight / ROW) + 20);
	$('pairs-rows').replaceChildren(...pairs.slice(from, to).map(([a, b], k) => {
		const r = el('div', `pair${a && b ? '' : a ? ' gone' : ' come'}${from + k === pairAt ? ' now' : ''}`), e = a ?? b;
		r.style.top = `${(from + k) * ROW}px`;
		r.dataset.pair = from + k;
		for (const x of [a, b]) {
			const cell = el('span', x ? `lane-${x.lane}` : '', x ? `${span(x.t)}  ${x.label}` : '');
			if (x) cell.title = x.label.slice(0, 400);
			r.append(cell);
		}
		r.setAttribute('aria-label', `${a && b ? '' : a ? 'only left: ' : 'only right: '}${e.label}`);
		return r;
	}));
}
function goPair(i) {
	if (i < 0 || i >= pairs.length) return;
	pairAt = i;
	const box = $('pairs'), [a, b] = pairs[i];
	if (i * ROW < box.scrollTop || (i + 3) * ROW > box.scrollTop + box.clientHeight) box.scrollTop = Math.max(0, (i - 5) * ROW);
	if (a) go(a.i, true);
	for (const side of [0, 1]) { // where one run has nothing, its event before
		const e = pairs[i][side] ?? pairs.findLast((p, k) => k < i && p[side])?.[side];
		if (e && drawn[side]) pointAt(drawn[side], e.i, true);
	}
	drawPairs();
	$('live').textContent = a && b ? a.label : `only ${a ? 'left' : 'right'}: ${(a ?? b).label}`;
}
// The step that was left out is no difference that it makes.
const isDifference = (a, b) => !b ? a.step !== other.off || a.group !== 'step' : !a;
function nextDifference() {
	const i = pairs.findIndex((p, k) => k > pairAt && isDifference(p[0], p[1]));
	if (i >= 0) goPair(i);
	else $('live').textContent = 'no difference from here on';
}
function compare(on) {
	if (other) showPairs(on);
}
function showPairs(on) {
	$('pairs').hidden = !on;
	$('lanes').hidden = on;
	$('compare').setAttribute('aria-pressed', on);
	$('difference').hidden = !on;
	filter();
	if (!on) markDifferences();
	go(view.at, on);
}

// --- the picture: shapes of runner/report/picture_layout.c ---
const SVG = 'http://www.w3.org/2000/svg';
const TAGS = { r: 'rect', d: 'circle', t: 'text', p: 'path', x: 'path' };
function shapeOf([kind, cls, x, y, w, h, event, text]) {
	const n = document.createElementNS(SVG, TAGS[kind]), middle = (y + h) / 2;
	const attributes = {
		r: { x, y, width: w, height: h }, d: { cx: x, cy: y, r: 3.5 }, t: { x, y, textLength: w },
		p: { d: `M${x},${y} C${x},${middle} ${w},${middle} ${w},${h}` }, x: { d: `M${x - 6},${y - 6} l12,12 m0,-12 l-12,12` },
	}[kind];
	for (const [k, v] of Object.entries(attributes)) n.setAttribute(k, v);
	n.setAttribute('class', cls);
	if (kind === 't') n.textContent = text;
	else if (text) n.dataset.object = text;
	if (event >= 0) n.dataset.i = event;
	return n;
}
// The pictures of this run and of the second one: { svg, box, cursor, marks: in the order of their events, by: event -> mark }.
const GUTTER = 82; // of the lanes' names: marks that are scrolled to the left end there
// A mark: { event, x, y, lane, shape }. Marks are the options of a list, of which one is at the cursor.
let drawn = [];
function drawPicture(model, name) {
	const p = model.picture;
	if (!p?.shapes.some(s => s[0] === 'd' || s[0] === 'r')) return null;
	const svg = document.createElementNS(SVG, 'svg'), names = document.createElementNS(SVG, 'g'), box = el('div', 'box'), run = el('div', 'run'), side = model === data ? 0 : 1;
	for (const [k, v] of [['viewBox', `0 0 ${p.width} ${p.height}`], ['role', 'presentation']]) svg.setAttribute(k, v);
	const list = side ? others : events, bands = p.shapes.filter(s => /^band/.test(s[1])), by = new Map();
	for (const s of p.shapes) {
		if (/^name /.test(s[1])) { names.append(shapeOf(s)); continue; }
		const n = shapeOf(s);
		svg.append(n);
		if (s[0] === 't') n.setAttribute('aria-hidden', true);
		if (s[6] < 0 || s[0] === 't' || by.has(s[6]) || !list[s[6]]) continue;
		const y = s[0] === 'r' ? s[3] + s[5] / 2 : s[3];
		by.set(s[6], { event: s[6], x: s[2], y, lane: bands.findIndex(b => y >= b[3] && y < b[3] + b[5]), shape: n });
		n.id = `m${side}-${s[6]}`;
		n.setAttribute('role', 'option');
		n.setAttribute('aria-selected', false);
		n.setAttribute('aria-label', `${span(list[s[6]].t)}, ${laneName(list[s[6]])}: ${list[s[6]].label.slice(0, 200)}`);
	}
	const cursor = document.createElementNS(SVG, 'line'), marks = [...by.values()].sort((a, b) => a.event - b.event);
	for (const [k, v] of [['class', 'cursor'], ['y1', 18], ['y2', p.height]]) cursor.setAttribute(k, v);
	names.setAttribute('aria-hidden', true);
	if (bands.length) names.prepend(shapeOf(['r', 'plate', 0, bands[0][3], GUTTER, p.height - bands[0][3], -1, '']));
	svg.append(cursor, names); // the names stay in sight
	const picture = { svg, box, cursor, marks, by, names, side, width: p.width, height: p.height, scale: 1 };
	box.addEventListener('scroll', () => names.setAttribute('transform', `translate(${box.scrollLeft / picture.scale} 0)`));
	box.tabIndex = 0;
	box.setAttribute('role', 'listbox');
	box.setAttribute('aria-label', `picture of ${name}: arrows go from mark to mark, Enter shows what it is`);
	if (other) run.append(el('h2', model.passed ? 'passed' : 'failed', name));
	box.append(svg);
	run.append(box);
	if (model.events.length > p.shapes.length * 20) run.append(el('p', '', `A part of ${model.events.length} events: ${model.passed ? 'the first' : 'the last'} 400 marks.`));
	$('pictures').append(run);
	listen(picture);
	return picture;
}
// A picture that is a little wider or narrower than its place is scaled to it; others are scrolled. Two have one scale.
function fit() {
	const shown = drawn.filter(Boolean), scale = Math.min(...shown.map(({ box, width, height }) => {
		const by = box.clientWidth / width, high = Math.max(1, (parseFloat(getComputedStyle($('pictures')).maxHeight) || 0) / height);
		return by < 0.85 ? 1 : Math.min(1.25, high, by);
	}));
	for (const p of shown) {
		p.scale = scale;
		p.svg.setAttribute('width', Math.floor(p.width * scale));
		p.svg.setAttribute('height', Math.floor(p.height * scale));
	}
}
// The event of this run, or the pair with that of the second one.
function showMark(picture, event) {
	if (!picture.side) { reveal(events[event]); return; }
	const pair = pairs.findIndex(p => p[1]?.i === event);
	if (pair >= 0) goPair(pair);
}
function listen(picture) {
	const { svg, box, marks, side } = picture;
	const markOf = ev => ev.target.dataset?.i === undefined ? null : picture.by.get(Number(ev.target.dataset.i));
	svg.addEventListener('click', ev => { const m = markOf(ev); if (m) showMark(picture, m.event); });
	svg.addEventListener('pointermove', ev => { const m = markOf(ev); if (m) showTip(picture, m); else if (!ev.target.closest('#tip')) hideTip(); });
	box.addEventListener('pointerleave', hideTip);
	box.addEventListener('scroll', hideTip);
	box.addEventListener('keydown', ev => {
		if (ev.ctrlKey || ev.metaKey || ev.altKey || !marks.length) return;
		const now = picture.now ?? marks[0], at = marks.indexOf(now);
		const beside = by => marks.filter(m => (m.lane - now.lane) * by > 0).sort((a, b) => Math.abs(a.lane - now.lane) - Math.abs(b.lane - now.lane) || Math.abs(a.x - now.x) - Math.abs(b.x - now.x))[0];
		const to = { ArrowRight: () => marks[at + 1], ArrowLeft: () => marks[at - 1], ArrowDown: () => beside(1), ArrowUp: () => beside(-1), Home: () => marks[0], End: () => marks.at(-1), Enter: () => now }[ev.key];
		if (!to) return;
		ev.preventDefault();
		ev.stopPropagation();
		const mark = to();
		if (mark) showMark(picture, mark.event);
		if (ev.key === 'Enter' && !side) $('side').focus();
	});
}
// --- what a mark is, beside the pointer ---
function showTip(picture, mark) {
	const list = picture.side ? others : events, e = list[mark.event], path = ((picture.side ? otherHistory : { chains }).chains.get(e.chain) ?? []).map(i => list[i]), tip = $('tip');
	if (tip.mark === mark && !tip.hidden) return;
	hideTip();
	tip.mark = mark;
	tip.replaceChildren(el('b', `lane-${e.lane}`, `${span(e.t)} – ${laneName(e)}`), el('div', 'state', e.label.slice(0, 300)));
	if (e.why) tip.append(el('div', '', e.why.slice(0, 400)));
	if (path.length > 1) tip.append(el('div', '', `${e.chain.replace('@', ', version ')}: ${path.slice(0, 8).map(x => `${laneName(x)} ${span(x.t)}`).join(' → ')}${path.length > 8 ? ' …' : ''}`));
	tip.hidden = false;
	const at = mark.shape.getBoundingClientRect(), size = tip.getBoundingClientRect(), below = at.bottom + 10 + size.height < innerHeight;
	tip.style.left = `${Math.max(8, Math.min(at.left, innerWidth - size.width - 8))}px`;
	tip.style.top = `${Math.max(4, below ? at.bottom + 8 : at.top - size.height - 8)}px`;
	for (const n of picture.svg.querySelectorAll('[data-object]')) n.classList.toggle('over', !!e.chain && n.dataset.object === e.chain);
}
function hideTip() {
	if ($('tip').hidden) return;
	$('tip').hidden = true;
	for (const n of $('pictures').querySelectorAll('.over')) n.classList.remove('over');
}
function drawPictures() {
	$('pictures').replaceChildren();
	drawn = [drawPicture(data, runName(data)), other && drawPicture(other, runName(other))];
	$('pictures').hidden = !$('pictures').firstChild;
	$('holds').replaceChildren(...(events.length ? other ? [el('div', 'held'), el('div', 'held')] : [el('div', 'held')] : []));
	fit();
}
// The cursor of a picture, and with `follow` its scroll position.
function pointAt(picture, event, follow) {
	const mark = picture?.marks.length && (picture.by.get(event) ?? picture.marks.findLast(m => m.event <= event) ?? picture.marks[0]);
	if (!mark) return;
	const { box, cursor, scale } = picture, x = mark.x * scale;
	cursor.setAttribute('x1', mark.x);
	cursor.setAttribute('x2', mark.x);
	if (picture.now) { picture.now.shape.setAttribute('aria-selected', false); picture.now.shape.classList.remove('now'); }
	picture.now = mark;
	mark.shape.setAttribute('aria-selected', true);
	mark.shape.classList.add('now');
	box.setAttribute('aria-activedescendant', mark.shape.id);
	if (follow && (x < box.scrollLeft + 110 || x > box.scrollLeft + box.clientWidth - 160)) box.scrollLeft = x - box.clientWidth / 2;
	drawHolds(picture.side, event);
}
function movePicture(keep) {
	if (drawn[0]) pointAt(drawn[0], view.at, !keep);
	else drawHolds(0, view.at);
	const chain = events[view.at]?.chain;
	for (const n of drawn[0]?.svg.querySelectorAll('[data-object]') ?? []) n.classList.toggle('hit', n.dataset.object === chain);
}

// --- containers: what server, requests, queue, cache and handlers hold at the cursor ---
const CHIPS_MAX = 8;
// An item: { id, text, chain, note }. Those that come or go with this event stand first, so that long ones show them.
function container(lane, title, items, before, total = items.length) {
	const had = new Set(before.map(x => x.id)), has = new Set(items.map(x => x.id));
	const came = items.filter(x => !had.has(x.id)), went = before.filter(x => !has.has(x.id));
	const shown = items.length + went.length <= CHIPS_MAX ? items : [...came, ...items.filter(x => had.has(x.id))].slice(0, CHIPS_MAX);
	return { lane, title, total, shown, came: new Set(came.map(x => x.id)), went: went.slice(0, 2) };
}
const some = (map, before, item) => (map.size > 2 * CHIPS_MAX ? map.first(before, 4 * CHIPS_MAX) : [...map]).map(item);
function containersAt(list, history, i) {
	const old = history.stateAt(i - 1), s = history.stateAt(i), out = [], e = list[i];
	const types = new Set();
	for (const [name] of s.known) { types.add(name.split('/')[0]); if (types.size > 1) break; }
	const object = ([name, rv]) => {
		const key = name.slice(name.indexOf('/') + 1);
		return { id: `${name}@${rv}`, text: `${types.size > 1 ? name : key} ${rv}`, chain: `${key}@${rv}` };
	};
	out.push(container('server', 'server', some(s.known, old.known, object), some(old.known, s.known, object), s.known.size));
	const stale = (on, rv) => s.gone.has(on) ? 'gone on the server' : s.known.has(on) && s.known.get(on) !== rv ? `server: ${s.known.get(on)}` : '';
	const open = x => [...x.open].map(([id, text]) => ({ id: `#${id}`, text: `#${id} ${text}` }));
	out.push(container('wire', 'open requests', open(s), open(old)));
	const one = s.informers.size < 2;
	for (const [name, inf] of s.informers) {
		const was = old.informers.get(name) ?? { queue: [], cache: new Layers() };
		const delta = d => ({ id: d.id, text: `${d.type} ${d.key ?? ''}`, chain: d.chain });
		const cached = ([key, rv]) => {
			const on = `${history.resources.get(`${key}@${rv}`) ?? name}/${key}`;
			return { id: `${key}@${rv}`, text: `${key} ${rv}`, chain: `${key}@${rv}`, note: stale(on, rv) };
		};
		out.push(container('queue', one ? 'queue' : `${name}: queue`, inf.queue.slice(0, 2 * CHIPS_MAX).map(delta), was.queue.slice(0, 2 * CHIPS_MAX).map(delta), inf.queue.length));
		out.push(container('store', one ? 'cache' : `${name}: cache`, some(inf.cache, was.cache, cached), some(was.cache, inf.cache, cached), inf.cache.size));
	}
	if (!s.informers.size && (s.sent.size || old.sent.size)) { // the inside of another program is not visible
		const item = ([name, rv]) => ({ ...object([name, rv]), note: stale(name, rv) });
		out.push(container('wire', 'sent by watches', some(s.sent, old.sent, item), some(old.sent, s.sent, item), s.sent.size));
	}
	for (const [who, has] of s.informers.size ? [] : s.received) {
		const item = ([key, rv]) => ({ id: `${key}@${rv}`, text: `${key} ${rv}`, chain: `${key}@${rv}`, note: stale(`${history.resources.get(`${key}@${rv}`)}/${key}`, rv) }), was = old.received.get(who) ?? new Layers();
		out.push(container('notify', `${who} has`, some(has, was, item), some(was, has, item), has.size));
	}
	for (const [who, ring] of s.informers.size ? s.rings : []) {
		const item = x => ({ id: `${x.until}`, text: list[x.until] ? `${list[x.until].word} ${x.text.replace('@', ' ')}` : x.text, chain: x.text });
		out.push(container('notify', `${who} waits`, ring.slice(0, 2 * CHIPS_MAX).map(item), (old.rings.get(who) ?? []).slice(0, 2 * CHIPS_MAX).map(item), ring.length));
	}
	return [out, e];
}
function chip(side, history, x, cls) {
	const path = x.chain && history.chains.get(x.chain), b = el(path && !side ? 'button' : 'span', cls, x.text);
	if (path && !side) {
		b.title = 'to the write that made it';
		b.addEventListener('click', () => reveal(events[path[0]]));
	}
	if (x.note) b.append(el('i', '', x.note));
	return b;
}
function drawHolds(side, event) {
	const list = side ? others : events, history = side ? otherHistory : { chains, resources, stateAt }, place = $('holds').children[side];
	if (!place || !list[event]) return;
	const [all, e] = containersAt(list, history, event);
	place.replaceChildren(...all.map(c => {
		const box = el('div', `hold lane-${c.lane}`), head = el('h2', '', `${c.title} `);
		head.append(el('small', '', c.total ? String(c.total) : 'empty'));
		box.append(head);
		for (const x of c.shown) box.append(chip(side, history, x, `chip${c.came.has(x.id) ? ' came' : ''}${x.chain && x.chain === e.chain ? ' hit' : ''}${x.note ? ' late' : ''}`));
		for (const x of c.went) box.append(chip(side, history, { ...x, note: '' }, `chip went`));
		if (c.total > c.shown.length) box.append(el('small', '', `… ${c.total - c.shown.length} more`));
		return box;
	}));
}
// What only one of the two runs has stands out in its picture.
function markDifferences() {
	[0, 1].forEach(side => {
		const only = new Set(pairs.filter(p => !p[1 - side]).map(p => p[side].i));
		for (const n of drawn[side]?.svg.querySelectorAll('text[data-i]') ?? []) n.classList.toggle('only', !$('pairs').hidden && only.has(Number(n.dataset.i)));
	});
}

// --- the sentence on top ---
const ended = e => e.name === 'reflect.error' || (e.name === 'wire.event' && e.text === 'ERROR') || (e.name === 'wire.response' && e.n >= 400);
const laneName = e => LANES.find(l => l[0] === e.lane)?.[1] ?? e.lane;
const versionOf = e => BigInt(/@(\d+)$/.exec(e.chain ?? '')?.[1] ?? 0);
// A delete that no watch delivered: when it was, what broke the watch, what found it.
function missedDelete() {
	const found = events.find(e => e.name === 'notify.delete' && e.n);
	if (!found) return null;
	const write = events.findLast(e => e.i < found.i && e.group === 'model' && /^delete/.test(e.text) && keyOf(e) === found.key);
	storyAt = write?.i ?? found.i;
	const since = write?.i ?? 0, between = events.slice(since, found.i);
	const broken = between.find(e => e.name === 'wire.end' && e.text !== 'clean')?.text, gone = between.some(e => /too old|\b410\b/.test(e.name === 'reflect.error' || e.name === 'wire.response' || e.text === 'ERROR' ? e.label : ''));
	const why = [broken && `the watch ended (${broken})`, gone && 'its history was compacted (410)'].filter(Boolean).join(' and ');
	return `The delete of ${found.key}${write ? ` at ${span(write.t)}` : ''} was never delivered${why ? `: ${why}` : ''}. The ${listed(found)} at ${span(found.t)} removed it; the handler got the last state that the cache had.`;
}
// With WatchList a list is a watch.
const listed = found => events.findLast(e => e.i < found.i && e.name === 'wire.request')?.label.includes(' WATCH ') && !events.some(e => e.group === 'reflect') ? 'new list (by a watch)' : 'list';
// A cache that has an older version after a newer one.
function backInTime() {
	const newest = new Map(), cached = seen() === 'cache';
	for (const e of events) {
		if (cached ? e.name !== 'store.set' && e.name !== 'store.delete' : e.group !== 'notify' || !e.chain) continue;
		const gone = x => x.word === 'delete';
		const at = `${e.who} ${e.key}`, before = newest.get(at);
		if (!gone(e) && before && versionOf(before) > versionOf(e)) {
			const from = events.findLast(x => x.i < e.i && x.name === 'wire.response' && x.who)?.who;
			storyAt = e.i;
			return `At ${span(e.t)} the ${seen()} goes back in time: ${e.key} ${gone(before) ? `was deleted at version ${versionOf(before)} and is there again` : `was at version ${versionOf(before)} and is again`} at version ${versionOf(e)}${from ? `, because ${from} is behind` : ''}.`;
		}
		if (!before || versionOf(e) > versionOf(before)) newest.set(at, e);
	}
	return null;
}
// Where a version arrives: in the cache, or of programs whose cache is not visible at a handler.
let arrival;
const seen = () => arrival ??= events.some(e => e.group === 'store') ? 'cache' : 'handler';
const arrives = e => seen() === 'cache' ? e.name === 'store.set' || e.name === 'store.delete' : e.group === 'notify';
// An apiserver that is behind delivers a write late.
function lateDelivery() {
	let worst = null;
	for (const [, path] of chains) {
		const write = events[path[0]], got = path.map(i => events[i]).find(arrives);
		if (write.group !== 'model' || !got) continue;
		const began = events.find(e => e.name === 'wire.request'); // before the start nothing is late
		if (!began || write.i < began.i || got.t - write.t < 1e9) continue;
		if (!worst || got.t - write.t > worst.got.t - worst.write.t) worst = { write, got };
	}
	if (worst) storyAt = worst.write.i;
	return worst && `${keyOf(worst.write)} was written at ${span(worst.write.t)} and reached the ${seen()} ${span(worst.got.t - worst.write.t)} later.`;
}
// Of a step that holds events back: what reached no cache until the step that ends it.
function heldBack() {
	const begin = events.find(e => e.name === 'step.note' && /^(lag|freeze)$/.test(e.text)), end = begin && events.find(e => e.i > begin.i && e.name === 'step.note' && e.text === 'thaw');
	if (!end) return null;
	const paths = [...chains.values()].map(path => path.map(i => events[i])).filter(path => path[0].group === 'model' && path[0].i > begin.i && path[0].i < end.i)
		.filter(path => { const got = path.find(arrives); return got && got.i > end.i; });
	const late = paths.map(path => keyOf(path[0]));
	if (paths.length) storyAt = paths[0][0].i;
	return late.length ? `The apiserver of the watch is behind from ${span(begin.t)} on: ${late.slice(0, 4).join(', ')}${late.length > 4 ? ' …' : ''} reach${late.length === 1 ? 'es' : ''} the ${seen()} only after it has caught up.` : null;
}
function outcome(m) {
	return m.what ? `fails${m.line ? ` in line ${m.line}` : ''}: ${m.what}` : m.passed ? 'passes' : m.verdict;
}
function differenceSentence() {
	const left = events.filter(e => e.lane !== 'sim'), right = others.filter(e => e.lane !== 'sim');
	const p = align(left.map(e => `${e.lane} ${e.label}`), right.map(e => `${e.lane} ${e.label}`)).find(([i, k]) => isDifference(left[i], right[k]));
	const without = other.off !== undefined, names = without ? ['run as written', 'run without it'] : ['left one', 'right one'];
	const results = without ? `${stepName(other.off)[0].toUpperCase()}${stepName(other.off).slice(1)} the run ${outcome(other)}. ` : data.verdict !== other.verdict ? `The left run ${outcome(data)}; the right one ${outcome(other)}. ` : '';
	if (!p) return `${results}Both runs have the same events.`;
	const side = p[0] < 0 ? 1 : 0, e = side ? right[p[1]] : left[p[0]];
	return `${results}The runs differ from ${span(e.t)} on: only the ${names[side]} has "${e.label.slice(0, 120).trim()}" (${laneName(e)}).${effect(names)}`;
}
// The first notification in which the runs differ.
function effect(names) {
	const [left, right] = [events, others].map(list => list.filter(e => e.group === 'notify' && e.key).map(e => `${e.who}: ${e.word} ${e.key}`));
	const n = left.findIndex((text, i) => text !== right[i]), at = n < 0 ? left.length : n;
	if (left[at] === right[at]) return '';
	return ` Notification ${at + 1} is "${left[at] ?? 'none'}" in the ${names[0]}, "${right[at] ?? 'none'}" in the ${names[1]}.`;
}
// What happened, and where.
function sentence() {
	if (other) return differenceSentence();
	if (data.what) return `Fails${data.line ? ` in line ${data.line}` : ''}${events.length ? `, ${span(events.at(-1).t)} after the start` : ''}: ${data.what}`;
	if (!events.length) return 'Nothing has happened.';
	return story() ?? claim() ?? recovery() ?? resyncs() ?? counts();
}
// What the file says of itself, if its expectations hold: its first sentences.
const CLAIM_MAX = 230;
function claim() {
	if (!data.passed || !data.steps.length) return null;
	let text = '';
	for (const sentence of data.about.replace(/\s+/g, ' ').trim().match(/.+?(?:[.!?](?= |$)|$)/g) ?? []) {
		if (text.length + sentence.length > CLAIM_MAX) break;
		text += sentence;
	}
	return text ? `${reference()}${text}` : null;
}
// A scenario of a bug tells what the bug was, which this run does not have to show.
const reference = () => (ref => ref ? `About ${ref}: ` : '')(/^refs: *\[([^\s,\]]+)/m.exec(data.source)?.[1]);
// An error or a broken watch, and the list or watch that continued.
function recovery() {
	const first = events.find(e => ended(e) || (e.name === 'wire.end' && e.text !== 'clean'));
	if (!first || !data.passed) return null;
	const ok = new Set(events.filter(e => e.name === 'wire.response' && e.n < 400).map(e => e.id));
	const next = events.find(e => e.i > first.i && e.name === 'wire.request' && !e.who && ok.has(e.id) && / (LIST|WATCH) /.test(e.label));
	if (!next) return null;
	storyAt = first.i;
	const what = first.name === 'wire.end' ? `A response ended early (${first.text})` : `An error (${wrongText(first)})`, rv = / rv (\d+)/.exec(next.label)?.[1];
	return `${what} at ${span(first.t)}; ${next.label.includes(' LIST ') ? 'a new list' : `a watch${rv ? ` from version ${rv} on` : ''}`} continued at ${span(next.t)}.`;
}
// Updates without a change.
function resyncs() {
	const same = events.filter(e => e.name === 'notify.update' && /^(.*)->\1$/.test(e.text));
	if (!same.length || !data.passed) return null;
	storyAt = same[0].i;
	return `A resync sent ${count(same.length, 'update')} without a change, the first at ${span(same[0].t)}.`;
}
// The event that the story is about; null: none.
let storyAt = null;
const story = () => missedDelete() ?? backInTime() ?? heldBack() ?? lateDelivery() ?? firstError();
// Of a program without steps.
function firstError() {
	const wrong = data.steps.length ? null : events.find(ended);
	if (wrong) storyAt = wrong.i;
	return null;
}
const singular = r => r.replace(/ies$/, 'y').replace(/(ss|x)es$/, '$1').replace(/([^s])s$/, '$1');
// What clients wrote: " (created 2 pods, 1 replicaset) (deleted 1 pod)".
function written() {
	const by = new Map();
	for (const e of events) {
		const m = e.resource && e.group === 'model' && /^(create|update|delete)/.exec(e.text);
		const cause = m && events.findLast(x => x.i < e.i && x.group !== 'model');
		if (cause?.name !== 'wire.request' || !cause.who || cause.t !== e.t) continue; // a step of the scenario
		if (!by.has(m[1])) by.set(m[1], new Map());
		by.get(m[1]).set(e.resource, (by.get(m[1]).get(e.resource) ?? 0) + 1);
	}
	const list = m => [...m].sort((a, b) => b[1] - a[1]).slice(0, 5).map(([r, n]) => `${n} ${n === 1 ? singular(r.split('.')[0]) : r.split('.')[0]}`).join(', ') + (m.size > 5 ? ' …' : '');
	return ['create', 'delete'].filter(w => by.has(w)).map(w => ` (${w}d ${list(by.get(w))})`).join('');
}
// A response alone does not say to what.
function wrongText(e) {
	const to = e.name === 'wire.response' && events.findLast(x => x.i < e.i && x.name === 'wire.request' && x.id === e.id);
	return to ? `${e.n} to ${request(to).replace(/\/(api\/v1|apis\/[^/]+\/[^/]+)\/(namespaces\/[^/]+\/)?/, '').slice(0, 120)}` : e.label.slice(0, 100);
}
function counts() {
	const of = name => events.filter(e => e.name === name).length;
	const calls = ['add', 'update', 'delete'].map(w => [of(`notify.${w}`), w]).filter(x => x[0]).map(([n, w]) => count(n, w)).join(', ');
	const requests = verb => events.filter(e => e.name === 'wire.request' && e.label.includes(` ${verb} `)).length;
	const watches = requests('WATCH'), wrong = events.find(ended), sent = events.filter(e => e.name === 'wire.request' && e.who).length;
	const reads = [[requests('LIST'), 'LIST'], [watches, watches === 1 ? 'WATCH' : 'WATCHe']].filter(x => x[0]).map(([n, w]) => count(n, w));
	const parts = [`${reads.join(' and ') || 'no list or watch'} in ${span(events.at(-1).t)}`];
	if (sent) parts.push(`${count(sent, 'write')}${written()}`);
	if (calls) parts.push(`handlers received ${calls}`);
	if (wrong) parts.push(`first error at ${span(wrong.t)}: ${wrongText(wrong)}`);
	const posts = events.filter(e => e.name === 'step.note' && /^(POST|PUT|DELETE) /.test(e.text));
	if (posts.length) parts.push(`${count(posts.length, 'call')} of the control API, the first at ${span(posts[0].t)}: ${posts[0].text.slice(0, 100)}`);
	const holds = data.passed && !/^exit status/.test(data.verdict); // a command has no expectations
	return `${holds ? 'Every expectation holds: ' : ''}${parts.join('; ')}.`;
}

// --- without a step ---
// Runs without one step each: packed with the page, or made on request by the playground around it.
let runs = null, answered = null;
const firstLine = i => (sourceLines[data.steps[i][0] - 1] ?? '').replace(/^[ -]+/, '').replace(/ +#.*$/, '').slice(0, 60);
function stepName(i) {
	return `without line ${data.steps[i][0]} (${firstLine(i)})`;
}
const mayLeaveOut = () => !!data.steps.length && (!!$('without') || (parent !== window && document.body.classList.contains('framed')));
async function runWithout(i) {
	if (!$('without')) return new Promise(done => { answered = done; parent.postMessage({ without: i }, '*'); });
	if (!runs) {
		const text = atob($('without').textContent), bytes = Uint8Array.from({ length: text.length }, (_, k) => text.charCodeAt(k));
		runs = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).json();
	}
	return runs[i];
}
addEventListener('message', ev => {
	if (parent === window || ev.source !== parent || !answered) return;
	answered(typeof ev.data?.run === 'string' ? JSON.parse(ev.data.run) : String(ev.data?.error));
	answered = null;
});
async function leaveOut(i) {
	if (!mayLeaveOut() || !data.steps[i]) return;
	if (other?.off === i) { setOther(null); return; }
	const run = await runWithout(i);
	if (typeof run === 'object' && run !== null) { setOther({ ...data, ...run, off: i }); return; }
	setOther(null);
	$('sentence').textContent = `${stepName(i)} there is no run: ${run ?? 'it was not made'}`;
	$('live').textContent = $('sentence').textContent;
}
// The second run of the page, or none.
function setOther(model) {
	other = model;
	others = other ? eventsOf(other) : [];
	otherHistory = other ? historyOf(others, other.classic) : null;
	$('compare').hidden = !other;
	showSentence();
	drawPictures();
	for (const d of $('source').children) d.classList.toggle('off', other?.off !== undefined && d.dataset.step === String(other.off));
	for (const b of document.querySelectorAll('.leave-out')) b.setAttribute('aria-pressed', String(other?.off) === b.dataset.step);
	if (!other) { $('pairs').hidden = false; other = null; showPairs(false); return; }
	compare(true);
	nextDifference();
}

// --- going about ---
function go(i, keep) {
	if (!events.length) { drawSide(); return; }
	view.at = Math.max(0, Math.min(events.length - 1, i));
	const e = events[view.at], at = place.get(view.at);
	$('slider').value = view.at;
	$('clock').textContent = `${span(e.t)}, ${view.at + 1} of ${events.length}`;
	if (at !== undefined && !keep) {
		const box = $('lanes'), head = $('heads').offsetHeight;
		if (at * ROW < box.scrollTop) box.scrollTop = at * ROW;
		else if ((at + 1) * ROW + head > box.scrollTop + box.clientHeight) box.scrollTop = (at + 1) * ROW + head - box.clientHeight + 60;
	}
	drawRows(); drawSide(); drawSource(false); movePicture(keep);
	$('live').textContent = `${span(e.t)}: ${e.label}`;
	const hash = new URLSearchParams({ e: view.at });
	if (view.query) hash.set('q', view.query);
	if (!$('pairs').hidden && other.off === undefined) hash.set('compare', 1);
	if (other?.off !== undefined) hash.set('without', data.steps[other.off][0]);
	if (shownLanes().length !== LANES.filter(l => l[0] !== 'sim').length || view.lanes.has('sim')) hash.set('lanes', shownLanes().join(','));
	try { history.replaceState(null, '', `#${hash}`); } catch { /* in a frame that has no address */ }
}
function step(by) {
	let i = view.at + by;
	while (i >= 0 && i < events.length && !place.has(i)) i += by;
	if (i >= 0 && i < events.length) go(i);
	else if (by > 0) play(false);
}
const isFault = e => e.name === 'reflect.error' || e.name === 'wire.retry' || e.name === 'notify.failed' ||
	(e.name === 'wire.end' && e.text !== 'clean') || (e.name === 'wire.response' && e.n >= 400);
const jumps = {
	notify: e => e.group === 'notify',
	fault: isFault,
	failure: e => data.failed >= 0 && e.i >= data.failed,
};
// Also what the filter hides.
function reveal(e) {
	if (!place.has(e.i)) { view.query = ''; $('query').value = ''; view.lanes.add(e.lane); filter(); lanesDrawn(); }
	go(e.i);
}
// Along the path of the object's version: from a notification or a value in the cache to the write that made it, and forward.
function along(by) {
	const path = chains.get(events[view.at]?.chain) ?? [], k = path.indexOf(view.at), i = by === -Infinity ? path[0] : path[k + by];
	if (i !== undefined && i !== view.at) reveal(events[i]);
	else $('live').textContent = path.length ? 'the path ends here' : 'no object is at this event';
}
function jump(which) {
	const found = events.slice(view.at + 1).find(jumps[which]) ?? (which === 'failure' && data.failed >= 0 ? events[data.failed] : undefined);
	if (found) reveal(found);
	else $('live').textContent = `no ${which} from here on`;
}
function play(on) {
	clearInterval(playing);
	playing = on ? setInterval(() => step(1), 350) : 0;
	$('play').textContent = on ? 'pause' : 'play';
}
function lanesDrawn() {
	for (const box of document.querySelectorAll('#toggles input')) box.checked = view.lanes.has(box.value);
}
function readHash() {
	const h = new URLSearchParams(location.hash.slice(1));
	view.query = h.get('q') ?? '';
	$('query').value = view.query;
	if (h.get('lanes')) view.lanes = new Set(h.get('lanes').split(',').filter(l => LANES.some(x => x[0] === l)));
	lanesDrawn();
	$('pairs').hidden = !(other && h.get('compare'));
	if (other) compare(!$('pairs').hidden);
	else filter();
	if (h.has('e')) go(Number(h.get('e')) || 0);
	else openAt(h);
	const off = data.steps.findIndex(x => String(x[0]) === h.get('without'));
	if (off >= 0 && other?.off !== off) leaveOut(off);
}
// Without a place in the address: a failure at its last event, two runs at their first difference,
// anything else whole, from the top.
function openAt(h) {
	const at = data.failed >= 0 ? data.failed : storyAt ?? events.length;
	go(rows.findLast(e => e.i <= at)?.i ?? 0, data.failed < 0 && storyAt === null);
	if (data.failed >= 0) showFailure();
	else showStory();
	if (!other || h.has('q') || h.has('lanes')) return;
	compare(true);
	nextDifference();
}

// Of a picture that is wider than its place, what the sentence is about is in sight.
function showStory() {
	const path = drawn[0]?.svg.querySelector('.missed,.found,.moment,.span'), box = drawn[0]?.box;
	if (!path || box.scrollWidth <= box.clientWidth) return;
	box.scrollLeft = path.getBBox().x - box.clientWidth * 0.4;
}
// Expected beside actual in the picture is in sight.
function showFailure() {
	const picture = drawn[0], side = picture?.svg.querySelector('.got');
	if (!side) return;
	picture.box.scrollLeft = picture.box.scrollWidth;
	for (const box of [picture.box, $('pictures')]) {
		const by = side.getBoundingClientRect(), around = box.getBoundingClientRect();
		if (by.bottom > around.bottom) box.scrollTop += by.bottom - around.bottom + 24;
	}
}

// --- controls ---
for (const [id, name] of LANES) {
	const label = el('label', `lane-${id}`), box = el('input');
	box.type = 'checkbox';
	box.value = id;
	box.addEventListener('change', () => { view.lanes[box.checked ? 'add' : 'delete'](id); filter(); go(view.at); });
	label.append(box, ` ${name}`);
	$('toggles').append(label, ' ');
}
// The first and the last of the rows that are shown.
const goFirst = () => go(rows[0]?.i ?? 0), goLast = () => go(rows.at(-1)?.i ?? events.length - 1);
$('first').addEventListener('click', goFirst);
$('back').addEventListener('click', () => step(-1));
$('next').addEventListener('click', () => step(1));
$('last').addEventListener('click', goLast);
$('play').addEventListener('click', () => play(!playing));
for (const which of Object.keys(jumps)) $(`jump-${which}`).addEventListener('click', () => jump(which));
$('jump-failure').hidden = data.failed < 0;
$('slider').addEventListener('input', () => go(Number($('slider').value)));
$('query').addEventListener('input', () => { view.query = $('query').value; filter(); go(view.at); });
$('lanes').addEventListener('scroll', () => requestAnimationFrame(() => drawRows()));
$('lanes').addEventListener('click', ev => {
	const r = ev.target.closest('.row');
	if (r) go(Number(r.dataset.i), true);
});
$('compare').hidden = !other;
$('compare').addEventListener('click', () => compare($('pairs').hidden));
$('difference').addEventListener('click', nextDifference);
$('pairs').addEventListener('scroll', () => requestAnimationFrame(drawPairs));
$('pairs').addEventListener('click', ev => {
	const r = ev.target.closest('.pair');
	if (r) goPair(Number(r.dataset.pair));
});
$('source').addEventListener('click', ev => {
	const d = ev.target.closest('[data-step]');
	if (ev.target.classList.contains('leave-out')) { leaveOut(Number(ev.target.dataset.step)); return; }
	const found = d && events.find(e => e.step === Number(d.dataset.step));
	if (found) go(found.i);
});
for (const [key, what] of [['←, k, ↑', 'one event back'], ['→, j, ↓', 'one event on'], ['Home, End', 'the first, the last event'], ['space', 'play, pause'], ['w', 'the write that made this object\'s version'], ['[, ]', 'back, on along the path of the object\'s version'], ['n', 'next notification'], ['f', 'next fault'], ['x', 'the failure'], ['c', 'two runs, or one'], ['d', 'next difference'], ['o', 'the run without this step, and back'], ['in the picture: arrows', 'the mark before, behind, in the lane above, below'], ['in the picture: Enter', 'to what the mark is'], ['/', 'filter; Escape leaves it'], ['?', 'this list']])
	$('keys').firstChild.append(el('dt', '', key), el('dd', '', what));
$('help').addEventListener('click', () => $('keys').showModal());
addEventListener('keydown', ev => {
	if (ev.key === 'Escape') hideTip();
	if ($('keys').open) return;
	if (ev.ctrlKey || ev.metaKey || ev.altKey) return;
	if (ev.target.id === 'query') { if (ev.key === 'Escape') ev.target.blur(); return; }
	const keys = {
		ArrowRight: () => step(1), j: () => step(1), ArrowLeft: () => step(-1), k: () => step(-1),
		ArrowDown: () => step(1), ArrowUp: () => step(-1), Home: goFirst, End: goLast,
		w: () => along(-Infinity), '[': () => along(-1), ']': () => along(1),
		n: () => jump('notify'), f: () => jump('fault'), x: () => jump('failure'), '/': () => $('query').focus(),
		'?': () => $('keys').showModal(), ' ': () => play(!playing), c: () => compare($('pairs').hidden), d: () => { if (!$('pairs').hidden) nextDifference(); }, o: () => leaveOut(other?.off ?? events[view.at]?.step ?? -1),
	};
	if (!keys[ev.key] || (ev.key === ' ' && ev.target.tagName === 'BUTTON')) return;
	ev.preventDefault();
	keys[ev.key]();
});
addEventListener('resize', () => { fit(); drawRows(); });
addEventListener('hashchange', readHash);
addEventListener('beforeprint', () => drawRows(true));
addEventListener('afterprint', () => drawRows());

$('title').textContent = `${data.title} `;
$('title').append(el('small', '', [data.cell, data.seed != 0 && `seed ${data.seed}`, ''].filter((x, i) => x || i === 2).join(', ')), el('small', data.passed ? 'passed' : 'failed', data.verdict));
function showSentence() {
	$('sentence').textContent = sentence();
	const about = data.about.replace(/\s+/g, ' ').trim(), said = $('sentence').textContent.replace(reference(), '');
	$('about').textContent = about.startsWith(said) ? about.slice(said.length).trim() : data.about;
	$('sentence').classList.toggle('failed', !!data.what && !other);
	$('counts').textContent = other || !events.length || $('sentence').textContent === counts() ? '' : [data.what && story(), counts()].filter(Boolean).join(' ');
}
showSentence();
if (data.proof) {
	$('proof').hidden = false;
	for (const line of data.proof.replace(/^\n+|\n+$/g, '').split('\n'))
		$('proof').append(el('span', /^ *[-~] /.test(line) ? 'del' : /^ *\+ /.test(line) ? 'add' : '', `${line}\n`));
}
drawSource(true);
drawPictures();
readHash();
