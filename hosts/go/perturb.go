// SPDX-License-Identifier: Apache-2.0

package relist

import (
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// Story is what the users of a controller do, without what the controller should do.
type Story struct {
	// Options of each life's server. Perturb adds a second backend and, unless NoGarbageCollection, the garbage collector.
	Options             Options
	NoGarbageCollection bool
	Steps               []Step
}

// Step is one act of the users. After it Perturb waits until the program is at rest.
type Step struct {
	// Name is shown in reports: "create sites/default/web".
	Name string
	// Do sends the requests, with users as the transport of its clients. An error ends the test.
	Do func(ctx context.Context, users *Endpoint) error
}

// Program runs a controller against api.URL() with api as its transport, until ctx ends. It is called again after each crash. All
// goroutines that it has started must end with ctx. An earlier return is the program's own end: it is restarted, at most twice.
type Program func(ctx context.Context, api *Endpoint) error

// Family is a kind of disturbance: docs/perturb.md describes each.
type Family string

// The families. Drift is not among the default ones: many controllers do not restore what others change.
const (
	Crash      Family = "crash"      // the program dies after a write, or at rest, and is started again
	Refused    Family = "refused"    // a write is answered with an error, before or after it was done
	Unobserved Family = "unobserved" // a state is overwritten before the program sees it
	Stale      Family = "stale"      // a restart on an apiserver whose cache shows an earlier state
	Held       Family = "held"       // the events of one type arrive only after the program's own writes
	Overlap    Family = "overlap"    // the next step comes in the middle of the program's reaction
	Wire       Family = "wire"       // all watches end
	Drift      Family = "drift"      // another client deletes, alters or disowns what the program made
)

var families = []Family{Crash, Refused, Unobserved, Stale, Held, Overlap, Wire, Drift}

// PerturbOptions change the search. The zero value tries every plan of the default families.
type PerturbOptions struct {
	// Families: nil: all but Drift.
	Families []Family
	// Only: the plans whose name begins so, as `again:` of a report has it. The variable RELIST_PERTURB is used if it is empty.
	Only string
	// Plans: at most so many, the likeliest first. 0: all.
	Plans int
	// References: undisturbed lives. 0: 3.
	References int
	// Quiet: without a request of the program for so long, it is at rest. 0: the longest of 30 s, 5 s and 1 s at which it comes to rest.
	Quiet time.Duration
	// Late: how long the end state is awaited after the last rest. 0: 2 min.
	Late time.Duration
	// Limit of the wait for a rest. 0: 10 min. These times are the bubble's: they cost nothing.
	Limit time.Duration
	// Parallel lives. 0: GOMAXPROCS.
	Parallel int
	// Seed of the servers. 0: that of Story.Options.
	Seed uint64
}

func (o PerturbOptions) defaults(story *Story) PerturbOptions {
	if o.Families == nil {
		o.Families = families[:len(families)-1]
	}
	if o.Only == "" {
		o.Only = os.Getenv("RELIST_PERTURB")
	}
	if o.References <= 0 {
		o.References = 3
	}
	if o.Late == 0 {
		o.Late = 2 * time.Minute
	}
	if o.Limit == 0 {
		o.Limit = 10 * time.Minute
	}
	if o.Parallel <= 0 {
		o.Parallel = runtime.GOMAXPROCS(0)
	}
	if o.Seed == 0 {
		o.Seed = max(story.Options.Seed, 1)
	}
	return o
}

// Perturb runs the program through the story, undisturbed and then with one disturbance at a time, each life in a bubble of
// testing/synctest with a server of its own, and compares. Each group of findings with one cause is a failed subtest, whose text has the
// disturbance, what became of it, and how to repeat it. Without findings the test passes, and its log has the numbers.
//
// The same seed gives the same plans. Call it outside of bubbles.
func Perturb(t *testing.T, story Story, program Program, options ...PerturbOptions) {
	t.Helper()
	var o PerturbOptions
	if len(options) > 0 {
		o = options[0]
	}
	result, err := SearchPerturbations(t, story, program, o)
	if err != nil {
		t.Fatalf("relist: %v", err)
	}
	for _, group := range result.Groups {
		t.Run(group.Title, func(t *testing.T) { t.Error("\n" + group.Text) })
	}
	t.Log("relist: " + result.Summary())
}

// Perturbations is the result of a search.
type Perturbations struct {
	Lives  int      // all that were lived: undisturbed ones, tries and repetitions
	Plans  []string // the names of the plans that were tried, the likeliest first
	Missed []string // those whose point their life did not reach
	// Doubtful has plans with findings that most repetitions did not show.
	Doubtful []string
	// NotCompared has the keys of objects that exist at the end of some undisturbed lives only, or in different numbers, and the fields
	// ("sites.example.com status.phase") whose values differ between them.
	NotCompared []string
	Groups      []PerturbGroup
	Took        time.Duration // in real time
}

// PerturbGroup has the findings of one cause.
type PerturbGroup struct {
	Title string   // "it deletes what it must keep"
	Kind  string   // panic, deleted, surplus, missing, differs, created, restless, crash-loop, storm, step
	Type  string   // "configmaps", "sites.example.com", or ""
	Plans []string // their names
	Text  string   // the whole report of the group
}

// Summary is one line.
func (p *Perturbations) Summary() string {
	failed := 0
	for _, group := range p.Groups {
		failed += len(group.Plans)
	}
	text := fmt.Sprintf("%d plans: %d passed, %d failed in %d groups, %d doubtful, %d not reached; %d lives in %.1f s", len(p.Plans),
		len(p.Plans)-failed-len(p.Doubtful)-len(p.Missed), failed, len(p.Groups), len(p.Doubtful), len(p.Missed), p.Lives, p.Took.Seconds())
	if len(p.NotCompared) > 0 {
		text += "; not compared, as undisturbed lives differ in it: " + strings.Join(p.NotCompared, ", ")
	}
	return text
}

// search is a search under way.
type search struct {
	t       *testing.T
	story   *Story
	program Program
	o       PerturbOptions
	kinds   kinds
	loaded  loaded
	lives   atomic.Int64
	noise   *noise
}

// SearchPerturbations is Perturb without its verdict about the test. An error: the story cannot be judged, or no plan fits.
func SearchPerturbations(t *testing.T, story Story, program Program, o PerturbOptions) (*Perturbations, error) {
	t.Helper()
	begun := time.Now()
	if len(story.Steps) == 0 {
		return nil, errors.New("the story has no steps")
	}
	if inBubble() {
		return nil, errors.New("Perturb makes its own bubbles: call it outside of synctest.Test")
	}
	s := &search{t: t, story: &story, program: program, o: o.defaults(&story)}
	plans, err := s.prepare()
	if err != nil {
		return nil, err
	}
	tried := make([]*tried, len(plans))
	s.each(len(plans), func(i int) { tried[i] = s.try(plans[i]) })
	result := &Perturbations{NotCompared: s.noise.notCompared()}
	for _, one := range tried {
		result.Plans = append(result.Plans, one.plan.name)
		switch {
		case one.life.broken != nil:
			return nil, fmt.Errorf("%s: %w", one.plan.name, one.life.broken)
		case one.failed:
			result.group(one)
		case one.seen > 0:
			result.Doubtful = append(result.Doubtful, one.plan.name)
		case !one.life.hit:
			result.Missed = append(result.Missed, one.plan.name)
		}
	}
	if len(result.Missed) == len(plans) {
		return nil, fmt.Errorf("none of the %d plans has reached its point", len(plans))
	}
	for i := range result.Groups {
		s.describe(&result.Groups[i], tried)
	}
	result.Lives = int(s.lives.Load())
	result.Took = time.Since(begun)
	return result, nil
}

// each calls work for each number below n, in several goroutines.
func (s *search) each(n int, work func(i int)) {
	var wait sync.WaitGroup
	var next atomic.Int64
	for range min(s.o.Parallel, n) {
		wait.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				work(i)
			}
		})
	}
	wait.Wait()
}

