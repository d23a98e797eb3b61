// SPDX-License-Identifier: Apache-2.0
// The pages in a real browser: `make test-browser`. Each test opens files of build/web-tests in headless Chromium; no page
// may ask for anything but itself, log an error, or open a dialog. RELIST_SHOTS=docs/img writes the screenshots anew.
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import test, { after, before } from 'node:test';
import { pathToFileURL } from 'node:url';
import { createRequire } from 'node:module';

const OUT = path.resolve(process.env.RELIST_WEB_OUT ?? 'build/web-tests');
const { chromium } = createRequire(path.join(OUT, 'x.js'))('playwright-core');
const AXE = fs.readFileSync(createRequire(path.join(OUT, 'x.js')).resolve('axe-core/axe.min.js'), 'utf8');
const RELIST = path.resolve(process.env.RELIST ?? 'build/relist');
const SHOTS = process.env.RELIST_SHOTS ?? path.join(OUT, 'shots');
// Those of the documentation; the others stay in build/.
const KEPT = ['live', 'playground', 'playground-phone', ...['passing', 'failure', 'two-runs'].flatMap(n => [1400, 400].flatMap(w => ['light', 'dark'].map(c => `run-${n}-${w}-${c}`)))];
const shot = name => path.join(KEPT.includes(name) ? SHOTS : path.join(OUT, 'shots'), `${name}.png`);
const GONE = 'scenarios/c-expired/gone-midwatch-missed-delete.yaml';
const INDEXES = 'scenarios/lessons/12-indexers-and-listers.yaml';
const PALETTE = spawnSync('pngquant', ['--version']).status === 0;
let browser;
// Pictures of the documentation with at most 256 colours, if pngquant is there.
async function screenshot(page, name, options = {}) {
	await page.screenshot({ path: shot(name), ...options });
	if (PALETTE && KEPT.includes(name)) spawnSync('pngquant', ['--force', '--strip', '--output', shot(name), '256', shot(name)]);
}

before(async () => {
	for (const dir of [SHOTS, path.join(OUT, 'shots')]) fs.mkdirSync(dir, { recursive: true });
	browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--allow-file-access-from-files'] });
});
after(() => browser?.close());

function relist(args, statuses = [0]) {
	try {
		execFileSync(RELIST, args, { stdio: ['ignore', 'pipe', 'pipe'] });
		assert.ok(statuses.includes(0));
	} catch (err) {
		if (!statuses.includes(err.status)) throw new Error(`relist ${args.join(' ')}: ${err.status} ${err.stderr}`);
	}
}
function made(name, args, statuses) {
	const file = path.join(OUT, `${name}.html`);
	relist(['show', '--html', file, ...args], statuses);
	return file;
}
// A page of which everything that goes wrong is kept.
async function open(file, { hash = '', width = 1280, height = 800, colorScheme = 'light' } = {}) {
	const page = await browser.newPage({ viewport: { width, height }, colorScheme, acceptDownloads: false });
	page.wrong = [];
	const own = pathToFileURL(file).href;
	page.on('request', r => {
		const url = r.url();
		if (!url.startsWith(own) && !/^(blob:|data:|about:)/.test(url)) page.wrong.push(`asked for ${url}`);
	});
	page.on('console', m => { if (['error', 'warning'].includes(m.type())) page.wrong.push(`console: ${m.text()}`); });
	page.on('pageerror', e => page.wrong.push(`error: ${e.message}`));
	page.on('dialog', d => { page.wrong.push(`dialog: ${d.message()}`); d.dismiss(); });
	await page.goto(own + hash);
	return page;
}
async function closed(page) {
	assert.deepEqual(page.wrong, []);
	await page.close();
}
const model = page => page.evaluate(() => JSON.parse(document.getElementById('data').textContent));
const at = page => page.evaluate(() => Number(document.querySelector('.row.now')?.dataset.i ?? -1));
const allLanes = page => page.evaluate(() => { for (const b of document.querySelectorAll('#toggles input')) if (!b.checked) b.click(); });

// Where a kind stands: said here once more, so that a change of the page has to be meant.
const LANES = { model: 'server', write: 'control', step: 'server', wire: 'wire', reflect: 'reflect', queue: 'queue', store: 'store', sync: 'store', cache: 'store', oracle: 'store', notify: 'notify', log: 'notify', crash: 'control', sim: 'sim' };
// Of which headings of the side panel what is below may change.
const CHANGES = {
	model: /^Server$/, wire: /^Open requests$/, reflect: /: reflector$/, queue: /: queue$/, store: /: (cache|index .*|waiting)$/,
	sync: /: reflector$/, notify: /: waiting$/,
};

test('every event of the run is on the page once', async () => {
	const page = await open(made('every', [GONE, '--matrix', 'form=in-stream']));
	const { events } = await model(page);
	await allLanes(page);
	const seen = [];
	for (let y = 0; ; y += 200) {
		const [rows, more] = await page.evaluate(async to => {
			const box = document.getElementById('lanes');
			box.scrollTop = to;
			await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
			return [[...document.querySelectorAll('.row')].map(r => Number(r.dataset.i)), box.scrollTop >= to];
		}, y);
		assert.equal(new Set(rows).size, rows.length, 'a row twice');
		seen.push(...rows);
		if (!more) break;
	}
	assert.equal(new Set(seen).size, events.length);
	await closed(page);
});

test('stepping changes exactly the lanes that the trace says', async () => {
	for (const [name, args] of [['steps', [GONE, '--matrix', 'form=in-stream']], ['steps-index', [INDEXES]], ['steps-controller', ['scenarios/lessons/16-a-controller-that-survives.yaml']], ['steps-trace', ['tests/golden/client-go-0.37/watchlist-resync.jsonl']]]) {
		const page = await open(made(name, args));
		const m = await model(page);
		await allLanes(page);
		const panel = () => page.evaluate(() => {
			const out = {};
			for (const h of document.querySelectorAll('#side h2')) if (h.nextElementSibling?.classList.contains('state')) out[h.textContent] = h.nextElementSibling.textContent;
			delete out[document.querySelector('#side h2').textContent];
			return out;
		});
		await page.keyboard.press('Home');
		let last = await panel();
		for (let i = 0; i < m.events.length; i++) {
			if (i) await page.keyboard.press('ArrowRight');
			assert.equal(await at(page), i);
			const group = m.kinds[m.events[i][1]][0];
			const lanes = await page.evaluate(() => [...document.querySelectorAll('.row.now span')].filter(c => c.textContent).map(c => [...c.classList].find(x => x.startsWith('lane-')).slice(5)));
			assert.deepEqual(lanes, [LANES[group]], `event ${i} (${group})`);
			const now = await panel();
			for (const heading of new Set([...Object.keys(last), ...Object.keys(now)]))
				if (i && last[heading] !== undefined && last[heading] !== now[heading])
					assert.match(heading, CHANGES[group] ?? /^$/, `event ${i} (${group}) changed "${heading}": ${last[heading]} -> ${now[heading]}`);
			last = now;
		}
		await closed(page);
	}
});

test('the keyboard does all of it', async () => {
	const page = await open(made('keys', [GONE, '--matrix', 'form=in-stream']));
	const { events } = await model(page);
	await page.keyboard.press('End');
	const end = await at(page);
	assert.ok(end > events.length / 2);
	await page.keyboard.press('Home');
	assert.equal(await at(page), 0);
	await page.keyboard.press('j');
	const one = await at(page);
	assert.ok(one > 0);
	await page.keyboard.press('k');
	assert.equal(await at(page), 0);
	for (const [key, lane] of [['n', 'notify'], ['f', null]]) {
		const was = await at(page);
		await page.keyboard.press(key);
		assert.ok(await at(page) > was);
		if (lane) assert.ok(await page.evaluate(l => document.querySelector(`.row.now .lane-${l}`)?.textContent, lane));
	}
	await page.keyboard.press('/');
	assert.equal(await page.evaluate(() => document.activeElement.id), 'query');
	await page.keyboard.type('default/b');
	await page.keyboard.press('Escape');
	assert.notEqual(await page.evaluate(() => document.activeElement.id), 'query');
	// every control is reached by Tab and has a name
	const names = await page.evaluate(() => [...document.querySelectorAll('button,input')].filter(b => !b.hidden && !(b.textContent || b.labels?.[0]?.textContent || b.getAttribute('aria-label'))).length);
	assert.equal(names, 0);
	assert.match(await page.textContent('#live'), /./);
	await closed(page);
});

test('keys follow an object from its notification back to its write and forward', async () => {
	const page = await open(made('along', [GONE, '--matrix', 'form=in-stream']));
	const m = await model(page), group = i => m.kinds[m.events[i][1]][0];
	await page.keyboard.press('Home');
	await page.keyboard.press('n');
	const notify = await at(page);
	assert.equal(group(notify), 'notify');
	await page.keyboard.press('w');
	const write = await at(page);
	assert.ok(write < notify && group(write) === 'model', `${write} ${group(write)}`);
	const seen = [write];
	for (let i = 0; i < 20; i++) {
		await page.keyboard.press(']');
		const now = await at(page);
		if (now === seen.at(-1)) break;
		seen.push(now);
	}
	assert.ok(seen.includes(notify) && seen.some(i => group(i) === 'store'), `${seen.map(group)}`);
	assert.equal(await page.locator('.along button').count(), seen.length);
	await page.click('.along button >> nth=0');
	assert.equal(await at(page), write);
	await page.keyboard.press('?');
	assert.ok((await page.textContent('#keys')).includes('the write that made'));
	await closed(page);
});

test('filters, lanes and a link show the same view again', async () => {
	const file = made('filter', [GONE, '--matrix', 'form=in-stream']);
	const page = await open(file);
	await page.fill('#query', 'default/b');
	const rows = await page.$$eval('.row', r => r.map(x => x.textContent));
	assert.ok(rows.length > 2);
	assert.match(await page.textContent('#shown'), /^\d+ of \d+ events$/);
	await page.click('#toggles input[value=wire]');
	assert.equal(await page.$$eval('.row .lane-wire', r => r.length), 0);
	await page.keyboard.press('End');
	await page.click('#back');
	const [hash, i, shown] = [await page.evaluate(() => location.hash), await at(page), await page.textContent('#shown')];
	assert.match(hash, /q=default%2Fb/);
	await closed(page);
	const again = await open(file, { hash });
	assert.equal(await at(again), i);
	assert.equal(await again.textContent('#shown'), shown);
	assert.equal(await again.inputValue('#query'), 'default/b');
	assert.equal(await again.isChecked('#toggles input[value=wire]'), false);
	await closed(again);
});

