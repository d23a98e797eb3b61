// SPDX-License-Identifier: Apache-2.0

package relist

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// noise is what differs between undisturbed lives, and what they have in common.
type noise struct {
	keys     map[string]bool    // that occur in each of them
	stems    map[string]bool    // for others: "configmaps/default/web-*"; true: in each of them
	paths    map[[2]string]bool // type and path of fields that differ
	loose    map[string]bool    // canonical keys of objects that exist at the end of some only
	normal   map[string]*normal // the objects at the end by canonical key
	counts   map[string]counts  // by canonical key: the most
	lines    map[string]int     // writes that succeed, by line and step: the fewest
	requests int                // the most
	writes   int
}

// normal has the objects with one canonical key at the end.
type normal struct {
	typ     string
	objects []map[string]string
}

type counts struct{ created, removed int }

func learn(lives []*life) *noise {
	n := &noise{keys: map[string]bool{}, stems: map[string]bool{}, paths: map[[2]string]bool{}, loose: map[string]bool{},
		normal: map[string]*normal{}, counts: map[string]counts{}, lines: map[string]int{}}
	n.learnNames(lives)
	for _, other := range lives[1:] {
		n.learnPaths(lives[0], other)
	}
	first := n.flattenAll(lives[0])
	n.normal = first
	for i, l := range lives {
		if i > 0 {
			n.learnLoose(first, n.flattenAll(l))
		}
		for key, c := range n.count(l) {
			most := n.counts[key]
			n.counts[key] = counts{max(most.created, c.created), max(most.removed, c.removed)}
		}
		lines := map[string]int{}
		for _, o := range l.ops {
			if o.write && o.done {
				lines[lineAt(n.lineOf(l, o), o.step)]++
			}
		}
		for line, count := range lines {
			if i == 0 {
				n.lines[line] = count
			}
		}
		for line, count := range n.lines {
			n.lines[line] = min(count, lines[line])
		}
		n.requests, n.writes = max(n.requests, l.sent), max(n.writes, l.wrote)
	}
	return n
}

func (n *noise) lineOf(l *life, o *op) string {
	return o.verb + " " + n.canonical(l, o.key) + " " + o.sub
}

// --- objects ---

