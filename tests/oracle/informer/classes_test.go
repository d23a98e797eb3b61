// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"
	fcache "k8s.io/client-go/tools/cache/testing"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/klog/v2"
)

// What client-go's classes that no informer uses do: the file has scripts of calls with what each call
// gives. tests/informer/test_client_go_classes.c makes the same calls of relist's. With -update the
// scripts are drawn again, besides those with a name of their own, which stay.

const classesFile = "../../golden/client-go-classes.jsonl"

// classScript is one object's life. A call is words; its result stands at its place in Want.
type classScript struct {
	Class string   `json:"class"`
	Name  string   `json:"name"`
	Calls []string `json:"calls"`
	Want  []string `json:"want"`
}

// subject makes calls of one object.
type subject interface {
	call(words []string) string
	end()
}

var subjects = map[string]func() subject{
	"workqueue": newQueueSubject, "mutationcache": newMutationSubject, "ttlstore": newTTLSubject, "undeltastore": newUndeltaSubject,
	"registrations": newRegistrationSubject, "factories": newFactorySubject,
}

func number(word string) int {
	n, err := strconv.Atoi(word)
	if err != nil {
		panic(err)
	}
	return n
}

func ms(word string) time.Duration { return time.Duration(number(word)) * time.Millisecond }

// object is a ConfigMap: its name, resourceVersion, uid and label app.
func object(name, rv, uid, app string) *unstructured.Unstructured {
	o := &unstructured.Unstructured{}
	o.SetAPIVersion("v1")
	o.SetKind("ConfigMap")
	o.SetName(name)
	o.SetResourceVersion(rv)
	o.SetUID(types.UID(uid))
	o.SetLabels(map[string]string{"app": app})
	return o
}

