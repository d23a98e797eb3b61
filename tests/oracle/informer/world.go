// SPDX-License-Identifier: Apache-2.0

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"reflect"
	"regexp"
	"slices"
	"sort"
	"strings"
	"sync"
	"testing/synctest"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	utilnet "k8s.io/apimachinery/pkg/util/net"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
)

// world is one run of a story: a client-go informer, its server, and what is seen of both. It lives
// in a bubble of testing/synctest, where time stands still unless everybody waits.
type world struct {
	head     *header
	server   *server
	informer cache.SharedIndexInformer
	stop     chan struct{}
	running  bool
	stopped  bool
	handlers map[string]*handler
	queue    queueHold // profile classic: the DeltaFIFO
	store    valve     // otherwise: the index function `gate`
	indexes  []string  // what a state tells of: all, but not if there is only that of namespaces
	eager    bool      // requests are written as they come, the story does not say where

	mu     sync.Mutex
	errors []moment[error]

	write func([]seen)
	asked int // the id of the last request written
}

// seen is one line of a recording, with what only several runs together can decide.
type seen struct {
	Kind    string `json:"k"`
	Text    string `json:"t"`           // without `after` and `anyOrder`
	Handler string `json:"h,omitempty"` // of a notify line
	At      int64  `json:"a"`           // nanoseconds in virtual time
	Burst   bool   `json:"b,omitempty"` // nobody was waited for after this line
}

// valve holds callers back while it is shut.
type valve struct {
	mu   sync.Mutex
	cond *sync.Cond
	shut bool
}

func (v *valve) set(shut bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.shut = shut
	if v.cond != nil {
		v.cond.Broadcast()
	}
}

func (v *valve) pass() {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.cond == nil {
		v.cond = sync.NewCond(&v.mu)
	}
	for v.shut {
		v.cond.Wait()
	}
}

// handler notes what it is told, on entry.
type handler struct {
	name         string
	registration cache.ResourceEventHandlerRegistration
	gate         valve
	mu           sync.Mutex
	panicNext    bool
	removed      bool
	notes        []moment[string]
}

type note struct {
	Handler   string  `json:"handler"`
	Type      string  `json:"type"`
	Key       string  `json:"key"`
	OldRv     string  `json:"oldRv,omitempty"`
	Rv        string  `json:"rv"`
	OldUID    *string `json:"oldUid,omitempty"`
	UID       *string `json:"uid,omitempty"`
	Initial   *bool   `json:"initial,omitempty"`
	Tombstone *bool   `json:"tombstone,omitempty"`
}

func (h *handler) tell(n note) {
	n.Handler = h.name
	h.mu.Lock()
	h.notes = append(h.notes, moment[string]{time.Now(), encode(map[string]note{"notify": n})})
	fail := h.panicNext
	h.panicNext = false
	h.mu.Unlock()
	h.gate.pass()
	if fail {
		panic("a handler fails as its story says")
	}
}

func keyOf(obj any) string {
	key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj)
	if err != nil {
		return ""
	}
	return key
}

func rvOf(obj any) string {
	if m, err := meta.Accessor(obj); err == nil {
		return m.GetResourceVersion()
	}
	return ""
}

func uidOf(obj any) string {
	if m, err := meta.Accessor(obj); err == nil {
		return string(m.GetUID())
	}
	return ""
}

func (h *handler) OnAdd(obj any, initial bool) {
	h.tell(note{Type: "ADD", Key: keyOf(obj), Rv: rvOf(obj), Initial: &initial})
}

func (h *handler) OnUpdate(old, obj any) {
	n := note{Type: "UPDATE", Key: keyOf(obj), OldRv: rvOf(old), Rv: rvOf(obj)}
	if was, is := uidOf(old), uidOf(obj); was != is {
		n.OldUID, n.UID = &was, &is
	}
	h.tell(n)
}

