// SPDX-License-Identifier: Apache-2.0

package relist

import (
	"context"
	"errors"
	"io"
	"math/rand"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func TestBrokenAndOlderModulesAreErrors(t *testing.T) {
	for name, module := range map[string][]byte{
		"empty":     nil,
		"cut":       moduleBytes[:len(moduleBytes)/2],
		"no module": []byte("#!/bin/sh\n"),
		"damaged":   append([]byte("\x00asm\x01\x00\x00\x00\x01\x7f"), moduleBytes[8:4096]...),
	} {
		if _, err := compile(module, "", memoryPagesMax); err == nil || !strings.Contains(err.Error(), "does not compile") {
			t.Error(name, err)
		}
	}
	// (module (func (export "_initialize")) (func (export "relist_version") (result i32) i32.const 99))
	older := []byte("\x00asm\x01\x00\x00\x00\x01\x08\x02\x60\x00\x00\x60\x00\x01\x7f\x03\x03\x02\x00\x01" +
		"\x07\x20\x02\x0b_initialize\x00\x00\x0erelist_version\x00\x01\x0a\x0a\x02\x02\x00\x0b\x05\x00\x41\xe3\x00\x0b")
	p, err := compile(older, "", memoryPagesMax)
	if err != nil {
		t.Fatal(err)
	}
	if _, err = startServer(p, snapshotKey{}); err == nil || !strings.Contains(err.Error(), "interface 99, wanted 1") {
		t.Error(err)
	}
	// (module (func (export "_initialize")))
	other := []byte("\x00asm\x01\x00\x00\x00\x01\x04\x01\x60\x00\x00\x03\x02\x01\x00\x07\x0f\x01\x0b_initialize\x00\x00\x0a\x04\x01\x02\x00\x0b")
	if p, err = compile(other, "", memoryPagesMax); err != nil {
		t.Fatal(err)
	}
	if _, err = startServer(p, snapshotKey{}); err == nil || !strings.Contains(err.Error(), "has no relist_version") {
		t.Error(err)
	}
}

func TestAFullInstanceFailsRequestsAndNeverHangs(t *testing.T) {
	p, err := compile(moduleBytes, cacheFolder(), 128) // 8 MiB
	if err != nil {
		t.Fatal(err)
	}
	e, err := newEngine(p, 1, []byte("{}"), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer e.close()
	big := `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"generateName":"a-"},"data":{"a":"` + strings.Repeat("x", 900<<10) + `"}}`
	failed := 0
	for i := 0; i < 40; i++ {
		request, _ := http.NewRequest("POST", "http://127.0.0.1/api/v1/namespaces/default/configmaps", strings.NewReader(big))
		request.Header.Set("Content-Type", "application/json")
		response, err := e.send(request, 0, flagRemote)
		if err != nil {
			failed++
			continue
		}
		body, err := io.ReadAll(response.Body)
		if err != nil || response.StatusCode >= 500 {
			failed++
		} else if response.StatusCode != 201 {
			t.Fatal(response.StatusCode, string(body[:200]))
		}
	}
	if failed == 0 {
		t.Error("40 objects of 900 kB had room in 8 MiB")
	}
}

func TestTheRequestThatCannotGoOnIsNamed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(t)
		if _, err := s.Add(Hang{Rule{Match: Match{Resource: "configmaps"}}}); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		done := make(chan error)
		go func() {
			request, _ := http.NewRequestWithContext(ctx, "GET", s.URL()+"/api/v1/configmaps?limit=7", nil)
			_, err := s.Client().Do(request)
			done <- err
		}()
		time.Sleep(time.Hour)
		text := s.complaint(time.Hour)
		for _, want := range []string{"Open requests: 1", "GET /api/v1/configmaps?limit=7: open for 1h0m0s, waits for its response, without a time",
			`"kind":"hang"`} {
			if !strings.Contains(text, want) {
				t.Errorf("no %q in:\n%s", want, text)
			}
		}
		cancel()
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
}

func TestAClientThatRetriesAtOnceLetsTimeGoOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(t)
		if _, err := s.Add(Fail{Rule: Rule{Match: Match{Resource: "configmaps"}, For: 2 * time.Second}}); err != nil {
			t.Fatal(err)
		}
		requests := 0
		for status := 0; status != 200; requests++ {
			status, _ = do(t, s, "GET", "/api/v1/configmaps", "")
		}
		if requests < burstMax || requests > 2*burstMax+2001 {
			t.Error(requests)
		}
	})
}

