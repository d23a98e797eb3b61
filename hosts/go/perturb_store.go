// SPDX-License-Identifier: Apache-2.0

package relist

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

func typeOf(group, resource string) string {
	if group == "" {
		return resource
	}
	return resource + "." + group
}

func groupAndResource(typ string) (group, resource string) {
	resource, group, _ = strings.Cut(typ, ".")
	return group, resource
}

func matchOf(typ string) Match {
	group, resource := groupAndResource(typ)
	return Match{Group: &group, Resource: resource}
}

func namespaceAndName(key string) (namespace, name string) {
	parts := strings.SplitN(key, "/", 3)
	return parts[1], parts[2]
}

func isIgnored(typ string) bool {
	return typ == "events" || typ == "events.events.k8s.io" || typ == "leases.coordination.k8s.io"
}

// sync reads the changes since the last time.
func (l *life) sync() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.syncLocked()
}

func (l *life) syncLocked() {
	changes, revision, complete, err := l.server.changesSince(l.revision)
	if err == nil && !complete && l.first != 0 {
		err = errors.New("more than 1,000 changes at once")
	}
	if err != nil {
		l.fail(err)
		return
	}
	for _, c := range changes {
		one := &change{Change: c, after: l.hit}
		one.key = typeOf(c.Group, c.Resource) + "/" + c.Namespace + "/" + c.Name
		l.changes = append(l.changes, one)
	}
	l.revision = revision
	for _, o := range l.unread {
		l.claim(o, false)
	}
	l.unread = nil
}

func (s *Server) changesSince(revision uint64) (changes []Change, now uint64, complete bool, err error) {
	var answer struct {
		Now      string   `json:"resourceVersion"`
		Changes  []Change `json:"items"`
		Complete bool     `json:"complete"`
	}
	err = s.request(flagUnpaced, "GET", "changes?since="+strconv.FormatUint(revision, 10), nil, &answer)
	if err == nil {
		now, err = strconv.ParseUint(answer.Now, 10, 64)
	}
	return answer.Changes, now, answer.Complete, err
}

// object returns an object of the store by its key.
func (l *life) object(key string) map[string]any {
	typ, _, _ := strings.Cut(key, "/")
	for have, object := range l.objects(typ) {
		if have == key {
			return object
		}
	}
	return nil
}

func (l *life) objects(typ string) map[string]map[string]any {
	group, resource := groupAndResource(typ)
	items, err := l.server.Objects(group, resource, "")
	l.fail(err)
	all := map[string]map[string]any{}
	for _, item := range items {
		var object map[string]any
		if err = json.Unmarshal(item, &object); err != nil {
			l.fail(err)
			continue
		}
		namespace, _ := stringAt(object, "metadata", "namespace")
		name, _ := stringAt(object, "metadata", "name")
		all[typ+"/"+namespace+"/"+name] = object
	}
	return all
}

// readEnd reads the objects that have changed since the program's first start and exist.
func (l *life) readEnd() {
	l.end = map[string]map[string]any{}
	types := map[string]bool{}
	for _, c := range l.changes {
		typ := typeOf(c.Group, c.Resource)
		if n, _ := strconv.ParseUint(c.ResourceVersion, 10, 64); n > l.first && !isIgnored(typ) {
			types[typ] = true
		}
	}
	for typ := range types {
		for key, object := range l.objects(typ) {
			text, _ := stringAt(object, "metadata", "resourceVersion")
			if n, _ := strconv.ParseUint(text, 10, 64); n > l.first {
				l.end[key] = object
			}
		}
	}
}

func stringAt(object map[string]any, path ...string) (string, bool) {
	for _, member := range path[:len(path)-1] {
		object, _ = object[member].(map[string]any)
	}
	text, ok := object[path[len(path)-1]].(string)
	return text, ok
}

// refusal says why an undisturbed life is no reference; nil: it is one.
func (l *life) refusal() error {
	switch {
	case l.broken != nil:
		return l.broken
	case l.refused != nil:
		return l.refused
	case l.exits > 0:
		return fmt.Errorf("the program ends by itself, undisturbed: %s", l.exit)
	case l.unsettled:
		return fmt.Errorf("the program does not come to rest, undisturbed: %d requests, %d writes, and they go on", l.sent, l.wrote)
	case l.sent == 0:
		return errors.New("the program has sent no request, undisturbed: is the Endpoint its transport?")
	}
	return nil
}

func (l *life) writePage(story *Story) {
	text, err := l.server.Timeline(l.plan.name, l.plan.sentence)
	if err == nil {
		l.page, err = writePage("perturb-"+l.plan.name, text)
	}
	if err != nil {
		l.page = err.Error()
	}
}

// requests has a line for each request of the program.
func (l *life) requests() string {
	var text strings.Builder
	for _, o := range l.ops {
		fmt.Fprintf(&text, "  %9.3f step %d %s %s", o.at.Seconds(), o.step, o.verb, o.key)
		if o.sub != "" {
			text.WriteString("/" + o.sub)
		}
		fmt.Fprintf(&text, " -> %d", o.status)
		if o.disturbed {
			text.WriteString(" disturbed")
		}
		text.WriteString("\n")
	}
	return text.String()
}
