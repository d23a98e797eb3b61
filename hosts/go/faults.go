// SPDX-License-Identifier: Apache-2.0

package relist

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// Match says which requests, events or watches a fault is for. Empty members match all; docs/control-api.md describes each.
type Match struct {
	Verb              string  `json:"verb,omitempty"` // get, list, watch, create, update, patch, delete, deletecollection; write
	Group             *string `json:"group,omitempty"`
	Resource          string  `json:"resource,omitempty"`
	Subresource       string  `json:"subresource,omitempty"` // "-": none
	Namespace         string  `json:"namespace,omitempty"`
	Name              string  `json:"name,omitempty"`      // "web-*": a prefix
	UserAgent         string  `json:"userAgent,omitempty"` // a prefix; "!kubectl": every other client
	Backend           *uint32 `json:"backend,omitempty"`
	Continue          *bool   `json:"continue,omitempty"`
	SendInitialEvents *bool   `json:"sendInitialEvents,omitempty"`
}

// Rule is the part that all faults have.
type Rule struct {
	Match Match
	Times int           // how often it acts; 0: as the fault's comment says; -1: until it is removed
	Skip  int           // matches that pass before it acts
	For   time.Duration // then it is removed; 0: never
	Then  *Then         // follows when it has acted; not of HoldEvents and Bookmarks
}

// Then is another call of the control API, such as {"watches", map[string]any{"how": "reset"}}.
type Then struct {
	Call string         `json:"call"`
	Body map[string]any `json:"body"`
}

func (r Rule) rule() Rule { return r }

// Fault is one of the types below.
type Fault interface {
	rule() Rule
	members() (kind string, members map[string]any)
}

type (
	// Fail answers requests with a Status. Once, unless Times says more.
	Fail struct {
		Rule
		Status     int // 0: 500
		Reason     string
		Message    string
		RetryAfter int // seconds
		Details    map[string]any
		InStream   bool // of a watch: 200, the Status as an ERROR event, the end
	}
	// Reply answers requests with these bytes, whatever they want. Once.
	Reply struct {
		Rule
		Status  int // 0: 200
		Headers map[string]string
		Body    []Chunk
	}
	// Redirect lets another backend answer, as after a fail-over. Until it is removed.
	Redirect struct {
		Rule
		To uint32
	}
	// Cut closes the connection, after Bytes of the body if it is not 0. Once.
	Cut struct {
		Rule
		Bytes int
	}
	// Reset does the same with RST. Once.
	Reset struct {
		Rule
		Bytes int
	}
	// Hang keeps a request unprocessed until it is removed. Once.
	Hang struct{ Rule }
	// HoldResponse processes a request and keeps the response until it is removed. Once.
	HoldResponse struct{ Rule }
	// Delay starts a request later. Once.
	Delay struct {
		Rule
		Delay time.Duration
	}
	// Slow sends Bytes at a time. Until it is removed.
	Slow struct {
		Rule
		Bytes int
		Delay time.Duration
	}
	// HoldEvents lets watches see nothing new until it is removed.
	HoldEvents struct{ Rule }
	// DropEvent hides the next write of a matching object from all watches. Once.
	DropEvent struct{ Rule }
	// Bookmarks changes the bookmarks of watches: Mode is off, early or unannotated. Until it is removed.
	Bookmarks struct {
		Rule
		Mode string
	}
	// WatchList changes watches with sendInitialEvents: Mode is refuse (with Status, or 422), hang or ignore. Until it is removed.
	WatchList struct {
		Rule
		Mode   string
		Status int
	}
	// HTTP2 disturbs connections of HTTP/2: docs/control-api.md has the modes. Only `relist serve` has such connections of its own.
	HTTP2 struct {
		Rule
		Mode string
	}
)

// Faults has one value of each type.
var Faults = []Fault{Fail{}, Reply{}, Redirect{}, Cut{}, Reset{}, Hang{}, HoldResponse{}, Delay{}, Slow{}, HoldEvents{}, DropEvent{},
	Bookmarks{}, WatchList{}, HTTP2{}}

// Chunk is a part of a Reply's body: a string, JSON{v}, Hex("c3a9"), Wait(d) or Close("rst").
type Chunk any

type (
	// JSON is a value as one line.
	JSON struct {
		Value any `json:"json"`
	}
	// Hex is bytes.
	Hex string
	// Wait is a pause.
	Wait time.Duration
	// Close ends the response: rst, fin, end or blackhole.
	Close string
)

// MarshalJSON writes the chunk as the control API reads it.
func (h Hex) MarshalJSON() ([]byte, error) { return json.Marshal(map[string]string{"hex": string(h)}) }

// MarshalJSON writes the chunk as the control API reads it.
func (w Wait) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string]string{"wait": duration(time.Duration(w))})
}

