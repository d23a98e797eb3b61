// SPDX-License-Identifier: Apache-2.0

package relist

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

var errRefused = fmt.Errorf("relist: dial: %w", syscall.ECONNREFUSED)

// Endpoint is the apiserver as one process sees it under Perturb: an http.RoundTripper, for rest.Config{Host: e.URL(), Transport: e}.
// After the process's crash nothing passes it any more.
type Endpoint struct {
	life   *life
	user   bool
	dead   bool // under life.mu
	open   map[*connection]bool
	cancel context.CancelFunc
	ended  chan struct{} // closed when the program has returned

	err      error // what it returned, and
	panicked string
}

// URL is the address of the apiserver.
func (e *Endpoint) URL() string { return "http://" + host }

// Client returns an http.Client with the endpoint as its transport.
func (e *Endpoint) Client() *http.Client { return &http.Client{Transport: e} }

// Recover, deferred in a goroutine of the program or in its Reconcile, makes a panic there the end of this process alone, as a finding
// ("it crashes"). Without it, a panic in a goroutine of the program ends the test binary, as everywhere in Go; and controller-runtime's
// managers recover one and try again.
func (e *Endpoint) Recover() {
	cause := recover()
	if cause == nil {
		return
	}
	e.life.mu.Lock()
	if e.panicked == "" {
		e.panicked = fmt.Sprint(cause)
	}
	e.life.mu.Unlock()
	if e.cancel != nil {
		e.cancel()
	}
	e.life.wake()
}

// connection is a request under way, and then the body of its response.
type connection struct {
	io.ReadCloser
	cut  context.CancelCauseFunc
	once sync.Once
	done func(err error) // nil: the client has closed it
}

// Close implements io.Closer.
func (c *connection) Close() error {
	c.once.Do(func() { c.done(nil) })
	return c.ReadCloser.Close()
}

// Read implements io.Reader.
func (c *connection) Read(p []byte) (int, error) {
	n, err := c.ReadCloser.Read(p)
	if err != nil {
		c.once.Do(func() { c.done(err) })
	}
	return n, err
}

func (e *Endpoint) breakConnections() {
	e.life.mu.Lock()
	var open []*connection
	for c := range e.open {
		open = append(open, c)
	}
	e.life.mu.Unlock()
	for _, c := range open {
		c.cut(errReset)
	}
}

// disturbance is what a plan does to a request: the status of its refusal, or 0 for the program's death, or the users' next step.
type disturbance struct {
	acts, after, early bool
	status             int
}

// RoundTrip implements http.RoundTripper.
func (e *Endpoint) RoundTrip(r *http.Request) (*http.Response, error) {
	body, err := readBody(r)
	if err != nil {
		return nil, err
	}
	l, o := e.life, opOf(r, body)
	way, backend, err := l.begins(e, o)
	switch {
	case err != nil:
		l.server.engine.pace() // a client that repeats it at once would stop the time of the bubble
		return nil, err
	case way.acts && !way.after:
		return l.refuse(e, r, o, way.status), nil
	}
	response, err := e.send(r, body, backend, o)
	if !way.acts || err != nil {
		return response, err
	}
	if way.early {
		l.overlap(r.Context())
		return response, nil
	}
	_, _ = io.Copy(io.Discard, response.Body) // it was done, and its answer is lost
	_ = response.Body.Close()
	if way.status != 0 {
		return l.refuse(e, r, o, way.status), nil
	}
	l.mu.Lock()
	e.dead, l.killed = true, true
	l.mu.Unlock()
	e.breakConnections()
	l.wake()
	return nil, errReset
}

// send lets the server answer, on a connection that can break.
func (e *Endpoint) send(r *http.Request, body string, backend uint32, o *op) (*http.Response, error) {
	l := e.life
	ctx, cut := context.WithCancelCause(r.Context())
	c := &connection{cut: cut}
	c.done = func(err error) {
		l.ended(e, c, o, err)
		cut(nil)
	}
	l.mu.Lock()
	e.open[c] = true
	l.mu.Unlock()
	own := r.WithContext(ctx)
	own.Body = io.NopCloser(strings.NewReader(body))
	response, err := l.server.engine.send(own, backend, flagRemote)
	if err != nil {
		l.answered(e, o, 0)
		c.done(nil)
		return nil, err
	}
	response.Request, c.ReadCloser = r, response.Body
	l.answered(e, o, response.StatusCode)
	if _, both := response.Body.(io.Writer); !both { // a WebSocket stays as it is
		response.Body = c
	}
	return response, nil
}