func (h *handler) OnDelete(obj any) {
	last, unknown := obj, false
	if d, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		last, unknown = d.Obj, true
	}
	h.tell(note{Type: "DELETE", Key: keyOf(obj), Rv: rvOf(last), Tombstone: &unknown})
}

func newWorld(head *header, eager bool, write func([]seen)) (*world, error) {
	w := &world{head: head, server: newServer(), stop: make(chan struct{}),
		handlers: map[string]*handler{}, eager: eager, write: write}
	transport := utilnet.SetTransportDefaults(&http.Transport{
		DialContext: w.server.dial, MaxIdleConnsPerHost: 25, TLSHandshakeTimeout: 10 * time.Second})
	config := &rest.Config{Host: "http://127.0.0.1:2", Transport: transport, QPS: -1}
	client := os.Getenv(clientVariable)
	w.server.speak(client, head)
	r, opt := &head.Resource, &head.Informer
	oraclePageSize = int64(opt.PageSize)
	indexers := cache.Indexers{}
	var err error
	for _, name := range opt.Indexers {
		if indexers[name], err = w.indexFunc(name); err != nil {
			return nil, err
		}
	}
	if len(opt.Indexers) != 1 || opt.Indexers[0] != "namespace" {
		w.indexes = append(w.indexes, opt.Indexers...)
	}
	if client == "" {
		w.informer, err = dynamicInformer(config, r, opt, indexers)
	} else {
		w.informer, err = informerOf(client, config, r, opt, indexers)
	}
	if err != nil {
		return nil, err
	}
	if opt.ExpectKind && client == "" {
		w.expectKind()
	}
	if err := w.informer.SetWatchErrorHandler(func(_ *cache.Reflector, err error) {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.errors = append(w.errors, moment[error]{time.Now(), err})
	}); err != nil {
		return nil, err
	}
	if opt.Transform != "" {
		f, err := transformFunc(opt.Transform)
		if err == nil {
			err = w.informer.SetTransform(f)
		}
		if err != nil {
			return nil, err
		}
	}
	for _, h := range head.Handlers {
		if err := w.addHandler(h.Name, h.Resync, false); err != nil {
			return nil, err
		}
	}
	return w, nil
}

func dynamicInformer(config *rest.Config, r *resource, opt *options, indexers cache.Indexers) (cache.SharedIndexInformer, error) {
	client, err := dynamic.NewForConfig(config)
	if err != nil {
		return nil, err
	}
	return dynamicinformer.NewFilteredDynamicInformer(client,
		schema.GroupVersionResource{Group: r.Group, Version: r.Version, Resource: r.Resource},
		opt.Namespace, time.Duration(opt.Resync), indexers, func(o *metav1.ListOptions) {
			o.LabelSelector, o.FieldSelector = opt.LabelSelector, opt.FieldSelector
		}).Informer(), nil
}

// expectKind gives the informer's example object a kind, as an informer of a program's own has one;
// the dynamic package leaves its example empty and has no option for it.
func (w *world) expectKind() {
	field := reflect.ValueOf(w.informer).Elem().FieldByName("objectType")
	example := (*unstructured.Unstructured)(field.Elem().UnsafePointer())
	r := &w.head.Resource
	example.SetGroupVersionKind(schema.GroupVersionKind{Group: r.Group, Version: r.Version, Kind: r.Kind})
}

func (w *world) indexFunc(name string) (cache.IndexFunc, error) {
	if name == "namespace" {
		return cache.MetaNamespaceIndexFunc, nil
	}
	if name == "gate" {
		return func(any) ([]string, error) {
			if w.head.Profile != "classic" {
				w.store.pass()
			}
			return nil, nil
		}, nil
	}
	label, ok := strings.CutPrefix(name, "label:")
	if !ok {
		return nil, fmt.Errorf("unknown index function %q", name)
	}
	return func(obj any) ([]string, error) {
		m, err := meta.Accessor(obj)
		if err != nil {
			return nil, err
		}
		value, ok := m.GetLabels()[label]
		if !ok {
			return nil, nil
		}
		return strings.Split(value, "."), nil
	}, nil
}

