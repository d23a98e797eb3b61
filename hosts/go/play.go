// SPDX-License-Identifier: Apache-2.0

package relist

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// Subject runs an informer or a controller against run.URL with run as its transport, until ctx ends.
type Subject func(ctx context.Context, run *Run) error

// Run is one life of a subject in a scenario.
type Run struct {
	// What a scenario's informer watches; of a controller, the first thing that it watches.
	Group, Version, Resource, Namespace string
	// IsController: the scenario has no handlers for it, so nothing that it would report is compared.
	IsController bool
	// TokenFile has the bearer token, for a client's BearerTokenFile; "": none is needed.
	TokenFile string

	play     *playing
	informer uint32
	cancel   context.CancelFunc
	dead     atomic.Bool
}

// Notification is what a subject's handler was called with.
type Notification struct {
	Type            string `json:"type"` // ADD, UPDATE, DELETE
	Key             string `json:"key"`  // namespace/name
	ResourceVersion string `json:"rv,omitempty"`
	Old             string `json:"oldRv,omitempty"` // of an update: the resourceVersion before
	Tombstone       bool   `json:"tombstone,omitempty"`
	Initial         bool   `json:"initial,omitempty"`
}

// URL is the address of the apiserver.
func (r *Run) URL() string { return "http://" + host }

// RoundTrip implements http.RoundTripper.
func (r *Run) RoundTrip(request *http.Request) (*http.Response, error) {
	if r.dead.Load() {
		return nil, errKilled
	}
	return r.play.engine.send(request, r.informer, flagRemote)
}

var errKilled = errors.New("relist: the scenario has killed this program")

// Notify reports a call of a handler.
func (r *Run) Notify(n Notification) { r.line("notify", n) }

// State reports the cache, from key to resourceVersion, and whether it has synced. The newest report counts.
func (r *Run) State(cache map[string]string, synced bool) {
	r.line("state", map[string]any{"cache": cache, "synced": synced})
}

// Error reports what the subject logs.
func (r *Run) Error(err error) { r.line("error", map[string]string{"message": err.Error()}) }

func (r *Run) line(name string, value any) {
	text, err := json.Marshal(map[string]any{name: value})
	if err != nil || r.dead.Load() {
		return
	}
	p := r.play
	p.engine.mu.Lock()
	defer p.engine.mu.Unlock()
	at := p.engine.put(append(text, 0))
	p.engine.call("relist_play_line", p.handle, uint64(r.informer), p.engine.now(), at, uint64(len(text)))
	p.engine.call("relist_free", at)
	p.wake()
}

// PlayOptions change how scenarios are run.
type PlayOptions struct {
	Seed     uint64        // 0: the scenario's
	Patience time.Duration // for what a subject has to see, in the bubble's time; 0: the scenario's, or 45 s
}

// Play runs the scenarios of the files that match the pattern, each cell as a subtest in a bubble of its own, with the subject in place
// of the informers. A failure reads as `relist run --world external` prints it. What cannot be run from outside is skipped by name.
func Play(t *testing.T, pattern string, subject Subject, options ...PlayOptions) {
	t.Helper()
	var o PlayOptions
	if len(options) > 0 {
		o = options[0]
	}
	files, err := filepath.Glob(pattern)
	if err == nil && len(files) == 0 {
		err = errors.New("no such file")
	}
	if err != nil {
		t.Fatalf("relist: %s: %v", pattern, err)
	}
	p, err := compiled()
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		cells, err := cellsOf(p, file)
		if err != nil {
			t.Run(filepath.Base(file), func(t *testing.T) { t.Fatal(err) })
			continue
		}
		for i, c := range cells {
			t.Run(filepath.Base(file)+c.suffix(), func(t *testing.T) {
				if c.skip != "" {
					t.Skipf("relist: %s%s: %s", file, c.suffix(), c.skip)
				}
				synctest.Test(t, func(t *testing.T) {
					again := fmt.Sprintf("go test -run '%s'", t.Name())
					o, err := playCell(p, file, uint32(i), subject, o, t.TempDir(), again)
					if err != nil {
						t.Fatal(err)
					}
					o.report(t, file)
				})
			})
		}
	}
}

type cell struct{ name, skip string }

func (c cell) suffix() string {
	if c.name == "" {
		return ""
	}
	return "[" + c.name + "]"
}

func cellsOf(p *program, file string) ([]cell, error) {
	e, scenario, err := load(p, file)
	if err != nil {
		return nil, err
	}
	defer e.close()
	count := e.call("relist_scenario_cells", scenario)
	record := e.out()
	cells := make([]cell, count)
	for i := range cells {
		cells[i] = cell{takeString(&record), takeString(&record)}
	}
	return cells, e.broken
}

func load(p *program, file string) (*engine, uint64, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, 0, err
	}
	e, err := p.instance("_initialize")
	if err != nil {
		return nil, 0, err
	}
	path, at := e.put([]byte(file)), e.put(text)
	scenario := e.call("relist_scenario_load", path, uint64(len(file)), at, uint64(len(text)))
	if e.broken == nil && scenario == 0 {
		err = fmt.Errorf("relist: the scenario is wrong\n%s", e.out())
	}
	if err = errors.Join(err, e.broken); err != nil {
		e.close()
		return nil, 0, err
	}
	return e, scenario, nil
}

