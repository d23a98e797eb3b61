// SPDX-License-Identifier: Apache-2.0

// Package relist is a fake Kubernetes apiserver inside a Go test: no process, no sockets. It is an http.RoundTripper, so it fits
// every version of client-go and controller-runtime:
//
//	server := relist.New(t)
//	config := &rest.Config{Host: server.URL(), Transport: server}
//
// Time is time.Now: inside testing/synctest it is virtual, and ten minutes of back-off take microseconds.
//
// The same seed gives the same server. Go itself leaves open what select picks, the order of maps, and which goroutine runs first.
package relist

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"sort"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Options of a server. The zero value is a server that grants every request and runs no controllers.
type Options struct {
	// Seed of uids and generated names; the same seed and requests give the same bytes. 0: 1.
	Seed uint64 `json:"-"`
	// Manifests are files, and folders with *.json, *.yaml and *.yml files, that are loaded at the start: objects and definitions.
	Manifests []string `json:"-"`
	// Backends: how many apiservers over one store. 0: 1.
	Backends uint32 `json:"backends,omitempty"`
	// Controllers of a cluster that run in the server.
	GarbageCollection bool `json:"garbageCollection,omitempty"`
	NamespaceDeletion bool `json:"namespaceDeletion,omitempty"`
	ServiceAccounts   bool `json:"serviceAccounts,omitempty"`
	// RBAC: Roles and bindings decide what users outside system:masters may do.
	RBAC bool `json:"rbac,omitempty"`
	// Tokens is kube-apiserver's static token file: lines of token,user,uid,"group,...".
	Tokens string `json:"tokens,omitempty"`
	// ClientCertificates: a request without certificate and token is anonymous.
	ClientCertificates bool `json:"clientCertificates,omitempty"`
	// AlwaysAllow: every authenticated user may do everything. NoAnonymous: a request without credentials is 401.
	AlwaysAllow bool `json:"alwaysAllow,omitempty"`
	NoAnonymous bool `json:"noAnonymous,omitempty"`
	// NoPrivileged: privileged containers are invalid, as without --allow-privileged.
	NoPrivileged bool `json:"noPrivileged,omitempty"`
	// Cluster: the admission plug-ins and start objects of a whole cluster.
	Cluster bool `json:"cluster,omitempty"`
	// Empty: without the objects that an apiserver makes at its start, such as the default namespace.
	Empty                   bool   `json:"empty,omitempty"`
	EnableAdmissionPlugins  string `json:"enableAdmissionPlugins,omitempty"`
	DisableAdmissionPlugins string `json:"disableAdmissionPlugins,omitempty"`
	RuntimeConfig           string `json:"runtimeConfig,omitempty"`
	FeatureGates            string `json:"featureGates,omitempty"`
	// ServiceClusterIPRange and ServiceNodePortRange are kube-apiserver's flags. Empty: 10.0.0.0/24, 30000-32767.
	ServiceClusterIPRange string `json:"serviceClusterIPRange,omitempty"`
	ServiceNodePortRange  string `json:"serviceNodePortRange,omitempty"`
	// Kubernetes: the release to be, "1.31" to "1.37". Empty: "1.34".
	Kubernetes string `json:"kubernetes,omitempty"`
	// WatchWindow: events kept for watches before 410 Gone. 0: 65,536.
	WatchWindow uint32 `json:"watchWindow,omitempty"`
	// MinRequestTimeout: how long a watch without timeoutSeconds lives at least. 0: 30 min.
	MinRequestTimeout time.Duration `json:"-"`
	// CompactInterval: as kube-apiserver's compaction. 0: never.
	CompactInterval time.Duration `json:"-"`
	// Webhooks serves the calls of admission and conversion webhooks, without a port, also of those behind a Service. Nil: the calls
	// go out over the network.
	Webhooks http.Handler `json:"-"`
	// Limit is the longest test in a synctest bubble, in the bubble's time. A test that reaches it has nothing to wait for but timers
	// of clients; it ends with the list of open requests. 0: 24 h.
	Limit time.Duration `json:"-"`
	// NoTimeline: no page of the requests and events where the test fails. Start records none.
	NoTimeline bool `json:"-"`

	timeline bool    // record one without a test
	loaded   *loaded // of lives that begin alike; nil: none
}

// loaded keeps servers whose manifests are loaded, for others that start at the same time of a bubble.
type loaded struct {
	mu     sync.Mutex
	bySeed map[uint64]*snapshot
}

func (l *loaded) get(seed uint64) *snapshot {
	if l == nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.bySeed[seed]
}

