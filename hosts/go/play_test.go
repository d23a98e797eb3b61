// SPDX-License-Identifier: Apache-2.0

package relist

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

type meta struct {
	Metadata struct{ Namespace, Name, ResourceVersion string }
}

func (m meta) key() string { return m.Metadata.Namespace + "/" + m.Metadata.Name }

// informer lists and watches; `forgets`: objects that are gone from a list stay in its cache.
type informer struct {
	run     *Run
	client  http.Client
	cache   map[string]string
	forgets bool
}

func (i *informer) get(ctx context.Context, query string) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, "GET", fmt.Sprintf("%s/api/%s/%s?%s", i.run.URL(), i.run.Version, i.run.Resource, query), nil)
	if err != nil {
		return nil, err
	}
	response, err := i.client.Do(request)
	if err == nil && response.StatusCode != 200 {
		response.Body.Close()
		err = fmt.Errorf("status %d", response.StatusCode)
	}
	return response, err
}

func (i *informer) list(ctx context.Context) (string, error) {
	response, err := i.get(ctx, "")
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	var list struct {
		Metadata struct{ ResourceVersion string }
		Items    []meta
	}
	if err = json.NewDecoder(response.Body).Decode(&list); err != nil {
		return "", err
	}
	seen := map[string]bool{}
	for _, item := range list.Items {
		seen[item.key()] = true
		i.put(item)
	}
	for key, version := range i.cache {
		if !seen[key] && !i.forgets {
			delete(i.cache, key)
			i.run.Notify(Notification{Type: "DELETE", Key: key, ResourceVersion: version, Tombstone: true})
		}
	}
	i.run.State(i.cache, true)
	return list.Metadata.ResourceVersion, nil
}

func (i *informer) put(item meta) {
	version := item.Metadata.ResourceVersion
	if old, known := i.cache[item.key()]; !known {
		i.run.Notify(Notification{Type: "ADD", Key: item.key(), ResourceVersion: version})
	} else if old != version {
		i.run.Notify(Notification{Type: "UPDATE", Key: item.key(), ResourceVersion: version, Old: old})
	}
	i.cache[item.key()] = version
}

func (i *informer) watch(ctx context.Context, version string) error {
	response, err := i.get(ctx, "watch=1&resourceVersion="+version)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	for lines := bufio.NewScanner(response.Body); lines.Scan(); {
		var event struct {
			Type   string
			Object meta
		}
		if err = json.Unmarshal(lines.Bytes(), &event); err != nil {
			return err
		}
		switch event.Type {
		case "ADDED", "MODIFIED":
			i.put(event.Object)
		case "DELETED":
			delete(i.cache, event.Object.key())
			i.run.Notify(Notification{Type: "DELETE", Key: event.Object.key(), ResourceVersion: event.Object.Metadata.ResourceVersion})
		default:
			return errors.New(event.Type)
		}
		i.run.State(i.cache, true)
	}
	return nil
}

func subject(forgets bool) Subject {
	return func(ctx context.Context, run *Run) error {
		i := &informer{run: run, client: http.Client{Transport: run}, cache: map[string]string{}, forgets: forgets}
		for ctx.Err() == nil {
			version, err := i.list(ctx)
			if err == nil {
				err = i.watch(ctx, version)
			}
			if err != nil && ctx.Err() == nil {
				run.Error(err)
			}
			select {
			case <-time.After(time.Second):
			case <-ctx.Done():
			}
		}
		return nil
	}
}

func TestPlayPassesACorrectInformer(t *testing.T) { Play(t, "testdata/*.yaml", subject(false)) }

func TestPlayReportsAnInformerThatKeepsAGhost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, err := compiled()
		if err != nil {
			t.Fatal(err)
		}
		o, err := playCell(p, "testdata/missed-delete.yaml", 0, subject(true), PlayOptions{}, t.TempDir(), "go test")
		if err != nil {
			t.Fatal(err)
		}
		if o.verdict != "fail" || o.status != 1 || !strings.Contains(o.text, "FAIL missed-delete") ||
			!strings.Contains(o.text, "testdata/missed-delete.yaml:18") || !strings.Contains(o.text, "delete pods/default/a") {
			t.Fatal(o.verdict, o.text)
		}
		if !strings.Contains(o.model, "WATCH") && !strings.Contains(o.model, "watch=1") {
			t.Fatal("the page has no watch")
		}
	})
}

func TestPlayReportsASubjectThatReturns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, err := compiled()
		if err != nil {
			t.Fatal(err)
		}
		gone := func(context.Context, *Run) error { return errors.New("no port") }
		o, err := playCell(p, "testdata/missed-delete.yaml", 0, gone, PlayOptions{Patience: time.Minute}, t.TempDir(), "go test")
		if err != nil || o.verdict != "fail" || !strings.Contains(o.text, "returned an error: no port") {
			t.Fatal(err, o.verdict, o.text)
		}
	})
}

func TestPlayNamesTheLineOfAWrongScenario(t *testing.T) {
	p, err := compiled()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "wrong.yaml")
	if err = os.WriteFile(file, []byte("scenario: wrong\nworld: {types: {pods: v1/pods}}\nsteps:\n  - crate: {}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err = cellsOf(p, file); err == nil || !strings.Contains(err.Error(), "wrong.yaml:4") {
		t.Fatal(err)
	}
}
