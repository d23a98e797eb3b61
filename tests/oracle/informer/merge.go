// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"sort"
	"strings"
	"time"
)

// merge makes one story of several runs: lines must be equal, but neighbouring notifications of one
// handler may come in any order, and a request may come at any time of a backoff's window.
func merge(runs [][]seen) ([]string, error) {
	first := runs[0]
	for n, run := range runs {
		if len(run) != len(first) {
			return nil, fmt.Errorf("run %d has %d lines where the first has %d", n+1, len(run), len(first))
		}
		for i := range run {
			if run[i].Kind != first[i].Kind || run[i].Handler != first[i].Handler ||
				run[i].Kind != "notify" && run[i].Text != first[i].Text {
				return nil, fmt.Errorf("run %d says %.200s where the first says %.200s", n+1, run[i].Text, first[i].Text)
			}
		}
	}
	out := make([]string, len(first))
	group := 0
	for i := 0; i < len(first); {
		switch {
		case first[i].Kind == "notify":
			end := i
			for end < len(first) && first[end].Kind == "notify" && first[end].Handler == first[i].Handler {
				end++
			}
			if err := orders(runs, i, end, &group, out); err != nil {
				return nil, err
			}
			i = end
		case first[i].Kind == "request":
			after, err := after(runs, i)
			if err != nil {
				return nil, err
			}
			out[i] = strings.TrimSuffix(first[i].Text, "}}") + after + "}}"
			i++
		default:
			out[i] = first[i].Text
			i++
		}
	}
	return out, nil
}

// orders writes the notifications from `begin` to before `end`: the shortest stretches that hold the
// same in every run, those whose order varies as a group, sorted.
func orders(runs [][]seen, begin, end int, group *int, out []string) error {
	for from := begin; from < end; {
		// How often each text is ahead in the first run; all zero: the stretch is complete.
		to := from
		ahead := make([]map[string]int, len(runs))
		for {
			if to == end {
				return fmt.Errorf("handler %s is told other things in some runs, as %.200s", runs[0][from].Handler, runs[0][from].Text)
			}
			complete := true
			for r := range runs {
				if ahead[r] == nil {
					ahead[r] = map[string]int{}
				}
				count(ahead[r], runs[0][to].Text, 1)
				count(ahead[r], runs[r][to].Text, -1)
				complete = complete && len(ahead[r]) == 0
			}
			to++
			if complete {
				break
			}
		}
		for i := from; i < to; i++ {
			out[i] = runs[0][i].Text
		}
		if to-from > 1 {
			*group++
			sort.Strings(out[from:to])
			for i := from; i < to; i++ {
				out[i] = strings.TrimSuffix(out[i], "}}") + fmt.Sprintf(`,"anyOrder":%d}}`, *group)
			}
		}
		from = to
	}
	return nil
}

func count(m map[string]int, key string, by int) {
	if m[key] += by; m[key] == 0 {
		delete(m, key)
	}
}

// windows are client-go's backoffs: 800 ms, doubled up to 30 s, and as much again by jitter. The last
// two overlap and are told as one.
var windows = []struct{ min, below time.Duration }{
	{800 * time.Millisecond, 1600 * time.Millisecond},
	{1600 * time.Millisecond, 3200 * time.Millisecond},
	{3200 * time.Millisecond, 6400 * time.Millisecond},
	{6400 * time.Millisecond, 12800 * time.Millisecond},
	{12800 * time.Millisecond, 25600 * time.Millisecond},
	{25600 * time.Millisecond, 60 * time.Second},
}

// isBase tells the lines from which the time of a request counts.
func isBase(kind string) bool { return inputKinds[kind] || kind == "request" }

// after tells when the request in line i comes: at once, after an exact time, or within a window of
// client-go's backoff. Time may have been let pass since the backoff began: then the window is what
// is left of it, and began with some line further up.
func after(runs [][]seen, i int) (string, error) {
	base := i - 1
	for base >= 0 && !isBase(runs[0][base].Kind) {
		base--
	}
	if base < 0 {
		return "", nil
	}
	least, most := since(runs, i, base)
	if most <= 0 {
		return "", nil
	}
	if least == most {
		return fmt.Sprintf(`,"after":{"exact":%q}`, span(least)), nil
	}
	for from := base; from >= 0; from-- {
		passed, same := since(runs, base, from)
		if passed != same {
			break
		}
		for _, w := range windows {
			// Many samples reach into both halves of their window.
			middle := (w.min + w.below) / 2
			if least+passed >= w.min && most+passed < w.below &&
				(len(runs) < 20 || least+passed < middle && most+passed > middle) {
				return fmt.Sprintf(`,"after":{"min":%q,"below":%q}`, span(w.min-passed), span(w.below-passed)), nil
			}
		}
	}
	return "", fmt.Errorf("request in line %d comes %v to %v after the line above it: no wait of client-go's", i+2, least, most)
}

// since gives the shortest and the longest time from line `from` to line `to`.
func since(runs [][]seen, to, from int) (least, most time.Duration) {
	for n, run := range runs {
		d := time.Duration(run[to].At - run[from].At)
		if n == 0 || d < least {
			least = d
		}
		if n == 0 || d > most {
			most = d
		}
	}
	return least, most
}

// span writes a duration in one unit: 300ms, 1.6s, 60s.
func span(d time.Duration) string {
	if d != 0 && d < time.Second {
		return d.String()
	}
	return fmt.Sprintf("%gs", d.Seconds())
}