func versionsOf(objects []any) string {
	var all []string
	for _, o := range objects {
		u := o.(metav1.Object)
		all = append(all, u.GetName()+"="+u.GetResourceVersion())
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}

// --- work queues ---

// counts is what a queue tells its metrics.
type counts struct {
	adds, depth, retries int
	latency, work        float64
}

type metric struct {
	add     func(int)
	observe func(float64)
}

func (m metric) Inc()              { m.add(1) }
func (m metric) Dec()              { m.add(-1) }
func (m metric) Set(float64)       {}
func (m metric) Observe(v float64) { m.observe(v) }

func (c *counts) NewDepthMetric(string) workqueue.GaugeMetric {
	return metric{add: func(n int) { c.depth += n }}
}
func (c *counts) NewAddsMetric(string) workqueue.CounterMetric {
	return metric{add: func(n int) { c.adds += n }}
}
func (c *counts) NewRetriesMetric(string) workqueue.CounterMetric {
	return metric{add: func(n int) { c.retries += n }}
}
func (c *counts) NewLatencyMetric(string) workqueue.HistogramMetric {
	return metric{observe: func(v float64) { c.latency += v }}
}
func (c *counts) NewWorkDurationMetric(string) workqueue.HistogramMetric {
	return metric{observe: func(v float64) { c.work += v }}
}
func (c *counts) NewUnfinishedWorkSecondsMetric(string) workqueue.SettableGaugeMetric {
	return metric{}
}
func (c *counts) NewLongestRunningProcessorSecondsMetric(string) workqueue.SettableGaugeMetric {
	return metric{}
}

type queueSubject struct {
	q       workqueue.TypedRateLimitingInterface[string]
	counts  *counts
	drained chan struct{}
}

func newQueueSubject() subject {
	s := &queueSubject{counts: &counts{}}
	s.q = workqueue.NewTypedRateLimitingQueueWithConfig(
		workqueue.NewTypedItemExponentialFailureRateLimiter[string](5*time.Millisecond, time.Second),
		workqueue.TypedRateLimitingQueueConfig[string]{Name: "q", MetricsProvider: s.counts})
	return s
}

func (s *queueSubject) call(w []string) string {
	switch w[0] {
	case "add":
		s.q.Add(w[1])
	case "after":
		s.q.AddAfter(w[1], ms(w[2]))
	case "limited":
		s.q.AddRateLimited(w[1])
	case "forget":
		s.q.Forget(w[1])
	case "requeues":
		return fmt.Sprint(s.q.NumRequeues(w[1]))
	case "done":
		s.q.Done(w[1])
	case "len":
		return fmt.Sprint(s.q.Len())
	case "shutdown":
		s.q.ShutDown()
	case "drain":
		s.drained = make(chan struct{})
		go func(c chan struct{}) {
			s.q.ShutDownWithDrain()
			close(c)
		}(s.drained)
	case "drained":
		synctest.Wait()
		select {
		case <-s.drained:
			return "yes"
		default:
			return "no"
		}
	case "get":
		if s.q.Len() == 0 && !s.q.ShuttingDown() {
			return "-"
		}
		item, down := s.q.Get()
		if down {
			return "closed"
		}
		return item
	case "metrics":
		c := s.counts
		return fmt.Sprintf("adds %d depth %d retries %d latency %.0f work %.0f", c.adds, c.depth, c.retries, c.latency*1000, c.work*1000)
	}
	return ""
}

func (s *queueSubject) end() { s.q.ShutDown() }

func drawQueue(c chance) (calls []string) {
	processing := []string{} // as far as is certain
	s := newQueueSubject()
	defer s.end()
	do := func(call string) string {
		calls = append(calls, call)
		return play1(s, call)
	}
	for range 20 + c.IntN(40) {
		key := pick(c, "a", "b", "c", "d")
		switch c.weighted([]weight{{"add", 4}, {"after", 6}, {"limited", 2}, {"get", 6}, {"done", 5}, {"len", 3}, {"tick", 8},
			{"metrics", 2}, {"forget", 1}, {"requeues", 1}, {"shutdown", 1}}) {
		case "add":
			do("add " + key)
		case "after":
			// No two are due at once: client-go's heap says nothing of their order.
			do(fmt.Sprintf("after %s %d", key, pick(c, 0, -1, 10*len(calls)+1, 10*len(calls)+1, 1000+10*len(calls)+1)))
		case "limited":
			if !slices.ContainsFunc(calls, func(call string) bool { return strings.HasPrefix(call, "limited") }) {
				do("limited " + key)
			}
		case "get":
			if got := do("get"); len(got) == 1 && got != "-" {
				processing = append(processing, got)
			}
		case "done":
			if len(processing) > 0 {
				i := c.IntN(len(processing))
				do("done " + processing[i])
				processing = slices.Delete(processing, i, i+1)
			}
		case "tick":
			do(fmt.Sprintf("tick %d", pick(c, 10, 50, 200, 1000)))
		case "len", "metrics":
			do(pick(c, "len", "metrics"))
		case "forget", "requeues":
			do(pick(c, "forget ", "requeues ") + key)
		case "shutdown":
			if c.oneIn(3) {
				do(pick(c, "shutdown", "drain"))
			}
		}
		if slices.Contains(calls, "drain") && !slices.Contains(calls, "shutdown") {
			do("drained")
		}
	}
	for i := 0; i < 8 && do("get") != "closed"; i++ {
		do("tick 300")
	}
	for _, key := range processing {
		do("done " + key)
	}
	do("metrics")
	return calls
}

// --- mutation caches ---

type mutationSubject struct {
	store cache.Indexer
	c     cache.MutationCache
}

func newMutationSubject() subject {
	index := func(o any) ([]string, error) { return []string{o.(metav1.Object).GetLabels()["app"]}, nil }
	s := &mutationSubject{store: cache.NewIndexer(cache.MetaNamespaceKeyFunc, cache.Indexers{"app": index})}
	s.c = cache.NewIntegerResourceVersionMutationCacheWithOptions(klog.Background(), s.store, cache.MutationCacheOptions{
		Indexer: s.store, TTL: 100 * time.Millisecond, IncludeAdds: true, MaxCacheSize: 3})
	return s
}

func (s *mutationSubject) call(w []string) string {
	switch w[0] {
	case "store":
		if err := s.store.Add(object(w[1], w[2], w[3], w[4])); err != nil {
			return err.Error()
		}
	case "unstore":
		if err := s.store.Delete(object(w[1], "", "", "")); err != nil {
			return err.Error()
		}
	case "mutation":
		s.c.Mutation(object(w[1], w[2], w[3], w[4]))
	case "seen":
		s.c.OnAddOrUpdate(object(w[1], w[2], w[3], w[4]))
	case "deleted":
		s.c.OnDelete(object(w[1], w[2], w[3], w[4]))
	case "get":
		o, ok, err := s.c.GetByKey(w[1])
		if err != nil || !ok {
			return "none"
		}
		return versionsOf([]any{o})
	case "by":
		objects, err := s.c.ByIndex("app", w[1])
		if err != nil {
			return err.Error()
		}
		return versionsOf(objects)
	}
	return ""
}

func (s *mutationSubject) end() {}

func drawMutation(c chance) (calls []string) {
	rv := 10
	for range 15 + c.IntN(30) {
		rv += c.IntN(3)
		name, uid, app := pick(c, "a", "b", "c", "d"), pick(c, "u1", "u2"), pick(c, "web", "db")
		all := fmt.Sprintf(" %s %d %s %s", name, max(rv-c.IntN(4), 1), uid, app)
		switch do := c.weighted([]weight{{"store", 5}, {"unstore", 2}, {"mutation", 7}, {"seen", 2}, {"deleted", 2}, {"get", 7}, {"by", 4},
			{"tick", 2}}); do {
		case "store":
			// Never older than a deletion: client-go would give out the tombstone (newerObject).
			rv++
			calls = append(calls, fmt.Sprintf("store %s %d %s %s", name, rv, uid, app))
		case "mutation", "seen":
			calls = append(calls, do+all)
		case "deleted":
			calls = append(calls, "unstore "+name, do+all)
		case "unstore", "get":
			calls = append(calls, do+" "+name)
		case "by":
			calls = append(calls, "by "+app)
		case "tick":
			calls = append(calls, fmt.Sprintf("tick %d", pick(c, 1, 40, 99, 100, 101)))
		}
	}
	return calls
}

// --- stores with a time to live ---

type ttlSubject struct{ s cache.Store }

func newTTLSubject() subject {
	return &ttlSubject{cache.NewTTLStore(cache.MetaNamespaceKeyFunc, 100*time.Millisecond)}
}

// replacement reads "a=1 b=2".
func replacement(words []string) (objects []any) {
	for _, w := range words {
		name, rv, _ := strings.Cut(w, "=")
		objects = append(objects, object(name, rv, "", ""))
	}
	return objects
}

func storeCall(s cache.Store, w []string) string {
	var err error
	switch w[0] {
	case "put":
		err = s.Add(object(w[1], w[2], "", ""))
	case "update":
		err = s.Update(object(w[1], w[2], "", ""))
	case "delete":
		err = s.Delete(object(w[1], "", "", ""))
	case "replace":
		err = s.Replace(replacement(w[1:]), "7")
	case "get":
		o, ok, err := s.GetByKey(w[1])
		if err != nil || !ok {
			return "none"
		}
		return versionsOf([]any{o})
	case "list":
		return versionsOf(s.List())
	case "keys":
		keys := s.ListKeys()
		slices.Sort(keys)
		return strings.Join(keys, " ")
	}
	if err != nil {
		return err.Error()
	}
	return ""
}

func (s *ttlSubject) call(w []string) string { return storeCall(s.s, w) }
func (s *ttlSubject) end()                   {}

func drawStore(c chance, ticks bool) (calls []string) {
	for i := range 15 + c.IntN(20) {
		name := pick(c, "a", "b", "c", "d")
		switch do := c.weighted([]weight{{"put", 5}, {"update", 3}, {"delete", 2}, {"replace", 1}, {"get", 5}, {"list", 3}, {"keys", 3},
			{"tick", 5}}); do {
		case "put", "update":
			calls = append(calls, fmt.Sprintf("%s %s %d", do, name, i+1))
		case "delete", "get":
			calls = append(calls, do+" "+name)
		case "replace":
			calls = append(calls, pick(c, "replace", fmt.Sprintf("replace %s=%d", name, i), fmt.Sprintf("replace a=%d c=%[1]d", i)))
		case "list", "keys":
			calls = append(calls, do)
		case "tick":
			if ticks {
				calls = append(calls, fmt.Sprintf("tick %d", pick(c, 1, 30, 60, 99, 100, 101)))
			}
		}
	}
	return calls
}

type undeltaSubject struct {
	s      *cache.UndeltaStore
	pushes []string
}

func newUndeltaSubject() subject {
	u := &undeltaSubject{}
	u.s = cache.NewUndeltaStore(func(all []any) { u.pushes = append(u.pushes, "["+versionsOf(all)+"]") }, cache.MetaNamespaceKeyFunc)
	return u
}

func (u *undeltaSubject) call(w []string) string {
	result := storeCall(u.s, w)
	all := strings.Join(u.pushes, "")
	u.pushes = nil
	return result + all
}

func (u *undeltaSubject) end() {}

// --- registrations ---

// registrationSubject is two informers of one source, and the handlers that come and go.
type registrationSubject struct {
	source    *fcache.FakeControllerSource
	informers map[string]cache.SharedIndexInformer
	cancel    map[string]context.CancelFunc
	handlers  map[string]*recorder
}

type recorder struct {
	registration cache.ResourceEventHandlerRegistration
	mu           sync.Mutex
	notes        []string
}

func (r *recorder) note(sign string, o any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.notes = append(r.notes, sign+o.(metav1.Object).GetName())
}

func (r *recorder) OnAdd(o any, initial bool) {
	if initial {
		r.note("!", o)
	} else {
		r.note("+", o)
	}
}
func (r *recorder) OnUpdate(_, o any) { r.note("~", o) }
func (r *recorder) OnDelete(o any)    { r.note("-", o) }

func newRegistrationSubject() subject {
	s := &registrationSubject{source: fcache.NewFakeControllerSource(), informers: map[string]cache.SharedIndexInformer{},
		cancel: map[string]context.CancelFunc{}, handlers: map[string]*recorder{}}
	for _, name := range []string{"one", "two"} {
		s.informers[name] = cache.NewSharedIndexInformer(s.source, &unstructured.Unstructured{}, 0, cache.Indexers{})
	}
	return s
}

func outcomeOf(err error) string {
	if err != nil {
		return "error"
	}
	return "ok"
}

func (s *registrationSubject) call(w []string) (result string) {
	switch w[0] {
	case "create":
		s.source.Add(object(w[1], "", "", ""))
	case "delete":
		s.source.Delete(object(w[1], "", "", ""))
	case "start":
		ctx, cancel := context.WithCancel(context.Background())
		s.cancel[w[1]] = cancel
		go s.informers[w[1]].RunWithContext(ctx)
	case "stop":
		s.cancel[w[1]]()
	case "add": // informer handler
		r := &recorder{}
		var err error
		if r.registration, err = s.informers[w[1]].AddEventHandler(r); err == nil {
			s.handlers[w[2]] = r
		}
		return outcomeOf(err)
	case "remove":
		return outcomeOf(s.informers[w[1]].RemoveEventHandler(s.handlers[w[2]].registration))
	case "shutdown":
		return outcomeOf(cache.ShutDownEventHandler(s.informers[w[1]], s.handlers[w[2]].registration))
	case "synced":
		return fmt.Sprint(s.handlers[w[1]].registration.HasSynced())
	case "state":
		i := s.informers[w[1]]
		return fmt.Sprintf("synced %t stopped %t objects %d", i.HasSynced(), i.IsStopped(), len(i.GetStore().List()))
	case "told":
		r := s.handlers[w[1]]
		r.mu.Lock()
		defer r.mu.Unlock()
		slices.Sort(r.notes)
		result = strings.Join(r.notes, " ")
		r.notes = nil
	}
	return result
}

func (s *registrationSubject) end() {
	for _, cancel := range s.cancel {
		cancel()
	}
	s.source.Shutdown()
}

func drawRegistrations(c chance) (calls []string) {
	owner, removed := map[string]string{}, map[string]bool{}
	started, stopped, there := map[string]bool{}, map[string]bool{}, map[string]bool{}
	names := func() (all []string) {
		for name := range owner {
			all = append(all, name)
		}
		slices.Sort(all)
		return all
	}
	for range 20 + c.IntN(25) {
		inf, obj := pick(c, "one", "two"), pick(c, "a", "b", "c", "d")
		switch do := c.weighted([]weight{{"change", 8}, {"start", 4}, {"stop", 1}, {"add", 5}, {"remove", 4}, {"look", 8}, {"state", 3}}); do {
		case "change":
			if there[obj] {
				calls = append(calls, "delete "+obj)
			} else {
				calls = append(calls, "create "+obj)
			}
			there[obj] = !there[obj]
		case "start":
			if !started[inf] {
				started[inf] = true
				calls = append(calls, "start "+inf)
			}
		case "stop":
			if started[inf] && !stopped[inf] && c.oneIn(2) {
				stopped[inf] = true
				calls = append(calls, "stop "+inf)
			}
		case "add":
			name := fmt.Sprintf("h%d", len(owner)+1)
			calls = append(calls, "add "+inf+" "+name)
			if !stopped[inf] {
				owner[name] = inf
			}
		case "remove":
			if len(owner) > 0 {
				name := pick(c, names()...)
				what := pick(c, "remove ", "remove ", "shutdown ")
				if what == "remove " && c.oneIn(3) { // at the other informer as well
					calls = append(calls, what+inf+" "+name)
					removed[name] = removed[name] || inf == owner[name]
				} else {
					calls = append(calls, what+owner[name]+" "+name)
					removed[name] = true
				}
			}
		case "look":
			if len(owner) > 0 {
				name := pick(c, names()...)
				calls = append(calls, "told "+name)
				if !removed[name] {
					calls = append(calls, "synced "+name)
				}
			}
		case "state":
			calls = append(calls, "state "+inf)
		}
	}
	for _, name := range names() {
		calls = append(calls, "told "+name)
	}
	return calls
}

// --- scripts ---

func play1(s subject, call string) string {
	words := strings.Fields(call)
	result := ""
	if words[0] == "tick" {
		time.Sleep(ms(words[1]))
	} else {
		result = s.call(words)
	}
	synctest.Wait()
	return result
}

func (s *classScript) play(t *testing.T) (got []string) {
	synctest.Test(t, func(*testing.T) {
		subject := subjects[s.Class]()
		defer subject.end()
		for _, call := range s.Calls {
			got = append(got, play1(subject, call))
		}
	})
	return got
}

// drawScripts makes the random ones: 40 of each class.
func drawScripts(t *testing.T) (scripts []classScript) {
	for _, class := range []string{"workqueue", "mutationcache", "ttlstore", "undeltastore", "registrations", "factories"} {
		for seed := range uint64(40) {
			s := classScript{Class: class, Name: fmt.Sprintf("random %d", seed)}
			synctest.Test(t, func(*testing.T) {
				c := newChance(seed)
				switch class {
				case "workqueue":
					s.Calls = drawQueue(c)
				case "mutationcache":
					s.Calls = drawMutation(c)
				case "registrations":
					s.Calls = drawRegistrations(c)
				case "factories":
					s.Calls = drawFactories(c)
				default:
					s.Calls = drawStore(c, class == "ttlstore")
				}
			})
			scripts = append(scripts, s)
		}
	}
	return scripts
}

func TestClasses(t *testing.T) {
	data, err := os.ReadFile(classesFile)
	if err != nil && !(*update && errors.Is(err, os.ErrNotExist)) {
		t.Fatal(err)
	}
	var scripts []classScript
	for line := range strings.Lines(string(data)) {
		var s classScript
		if err := json.Unmarshal([]byte(line), &s); err != nil {
			t.Fatal(err)
		}
		if !*update || !strings.HasPrefix(s.Name, "random ") {
			scripts = append(scripts, s)
		}
	}
	if *update {
		scripts = append(scripts, drawScripts(t)...)
	}
	var out strings.Builder
	for _, s := range scripts {
		got := s.play(t)
		if !slices.Equal(got, s.Want) && !*update {
			t.Errorf("%s %s: %q, not %q", s.Class, s.Name, got, s.Want)
		}
		s.Want = got
		out.WriteString(encode(s) + "\n")
	}
	if *update {
		if err := os.WriteFile(classesFile, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