func TestAPanicOfAWebhookFailsTheWriteAlone(t *testing.T) {
	s := New(t, Options{Webhooks: http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("boom") })})
	if err := s.Load(strings.Replace(webhook, "FAILURE", "Fail", 1)); err != nil {
		t.Fatal(err)
	}
	status, body := do(t, s, "POST", "/api/v1/namespaces/default/configmaps", config)
	if status != 500 || !strings.Contains(body, "boom") {
		t.Fatal(status, body)
	}
	if status, _ = do(t, s, "GET", "/api/v1/configmaps", ""); status != 200 {
		t.Fatal(status)
	}
}

// envtest configures "https://host//path", and a mux redirects that to "/path".
func TestARedirectOfAWebhookIsFollowed(t *testing.T) {
	mux := http.NewServeMux()
	mux.HandleFunc("/validate", func(w http.ResponseWriter, r *http.Request) {
		if body, err := io.ReadAll(r.Body); err != nil || !strings.Contains(string(body), `"AdmissionReview"`) {
			t.Error(string(body), err)
		}
		w.WriteHeader(http.StatusTeapot)
	})
	s := New(t, Options{Webhooks: mux})
	if err := s.Load(strings.NewReplacer("FAILURE", "Fail", "hooks.test/", "hooks.test//").Replace(webhook)); err != nil {
		t.Fatal(err)
	}
	if status, body := do(t, s, "POST", "/api/v1/namespaces/default/configmaps", config); status != 500 || strings.Contains(body, "307") {
		t.Fatal(status, body)
	}
}

const webhook = `{"apiVersion":"admissionregistration.k8s.io/v1","kind":"ValidatingWebhookConfiguration","metadata":{"name":"w"},"webhooks":[{
	"name":"w.example.com","sideEffects":"None","admissionReviewVersions":["v1"],"failurePolicy":"FAILURE","timeoutSeconds":5,
	"clientConfig":{"url":"https://hooks.test/validate"},
	"rules":[{"apiGroups":[""],"apiVersions":["v1"],"operations":["CREATE"],"resources":["configmaps"]}]}]}`

func TestAWebhookThatHangsIsGivenUpAfterItsTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(t, Options{Webhooks: http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })})
		if err := s.Load(strings.Replace(webhook, "FAILURE", "Ignore", 1)); err != nil {
			t.Fatal(err)
		}
		begun := time.Now()
		if status, body := do(t, s, "POST", "/api/v1/namespaces/default/configmaps", config); status != 201 || time.Since(begun) != 5*time.Second {
			t.Fatal(status, body, time.Since(begun))
		}
	})
}

func TestAClientThatNeverReadsHoldsUpNoOther(t *testing.T) {
	s := New(t)
	response := watch(t, context.Background(), s, "")
	defer response.Body.Close()
	big := `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"generateName":"a-"},"data":{"a":"` + strings.Repeat("x", 200<<10) + `"}}`
	for i := 0; i < 50; i++ {
		if status, _ := do(t, s, "POST", "/api/v1/namespaces/default/configmaps", big); status != 201 {
			t.Fatal(status)
		}
	}
}

// Many clients of one server at once, each of which gives up at some point.
func TestCancelsEverywhere(t *testing.T) {
	s := New(t)
	var all sync.WaitGroup
	for client := range 8 {
		all.Add(1)
		go func() {
			defer all.Done()
			random := rand.New(rand.NewSource(int64(client)))
			for range 30 {
				ctx, cancel := context.WithCancel(context.Background())
				time.AfterFunc(time.Duration(random.Intn(300))*time.Microsecond, cancel)
				path := []string{"/api/v1/configmaps", "/api/v1/configmaps?watch=1", "/openapi/v3", "/api/v1/namespaces/default/configmaps"}[random.Intn(4)]
				method, body := "GET", io.Reader(nil)
				if random.Intn(3) == 0 {
					method, path, body = "POST", "/api/v1/namespaces/default/configmaps", strings.NewReader(`{"metadata":{"generateName":"a-"}}`)
				}
				request, _ := http.NewRequestWithContext(ctx, method, s.URL()+path, body)
				request.Header.Set("Content-Type", "application/json")
				if response, err := s.Client().Do(request); err == nil {
					_, _ = io.CopyN(io.Discard, response.Body, int64(random.Intn(2000)))
					_ = response.Body.Close()
				}
				cancel()
			}
		}()
	}
	all.Wait()
	if watches, err := s.Watches(); err != nil || len(watches) != 0 {
		t.Fatal(watches, err)
	}
	if status, _ := do(t, s, "GET", "/readyz", ""); status != 200 {
		t.Fatal(status)
	}
}

