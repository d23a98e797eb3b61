// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"sort"
	"sync"
	"syscall"
	"time"
)

// server is the other end of every connection the informer's HTTP client opens: it takes requests
// in, numbers them, and says what the story says. All of it lives in one bubble of testing/synctest:
// what blocks here blocks on a condition variable or a channel, so that time can pass.
type server struct {
	mu        sync.Mutex
	refusing  bool
	conns     []*conn
	exchanges map[int]*exchange
	count     int
	arrived   []*exchange   // not yet taken by the story
	bell      chan struct{} // something has arrived
	hungUp    []moment[int] // ids, since the last look
	protobuf  bool          // what a story says in JSON is sent in protobuf
	partial   string        // of objects of this kind only their metadata is sent
}

type moment[T any] struct {
	at   time.Time
	what T
}

// exchange is one request and its answer.
type exchange struct {
	id      int
	at      time.Time
	method  string
	path    string
	query   map[string]string
	conn    *conn
	started bool // a head was sent
	asSaid  bool // its answer has a media type of its own: nothing is sent in protobuf
	done    bool // nothing more can be said
}

// speak makes the server answer as that client asks it to. A story of the metadata client itself says what
// its server sends.
func (s *server) speak(client string, head *header) {
	s.protobuf = client == "protobuf"
	if client == "metadata" && head.Client == "" {
		s.partial = head.Resource.Kind
	}
}

func newServer() *server {
	return &server{exchanges: map[int]*exchange{}, bell: make(chan struct{}, 1)}
}

// conn is a connection as the client has it, with a buffer for each direction.
type conn struct {
	server   *server
	mu       sync.Mutex
	cond     *sync.Cond
	in, out  bytes.Buffer // to the client, to the server
	unsent   []byte       // said, but not yet on its way: see flush
	inEnd    error        // what a read gives once in is empty
	closed   bool         // by the client
	exchange *exchange    // under way
}

var (
	errRefused = &net.OpError{Op: "dial", Net: "tcp", Err: os.NewSyscallError("connect", syscall.ECONNREFUSED)}
	errReset   = &net.OpError{Op: "read", Net: "tcp", Err: os.NewSyscallError("read", syscall.ECONNRESET)}
	errPipe    = &net.OpError{Op: "write", Net: "tcp", Err: os.NewSyscallError("write", syscall.EPIPE)}
)

func (s *server) dial(_ context.Context, _, _ string) (net.Conn, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.refusing {
		return nil, errRefused
	}
	c := &conn{server: s}
	c.cond = sync.NewCond(&c.mu)
	s.conns = append(s.conns, c)
	go s.serve(c)
	return c, nil
}

func (c *conn) Read(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.in.Len() == 0 && c.inEnd == nil && !c.closed {
		c.cond.Wait()
	}
	switch {
	case c.closed:
		return 0, net.ErrClosed
	case c.in.Len() > 0:
		return c.in.Read(p)
	}
	return 0, c.inEnd
}

func (c *conn) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return 0, net.ErrClosed
	}
	if c.inEnd != nil {
		return 0, errPipe
	}
	c.out.Write(p)
	c.cond.Broadcast()
	return len(p), nil
}

func (c *conn) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
	c.cond.Broadcast()
	return nil
}

func (c *conn) LocalAddr() net.Addr              { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1} }
func (c *conn) RemoteAddr() net.Addr             { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 2} }
func (c *conn) SetDeadline(time.Time) error      { return nil }
func (c *conn) SetReadDeadline(time.Time) error  { return nil }
func (c *conn) SetWriteDeadline(time.Time) error { return nil }

// requests is what the server reads of a connection.
type requests struct{ c *conn }

func (r requests) Read(p []byte) (int, error) {
	c := r.c
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.out.Len() == 0 && !c.closed {
		c.cond.Wait()
	}
	if c.out.Len() > 0 {
		return c.out.Read(p)
	}
	return 0, io.EOF
}

