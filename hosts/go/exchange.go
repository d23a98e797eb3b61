// SPDX-License-Identifier: Apache-2.0

package relist

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"strconv"
	"sync"
	"syscall"
	"time"
)

const (
	headReady, headCut, headReset         = 1, 2, 3
	pullWait, pullEnd, pullCut, pullReset = 0, -1, -2, -3

	flagTLS, flagRemote = 1, 2
	flagControl         = 1 << 8 // ours: reaches the server although its port is closed
	flagUnpaced         = 1 << 9 // ours: never costs time in a bubble, so that a lock may be held

	requestBytesMax = 64 << 20
)

var (
	errReset = fmt.Errorf("relist: read: %w", syscall.ECONNRESET)
	errCut   = fmt.Errorf("relist: %w", io.ErrUnexpectedEOF)
)

// exchange is one request and its response; as an io.ReadCloser it is the response's body.
type exchange struct {
	engine *engine
	id     uint32
	ctx    context.Context
	woken  chan struct{} // capacity 1
	close  sync.Once
	ended  sync.Once
	closed chan struct{}
	end    error // after the last byte

	what   string // for a test that cannot go on
	since  time.Time
	status int // 0: there is no response yet
}

func (x *exchange) wake() {
	select {
	case x.woken <- struct{}{}:
	default:
	}
}

type request struct {
	backend, flags       uint32
	method, target       string // "/path?query"
	host, body           string
	header               http.Header
	peerName, peerGroups string // of a client certificate: the CN, and the Os with NULs between them
}

func (r *request) record() []byte {
	record := appendString(nil, r.method, r.target, r.body, r.peerName, r.peerGroups, "Host", r.host)
	for name, values := range r.header {
		for _, value := range values {
			record = appendString(record, name, value)
		}
	}
	return record
}

func (e *engine) begin(ctx context.Context, r *request) (*exchange, error) {
	record := r.record()
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.broken == nil && r.flags&flagControl == 0 && e.call("relist_accepts", e.server, e.now(), uint64(r.backend)) == 0 && e.broken == nil {
		return nil, fmt.Errorf("relist: dial: %w", syscall.ECONNREFUSED)
	}
	at := e.put(record)
	id := uint32(e.call("relist_begin", e.server, e.now(), uint64(r.backend), uint64(r.flags&(flagTLS|flagRemote)), at, uint64(len(record))))
	e.call("relist_free", at)
	if e.broken != nil {
		return nil, e.broken
	}
	if id == 0 {
		return nil, errMemory
	}
	x := &exchange{engine: e, id: id, ctx: ctx, woken: make(chan struct{}, 1), closed: make(chan struct{}), since: time.Now(),
		what: r.method + " " + r.target}
	e.open[id] = x
	e.settle()
	if e.moved != nil {
		e.moved()
	}
	return x, nil
}

// wait blocks until the exchange is woken, its deadline has passed, or the client has left.
func (x *exchange) wait(deadline int64) error {
	var timer <-chan time.Time
	if deadline != math.MaxInt64 {
		t := time.NewTimer(time.Until(x.engine.begun.Add(time.Duration(deadline))))
		defer t.Stop()
		timer = t.C
	}
	select {
	case <-x.woken:
	case <-timer:
	case <-x.closed:
		return http.ErrBodyReadAfterClose
	case <-x.ctx.Done():
		return context.Cause(x.ctx)
	}
	return nil
}

type head struct {
	status int
	close  bool
	length int64 // -1: a stream
	header http.Header
}

func readHead(record []byte) head {
	h := head{length: -1, header: http.Header{}}
	h.status, _ = strconv.Atoi(takeString(&record))
	h.close = takeString(&record) == "close"
	if n, err := strconv.ParseInt(takeString(&record), 10, 64); err == nil && n >= 0 {
		h.length = n
	}
	for len(record) > 0 {
		name := takeString(&record)
		h.header.Add(name, takeString(&record))
	}
	return h
}

// head waits for the response. After an error the exchange has ended.
func (x *exchange) head() (head, error) {
	for {
		h, state, deadline, err := x.lookAtHead()
		switch {
		case err != nil:
		case state == headReady:
			return h, nil
		case state == headCut:
			err = errCut
		case state == headReset:
			err = errReset
		default:
			err = x.wait(deadline)
		}
		if err != nil {
			x.finish(true)
			return head{}, err
		}
	}
}

func (x *exchange) lookAtHead() (h head, state int32, deadline int64, err error) {
	e := x.engine
	e.mu.Lock()
	defer e.mu.Unlock()
	state = int32(e.call("relist_head", e.server, uint64(x.id), e.now()))
	if state == headReady {
		h = readHead(e.out())
		x.status = h.status
	}
	deadline = int64(e.call("relist_deadline", e.server, uint64(x.id)))
	e.settle()
	return h, state, deadline, e.broken
}

// Read returns what there is of the body, or waits.
func (x *exchange) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	for x.end == nil {
		select {
		case <-x.closed:
			return 0, http.ErrBodyReadAfterClose
		default:
		}
		n, deadline := x.pull(p)
		if n > 0 {
			return n, nil
		}
		if x.end == nil {
			x.end = x.wait(deadline)
		}
	}
	x.finish(!errors.Is(x.end, io.EOF))
	return 0, x.end
}

func (x *exchange) pull(p []byte) (int, int64) {
	e := x.engine
	e.mu.Lock()
	defer e.mu.Unlock()
	n := int32(e.call("relist_pull", e.server, uint64(x.id), e.now(), e.buffer, uint64(min(len(p), pullBytes))))
	deadline := int64(math.MaxInt64)
	switch {
	case e.broken != nil:
		x.end = e.broken
	case n > 0:
		bytes, _ := e.instance.Memory().Read(uint32(e.buffer), uint32(n))
		copy(p, bytes)
	case n == pullWait:
		deadline = int64(e.call("relist_deadline", e.server, uint64(x.id)))
	case n == pullEnd:
		x.end = io.EOF
	case n == pullReset:
		x.end = errReset
	default:
		x.end = errCut
	}
	e.settle()
	return int(n), deadline
}

func (x *exchange) finish(gone bool) {
	x.ended.Do(func() {
		e := x.engine
		e.mu.Lock()
		defer e.mu.Unlock()
		var left uint64
		if gone {
			left = 1
		}
		delete(e.open, x.id)
		e.call("relist_end", e.server, uint64(x.id), left)
		e.settle()
	})
}

// Close ends the exchange; a Read that waits returns.
func (x *exchange) Close() error {
	x.close.Do(func() { close(x.closed) })
	x.finish(true)
	return nil
}
