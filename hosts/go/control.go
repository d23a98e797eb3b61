// SPDX-License-Identifier: Apache-2.0

package relist

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// control sends a request to the control API and decodes its answer into `out`, which may be nil. With New(t) an error fails the test,
// so that no test passes without the fault that it wanted.
func (s *Server) control(method, path string, in, out any) error {
	err := s.try(method, path, in, out)
	if err != nil && s.t != nil && !s.closed.Load() {
		s.t.Helper()
		s.t.Error(err)
	}
	return err
}

func (s *Server) try(method, path string, in, out any) error {
	return s.request(0, method, path, in, out)
}

func (s *Server) request(flags uint32, method, path string, in, out any) error {
	var body io.Reader = http.NoBody
	if in != nil {
		text, err := json.Marshal(in)
		if err != nil {
			return fmt.Errorf("relist: %w", err)
		}
		body = bytes.NewReader(text)
	}
	request, err := http.NewRequest(method, s.URL()+"/relist/v1/"+path, body)
	if err != nil {
		return err
	}
	if in != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := s.engine.send(request, 0, flagControl|flags)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	return readAnswer(response, "relist: "+method+" /relist/v1/"+path, out)
}

// readAnswer decodes a response into out, unless that is nil; a status of 300 or more is an error
// that begins with what.
func readAnswer(response *http.Response, what string, out any) error {
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if response.StatusCode >= 300 {
		var status struct {
			Message string `json:"message"`
		}
		_ = json.Unmarshal(text, &status)
		return fmt.Errorf("%s: %d %s", what, response.StatusCode, status.Message)
	}
	if out == nil {
		return nil
	}
	return json.Unmarshal(text, out)
}

// Compact forgets every older state: watches and continue tokens from before get 410 Gone.
func (s *Server) Compact() error {
	return s.control(http.MethodPost, "compact", map[string]any{}, nil)
}

// Compaction says which older states are dropped.
type Compaction struct {
	// ResourceVersion: states before it are dropped. Empty: all but the newest.
	ResourceVersion string
	// KeepWatchCache: only types without a watch cache in kube-apiserver (Events) get 410, as after a compaction of etcd alone.
	KeepWatchCache bool
	// Backend: the watch cache of that apiserver alone restarts. Nil: all.
	Backend *uint32
	// HTTPStatus: older watches get the status 410, as from proxies, instead of 200 with an ERROR event.
	HTTPStatus bool
}

// CompactWith drops older states as c says; Compact drops all.
func (s *Server) CompactWith(c Compaction) error {
	members := map[string]any{}
	if c.ResourceVersion != "" {
		members["resourceVersion"] = c.ResourceVersion
	}
	if c.KeepWatchCache {
		members["keepWatchCache"] = true
	}
	if c.Backend != nil {
		members["backend"] = *c.Backend
	}
	if c.HTTPStatus {
		members["gone"] = "http-status"
	}
	return s.control(http.MethodPost, "compact", members, nil)
}

// ExpireContinue answers continue tokens of before with 410 and an inconsistent token.
func (s *Server) ExpireContinue() error {
	return s.control(http.MethodPost, "expire-continue", map[string]any{}, nil)
}

// Rewind makes the store as it was at that resourceVersion, as etcd restored from a backup does; later numbers are used again.
func (s *Server) Rewind(resourceVersion string, keepWatches bool) error {
	return s.control(http.MethodPost, "rewind", map[string]any{"resourceVersion": resourceVersion, "keepWatches": keepWatches}, nil)
}

// CollectGarbage removes what has owners of which none exists, once.
func (s *Server) CollectGarbage() error {
	return s.control(http.MethodPost, "gc", map[string]any{}, nil)
}

// Reset makes the state after the start, without faults; the resourceVersion goes on, and open watches are cut.
func (s *Server) Reset() error {
	return s.control(http.MethodPost, "reset", map[string]any{}, nil)
}

// BackendState changes one apiserver of several. Members that are nil or empty stay as they are.
type BackendState struct {
	Backend uint32         `json:"backend"`
	Freeze  *bool          `json:"freeze,omitempty"` // its watch cache stays as it is
	Lag     *time.Duration `json:"-"`                // its watch cache is so late
	Behind  *uint64        `json:"behind,omitempty"` // or so many resource versions; 0 ends that and a ResourceVersion
	// ResourceVersion stops its watch cache at that version, until Behind is 0 or Freeze is false.
	ResourceVersion string        `json:"resourceVersion,omitempty"`
	Refuse          *bool         `json:"refuse,omitempty"` // no connections
	For             time.Duration `json:"-"`                // ends all this by itself
}

// SetBackend freezes, delays or closes an apiserver.
func (s *Server) SetBackend(b BackendState) error {
	text, err := json.Marshal(b)
	if err != nil {
		return err
	}
	members := map[string]any{}
	if err = json.Unmarshal(text, &members); err != nil {
		return err
	}
	if b.Lag != nil {
		members["lag"] = fmt.Sprintf("%dms", b.Lag.Milliseconds())
	}
	if b.For != 0 {
		members["for"] = duration(b.For)
	}
	return s.control(http.MethodPost, "backends", members, nil)
}

