// SPDX-License-Identifier: Apache-2.0

// Package relist is a fake Kubernetes apiserver inside a Go test: no process, no sockets. It is an http.RoundTripper, so it fits
// every version of client-go and controller-runtime:
//
//	server := relist.New(t)
//	config := &rest.Config{Host: server.URL(), Transport: server}
//
// Time is time.Now: inside testing/synctest it is virtual, and ten minutes of back-off take microseconds.
package relist

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"sync"
	"testing"
)

// Options of a server. The zero value is a server that grants every request and runs no controllers.
type Options struct {
	// Seed of uids and generated names; the same seed and requests give the same bytes. 0: 1.
	Seed uint64 `json:"-"`
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
	// Empty: without the objects that an apiserver makes at its start, such as the default namespace.
	Empty                   bool   `json:"empty,omitempty"`
	EnableAdmissionPlugins  string `json:"enableAdmissionPlugins,omitempty"`
	DisableAdmissionPlugins string `json:"disableAdmissionPlugins,omitempty"`
	RuntimeConfig           string `json:"runtimeConfig,omitempty"`
	FeatureGates            string `json:"featureGates,omitempty"`
	// WatchWindow: events kept for watches before 410 Gone. 0: 65,536.
	WatchWindow uint32 `json:"watchWindow,omitempty"`
	// Webhooks serves the calls of admission and conversion webhooks, without a port. Nil: the calls go out through
	// http.DefaultTransport.
	Webhooks http.Handler `json:"-"`

	HasWebhooks bool `json:"webhooks"`
}

// Server is a fake apiserver. Its methods may be called from any goroutine.
type Server struct {
	engine   *engine
	webhooks http.Handler
	calls    sync.WaitGroup
	ctx      context.Context
	cancel   context.CancelFunc
}

// New starts a server that ends with the test.
func New(t testing.TB, options ...Options) *Server {
	t.Helper()
	server, err := Start(options...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	return server
}

// Start starts a server; Close frees it.
func Start(options ...Options) (*Server, error) {
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
	o.HasWebhooks = true
	text, err := json.Marshal(o)
	if err != nil {
		return nil, err
	}
	s := &Server{webhooks: o.Webhooks}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	if s.engine, err = newEngine(o.Seed, text, s.callWebhook); err != nil {
		s.cancel()
		return nil, err
	}
	return s, nil
}

// Close ends every open response and frees the server.
func (s *Server) Close() {
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
	_, port, found := strings.Cut(host, ":")
	if !found {
		return 0
	}
	var n uint32
	if _, err := fmt.Sscanf(port, "%d", &n); err != nil || n < firstPort {
		return 0
	}
	return n - firstPort
}

// RoundTrip implements http.RoundTripper.
func (s *Server) RoundTrip(request *http.Request) (*http.Response, error) {
	var body []byte
	if request.Body != nil {
		var err error
		body, err = io.ReadAll(request.Body)
		if closed := request.Body.Close(); err == nil {
			err = closed
		}
		if err != nil {
			return nil, err
		}
	}
	name := request.Host
	if name == "" {
		name = request.URL.Host
	}
	x, err := s.engine.begin(request.Context(), backendOf(request.URL.Host), flagRemote, request.Method, request.URL.RequestURI(), request.Header,
		name, string(body))
	if err != nil {
		return nil, err
	}
	h, err := x.head()
	if err != nil {
		x.finish(true)
		return nil, err
	}
	response := &http.Response{
		Status: fmt.Sprintf("%d %s", h.status, http.StatusText(h.status)), StatusCode: h.status, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: h.header, Body: x, ContentLength: h.length, Close: h.close, Request: request,
	}
	if h.length >= 0 {
		response.Header.Set("Content-Length", fmt.Sprint(h.length))
	} else {
		response.TransferEncoding = []string{"chunked"}
	}
	if request.Method == http.MethodHead {
		x.finish(false)
		response.Body = http.NoBody
	}
	return response, nil
}

// Client returns an http.Client whose requests the server answers.
func (s *Server) Client() *http.Client { return &http.Client{Transport: s} }

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
		files := []string{path}
		if info, err := os.Stat(path); err != nil {
			return err
		} else if info.IsDir() {
			files = nil
			for _, pattern := range []string{"*.json", "*.yaml", "*.yml"} {
				found, err := filepath.Glob(filepath.Join(path, pattern))
				if err != nil {
					return err
				}
				files = append(files, found...)
			}
			sort.Strings(files)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			if err = s.Load(string(text)); err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
		}
	}
	return nil
}

// control sends a request to the control API and decodes its answer into `out`, which may be nil.
func (s *Server) control(method, path string, in, out any) error {
	var body io.Reader
	if in != nil {
		text, err := json.Marshal(in)
		if err != nil {
			return err
		}
		body = bytes.NewReader(text)
	}
	request, err := http.NewRequest(method, s.URL()+"/relist/v1/"+path, body)
	if err != nil {
		return err
	}
	if in != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := s.Client().Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if response.StatusCode >= 300 {
		var status struct {
			Message string `json:"message"`
		}
		_ = json.Unmarshal(text, &status)
		return fmt.Errorf("relist: %s /relist/v1/%s: %d %s", method, path, response.StatusCode, status.Message)
	}
	if out == nil {
		return nil
	}
	return json.Unmarshal(text, out)
}
