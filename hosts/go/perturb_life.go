// SPDX-License-Identifier: Apache-2.0

package relist

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"sync"
	"testing/synctest"
	"time"
)

const (
	exitsMax      = 3
	watchBack     = 75 * time.Second // client-go's reflector waits up to 60 s
	retryBack     = 90 * time.Second // after a refused request, for another try
	blindMax      = time.Minute      // a program that is shown an old state may retry until that ends
	endMax        = 5 * time.Minute  // for the program's end, once its context has ended
	requestsMax   = 20000            // of a life, if no undisturbed one is known
	stormFactor   = 20
	unreadMax     = 200 // a call returns at most 1,000 changes
	stormRequests = 300
	stormWrites   = 100
)

// change is one of the store's.
type change struct {
	Change
	key               string
	bySubject, byUser bool // created or removed by the program; by the users
	after             bool // the disturbance had begun
}

// life is one life of the program with its story. Goroutines of the program and the users share it under mu.
type life struct {
	plan               *plan  // nil: undisturbed
	noise              *noise // nil: of a reference
	kinds              *kinds
	loaded             *loaded
	quiet, late, limit time.Duration
	steps              []Step

	server  *Server
	program Program
	users   *Endpoint
	begun   time.Time
	first   uint64   // the revision before the program's start
	done    []uint64 // by step, from 1: the revision when it was done, and at rest after it
	rest    []uint64

	mu        sync.Mutex
	alive     *Endpoint // nil: none
	step      int
	ops       []*op
	used      []*op // writes of the users
	unread    []*op // writes of the program whose changes were not read yet
	changes   []*change
	revision  uint64
	prefixes  map[string]bool // "configmaps/default/web-": given as generateName
	watched   map[string]bool // types
	acted     int             // how often the plan has met a write
	away      bool            // no connection reaches the server
	stale     bool
	holds     *Active // the events that are held; nil: none
	hit       bool
	overlaps  chan struct{} // a response waits for the users' next step; nil: none
	early     int           // the step that was done so; 0: none
	killed    bool          // the plan wants the program's death
	sent      int           // requests that count, and among them
	wrote     int           // writes
	unseen    int           // requests while the program is shown an old state: retries end with it
	inFlight  int
	active    time.Time
	successes map[string]int       // writes by line and step
	retries   map[string]time.Time // lines of refused writes: when
	watches   map[string]int       // paths: open ones
	missing   map[string]time.Time // paths of broken watches: since when
	moved     chan struct{}        // capacity 1

	unsettled bool
	exits     int
	exit      string // of the last one
	panicked  bool
	refused   error // of a step: the story has not gone on
	broken    error // the life cannot be judged
	page      string
	end       map[string]map[string]any // the objects at the end by key
}

func (l *life) run(story *Story, program Program, seed uint64, page bool) {
	options := story.Options
	options.Seed, options.Backends = seed, max(options.Backends, 2)
	options.GarbageCollection = !story.NoGarbageCollection
	if page {
		options.timeline = true
	} else {
		options.loaded = l.loaded
	}
	server, err := Start(options)
	if err != nil {
		l.broken = err
		return
	}
	defer server.Close()
	l.steps = story.Steps
	l.server, l.program, l.begun, l.active = server, program, time.Now(), time.Now()
	l.successes = map[string]int{}
	l.prefixes, l.watched, l.retries = map[string]bool{}, map[string]bool{}, map[string]time.Time{}
	l.watches, l.missing, l.moved = map[string]int{}, map[string]time.Time{}, make(chan struct{}, 1)
	l.done, l.rest = make([]uint64, len(story.Steps)+1), make([]uint64, len(story.Steps)+1)
	l.users = &Endpoint{life: l, user: true, open: map[*connection]bool{}}
	l.sync()
	l.first = l.revision
	l.start()
	l.settle()
	for i, step := range story.Steps {
		if !l.over() {
			l.act(i+1, step)
		}
	}
	if !l.over() {
		l.endOfStory()
	}
	if !l.over() {
		time.Sleep(l.late)
		l.settle()
	}
	l.kill()
	l.sync()
	l.readEnd()
	if page {
		l.writePage(story)
	}
}

func (l *life) over() bool {
	return l.unsettled || l.refused != nil || l.broken != nil || l.exits >= exitsMax
}

func (l *life) fail(err error) {
	if l.broken == nil && err != nil {
		l.broken = err
	}
}