test('an object is shown with what changed since the version before', async () => {
	const page = await open(made('diff', [INDEXES]));
	const { events, kinds, strings } = await model(page);
	const i = events.findIndex(e => kinds[e[1]].join('.') === 'store.set' && strings[e[6]] === '13');
	await page.evaluate(n => { location.hash = `e=${n}`; }, i);
	await page.waitForFunction(n => document.querySelector('.row.now')?.dataset.i === String(n), i);
	const side = await page.textContent('#side');
	assert.match(side, /What changed since rv 11/);
	assert.match(side, /- spec.nodeName: "n1"\s*\+ spec.nodeName: "n2"/);
	assert.match(side, /index by-node.*n1: kube-system\/bn2: default\/a/s);
	assert.match(side, /Why: .*thread_safe_store\.go/);
	await closed(page);
});

test('a failure stands beside its line', async () => {
	const page = await open(made('failure', ['tests/golden/cli/suite/b-cells.yaml', '--matrix', 'node=n2'], [1]));
	assert.match(await page.textContent('#source .fails'), /^14/);
	assert.match(await page.textContent('#source .why'), /expected/);
	assert.match(await page.textContent('#sentence'), /^Fails in line 14, .*expected "n2" .*got "n1"/);
	assert.match(await page.textContent('#proof'), /- {3}nodeName: "n2"\s*\+ {3}nodeName: "n1"/);
	assert.ok(await page.isVisible('.row.now'), 'it opens at the failure');
	await page.keyboard.press('Home');
	await page.keyboard.press('x');
	assert.ok(await page.isVisible('.row.now'));
	await closed(page);
});

// The scenario of the lesson with the change that makes it fail.
function failing() {
	const file = path.join(OUT, 'missed-deletes.yaml');
	fs.writeFileSync(file, fs.readFileSync('scenarios/lessons/06-missed-deletes.yaml', 'utf8').replace(/(.*rv 15, missed\n)/, '$1  - create: {pods/default/b: pod}\n'));
	return file;
}
// The boxes of elements that are in sight, within the places that scroll them.
const inSight = (page, selector) => page.$$eval(selector, all => all.filter(n => {
	const b = n.getBoundingClientRect();
	let r = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
	for (let p = n.parentElement; p; p = p.parentElement) {
		if (getComputedStyle(p).overflow === 'visible') continue;
		const o = p.getBoundingClientRect();
		r = { left: Math.max(r.left, o.left), top: Math.max(r.top, o.top), right: Math.min(r.right, o.right), bottom: Math.min(r.bottom, o.bottom) };
	}
	return b.width && b.left >= r.left - 1 && b.right <= r.right + 1 && b.top >= r.top - 1 && b.bottom <= r.bottom + 1;
}).map(n => n.textContent || n.getAttribute('class')));

test('the three hardest stories are in the sentence and in the picture', async () => {
	for (const [file, sentence, marks] of [
		['scenarios/lessons/06-missed-deletes.yaml', /^The delete of default\/b at 5 s was never delivered: the watch ended \(reset\) and its history was compacted \(410\)\. The list at 6\.502 s removed it/, ['delete pods/default/b rv=15: not delivered', '#3 WATCH pods rv=13: ERROR 410']],
		['scenarios/lessons/14-stale-caches.yaml', /^At 0 s the cache goes back in time: default\/a was deleted at version 12 and is there again at version 11, because B is behind\.$/, ['default/a=11: back in time', '#3 LIST pods rv=0 from B: 200', 'freeze: B']],
		['scenarios/b-relist/watch-behind-a-lagging-server.yaml', /^The apiserver of the watch is behind from 5 s on: default\/b, default\/c reach the cache only after it has caught up\.$/, ['lag: {backend: B, by: 2}', '#2 WATCH pods rv=10 from B']],
	]) {
		const page = await open(made('story', [file]), { width: 1400, height: 900 });
		assert.match(await page.textContent('#sentence'), sentence);
		const texts = await inSight(page, '#pictures text');
		for (const m of marks) assert.ok(texts.some(t => t === m), `${file}: ${m} in ${texts.join('; ')}`);
		await closed(page);
	}
	// on a phone it opens at the break, not at the start
	const phone = await open(made('story', ['scenarios/lessons/06-missed-deletes.yaml']), { width: 400, height: 900 });
	assert.ok((await inSight(phone, '#pictures .cross')).length === 2);
	await closed(phone);
});

