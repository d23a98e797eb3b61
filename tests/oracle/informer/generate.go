// SPDX-License-Identifier: Apache-2.0

package main

import (
	"encoding/base64"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// A random story is made while it happens: the generator sees what the live informer asks and answers
// from a small model of a cluster, mostly as a server would and now and then as none should.

// chance draws with the probabilities that the generator needs.
type chance struct{ *rand.Rand }

func newChance(seed uint64) chance { return chance{rand.New(rand.NewPCG(seed, 0x5eed))} }

func (c chance) oneIn(n int) bool { return c.IntN(n) == 0 }

func pick[T any](c chance, of ...T) T { return of[c.IntN(len(of))] }

// weighted picks a name with the probability of its weight.
func (c chance) weighted(table []weight) string {
	sum := 0
	for _, w := range table {
		sum += w.n
	}
	at := c.IntN(sum)
	for _, w := range table {
		if at -= w.n; at < 0 {
			return w.name
		}
	}
	panic("weights add up")
}

type weight struct {
	name string
	n    int
}

// randomHeader makes the configuration of a story.
func randomHeader(seed uint64, classic bool) header {
	c := newChance(seed)
	h := header{Trace: 1, Name: fmt.Sprintf("fuzz-%d", seed)}
	h.Resource = resource{"", "v1", "pods", "Pod", true}
	if c.oneIn(8) {
		h.Resource = pick(c, resource{"", "v1", "nodes", "Node", false},
			resource{"example.com", "v1", "widgets", "Widget", true})
	}
	o := &h.Informer
	o.Indexers = []string{"namespace"}
	if classic {
		h.Profile = "classic"
	}
	if c.oneIn(3) {
		o.Indexers = append(o.Indexers, "label:app")
	}
	if c.oneIn(4) {
		o.Indexers = append(o.Indexers, "gate")
	}
	o.WatchList = c.oneIn(3)
	if c.oneIn(4) {
		o.Resync = duration(pick(c, 500*time.Millisecond, time.Second, 2*time.Second, 10*time.Second, time.Minute))
	}
	if c.oneIn(7) {
		o.Transform = pick(c, "stripManagedFields", "failOn:p2", "rename:-x")
	}
	if c.oneIn(10) && h.Resource.Namespaced {
		o.Namespace = "default"
	}
	if c.oneIn(10) {
		o.LabelSelector = pick(c, "app=web", "app in (web,db)", "!app", "app!=web,tier", "app in (")
	}
	if c.oneIn(12) {
		o.FieldSelector = pick(c, "metadata.name=p1", "spec.nodeName!=n1")
	}
	o.ExpectKind = c.oneIn(3)
	if c.oneIn(8) {
		o.PageSize = pick(c, 1, 2, 3, 500)
	}
	if !classic && c.oneIn(3) {
		o.Gates = map[string]bool{}
		for _, gate := range []string{"AtomicFIFO", "InOrderInformersBatchProcess", "UnlockWhileProcessingFIFO"} {
			if c.oneIn(2) {
				o.Gates[gate] = c.oneIn(4)
			}
		}
	}
	handlers := c.IntN(3)
	if c.oneIn(4) {
		handlers = c.IntN(6)
	}
	for i := range handlers {
		f := firstHandler{Name: string(rune('a' + i)), Add: "start"}
		if c.oneIn(4) {
			f.Resync = randomResync(c)
		}
		h.Handlers = append(h.Handlers, f)
	}
	return h
}

func randomResync(c chance) *duration {
	d := duration(pick(c, 0, 300*time.Millisecond, time.Second, 3*time.Second, 20*time.Second))
	return &d
}

// pod is an object of the model.
type pod struct {
	namespace, name, uid string
	rv, version          int
}

type generator struct {
	chance
	w       *world
	rv      int
	pods    []*pod
	pages   map[string][]*pod // what continue tokens stand for
	held    bool
	refuses bool
	stopped bool
	late    int // handlers added so far
	streams map[int]*stream
	err     error

	contentType string // of the answer that is given; "": the right one
}

// stream is an open watch as the generator sees it.
type stream struct {
	id      int
	initial []*pod // of a streamed list: not yet sent
	marked  bool   // or its end has been told
	left    bool   // open, but of a type that client-go does not read: nothing waits for it
}

// fuzzStory makes and plays one story.
func fuzzStory(w *world, seed uint64) error {
	g := &generator{chance: newChance(seed ^ 0xfeed), w: w, rv: 10, pages: map[string][]*pod{}, streams: map[int]*stream{}}
	for i := range g.IntN(4) {
		g.create(i + 1)
	}
	if g.oneIn(12) {
		g.act("refuse", "")
		g.refuses = true
	}
	if g.oneIn(12) && g.canHold() {
		g.hold()
	}
	g.act("start", "")
	for range 6 + g.IntN(30) {
		g.step()
		if g.err != nil {
			return g.err
		}
	}
	if g.held {
		g.act("releaseStore", "")
		g.held = false
	}
	g.line(`{"state":{}}`)
	if g.err == nil {
		w.write([]seen{{Kind: "end"}})
	}
	return g.err
}

// line plays one line.
func (g *generator) line(text string) {
	if g.err != nil {
		return
	}
	l, err := parseLine(text)
	if err == nil {
		err = g.w.play(&l)
	}
	g.err = err
}

func (g *generator) act(do, members string) {
	g.line(fmt.Sprintf(`{"act":{"do":%q%s}}`, do, members))
}

// open gives the exchanges that can still be answered, those without an answer first.
func (g *generator) open() (unanswered, streaming []*exchange) {
	s := g.w.server
	s.mu.Lock()
	defer s.mu.Unlock()
	for id := 1; id <= g.w.asked; id++ {
		switch x := s.exchanges[id]; {
		case x.done:
		case x.started:
			if st := g.streams[id]; st == nil || !st.left {
				streaming = append(streaming, x)
			}
		default:
			unanswered = append(unanswered, x)
		}
	}
	return unanswered, streaming
}

// step does one thing that makes sense now.
func (g *generator) step() {
	unanswered, streaming := g.open()
	switch {
	case g.refuses && g.oneIn(2):
		g.act("accept", "")
		g.refuses = false
	case len(unanswered) > 0 && !g.oneIn(6):
		g.answer(unanswered[0])
	case g.oneIn(3):
		g.deed(len(unanswered)+len(streaming) > 0)
	case len(streaming) > 0:
		g.stream(streaming[g.IntN(len(streaming))])
	case len(unanswered) > 0:
		g.answer(unanswered[0])
	case !g.refuses && !g.stopped:
		g.wait()
	default:
		g.deed(false)
	}
}

// wait lets time pass until the next request.
func (g *generator) wait() {
	if g.w.await(longestWait) {
		g.line(fmt.Sprintf(`{"request":{"id":%d}}`, g.w.asked+1))
		return
	}
	g.w.emit("act", fmt.Sprintf(`{"act":{"do":"advance","by":%q}}`, span(longestWait)), "", time.Now())
	g.w.settle()
}

func (g *generator) canHold() bool { return slices.Contains(g.w.head.Informer.Indexers, "gate") }

func (g *generator) classic() bool { return g.w.head.Profile == "classic" }

func (g *generator) hold() {
	g.act("holdStore", "")
	g.held = true
}

// deed does something on the informer's side. Time only passes while an exchange is open: during a
// backoff, whose length is random, two runs would see different things.
func (g *generator) deed(quiet bool) {
	names := make([]string, 0, len(g.w.handlers))
	for name, h := range g.w.handlers {
		if !h.removed {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	locked := g.held && !g.classic() // the store's lock is taken
	switch do := g.weighted([]weight{{"advance", 8}, {"state", 4}, {"addHandler", 3}, {"removeHandler", 1},
		{"block", 2}, {"unblock", 2}, {"panicNext", 1}, {"hold", 3}, {"popOne", 4}, {"refuse", 1},
		{"addIndexer", 1}, {"dump", 2}, {"stop", 1}}); do {
	case "advance":
		if quiet && !g.refuses {
			d := pick(g.chance, time.Millisecond, 500*time.Millisecond, 999*time.Millisecond, time.Second,
				1500*time.Millisecond, 2*time.Second, 5*time.Second, 11*time.Second, 61*time.Second, 130*time.Second,
				20*time.Minute, 24*time.Hour)
			if d > 130*time.Second && g.resyncs() {
				d = 10 * time.Minute
			}
			g.act("advance", fmt.Sprintf(`,"by":%q`, d))
		}
	case "state":
		if !locked {
			g.line(`{"state":{}}`)
		}
	case "addHandler":
		if g.late < 3 && !locked {
			g.late++
			more := fmt.Sprintf(`,"handler":"%c"`, 'm'+g.late)
			if g.oneIn(3) {
				more += fmt.Sprintf(`,"resync":%q`, span(time.Duration(*randomResync(g.chance))))
			}
			if g.oneIn(5) {
				more += `,"blocked":true`
			}
			g.act("addHandler", more)
		}
	case "removeHandler", "block", "unblock", "panicNext":
		if len(names) > 0 && !(do == "removeHandler" && locked) {
			g.act(do, fmt.Sprintf(`,"handler":%q`, pick(g.chance, names...)))
		}
	case "hold":
		if g.held {
			g.act("releaseStore", "")
			g.held = false
		} else if g.canHold() && !g.stopped {
			g.hold()
		}
	case "popOne":
		if g.held && g.classic() {
			g.act("popOne", "")
		}
	case "refuse":
		if !g.refuses && quiet {
			g.act("refuse", "")
			g.refuses = true
		}
	case "addIndexer":
		if !locked {
			g.act("addIndexer", fmt.Sprintf(`,"index":%q`, pick(g.chance, "label:app", "label:tier")))
		}
	case "dump":
		if keys := g.w.informer.GetStore(); !locked && len(g.pods) > 0 {
			p := pick(g.chance, g.pods...)
			key := strings.TrimPrefix(p.namespace+"/"+p.name, "/")
			if _, ok, _ := keys.GetByKey(key); ok {
				g.act("dump", fmt.Sprintf(`,"key":%q`, key))
			}
		}
	case "stop":
		if g.oneIn(3) {
			g.act("stop", "")
			g.stopped = true
		}
	}
}

// resyncs is whether any handler may have a resync period: a day of them is a long story.
func (g *generator) resyncs() bool {
	return g.w.head.Informer.Resync != 0 || g.late > 0 ||
		slices.ContainsFunc(g.w.head.Handlers, func(h firstHandler) bool { return h.Resync != nil })
}

// pieces sends a text of an open answer in up to five chunks, cut between any two characters.
func (g *generator) pieces(id int, text string) {
	for i := 0; text != ""; i++ {
		n := len(text)
		if i < 4 {
			n = 1 + g.IntN(len(text))
		}
		for n < len(text) && !utf8.RuneStart(text[n]) {
			n++
		}
		g.line(fmt.Sprintf(`{"raw":{"id":%d,"text":%s}}`, id, encode(text[:n])))
		text = text[n:]
	}
}

func (g *generator) next() int {
	g.rv += 1 + g.IntN(2)
	return g.rv
}

func (g *generator) create(n int) *pod {
	p := &pod{namespace: "default", name: fmt.Sprintf("p%d", n), uid: fmt.Sprintf("u%d-%d", n, g.rv), rv: g.next()}
	if g.oneIn(5) {
		p.namespace = "kube-system"
	}
	if !g.w.head.Resource.Namespaced {
		p.namespace = ""
	}
	g.pods = append(g.pods, p)
	return p
}

// json writes an object of the model, now and then with something odd about it.
func (g *generator) json(p *pod, inList bool) string {
	r := &g.w.head.Resource
	var meta []string
	add := func(name, value string) { meta = append(meta, fmt.Sprintf("%q:%s", name, value)) }
	if !g.oneIn(60) {
		add("name", encode(p.name))
	}
	if p.namespace != "" && !g.oneIn(60) {
		add("namespace", encode(p.namespace))
	}
	add("uid", encode(p.uid))
	if !g.oneIn(40) {
		add("resourceVersion", pick(g.chance, `"%d"`, `"%[1]d"`))
		meta[len(meta)-1] = fmt.Sprintf(meta[len(meta)-1], p.rv)
	}
	switch g.IntN(5) {
	case 0:
		add("labels", `{"app":"web"}`)
	case 1:
		add("labels", `{"app":"db.cache","tier":"x"}`)
	case 2:
		add("labels", pick(g.chance, `{}`, `{"app":""}`, `{"tier":"back"}`, `{"app":null}`, `null`, `{"app":7}`, `{"app":"a..b"}`))
	}
	if g.oneIn(10) {
		add("managedFields", `[{"manager":"x","operation":"Update"}]`)
	}
	if g.oneIn(20) {
		add("annotations", pick(g.chance, `{"k8s.io/initial-events-end":"true"}`, `{"a":"<&>\u2028\n"}`, `null`))
	}
	var members []string
	if !inList && !g.oneIn(40) || g.oneIn(6) {
		members = append(members, fmt.Sprintf(`"apiVersion":%q`, strings.TrimPrefix(r.Group+"/"+r.Version, "/")))
	}
	if !inList && !g.oneIn(40) || g.oneIn(6) {
		members = append(members, fmt.Sprintf(`"kind":%q`, r.Kind))
	}
	if g.oneIn(80) {
		members = append(members, `"metadata":null`)
	} else {
		members = append(members, `"metadata":{`+strings.Join(meta, ",")+`}`)
	}
	members = append(members, fmt.Sprintf(`"spec":{"n":%s}`, pick(g.chance, "1", "0", "-7", "1.5", "1e3", `"x"`, "[1,{}]", "null", "12345678901234567890", "true")))
	return "{" + strings.Join(members, ",") + "}"
}

func status(code int, reason, more string) string {
	return fmt.Sprintf(`{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"m","reason":%q,"code":%d%s}`, reason, code, more)
}

var failures = []struct {
	code   int
	reason string
}{
	{410, "Expired"}, {410, "Gone"}, {500, "InternalError"}, {503, "ServiceUnavailable"}, {429, "TooManyRequests"},
	{504, "Timeout"}, {404, "NotFound"}, {403, "Forbidden"}, {401, "Unauthorized"}, {400, "BadRequest"}, {422, "Invalid"},
	{405, "MethodNotAllowed"}, {409, "Conflict"}, {502, ""}, {418, ""}, {500, "Expired"}, {410, ""},
}

const tooLarge = `,"details":{"causes":[{"reason":"ResourceVersionTooLarge","message":"Too large resource version"}],"retryAfterSeconds":1}`

// answer gives a request its answer, or the beginning of one.
func (g *generator) answer(x *exchange) {
	switch g.weighted([]weight{{"right", 60}, {"failure", 16}, {"retry", 6}, {"hangup", 5}, {"odd", 4}, {"redirect", 1}, {"type", 5}}) {
	case "type":
		g.contentType = pick(g.chance, "text/plain", "application/json;charset=utf-8", "application/json; charset", "APPLICATION/JSON",
			"application/json;stream=watch", "application/vnd.kubernetes.protobuf", "application/yaml", "text/html; charset=utf-8", "json", "*/*", ";", " ",
			"application/json, text/plain")
		g.answerRight(x)
		g.contentType = ""
	case "right":
		g.answerRight(x)
	case "failure":
		f := pick(g.chance, failures...)
		body := status(f.code, f.reason, "")
		switch {
		case f.code == 504 && g.oneIn(2):
			body = status(504, "Timeout", tooLarge)
		case g.oneIn(6):
			body = pick(g.chance, `"<html>no</html>"`, `""`, `"{"`, `{"kind":"Status"}`, `{}`)
		}
		g.line(fmt.Sprintf(`{"response":{"id":%d,"status":%d,"body":%s}}`, x.id, f.code, body))
	case "retry":
		after := pick(g.chance, "1", "2", " 3 ", "0", "-1", "x", "1.5", "Wed, 21 Oct 2015 07:28:00 GMT", "40")
		code := pick(g.chance, 429, 429, 500, 503, 504, 410, 404)
		g.line(fmt.Sprintf(`{"response":{"id":%d,"status":%d,"headers":{"Retry-After":%q},"body":%s}}`, x.id, code, after,
			status(code, "", "")))
	case "hangup":
		g.line(fmt.Sprintf(`{"close":{"id":%d,"how":%q}}`, x.id, pick(g.chance, "cut", "reset")))
	case "odd":
		g.line(fmt.Sprintf(`{"response":{"id":%d,"status":%d,"body":%s}}`, x.id, pick(g.chance, 200, 200, 200, 201, 202),
			pick(g.chance, `"nonsense"`, `""`, `{}`, `null`, `[]`, `7`, status(410, "Expired", ""),
				`{"kind":"Table","apiVersion":"meta.k8s.io/v1","metadata":{"resourceVersion":"9"},"rows":[]}`,
				`{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"9"},"items":{}}`,
				`{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"9"},"items":[7]}`,
				`{"kind":"PodList","apiVersion":"v1","items":[]}`, `"{\"kind\":\"PodList\""`,
				`{"kind":"PodList","metadata":{"resourceVersion":"9"},"items":[]}`,
				`{"kind":"Pod","apiVersion":"v1","metadata":{"name":"p1","resourceVersion":"9"}}`)))
	case "redirect":
		g.line(fmt.Sprintf(`{"response":{"id":%d,"status":%d,"headers":{"Location":%q},"body":""}}`, x.id,
			pick(g.chance, 301, 302, 303, 307, 308), pick(g.chance, "/elsewhere?limit=3", "", "?a=b", "x")))
	}
}

// headers are the members of an answer that say its type.
func (g *generator) headers() string {
	if g.contentType == "" {
		return ""
	}
	return fmt.Sprintf(`,"headers":{"Content-Type":%q}`, g.contentType)
}

func (g *generator) answerRight(x *exchange) {
	if x.query["watch"] == "true" {
		st := &stream{id: x.id, left: g.contentType != "" && !strings.HasPrefix(strings.ToLower(g.contentType), "application/json")}
		if x.query["sendInitialEvents"] == "true" {
			st.initial = slices.Clone(g.pods)
		} else {
			st.marked = true
		}
		g.streams[x.id] = st
		g.line(fmt.Sprintf(`{"response":{"id":%d,"status":200%s,"stream":true}}`, x.id, g.headers()))
		return
	}
	from := g.pods
	if token := x.query["continue"]; token != "" {
		from = g.pages[token]
	}
	more := ""
	if x.query["limit"] != "" && len(from) > 1 && g.oneIn(3) {
		n := 1 + g.IntN(len(from)-1)
		token := fmt.Sprintf("c%d", len(g.pages)+1)
		g.pages[token] = slices.Clone(from[n:])
		more = fmt.Sprintf(`,"continue":%q,"remainingItemCount":%d`, token, len(from)-n)
		from = from[:n]
	}
	var items []string
	for _, p := range from {
		items = append(items, g.json(p, true))
		if g.oneIn(25) {
			items = append(items, g.json(p, true))
		}
	}
	rv := fmt.Sprintf("%q", fmt.Sprint(g.rv))
	if g.oneIn(12) {
		rv = pick(g.chance, `""`, `"0"`, `"5"`, fmt.Sprintf("%q", fmt.Sprint(g.rv+7)))
	}
	r := &g.w.head.Resource
	body := fmt.Sprintf(`{"kind":"%sList","apiVersion":%q,"metadata":{"resourceVersion":%s%s},"items":[%s]}`, r.Kind,
		strings.TrimPrefix(r.Group+"/"+r.Version, "/"), rv, more, strings.Join(items, ","))
	if !g.oneIn(6) {
		g.line(fmt.Sprintf(`{"response":{"id":%d,"status":200%s,"body":%s}}`, x.id, g.headers(), body))
		return
	}
	g.line(fmt.Sprintf(`{"response":{"id":%d,"status":200%s,"stream":true}}`, x.id, g.headers()))
	g.pieces(x.id, body)
	g.line(fmt.Sprintf(`{"close":{"id":%d,"how":%q}}`, x.id, pick(g.chance, "eof", "eof", "eof", "eof", "cut", "reset")))
}

// stream says something on an open watch.
func (g *generator) stream(x *exchange) {
	st := g.streams[x.id]
	if st == nil { // an answer without an end that is no watch
		g.line(fmt.Sprintf(`{"close":{"id":%d,"how":"cut"}}`, x.id))
		return
	}
	if !st.marked && g.IntN(4) > 0 {
		g.initial(st)
		return
	}
	switch g.weighted([]weight{{"event", 50}, {"odd event", 10}, {"bookmark", 8}, {"error", 7}, {"raw", 5}, {"close", 14}}) {
	case "event":
		burst := 1
		if g.oneIn(4) && !g.classic() {
			burst += g.IntN(3)
		}
		for i := range burst {
			g.event(st, i+1 < burst)
		}
	case "odd event":
		g.oddEvent(st)
	case "bookmark":
		g.bookmark(st, g.oneIn(8))
	case "error":
		f := pick(g.chance, failures...)
		object := status(f.code, f.reason, "")
		switch {
		case f.code == 504 && g.oneIn(2):
			object = status(504, "Timeout", tooLarge)
		case g.oneIn(6):
			object = pick(g.chance, `{}`, `{"kind":"Status","apiVersion":"v1"}`, `{"kind":"Pod","apiVersion":"v1","metadata":{"name":"x"}}`, `null`, `"x"`)
		}
		g.line(fmt.Sprintf(`{"event":{"id":%d,"type":"ERROR","object":%s}}`, st.id, object))
	case "raw":
		g.line(fmt.Sprintf(`{"raw":{"id":%d,"text":%s}}`, st.id, encode(pick(g.chance, "garbage\n", "{", "{}\n", "\n", "  \n", "null\n", "[]\n", "7",
			"{\"type\":\"ADDED\"}\n", "{\"type\":\"ADDED\",\"object\":null}\n", "{\"type\":\"ADDED\",\"obj", "\"x\"", "{\"type\":7,\"object\":{}}\n",
			"{\"object\":{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"p9\",\"resourceVersion\":\"99\"}}}\n"))))
	case "close":
		g.line(fmt.Sprintf(`{"close":{"id":%d,"how":%q}}`, st.id, pick(g.chance, "eof", "eof", "timeout", "cut", "reset")))
	}
}

// initial goes on with a streamed list.
func (g *generator) initial(st *stream) {
	if len(st.initial) == 0 {
		g.bookmark(st, true)
		st.marked = true
		return
	}
	p := st.initial[0]
	st.initial = st.initial[1:]
	g.line(fmt.Sprintf(`{"event":{"id":%d,"type":"ADDED","object":%s}}`, st.id, g.json(p, false)))
}

func (g *generator) bookmark(st *stream, end bool) {
	r := &g.w.head.Resource
	apiVersion := strings.TrimPrefix(r.Group+"/"+r.Version, "/")
	meta := fmt.Sprintf(`"resourceVersion":"%d"`, g.rv)
	if g.oneIn(15) {
		meta = pick(g.chance, `"resourceVersion":""`, `"resourceVersion":"3"`, `"name":"x"`)
	}
	if end {
		blueprint := ""
		if g.oneIn(2) {
			list := fmt.Sprintf(`{"kind":"%sList","apiVersion":%q,"metadata":{},"items":[]}`, r.Kind, apiVersion)
			blueprint = fmt.Sprintf(`,"kubernetes.io/initial-events-list-blueprint":%q`, base64.StdEncoding.EncodeToString([]byte(list)))
		}
		meta += `,"annotations":{"k8s.io/initial-events-end":"true"` + blueprint + `}`
	}
	kind := r.Kind
	if g.oneIn(30) {
		kind = "Other"
	}
	g.line(fmt.Sprintf(`{"event":{"id":%d,"type":"BOOKMARK","object":{"kind":%q,"apiVersion":%q,"metadata":{%s}}}}`, st.id, kind, apiVersion, meta))
}

// event tells of a change of the model.
func (g *generator) event(st *stream, burst bool) {
	what, p := "ADDED", (*pod)(nil)
	switch {
	case len(g.pods) == 0 || g.oneIn(3):
		p = g.create(1 + g.IntN(6))
		for i, other := range g.pods[:len(g.pods)-1] {
			if other.name == p.name && other.namespace == p.namespace { // it was there: a change then
				g.pods = slices.Delete(g.pods, i, i+1)
				what = pick(g.chance, "MODIFIED", "MODIFIED", "ADDED")
				if !g.oneIn(4) {
					p.uid = other.uid
				}
				break
			}
		}
	case g.oneIn(2):
		what = "MODIFIED"
		p = pick(g.chance, g.pods...)
		p.rv = g.next()
	default:
		what = "DELETED"
		i := g.IntN(len(g.pods))
		p = g.pods[i]
		p.rv = g.next()
		g.pods = slices.Delete(g.pods, i, i+1)
	}
	end := ""
	if burst {
		end = `,"burst":true`
	} else if g.oneIn(8) {
		g.pieces(st.id, fmt.Sprintf("{\"type\":%q,\"object\":%s}\n", what, g.json(p, false)))
		return
	}
	g.line(fmt.Sprintf(`{"event":{"id":%d,"type":%q,"object":%s}%s}`, st.id, what, g.json(p, false), end))
}

// oddEvent tells of what did not happen.
func (g *generator) oddEvent(st *stream) {
	what := pick(g.chance, "ADDED", "MODIFIED", "DELETED", "BOOKMARK", "CHANGED", "", "added")
	object := pick(g.chance,
		`{"kind":"Node","apiVersion":"v1","metadata":{"name":"n1","resourceVersion":"70"}}`,
		`{"kind":"Pod","apiVersion":"v2","metadata":{"name":"p1","namespace":"default","resourceVersion":"71"}}`,
		`{"kind":"Status","apiVersion":"v1","code":410}`,
		`{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"72"},"items":[]}`,
		`{"kind":"Table","apiVersion":"meta.k8s.io/v1","metadata":{"resourceVersion":"73"}}`,
		`{"metadata":{"name":"p1"}}`, `{}`, `null`, `[]`,
		`{"kind":"Pod","apiVersion":"v1"}`,
		`{"kind":"Pod","apiVersion":"v1","metadata":{"name":"p9","namespace":"default","resourceVersion":"1"}}`,
		`{"kind":"Pod","apiVersion":"v1","metadata":{"name":"p1","namespace":"default","resourceVersion":5}}`,
		`{"kind":"Pod","apiVersion":"v1","metadata":{"name":"p1","namespace":"default","resourceVersion":"6"},"items":[]}`)
	if len(g.pods) > 0 && g.oneIn(3) {
		object = g.json(pick(g.chance, g.pods...), false)
	}
	g.line(fmt.Sprintf(`{"event":{"id":%d,"type":%q,"object":%s}}`, st.id, what, object))
}