// --- the program ---

func (l *life) start() {
	ctx, cancel := context.WithCancel(context.Background())
	e := &Endpoint{life: l, cancel: cancel, ended: make(chan struct{}), open: map[*connection]bool{}}
	l.mu.Lock()
	l.alive, l.active = e, time.Now()
	l.mu.Unlock()
	go func() {
		defer close(e.ended)
		defer e.Recover()
		e.err = l.program(ctx, e)
		l.wake()
	}()
}

func (l *life) wake() {
	select {
	case l.moved <- struct{}{}:
	default:
	}
}

// kill ends the program as SIGKILL does: nothing of it reaches the server any more. Then its goroutines end.
func (l *life) kill() {
	l.mu.Lock()
	e := l.alive
	l.alive, l.killed = nil, false
	if e != nil {
		e.dead = true
	}
	for path := range l.watches {
		l.missing[path] = time.Now()
	}
	clear(l.watches)
	clear(l.retries)
	l.mu.Unlock()
	if e == nil {
		return
	}
	e.breakConnections()
	e.cancel()
	late := time.NewTimer(endMax)
	defer late.Stop()
	select {
	case <-e.ended:
	case <-late.C:
		// A bubble cannot end with it either.
		panic(fmt.Sprintf("relist: the program has not returned %v after its context ended", endMax))
	}
}

// reap deals with a program that has ended by itself.
func (l *life) reap() {
	e := l.alive
	l.exits++
	l.exit = "it returned"
	if e.panicked != "" {
		l.exit, l.panicked = "panic: "+e.panicked, true
	} else if e.err != nil {
		l.exit = "it returned an error: " + e.err.Error()
	}
	l.kill()
	if l.exits < exitsMax {
		time.Sleep(time.Second)
		l.start()
	}
}

// --- rest ---