const SUBJECT = path.join(path.dirname(fs.realpathSync(RELIST)), 'adapters/c/subject');
// Programs whose queue and cache are not visible: what watches have sent, what handlers have.
test('the hardest stories of another program are in the sentence, the picture and the containers', async () => {
	const dir = path.join(OUT, 'external');
	relist(['run', '--html', dir, '--world', 'external', '--subject', SUBJECT, ...['lessons/06-missed-deletes', 'lessons/14-stale-caches', 'b-relist/watch-behind-a-lagging-server'].map(f => `scenarios/${f}.yaml`)]);
	for (const [name, sentence, texts, held] of [
		['lessons_06-missed-deletes', /^The delete of default\/b at [\d.]+ m?s was never delivered: the watch ended \(reset\) and its history was compacted \(410\)/, ['delete pods/default/b rv=15: not delivered', /^#\d WATCH pods rv=13: ERROR 410$/, 'delete default/b (unknown)'], 'default/b 12gone on the server'],
		['lessons_14-stale-caches', /^At [\d.]+ m?s the handler goes back in time: default\/a was deleted at version 12 and is there again at version 11, because B is behind\.$/, ['add default/a: back in time', 'freeze: B'], 'default/a 11gone on the server'],
		['b-relist_watch-behind-a-lagging-server', /default\/b.* the handler only after it has caught up\.$/, ['lag: {backend: B, by: 2}'], null],
	]) {
		const page = await open(path.join(dir, `scenarios_${name}.html`), { width: 1400, height: 900 });
		assert.match(await page.textContent('#sentence'), sentence);
		const seen = await inSight(page, '#pictures text');
		for (const t of texts) assert.ok(seen.some(x => t instanceof RegExp ? t.test(x) : t === x), `${name}: ${t} in ${seen.join('; ')}`);
		if (held) assert.deepEqual((await holds(page))['h1 has'], [held]);
		assert.ok(!(await page.textContent('body')).match(/\? \(\d+ bytes\)/));
		await layout(page, name);
		await accessible(page, name);
		assert.deepEqual((await contrasts(page)).out, [], name);
		await page.screenshot({ path: shot(`external-${name}`) });
		await closed(page);
	}
});

// Typed client-go informers with protobuf, in tests/peers.
test('the page of a Go test that reads protobuf has kinds and names', { skip: spawnSync('go', ['version']).status === 0 ? false : 'there is no go', timeout: 600000 }, async () => {
	const program = path.resolve(OUT, 'peers.test'), peers = 'tests/peers/clientgo';
	execFileSync('go', ['test', '-c', '-o', program, '.'], { cwd: peers, stdio: ['ignore', 'pipe', 'inherit'] });
	execFileSync(RELIST, ['serve', '--html', path.resolve(OUT, 'go'), '--exec', program, '-test.run', 'TestInformersFollowTheServer/WatchList=true/typed-protobuf'], { cwd: peers, stdio: ['ignore', 'pipe', 'pipe'] });
	const page = await open(path.join(OUT, 'go', 'index.html'), { width: 1400, height: 900 }), m = await model(page);
	const watched = m.events.filter(e => m.kinds[e[1]].join('.') === 'wire.event').map(e => [4, 6, 5].map(i => m.strings[e[i]]).join(' '));
	for (const t of [/^configmaps ADDED peer-\w+\/\w+ rv=\d+$/, /^configmaps MODIFIED /, /^configmaps DELETED /]) assert.ok(watched.some(w => t.test(w)), `${t} in ${watched.join('; ')}`);
	assert.ok(!(await page.textContent('body')).match(/\? \(\d+ bytes\)/));
	assert.match(await page.textContent('#sentence'), /^A response ended early \(cut\) at .*; a watch from version \d+ on continued at /);
	assert.match(await page.textContent('#counts'), /\d+ WATCHe?s? in .*writes? \(created .*configmap/);
	assert.doesNotMatch(await page.textContent('#title'), /seed/);
	assert.ok((await page.locator('#pictures text').allTextContents()).some(t => /^ADDED peer-\w+\//.test(t)));
	await page.locator('#pictures circle[aria-label*="MODIFIED"] >> nth=0').click();
	assert.ok((await holds(page))['sent by watches'].some(t => /^configmaps\/peer-/.test(t)), JSON.stringify(await holds(page)));
	await accessible(page, 'a Go test');
	await page.screenshot({ path: shot('go-test') });
	await closed(page);
});

test('a run without a story of its own says what its file claims, or what broke first', async () => {
	const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
	for (const [text, about, sentence, rest] of [
		['a file', 'about: One thing holds. A second one as well.', 'One thing holds. A second one as well.', ''],
		['a long one', `about: One thing holds. ${'And so on, for a long time. '.repeat(8)}The rest.`, /^One thing holds\. And so on/, /The rest\.$/],
		['of a bug', 'about: One thing was wrong.\nrefs: [a/b#1]', 'About a/b#1: One thing was wrong.', ''],
		['a broken watch', '', /^A response ended early \(reset\) at 5 s; a watch from version 3 on continued at [\d.]+ m?s\.$/, ''],
	]) {
		const file = path.join(OUT, 'sentence.yaml');
		fs.writeFileSync(file, `scenario: sentence\n${about}\nworld:\n  server: {rv: 2}\n  types: {pods: v1/pods}\n  informers: {pods: {handlers: {h1: {}}}}\nsteps:\n  - create: {pods/default/a: {}}\n  - start: pods\n  - advance: 5s\n  - disconnect: pods\n  - advance: 20s\n`);
		await page.goto(pathToFileURL(made('sentence', [file])).href);
		const got = [await page.textContent('#sentence'), await page.textContent('#about')];
		[sentence, rest].forEach((want, i) => want instanceof RegExp ? assert.match(got[i], want, text) : assert.equal(got[i], want, text));
		assert.match(`${got[0]} ${await page.textContent('#counts')}`, /1 LIST and 2 WATCHes/, text);
	}
	await page.close();
});

test('a failure opens with expected beside actual in its lane', async () => {
	for (const [width, height] of [[1400, 900], [400, 900]]) {
		const page = await open(made('failing', [failing()], [1]), { width, height });
		assert.match(await page.textContent('#sentence'), /^Fails in line 29, 25 s after the start: handler h1: a notification differs/);
		const texts = await inSight(page, '#pictures text');
		for (const t of ['line 29 fails', 'expected: delete pods/default/b', 'actual: update pods/default/b 12->16']) assert.ok(texts.includes(t), `${width}: ${t} in ${texts}`);
		assert.match(await page.textContent('#proof'), /:29 {2}delete pods\/default\/b {2}~ {2}update pods\/default\/b 12->16/);
		if (width > 1000) assert.ok(texts.includes('update default/b'), 'the notification itself');
		await closed(page);
	}
});

test('a value of the cache leads to the write that made it', async () => {
	const page = await open(made('values', [GONE, '--matrix', 'form=in-stream'])), m = await model(page);
	await page.keyboard.press('End');
	const heading = page.locator('#side h2', { hasText: ': cache' });
	const value = heading.locator('+ .state button', { hasText: 'default/c' });
	await value.click();
	const write = m.events[await at(page)];
	assert.deepEqual([m.kinds[write[1]][0], m.strings[write[6]]], ['model', 'create pods/default/c rv=15']);
	await page.keyboard.press(']');
	assert.equal(m.kinds[m.events[await at(page)][1]].join('.'), 'store.set');
	await closed(page);
});

test('the marks of the picture are reached by keyboard, and say what they are to pointer and screen reader', async () => {
	const page = await open(made('marks', ['scenarios/lessons/06-missed-deletes.yaml']), { width: 1400, height: 900 }), m = await model(page);
	const box = page.locator('#pictures .box'), now = () => page.evaluate(() => {
		const n = document.getElementById(document.querySelector('#pictures .box').getAttribute('aria-activedescendant'));
		return { i: Number(n.dataset.i), name: n.getAttribute('aria-label'), selected: [...document.querySelectorAll('#pictures [aria-selected=true]')].length, marked: n.classList.contains('now') };
	});
	await box.focus();
	assert.match(await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle), /solid/, 'focus is seen');
	const opened = await now();
	assert.deepEqual([opened.name, opened.selected, opened.marked], ['5 s, server: delete pods/default/b rv=15', 1, true]);
	assert.equal(await at(page), opened.i, 'it opens at what the sentence is about');
	// every mark once, from the first to the last
	await page.keyboard.press('Home');
	const seen = [await now()], marks = await page.locator('#pictures [role=option]').count();
	for (let i = 1; i < marks; i++) {
		await page.keyboard.press('ArrowRight');
		seen.push(await now());
	}
	assert.equal(new Set(seen.map(x => x.i)).size, marks);
	assert.deepEqual(seen.map(x => x.i), seen.map(x => x.i).sort((a, b) => a - b));
	assert.ok(seen.every(x => x.selected === 1 && /^[\d.]+ m?s, (server|wire|reflector|queue|cache|handlers|steps): ./.test(x.name)), JSON.stringify(seen));
	// down and up: other lanes
	await page.keyboard.press('Home');
	const lanes = [];
	for (let i = 0; i < 8; i++) {
		lanes.push((await now()).name.split(/[,:] /)[1]);
		await page.keyboard.press('ArrowDown');
	}
	for (const l of ['server', 'wire', 'reflector', 'queue', 'cache', 'handlers']) assert.ok(lanes.includes(l), `${lanes}`);
	const below = (await now()).i;
	await page.keyboard.press('ArrowUp');
	assert.notEqual((await now()).i, below);
	await page.keyboard.press('End');
	await page.keyboard.press('Enter');
	assert.equal(await page.evaluate(() => document.activeElement.id), 'side');
	// back to the write from a notification, by its mark
	await page.locator('#pictures circle[aria-label*="h1: add default/b"]').click();
	await page.keyboard.press('w');
	assert.equal((await now()).name, '0 s, server: create pods/default/b rv=12');
	// the pointer
	await page.locator('#pictures circle[aria-label*="cache: default/b = rv 12"]').hover();
	assert.match(await page.textContent('#tip'), /^0 s – cachedefault\/b = rv 12.*default\/b, version 12: server 0 s → cache 0 s → handlers 0 s/);
	assert.ok(await page.locator('#pictures .path.over').count() > 0);
	await accessible(page, 'with a tip');
	await page.keyboard.press('Escape');
	assert.ok(await page.isHidden('#tip'));
	assert.equal(await page.locator('#pictures .over').count(), 0);
	assert.ok((await page.textContent('#keys')).includes('in the picture: arrows'));
	assert.ok(m.events.length > marks);
	await closed(page);
	// of two runs both pictures have marks
	const two = await open(made('marks-two', ['scenarios/lessons/15-deltafifo-and-realfifo.yaml', '--against', 'profile=client-go-1.32']), { width: 1400, height: 900 });
	await two.locator('#pictures .run:last-child circle[aria-label*="add default/b"]').click();
	assert.match(await two.textContent('#live'), /add default\/b/);
	assert.equal(await two.locator('#pictures .run:last-child .now[aria-label*="add default/b"]').count(), 1);
	await closed(two);
});

// What each container at the cursor holds: { title: [texts] }.
const holds = (page, side = 0) => page.evaluate(n => Object.fromEntries([...document.getElementById('holds').children[n].children].map(h => [h.querySelector('h2').firstChild.data.trim(), [...h.querySelectorAll('.chip:not(.went)')].map(c => c.textContent)])), side);
test('containers show what server, queue and cache hold at the cursor', async () => {
	const page = await open(made('holds', ['scenarios/lessons/06-missed-deletes.yaml']), { width: 1400, height: 900 });
	assert.deepEqual(await holds(page), { server: [], 'open requests': ['#2 WATCH /api/v1/pods rv 12'], queue: [], cache: ['default/b 12gone on the server'], 'h1 waits': [] });
	assert.equal(await page.locator('#holds .late').count(), 1);
	assert.ok((await inSight(page, '#holds .chip')).length >= 3);
	// at every event cache and queue are those of the panel
	const { events } = await model(page);
	await page.keyboard.press('Home');
	let filled = 0;
	for (let i = 0; i < events.length; i++) {
		if (i) await page.keyboard.press('j');
		const got = await holds(page), panel = await page.evaluate(() => Object.fromEntries([...document.querySelectorAll('#side h2')].filter(h => h.nextElementSibling?.classList.contains('state')).map(h => [h.textContent, [...h.nextElementSibling.querySelectorAll('button, b')].map(d => d.textContent)])));
		if (!panel['pods: cache']) continue;
		assert.deepEqual((got.cache ?? []).map(x => x.split(' ')[0]).sort(), panel['pods: cache'].sort(), `cache at ${i}`);
		assert.equal((got.queue ?? []).length, panel['pods: queue'].length, `queue at ${i}`);
		filled += got.queue.length + got.cache.length;
	}
	assert.ok(filled > 20, `${filled}`);
	// a value leads to its write
	await page.evaluate(() => { location.hash = 'e=20'; });
	await page.waitForSelector('#holds .lane-store button');
	await page.click('#holds .lane-store button');
	assert.match(await page.textContent('.row.now'), /create pods\/default/);
	await closed(page);
	// two runs: one row of containers each
	const two = await open(made('holds-two', ['scenarios/lessons/15-deltafifo-and-realfifo.yaml', '--against', 'profile=client-go-1.32']), { width: 1400, height: 900 });
	await two.locator('.pair:has-text("Updated default/a") >> nth=0').click();
	assert.deepEqual([(await holds(two)).queue, (await holds(two, 1)).queue], [['Added default/a', 'Added default/b', 'Updated default/a'], ['Added default/a', 'Added default/b', 'Updated default/a']]);
	await closed(two);
});

test('motion stops on request, and a printed page has the picture, the containers and every event', async () => {
	const file = made('print', ['scenarios/lessons/06-missed-deletes.yaml']), moves = p => p.evaluate(() => getComputedStyle(document.querySelector('.chip.came')).animationName);
	for (const [reducedMotion, name] of [['no-preference', 'come'], ['reduce', 'none']]) {
		const page = await open(file, { width: 1400, height: 900 });
		await page.emulateMedia({ reducedMotion });
		await page.keyboard.press('Home');
		await page.keyboard.press('j');
		await page.waitForSelector('.chip.came', { state: 'attached' });
		assert.equal(await moves(page), name);
		await closed(page);
	}
	const page = await open(file, { width: 1000, height: 900, colorScheme: 'dark' });
	await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
	await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
	assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), 'rgb(255, 255, 255)', 'paper is white');
	for (const gone of ['nav', '#tip', '.leave-out >> nth=0']) assert.ok(await page.isHidden(gone), gone);
	const { events, kinds } = await model(page), shown = events.filter(e => kinds[e[1]][0] !== 'sim').length;
	assert.equal(await page.locator('.row').count(), shown);
	const boxes = await page.evaluate(() => Object.fromEntries(['header', '#pictures', '#holds', '#source', '#lanes', '#side'].map(id => { const b = document.querySelector(id).getBoundingClientRect(); return [id, [b.top, b.bottom, b.right]]; })));
	const inOrder = Object.values(boxes);
	for (let i = 1; i < inOrder.length; i++) assert.ok(inOrder[i][0] >= inOrder[i - 1][1] - 1, JSON.stringify(boxes));
	assert.ok(inOrder.every(b => b[2] <= 1001), JSON.stringify(boxes));
	const svg = await page.locator('#pictures svg').boundingBox();
	assert.ok(svg.width <= 1000 && svg.height > 150, `${svg.width} x ${svg.height}`);
	const rows = await page.$$eval('.row', r => r.map(x => x.getBoundingClientRect()).map(b => [b.top, b.bottom]));
	for (let i = 1; i < rows.length; i++) assert.ok(rows[i][0] >= rows[i - 1][1] - 1);
	const states = await page.$$eval('#side .state', all => all.map(s => s.getBoundingClientRect().height >= 18 && s.checkVisibility({ contentVisibilityAuto: true })));
	assert.ok(states.length > 4 && states.every(Boolean), `${states}`);
	assert.deepEqual((await contrasts(page)).out, [], 'on paper');
	const pdf = await page.pdf({ format: 'A4', landscape: true });
	assert.ok(pdf.length > 20000, `${pdf.length} bytes`);
	fs.writeFileSync(path.join(OUT, 'shots', 'print.pdf'), pdf);
	await closed(page);
});

test('a step is left out, and the run without it stands beside the run', async () => {
	const file = made('leave-out', ['scenarios/lessons/06-missed-deletes.yaml']), page = await open(file, { width: 1400, height: 900 });
	await page.click('#source .step:has-text("compact: now")');
	await page.keyboard.press('o');
	await page.waitForSelector('#pairs:not([hidden])');
	assert.match(await page.textContent('#sentence'), /^Without line 23 \(compact: now\) the run fails in line 28: .* The runs differ from 5 s on: only the run as written has "← pods: ERROR/);
	assert.deepEqual(await page.$$eval('#pictures h2', h => h.map(x => x.textContent)), ['missed-deletes, seed 1: pass', 'without line 23 (compact: now): fail']);
	assert.equal(await page.locator('#source .off').count(), 1);
	assert.ok((await page.$$eval('#pictures .only', t => t.map(x => x.textContent))).includes('DELETED b'));
	await accessible(page, 'without a step');
	const hash = await page.evaluate(() => location.hash);
	assert.match(hash, /without=23/);
	await page.keyboard.press('o');
	assert.ok(await page.isHidden('#pairs'));
	assert.match(await page.textContent('#sentence'), /^The delete of default\/b/);
	assert.equal(await page.locator('#pictures svg').count(), 1);
	await page.click('#source .step:has-text("advance: 5s")');
	await page.locator('#source .now .leave-out').click();
	await page.waitForSelector('#pairs:not([hidden])');
	assert.match(await page.textContent('#sentence'), /^Without line 18 \(advance: 5s\) the run passes\./);
	await closed(page);
	const again = await open(file, { hash });
	await again.waitForSelector('#source .off');
	assert.match(await again.textContent('#sentence'), /^Without line 23/);
	await closed(again);
});

test('labels of every scenario neither overlap nor leave their lane', async () => {
	const files = fs.readdirSync('scenarios', { recursive: true }).filter(f => f.endsWith('.yaml')).map(f => path.join('scenarios', f));
	assert.ok(files.length > 200);
	const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
	let measured = 0, bare = 0;
	for (const file of files) {
		await page.goto(pathToFileURL(made('boxes', [file])).href);
		bare += /^Every expectation holds/.test(await page.textContent('#sentence'));
		const { count, bad } = await page.evaluate(() => {
			const svg = document.querySelector('#pictures svg'), out = [];
			if (!svg) return { count: 0, bad: out };
			const box = n => { const b = n.getBBox(); return { n, x: b.x, y: b.y + 2, r: b.x + b.width, b: b.y + b.height - 2 }; };
			const all = [...svg.querySelectorAll('text')].filter(t => !t.classList.contains('name')).map(box), bands = [...svg.querySelectorAll('.band')].map(box);
			all.sort((a, b) => a.x - b.x);
			all.forEach((a, i) => {
				for (let k = i + 1; k < all.length && all[k].x < a.r - 1; k++)
					if (Math.min(a.b, all[k].b) - Math.max(a.y, all[k].y) > 1) out.push(`"${a.n.textContent}" over "${all[k].n.textContent}"`);
				if (!a.n.classList.contains('axis') && !bands.some(b => a.y >= b.y - 3 && a.b <= b.b + 3)) out.push(`"${a.n.textContent}" leaves its lane`);
				if (a.r > svg.viewBox.baseVal.width + 1) out.push(`"${a.n.textContent}" leaves the picture`);
			});
			return { count: all.length, bad: out };
		});
		assert.deepEqual(bad, [], file);
		measured += count;
	}
	console.log(`# ${measured} labels of ${files.length} scenarios, ${bare} without a sentence of their own`);
	assert.ok(bare <= 5, `${bare} sentences are only counts`);
	assert.ok(measured > 3000);
	await page.close();
});

const firstPaint = page => page.evaluate(() => new Promise(done => new PerformanceObserver(l => { const p = l.getEntriesByName('first-contentful-paint')[0]; if (p) done(p.startTime); }).observe({ type: 'paint', buffered: true })));
// The figures of docs/performance.md.
test('each kind of page paints soon', async () => {
	const files = { 'a run': made('paint', ['scenarios/lessons/06-missed-deletes.yaml']), 'two runs': made('paint-two', ['scenarios/lessons/15-deltafifo-and-realfifo.yaml', '--against', 'profile=client-go-1.32']), 'a suite': suitePage(), 'a lesson': path.join(BOOK, '06-missed-deletes.html'), 'the playground': PLAYGROUND };
	const server = await serve();
	try {
		files['serve --ui'] = `${server.url}/relist/ui`;
		for (const [name, file] of Object.entries(files)) {
			if (!file.startsWith('http') && !fs.existsSync(file)) continue;
			const times = [], bytes = file.startsWith('http') ? Buffer.byteLength(await (await fetch(file)).text()) : fs.statSync(file).size;
			for (let i = 0; i < 5; i++) {
				const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
				await page.goto(file.startsWith('http') ? file : pathToFileURL(file).href);
				times.push(await firstPaint(page));
				await page.close();
			}
			times.sort((a, b) => a - b);
			console.log(`# ${name}: ${(bytes / 1024).toFixed(0)} KB, first paint after ${times[2].toFixed(0)} ms (median of 5)`);
			assert.ok(times[2] > 0 && times[2] < 3000, `${name}: ${times}`);
		}
	} finally { await server.stop(); }
});

test('the page without its data has at most 200 KB, and paints soon', async () => {
	const file = made('size', ['scenarios/lessons/06-missed-deletes.yaml']), text = fs.readFileSync(file, 'utf8');
	const data = [...text.matchAll(/<script type="[^"]*" id="(data|without)">([^<]*)</g)].reduce((n, m) => n + Buffer.byteLength(m[2]), 0);
	const page = await open(file, { width: 1400, height: 900 });
	const paint = await firstPaint(page);
	assert.ok(paint > 0 && paint < 2000, `${paint} ms`);
	console.log(`# page: ${Buffer.byteLength(text)} bytes, ${data} of them data; first paint after ${paint.toFixed(0)} ms`);
	assert.ok(Buffer.byteLength(text) - data <= 200000);
	await closed(page);
});

// What stands where labels are scrolled behind the names of the lanes.
const behindNames = page => page.$$eval('#pictures .box', boxes => boxes.flatMap(box => {
	const plate = box.querySelector('.plate').getBoundingClientRect();
	return [...box.querySelectorAll('.label')].map(t => t.getBoundingClientRect()).filter(b => b.left < plate.right - 2 && b.right > plate.left + 2 && b.top > plate.top)
		.map(b => document.elementFromPoint(Math.max(b.left, plate.left) + 1, (b.top + b.bottom) / 2)?.getAttribute('class') ?? 'nothing');
}));
// What each says at a glance: docs/img/README.md.
test('the screens of the documentation', async () => {
	for (const [name, args, statuses] of [['passing', ['scenarios/lessons/06-missed-deletes.yaml'], [0]], ['failure', [failing()], [1]], ['two-runs', ['scenarios/lessons/15-deltafifo-and-realfifo.yaml', '--against', 'profile=client-go-1.32'], [0]]]) {
		const file = made(`screen-${name}`, args, statuses);
		for (const [width, height] of [[1400, 900], [400, 900]])
			for (const colorScheme of ['light', 'dark']) {
				const page = await open(file, { width, height, colorScheme });
				await layout(page, `${name} ${width}`);
				const behind = await behindNames(page);
				assert.ok(behind.length || name === 'two-runs' || width > 400, `${name} ${width}: scrolled`);
				assert.ok(behind.every(c => /^(plate|name)\b/.test(c)), `${name} ${width}: ${behind}`);
				await screenshot(page, `run-${name}-${width}-${colorScheme}`);
				await closed(page);
			}
	}
});

test('two runs stand side by side', async () => {
	const page = await open(made('against', ['scenarios/lessons/15-deltafifo-and-realfifo.yaml', '--against', 'profile=client-go-1.32']));
	assert.ok(await page.isVisible('.pair.now.gone'), 'it opens at the first difference');
	assert.match(await page.textContent('#sentence'), /^The runs differ from 0 s on: only the left one has "ReplacedAll"/);
	assert.match(await page.textContent('#pairs-head'), /client-go-1.37.*client-go-1.32/);
	assert.match(await page.textContent('#shown'), /^\d+ of \d+ lines differ$/);
	const pairs = await page.$$eval('.pair', r => r.map(x => [x.className, x.children[0].textContent, x.children[1].textContent]));
	for (const [cls, left, right] of pairs) {
		if (cls.includes('gone')) assert.ok(left && !right);
		else if (cls.includes('come')) assert.ok(!left && right);
		else assert.equal(left, right);
	}
	await page.keyboard.press('d');
	assert.match(await page.textContent('#live'), /^only (left|right): /);
	const hash = await page.evaluate(() => location.hash);
	assert.match(hash, /compare=1/);
	await closed(page);
	// a run beside itself
	const same = await open(made('same', [GONE, '--against', GONE]));
	assert.equal(await same.textContent('#sentence'), 'Both runs have the same events.');
	assert.equal(await same.textContent('#shown'), 'no difference');
	await closed(same);
});

test('a hostile run is text', async () => {
	const file = path.join(OUT, 'hostile.yaml'), long = 'x'.repeat(1 << 20);
	fs.writeFileSync(file, `scenario: hostile\nabout: "</script><script>alert(1)</script><img src=x onerror=alert(2)> \\u202eevil"\nworld:\n  types: {configmaps: v1/configmaps}\n  informers: {configmaps: {handlers: {h1: {}}}}\nsteps:\n  - start: configmaps\n  - create: {configmaps/default/a: {data: {k: "</script><script>alert(3)</script>", rtl: "\\u202e\\u2066abc", control: "a\\u0001b", long: ${long}}}}\n  - update: {configmaps/default/a: {data: {k: "<img src=x onerror=alert(4)>"}}}\n  - settle\n`);
	const page = await open(made('hostile', [file], [0, 1]));
	assert.equal(await page.$$eval('script', s => s.length), 3); // data, runs without a step, code
	assert.equal(await page.$$eval('img,iframe,object,embed,link', s => s.length), 0);
	const { events } = await model(page);
	for (let i = 0; i < events.length; i++) await page.keyboard.press('j');
	await page.locator('#pictures circle >> nth=0').hover();
	assert.ok(await page.isVisible('#tip'));
	assert.ok((await page.locator('#holds .chip').count()) > 0);
	await page.evaluate(() => { location.hash = 'q=default'; });
	assert.match(await page.textContent('body'), /<img src=x onerror=alert\(2\)>/);
	assert.equal(await page.$$eval('img', s => s.length), 0);
	await closed(page);
});

test('100,000 events stay smooth', async () => {
	const file = path.join(OUT, 'large.yaml');
	fs.writeFileSync(file, "scenario: large\nworld:\n  types: {configmaps: v1/configmaps}\n  informers: {configmaps: {handlers: {h1: {}}}}\nsteps:\n  - start: configmaps\n  - settle\n  - create: {'configmaps/default/c-{n}': {data: {k: v}}, times: 10000}\n  - settle\n  - update: {configmaps/default/c-1: {data: {k: w}}}\n  - settle\n");
	const page = await open(made('large', [file]));
	const { events } = await model(page);
	assert.ok(events.length > 60000, `${events.length} events`);
	const ms = await page.evaluate(async () => {
		const out = [], box = document.getElementById('lanes');
		const key = k => dispatchEvent(new KeyboardEvent('keydown', { key: k }));
		for (const k of ['End', 'ArrowLeft', 'ArrowLeft', 'n', 'Home', 'ArrowRight']) { const t = performance.now(); key(k); out.push(performance.now() - t); }
		const steps = [];
		for (const k of ['End', ...Array(30).fill('ArrowLeft'), 'Home', ...Array(30).fill('ArrowRight')]) {
			const t = performance.now();
			key(k);
			document.body.offsetHeight; // with the layout
			steps.push(performance.now() - t);
		}
		for (let i = 0; i < 20; i++) {
			const t = performance.now();
			box.scrollTop = i * 40000;
			await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
			out.push(performance.now() - t);
		}
		return { out, steps };
	}).then(({ out, steps }) => {
		steps.sort((a, b) => a - b);
		const median = steps[steps.length >> 1];
		console.log(`# a step: median ${median.toFixed(1)} ms, nine in ten within ${steps[Math.floor(steps.length * 0.9)].toFixed(1)} ms, worst ${steps.at(-1).toFixed(0)} ms`);
		assert.ok(median <= 50, `a step takes ${median} ms`);
		return out;
	});
	const sorted = ms.slice().sort((a, b) => a - b);
	console.log(`# ${events.length} events: median ${sorted[Math.floor(ms.length / 2)].toFixed(0)} ms, worst ${sorted.at(-1).toFixed(0)} ms`);
	assert.ok(sorted[Math.floor(ms.length / 2)] < 150, `median ${sorted}`);
	await closed(page);
});

// Nothing wider than the window, nothing on top of something else, no button without all of its text.
async function layout(page, what) {
	const bad = await page.evaluate(() => {
		const out = [];
		if (document.documentElement.scrollWidth > innerWidth + 1) out.push(`${document.documentElement.scrollWidth} wide in ${innerWidth}`);
		const boxes = [...document.querySelectorAll('header,nav,main,#source,#side,#editor,#view,#lanes,#pairs,#pictures,#holds')].filter(b => b.offsetParent && !b.hidden);
		const inside = (a, b) => a.contains(b) || b.contains(a);
		for (const a of boxes) for (const b of boxes) {
			if (a === b || inside(a, b)) continue;
			const x = a.getBoundingClientRect(), y = b.getBoundingClientRect();
			if (Math.min(x.right, y.right) - Math.max(x.left, y.left) > 1 && Math.min(x.bottom, y.bottom) - Math.max(x.top, y.top) > 1) out.push(`${a.id || a.tagName} over ${b.id || b.tagName}`);
		}
		const lanes = document.getElementById('lanes');
		if (lanes?.offsetParent && lanes.scrollWidth > lanes.clientWidth + 1) out.push('lanes wider than their place');
		for (const b of document.querySelectorAll('button,label,h1,h2'))
			if (b.offsetParent && b.scrollWidth > b.clientWidth + 2 && getComputedStyle(b).display !== 'inline') out.push(`cut: ${b.textContent}`);
		return out;
	});
	assert.deepEqual(bad, [], what);
}

// WCAG AA of every text in sight, measured: 4.5, or 3 if it is large. Behind a gradient the worse of its colours counts.
const contrasts = page => page.evaluate(() => {
	const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
	const rgba = color => {
		canvas.clearRect(0, 0, 1, 1);
		canvas.fillStyle = color;
		canvas.fillRect(0, 0, 1, 1);
		return [...canvas.getImageData(0, 0, 1, 1).data];
	};
	const light = c => c.slice(0, 3).map(v => v / 255).map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4).reduce((n, v, i) => n + v * [0.2126, 0.7152, 0.0722][i], 0);
	const ratio = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05); };
	const behind = e => {
		for (; e; e = e.parentElement) {
			const style = getComputedStyle(e), gradient = style.backgroundImage.match(/rgba?\([^)]*\)|color\([^)]*\)/g);
			if (gradient) return gradient.map(rgba);
			const c = rgba(style.backgroundColor);
			if (c[3] > 250) return [c];
		}
		return [[255, 255, 255, 255]];
	};
	const out = [];
	let measured = 0;
	for (const e of document.querySelectorAll('body *')) {
		if (!e.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || e.closest('.hidden,[hidden],script,noscript')) continue;
		const own = [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim()) || e.placeholder;
		if (!own) continue;
		measured++;
		const svg = e.namespaceURI.endsWith('svg'), style = getComputedStyle(e, e.placeholder ? '::placeholder' : null), size = parseFloat(style.fontSize);
		let opacity = Number(style.opacity);
		for (let p = e.parentElement; p; p = p.parentElement) opacity *= Number(getComputedStyle(p).opacity);
		const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700), own_color = rgba(svg ? style.fill : style.color);
		for (const back of behind(e)) {
			const seen = own_color.map((v, i) => i < 3 ? v * opacity + back[i] * (1 - opacity) : 255), n = ratio(seen, back);
			if (n < (large ? 3 : 4.5)) out.push(`${n.toFixed(2)}: ${e.className?.baseVal ?? e.className} ${e.textContent.slice(0, 40)}`);
		}
	}
	return { measured, out };
});
test('every text has the contrast of WCAG AA, reached or not', async () => {
	const files = [made('contrast-passed', [GONE, '--matrix', 'form=in-stream']), made('contrast-failed', ['tests/golden/cli/suite/b-cells.yaml', '--matrix', 'node=n2'], [1]), made('contrast-two', ['scenarios/lessons/15-deltafifo-and-realfifo.yaml', '--against', 'profile=client-go-1.32'])];
	for (const file of files)
		for (const colorScheme of ['light', 'dark'])
			for (const width of [1400, 400]) {
				const page = await open(file, { width, height: 900, colorScheme });
				for (const key of ['', 'Home', 'n']) {
					if (key) await page.keyboard.press(key);
					const { measured, out } = await contrasts(page);
					assert.ok(measured > 40, `${measured} texts`);
					assert.deepEqual(out, [], `${path.basename(file)} ${colorScheme} ${width} ${key}`);
				}
				await layout(page, `${path.basename(file)} ${width}`);
				await closed(page);
			}
});

