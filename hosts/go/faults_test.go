// SPDX-License-Identifier: Apache-2.0

package relist

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"reflect"
	"regexp"
	"sort"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
)

// The server's own list of kinds, where the host lies beside it.
func TestEveryFaultHasAType(t *testing.T) {
	text, err := os.ReadFile("../../fakeapi/tbl/faults.h")
	if err != nil {
		t.Skip("the server's sources are not here")
	}
	var want, have []string
	for _, row := range regexp.MustCompile(`(?m)^FAULT\(\w+, "([^"]+)"`).FindAllStringSubmatch(string(text), -1) {
		want = append(want, row[1])
	}
	for _, f := range Faults {
		kind, _ := f.members()
		have = append(have, kind)
	}
	sort.Strings(want)
	sort.Strings(have)
	if len(want) == 0 || !reflect.DeepEqual(want, have) {
		t.Fatalf("the server has %v, the package %v", want, have)
	}
}

// The server refuses unknown members, so each type is taken with all of them set.
func TestEveryFaultIsTakenByTheServer(t *testing.T) {
	r := Rule{Match: Match{Verb: "list", Resource: "configmaps"}, Times: 2, Skip: 1, For: 90 * time.Second}
	watches := Rule{Match: Match{Resource: "configmaps"}}
	writes := Rule{Match: Match{Verb: "delete", Resource: "configmaps"}}
	for _, f := range []Fault{
		Fail{Rule: r, Status: 503, Reason: "R", Message: "m", RetryAfter: 2, Details: map[string]any{"name": "a"}},
		Fail{Rule: Rule{Match: Match{Verb: "watch"}}, Status: 410, InStream: true},
		Reply{Rule: r, Status: 418, Headers: map[string]string{"X-A": "b"},
			Body: []Chunk{"text", JSON{map[string]int{"a": 1}}, Hex("c3a9"), Wait(1500 * time.Millisecond), Close("rst")}},
		Redirect{Rule: r, To: 1}, Cut{Rule: r, Bytes: 10}, Cut{Rule: r}, Reset{Rule: r, Bytes: 10}, Hang{r}, HoldResponse{r},
		Delay{Rule: r, Delay: 1500 * time.Millisecond}, Slow{Rule: r, Bytes: 7, Delay: time.Second}, HoldEvents{watches},
		DropEvent{writes}, Bookmarks{Rule: watches, Mode: "early"}, WatchList{Rule: watches, Mode: "refuse", Status: 405},
	} {
		s := New(t, Options{Backends: 2})
		active, err := s.Add(f)
		if err != nil {
			t.Errorf("%#v: %v", f, err)
			continue
		}
		if hits, err := active.Hits(); hits != 0 || err != nil {
			t.Errorf("%#v: %d hits, %v", f, hits, err)
		}
		if err = active.Remove(); err != nil {
			t.Errorf("%#v: %v", f, err)
		}
	}
}

func get(t *testing.T, s *Server, path string) (*http.Response, error) {
	t.Helper()
	return s.Client().Get(s.URL() + path)
}

func TestFaultsAsAClientSeesThem(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(t)
		do(t, s, "POST", "/api/v1/namespaces/default/configmaps", config)
		begun := time.Now()
		add := func(f Fault) *Active {
			t.Helper()
			a, err := s.Add(f)
			if err != nil {
				t.Fatal(err)
			}
			return a
		}
		add(Delay{Delay: 3 * time.Second})
		if response, err := get(t, s, "/api/v1/configmaps"); err != nil || response.StatusCode != 200 || time.Since(begun) != 3*time.Second {
			t.Error(err, time.Since(begun))
		}
		add(Cut{Bytes: 20})
		if response, err := get(t, s, "/api/v1/configmaps"); err != nil {
			t.Error(err)
		} else if body, err := io.ReadAll(response.Body); len(body) != 20 || !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Error(len(body), err)
		}
		add(Reset{})
		if _, err := get(t, s, "/api/v1/configmaps"); !errors.Is(err, syscall.ECONNRESET) {
			t.Error(err)
		}
		hold := add(HoldResponse{})
		answered := make(chan int, 1)
		go func() {
			if response, err := get(t, s, "/api/v1/configmaps"); err == nil {
				answered <- response.StatusCode
			}
		}()
		synctest.Wait()
		if len(answered) != 0 {
			t.Error("the held response has come")
		}
		if err := hold.Remove(); err != nil {
			t.Error(err)
		}
		if status := <-answered; status != 200 {
			t.Error(status)
		}
		add(Reply{Status: 418, Headers: map[string]string{"X-Pot": "tea"}, Body: []Chunk{"short", Wait(time.Minute), Hex("21")}})
		begun = time.Now()
		if response, err := get(t, s, "/api/v1/configmaps"); err != nil || response.StatusCode != 418 || response.Header.Get("X-Pot") != "tea" {
			t.Error(response, err)
		} else if body, err := io.ReadAll(response.Body); string(body) != "short!" || err != nil || time.Since(begun) != time.Minute {
			t.Error(string(body), err, time.Since(begun))
		}
		refuse, again := true, false
		if err := s.SetBackend(BackendState{Refuse: &refuse}); err != nil {
			t.Error(err)
		}
		if _, err := get(t, s, "/version"); !errors.Is(err, syscall.ECONNREFUSED) {
			t.Error(err)
		}
		if err := s.SetBackend(BackendState{Refuse: &again}); err != nil {
			t.Error(err)
		}
		if response, err := get(t, s, "/version"); err != nil || response.StatusCode != 200 {
			t.Error(err)
		}
	})
}

func TestDroppedEventRewindAndCompaction(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(t)
		_, first := do(t, s, "POST", "/api/v1/namespaces/default/configmaps", config)
		version := regexp.MustCompile(`"resourceVersion":"(\d+)"`).FindStringSubmatch(first)[1]
		response := watch(t, context.Background(), s, "&resourceVersion="+version)
		defer response.Body.Close()
		if _, err := s.Add(DropEvent{Rule{Match: Match{Verb: "delete", Resource: "configmaps"}}}); err != nil {
			t.Fatal(err)
		}
		do(t, s, "DELETE", "/api/v1/namespaces/default/configmaps/a", "")
		do(t, s, "POST", "/api/v1/namespaces/default/configmaps", strings.Replace(config, `"a"`, `"b"`, 1))
		lines := bufio.NewScanner(response.Body)
		if !lines.Scan() || !strings.Contains(lines.Text(), `"name":"b"`) {
			t.Error(lines.Text())
		}
		if err := s.Rewind(version, false); err != nil {
			t.Fatal(err)
		}
		if status, _ := do(t, s, "GET", "/api/v1/namespaces/default/configmaps/a", ""); status != 200 {
			t.Error(status)
		}
		do(t, s, "DELETE", "/api/v1/namespaces/default/configmaps/a", "")
		if err := s.Compact(); err != nil {
			t.Fatal(err)
		}
		old := watch(t, context.Background(), s, "&resourceVersion="+version)
		if body, _ := io.ReadAll(old.Body); !strings.Contains(string(body), "410") {
			t.Error(string(body))
		}
	})
}