var (
	uidPattern  = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`)
	timePattern = regexp.MustCompile(`\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[0-9.:+Z-]*`)
	neverSame   = map[string]bool{"metadata.uid": true, "metadata.resourceVersion": true, "metadata.creationTimestamp": true,
		"metadata.generation": true, "metadata.managedFields": true, "metadata.selfLink": true, "metadata.name": true, "metadata.generateName": true}
)

// flattener turns objects into paths and texts, without versions and times, and with keys in place of uids.
type flattener struct {
	noise *noise
	life  *life
	uids  map[string]string // of the objects at the end: their keys
	words map[string]bool   // that are random in the life's names
	out   map[string]string
}

func (n *noise) flattener(l *life) *flattener {
	f := &flattener{noise: n, life: l, uids: map[string]string{}, words: n.randomWords(l)}
	for key, object := range l.end {
		uid, _ := stringAt(object, "metadata", "uid")
		f.uids[uid] = n.canonical(l, key)
	}
	return f
}

func (f *flattener) flatten(object map[string]any) map[string]string {
	f.out = map[string]string{}
	f.walk("", object)
	return f.out
}

func (f *flattener) text(path, s string) string {
	return f.withoutWords(f.withoutTimes(path, s))
}

func (f *flattener) withoutWords(s string) string {
	if len(f.words) == 0 {
		return s
	}
	return wordPattern.ReplaceAllStringFunc(s, func(word string) string {
		if f.words[word] {
			return "*"
		}
		return word
	})
}

func (f *flattener) withoutTimes(path, s string) string {
	if len(s) < len("2006-01-02 15:04:05") || !strings.Contains(s, "-") {
		return s
	}
	s = uidPattern.ReplaceAllStringFunc(s, func(uid string) string {
		if key, lives := f.uids[uid]; lives {
			return "<uid of " + key + ">"
		}
		if strings.HasPrefix(path, "metadata.ownerReferences") {
			return "<uid of an owner that is gone>"
		}
		return "<uid>"
	})
	return timePattern.ReplaceAllString(s, "<time>")
}

func (f *flattener) walk(path string, value any) {
	switch v := value.(type) {
	case map[string]any:
		for member, below := range v {
			at := member
			if path != "" {
				at = path + "." + member
			}
			if !neverSame[at] && member != "observedGeneration" {
				f.walk(at, below)
			}
		}
	case []any:
		if len(v) == 0 {
			f.out[path] = "[]"
		}
		for i, item := range v {
			f.walk(path+"["+f.itemName(i, item)+"]", item)
		}
	case string:
		f.out[path] = f.text(path, v)
	default:
		f.out[path] = fmt.Sprint(v)
	}
}

// itemName identifies the items of a list, so that their order does not matter.
func (f *flattener) itemName(i int, item any) string {
	if object, ok := item.(map[string]any); ok {
		for _, member := range []string{"name", "type", "uid", "key"} {
			if s, ok := object[member].(string); ok && s != "" {
				return f.text("", s)
			}
		}
	}
	return fmt.Sprint(i)
}

func typOfKey(key string) string {
	typ, _, _ := strings.Cut(key, "/")
	return typ
}

func (n *noise) flattenAll(l *life) map[string]*normal {
	all := map[string]*normal{}
	f := n.flattener(l)
	for key, object := range l.end {
		canonical := n.canonical(l, key)
		if all[canonical] == nil {
			all[canonical] = &normal{typ: typOfKey(key)}
		}
		all[canonical].objects = append(all[canonical].objects, f.flatten(object))
	}
	return all
}

// single has the key of each object at the end whose canonical key no other one has.
func (n *noise) single(l *life) map[string]string {
	keys, count := map[string]string{}, map[string]int{}
	for key := range l.end {
		canonical := n.canonical(l, key)
		keys[canonical] = key
		count[canonical]++
	}
	maps.DeleteFunc(keys, func(canonical, _ string) bool { return count[canonical] > 1 })
	return keys
}

func (n *noise) learnPaths(a, b *life) {
	one, two := n.flattener(a), n.flattener(b)
	others := n.single(b)
	for canonical, key := range n.single(a) {
		object, other := a.end[key], b.end[others[canonical]]
		if other == nil {
			continue
		}
		x, y := one.flatten(object), two.flatten(other)
		for path, text := range x {
			if now, ok := y[path]; !ok || now != text {
				n.paths[[2]string{typOfKey(key), path}] = true
			}
		}
		for path := range y {
			if _, ok := x[path]; !ok {
				n.paths[[2]string{typOfKey(key), path}] = true
			}
		}
	}
}

func (n *noise) learnLoose(first, other map[string]*normal) {
	for key, objects := range other {
		if first[key] == nil || len(first[key].objects) != len(objects.objects) {
			n.loose[key] = true
		}
	}
	for key := range first {
		if other[key] == nil {
			n.loose[key] = true
		}
	}
}

// count counts creations by the program, and removals by the program and the server.
func (n *noise) count(l *life) map[string]counts {
	all := map[string]counts{}
	for _, c := range l.changes {
		if c.byUser || isIgnored(typeOf(c.Group, c.Resource)) || c.Type == "MODIFIED" {
			continue
		}
		key := n.canonical(l, c.key)
		sum := all[key]
		if c.Type == "DELETED" {
			sum.removed++
		} else if c.bySubject {
			sum.created++
		}
		all[key] = sum
	}
	return all
}

// notCompared names what judgements leave out, as undisturbed lives differ in it.
func (n *noise) notCompared() []string {
	names := slices.Collect(maps.Keys(n.loose))
	for path := range n.paths {
		names = append(names, path[0]+" "+path[1])
	}
	slices.Sort(names)
	return names
}