test('lessons are readable on a desk and on a phone', async () => {
	for (const [name, file] of [['lesson-05', '05-relist-and-410'], ['lesson-06', '06-missed-deletes'], ['lesson-12', '12-indexers-and-listers']]) {
		const html = made(name, [`scenarios/lessons/${file}.yaml`]);
		for (const [kind, width, height] of [['', 1280, 800], ['-phone', 390, 844]]) {
			const page = await open(html, { width, height });
			const { events, kinds } = await model(page);
			const last = events.findLastIndex(e => kinds[e[1]][0] === 'notify');
			await page.keyboard.press('Home');
			await page.evaluate(n => { location.hash = `e=${n}`; }, last);
			await page.waitForFunction(n => document.querySelector('.row.now')?.dataset.i === String(n), last);
			await layout(page, `${name}${kind}`);
			await page.screenshot({ path: shot(`${name}${kind}`), fullPage: kind !== '' });
			await closed(page);
		}
	}
	const dark = await open(made('dark', ['scenarios/lessons/05-relist-and-410.yaml']), { colorScheme: 'dark' });
	await layout(dark, 'dark');
	await closed(dark);
});

// What axe-core finds on the page as it is now.
async function accessible(page, what) {
	await page.evaluate(AXE);
	const found = await page.evaluate(async () => (await globalThis.axe.run(document)).violations.map(v => `${v.id}: ${v.nodes[0].html.slice(0, 160)}`));
	assert.deepEqual(found, [], what);
}
function suitePage() {
	const results = path.join(OUT, 'suite.jsonl'), file = path.join(OUT, 'suite.html');
	let out;
	try { out = execFileSync(RELIST, ['run', '--format', 'jsonl', 'tests/golden/cli/suite', GONE], { stdio: ['ignore', 'pipe', 'ignore'] }); } catch (err) { out = err.stdout; }
	fs.writeFileSync(results, out);
	relist(['report', '--html', file, results], [1, 2]);
	return file;
}
test('axe-core finds nothing on any page', async () => {
	const files = [made('axe-passed', [GONE, '--matrix', 'form=in-stream']), made('axe-failed', ['tests/golden/cli/suite/b-cells.yaml', '--matrix', 'node=n2'], [1]),
		made('axe-two', ['scenarios/lessons/15-deltafifo-and-realfifo.yaml', '--against', 'profile=client-go-1.32']), suitePage()];
	for (const file of files)
		for (const [width, colorScheme] of [[1280, 'light'], [390, 'dark']]) {
			const page = await open(file, { width, colorScheme });
			await accessible(page, `${path.basename(file)} ${width}`);
			assert.deepEqual((await contrasts(page)).out, [], `${path.basename(file)} ${width}`);
			assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth + 1), 'no sideways scroll');
			if (file.endsWith('suite.html')) {
				assert.equal(await page.locator('.drawn svg').count() > 0, true, 'a picture of the failure');
				await page.screenshot({ path: shot(`suite${width < 500 ? '-phone' : ''}`) });
			}
			await closed(page);
		}
});