func transformFunc(name string) (cache.TransformFunc, error) {
	what, arg, _ := strings.Cut(name, ":")
	do := map[string]func(metav1.Object) error{
		"stripManagedFields": func(m metav1.Object) error {
			m.SetManagedFields(nil)
			return nil
		},
		"failOn": func(m metav1.Object) error {
			if m.GetName() == arg {
				return errors.New("scripted transform failure")
			}
			return nil
		},
		"rename": func(m metav1.Object) error {
			m.SetName(m.GetName() + arg)
			return nil
		},
	}[what]
	if do == nil {
		return nil, fmt.Errorf("unknown transform %q", name)
	}
	return func(obj any) (any, error) {
		m, err := meta.Accessor(obj)
		if err != nil {
			return obj, nil
		}
		return obj, do(m)
	}, nil
}

func (w *world) addHandler(name string, resync *duration, blocked bool) error {
	h := &handler{name: name}
	h.gate.shut = blocked
	var err error
	if resync != nil {
		h.registration, err = w.informer.AddEventHandlerWithResyncPeriod(h, time.Duration(*resync))
	} else {
		h.registration, err = w.informer.AddEventHandler(h)
	}
	if err == nil {
		w.handlers[name] = h
	}
	return err
}

func (w *world) start() {
	if !w.running {
		w.running = true
		go w.informer.Run(w.stop)
	}
}

// emit writes one line.
func (w *world) emit(kind, text, handler string, at time.Time) {
	w.write([]seen{{Kind: kind, Text: text, Handler: handler, At: at.UnixNano()}})
}

// settle waits until nothing can move without time passing, and writes down what was seen: hangups,
// errors, then each handler's notes in the order of their names.
func (w *world) settle() {
	w.server.flush()
	synctest.Wait()
	var rows []seen
	add := func(kind, text, handler string, at time.Time) {
		rows = append(rows, seen{Kind: kind, Text: text, Handler: handler, At: at.UnixNano()})
	}
	for _, m := range w.server.hangups() {
		add("hangup", fmt.Sprintf(`{"hangup":{"id":%d}}`, m.what), "", m.at)
	}
	w.mu.Lock()
	for _, m := range w.errors {
		add("watchError", watchError(m.what), "", m.at)
	}
	w.errors = nil
	w.mu.Unlock()
	var names []string
	for name := range w.handlers {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		h := w.handlers[name]
		h.mu.Lock()
		for _, m := range h.notes {
			add("notify", m.what, name, m.at)
		}
		h.notes = nil
		h.mu.Unlock()
	}
	if len(rows) > 0 {
		w.write(rows)
	}
	for w.eager {
		x := w.server.take()
		if x == nil {
			break
		}
		w.request(x)
	}
}

func (w *world) request(x *exchange) {
	w.asked = x.id
	w.emit("request", encode(struct {
		Request any `json:"request"`
	}{struct {
		ID     int               `json:"id"`
		Method string            `json:"method"`
		Path   string            `json:"path"`
		Query  map[string]string `json:"query,omitempty"`
	}{x.id, x.method, x.path, x.query}}), "", x.at)
}

// longestWait is more than any delay of client-go's: two backoffs of 30 s, doubled by jitter.
const longestWait = 150 * time.Second

// await lets time pass until a request has come, but no longer than limit.
func (w *world) await(limit time.Duration) bool {
	w.server.flush()
	timeout := time.After(limit)
	for !w.server.waiting() {
		select {
		case <-w.server.bell:
		case <-timeout:
			return false
		}
	}
	return true
}

