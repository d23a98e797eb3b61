// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sort"
	"strings"
	"sync"
	"time"
)

// fuzzer makes random stories from client-go, has relist replay them, and makes small what differs.
type fuzzer struct {
	classic bool
	relist  string
	args    []string // of relist run
	out     string   // where stories go
	mu      sync.Mutex
	count   map[string]int
	example map[string]uint64
	found   []string
}

// runsAtFirst shows most stories that are not deterministic, runsToBeSure nearly all orders of a map.
const (
	runsAtFirst  = 8
	runsToShrink = 24
	runsToBeSure = 160
)

func fuzz(args []string) error {
	flags := flag.NewFlagSet("fuzz", flag.ExitOnError)
	n := flags.Int("n", 1000, "how many stories")
	seed := flags.Uint64("seed", uint64(time.Now().Unix()), "of the first story; the next have the next")
	jobs := flags.Int("j", runtime.NumCPU(), "stories at a time")
	f := fuzzer{count: map[string]int{}, example: map[string]uint64{}}
	flags.BoolVar(&f.classic, "classic", false, "stories for client-go with DeltaFIFO (0.32)")
	flags.StringVar(&f.relist, "relist", "build/relist", "the program that replays")
	flags.StringVar(&f.out, "out", "build/oracle/fuzz", "folder for the stories that differ")
	if err := flags.Parse(args); err != nil {
		return err
	}
	f.args = flags.Args()
	if err := os.MkdirAll(f.out, 0o755); err != nil {
		return err
	}
	began := time.Now()
	gate := make(chan struct{}, *jobs)
	var all sync.WaitGroup
	for i := range *n {
		gate <- struct{}{}
		all.Go(func() {
			defer func() { <-gate }()
			f.one(*seed + uint64(i))
		})
	}
	all.Wait()
	fmt.Printf("client-go %s, seeds %d to %d, %v\n", clientGo(), *seed, *seed+uint64(*n)-1, time.Since(began).Round(time.Second))
	var names []string
	for name := range f.count {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		fmt.Printf("%7d %s (seed %d)\n", f.count[name], name, f.example[name])
	}
	if len(f.found) > 0 {
		return fmt.Errorf("%d stories differ, in %s", len(f.found), f.out)
	}
	return nil
}

func (f *fuzzer) note(seed uint64, what string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.count[what]++
	f.example[what] = seed
}