// begins records a request and says how the plan disturbs it, and which apiserver is to answer.
func (l *life) begins(e *Endpoint, o *op) (way disturbance, backend uint32, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if e.dead || !e.user && l.away {
		return way, 0, errRefused
	}
	if e.user && o.write {
		l.syncLocked()
	}
	o.at, o.step, o.from = time.Since(l.begun), l.step, len(l.changes)
	if strings.HasSuffix(o.key, "*") {
		l.prefixes[strings.TrimSuffix(o.key, "*")] = true
	}
	if e.user {
		if o.write {
			l.used = append(l.used, o)
		}
		return way, 0, nil
	}
	l.ops = append(l.ops, o)
	if !o.background {
		l.active = time.Now()
		if o.verb != "watch" {
			l.inFlight++
		}
		l.count(o)
	}
	if l.stale && (l.plan.typ == "" || l.plan.typ == o.typ) {
		backend = 1
	}
	p := l.plan
	if p != nil && p.isAbout(l.noise, o) && p.step == l.step && l.successes[lineAt(p.line, l.step)] == p.before && l.acted < max(p.times, 1) {
		l.acted++
		l.hit, o.disturbed = true, true
		way = disturbance{acts: true, after: p.after, early: p.how == early, status: p.status}
	}
	return way, backend, nil
}

func (l *life) count(o *op) {
	counter := &l.sent
	if l.blind() {
		counter = &l.unseen
	} else if o.write {
		l.wrote++
	}
	if *counter++; l.flooded(*counter) {
		l.wake()
	}
}

func (o *op) failed() bool {
	switch o.status {
	case 0, 401, 410, 429:
		return true
	case 409:
		return o.verb != "create"
	case 422:
		return o.disturbed
	}
	return o.status >= 500
}

// answered records the head of a response.
func (l *life) answered(e *Endpoint, o *op, status int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	o.status, o.created, o.done = status, status == http.StatusCreated, status >= 200 && status < 300
	if o.write && o.done {
		if e.user {
			l.syncLocked()
			l.claim(o, true)
		} else {
			if l.unread = append(l.unread, o); len(l.unread) >= unreadMax {
				l.syncLocked()
			}
			l.successes[lineAt(l.noise.lineOf(l, o), o.step)]++
		}
	}
	if e.user || o.background {
		return
	}
	l.active = time.Now()
	if o.verb == "watch" {
		if status == http.StatusOK && !e.dead {
			l.watched[o.typ] = true
			l.watches[o.path]++
			delete(l.missing, o.path)
		}
		return
	}
	l.inFlight--
	l.expect(o)
}

// expect notes that a refused write is sent again, or that it has succeeded now.
func (l *life) expect(o *op) {
	switch {
	case !o.write:
	case o.failed():
		l.retries[o.line()] = time.Now()
	default:
		for line := range l.retries {
			if strings.Contains(line, " "+o.key+" ") {
				delete(l.retries, line)
			}
		}
	}
}

// ended records that a connection has ended; err nil: by the client.
func (l *life) ended(e *Endpoint, c *connection, o *op, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(e.open, c)
	if e.user || e.dead || o.background || o.verb != "watch" || o.status != http.StatusOK || l.watches[o.path] == 0 {
		return
	}
	if l.watches[o.path]--; l.watches[o.path] == 0 {
		delete(l.watches, o.path)
		if err != nil {
			l.missing[o.path] = time.Now()
		}
	}
}

// claim says of the changes since the op began which ones it has made.
func (l *life) claim(o *op, user bool) {
	for _, c := range l.changes[o.from:] {
		if !o.made(c) {
			continue
		}
		o.changes++
		removed := o.verb == "delete" || o.verb == "deletecollection"
		// An update can follow a creation that was not read yet. The first change by a delete is the removal itself, or the deletionTimestamp: then the one that takes away the last finalizer removes.
		if c.Type == "ADDED" && o.created || c.Type == "DELETED" && removed && o.changes == 1 {
			c.bySubject, c.byUser = !user, user
			return
		}
	}
}

func (o *op) made(c *change) bool {
	if c.bySubject || c.byUser || typeOf(c.Group, c.Resource) != o.typ {
		return false
	}
	if stem, generated := strings.CutSuffix(o.key, "*"); generated {
		return strings.HasPrefix(c.key, stem)
	}
	return o.verb == "deletecollection" || c.key == o.key
}

var reasons = map[int]string{409: "Conflict", 422: "Invalid", 429: "TooManyRequests", 500: "InternalError", 503: "ServiceUnavailable", 504: "Timeout"}

// refuse is the response of a plan.
func (l *life) refuse(e *Endpoint, r *http.Request, o *op, status int) *http.Response {
	done := o.status != 0
	text := fmt.Sprintf(`{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"disturbed by relist","reason":"%s","code":%d}`+"\n",
		reasons[status], status)
	header := http.Header{"Content-Type": {"application/json"}, "Content-Length": {strconv.Itoa(len(text))}}
	if status == http.StatusTooManyRequests {
		header.Set("Retry-After", "1")
	}
	if done {
		l.mu.Lock()
		o.status = status
		l.expect(o)
		l.mu.Unlock()
	} else {
		l.answered(e, o, status)
	}
	return &http.Response{Status: fmt.Sprintf("%d %s", status, http.StatusText(status)), StatusCode: status, Proto: "HTTP/1.1", ProtoMajor: 1,
		ProtoMinor: 1, Header: header, Body: io.NopCloser(strings.NewReader(text)), ContentLength: int64(len(text)), Request: r}
}