const BOOK = path.resolve('build/book');
// Every stop of the Tab key: { what it is, whether its focus is seen }.
async function stops(page, max = 400) {
	const seen = [];
	await page.evaluate(() => document.activeElement?.blur());
	for (let i = 0; i < max; i++) {
		await page.keyboard.press('Tab');
		const s = await page.evaluate(() => {
			const e = document.activeElement;
			if (!e || e === document.body || e === document.documentElement) return null;
			if (e.stopped) return { again: true };
			e.stopped = true;
			const { outlineStyle, outlineWidth } = getComputedStyle(e), b = e.getBoundingClientRect();
			return { name: `${e.tagName}#${e.id}.${e.className} ${e.textContent.slice(0, 20)}`, ring: outlineStyle !== 'none' && parseFloat(outlineWidth) > 0, box: b.width > 0 && b.height > 0, inside: b.bottom > 0 && b.top < innerHeight && b.right > 0 && b.left < innerWidth };
		});
		if (!s || s.again) break;
		seen.push(s);
	}
	return seen;
}
test('Tab stops at every control, and the focus is seen there', async () => {
	const server = await serve(), pages = { 'a run': made('tab', [GONE, '--matrix', 'form=in-stream']), 'two runs': made('tab-two', ['scenarios/lessons/15-deltafifo-and-realfifo.yaml', '--against', 'profile=client-go-1.32']), 'a suite': suitePage(), 'serve --ui': `${server.url}/relist/ui` };
	if (fs.existsSync(BOOK)) pages['a lesson'] = path.join(BOOK, '06-missed-deletes.html');
	try {
		for (const [name, file] of Object.entries(pages)) {
			for (const width of [1400, 400]) {
				const page = await browser.newPage({ viewport: { width, height: 900 } });
				await page.goto(file.startsWith('http') ? file : pathToFileURL(file).href);
				if (file.startsWith('http')) await page.waitForSelector('#types button');
				const controls = await page.evaluate(() => [...document.querySelectorAll('a[href],button,input,select,summary,[tabindex="0"]')].filter(e => e.checkVisibility({ visibilityProperty: true }) && !e.disabled && e.tabIndex >= 0).length);
				const found = await stops(page, controls + 5);
				assert.deepEqual(found.filter(s => !s.ring || !s.box || !s.inside), [], `${name} ${width}`);
				assert.ok(found.length >= controls * 0.9 && found.length > 3, `${name} ${width}: ${found.length} stops of ${controls} controls`);
				await page.close();
			}
		}
	} finally { await server.stop(); }
});

