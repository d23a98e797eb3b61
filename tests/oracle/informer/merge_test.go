// SPDX-License-Identifier: Apache-2.0

package main

import (
	"strings"
	"testing"
	"time"
)

// told makes a run of the notifications "a", "b", …, one letter each, of one handler.
func told(keys string) []seen {
	var run []seen
	for _, key := range keys {
		run = append(run, seen{Kind: "notify", Handler: "h", Text: `{"notify":{"key":"` + string(key) + `"}}`})
	}
	return run
}

func TestOrdersThatDifferBetweenRunsBecomeTheSmallestGroups(t *testing.T) {
	for _, c := range []struct{ runs, want string }{
		{"abc abc", "abc"},
		{"abc bac", "a1b1c"},
		{"abcd abdc badc", "a1b1c2d2"},
		{"cba cab bca", "a1b1c1"},
		{"aab aba", "aa1b1"},
		{"aab abb", ""},
	} {
		var runs [][]seen
		for _, keys := range strings.Fields(c.runs) {
			runs = append(runs, told(keys))
		}
		lines, err := merge(runs)
		got := strings.NewReplacer(`{"notify":{"key":"`, "", `"}}`, "", `","anyOrder":`, "", "}}", "").
			Replace(strings.ReplaceAll(strings.Join(lines, ""), `,"anyOrder":`, `","anyOrder":`))
		got = strings.ReplaceAll(got, `"`, "")
		if err != nil {
			got = ""
		}
		if got != c.want {
			t.Errorf("%s: got %q (%v), want %q", c.runs, got, err, c.want)
		}
	}
}

func TestARequestComesAtOnceExactlyOrWithinWhatIsLeftOfABackoff(t *testing.T) {
	ms := func(n int) int64 { return int64(n) * int64(time.Millisecond) }
	for _, c := range []struct {
		at   [][]int // a close, an advance and a request, in ms
		want string
	}{
		{[][]int{{0, 0, 0}, {0, 0, 0}}, ""},
		{[][]int{{0, 500, 1500}, {0, 500, 1500}}, `"after":{"exact":"1s"}`},
		{[][]int{{0, 0, 810}, {0, 0, 1590}}, `"after":{"min":"800ms","below":"1.6s"}`},
		{[][]int{{0, 500, 810}, {0, 500, 1590}}, `"after":{"min":"300ms","below":"1.1s"}`},
		{[][]int{{0, 0, 26000}, {0, 0, 59000}}, `"after":{"min":"25.6s","below":"60s"}`},
		{[][]int{{0, 0, 100}, {0, 0, 200}}, "no wait"},
	} {
		var runs [][]seen
		for _, at := range c.at {
			runs = append(runs, []seen{
				{Kind: "close", Text: `{"close":{}}`, At: ms(at[0])},
				{Kind: "act", Text: `{"act":{}}`, At: ms(at[1])},
				{Kind: "request", Text: `{"request":{"id":1}}`, At: ms(at[2])}})
		}
		lines, err := merge(runs)
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = lines[2]
		}
		if !strings.Contains(got, c.want) || c.want == "" && got != `{"request":{"id":1}}` {
			t.Errorf("%v: got %s, want %s", c.at, got, c.want)
		}
	}
}

func TestLinesOfTheServerWithNothingBetweenThemGoOutTogether(t *testing.T) {
	s, err := parseStory("x", []byte(`{"trace":1,"name":"x"}
{"request":{"id":1}}
{"response":{"id":1,"status":200,"stream":true}}
{"raw":{"id":1,"text":"a"}}
{"notify":{"handler":"a"}}
{"raw":{"id":1,"text":"b"}}
{"act":{"do":"stop"}}
`))
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, l := range s.lines {
		got += map[bool]string{true: "+", false: "."}[l.burst]
	}
	if got != ".+...." {
		t.Errorf("got %s", got)
	}
}