func TestServersOfParallelTests(t *testing.T) {
	for range 4 {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			s := New(t)
			for range 10 {
				if status, _ := do(t, s, "POST", "/api/v1/namespaces/default/configmaps", `{"metadata":{"generateName":"a-"}}`); status != 201 {
					t.Error(status)
				}
			}
		})
	}
}

func TestManifestsOfFoldersAreLoaded(t *testing.T) {
	folder := t.TempDir()
	definition := `{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{"name":"pots.example.com"},"spec":{"group":"example.com",
		"scope":"Namespaced","names":{"plural":"pots","singular":"pot","kind":"Pot","listKind":"PotList"},
		"versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object"}}}]}}`
	for name, text := range map[string]string{"1.json": definition, "2.yaml": "apiVersion: example.com/v1\nkind: Pot\nmetadata: {name: a, namespace: default}\n",
		"readme.txt": "no manifest"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := New(t, Options{Manifests: []string{folder}})
	if status, body := do(t, s, "GET", "/apis/example.com/v1/namespaces/default/pots/a", ""); status != 200 {
		t.Fatal(status, body)
	}
	if _, err := Start(Options{Manifests: []string{t.TempDir()}}); err == nil || !strings.Contains(err.Error(), "no *.json") {
		t.Fatal(err)
	}
	if _, err := Start(Options{Manifests: []string{filepath.Join(folder, "readme.txt")}}); err == nil || !strings.Contains(err.Error(), "readme.txt") {
		t.Fatal(err)
	}
}

func TestTheTimelineIsAPageOfWhatHappened(t *testing.T) {
	s := New(t)
	do(t, s, "POST", "/api/v1/namespaces/default/configmaps", config)
	page, err := s.Timeline("the <title>", "it failed")
	if err != nil || !strings.Contains(page, "/api/v1/namespaces/default/configmaps") || !strings.Contains(page, "the &lt;title&gt;") {
		t.Fatal(len(page), err)
	}
	bare, err := Start()
	if err != nil {
		t.Fatal(err)
	}
	defer bare.Close()
	if _, err = bare.Timeline("", ""); err == nil {
		t.Fatal("a server without a timeline has one")
	}
}

func FuzzResponseRecords(f *testing.F) {
	f.Add(appendString(nil, "200", "", "5", "Content-Type", "text/plain"))
	f.Add([]byte{255, 255, 255, 255, 0})
	f.Fuzz(func(t *testing.T, record []byte) {
		if h := readHead(record); h.length < -1 {
			t.Error(h)
		}
		readQuestion(record)
	})
}

// Any bytes of a client come to a response or an error, and the server goes on.
func FuzzRequests(f *testing.F) {
	f.Add("GET", "/api/v1/pods?watch=1&timeoutSeconds=1", "Accept", "application/json", "")
	f.Add("POST", "/api/v1/namespaces/default/configmaps", "Content-Type", "application/json", config)
	f.Add("PATCH", "/api/v1/namespaces/default/configmaps/a", "Content-Type", "application/apply-patch+yaml", "a: b")
	f.Add("\x00", "//%zz?\xff", "\n", "\x00", "\xff\xfe")
	p, err := compiled()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, method, target, name, value, body string) {
		e, err := newEngine(p, 1, []byte("{}"), nil)
		if err != nil {
			t.Fatal(err)
		}
		defer e.close()
		ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
		defer cancel()
		x, err := e.begin(ctx, &request{method: method, target: target, host: "127.0.0.1", header: http.Header{name: {value}}, body: body})
		if err != nil {
			t.Fatal(err)
		}
		if _, err = x.head(); err == nil {
			_, _ = io.CopyN(io.Discard, x, 1<<20)
		}
		_ = x.Close()
		if e.broken != nil {
			t.Fatal(e.broken)
		}
	})
}