test('the book is whole and readable', { skip: fs.existsSync(BOOK) ? false : 'no build/book (make book)' }, async () => {
	const pages = fs.readdirSync(BOOK).filter(f => f.endsWith('.html') && f !== 'playground.html');
	assert.ok(pages.length >= 15);
	for (const [kind, width, height] of [['', 1280, 800], ['-phone', 390, 844]])
		for (const name of pages) {
			const page = await open(path.join(BOOK, name), { width, height });
			await layout(page, name + kind);
			const details = page.locator('details');
			if (await details.count()) {
				for (const answer of ['details pre >> nth=0', 'h2:has-text("Why")', 'h2:has-text("Change it")', 'text=step through this run']) assert.ok(await page.isHidden(answer), `predict first: ${answer}`);
				await page.locator('summary').click();
				assert.ok(await page.isVisible('h2:has-text("Why")'));
				assert.ok(await page.locator('details pre').first().isVisible());
				assert.ok(await page.locator('details .picture img').evaluate(i => i.complete && i.naturalWidth > 300), 'a picture of the run');
				await layout(page, `${name}${kind}, open`);
			}
			if (!kind || name.startsWith('06')) await accessible(page, name + kind);
			for (const colorScheme of name.startsWith('06') ? ['light', 'dark'] : []) {
				await page.emulateMedia({ colorScheme });
				assert.deepEqual((await contrasts(page)).out, [], `${name} ${colorScheme}`);
			}
			await page.emulateMedia({ colorScheme: 'light' });
			if (name.startsWith('06')) await page.screenshot({ path: shot(`book${kind}`) });
			await closed(page);
		}
	// from the page of a lesson to its run
	const page = await browser.newPage();
	await page.goto(pathToFileURL(path.join(BOOK, '05-relist-and-410.html')).href);
	await page.click('summary');
	await page.click('text=step through this run');
	await page.waitForSelector('#pictures svg');
	await page.click('text=◀ lesson');
	await page.waitForSelector('details');
	await page.close();
});

const PLAYGROUND = path.resolve('build/playground/index.html');
const playground = { skip: fs.existsSync(PLAYGROUND) ? false : 'no build/playground (make playground)' };
const ready = page => page.waitForFunction(() => document.documentElement.dataset.ready, null, { timeout: 20000 });

test('the playground runs, changes and shares a scenario', playground, async () => {
	const page = await open(PLAYGROUND);
	await ready(page);
	const { open: taken, ready: shown } = await page.evaluate(() => ({ ...document.documentElement.dataset }));
	console.log(`# playground: takes input after ${taken} ms, first run shown after ${shown} ms`);
	assert.match(await page.textContent('#verdict'), /^pass, \d+ events/);
	const frame = () => page.frameLocator('#view');
	await page.waitForFunction(() => document.getElementById('view').srcdoc.length > 1000);
	await frame().locator('.row.now').waitFor();
	await frame().locator('#next').click();
	// the module makes the run again without a step
	await frame().locator('#lanes').press('Home');
	await frame().locator('#lanes').press('o');
	await frame().locator('#pairs:not([hidden])').waitFor();
	assert.match(await frame().locator('#sentence').textContent(), /^Without line \d+ \(.*\) the run fails in line /);
	await frame().locator('#pairs').press('o');
	await frame().locator('#lanes').waitFor();
	await accessible(page, 'playground');
	for (const colorScheme of ['light', 'dark']) {
		await page.emulateMedia({ colorScheme });
		for (const f of [page, page.frames()[1]]) {
			const { measured, out } = await contrasts(f);
			assert.ok(measured > 5, `${measured} texts`);
			assert.deepEqual(out, [], `playground ${colorScheme}`);
		}
	}
	await page.emulateMedia({ colorScheme: 'light' });
	// a typo is reported with its line
	const text = await page.inputValue('#text');
	await page.fill('#text', text.replace('start: pods', 'strat: pods'));
	await page.click('#run');
	await page.waitForFunction(() => document.getElementById('verdict').textContent === 'not run');
	assert.match(await page.textContent('#message'), /unknown step `strat`, did you mean `start`/);
	// a change makes it fail, and the line is marked
	await page.fill('#text', text.replace('cache: {pods: [default/a, default/b]}', 'cache: {pods: [default/a]}'));
	await page.click('#run');
	await page.waitForFunction(() => /^fail/.test(document.getElementById('verdict').textContent));
	await frame().locator('#source .fails').waitFor({ state: 'attached' });
	assert.match(await page.textContent('#message'), /^line 22: /);
	assert.match(await page.textContent('#numbers'), /✗ 22/);
	await page.click('#share');
	await page.waitForFunction(() => location.hash.includes('text='));
	const hash = await page.evaluate(() => location.hash);
	await page.fill('#seed', '7');
	await page.click('#seeds');
	await page.waitForFunction(() => /^seed 7: fail/.test(document.getElementById('verdict').textContent));
	await closed(page);
	const other = await open(PLAYGROUND, { hash });
	await ready(other);
	assert.match(await other.textContent('#verdict'), /^fail/);
	assert.match(await other.inputValue('#text'), /cache: \{pods: \[default\/a\]\}/);
	await closed(other);
});

test('a broken link and an endless run do not break the playground', playground, async () => {
	for (const hash of ['#text=%%%', '#text=AAAA', '#file=__proto__', '#file=../../etc/passwd&seed=x&cell=9']) {
		const page = await open(PLAYGROUND, { hash });
		await page.waitForFunction(() => document.documentElement.dataset.ready || !document.getElementById('message').hidden, null, { timeout: 20000 });
		await closed(page);
	}
	const page = await open(PLAYGROUND);
	await ready(page);
	await page.fill('#text', "scenario: endless\nworld:\n  types: {pods: v1/pods}\n  informers: {pods: {resync: 1s, handlers: {h1: {}}}}\nsteps:\n  - create: {'pods/default/p-{n}': {spec: {containers: []}}, times: 2000}\n  - start: pods\n  - advance: 100000s\n");
	await page.click('#run');
	await page.waitForFunction(() => !document.getElementById('stop').disabled);
	await page.waitForTimeout(300);
	await page.click('#stop');
	await page.waitForFunction(() => document.getElementById('verdict').textContent === 'stopped');
	await page.selectOption('#file', 'scenarios/lessons/01-list-then-watch.yaml');
	await page.waitForFunction(() => /^pass/.test(document.getElementById('verdict').textContent));
	await closed(page);
});

test('the playground is readable on a desk and on a phone', playground, async () => {
	for (const [kind, width, height] of [['', 1280, 800], ['-phone', 390, 844]]) {
		const page = await open(PLAYGROUND, { width, height, hash: '#file=scenarios%2Flessons%2F06-missed-deletes.yaml' });
		await ready(page);
		await page.waitForTimeout(300);
		await layout(page, `playground${kind}`);
		await layout(page.frames()[1], `playground${kind}, the view`);
		await screenshot(page, `playground${kind}`);
		await closed(page);
	}
});