// live lives once, in a bubble.
func (s *search) live(p *plan, seed uint64, quiet time.Duration, page bool) *life {
	s.lives.Add(1)
	if p != nil && testing.Verbose() && s.o.Only != "" {
		s.t.Logf("relist: %s: %s", p.name, p.sentence)
	}
	l := &life{plan: p, noise: s.noise, kinds: &s.kinds, loaded: &s.loaded, quiet: quiet, late: s.o.Late, limit: s.o.Limit}
	synctest.Test(s.t, func(t *testing.T) { l.run(s.story, s.program, seed, page) })
	return l
}

// prepare lives the undisturbed lives, learns their differences, and plans.
func (s *search) prepare() ([]*plan, error) {
	quiets := []time.Duration{30 * time.Second, 5 * time.Second, time.Second}
	if s.o.Quiet != 0 {
		quiets = []time.Duration{s.o.Quiet}
	}
	references := make([]*life, s.o.References)
	for _, quiet := range quiets {
		s.o.Quiet = quiet
		s.each(len(references), func(i int) { references[i] = s.live(nil, s.o.Seed+uint64(i%2), quiet, false) })
		if !references[0].unsettled {
			break
		}
	}
	for _, l := range references {
		if err := l.refusal(); err != nil {
			return nil, err
		}
	}
	s.noise = learn(references)
	plans := makePlans(references, s.noise, s.o.Families)
	chosen := plans[:0:0]
	for _, p := range plans {
		if strings.HasPrefix(p.name, s.o.Only) {
			chosen = append(chosen, p)
		}
	}
	if len(chosen) == 0 {
		return nil, fmt.Errorf("no plan of %d begins with %q: %s", len(plans), s.o.Only, sample(plans))
	}
	if s.o.Plans > 0 && len(chosen) > s.o.Plans {
		chosen = chosen[:s.o.Plans]
	}
	return chosen, nil
}