func (l *loaded) put(seed uint64, s *snapshot) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.bySeed == nil {
		l.bySeed = map[uint64]*snapshot{}
	}
	l.bySeed[seed] = s
}

const limitDefault = 24 * time.Hour

// Server is a fake apiserver. Its methods may be called from any goroutine.
type Server struct {
	engine   *engine
	t        testing.TB // nil: started by Start
	webhooks http.Handler
	calls    sync.WaitGroup
	ctx      context.Context
	cancel   context.CancelFunc
	closed   atomic.Bool
	limit    *time.Timer // nil: outside of bubbles
}

// New starts a server that ends with the test.
func New(t testing.TB, options ...Options) *Server {
	t.Helper()
	server, err := start(t, options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	return server
}

// Start starts a server without a test; Close frees it.
func Start(options ...Options) (*Server, error) { return start(nil, options) }

func start(t testing.TB, options []Options) (*Server, error) {
	var o Options
	if len(options) > 1 {
		return nil, errors.New("relist: wanted at most one Options")
	}
	if len(options) == 1 {
		o = options[0]
	}
	if o.Seed == 0 {
		o.Seed = 1
	}
	text, err := json.Marshal(struct {
		Options
		Webhooks bool  `json:"webhooks"`
		Services bool  `json:"services,omitempty"`
		Timeline bool  `json:"timeline,omitempty"`
		Compact  int64 `json:"compactIntervalSeconds,omitempty"`
		Watch    int64 `json:"minRequestTimeoutSeconds,omitempty"`
	}{o, true, o.Webhooks != nil, t != nil && !o.NoTimeline || o.timeline, int64(o.CompactInterval / time.Second), int64(o.MinRequestTimeout / time.Second)})
	if err != nil {
		return nil, err
	}
	p, err := compiled()
	if err != nil {
		return nil, err
	}
	s := &Server{t: t, webhooks: o.Webhooks}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	kept := o.loaded.get(o.Seed)
	if kept != nil {
		s.engine, err = p.copy(kept, s.callWebhook)
	} else {
		s.engine, err = newEngine(p, o.Seed, text, s.callWebhook)
	}
	if err != nil {
		s.cancel()
		return nil, err
	}
	if kept == nil {
		if err = s.LoadFiles(o.Manifests...); err != nil {
			s.Close()
			return nil, err
		}
		if o.loaded != nil {
			o.loaded.put(o.Seed, s.engine.snapshot())
		}
	}
	if inBubble() {
		s.engine.bubble = true
		if o.Limit == 0 {
			o.Limit = limitDefault
		}
		limit := o.Limit
		s.limit = time.AfterFunc(limit, func() { panic(s.complaint(limit)) })
	}
	return s, nil
}

// inBubble says whether the caller runs in a bubble of testing/synctest: the header of its stack does.
func inBubble() bool {
	var header [128]byte
	line, _, _ := strings.Cut(string(header[:runtime.Stack(header[:], false)]), "\n")
	return strings.Contains(line, "synctest bubble")
}

// complaint says what the requests of a bubble that cannot go on wait for.
func (s *Server) complaint(limit time.Duration) string {
	var text strings.Builder
	fmt.Fprintf(&text, "relist: the test has not ended after %v of its bubble's time (Options.Limit).", limit)
	var rules []json.RawMessage
	_ = s.try(http.MethodGet, "faults", nil, &rules)
	e := s.engine
	e.mu.Lock()
	defer e.mu.Unlock()
	open := make([]*exchange, 0, len(e.open))
	for _, x := range e.open {
		open = append(open, x)
	}
	sort.Slice(open, func(i, k int) bool { return open[i].id < open[k].id })
	fmt.Fprintf(&text, "\nOpen requests: %d", len(open))
	for _, x := range open {
		waits := "waits for its response"
		if x.status != 0 {
			waits = fmt.Sprintf("has the status %d and waits for more of its body", x.status)
		}
		if e.call("relist_deadline", e.server, uint64(x.id)) == 1<<63-1 {
			waits += ", without a time at which it would come"
		}
		fmt.Fprintf(&text, "\n  %s: open for %v, %s", x.what, time.Since(x.since), waits)
	}
	fmt.Fprintf(&text, "\nFaults in force: %d", len(rules))
	for _, rule := range rules {
		fmt.Fprintf(&text, "\n  %s", rule)
	}
	if len(open) == 0 {
		text.WriteString("\nNo request is open: a client or the test waits for something else. See \"What Go leaves open\" in the README of this package.")
	}
	return text.String()
}

// Close ends every open response and frees the server.
func (s *Server) Close() {
	if s.closed.Swap(true) {
		return
	}
	if s.limit != nil {
		s.limit.Stop()
	}
	if s.t != nil && s.t.Failed() {
		s.writeTimeline()
	}
	s.cancel()
	s.engine.close()
	s.calls.Wait()
}

// URL is the address of the first apiserver, for rest.Config.Host. Only a client with the server as its transport reaches it.
func (s *Server) URL() string { return s.BackendURL(0) }

// BackendURL is the address of the n-th apiserver, from 0.
func (s *Server) BackendURL(n uint32) string {
	if n == 0 {
		return "http://" + host
	}
	return fmt.Sprintf("http://%s:%d", host, firstPort+n)
}

const (
	host      = "127.0.0.1"
	firstPort = 80
)

func backendOf(host string) uint32 {
	_, port, _ := strings.Cut(host, ":")
	n, err := strconv.ParseUint(port, 10, 16)
	if err != nil || n < firstPort {
		return 0
	}
	return uint32(n) - firstPort
}

// RoundTrip implements http.RoundTripper.
func (s *Server) RoundTrip(r *http.Request) (*http.Response, error) {
	return s.engine.send(r, backendOf(r.URL.Host), flagRemote)
}

// Client returns an http.Client whose requests the server answers.
func (s *Server) Client() *http.Client { return &http.Client{Transport: s} }

func (e *engine) send(r *http.Request, backend, flags uint32) (*http.Response, error) {
	body, err := readBody(r)
	if err != nil {
		return nil, err
	}
	name := r.Host
	if name == "" {
		name = r.URL.Host
	}
	if flags&flagUnpaced == 0 {
		e.pace()
	}
	x, err := e.begin(r.Context(), &request{backend: backend, flags: flags, method: r.Method, target: r.URL.RequestURI(),
		host: name, header: r.Header, body: body})
	if err != nil {
		return nil, err
	}
	h, err := x.head()
	if err != nil {
		return nil, err
	}
	response := &http.Response{
		Status: fmt.Sprintf("%d %s", h.status, http.StatusText(h.status)), StatusCode: h.status, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: h.header, Body: x, ContentLength: h.length, Close: h.close, Request: r,
	}
	if h.length >= 0 {
		response.Header.Set("Content-Length", strconv.FormatInt(h.length, 10))
	} else {
		response.TransferEncoding = []string{"chunked"}
	}
	if r.Method == http.MethodHead || h.status == http.StatusNoContent || h.status == http.StatusNotModified {
		x.finish(false)
		response.Body = http.NoBody
	} else if h.status == http.StatusOK && wantsWebSocket(r) {
		return upgrade(response, r, x), nil
	}
	return response, nil
}

func readBody(r *http.Request) (string, error) {
	if r.Body == nil {
		return "", nil
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, requestBytesMax))
	if closed := r.Body.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = context.Cause(r.Context())
	}
	return string(body), err
}

