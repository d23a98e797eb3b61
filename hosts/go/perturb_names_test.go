// SPDX-License-Identifier: Apache-2.0

package relist

import (
	"maps"
	"slices"
	"testing"
)

// namedLife is a MachineSet md-SET with a Machine md-SET-MACHINE, which name each other in their values.
func namedLife(set, machine string, size float64, generated bool) *life {
	l := &life{prefixes: map[string]bool{}, end: map[string]map[string]any{}}
	if generated {
		l.prefixes["machines/default/md-"+set+"-"] = true
	}
	for key, object := range map[string]map[string]any{
		"sets/default/md-" + set:                     {"metadata": map[string]any{"labels": map[string]any{"hash": "8009-" + set}}, "spec": map[string]any{"size": size}},
		"machines/default/md-" + set + "-" + machine: {"spec": map[string]any{"ref": "md-" + set}},
		"deployments/default/md":                     {"status": map[string]any{"message": "* Machine md-" + set + "-" + machine + ": waits"}},
	} {
		l.changes = append(l.changes, &change{key: key, Change: Change{Type: "ADDED"}})
		l.end[key] = object
	}
	return l
}

func TestNamesWithTwoRandomWordsAreNoDifference(t *testing.T) {
	for _, generated := range []bool{false, true} {
		n := learn([]*life{namedLife("7gs8h", "hn9vv", 1, generated), namedLife("wh74j", "x4t2q", 1, generated)})
		if len(n.paths) > 0 || len(n.loose) > 0 {
			t.Errorf("generated %v: not compared: %v", generated, n.notCompared())
		}
		other := n.flattenAll(namedLife("zzr5k", "bk8dd", 2, generated))
		keys := slices.Sorted(maps.Keys(other))
		if want := []string{"deployments/default/md", "machines/default/md-*-*", "sets/default/md-*"}; !slices.Equal(keys, want) {
			t.Fatalf("generated %v: %v", generated, keys)
		}
		for key, same := range map[string]bool{"deployments/default/md": true, "machines/default/md-*-*": true, "sets/default/md-*": false} {
			if maps.Equal(other[key].objects[0], n.normal[key].objects[0]) != same {
				t.Errorf("generated %v: %s: %v, undisturbed %v", generated, key, other[key].objects[0], n.normal[key].objects[0])
			}
		}
	}
}

func TestValuesThatDifferBetweenGeneratedObjectsAreNoise(t *testing.T) {
	n := learn([]*life{namedLife("7gs8h", "hn9vv", 1, false), namedLife("wh74j", "x4t2q", 2, false)})
	if names := n.notCompared(); !slices.Equal(names, []string{"sets spec.size"}) {
		t.Error(names)
	}
}

func TestAnEndingThatSomeLivesLackIsNoRandomWord(t *testing.T) {
	with, without := namedLife("7gs8h", "hn9vv", 1, false), namedLife("wh74j", "x4t2q", 1, false)
	with.changes = append(with.changes, &change{key: "sets/default/web-copy1", Change: Change{Type: "ADDED"}})
	for _, l := range []*life{with, without} {
		l.end["deployments/default/md"]["spec"] = map[string]any{"a": "copy1"}
	}
	if n := learn([]*life{with, without}); len(n.paths) > 0 {
		t.Error(n.notCompared())
	}
}