// MarshalJSON writes the chunk as the control API reads it.
func (c Close) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string]string{"close": string(c)})
}

func (f Fail) members() (string, map[string]any) {
	return "fail", map[string]any{"status": f.Status, "reason": f.Reason, "message": f.Message, "retryAfter": f.RetryAfter,
		"details": f.Details, "inStream": f.InStream}
}

func (f Reply) members() (string, map[string]any) {
	return "reply", map[string]any{"status": f.Status, "headers": f.Headers, "body": f.Body}
}

func (f Redirect) members() (string, map[string]any) {
	return "backend", map[string]any{"to": always{f.To}}
}
func (f Cut) members() (string, map[string]any)   { return "cut", map[string]any{"bytes": f.Bytes} }
func (f Reset) members() (string, map[string]any) { return "reset", map[string]any{"bytes": f.Bytes} }
func (f Hang) members() (string, map[string]any)  { return "hang", nil }
func (f HoldResponse) members() (string, map[string]any) {
	return "hold-response", nil
}

func (f Delay) members() (string, map[string]any) {
	return "delay", map[string]any{"delay": duration(f.Delay)}
}

func (f Slow) members() (string, map[string]any) {
	return "slow", map[string]any{"bytes": f.Bytes, "delay": duration(f.Delay)}
}
func (f HoldEvents) members() (string, map[string]any) { return "hold-events", nil }
func (f DropEvent) members() (string, map[string]any)  { return "drop-event", nil }
func (f Bookmarks) members() (string, map[string]any) {
	return "bookmarks", map[string]any{"mode": f.Mode}
}

func (f WatchList) members() (string, map[string]any) {
	return "watch-list", map[string]any{"mode": f.Mode, "status": f.Status}
}

func (f HTTP2) members() (string, map[string]any) { return "http2", map[string]any{"mode": f.Mode} }

// always is a member that is written although it is 0.
type always struct{ value any }

// duration writes what the control API reads: seconds with a fraction, or "".
func duration(d time.Duration) string {
	if d == 0 {
		return ""
	}
	return strings.TrimRight(strings.TrimRight(fmt.Sprintf("%.9f", d.Seconds()), "0"), ".") + "s"
}

func isZero(value any) bool {
	switch v := value.(type) {
	case nil:
		return true
	case string:
		return v == ""
	case int:
		return v == 0
	case bool:
		return !v
	case map[string]any:
		return v == nil
	case map[string]string:
		return v == nil
	case []Chunk:
		return v == nil
	}
	return false
}

func ruleOf(f Fault) map[string]any {
	kind, members := f.members()
	r := f.rule()
	rule := map[string]any{"kind": kind, "match": r.Match}
	for name, value := range members {
		if v, ok := value.(always); ok {
			rule[name] = v.value
		} else if !isZero(value) {
			rule[name] = value
		}
	}
	if r.Times != 0 {
		rule["times"] = r.Times
	}
	if r.Skip != 0 {
		rule["skip"] = r.Skip
	}
	if r.For != 0 {
		rule["for"] = duration(r.For)
	}
	if r.Then != nil {
		rule["then"] = r.Then
	}
	return rule
}

// Active is a fault in force.
type Active struct {
	server *Server
	id     uint32
}

// Add puts a fault in force.
func (s *Server) Add(f Fault) (*Active, error) {
	var added struct {
		ID uint32 `json:"id"`
	}
	if err := s.control(http.MethodPost, "faults", ruleOf(f), &added); err != nil {
		return nil, err
	}
	return &Active{s, added.ID}, nil
}

// Remove ends the fault and releases what it holds.
func (a *Active) Remove() error {
	return a.server.control(http.MethodDelete, fmt.Sprintf("faults/%d", a.id), nil, nil)
}

// Hits returns how often the fault has acted. A fault that was removed, or has acted as often as it may, is an error.
func (a *Active) Hits() (int, error) {
	var rule struct {
		Hits int `json:"hits"`
	}
	err := a.server.control(http.MethodGet, fmt.Sprintf("faults/%d", a.id), nil, &rule)
	return rule.Hits, err
}

// Wait waits until the fault has acted, at most so long. False: it has not.
func (a *Active) Wait(d time.Duration) (bool, error) {
	var rule struct {
		Acted int `json:"acted"`
	}
	err := a.server.control(http.MethodGet, fmt.Sprintf("faults/%d?wait=%s", a.id, duration(d)), nil, &rule)
	return rule.Acted > 0, err
}

// RemoveFaults ends all faults and releases what they hold.
func (s *Server) RemoveFaults() error { return s.control(http.MethodDelete, "faults", nil, nil) }

// FailNext answers the next `times` matching requests with a Status of this code; they do nothing.
func (s *Server) FailNext(match Match, times int, status int) error {
	_, err := s.Add(Fail{Rule: Rule{Match: match, Times: times}, Status: status})
	return err
}