// play carries out one line and writes it down.
func (w *world) play(l *line) error {
	switch {
	case l.kind == "request":
		if w.eager && w.asked >= l.in.ID {
			return nil
		}
		if !w.await(longestWait) {
			return fmt.Errorf("no request within %v where the story has request %d", longestWait, l.in.ID)
		}
		w.settle()
		if !w.eager {
			w.request(w.server.take())
			w.settle()
		}
	case l.kind == "state":
		w.settle()
		w.emit("state", w.state(), "", time.Now())
	case l.kind == "act":
		return w.act(l)
	default:
		if !w.server.play(l.kind, &l.in) {
			if w.eager {
				return nil
			}
			return fmt.Errorf("nobody is left to hear %.80s", l.text)
		}
		w.write([]seen{{Kind: l.kind, Text: l.text, At: time.Now().UnixNano(), Burst: l.burst}})
		if !l.burst {
			w.settle()
		}
	}
	return nil
}

// possible tells whether there is what an act is for. It looks into the store only when it has to: a
// store that is held is locked.
func (w *world) possible(in *input) bool {
	switch in.Do {
	case "holdStore":
		return w.head.Profile == "classic" || slices.Contains(w.head.Informer.Indexers, "gate")
	case "popOne":
		return w.queue.shut
	case "mutate", "dump":
		_, known, _ := w.informer.GetStore().GetByKey(in.Key)
		return known
	}
	return true
}

var actError = regexp.MustCompile(`,"error":"[^"]*"`)

// act does what the code around the informer does. A call that fails says so in its line.
func (w *world) act(l *line) error {
	in := &l.in
	text := actError.ReplaceAllString(l.text, "")
	say := func(failure string) {
		if failure != "" {
			text = strings.TrimSuffix(text, "}}") + `,"error":"` + failure + `"}}`
		}
		w.emit("act", text, "", time.Now())
	}
	h := w.handlers[in.Handler]
	if !w.possible(in) {
		if w.eager {
			return nil
		}
		return fmt.Errorf("cannot be done: %s", l.text)
	}
	if strings.Contains(" removeHandler block unblock panicNext ", " "+in.Do+" ") && h == nil {
		if w.eager {
			return nil
		}
		return fmt.Errorf("no handler %q", in.Handler)
	}
	switch in.Do {
	case "start":
		say("")
		w.start()
	case "stop":
		say("")
		w.halt()
	case "addHandler":
		failure := ""
		if err := w.addHandler(in.Handler, in.Resync, in.Blocked); err != nil {
			failure = "stopped"
		}
		say(failure)
	case "removeHandler":
		say("")
		if err := w.informer.RemoveEventHandler(h.registration); err != nil {
			return err
		}
		h.removed = true
	case "block", "unblock":
		say("")
		h.gate.set(in.Do == "block")
	case "panicNext":
		say("")
		h.mu.Lock()
		h.panicNext = true
		h.mu.Unlock()
	case "holdStore", "releaseStore":
		say("")
		if w.head.Profile == "classic" {
			w.queue.set(in.Do == "holdStore")
		} else {
			w.store.set(in.Do == "holdStore")
		}
	case "popOne":
		say("")
		w.queue.popOne()
		w.settle()
		w.queue.set(w.queue.shut) // if nothing was there, nothing is taken later
	case "advance":
		// Written first, for time may bring a crash.
		w.emit("act", text, "", time.Now().Add(time.Duration(in.By)))
		time.Sleep(time.Duration(in.By))
	case "refuse", "accept":
		say("")
		w.server.refuse(in.Do == "refuse")
	case "addIndexer":
		f, err := w.indexFunc(in.Index)
		if err != nil {
			return err
		}
		failure := ""
		if err := w.informer.AddIndexers(cache.Indexers{in.Index: f}); err != nil {
			failure = "error"
		} else {
			w.indexes = append(w.indexes, in.Index)
		}
		say(failure)
	case "mutate":
		obj, _, _ := w.informer.GetStore().GetByKey(in.Key)
		m, err := meta.Accessor(obj)
		if err != nil {
			return err
		}
		m.SetLabels(map[string]string{"edited": "in-place"})
		say("")
	case "dump":
		say("")
		obj, _, _ := w.informer.GetStore().GetByKey(in.Key)
		w.emit("object", encode(struct {
			Object any `json:"object"`
		}{struct {
			Key    string `json:"key"`
			Object any    `json:"object"`
		}{in.Key, obj}}), "", time.Now())
	default:
		return fmt.Errorf("unknown act %q", in.Do)
	}
	w.settle()
	return nil
}