// Backend is the state of one apiserver of several.
type Backend struct {
	ResourceVersion string        // what its watch cache shows
	Freeze, Refuse  bool          // as in BackendState
	Lag             time.Duration // as in BackendState
}

// Backends returns the state of each apiserver.
func (s *Server) Backends() ([]Backend, error) {
	var states []struct {
		ResourceVersion string `json:"resourceVersion"`
		Freeze          bool   `json:"freeze"`
		Refuse          bool   `json:"refuse"`
		Lag             string `json:"lag"`
	}
	if err := s.control(http.MethodGet, "backends", nil, &states); err != nil {
		return nil, err
	}
	backends := make([]Backend, len(states))
	for i, state := range states {
		lag, err := time.ParseDuration(state.Lag)
		if err != nil {
			return nil, fmt.Errorf("relist: lag of backend %d: %w", i, err)
		}
		backends[i] = Backend{state.ResourceVersion, state.Freeze, state.Refuse, lag}
	}
	return backends, nil
}

// CutNetwork breaks open watches and refuses connections for so long. Clients whose User-Agent begins as one of `except` keep theirs.
func (s *Server) CutNetwork(d time.Duration, except ...string) error {
	members := map[string]any{"for": duration(d)}
	if len(except) > 0 {
		members["except"] = except
	}
	return s.control(http.MethodPost, "network", members, nil)
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
	return s.toWatches(map[string]any{"how": how, "match": match})
}

// SendToWatches writes these bytes to the open watches that match, between two events.
func (s *Server) SendToWatches(match Match, body ...Chunk) (int, error) {
	return s.toWatches(map[string]any{"how": "send", "match": match, "body": body})
}

// SendBookmark sends a bookmark to the open watches that want bookmarks and match.
func (s *Server) SendBookmark(match Match, initialEventsEnd bool) (int, error) {
	return s.toWatches(map[string]any{"how": "bookmark", "match": match, "initialEventsEnd": initialEventsEnd})
}

// SendError sends an ERROR event to the open watches that match and ends them.
func (s *Server) SendError(match Match, status int, reason, message string) (int, error) {
	return s.toWatches(map[string]any{"how": "error", "match": match, "status": status, "reason": reason, "message": message})
}

func (s *Server) toWatches(members map[string]any) (int, error) {
	var done struct {
		Watches int `json:"watches"`
	}
	err := s.control(http.MethodPost, "watches", members, &done)
	return done.Watches, err
}

// Watch is one open watch.
type Watch struct {
	ID                  uint32 `json:"id"`
	Group               string `json:"group"`
	Version             string `json:"version"`
	Resource            string `json:"resource"`
	Namespace           string `json:"namespace"`
	Backend             uint32 `json:"backend"`
	UserAgent           string `json:"userAgent"`
	Request             uint64 `json:"request"` // its Seq in the request log
	SentBytes           int64  `json:"sentBytes"`
	SentResourceVersion string `json:"sentResourceVersion"`
	SentAll             bool   `json:"sentAll"` // nothing visible at its backend is left
	Held                int    `json:"held"`    // events that HoldEvents withholds
	Waiting             bool   `json:"waiting"`
	Stalled             bool   `json:"stalled"`
}

// Watches returns the open watches.
func (s *Server) Watches() ([]Watch, error) {
	var open []Watch
	err := s.control(http.MethodGet, "watches", nil, &open)
	return open, err
}

// Rest says whether the clients are at rest.
type Rest struct {
	Rest            bool   `json:"rest"`
	Why             string `json:"why"` // if they are not
	ResourceVersion string `json:"resourceVersion"`
	Requests        uint64 `json:"requests"`
	Held            int    `json:"held"` // events that HoldEvents withholds: clients can be at rest without them
}

// WaitFor says for which rest to wait. Empty members are the server's defaults.
type WaitFor struct {
	Wait      time.Duration // at most so long, up to 10m; 0: 30 s
	Quiet     time.Duration // without a request, a response or an event
	Since     uint64        // only newer entries of the request log count
	UserAgent string        // only these clients, as in Match
}

// Rest waits until the clients are at rest, or says why they are not.
func (s *Server) Rest(w WaitFor) (Rest, error) {
	query := url.Values{}
	if w.Wait != 0 {
		query.Set("wait", duration(w.Wait))
	}
	if w.Quiet != 0 {
		query.Set("quiet", duration(w.Quiet))
	}
	if w.Since != 0 {
		query.Set("since", strconv.FormatUint(w.Since, 10))
	}
	if w.UserAgent != "" {
		query.Set("userAgent", w.UserAgent)
	}
	var rest Rest
	err := s.control(http.MethodGet, "rest?"+query.Encode(), nil, &rest)
	return rest, err
}