// playing is the run of one cell.
type playing struct {
	engine  *engine
	handle  uint64
	subject Subject
	runs    map[uint32]*Run // the newest of each informer
	ended   sync.WaitGroup
	moved   chan struct{} // capacity 1
	folder  string
	token   string // its file
	err     error
}

// outcome is how a run ended, as relist_play_result() has it.
type outcome struct {
	status                     int32
	verdict, line, text, model string
}

func (p *playing) wake() {
	select {
	case p.moved <- struct{}{}:
	default:
	}
}

func playCell(program *program, file string, cell uint32, subject Subject, o PlayOptions, folder, again string) (*outcome, error) {
	e, scenario, err := load(program, file)
	if err != nil {
		return nil, err
	}
	defer e.close()
	e.begun, e.latency = time.Now(), crawl
	p := &playing{engine: e, subject: subject, runs: map[uint32]*Run{}, moved: make(chan struct{}, 1), folder: folder}
	p.handle = e.call("relist_play_new", scenario, uint64(cell), o.Seed, 0, uint64(o.Patience))
	e.server = e.call("relist_play_server", p.handle)
	e.buffer = e.call("relist_alloc", pullBytes)
	e.moved = p.wake
	if e.broken != nil || p.handle == 0 || e.buffer == 0 {
		return nil, errors.Join(e.broken, errMemory)
	}
	for p.step() {
	}
	for _, run := range p.runs {
		run.kill()
	}
	late := time.AfterFunc(time.Hour, func() { panic("relist: a subject has not returned an hour after its context ended") })
	p.ended.Wait()
	late.Stop()
	return p.outcome(again)
}

// step goes on with the scenario until it waits, does what it wants, and waits. False: the scenario has ended.
func (p *playing) step() bool {
	e := p.engine
	e.mu.Lock()
	more := e.call("relist_play_step", p.handle, e.now()) != 0
	until := e.begun.Add(time.Duration(int64(e.call("relist_play_until", p.handle))))
	var orders [][]byte
	for e.broken == nil && e.call("relist_play_order", p.handle) != 0 {
		orders = append(orders, e.out())
	}
	e.settle()
	select {
	case <-p.moved:
	default:
	}
	more = more && e.broken == nil
	e.mu.Unlock()
	for _, order := range orders {
		p.obey(order)
	}
	if !more {
		return false
	}
	timer := time.NewTimer(time.Until(until))
	defer timer.Stop()
	select {
	case <-p.moved:
	case <-timer.C:
	}
	synctest.Wait() // what the clients do now, they have done before the scenario looks
	return true
}

func (p *playing) obey(order []byte) {
	word, number := takeString(&order), takeString(&order)
	var informer uint32
	_, _ = fmt.Sscan(number, &informer)
	switch word {
	case "start":
		p.start(informer, order)
	case "stop":
		p.runs[informer].cancel()
	case "kill":
		p.runs[informer].kill()
	case "token":
		p.writeToken(takeString(&order))
	}
}

func (p *playing) writeToken(token string) {
	if p.token == "" {
		p.token = filepath.Join(p.folder, "token")
	}
	p.err = errors.Join(p.err, os.WriteFile(p.token, []byte(token), 0o600))
}

func (p *playing) start(informer uint32, order []byte) {
	run := &Run{Group: takeString(&order), Version: takeString(&order), Resource: takeString(&order), Namespace: takeString(&order),
		play: p, informer: informer}
	if token := takeString(&order); token != "" {
		if p.token == "" {
			p.writeToken(token)
		}
		run.TokenFile = p.token
	}
	run.IsController = takeString(&order) == "controller"
	var ctx context.Context
	ctx, run.cancel = context.WithCancel(context.Background())
	p.runs[informer] = run
	p.ended.Add(1)
	go func() {
		defer p.ended.Done()
		how := "returned"
		if err := p.subject(ctx, run); err != nil && ctx.Err() == nil {
			how = "returned an error: " + err.Error()
		}
		if run.dead.Load() {
			return
		}
		e := p.engine
		e.mu.Lock()
		defer e.mu.Unlock()
		at := e.put([]byte(how))
		e.call("relist_play_ended", p.handle, uint64(informer), at, uint64(len(how)))
		e.call("relist_free", at)
		p.wake()
	}()
}

func (r *Run) kill() {
	r.dead.Store(true)
	r.cancel()
}

func (p *playing) outcome(again string) (*outcome, error) {
	e := p.engine
	e.mu.Lock()
	defer e.mu.Unlock()
	at := e.put([]byte(again))
	status := int32(e.call("relist_play_result", p.handle, at, uint64(len(again))))
	record := e.out()
	return &outcome{status, takeString(&record), takeString(&record), takeString(&record), takeString(&record)}, errors.Join(p.err, e.broken)
}

func (o *outcome) report(t *testing.T, file string) {
	switch {
	case o.verdict == "pass":
		return
	case o.status == 0:
		t.Skipf("relist: %s:%s: %s", file, o.line, o.text)
	}
	if path, err := writePage(t.Name(), page(t.Name(), o.model)); err == nil {
		o.text += "page:  " + path + "\n"
	}
	t.Errorf("\n%s", o.text)
}