// due says when the program is at rest if nothing happens before.
func (l *life) due() time.Time {
	due := l.active.Add(l.quiet)
	for _, since := range l.retries {
		due = latest(due, since.Add(max(retryBack, l.quiet)))
	}
	for _, since := range l.missing {
		due = latest(due, since.Add(max(watchBack, l.quiet)))
	}
	if l.inFlight > 0 {
		due = latest(due, time.Now().Add(time.Second))
	}
	return due
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

func (l *life) blind() bool { return l.stale || l.holds != nil }

// flooded: the program sends requests without an end. Each costs a millisecond of the bubble then, so nothing else would end it soon.
func (l *life) flooded(requests int) bool {
	if l.noise == nil {
		return requests > requestsMax
	}
	return requests > max(stormRequests, stormFactor*l.noise.requests)
}

// settle waits until the program is at rest.
func (l *life) settle() {
	begun := time.Now()
	for !l.over() {
		synctest.Wait()
		l.mu.Lock()
		due, killed, e, blind, storm, unseen := l.due(), l.killed, l.alive, l.blind(), l.flooded(l.sent), l.flooded(l.unseen)
		overlaps := l.overlaps
		l.mu.Unlock()
		if overlaps != nil {
			l.actEarly(overlaps)
			continue
		}
		if e != nil {
			select {
			case <-e.ended:
				l.reap()
				continue
			default:
			}
		}
		now := time.Now()
		switch {
		case killed:
			l.kill()
			l.start()
			continue
		case !now.Before(due) || blind && (unseen || now.Sub(begun) >= blindMax):
			l.sync()
			return
		case storm || now.Sub(begun) >= l.limit:
			l.unsettled = true
			return
		}
		timer := time.NewTimer(due.Sub(now))
		select {
		case <-timer.C:
		case <-l.moved:
		}
		timer.Stop()
	}
}

// --- the story ---

// overlap holds a response until the users' next step is done.
func (l *life) overlap(ctx context.Context) {
	done := make(chan struct{})
	l.mu.Lock()
	l.overlaps = done
	l.mu.Unlock()
	l.wake()
	select {
	case <-done:
	case <-ctx.Done():
	}
}

// actEarly does the step that the held response waits for. If it fails, its users try again when it is due.
func (l *life) actEarly(done chan struct{}) {
	i := l.plan.last
	l.mu.Lock()
	l.step, l.overlaps = i, nil
	l.mu.Unlock()
	if err := l.steps[i-1].Do(context.Background(), l.users); err == nil {
		l.early = i
	}
	l.sync()
	l.done[i] = l.revision
	l.mu.Lock()
	l.active = time.Now()
	l.mu.Unlock()
	close(done)
}

func (l *life) do(i int, step Step) error {
	if i == l.early {
		return nil
	}
	l.mu.Lock()
	l.step = i
	l.mu.Unlock()
	return step.Do(context.Background(), l.users)
}

func (l *life) act(i int, step Step) {
	l.beginAt(i)
	err := l.do(i, step)
	if err != nil && l.hit { // the users try again: a finalizer can keep a name while the program sees nothing
		if l.away {
			l.comeBack()
		}
		l.release()
		l.settle()
		err = step.Do(context.Background(), l.users)
	}
	if err != nil {
		l.refused = fmt.Errorf("step %d, %s: %w", i, step.Name, err)
		return
	}
	l.sync()
	if i != l.early {
		l.done[i] = l.revision
	}
	p := l.plan
	waits := !l.away && !p.is(swallow, i)
	if p.endsAt(leave, i) && l.away {
		l.comeBack()
		waits = true
	}
	if waits {
		l.settle()
	} else {
		time.Sleep(time.Second)
	}
	if p.endsAt(hold, i) && !l.over() {
		l.release()
		l.settle()
	}
	if p.is(restart, i) && !l.over() {
		l.begin()
		l.kill()
		l.start()
		l.settle()
	}
	l.rest[i] = l.revision
}

func (l *life) begin() {
	l.sync()
	l.mu.Lock()
	l.hit = true
	l.mu.Unlock()
}

// beginAt begins what begins before the step.
func (l *life) beginAt(i int) {
	p := l.plan
	switch {
	case p.is(hold, i):
		l.begin()
		held, err := l.server.Add(HoldEvents{Rule{Match: matchOf(p.typ)}})
		l.fail(err)
		l.mu.Lock()
		l.holds = held
		l.mu.Unlock()
	case p.is(swallow, i):
		l.begin()
		match := matchOf(p.typ)
		match.Namespace, match.Name = namespaceAndName(p.key)
		_, err := l.server.Add(DropEvent{Rule{Match: match}})
		l.fail(err)
	case p.is(leave, i):
		l.goAway()
	case p.is(breakWatches, i):
		l.goAway()
		synctest.Wait()
		l.comeBack()
	case p.is(endWatches, i):
		l.begin()
		_, err := l.server.EndWatches(WatchesEnd, Match{})
		l.fail(err)
	}
}

func (l *life) release() {
	if l.holds == nil {
		return
	}
	l.fail(l.holds.Remove())
	l.mu.Lock()
	l.holds, l.active = nil, time.Now()
	l.mu.Unlock()
}

func (l *life) goAway() {
	l.begin()
	l.mu.Lock()
	l.away = true
	e := l.alive
	l.mu.Unlock()
	if e != nil {
		e.breakConnections()
	}
}

func (l *life) comeBack() {
	l.fail(l.server.Compact())
	l.mu.Lock()
	l.away = false
	l.active = time.Now()
	l.mu.Unlock()
}

func (l *life) endOfStory() {
	p := l.plan
	switch {
	case p == nil:
	case p.how == staleRestart:
		l.restartStale()
	case p.how == remove || p.how == alter:
		l.drift()
	}
}

func (l *life) restartStale() {
	p := l.plan
	revision := l.done[p.step]
	if p.reacted {
		revision = l.rest[p.step]
	}
	l.kill()
	l.begin()
	l.fail(l.server.SetBackend(BackendState{Backend: 1, ResourceVersion: strconv.FormatUint(revision, 10)}))
	l.mu.Lock()
	l.stale = true
	l.mu.Unlock()
	l.start()
	l.settle()
	l.mu.Lock()
	l.stale = false
	l.active = time.Now()
	l.mu.Unlock()
	now := uint64(0)
	l.fail(l.server.SetBackend(BackendState{Backend: 1, Behind: &now}))
	l.settle()
}

func (l *life) drift() {
	p := l.plan
	object := l.object(p.key)
	if object == nil {
		return
	}
	var m manifest
	text, err := json.Marshal(object)
	if err == nil {
		err = json.Unmarshal(text, &m)
	}
	if err != nil {
		l.fail(err)
		return
	}
	l.begin()
	method := "DELETE"
	if p.how == alter {
		method = "PATCH"
	}
	l.fail(l.users.sendManifest(context.Background(), method, m, []byte(p.patch)))
	l.settle()
}