// Delete takes one object away at once, whatever its finalizers, as another client would.
func (s *Server) Delete(group, resource, namespace, name string) error {
	query := url.Values{"group": {group}, "resource": {resource}, "namespace": {namespace}, "name": {name}}
	return s.control(http.MethodDelete, "objects?"+query.Encode(), nil, nil)
}

// Request is one row of the request log.
type Request struct {
	Seq        uint64 `json:"seq"`
	AtNs       int64  `json:"atNs"`
	Backend    uint32 `json:"backend"`
	Verb       string `json:"verb"`
	Method     string `json:"method"`
	URI        string `json:"uri"`
	Protocol   string `json:"protocol"` // "": without a socket
	UserAgent  string `json:"userAgent"`
	Status     int    `json:"status"`
	Error      int    `json:"error"`      // the code of the ERROR event that ended a watch; 0: none
	EndNs      int64  `json:"endNs"`      // 0: the response is open
	ClientGone bool   `json:"clientGone"` // the client left before its end
	Ended      string `json:"ended"`      // "cut" or "reset" by a fault
	Rule       uint32 `json:"rule"`       // the last rule that acted on it; 0: none
}

// Requests returns the request log, oldest first: at most the newest 16,384.
func (s *Server) Requests() ([]Request, error) {
	var log []Request
	err := s.control(http.MethodGet, "requests", nil, &log)
	return log, err
}

// ForgetRequests empties the request log.
func (s *Server) ForgetRequests() error {
	return s.control(http.MethodDelete, "requests", nil, nil)
}

// Change is one write.
type Change struct {
	ResourceVersion string `json:"resourceVersion"`
	AtNs            int64  `json:"atNs"`
	Type            string `json:"type"` // ADDED, MODIFIED, DELETED
	Group           string `json:"group"`
	Resource        string `json:"resource"`
	Namespace       string `json:"namespace"`
	Name            string `json:"name"`
	Hidden          bool   `json:"hidden"` // no watch received it
}

// Changes returns the writes after that resourceVersion, at most the newest 1,000, and whether these are all.
func (s *Server) Changes(since string) (changes []Change, complete bool, err error) {
	var answer struct {
		Changes  []Change `json:"items"`
		Complete bool     `json:"complete"`
	}
	query := url.Values{}
	if since != "" {
		query.Set("since", since)
	}
	err = s.control(http.MethodGet, "changes?"+query.Encode(), nil, &answer)
	return answer.Changes, answer.Complete, err
}

// ObjectVersion is one version of an object.
type ObjectVersion struct {
	Change
	Object json.RawMessage `json:"object"` // of a DELETED one: the last state
}

// Versions returns the versions of one object in the watch window, oldest first, at most the newest 50 and 4 MiB, and whether these
// are all. An empty namespace is that of a cluster-scoped object.
func (s *Server) Versions(group, resource, namespace, name string) (versions []ObjectVersion, complete bool, err error) {
	var answer struct {
		Versions  []ObjectVersion `json:"items"`
		Complete  bool            `json:"complete"`
		Forgotten string          `json:"forgotten"` // older versions are compacted
	}
	query := url.Values{"group": {group}, "resource": {resource}, "namespace": {namespace}, "name": {name}}
	err = s.control(http.MethodGet, "versions?"+query.Encode(), nil, &answer)
	return answer.Versions, answer.Complete && answer.Forgotten == "0", err
}

// Mark is one call of the control API that changed something: a fault, a compaction, an object of Load.
type Mark struct {
	Seq             uint64 `json:"seq"`
	AtNs            int64  `json:"atNs"`
	ResourceVersion string `json:"resourceVersion"` // when it was called
	Status          int    `json:"status"`
	What            string `json:"what"` // method, path and the beginning of the body, without objects
}

// Marks returns the calls after that Seq, oldest first, of the newest 256.
func (s *Server) Marks(since uint64) ([]Mark, error) {
	var answer struct {
		Marks []Mark `json:"items"`
	}
	err := s.control(http.MethodGet, "marks?since="+strconv.FormatUint(since, 10), nil, &answer)
	return answer.Marks, err
}

// ObjectsAt returns the objects of a resource as they were at that resourceVersion; an error if that state is compacted.
func (s *Server) ObjectsAt(group, resource, namespace, resourceVersion string) ([]json.RawMessage, error) {
	return s.objects(url.Values{"group": {group}, "resource": {resource}, "namespace": {namespace}, "resourceVersion": {resourceVersion}})
}

// Objects returns the stored objects of a resource; an empty namespace means all.
func (s *Server) Objects(group, resource, namespace string) ([]json.RawMessage, error) {
	return s.objects(url.Values{"group": {group}, "resource": {resource}, "namespace": {namespace}})
}

func (s *Server) objects(query url.Values) ([]json.RawMessage, error) {
	var list struct {
		Items []json.RawMessage `json:"items"`
	}
	err := s.control(http.MethodGet, "objects?"+query.Encode(), nil, &list)
	return list.Items, err
}