// Load creates or replaces the objects of a manifest: JSON or YAML, several documents, lists. CustomResourceDefinitions are served at once.
func (s *Server) Load(manifest string) error {
	e := s.engine
	e.mu.Lock()
	defer e.mu.Unlock()
	at := e.put([]byte(manifest))
	code := int32(e.call("relist_load", e.server, e.now(), at, uint64(len(manifest))))
	var why string
	if code != 0 {
		why = string(e.out())
	}
	e.call("relist_free", at)
	e.settle()
	if e.broken == nil && code != 0 {
		return errors.New("relist: " + why)
	}
	return e.broken
}

// LoadFiles loads files, and the *.json, *.yaml and *.yml files of folders by name.
func (s *Server) LoadFiles(paths ...string) error {
	for _, path := range paths {
		files, err := manifestsIn(path)
		if err != nil {
			return fmt.Errorf("relist: %w", err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				return fmt.Errorf("relist: %w", err)
			}
			if err = s.Load(string(text)); err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
		}
	}
	return nil
}

func manifestsIn(path string) ([]string, error) {
	info, err := os.Stat(path)
	if err != nil || !info.IsDir() {
		return []string{path}, err
	}
	entries, err := os.ReadDir(path) // by name
	if err != nil {
		return nil, err
	}
	var files []string
	for _, entry := range entries {
		switch filepath.Ext(entry.Name()) {
		case ".json", ".yaml", ".yml":
			files = append(files, filepath.Join(path, entry.Name()))
		}
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%s: no *.json, *.yaml or *.yml file", path)
	}
	return files, nil
}
