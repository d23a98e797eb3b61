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
	headWait, headReady, headCut, headReset = 0, 1, 2, 3
	pullWait, pullEnd, pullCut, pullReset   = 0, -1, -2, -3

	flagTLS, flagRemote = 1, 2
)

var errReset = fmt.Errorf("relist: read: %w", syscall.ECONNRESET)

// exchange is one request and its response; as an io.ReadCloser it is the response's body.
type exchange struct {
	engine *engine
	id     uint32
	ctx    context.Context
	woken  chan struct{} // capacity 1
	ended  sync.Once
	closed chan struct{}
	end    error // after the last byte
}

func (x *exchange) wake() {
	select {
	case x.woken <- struct{}{}:
	default:
	}
}

// begin sends a request: the target is "/path?query".
func (e *engine) begin(ctx context.Context, backend, flags uint32, method, target string, header http.Header, host, body string) (*exchange, error) {
	record := appendString(nil, method)
	for _, text := range []string{target, body, "", ""} {
		record = appendString(record, text)
	}
	record = appendString(appendString(record, "Host"), host)
	for name, values := range header {
		for _, value := range values {
			record = appendString(appendString(record, name), value)
		}
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.broken == nil && e.call("relist_accepts", e.server, e.now(), uint64(backend)) == 0 && e.broken == nil {
		return nil, fmt.Errorf("relist: dial: %w", syscall.ECONNREFUSED)
	}
	at := e.put(record)
	id := uint32(e.call("relist_begin", e.server, e.now(), uint64(backend), uint64(flags), at, uint64(len(record))))
	e.call("relist_free", at)
	if e.broken != nil {
		return nil, e.broken
	}
	if id == 0 {
		return nil, errors.New("relist: the module is out of memory")
	}
	x := &exchange{engine: e, id: id, ctx: ctx, woken: make(chan struct{}, 1), closed: make(chan struct{})}
	e.waiting[id] = x
	e.settle()
	return x, e.broken
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
	if n, err := strconv.ParseInt(takeString(&record), 10, 64); err == nil {
		h.length = n
	}
	for len(record) > 0 {
		name := takeString(&record)
		h.header.Add(name, takeString(&record))
	}
	return h
}

func (x *exchange) head() (head, error) {
	e := x.engine
	for {
		e.mu.Lock()
		state := int32(e.call("relist_head", e.server, uint64(x.id), e.now()))
		var record []byte
		if state == headReady {
			record = e.out()
		}
		deadline := int64(e.call("relist_deadline", e.server, uint64(x.id)))
		e.settle()
		err := e.broken
		e.mu.Unlock()
		switch {
		case err != nil:
			return head{}, err
		case state == headReady:
			return readHead(record), nil
		case state == headCut:
			return head{}, io.ErrUnexpectedEOF
		case state == headReset:
			return head{}, errReset
		}
		if err = x.wait(deadline); err != nil {
			return head{}, err
		}
	}
}

func (x *exchange) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	for x.end == nil {
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
		x.end = io.ErrUnexpectedEOF
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
		delete(e.waiting, x.id)
		e.call("relist_end", e.server, uint64(x.id), left)
		e.settle()
	})
}

func (x *exchange) Close() error {
	select {
	case <-x.closed:
	default:
		close(x.closed)
	}
	x.finish(true)
	return nil
}