// --- relist serve --ui ---
async function serve(...args) {
	const child = spawn(RELIST, ['serve', '--ui', ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
	const url = await new Promise((done, failed) => {
		let text = '';
		child.stdout.on('data', d => { text += d; const m = /page on (\S+)\/relist\/ui/.exec(text); if (m) done(m[1]); });
		child.on('exit', code => failed(new Error(`relist serve: ${code}`)));
	});
	return { child, url, stop: () => new Promise(done => { child.removeAllListeners('exit'); child.on('exit', done); child.kill('SIGTERM'); }) };
}
async function live(context, server, options = {}) {
	const page = await context.newPage(options);
	page.wrong = [];
	page.on('request', r => { if (!r.url().startsWith(server.url)) page.wrong.push(`asked for ${r.url()}`); });
	page.on('pageerror', e => page.wrong.push(`error: ${e.message}`));
	page.on('console', m => { if (m.type() === 'error' && !/status of 40[013]/.test(m.text())) page.wrong.push(`console: ${m.text()}`); });
	page.on('dialog', d => d.accept());
	await page.goto(`${server.url}/relist/ui`);
	return page;
}
const pod = (name, more = {}) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, ...more }, data: { k: 'v' } });
const post = (server, path, body, headers = {}) => fetch(server.url + path, { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body) });
const CONFIGMAPS = '/api/v1/namespaces/default/configmaps';

test('the live page shows store, changes, requests, watches and faults, and its buttons work', async () => {
	const server = await serve();
	const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
	try {
		const page = await live(context, server);
		await page.waitForSelector('#types button');
		await post(server, CONFIGMAPS, pod('a', { annotations: { x: '</script><img src=x onerror=alert(1)>\u202e' } }));
		await page.waitForSelector('#timeline .change >> text=configmaps/default/a');
		await page.waitForSelector('#timeline .request:has-text("201 POST") .took:has-text("s")');
		assert.equal(await page.locator('#timeline .change >> text=configmaps/default/a').count(), 1);
		const watch = await fetch(`${server.url}${CONFIGMAPS}?watch=1`);
		await page.waitForSelector('#watches >> text=configmaps/default: sent rv');
		assert.equal(await page.locator('#timeline .request .track.open').count(), 1);
		await fetch(`${server.url}${CONFIGMAPS}/a`, { method: 'PATCH', headers: { 'Content-Type': 'application/merge-patch+json' }, body: '{"data":{"k":"<i>2"}}' });
		await page.click('#timeline .change:has-text("MODIFIED configmaps") .name');
		await page.waitForSelector('#object[open] .add');
		assert.match(await page.textContent('#object-text'), /- data\.k: "v"\s*\+ data\.k: "<i>2"/);
		await page.screenshot({ path: shot('live-versions') });
		await page.keyboard.press('Escape');
		await page.click('#types button:has-text("configmaps")');
		await page.waitForSelector('#object[open]');
		assert.match(await page.textContent('#object-text'), /<img src=x onerror/);
		assert.equal(await page.$$eval('img', i => i.length), 0);
		await page.keyboard.press('Escape');
		await page.click('[data-watches=reset]');
		await assert.rejects(watch.text());
		await page.waitForFunction(() => !document.querySelector('#timeline .track.open'));
		await page.waitForSelector('#timeline .request.bad:has-text("watch=1"):has-text(", reset")');
		await page.waitForSelector('#timeline .mark:has-text("POST /watches")');
		await page.fill('#resource', 'configmaps');
		await page.click('#add-rule');
		await page.waitForSelector('#rules div:has-text("fail")');
		assert.equal((await fetch(server.url + CONFIGMAPS)).status, 500);
		await page.waitForSelector('#timeline .request.bad:has-text("500 GET"):has-text("by rule")');
		await page.click('#add-rule');
		await page.waitForFunction(() => document.querySelectorAll('#rules button').length === 2);
		await page.click('#rules button');
		await page.waitForFunction(() => document.querySelectorAll('#rules button').length === 1);
		await page.click('#no-rules');
		await page.waitForFunction(() => document.getElementById('rules-count').textContent === '0');
		assert.equal((await fetch(server.url + CONFIGMAPS)).status, 200);
		await page.click('[data-post=compact]');
		await page.waitForFunction(() => /compact/.test(document.getElementById('said').textContent));
		assert.match(await (await fetch(`${server.url}${CONFIGMAPS}?watch=1&resourceVersion=2`)).text(), /410/);
		await page.waitForSelector('#timeline .mark:has-text("compacted: states before")');
		await page.waitForFunction(() => /states before \d+ are gone/.test(document.getElementById('state').textContent));
		await page.waitForSelector('#timeline .request:has-text("then ERROR 410")');
		await page.fill('#resource', 'nonsense');
		await page.click('#add-rule');
		await page.waitForSelector('#said.bad');
		await layout(page, 'live');
		await accessible(page, 'live');
		// the picture: each fault and call, change and request once, labels beside each other
		const plot = kind => page.$$eval(`#plot-${kind} > i`, all => all.map(i => [i.className, i.textContent]));
		assert.equal((await plot('mark')).length, await page.locator('#timeline .mark').count());
		assert.equal((await plot('change')).length, await page.locator('#timeline .change').count());
		assert.equal((await plot('request')).length, await page.locator('#timeline .request').count());
		for (const t of ['fail configmaps', 'reset watches', 'compact', 'remove faults']) assert.ok((await plot('mark')).some(x => x[1] === t), `${t} in ${await plot('mark')}`);
		assert.ok((await plot('request')).some(x => x[0].includes('watch') && x[0].includes('bad') && x[1] === 'WATCH configmaps: ERROR 410'));
		assert.ok((await plot('request')).some(x => x[0].includes('bad') && x[1] === 'WATCH configmaps: reset'));
		assert.ok((await plot('change')).some(x => x[0].includes('ADDED')) && (await plot('change')).some(x => x[0].includes('MODIFIED')));
		const labels = await page.$$eval('#plot-mark span', all => all.map(x => x.getBoundingClientRect()).filter(b => b.width).map(b => [b.left, b.right, b.top]));
		assert.ok(labels.length >= 3, `${labels.length} labels`);
		labels.forEach(([left, right, top], i) => labels.forEach(([l, r, t], k) => assert.ok(k === i || t !== top || l >= right - 1 || r <= left + 1, `labels ${i} and ${k}`)));
		for (const colorScheme of ['light', 'dark']) {
			await page.emulateMedia({ colorScheme });
			const { measured, out } = await contrasts(page);
			assert.ok(measured > 40, `${measured} texts`);
			assert.deepEqual(out, [], `live ${colorScheme}`);
		}
		await page.emulateMedia({ colorScheme: 'light' });
		await page.locator('#plot-request > i.bad >> nth=0').dispatchEvent('click');
		assert.match(await page.textContent('#timeline .found'), /^[\d:.]+200 GET .*watch=1.*, reset/);
		// the filter, the kinds of rows, pause
		const shown = () => page.$$eval('#timeline > div', rows => rows.filter(r => r.offsetParent).map(r => r.textContent));
		await page.keyboard.press('Escape');
		await page.evaluate(() => document.activeElement.blur());
		await page.keyboard.press('/');
		await page.keyboard.type('ERROR 410');
		assert.ok((await shown()).every(t => t.includes('ERROR 410')) && (await shown()).length === 1);
		await page.fill('#query', '');
		await page.uncheck('[data-show=request]');
		assert.ok((await shown()).length && (await shown()).every(t => !t.includes('GET /api')));
		await page.check('[data-show=request]');
		await page.click('#pause');
		await post(server, CONFIGMAPS, pod('while-paused'));
		assert.ok(!(await page.textContent('#timeline')).includes('while-paused'));
		await page.evaluate(() => document.activeElement.blur());
		await page.keyboard.press('p');
		await page.waitForSelector('#timeline .change >> text=while-paused');
		await page.keyboard.press('?');
		await page.waitForSelector('#keys[open]');
		await page.keyboard.press('Escape');
		await page.click('#reset-all');
		await page.waitForFunction(() => !/configmaps\/default\/a/.test(document.getElementById('types').textContent));
		await closed(page);
		const phone = await live(await browser.newContext({ viewport: { width: 390, height: 844 } }), server);
		await phone.waitForSelector('#timeline > div');
		await layout(phone, 'live on a phone');
		assert.ok(await phone.$eval('#timeline time', t => t.getBoundingClientRect().height < 30), 'a time has one line');
		await phone.screenshot({ path: shot('live-phone') });
		await closed(phone);
	} finally { await context.close(); await server.stop(); }
});

test('the live page shows which fault hurt which watch', async () => {
	const server = await serve();
	const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
	const as = userAgent => ({ headers: { 'User-Agent': userAgent } }), pause = () => page.waitForTimeout(process.env.RELIST_SHOTS ? 700 : 0);
	const control = (call, body) => post(server, `/relist/v1/${call}`, body);
	let page;
	try {
		page = await live(context, server);
		await post(server, CONFIGMAPS, pod('app-1'));
		const lost = await fetch(`${server.url}${CONFIGMAPS}?watch=1`, as('web-controller/1.0')), late = await fetch(`${server.url}${CONFIGMAPS}?watch=1`, as('node-agent/1.0'));
		await page.waitForFunction(() => document.querySelectorAll('#watches > div').length === 2);
		await pause();
		const second = (await (await post(server, CONFIGMAPS, pod('app-2'))).json()).metadata.resourceVersion;
		for (let watches = []; watches.length !== 2 || watches.some(w => Number(w.sentResourceVersion) < Number(second)); )
			watches = await (await fetch(`${server.url}/relist/v1/watches`)).json();
		await pause();
		await control('watches', { how: 'stall', match: { userAgent: 'node-agent' } });
		await pause();
		const seen = (await (await post(server, CONFIGMAPS, pod('app-3'))).json()).metadata.resourceVersion;
		await pause();
		await control('watches', { how: 'reset', match: { userAgent: 'web-controller' } });
		await assert.rejects(lost.text());
		await fetch(`${server.url}${CONFIGMAPS}/app-1`, { method: 'DELETE' });
		await page.waitForSelector('#timeline .change:has-text("DELETED configmaps/default/app-1")'); // what is compacted cannot be read
		await pause();
		await control('compact', {});
		assert.match(await (await fetch(`${server.url}${CONFIGMAPS}?watch=1&resourceVersion=${seen}`, as('web-controller/1.0'))).text(), /410/);
		await pause();
		const list = await (await fetch(server.url + CONFIGMAPS, as('web-controller/1.0'))).json();
		assert.deepEqual(list.items.map(o => o.metadata.name), ['app-2', 'app-3']);
		const again = await fetch(`${server.url}${CONFIGMAPS}?watch=1&resourceVersion=${list.metadata.resourceVersion}`, as('web-controller/1.0'));
		await page.waitForSelector('#watches > div:has-text("web-controller"):has-text("up to date")');
		await page.waitForSelector('#watches > div:has-text("node-agent"):has-text("2 behind"):has-text("stalled")');
		await page.waitForSelector('#timeline .request.bad:has-text("web-controller"):has-text(", reset")');
		await page.waitForSelector('#timeline .request.bad:has-text("web-controller"):has-text("then ERROR 410")');
		await pause();
		await page.selectOption('#window', '10');
		await layout(page, 'live, two clients');
		await screenshot(page, 'live');
		await Promise.all([late, again].map(response => response.body.cancel()));
		await closed(page);
	} finally { await context.close(); await server.stop(); }
});