func (w *world) halt() {
	if !w.stopped {
		w.stopped = true
		close(w.stop)
	}
}

// state looks at the informer from outside.
func (w *world) state() string {
	indexer := w.informer.GetIndexer()
	s := struct {
		Cache          map[string]string              `json:"cache"`
		Indexes        map[string]map[string][]string `json:"indexes,omitempty"`
		Synced         bool                           `json:"synced"`
		HandlersSynced map[string]bool                `json:"handlersSynced"`
		LastSync       string                         `json:"lastSyncResourceVersion"`
		StoreRV        *string                        `json:"storeResourceVersion,omitempty"`
		Stopped        bool                           `json:"stopped,omitempty"`
	}{Cache: map[string]string{}, HandlersSynced: map[string]bool{}}
	for _, key := range indexer.ListKeys() {
		obj, _, _ := indexer.GetByKey(key)
		s.Cache[key] = rvOf(obj)
	}
	if len(w.indexes) > 0 {
		s.Indexes = map[string]map[string][]string{}
		for _, name := range w.indexes {
			if name == "gate" {
				continue
			}
			s.Indexes[name] = map[string][]string{}
			for _, value := range indexer.ListIndexFuncValues(name) {
				keys, _ := indexer.IndexKeys(name, value)
				sort.Strings(keys)
				s.Indexes[name][value] = keys
			}
		}
	}
	s.Synced = w.informer.HasSynced()
	for name, h := range w.handlers {
		if !h.removed {
			s.HandlersSynced[name] = h.registration.HasSynced()
		}
	}
	s.LastSync = w.informer.LastSyncResourceVersion()
	if v, ok := indexer.(interface{ LastStoreSyncResourceVersion() string }); ok {
		rv := v.LastStoreSyncResourceVersion()
		s.StoreRV = &rv
	}
	s.Stopped = w.informer.IsStopped()
	return encode(map[string]any{"state": s})
}

var timeoutSeconds = regexp.MustCompile(`timeoutSeconds=\d+`)

// timeout is what all clients but the dynamic one send as well.
var timeout = regexp.MustCompile(`\btimeout=[0-9hms]+&`)

// watchError tells what kind of error the watch error handler was given.
func watchError(err error) string {
	e := struct {
		Kind   string `json:"kind"`
		Code   int32  `json:"code,omitempty"`
		Reason string `json:"reason,omitempty"`
		Text   string `json:"text,omitempty"`
	}{}
	var status apierrors.APIStatus
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &status):
		e.Kind, e.Code, e.Reason = "status", status.Status().Code, string(status.Status().Reason)
	case utilnet.IsConnectionRefused(err):
		e.Kind = "refused"
	case utilnet.IsConnectionReset(err):
		e.Kind = "reset"
	case errors.Is(err, io.ErrUnexpectedEOF):
		e.Kind = "unexpectedEOF"
	case errors.Is(err, io.EOF):
		e.Kind = "eof"
	case errors.As(err, &syntax):
		e.Kind = "json"
	default:
		e.Kind = "other"
		e.Text = timeout.ReplaceAllString(timeoutSeconds.ReplaceAllString(err.Error(), "timeoutSeconds=*"), "")
	}
	return encode(map[string]any{"watchError": e})
}

// end lets everything go, so that the bubble's goroutines can end.
func (w *world) end() {
	w.halt()
	for _, h := range w.handlers {
		h.gate.set(false)
	}
	w.store.set(false)
	w.queue.set(false)
	w.server.shut()
}
