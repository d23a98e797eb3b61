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
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// mirror keeps a Secret for each ConfigMap of the namespace, from fresh lists: it is right. Its mistakes are switched on one by one.
type mirror struct {
	api *Endpoint

	hurries bool // tries again at once
	worries bool // after a refusal it writes for ever
	exits   bool // ends at the first error
	guesses bool // an object that it could not create is taken for one that exists
	panics  bool // a refusal is not expected
	writes  bool // writes without an end
	skips   bool // events from before a list that it has not acted on are taken for known
	seen    int  // the version of that list
}

type mirrored struct {
	APIVersion string            `json:"apiVersion"`
	Kind       string            `json:"kind"`
	Metadata   map[string]any    `json:"metadata"`
	StringData map[string]string `json:"stringData,omitempty"`
	Data       map[string]string `json:"data,omitempty"`
}

type mirroredList struct {
	Metadata struct {
		ResourceVersion string `json:"resourceVersion"`
	} `json:"metadata"`
	Items []mirrored `json:"items"`
}

func (m *mirror) run(ctx context.Context, api *Endpoint) error {
	m.api = api
	for ctx.Err() == nil {
		err := m.round(ctx)
		if err != nil && m.exits && ctx.Err() == nil {
			return err
		}
		if m.hurries {
			continue
		}
		select {
		case <-ctx.Done():
		case <-time.After(time.Second):
		}
	}
	return nil
}

func mirrorOf(m mirror) Program {
	return func(ctx context.Context, api *Endpoint) error {
		own := m
		return own.run(ctx, api)
	}
}

