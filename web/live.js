'use strict';
// The page of `relist serve --ui`: asks the control API of the server that it came from, twice a second while somebody
// looks, and shows the newest of what it hears. All that it keeps is bounded: rows by ROWS, answers by the server.
const ROWS = 500, EVERY_MS = 500, SLOW_EVERY = 4;
const $ = id => document.getElementById(id);
function el(tag, cls, text) {
	const n = document.createElement(tag);
	if (cls) n.className = cls;
	if (text !== undefined) n.textContent = text;
	return n;
}
let token = '', since = null, request = null, round = 0, timer = 0, shownTypes = '';

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
// New rows on top; what is beyond ROWS goes. One change of the document, however many rows.
function addRows(id, rows) {
	const box = $(id), part = document.createDocumentFragment();
	for (const r of rows.slice(-ROWS).reverse()) part.append(r);
	box.prepend(part);
	while (box.childElementCount > ROWS) box.lastElementChild.remove();
}
function setRows(id, rows, more) {
	const all = rows.slice(0, ROWS);
	if (rows.length > ROWS || more) all.push(el('div', 'dim', `… and ${rows.length - ROWS} more`));
	$(id).replaceChildren(...(all.length ? all : [el('div', 'dim', 'none')]));
}
const nameOf = o => [o.group ? `${o.resource}.${o.group}` : o.resource, o.namespace, o.name].filter(Boolean).join('/');

async function changes() {
	const got = await ask(`/changes${since === null ? '' : `?since=${since}`}`);
	if (since !== null && BigInt(got.resourceVersion) < BigInt(since)) $('changes').replaceChildren(el('div', 'dim', 'the store was turned back'));
	else if (!got.complete) addRows('changes', [el('div', 'dim', 'more than is shown')]);
	addRows('changes', got.items.map(c => {
		const d = el('div', '', `${c.resourceVersion} `);
		d.append(el('span', c.type, c.type), ` ${nameOf(c)}${c.hidden ? ' (dropped: no watch is told)' : ''}`);
		d.dataset.rv = c.resourceVersion;
		return d;
	}));
	since = got.resourceVersion;
	$('changes-count').textContent = `resourceVersion ${since}`;
	const types = JSON.stringify(got.types);
	if (types !== shownTypes) {
		shownTypes = types;
		setRows('types', got.types.sort((a, b) => nameOf(a) < nameOf(b) ? -1 : 1).map(t => {
			const d = el('div', '', `${t.objects} `), b = el('button', '', nameOf(t));
			b.addEventListener('click', () => listType(t));
			d.append(b);
			return d;
		}));
	}
	$('types-count').textContent = `${got.types.reduce((n, t) => n + t.objects, 0)} objects`;
}
async function requests() {
	const state = await ask('');
	const from = request === null ? Math.max(0, state.requests - 100) : request;
	if (state.requests < from) request = 0; // the log was emptied
	else if (state.requests > from || request === null) {
		// who is far behind goes on with the newest
		const got = await ask(`/requests?since=${Math.max(from, state.requests - ROWS)}`);
		const rows = Array.isArray(got) ? got : got.items ?? [];
		addRows('requests', rows.map(r => {
			const d = el('div', r.status >= 400 || r.error ? 'bad' : '', `${r.status || '…'}${r.error ? ` ERROR ${r.error}` : ''} ${r.method} ${r.uri.slice(0, 300)} `);
			d.append(el('span', 'dim', (r.userAgent ?? '').slice(0, 80)));
			return d;
		}));
		request = rows.length ? Math.max(...rows.map(r => r.seq)) : state.requests;
	}
	$('requests-count').textContent = `${state.requests} so far`;
	$('state').textContent = `${state.objects} objects, ${state.watches} watches, ${state.requests} requests`;
	$('state').className = '';
}
const items = got => Array.isArray(got) ? got : got.items ?? [];
async function others() {
	const watches = items(await ask('/watches'));
	$('watches-count').textContent = watches.length;
	setRows('watches', watches.slice(0, ROWS + 1).map(w => el('div', '', Object.entries(w).filter(([, v]) => v !== '' && v !== false).map(([k, v]) => `${k}=${typeof v === 'object' ? JSON.stringify(v) : v}`).join(' ').slice(0, 400))));
	const rules = items(await ask('/faults'));
	$('rules-count').textContent = rules.length;
	setRows('rules', rules.map(r => {
		const d = el('div', '', `${JSON.stringify(r).slice(0, 400)} `), b = el('button', '', 'remove');
		b.addEventListener('click', () => act(`/faults/${r.id}`, 'DELETE'));
		d.append(b);
		return d;
	}));
}
const OBJECTS_MAX = 2000;
async function listType(t) {
	if (t.objects > OBJECTS_MAX) { show(nameOf(t), `${t.objects} objects are too many for this page: kubectl get ${nameOf(t)}`); return; }
	try {
		const got = await ask(`/objects?group=${encodeURIComponent(t.group)}&resource=${encodeURIComponent(t.resource)}`);
		show(nameOf(t), got.items.map(o => JSON.stringify(o, null, 1)).join('\n\n').slice(0, 1 << 20));
	} catch (err) { said(err.message, true); }
}
function show(name, text) {
	$('object-name').textContent = `${name} – Escape closes`;
	$('object-text').textContent = text;
	$('object').hidden = false;
	$('object-text').focus();
}
let looking = false, again = false;
async function look() {
	clearTimeout(timer);
	if (document.hidden) return; // it goes on where it was when somebody looks again
	if (looking) { again = true; return; } // two at a time would show everything twice
	looking = true;
	again = false;
	try {
		await changes();
		await requests();
		if (round++ % SLOW_EVERY === 0) await others();
	} catch (err) {
		$('state').textContent = `no answer: ${err.message}`;
		$('state').className = 'bad';
	}
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
addEventListener('keydown', ev => { if (ev.key === 'Escape') $('object').hidden = true; });
document.addEventListener('visibilitychange', look);
look();