// serve reads one request after the other until the client closes the connection.
func (s *server) serve(c *conn) {
	in := bufio.NewReader(requests{c})
	for {
		r, err := http.ReadRequest(in)
		if err != nil {
			break
		}
		x := &exchange{at: time.Now(), method: r.Method, path: r.URL.Path, conn: c, query: map[string]string{}}
		for name, values := range r.URL.Query() {
			switch name {
			case "timeoutSeconds":
				x.query[name] = "*"
			case "timeout": // the same once more, by all clients but the dynamic one
			default:
				x.query[name] = values[0]
			}
		}
		s.mu.Lock()
		s.count++
		x.id = s.count
		s.exchanges[x.id] = x
		c.exchange = x
		s.arrived = append(s.arrived, x)
		s.mu.Unlock()
		select {
		case s.bell <- struct{}{}:
		default:
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if x := c.exchange; x != nil && !x.done {
		x.done = true
		s.hungUp = append(s.hungUp, moment[int]{time.Now(), x.id})
	}
}

// play does what a line of the server says. What comes too late (an answer to a request that is
// over or was never made) is not said, and the caller is told.
func (s *server) play(kind string, in *input) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	x := s.exchanges[in.ID]
	if x == nil || x.done || (kind == "response") == x.started && kind != "close" {
		return false
	}
	c := x.conn
	switch kind {
	case "response":
		s.respond(x, in)
	case "event":
		object := []byte(in.Object)
		if s.partial != "" {
			object = inMetadata(object, s.partial)
		}
		text := fmt.Sprintf("{\"type\":%s,\"object\":%s}\n", encode(in.Type), object)
		if s.protobuf && !x.asSaid {
			if frame, ok := eventInProtobuf(in.Type, in.Object); ok {
				text = string(frame)
			}
		}
		c.unsent = fmt.Appendf(c.unsent, "%x\r\n%s\r\n", len(text), text)
	case "raw":
		if in.Text != "" {
			c.unsent = fmt.Appendf(c.unsent, "%x\r\n%s\r\n", len(in.Text), in.Text)
		}
	case "close":
		if !x.started && (in.How == "eof" || in.How == "timeout") {
			return false
		}
		s.close(x, in.How)
	}
	return true
}

func (s *server) respond(x *exchange, in *input) {
	c := x.conn
	x.started = true
	c.unsent = fmt.Appendf(c.unsent, "HTTP/1.1 %d %s\r\n", in.Status, http.StatusText(in.Status))
	var names []string
	typed := false
	for name := range in.Headers {
		names = append(names, name)
		typed = typed || http.CanonicalHeaderKey(name) == "Content-Type"
	}
	sort.Strings(names)
	for _, name := range names {
		c.unsent = fmt.Appendf(c.unsent, "%s: %s\r\n", name, in.Headers[name])
	}
	x.asSaid = typed
	body := []byte(in.Body)
	contentType := "application/json"
	if s.partial != "" && !in.Stream {
		body = inMetadata(body, s.partial)
	}
	if s.protobuf && in.Stream && in.Status == http.StatusOK {
		contentType = protobufType + ";stream=watch"
	} else if s.protobuf && !typed && !in.Stream {
		if proto, ok := inProtobuf(body); ok {
			contentType, body = protobufType, proto
		}
	}
	if !typed {
		c.unsent = fmt.Appendf(c.unsent, "Content-Type: %s\r\n", contentType)
	}
	if in.Stream {
		c.unsent = fmt.Appendf(c.unsent, "Transfer-Encoding: chunked\r\n\r\n")
		return
	}
	var characters string
	if bytes.HasPrefix(in.Body, []byte{'"'}) && json.Unmarshal(in.Body, &characters) == nil {
		body = []byte(characters)
	}
	c.unsent = fmt.Appendf(c.unsent, "Content-Length: %d\r\n\r\n%s", len(body), body)
	x.done = true
	c.exchange = nil
}

func (s *server) close(x *exchange, how string) {
	c := x.conn
	x.done = true
	c.exchange = nil
	switch how {
	case "eof", "timeout":
		c.unsent = fmt.Appendf(c.unsent, "0\r\n\r\n")
	case "cut":
		c.end(io.EOF)
	case "reset":
		c.end(errReset)
	}
}

// end sends what there is and closes the server's side.
func (c *conn) end(why error) {
	c.flush()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.inEnd = why
	c.cond.Broadcast()
}

// flush sends what was said, all at once.
func (c *conn) flush() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.unsent) > 0 {
		c.in.Write(c.unsent)
		c.unsent = nil
		c.cond.Broadcast()
	}
}

func (s *server) flush() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.conns {
		c.flush()
	}
}

// refuse answers no further connection and closes those on which no request is under way.
func (s *server) refuse(yes bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refusing = yes
	for _, c := range s.conns {
		if yes && c.exchange == nil {
			c.end(io.EOF)
		}
	}
}

// waiting tells whether there is a request that the story has not seen.
func (s *server) waiting() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.arrived) > 0
}

// take gives the oldest request that the story has not seen.
func (s *server) take() *exchange {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.arrived) == 0 {
		return nil
	}
	x := s.arrived[0]
	s.arrived = s.arrived[1:]
	return x
}

// hangups gives the ids of the requests that the client has given up since the last call.
func (s *server) hangups() []moment[int] {
	s.mu.Lock()
	defer s.mu.Unlock()
	ids := s.hungUp
	s.hungUp = nil
	return ids
}

// shut ends every connection: the run is over.
func (s *server) shut() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refusing = true
	for _, c := range s.conns {
		c.end(io.EOF)
	}
}
