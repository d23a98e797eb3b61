// SPDX-License-Identifier: Apache-2.0

package relist

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
)

// Match says which requests, events or watches a fault is for. Empty members match all; docs/control-api.md describes each.
type Match struct {
	Verb      string `json:"verb,omitempty"`
	Group     string `json:"group,omitempty"`
	Resource  string `json:"resource,omitempty"`
	Namespace string `json:"namespace,omitempty"`
	Name      string `json:"name,omitempty"`
	UserAgent string `json:"userAgent,omitempty"`
}

// Fault is a rule of the control API, with its kind, its match and the members that the kind has: see docs/control-api.md.
type Fault struct {
	Kind  string
	Match Match
	Times uint32 // 0: until it is removed
	// With the members of this kind, such as "status": 503.
	With map[string]any
}

// MarshalJSON writes the rule as the control API reads it.
func (f Fault) MarshalJSON() ([]byte, error) {
	rule := map[string]any{}
	for name, value := range f.With {
		rule[name] = value
	}
	rule["kind"], rule["match"] = f.Kind, f.Match
	if f.Times > 0 {
		rule["times"] = f.Times
	}
	return json.Marshal(rule)
}

// AddFault puts a rule in force; the function that it returns removes it and releases what it holds.
func (s *Server) AddFault(f Fault) (remove func() error, err error) {
	var added struct {
		ID uint32 `json:"id"`
	}
	if err = s.control(http.MethodPost, "faults", f, &added); err != nil {
		return nil, err
	}
	return func() error { return s.control(http.MethodDelete, fmt.Sprintf("faults/%d", added.ID), nil, nil) }, nil
}

// FailNext answers the next `times` matching requests with a Status of this code; they do nothing.
func (s *Server) FailNext(match Match, times uint32, status int) error {
	_, err := s.AddFault(Fault{Kind: "fail", Match: match, Times: times, With: map[string]any{"status": status}})
	return err
}

// Compact forgets every older state: watches and continue tokens from before get 410 Gone.
func (s *Server) Compact() error {
	return s.control(http.MethodPost, "compact", map[string]any{}, nil)
}

// WatchEnd is what becomes of open watches.
type WatchEnd string

// As a timeout ends them; FIN in the middle; RST; open and silent; the end of a stall.
const (
	WatchesEnd    WatchEnd = "end"
	WatchesCut    WatchEnd = "cut"
	WatchesReset  WatchEnd = "reset"
	WatchesStall  WatchEnd = "stall"
	WatchesResume WatchEnd = "resume"
)

// EndWatches does that to the open watches that match and returns their number.
func (s *Server) EndWatches(how WatchEnd, match Match) (int, error) {
	var done struct {
		Watches int `json:"watches"`
	}
	err := s.control(http.MethodPost, "watches", map[string]any{"how": how, "match": match}, &done)
	return done.Watches, err
}

// Delete takes one object away at once, whatever its finalizers, as another client would.
func (s *Server) Delete(group, resource, namespace, name string) error {
	query := url.Values{"group": {group}, "resource": {resource}, "namespace": {namespace}, "name": {name}}
	return s.control(http.MethodDelete, "objects?"+query.Encode(), nil, nil)
}

// Request is one row of the request log.
type Request struct {
	Seq       uint64 `json:"seq"`
	AtNs      int64  `json:"atNs"`
	Backend   uint32 `json:"backend"`
	Verb      string `json:"verb"`
	Method    string `json:"method"`
	URI       string `json:"uri"`
	UserAgent string `json:"userAgent"`
	Status    int    `json:"status"`
}

// Requests returns the request log, oldest first.
func (s *Server) Requests() ([]Request, error) {
	var log []Request
	err := s.control(http.MethodGet, "requests", nil, &log)
	return log, err
}

// Objects returns the stored objects of a resource; an empty namespace means all.
func (s *Server) Objects(group, resource, namespace string) ([]json.RawMessage, error) {
	var list struct {
		Items []json.RawMessage `json:"items"`
	}
	query := url.Values{"group": {group}, "resource": {resource}, "namespace": {namespace}}
	err := s.control(http.MethodGet, "objects?"+query.Encode(), nil, &list)
	return list.Items, err
}