// one makes, checks and, if need be, shrinks the story of one seed.
func (f *fuzzer) one(seed uint64) {
	s, err := f.make(seed)
	if err != nil {
		f.note(seed, "not made: "+cause(err))
		return
	}
	text, err := recordEagerly(s, runsAtFirst)
	if err != nil {
		f.note(seed, "client-go's own chance: "+cause(err))
		return
	}
	path := filepath.Join(f.out, s.header.Name+".jsonl")
	said, same := f.replay(path, text)
	if same {
		f.note(seed, "the same")
		return
	}
	// Orders of a map that eight runs have not shown?
	if text, err = recordEagerly(s, runsToBeSure); err != nil {
		f.note(seed, "client-go's own chance: "+cause(err))
		return
	}
	if said, same = f.replay(path, text); same {
		f.note(seed, "the same")
		return
	}
	small, said := f.shrink(s, text, said)
	path = filepath.Join(f.out, s.header.Name+"-small.jsonl")
	if err := os.WriteFile(path, []byte(small), 0o644); err != nil {
		said = err.Error()
	}
	if err := os.WriteFile(filepath.Join(f.out, s.header.Name+".jsonl"), []byte(text), 0o644); err != nil {
		said = err.Error()
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.count["different"]++
	f.example["different"] = seed
	f.found = append(f.found, path)
	fmt.Printf("seed %d: %s\n%s\n", seed, path, said)
}

// cause cuts an error down to what many have in common.
func cause(err error) string {
	text := err.Error()
	for _, known := range []string{"no wait of client-go's", "is told other things", "lines where the first has", "where the first says",
		"no request within", "neither moves nor waits"} {
		if strings.Contains(text, known) {
			return known
		}
	}
	return text
}

// make has a child make the story of a seed, and gives it as a script.
func (f *fuzzer) make(seed uint64) (*story, error) {
	head := randomHeader(seed, f.classic)
	first := encode(head)
	runs, err := play(&head, job{First: first, Runs: 1, Eager: true, Seed: &seed})
	if err != nil {
		return nil, err
	}
	s := &story{first: first, header: head}
	for _, row := range runs[0] {
		l, err := parseLine(row.Text)
		if err != nil {
			return nil, fmt.Errorf("%.200s: %w", row.Text, err)
		}
		l.burst = row.Burst
		s.lines = append(s.lines, l)
	}
	return s, nil
}

func recordEagerly(s *story, runs int) (string, error) {
	j := jobOf(s, runs)
	j.Eager = true
	return recordJob(s, j)
}

// isNoStory begins what replay gives for a text that relist does not take for a story.
const isNoStory = "no story: "

// replay has relist play a story, and gives what it says if that fails.
func (f *fuzzer) replay(path, text string) (string, bool) {
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		return err.Error(), false
	}
	defer os.Remove(path)
	args := append([]string{"run", "-q"}, f.args...)
	out, err := exec.Command(f.relist, append(args, path)...).CombinedOutput()
	if err == nil {
		return "", true
	}
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() < 0 {
		return fmt.Sprintf("%v\n%s", err, out), false
	}
	what := string(bytes.TrimSpace(out))
	if exit.ExitCode() == 2 {
		what = isNoStory + what
	}
	return what, false
}

// shrink leaves out lines, and what the header asks for, while relist still differs.
func (f *fuzzer) shrink(s *story, text, said string) (string, string) {
	deadline := time.Now().Add(2 * time.Minute)
	path := filepath.Join(f.out, s.header.Name+"-try.jsonl")
	differs := func(t *story) bool {
		if time.Now().After(deadline) {
			return false
		}
		now, err := recordEagerly(t, runsToShrink)
		if err != nil {
			return false
		}
		what, same := f.replay(path, now)
		if same || strings.HasPrefix(what, isNoStory) {
			return false
		}
		if now, err = recordEagerly(t, runsToBeSure); err != nil {
			return false
		}
		if what, same = f.replay(path, now); !same {
			text, said = now, what
		}
		return !same
	}
	now := &story{first: s.first, header: s.header, lines: s.script()}
	for _, change := range simpler {
		head := now.header
		change(&head)
		try := &story{header: head, first: encode(head), lines: now.lines}
		if differs(try) {
			now = try
		}
	}
	// The last line, a state, stays.
	for size := len(now.lines) / 2; size > 0; size /= 2 {
		for from := len(now.lines) - 1 - size; ; from -= size {
			from = max(from, 0)
			to := min(from+size, len(now.lines)-1)
			if to > from {
				try := &story{first: now.first, header: now.header}
				try.lines = append(append(try.lines, now.lines[:from]...), now.lines[to:]...)
				if differs(try) {
					now = try
				}
			}
			if from == 0 {
				break
			}
		}
	}
	return text, said
}

// simpler are what a header can do without.
var simpler = []func(*header){
	func(h *header) {
		h.Informer = options{Indexers: []string{"namespace"}, WatchList: h.Informer.WatchList}
	},
	func(h *header) { h.Informer.Transform = "" },
	func(h *header) { h.Informer.Resync = 0 },
	func(h *header) { h.Informer.Gates = nil },
	func(h *header) { h.Informer.PageSize = 0 },
	func(h *header) { h.Informer.Indexers = []string{"namespace"} },
	func(h *header) { h.Informer.LabelSelector, h.Informer.FieldSelector, h.Informer.Namespace = "", "", "" },
	func(h *header) { h.Handlers = h.Handlers[:min(1, len(h.Handlers))] },
}
