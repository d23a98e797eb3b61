// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"time"
)

// A story is a trace of docs/trace-format.md: a header and one JSON object a line.
type story struct {
	path   string
	header header
	first  string // the header as it was written
	lines  []line
}

type header struct {
	Trace        int            `json:"trace"`
	Name         string         `json:"name"`
	About        string         `json:"about,omitempty"`
	Resource     resource       `json:"resource"`
	Informer     options        `json:"informer"`
	Handlers     []firstHandler `json:"handlers,omitempty"`
	RecordedFrom string         `json:"recordedFrom,omitempty"`
	Profile      string         `json:"profile,omitempty"`
	Client       string         `json:"client,omitempty"` // typed, protobuf or metadata; absent: dynamic
}

type resource struct {
	Group      string `json:"group"`
	Version    string `json:"version"`
	Resource   string `json:"resource"`
	Kind       string `json:"kind"`
	Namespaced bool   `json:"namespaced"`
}

type options struct {
	Resync           duration        `json:"resync"`
	WatchList        bool            `json:"watchList"`
	PageSize         int             `json:"pageSize"`
	Indexers         []string        `json:"indexers"`
	Transform        string          `json:"transform,omitempty"`
	Namespace        string          `json:"namespace,omitempty"`
	LabelSelector    string          `json:"labelSelector,omitempty"`
	FieldSelector    string          `json:"fieldSelector,omitempty"`
	ExpectKind       bool            `json:"expectKind,omitempty"`
	MutationDetector bool            `json:"mutationDetector,omitempty"`
	Gates            map[string]bool `json:"gates,omitempty"`
}

// firstHandler is one that is there before the informer starts.
type firstHandler struct {
	Name   string    `json:"name"`
	Resync *duration `json:"resync,omitempty"`
	Add    string    `json:"add"`
}

// line is one line of a story. What was seen is told by kind alone; inputs are read.
type line struct {
	kind  string
	text  string
	burst bool // the next line goes out with this one, in one write
	in    input
}

// input holds the members of every kind of input line and of a request's.
type input struct {
	ID      int               `json:"id"`
	Status  int               `json:"status"`
	Headers map[string]string `json:"headers"`
	Body    json.RawMessage   `json:"body"`
	Stream  bool              `json:"stream"`
	Type    string            `json:"type"`
	Object  json.RawMessage   `json:"object"`
	Text    string            `json:"text"`
	How     string            `json:"how"`
	Do      string            `json:"do"`
	Handler string            `json:"handler"`
	Resync  *duration         `json:"resync"`
	Blocked bool              `json:"blocked"`
	By      duration          `json:"by"`
	Index   string            `json:"index"`
	Key     string            `json:"key"`
}

type duration time.Duration

func (d *duration) UnmarshalJSON(b []byte) error {
	var s string
	if err := json.Unmarshal(b, &s); err != nil {
		return err
	}
	v, err := time.ParseDuration(s)
	*d = duration(v)
	return err
}

func (d duration) MarshalJSON() ([]byte, error) { return json.Marshal(span(time.Duration(d))) }

var inputKinds = map[string]bool{"response": true, "event": true, "raw": true, "close": true, "act": true}

// isServer tells what the server says from what the code around the informer does.
func (l *line) isServer() bool { return inputKinds[l.kind] && l.kind != "act" }

func parseLine(text string) (line, error) {
	l := line{text: text}
	var members map[string]json.RawMessage
	if err := json.Unmarshal([]byte(text), &members); err != nil {
		return l, err
	}
	if b, ok := members["burst"]; ok {
		l.burst = string(b) == "true"
		delete(members, "burst")
		l.text = strings.Replace(text, `,"burst":true}`, "}", 1)
	}
	if len(members) != 1 {
		return l, fmt.Errorf("%d members where one was wanted", len(members))
	}
	for kind, value := range members {
		l.kind = kind
		switch {
		case inputKinds[kind]:
			if err := json.Unmarshal(value, &l.in); err != nil {
				return l, fmt.Errorf("%s: %w", kind, err)
			}
		case kind == "request":
			var r struct{ ID int }
			if err := json.Unmarshal(value, &r); err != nil {
				return l, fmt.Errorf("%s: %w", kind, err)
			}
			l.in.ID = r.ID
		case strings.Contains(" notify watchError hangup object state crash ", " "+kind+" "):
		default:
			return l, fmt.Errorf("unknown line %q", kind)
		}
	}
	return l, nil
}

// parseStory reads a whole story. Lines of the server with nothing seen between them went out
// together when the story was recorded: had the informer been waited for, what it did would stand
// there. They do so again, unless the story says `burst` itself.
func parseStory(path string, data []byte) (*story, error) {
	s := &story{path: path}
	rows := strings.Split(strings.TrimRight(string(data), "\n"), "\n")
	s.first = rows[0]
	if err := json.Unmarshal([]byte(rows[0]), &s.header); err != nil {
		return nil, fmt.Errorf("%s:1: %w", path, err)
	}
	if s.header.Trace != 1 {
		return nil, fmt.Errorf("%s:1: no trace: the first line wants \"trace\":1", path)
	}
	said := bytes.Contains(data, []byte(`,"burst":true}`))
	for i, row := range rows[1:] {
		l, err := parseLine(row)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, i+2, err)
		}
		if n := len(s.lines); !said && n > 0 && l.isServer() && s.lines[n-1].isServer() {
			s.lines[n-1].burst = true
		}
		s.lines = append(s.lines, l)
	}
	return s, nil
}

func readStory(path string) (*story, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return parseStory(path, data)
}

// script leaves out what is only seen: what remains is played.
func (s *story) script() []line {
	var out []line
	for _, l := range s.lines {
		if inputKinds[l.kind] || l.kind == "request" || l.kind == "state" {
			out = append(out, l)
		}
	}
	return out
}

var recordedFrom = regexp.MustCompile(`"recordedFrom":"[^"]*"`)

// headerFor is the first line of a recording made from version.
func (s *story) headerFor(version string) string {
	from := `"recordedFrom":"client-go ` + version + `"`
	if recordedFrom.MatchString(s.first) {
		return recordedFrom.ReplaceAllLiteralString(s.first, from)
	}
	return strings.TrimSuffix(s.first, "}") + "," + from + "}"
}

// encode writes JSON as the recordings have it: keys of maps sorted, no escapes for HTML.
func encode(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err)
	}
	return strings.TrimSuffix(b.String(), "\n")
}
