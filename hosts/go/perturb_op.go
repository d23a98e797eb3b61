// SPDX-License-Identifier: Apache-2.0

package relist

import (
	"encoding/binary"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// op is a request of the program or the users.
type op struct {
	at         time.Duration
	step       int
	from       int    // length of life.changes when it began
	path       string // of its URL
	verb, typ  string // "create", "configmaps" or "sites.example.com"
	sub        string // subresource
	key        string // "configmaps/default/web", or "configmaps/default/web-*" with a generateName
	status     int    // 0: no response
	done       bool   // by the server, whatever the program was answered
	created    bool
	changes    int // of the store, by it
	write      bool
	background bool // leases, events, reviews, discovery
	disturbed  bool
}

// line is the op without its number among its like.
func (o *op) line() string { return o.verb + " " + o.key + " " + o.sub }

// lineAt is a line in one step of the story.
func lineAt(line string, step int) string { return line + "@" + strconv.Itoa(step) }

func opOf(r *http.Request, body string) *op {
	o := &op{path: r.URL.Path, background: true}
	parts := strings.Split(strings.Trim(r.URL.Path, "/"), "/")
	group, at := "", 2
	switch {
	case len(parts) > 2 && parts[0] == "api":
	case len(parts) > 3 && parts[0] == "apis":
		group, at = parts[1], 3
	default:
		return o
	}
	namespace, name := "", ""
	parts = parts[at:]
	if parts[0] == "namespaces" && len(parts) > 2 && (group != "" || parts[2] != "status" && parts[2] != "finalize") {
		namespace, parts = parts[1], parts[2:]
	}
	if len(parts) > 1 {
		name = parts[1]
	}
	if len(parts) > 2 {
		o.sub = strings.Join(parts[2:], "/")
	}
	o.typ = typeOf(group, parts[0])
	o.verb = verbOf(r, name)
	o.write = o.verb != "get" && o.verb != "list" && o.verb != "watch"
	o.background = isIgnored(o.typ) || group == "authentication.k8s.io" || group == "authorization.k8s.io"
	if o.verb == "create" && name == "" {
		var prefix string
		if name, prefix = nameIn([]byte(body)); name == "" {
			name = prefix + "*"
		}
	}
	o.key = o.typ + "/" + namespace + "/" + name
	return o
}

func verbOf(r *http.Request, name string) string {
	switch r.Method {
	case http.MethodPost:
		return "create"
	case http.MethodPut:
		return "update"
	case http.MethodPatch:
		return "patch"
	case http.MethodDelete:
		if name == "" {
			return "deletecollection"
		}
		return "delete"
	}
	if watch := r.URL.Query().Get("watch"); watch == "1" || watch == "true" {
		return "watch"
	}
	if name == "" {
		return "list"
	}
	return "get"
}

// nameIn returns name and generateName of an object in JSON or Kubernetes' protobuf.
func nameIn(body []byte) (name, generateName string) {
	const magic = "k8s\x00"
	if strings.HasPrefix(string(body), magic) {
		metadata := field(field(body[len(magic):], 2), 1) // runtime.Unknown.raw, metadata
		return string(field(metadata, 1)), string(field(metadata, 2))
	}
	var object struct {
		Metadata struct {
			Name         string `json:"name"`
			GenerateName string `json:"generateName"`
		} `json:"metadata"`
	}
	_ = json.Unmarshal(body, &object) // of another encoding: no name
	return object.Metadata.Name, object.Metadata.GenerateName
}

// field returns the bytes of a length-delimited field of a protobuf message; nil: it has none.
func field(message []byte, want uint64) []byte {
	for len(message) > 0 {
		tag, n := binary.Uvarint(message)
		if n <= 0 {
			return nil
		}
		message = message[n:]
		size := uint64(0)
		switch tag & 7 {
		case 0:
			if _, n = binary.Uvarint(message); n <= 0 {
				return nil
			}
			size = uint64(n)
		case 1:
			size = 8
		case 2:
			if size, n = binary.Uvarint(message); n <= 0 {
				return nil
			}
			message = message[n:]
		case 5:
			size = 4
		default:
			return nil
		}
		if size > uint64(len(message)) {
			return nil
		}
		if tag == want<<3|2 {
			return message[:size]
		}
		message = message[size:]
	}
	return nil
}