func sample(plans []*plan) string {
	var names []string
	for _, p := range plans[:min(len(plans), 20)] {
		names = append(names, p.name)
	}
	return strings.Join(names, " ")
}

// tried is a plan and its lives.
type tried struct {
	plan         *plan
	life         *life // one with findings, if there is any
	findings     []finding
	tries, seen  int
	failed, hard bool
}

const triesMax = 3

// try lives a plan, and again if it has findings: a hard one counts if it was seen once, others unless most repetitions end correctly.
func (s *search) try(p *plan) *tried {
	one := &tried{plan: p}
	healed := 0
	for one.tries < triesMax && one.seen < 2 {
		l := s.live(p, s.o.Seed, s.o.Quiet, false)
		one.tries++
		found := judge(s.noise, l)
		if len(found) > 0 {
			one.seen++
		} else if l.hit {
			healed++
		}
		if one.life == nil || len(found) > 0 {
			one.life, one.findings = l, found
		}
		if one.seen == 0 || l.broken != nil {
			return one
		}
		one.hard = one.hard || len(found) > 0 && found[0].kind.hard
	}
	one.failed = one.hard || one.seen > healed
	return one
}

// --- the report ---

func (p *Perturbations) group(one *tried) {
	worst := one.findings[0]
	for i := range p.Groups {
		if p.Groups[i].Text == worst.group() {
			p.Groups[i].Plans = append(p.Groups[i].Plans, one.plan.name)
			return
		}
	}
	p.Groups = append(p.Groups, PerturbGroup{Title: worst.kind.title, Kind: worst.kind.word, Type: worst.typ,
		Plans: []string{one.plan.name}, Text: worst.group()})
}

const plansShown = 5

// describe writes the report of a group. Its first plan lives once more, with a page of all requests and events.
func (s *search) describe(g *PerturbGroup, all []*tried) {
	var text strings.Builder
	fmt.Fprintf(&text, "%s (%d of %d plans)\n", g.Title, len(g.Plans), len(all))
	first := true
	for _, one := range all {
		if !one.failed || one.findings[0].group() != g.Text {
			continue
		}
		if first {
			for _, f := range one.findings {
				fmt.Fprintf(&text, "  %s\n", f.what)
			}
			fmt.Fprintf(&text, "when %s (%d of %d tries)\n", one.plan.sentence, one.seen, one.tries)
			fmt.Fprintf(&text, "again: RELIST_PERTURB='%s' go test -run '%s'\n", one.plan.name, pattern(s.t.Name()))
			if l := s.live(one.plan, s.o.Seed, s.o.Quiet, true); l.page != "" {
				fmt.Fprintf(&text, "page:  %s\n", l.page)
			}
			if s.o.Only != "" {
				text.WriteString(one.life.requests())
			}
			first = false
		}
	}
	for i, name := range g.Plans {
		if i == 0 || i > plansShown {
			continue
		}
		fmt.Fprintf(&text, "also:  %s\n", name)
	}
	if more := len(g.Plans) - plansShown - 1; more > 0 {
		fmt.Fprintf(&text, "and %d more\n", more)
	}
	g.Text = text.String()
}

// pattern is the argument of -run for this test alone.
func pattern(name string) string {
	parts := strings.Split(name, "/")
	for i, part := range parts {
		parts[i] = "^" + regexp.QuoteMeta(part) + "$"
	}
	return strings.Join(parts, "/")
}
