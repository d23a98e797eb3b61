// SPDX-License-Identifier: Apache-2.0

package relist

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

const configsPath = "/api/v1/namespaces/default/configmaps"

func TestVersionsAreThoseOfOneObjectWithItsStates(t *testing.T) {
	s := New(t)
	do(t, s, "POST", configsPath, config)
	do(t, s, "POST", configsPath, strings.Replace(config, `"a"`, `"b"`, 1))
	do(t, s, "PUT", configsPath+"/a", `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":{"k":"v"}}`)
	do(t, s, "DELETE", configsPath+"/a", "")
	versions, complete, err := s.Versions("", "configmaps", "default", "a")
	if err != nil || !complete || len(versions) != 3 {
		t.Fatal(versions, complete, err)
	}
	for i, want := range []string{"ADDED", "MODIFIED", "DELETED"} {
		if v := versions[i]; v.Type != want || v.Name != "a" || strings.Contains(string(v.Object), `"k":"v"`) != (i > 0) {
			t.Errorf("%d: %+v %s", i, v.Change, v.Object)
		}
	}
	before, err := s.ObjectsAt("", "configmaps", "default", versions[1].ResourceVersion)
	if err != nil || len(before) != 2 || !strings.Contains(string(before[0])+string(before[1]), `"k":"v"`) {
		t.Error(before, err)
	}
	if err = s.Compact(); err != nil {
		t.Fatal(err)
	}
	if versions, complete, err = s.Versions("", "configmaps", "default", "a"); err != nil || complete || len(versions) != 0 {
		t.Error("after a compaction: ", versions, complete, err)
	}
}

func TestMarksAreTheCallsThatChangedSomething(t *testing.T) {
	s := New(t)
	if err := errors.Join(s.FailNext(Match{Verb: "list"}, 1, 503), s.Compact()); err != nil {
		t.Fatal(err)
	}
	marks, err := s.Marks(0)
	if err != nil || len(marks) != 2 || !strings.HasPrefix(marks[0].What, "POST /faults {") || marks[0].Status != 201 ||
		!strings.HasPrefix(marks[1].What, "POST /compact") || marks[1].ResourceVersion == "" {
		t.Fatalf("%+v %v", marks, err)
	}
	if marks, err = s.Marks(marks[0].Seq); err != nil || len(marks) != 1 || !strings.HasPrefix(marks[0].What, "POST /compact") {
		t.Fatalf("%+v %v", marks, err)
	}
}

func TestABackendStaysAtAVersionUntilItIsReleased(t *testing.T) {
	s := New(t, Options{Backends: 3})
	do(t, s, "POST", configsPath, config)
	states, err := s.Backends()
	if err != nil || len(states) != 3 || states[1] != states[0] || states[0].Freeze || states[0].ResourceVersion == "" {
		t.Fatal(states, err)
	}
	old, lag, none, refuse := states[0].ResourceVersion, 1500*time.Millisecond, uint64(0), true
	do(t, s, "PUT", configsPath+"/a", `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":{"k":"v"}}`)
	err = errors.Join(s.SetBackend(BackendState{Backend: 1, ResourceVersion: old}), s.SetBackend(BackendState{Backend: 2, Lag: &lag, Refuse: &refuse}))
	if err != nil {
		t.Fatal(err)
	}
	shows := func(url string) bool {
		t.Helper()
		response, err := s.Client().Get(url + configsPath + "?resourceVersion=0")
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		body, err := io.ReadAll(response.Body)
		if err != nil || response.StatusCode != http.StatusOK {
			t.Fatal(response.StatusCode, err)
		}
		return strings.Contains(string(body), `"k":"v"`)
	}
	if shows(s.BackendURL(1)) || !shows(s.URL()) {
		t.Error("the backend does not show the old version, or the other one does")
	}
	states, err = s.Backends()
	if err != nil || states[1].ResourceVersion != old || !states[1].Freeze || states[2].Lag != lag || !states[2].Refuse {
		t.Error(states, err)
	}
	if err = s.SetBackend(BackendState{Backend: 1, Behind: &none}); err != nil {
		t.Fatal(err)
	}
	if !shows(s.BackendURL(1)) {
		t.Error("the backend is released and shows the old version")
	}
}

func TestCompactWithDropsWhatItSays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(t, Options{Backends: 2})
		var states []Backend
		for range 2 {
			do(t, s, "POST", configsPath, `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"generateName":"a-"}}`)
			now, err := s.Backends()
			if err != nil {
				t.Fatal(err)
			}
			states = append(states, now[0])
		}
		// status is that of a watch from the first of these versions; 0: a watch that receives 410 as an event.
		status := func(from int, url string) int {
			t.Helper()
			ctx, cancel := context.WithTimeout(context.Background(), time.Second)
			defer cancel()
			request, err := http.NewRequestWithContext(ctx, "GET", url+"/api/v1/configmaps?watch=1&resourceVersion="+states[from].ResourceVersion, http.NoBody)
			if err != nil {
				t.Fatal(err)
			}
			response, err := s.RoundTrip(request)
			if err != nil {
				t.Fatal(err)
			}
			defer response.Body.Close()
			body, _ := io.ReadAll(response.Body)
			if strings.Contains(string(body), `"type":"ERROR"`) {
				return 0
			}
			return response.StatusCode
		}
		one := uint32(1)
		if err := s.CompactWith(Compaction{Backend: &one}); err != nil {
			t.Fatal(err)
		}
		if a, b := status(0, s.URL()), status(0, s.BackendURL(1)); a != 200 || b != 0 {
			t.Error("of one backend: ", a, b)
		}
		if err := s.CompactWith(Compaction{KeepWatchCache: true}); err != nil {
			t.Fatal(err)
		}
		if a := status(0, s.URL()); a != 200 {
			t.Error("with the watch cache: ", a)
		}
		if err := s.CompactWith(Compaction{ResourceVersion: states[1].ResourceVersion, HTTPStatus: true}); err != nil {
			t.Fatal(err)
		}
		if a, b := status(0, s.URL()), status(1, s.URL()); a != 410 || b != 200 {
			t.Error("up to a version: ", a, b)
		}
	})
}