test('at its left end the slider reads the changes before the newest 1,000', async () => {
	const server = await serve();
	const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
	try {
		for (let i = 0; i < 1300; i += 50) await Promise.all(Array.from({ length: 50 }, (_, k) => post(server, CONFIGMAPS, pod(`c-${i + k}`))));
		const page = await live(context, server);
		await page.waitForFunction(() => document.getElementById('history').max === '1000');
		await page.focus('#history');
		await page.keyboard.press('Home');
		await page.waitForFunction(() => Number(document.getElementById('history').max) > 1300);
		const all = Number(await page.getAttribute('#history', 'max'));
		assert.equal(Number(await page.inputValue('#history')), all - 1000);
		assert.match(await page.textContent('#changes-count'), /^rv \d+: ADDED configmaps\/default\/c-\d+$/);
		await page.keyboard.press('Home');
		await page.waitForFunction(() => /^resourceVersion \d+$/.test(document.getElementById('changes-count').textContent));
		assert.ok(!(await page.textContent('#types')).includes('configmaps'));
		await page.keyboard.press('End');
		assert.equal(await page.textContent('#then'), 'now');
		assert.match(await page.textContent('#types'), /1300 configmaps/);
		await closed(page);
	} finally { await context.close(); await server.stop(); }
});

test('the arrow keys mark a row and its mark in the picture', async () => {
	const server = await serve();
	const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
	try {
		await post(server, CONFIGMAPS, pod('a'));
		await post(server, CONFIGMAPS, pod('b'));
		const page = await live(context, server);
		await page.waitForSelector('#timeline .change:has-text("ADDED configmaps/default/b")');
		const row = () => page.textContent('#timeline .found .what'), mark = () => page.getAttribute('#plot .lane > .found', 'title');
		await page.click('#pause');
		await page.focus('#timeline');
		await page.keyboard.press('ArrowDown');
		const first = await row();
		assert.ok((await mark()).includes(first));
		await page.keyboard.press('ArrowDown');
		assert.notEqual(await row(), first);
		assert.ok((await mark()).includes(await row()));
		assert.equal(await page.locator('.found').count(), 2);
		await page.keyboard.press('ArrowUp');
		assert.equal(await row(), first);
		await page.keyboard.press('End');
		await page.keyboard.press('Home');
		assert.equal(await row(), first);
		assert.equal(await page.evaluate(() => document.activeElement.classList.contains('found')), true);
		await accessible(page, 'live, a row marked');
		await closed(page);
	} finally { await context.close(); await server.stop(); }
});

test('the slider shows the store as it was, and now again', async () => {
	const server = await serve();
	const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
	try {
		await post(server, CONFIGMAPS, pod('a'));
		await fetch(`${server.url}${CONFIGMAPS}/a`, { method: 'PATCH', headers: { 'Content-Type': 'application/merge-patch+json' }, body: '{"data":{"k":"second"}}' });
		await fetch(`${server.url}${CONFIGMAPS}/a`, { method: 'DELETE' });
		const page = await live(context, server);
		await page.waitForSelector('#timeline .change:has-text("DELETED configmaps/default/a")');
		const types = () => page.textContent('#types'), then = () => page.textContent('#then');
		assert.ok(!(await types()).includes('configmaps'));
		await page.keyboard.press('[');
		assert.match(await then(), /^rv \d+, \d\d:\d\d:/);
		assert.match(await types(), /1 configmaps/);
		assert.ok(await page.isHidden('#timeline .change:has-text("DELETED")'));
		assert.ok(await page.isVisible('#cursor'));
		assert.equal(await page.locator('#plot-change > .DELETED.future').count(), 1);
		assert.equal(await page.locator('#plot-change > .MODIFIED:not(.future)').count() > 0, true);
		assert.ok(await page.isVisible('#timeline .change:has-text("MODIFIED configmaps/default/a")'));
		await page.click('#types button:has-text("configmaps")');
		await page.waitForSelector('#object[open]');
		assert.match(await page.textContent('#object-text'), /"k": "second"/);
		await accessible(page, 'live, in the past');
		await page.keyboard.press('Escape');
		await page.keyboard.press('[');
		await page.click('#types button:has-text("configmaps")');
		await page.waitForFunction(() => /"k": "v"/.test(document.getElementById('object-text').textContent));
		await page.keyboard.press('Escape');
		await page.evaluate(() => document.activeElement.blur());
		await post(server, CONFIGMAPS, pod('b'));
		await page.keyboard.press(']');
		await page.keyboard.press(']');
		assert.equal(await then(), 'now');
		assert.ok(await page.isHidden('#cursor'));
		await page.waitForSelector('#timeline .change:has-text("ADDED configmaps/default/b")');
		await closed(page);
	} finally { await context.close(); await server.stop(); }
});

test('ten tabs follow 1,000 changes a second and do not grow', async () => {
	const server = await serve();
	const context = await browser.newContext();
	const agent = new http.Agent({ keepAlive: true, maxSockets: 8 });
	const write = i => new Promise((done, failed) => {
		const r = http.request(server.url + CONFIGMAPS, { method: 'POST', agent, headers: { 'Content-Type': 'application/json' } }, a => { a.resume(); a.on('end', done); });
		r.on('error', failed);
		r.end(JSON.stringify(pod(`c-${i}`)));
	});
	try {
		const tabs = [];
		for (let i = 0; i < 10; i++) tabs.push(await live(context, server));
		for (const t of tabs) await t.waitForSelector('#types button');
		const t0 = performance.now(), N = 5000;
		for (let i = 0; i < N; i += 100) { // no faster than 1,000 a second
			await Promise.all(Array.from({ length: 100 }, (_, k) => write(i + k)));
			const early = (i + 100) - (performance.now() - t0);
			if (early > 0) await new Promise(done => setTimeout(done, early));
		}
		const rate = N / (performance.now() - t0) * 1000, ended = performance.now();
		for (const t of tabs) await t.waitForFunction(n => document.querySelector('#timeline').textContent.includes(`c-${n}`), N - 1, { timeout: 10000 });
		console.log(`# ${rate.toFixed(0)} changes/s for ${N} of them; the last tab had the last one after ${(performance.now() - ended).toFixed(0)} ms`);
		for (const t of tabs) {
			const sizes = await t.evaluate(() => ['timeline', 'types', 'watches', 'rules', 'plot-change', 'plot-request', 'plot-mark'].map(id => document.getElementById(id).childElementCount));
			assert.ok(sizes.every(n => n <= 501), `${sizes}`);
			await closed(t);
		}
	} finally { agent.destroy(); await context.close(); await server.stop(); }
});

test('a page from elsewhere can do nothing to the server, and cannot frame it', async () => {
	const server = await serve();
	const elsewhere = http.createServer((q, a) => { a.setHeader('Content-Type', 'text/html'); a.end('<!doctype html><title>elsewhere</title><body>'); });
	await new Promise(done => elsewhere.listen(0, '127.0.0.1', done));
	const page = await browser.newPage();
	try {
		await post(server, CONFIGMAPS, pod('kept'));
		await page.goto(`http://127.0.0.1:${elsewhere.address().port}/`);
		const outcomes = await page.evaluate(async url => {
			const tries = [
				['POST', '/relist/v1/reset', '{}', 'application/json'], ['POST', '/relist/v1/reset', '{}', 'text/plain'],
				['POST', '/relist/v1/faults', '{"kind":"fail"}', 'text/plain'], ['DELETE', '/relist/v1/faults', undefined, undefined],
				['DELETE', '/api/v1/namespaces/default/configmaps/kept', undefined, undefined], ['GET', '/relist/v1/objects', undefined, undefined],
			], out = [];
			for (const mode of ['cors', 'no-cors'])
				for (const [method, path, body, type] of tries) {
					try {
						const a = await fetch(url + path, { method, mode, body, headers: type ? { 'Content-Type': type } : {} });
						out.push((await a.text()).length ? 'read' : 'sent');
					} catch { out.push('refused'); }
				}
			const f = document.createElement('iframe');
			f.src = `${url}/relist/ui`;
			document.body.append(f);
			await new Promise(done => { f.onload = done; setTimeout(done, 2000); });
			return out;
		}, server.url);
		assert.ok(!outcomes.includes('read'), outcomes.join());
		const framed = page.frames()[1];
		assert.equal(framed ? await framed.locator('#deeds').count().catch(() => 0) : 0, 0, 'framed');
		assert.equal((await fetch(`${server.url}${CONFIGMAPS}/kept`)).status, 200);
		assert.deepEqual(await (await fetch(`${server.url}/relist/v1/faults`)).json(), []);
	} finally { await page.close(); elsewhere.close(); await server.stop(); }
});

test('with a token file the page wants a token, and keeps it to itself', async () => {
	const file = path.join(OUT, 'tokens.csv');
	fs.writeFileSync(file, 'secret-token,root,1,"system:masters"\n');
	const server = await serve('--token-auth-file', file);
	const context = await browser.newContext();
	try {
		const page = await live(context, server);
		await page.waitForSelector('#login:not([hidden])');
		assert.equal(await page.$$eval('#types button', b => b.length), 0);
		await page.fill('#token', 'wrong');
		await page.click('#login button');
		await page.waitForSelector('#state.bad');
		await page.fill('#token', 'secret-token');
		await page.click('#login button');
		await page.waitForSelector('#types button');
		assert.equal(await page.inputValue('#token'), '');
		assert.ok(!(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie + location.href)).includes('secret-token'));
		await closed(page);
	} finally { await context.close(); await server.stop(); }
});
