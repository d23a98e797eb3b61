// SPDX-License-Identifier: Apache-2.0

package relist

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func do(t *testing.T, s *Server, method, path, body string) (int, string) {
	t.Helper()
	request, err := http.NewRequest(method, s.URL()+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := s.Client().Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(text)
}

const config = `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"}}`

func TestCreateGetAndConflict(t *testing.T) {
	s := New(t)
	if status, body := do(t, s, "POST", "/api/v1/namespaces/default/configmaps", config); status != 201 {
		t.Fatal(status, body)
	}
	if status, _ := do(t, s, "POST", "/api/v1/namespaces/default/configmaps", config); status != 409 {
		t.Fatal(status)
	}
	status, body := do(t, s, "GET", "/api/v1/namespaces/default/configmaps/a", "")
	var object struct {
		Metadata struct{ UID, ResourceVersion string }
	}
	if err := json.Unmarshal([]byte(body), &object); err != nil || status != 200 || object.Metadata.UID == "" {
		t.Fatal(status, body, err)
	}
}

func watch(t *testing.T, ctx context.Context, s *Server, query string) *http.Response {
	t.Helper()
	request, err := http.NewRequestWithContext(ctx, "GET", s.URL()+"/api/v1/configmaps?watch=1"+query, nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := s.Client().Do(request)
	if err != nil {
		t.Fatal(err)
	}
	return response
}

func TestWatchDeliversEventsAndEndsAtItsTimeoutInVirtualTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(t)
		begun := time.Now()
		response := watch(t, context.Background(), s, "&timeoutSeconds=600&resourceVersion=0")
		defer response.Body.Close()
		lines := bufio.NewScanner(response.Body)
		do(t, s, "POST", "/api/v1/namespaces/default/configmaps", config)
		if !lines.Scan() || !strings.Contains(lines.Text(), `"ADDED"`) {
			t.Fatal(lines.Text(), lines.Err())
		}
		if time.Since(begun) != 0 {
			t.Fatal("the event took", time.Since(begun))
		}
		for lines.Scan() {
		}
		if took := time.Since(begun); lines.Err() != nil || took != 600*time.Second {
			t.Fatal(took, lines.Err())
		}
	})
}

func TestCutResetAndRefusalLookLikeBrokenConnections(t *testing.T) {
	s := New(t)
	for how, want := range map[WatchEnd]error{WatchesCut: io.ErrUnexpectedEOF, WatchesReset: errReset, WatchesEnd: nil} {
		response := watch(t, context.Background(), s, "")
		if n, err := s.EndWatches(how, Match{Resource: "configmaps"}); n != 1 || err != nil {
			t.Fatal(how, n, err)
		}
		if _, err := io.ReadAll(response.Body); !errors.Is(err, want) {
			t.Fatal(how, err)
		}
		response.Body.Close()
	}
}

func TestCancelledRequestsEnd(t *testing.T) {
	s := New(t)
	ctx, cancel := context.WithCancel(context.Background())
	response := watch(t, ctx, s, "")
	cancel()
	if _, err := io.ReadAll(response.Body); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	var open []any
	if err := s.control("GET", "watches", nil, &open); err != nil || len(open) != 0 {
		t.Fatal(open, err)
	}
}

func TestFailNextAndRequestLog(t *testing.T) {
	s := New(t)
	if err := s.FailNext(Match{Verb: "list", Resource: "configmaps"}, 1, 503); err != nil {
		t.Fatal(err)
	}
	if status, _ := do(t, s, "GET", "/api/v1/configmaps", ""); status != 503 {
		t.Fatal(status)
	}
	if status, _ := do(t, s, "GET", "/api/v1/configmaps", ""); status != 200 {
		t.Fatal(status)
	}
	log, err := s.Requests()
	if err != nil || len(log) != 2 || log[0].Status != 503 || log[1].Verb != "list" {
		t.Fatal(log, err)
	}
}

func TestLoadReportsTheRefusedDocument(t *testing.T) {
	s := New(t)
	err := s.Load(config + "\n---\napiVersion: v1\nkind: Nonsense\n")
	if err == nil {
		t.Fatal("a manifest of an unknown kind was loaded")
	}
	if err = s.Load("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: b, namespace: new}\n"); err != nil {
		t.Fatal(err)
	}
	objects, err := s.Objects("", "configmaps", "new")
	if err != nil || len(objects) != 1 {
		t.Fatal(objects, err)
	}
}

func TestWebhookIsCalledThroughTheHandler(t *testing.T) {
	deny := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var review map[string]any
		if err := json.NewDecoder(r.Body).Decode(&review); err != nil || r.URL.Path != "/validate" {
			t.Error(err, r.URL)
		}
		uid := review["request"].(map[string]any)["uid"]
		review["response"] = map[string]any{"uid": uid, "allowed": false, "status": map[string]any{"message": "no a today"}}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(review)
	})
	// the Service need not exist, and the manifests of a kubebuilder project have no caBundle
	for _, target := range []string{`"url":"https://hooks.test/validate"`, `"service":{"namespace":"system","name":"webhook-service","path":"/validate"}`} {
		s := New(t, Options{Webhooks: deny})
		hook := `{"apiVersion":"admissionregistration.k8s.io/v1","kind":"ValidatingWebhookConfiguration","metadata":{"name":"w"},"webhooks":[{
			"name":"w.example.com","sideEffects":"None","admissionReviewVersions":["v1"],"clientConfig":{` + target + `},
			"rules":[{"apiGroups":[""],"apiVersions":["v1"],"operations":["CREATE"],"resources":["configmaps"]}]}]}`
		if err := s.Load(hook); err != nil {
			t.Fatal(err)
		}
		status, body := do(t, s, "POST", "/api/v1/namespaces/default/configmaps", config)
		if status != 400 || !strings.Contains(body, "no a today") {
			t.Fatal(status, body)
		}
	}
}

func TestTheSameSeedGivesTheSameBytes(t *testing.T) {
	var first string
	for range 2 {
		synctest.Test(t, func(t *testing.T) {
			s := New(t, Options{Seed: 7})
			_, body := do(t, s, "POST", "/api/v1/namespaces/default/configmaps", config)
			if first == "" {
				first = body
			} else if body != first {
				t.Fatalf("%s\n%s", first, body)
			}
		})
	}
}

func TestUnknownOptionsAndClosedServersAreErrors(t *testing.T) {
	if _, err := Start(Options{EnableAdmissionPlugins: "Nonsense"}); err == nil || !strings.Contains(err.Error(), "Nonsense") {
		t.Fatal(err)
	}
	s, err := Start()
	if err != nil {
		t.Fatal(err)
	}
	response := watch(t, context.Background(), s, "")
	s.Close()
	if _, err = io.ReadAll(response.Body); !errors.Is(err, errClosed) {
		t.Fatal(err)
	}
	if _, err = s.Client().Get(s.URL() + "/version"); !errors.Is(err, errClosed) {
		t.Fatal(err)
	}
}

func TestServersOfOneSnapshotAreIndependent(t *testing.T) {
	a, b := New(t), New(t)
	do(t, a, "POST", "/api/v1/namespaces/default/configmaps", config)
	if status, _ := do(t, b, "GET", "/api/v1/namespaces/default/configmaps/a", ""); status != 404 {
		t.Fatal(status)
	}
}

func BenchmarkStart(b *testing.B) {
	New(b)
	for b.Loop() {
		s, err := Start()
		if err != nil {
			b.Fatal(err)
		}
		s.Close()
	}
}
