// SPDX-License-Identifier: Apache-2.0

package relist

import (
	"fmt"
	"sort"
	"strings"
	"unicode/utf8"
)

// findingKind: a hard one counts if it was seen once; of the others most repetitions must agree. Worst first.
type findingKind struct {
	order       int
	word, title string
	hard        bool
}

var (
	foundPanic    = findingKind{0, "panic", "it crashes", true}
	foundDeleted  = findingKind{1, "deleted", "it deletes what it must keep", true}
	foundSurplus  = findingKind{3, "surplus", "something is there that should not be", false}
	foundMissing  = findingKind{4, "missing", "something is missing", false}
	foundDiffers  = findingKind{5, "differs", "something is not as it should be", false}
	foundCreated  = findingKind{6, "created", "it creates too often", true}
	foundRestless = findingKind{7, "restless", "it does not come to rest", false}
	foundLoop     = findingKind{8, "crash-loop", "it ends again and again", false}
	foundStep     = findingKind{2, "step", "the users cannot go on", false}
	foundStorm    = findingKind{9, "storm", "too many requests", false}
)

type finding struct {
	kind           findingKind
	typ, key, path string
	what           string // the sentence
}

// group is equal for findings with the same cause.
func (f finding) group() string { return f.kind.word + " " + f.typ + " " + f.path }

// judgement compares a disturbed life with the undisturbed ones.
type judgement struct {
	noise    *noise
	life     *life
	findings []finding
}

func (j *judgement) find(kind findingKind, key, path, format string, args ...any) {
	j.findings = append(j.findings, finding{kind, typOfKey(key), key, path, fmt.Sprintf(format, args...)})
}

func judge(n *noise, l *life) []finding {
	if l.broken != nil {
		return nil
	}
	j := &judgement{noise: n, life: l}
	if l.panicked {
		j.find(foundPanic, "", "", "%s", l.exit)
	} else if l.exits >= exitsMax {
		j.find(foundLoop, "", "", "it ended %d times: %s", l.exits, l.exit)
	}
	if l.unsettled {
		j.find(foundRestless, "", "", "no rest: %d requests, %d writes, undisturbed %d and %d", l.sent, l.wrote, n.requests, n.writes)
	}
	if l.refused != nil {
		j.find(foundStep, "", "", "%s", l.refused)
	}
	j.compareCounts()
	if !l.unsettled && l.refused == nil {
		j.compareEnd()
	}
	if l.sent > stormRequests && l.sent > stormFactor*n.requests {
		j.find(foundStorm, "", "requests", "%d requests, undisturbed %d", l.sent, n.requests)
	} else if l.wrote > stormWrites && l.wrote > stormFactor*(n.writes+1) {
		j.find(foundStorm, "", "writes", "%d writes, undisturbed %d", l.wrote, n.writes)
	}
	sort.SliceStable(j.findings, func(i, k int) bool {
		a, b := j.findings[i], j.findings[k]
		if a.kind.order != b.kind.order {
			return a.kind.order < b.kind.order
		}
		return a.key < b.key || a.key == b.key && a.path < b.path
	})
	return j.findings
}

// shown is a key without the group, for people.
func shown(key string) string {
	typ, rest, ok := strings.Cut(key, "/")
	resource, _, _ := strings.Cut(typ, ".")
	if !ok {
		return resource
	}
	return resource + "/" + strings.TrimPrefix(rest, "/")
}

// --- the end state ---

func (j *judgement) compareEnd() {
	here := j.noise.flattenAll(j.life)
	for key, have := range here {
		want := j.noise.normal[key]
		switch {
		case j.noise.loose[key]:
		case want == nil || len(have.objects) != len(want.objects):
			j.findNumber(key, len(have.objects), want)
		default:
			for _, object := range have.objects {
				j.compare(key, want, object)
			}
		}
	}
	for key, want := range j.noise.normal {
		if here[key] == nil && !j.noise.loose[key] {
			j.findNumber(key, 0, want)
		}
	}
}

func (j *judgement) findNumber(key string, have int, norm *normal) {
	want := 0
	if norm != nil {
		want = len(norm.objects)
	}
	kind := foundMissing
	if have > want {
		kind = foundSurplus
	}
	switch {
	case strings.HasSuffix(key, "*") || want > 1 || have > 1:
		j.find(kind, key, "", "%s: there are %d at the end, undisturbed %d", shown(key), have, want)
	case have > 0:
		j.find(kind, key, "", "%s is there at the end, undisturbed it is not", shown(key))
	default:
		j.find(kind, key, "", "%s is missing at the end", shown(key))
	}
}

// difference is the first path, by name, at which two objects differ and undisturbed ones do not; "": none.
func (j *judgement) difference(typ string, want, have map[string]string) string {
	first := ""
	look := func(a, b map[string]string) {
		for path, text := range a {
			other, ok := b[path]
			if (!ok || other != text) && !j.noise.paths[[2]string{typ, path}] && (first == "" || path < first) {
				first = path
			}
		}
	}
	look(want, have)
	look(have, want)
	return first
}

// compare: the object must equal one of the undisturbed ones.
func (j *judgement) compare(key string, norm *normal, have map[string]string) {
	path := ""
	for _, want := range norm.objects {
		at := j.difference(norm.typ, want, have)
		if at == "" {
			return
		}
		if path == "" {
			path = at
		}
	}
	j.find(foundDiffers, key, path, "%s: %s is %s, undisturbed %s", shown(key), path, quoted(have, path), quoted(norm.objects[0], path))
}

const valueMax = 80

func quoted(object map[string]string, path string) string {
	text, ok := object[path]
	if !ok {
		return "absent"
	}
	if len(text) > valueMax {
		cut := valueMax
		for cut > 0 && !utf8.RuneStart(text[cut]) {
			cut--
		}
		text = text[:cut] + "…"
	}
	return `"` + text + `"`
}

// --- creations and removals ---

func (j *judgement) compareCounts() {
	p := j.life.plan
	if p != nil && p.how == alter { // the change and its repair may replace objects: only the end counts
		return
	}
	for key, c := range j.noise.count(j.life) {
		if j.noise.loose[key] || p != nil && p.how == remove && p.key == key {
			continue
		}
		j.compareCount(key, c)
	}
}

func (j *judgement) compareCount(key string, c counts) {
	most, p := j.noise.counts[key], j.life.plan
	healed := j.corrected(key)
	removed, created := c.removed, c.created
	if p != nil && p.how == staleRestart { // an old view may be acted upon, and the act be taken back
		removed, created = max(0, removed-healed), max(0, created-healed)
	}
	if created > most.created && strings.HasSuffix(key, "*") { // of surplus objects it does not matter which are removed
		removed = 0
	}
	if max(0, removed-healed) > most.removed {
		j.find(foundDeleted, key, "", "%s was deleted %s, undisturbed %d", shown(key), times(c.removed), most.removed)
	} else if created > most.created {
		j.find(foundCreated, key, "", "%s was created %s, undisturbed %d", shown(key), times(c.created), most.created)
	}
}

func times(n int) string {
	if n == 1 {
		return "1 time"
	}
	return fmt.Sprintf("%d times", n)
}

// corrected counts the objects that the program created after the disturbance and that were removed again: mistakes that it corrected.
func (j *judgement) corrected(key string) int {
	count, own := 0, map[string]bool{}
	for _, c := range j.life.changes {
		if j.noise.canonical(j.life, c.key) != key {
			continue
		}
		switch c.Type {
		case "ADDED":
			own[c.key] = c.after && c.bySubject
		case "DELETED":
			if own[c.key] {
				count++
			}
			own[c.key] = false
		}
	}
	return count
}
