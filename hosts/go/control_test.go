// SPDX-License-Identifier: Apache-2.0

package relist

import (
	"context"
	"errors"
	"io"
	"testing"
	"testing/synctest"
	"time"
)

func TestWatchesAndRestCountHeldEvents(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(t)
		response := watch(t, context.Background(), s, "&resourceVersion=0")
		defer response.Body.Close()
		go func() { _, _ = io.Copy(io.Discard, response.Body) }()
		held, err := s.Add(HoldEvents{Rule{Match: Match{Resource: "configmaps"}}})
		if err != nil {
			t.Fatal(err)
		}
		do(t, s, "POST", "/api/v1/namespaces/default/configmaps", config)
		look := func(want int) {
			t.Helper()
			rest, err := s.Rest(WaitFor{Wait: time.Minute})
			if err != nil || !rest.Rest || rest.Held != want || rest.ResourceVersion == "" {
				t.Fatal(rest, err)
			}
			open, err := s.Watches()
			if err != nil || len(open) != 1 || open[0].Held != want || open[0].SentAll != (want == 0) || open[0].Request == 0 {
				t.Fatal(open, err)
			}
		}
		look(1)
		if err = held.Remove(); err != nil {
			t.Fatal(err)
		}
		look(0)
	})
}

func TestRestSaysWhyAClientIsNotAtRest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(t)
		begun := time.Now()
		rest, err := s.Rest(WaitFor{Wait: 10 * time.Minute, UserAgent: "absent"})
		if err != nil || rest.Rest || rest.Why == "" || time.Since(begun) < 10*time.Minute {
			t.Fatal(rest, err, time.Since(begun))
		}
	})
}

func TestThenFollowsAFault(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(t)
		response := watch(t, context.Background(), s, "&resourceVersion=0")
		defer response.Body.Close()
		_, err := s.Add(Fail{Rule: Rule{Match: Match{Verb: "list"}, Times: 2, Then: &Then{"watches", map[string]any{"how": "reset"}}}})
		if err != nil {
			t.Fatal(err)
		}
		list := func() {
			if r, err := get(t, s, "/api/v1/configmaps"); err != nil || r.StatusCode != 500 {
				t.Fatal(r, err)
			}
		}
		list()
		ended := make(chan error, 1)
		go func() {
			_, err := io.ReadAll(response.Body)
			ended <- err
		}()
		synctest.Wait()
		if len(ended) != 0 {
			t.Fatal("the watch has ended before the fault had acted twice")
		}
		list()
		if err := <-ended; !errors.Is(err, errReset) {
			t.Fatal(err)
		}
	})
}

func TestWaitEndsWhenAFaultActsOrTheTimeIsOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(t)
		fail, err := s.Add(Fail{Rule: Rule{Match: Match{Verb: "list"}, Times: -1}})
		if err != nil {
			t.Fatal(err)
		}
		if acted, err := fail.Wait(time.Second); err != nil || acted {
			t.Fatal(acted, err)
		}
		if _, err := get(t, s, "/api/v1/configmaps"); err != nil {
			t.Fatal(err)
		}
		if acted, err := fail.Wait(time.Second); err != nil || !acted {
			t.Fatal(acted, err)
		}
	})
}

func TestChangesAndTheRequestLogShowWhatHappened(t *testing.T) {
	s := New(t)
	do(t, s, "POST", "/api/v1/namespaces/default/configmaps", config)
	changes, complete, err := s.Changes("0")
	if err != nil || !complete || len(changes) == 0 || changes[len(changes)-1].Resource != "configmaps" || changes[len(changes)-1].Type != "ADDED" {
		t.Fatal(changes, complete, err)
	}
	log, err := s.Requests()
	if err != nil || len(log) != 1 || log[0].Verb != "create" || log[0].EndNs == 0 {
		t.Fatal(log, err)
	}
	if err = s.ForgetRequests(); err != nil {
		t.Fatal(err)
	}
	if log, err = s.Requests(); err != nil || len(log) != 0 {
		t.Fatal(log, err)
	}
}