// round lists, repairs, and watches until the watch ends.
func (m *mirror) round(ctx context.Context) error {
	var list mirroredList
	if err := m.api.sendJSON(ctx, http.MethodGet, configsPath, "", nil, &list); err != nil {
		return err
	}
	if err := m.repair(ctx, list); err != nil {
		return err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, m.api.URL()+configsPath+"?watch=1&resourceVersion="+list.Metadata.ResourceVersion, http.NoBody)
	if err != nil {
		return err
	}
	response, err := m.api.RoundTrip(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	lines := bufio.NewScanner(response.Body)
	for lines.Scan() {
		if m.skips && m.knows(lines.Bytes()) {
			continue
		}
		if err = m.api.sendJSON(ctx, http.MethodGet, configsPath, "", nil, &list); err == nil {
			err = m.repair(ctx, list)
		}
		if err == nil && m.skips {
			err = m.api.sendJSON(ctx, http.MethodGet, configsPath, "", nil, &list)
			m.seen, _ = strconv.Atoi(list.Metadata.ResourceVersion)
		}
		if err != nil {
			return err
		}
	}
	return nil // the watch has ended
}

func (m *mirror) knows(line []byte) bool {
	var event struct{ Object mirrored }
	_ = json.Unmarshal(line, &event)
	version, _ := event.Object.Metadata["resourceVersion"].(string)
	n, _ := strconv.Atoi(version)
	return n <= m.seen
}

func (m *mirror) repair(ctx context.Context, wanted mirroredList) error {
	const path = "/api/v1/namespaces/default/secrets"
	var have mirroredList
	if err := m.api.sendJSON(ctx, http.MethodGet, path, "", nil, &have); err != nil {
		return err
	}
	names := map[string]bool{}
	for _, secret := range have.Items {
		names[secret.Metadata["name"].(string)] = true
	}
	for _, config := range wanted.Items {
		name := config.Metadata["name"].(string)
		if names[name] && !m.writes {
			delete(names, name)
			continue
		}
		body, err := json.Marshal(mirrored{APIVersion: "v1", Kind: "Secret", Metadata: map[string]any{"name": name}, StringData: config.Data})
		if err != nil {
			return err
		}
		method, at := http.MethodPost, path
		if names[name] {
			method, at = http.MethodPut, path+"/"+name
			body, _ = json.Marshal(mirrored{APIVersion: "v1", Kind: "Secret",
				Metadata: map[string]any{"name": name, "annotations": map[string]string{"at": time.Now().String()}}})
		}
		err = m.api.sendJSON(ctx, method, at, "application/json", body, nil)
		switch {
		case err != nil && m.panics && ctx.Err() == nil:
			panic("not refused before")
		case err != nil && m.guesses && ctx.Err() == nil:
		case err != nil && m.worries:
			m.writes = true
			return err
		case err != nil:
			return err
		}
		delete(names, name)
		if m.writes {
			time.Sleep(time.Second / 2)
			return m.repair(ctx, wanted)
		}
	}
	for name := range names {
		if err := m.api.sendJSON(ctx, http.MethodDelete, path+"/"+name, "", nil, nil); err != nil {
			return err
		}
	}
	return nil
}

func configNamed(name, value string) string {
	return fmt.Sprintf(`{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":%q},"data":{"k":%q}}`, name, value)
}

func mirrorSteps() []Step {
	return []Step{Create(configNamed("a", "1")), Delete(configNamed("a", "")), Create(configNamed("b", "2"))}
}

func searchMirror(t *testing.T, m mirror, o PerturbOptions, steps ...Step) (*Perturbations, error) {
	t.Helper()
	if len(steps) == 0 {
		steps = mirrorSteps()
	}
	return SearchPerturbations(t, Story{Steps: steps}, mirrorOf(m), o)
}

func TestPerturbFindsNothingInARightProgram(t *testing.T) {
	Perturb(t, Story{Steps: mirrorSteps()}, mirrorOf(mirror{}))
}

// Every family plans something for this story, and every plan reaches its point.
func TestPerturbReachesEveryPlanOfEachFamily(t *testing.T) {
	found, err := searchMirror(t, mirror{}, PerturbOptions{Families: families}, Create(configNamed("a", "1")), Patch(configNamed("a", "2")),
		Patch(configNamed("a", "3")), Create(configNamed("b", "2")), Delete(configNamed("b", "")))
	if err != nil || len(found.Missed) > 0 {
		t.Fatal(found, err)
	}
	for _, family := range families {
		if !strings.Contains("\n"+strings.Join(found.Plans, "\n"), "\n"+string(family)+":") && family != Held { // no Secret is watched
			t.Errorf("no plan of %s among %v", family, found.Plans)
		}
	}
}

func TestPerturbFindsEachKindOfMistake(t *testing.T) {
	for _, c := range []struct {
		name   string
		mirror mirror
		only   string
		kind   string
		text   string
	}{
		{"missing", mirror{guesses: true}, "refused:500:create/secrets/default/b", "missing", "secrets/default/b is missing at the end"},
		{"panic", mirror{panics: true}, "refused:500:create/secrets/default/b", "panic", "panic: not refused before"},
		{"restless", mirror{worries: true}, "refused:500:create/secrets/default/b", "restless", "no rest: "},
	} {
		t.Run(c.name, func(t *testing.T) {
			found, err := searchMirror(t, c.mirror, PerturbOptions{Only: c.only, Limit: time.Minute})
			if err != nil || len(found.Groups) != 1 {
				t.Fatalf("%+v %v", found, err)
			}
			group := found.Groups[0]
			if group.Kind != c.kind || !strings.Contains(group.Text, c.text) || !strings.Contains(group.Text, "RELIST_PERTURB='"+c.only) {
				t.Errorf("%+v", group)
			}
			_, page, ok := strings.Cut(group.Text, "page:  ")
			page, _, _ = strings.Cut(page, "\n")
			if text, err := os.ReadFile(page); !ok || err != nil || !strings.Contains(string(text), "/api/v1/namespaces/default/configmaps") {
				t.Error("no page of the life: ", page, err)
			} else if err = os.Remove(page); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestPerturbFindsAStepInTheMiddleOfAReactionThatIsTakenForKnown(t *testing.T) {
	for _, c := range []struct {
		mirror mirror
		want   string
	}{
		{mirror{}, ""},
		{mirror{skips: true}, "secrets/default/a is there at the end, undisturbed it is not"},
	} {
		found, err := searchMirror(t, c.mirror, PerturbOptions{Families: []Family{Overlap}}, Create(configNamed("a", "1")), Delete(configNamed("a", "")))
		if err != nil || len(found.Plans) != 1 || len(found.Missed) != 0 || len(found.Groups) != min(1, len(c.want)) {
			t.Fatalf("%+v %v", found, err)
		}
		for _, group := range found.Groups {
			if !strings.Contains(group.Text, c.want) || !strings.Contains(group.Text, "`delete configmaps/default/a` (step 2) comes before the response to its CREATE secrets/default/a") {
				t.Error(group.Text)
			}
		}
	}
}

func TestPerturbRestartsAProgramThatEndsAfterADisturbance(t *testing.T) {
	found, err := searchMirror(t, mirror{exits: true}, PerturbOptions{Families: []Family{Refused}})
	if err != nil || len(found.Groups) != 0 || len(found.Missed) != 0 {
		t.Fatalf("%+v %v", found, err)
	}
}

// The bubble's time goes on although the program never waits while its connections are refused.
func TestPerturbEndsWithAProgramThatTriesAgainAtOnce(t *testing.T) {
	found, err := searchMirror(t, mirror{hurries: true}, PerturbOptions{Only: "unobserved:away-1-2"})
	if err != nil || len(found.Plans) != 1 || len(found.Missed) != 0 {
		t.Fatalf("%+v %v", found, err)
	}
}

func TestPerturbRefusesWhatItCannotJudge(t *testing.T) {
	broken := Step{Name: "break", Do: func(context.Context, *Endpoint) error { return errors.New("no such thing") }}
	idle := func(ctx context.Context, _ *Endpoint) error { <-ctx.Done(); return nil }
	ends := func(context.Context, *Endpoint) error { return errors.New("no configuration") }
	for _, c := range []struct {
		name    string
		steps   []Step
		program Program
		o       PerturbOptions
		want    string
	}{
		{"no steps", nil, mirrorOf(mirror{}), PerturbOptions{}, "the story has no steps"},
		{"a step fails", append(mirrorSteps(), broken), mirrorOf(mirror{}), PerturbOptions{}, "step 4, break: no such thing"},
		{"no kind", []Step{Create(`{"apiVersion":"v1","kind":"Nonsense","metadata":{"name":"a"}}`)}, mirrorOf(mirror{}), PerturbOptions{}, "v1 has no kind Nonsense"},
		{"no name", []Step{Create(`{"apiVersion":"v1","kind":"Secret"}`)}, mirrorOf(mirror{}), PerturbOptions{}, "wanted apiVersion, kind and metadata.name"},
		{"restless", mirrorSteps(), mirrorOf(mirror{writes: true}), PerturbOptions{Limit: 20 * time.Second}, "does not come to rest, undisturbed"},
		{"ends", mirrorSteps(), ends, PerturbOptions{}, "the program ends by itself, undisturbed: it returned an error: no configuration"},
		{"idle", mirrorSteps(), idle, PerturbOptions{}, "the program has sent no request"},
		{"no plan", mirrorSteps(), mirrorOf(mirror{}), PerturbOptions{Only: "crash:nothing"}, `begins with "crash:nothing": crash:`},
		{"no plan of a family", mirrorSteps(), mirrorOf(mirror{}), PerturbOptions{Families: []Family{}}, "no plan of 0"},
	} {
		found, err := SearchPerturbations(t, Story{Steps: c.steps}, c.program, c.o)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v %v", c.name, found, err)
		}
	}
	synctest.Test(t, func(t *testing.T) {
		if _, err := searchMirror(t, mirror{}, PerturbOptions{}); err == nil || !strings.Contains(err.Error(), "outside of synctest.Test") {
			t.Error(err)
		}
	})
}

// What undisturbed lives do not agree about is named: it would pass unseen.
func TestPerturbNamesWhatItDoesNotCompare(t *testing.T) {
	var lives atomic.Int64
	program := func(ctx context.Context, api *Endpoint) error {
		if lives.Add(1)%2 == 0 {
			if err := api.sendJSON(ctx, http.MethodPost, configsPath, "application/json", []byte(configNamed("sometimes", "")), nil); err != nil {
				return err
			}
		}
		_ = api.sendJSON(ctx, http.MethodPost, configsPath, "application/json", []byte(configNamed("always", strconv.FormatInt(lives.Load(), 10))), nil)
		return mirrorOf(mirror{})(ctx, api)
	}
	found, err := SearchPerturbations(t, Story{Steps: mirrorSteps()}, program, PerturbOptions{Only: "wire:"})
	if err != nil || !slices.Equal(found.NotCompared, []string{"configmaps data.k", "configmaps/default/sometimes",
		"secrets data.k", "secrets/default/sometimes"}) ||
		!strings.Contains(found.Summary(), "not compared, as undisturbed lives differ in it: configmaps data.k, configmaps/default/sometimes, ") {
		t.Fatal(found, err)
	}
}

func TestPerturbPlansTheSameTwice(t *testing.T) {
	var texts []string
	for range 2 {
		found, err := searchMirror(t, mirror{guesses: true}, PerturbOptions{Families: families})
		if err != nil || len(found.Groups) == 0 {
			t.Fatal(found, err)
		}
		text := strings.Join(found.Plans, "\n")
		for _, group := range found.Groups {
			body, _, _ := strings.Cut(group.Text, "page:") // its file has a random name
			text += fmt.Sprintln(group.Title, group.Plans, body)
		}
		texts = append(texts, text)
	}
	if texts[0] != texts[1] {
		t.Errorf("%s\n\nand then\n%s", texts[0], texts[1])
	}
}

func TestOpsAreReadFromRequests(t *testing.T) {
	protobuf := "k8s\x00" + "\x0a\x02\x0a\x00" + "\x12\x0b" + "\x0a\x09" + "\x0a\x02ab" + "\x12\x03cd-"
	for _, c := range []struct{ method, target, body, want string }{
		{"GET", "/api/v1/configmaps?watch=1", "", "watch configmaps//  false false"},
		{"GET", "/api/v1/namespaces/default", "", "get namespaces//default  false false"},
		{"PUT", "/api/v1/namespaces/default/finalize", "", "update namespaces//default finalize true false"},
		{"POST", "/api/v1/namespaces/default/configmaps", configNamed("a", ""), "create configmaps/default/a  true false"},
		{"POST", "/api/v1/namespaces/default/configmaps", `{"metadata":{"generateName":"a-"}}`, "create configmaps/default/a-*  true false"},
		{"POST", "/api/v1/namespaces/default/pods", protobuf, "create pods/default/ab  true false"},
		{"PATCH", "/apis/apps/v1/namespaces/default/deployments/a/scale", "", "patch deployments.apps/default/a scale true false"},
		{"DELETE", "/apis/apps/v1/namespaces/default/deployments", "", "deletecollection deployments.apps/default/  true false"},
		{"PUT", "/apis/coordination.k8s.io/v1/namespaces/default/leases/a", "", "update leases.coordination.k8s.io/default/a  true true"},
		{"GET", "/api/v1", "", "   false true"},
		{"GET", "/openapi/v3", "", "   false true"},
	} {
		r, err := http.NewRequest(c.method, "http://a"+c.target, http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		o := opOf(r, c.body)
		if have := fmt.Sprintf("%s %s %s %v %v", o.verb, o.key, o.sub, o.write, o.background); have != c.want {
			t.Errorf("%s %s: %q, wanted %q", c.method, c.target, have, c.want)
		}
	}
	for _, bad := range []string{"k8s\x00", "k8s\x00\x12", "k8s\x00\x12\xff", "k8s\x00\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", "{", "\x00"} {
		if name, generate := nameIn([]byte(bad)); name != "" || generate != "" {
			t.Errorf("%q: %q %q", bad, name, generate)
		}
	}
}

// Uids become keys, times a word; versions, and the order of lists with names, do not count.
func TestFlattenedObjectsHaveNoVersionsAndNoUids(t *testing.T) {
	const uid, gone = "0b331645-445b-4d27-bf6c-67e81909778a", "0b331645-445b-4d27-bf6c-67e81909778b"
	owner := map[string]any{"metadata": map[string]any{"uid": uid}}
	l := &life{end: map[string]map[string]any{"sites.example.com/default/web": owner}}
	n := &noise{keys: map[string]bool{"sites.example.com/default/web": true}}
	have := n.flattener(l).flatten(map[string]any{
		"metadata": map[string]any{"uid": uid, "resourceVersion": "7", "name": "a", "labels": map[string]any{"site": uid},
			"ownerReferences": []any{map[string]any{"name": "x", "uid": gone}, map[string]any{"name": "web", "uid": uid}}},
		"status": map[string]any{"observedGeneration": 3.0, "since": "2026-01-02T03:04:05Z", "n": 3.0, "none": []any{}},
	})
	want := map[string]string{
		"metadata.labels.site": "<uid of sites.example.com/default/web>", "metadata.ownerReferences[web].name": "web",
		"metadata.ownerReferences[web].uid": "<uid of sites.example.com/default/web>", "metadata.ownerReferences[x].name": "x",
		"metadata.ownerReferences[x].uid": "<uid of an owner that is gone>", "status.since": "<time>", "status.n": "3", "status.none": "[]",
	}
	if !reflect.DeepEqual(have, want) {
		t.Errorf("%v", have)
	}
}
