// SPDX-License-Identifier: Apache-2.0

package main

import (
	"sync"
	_ "unsafe" // for go:linkname
)

// oracleHeld is client-go's after patch/main.go; without it, nobody asks.
//
//go:linkname oracleHeld k8s.io/client-go/tools/cache.oracleHeld
var oracleHeld func(cond *sync.Cond, queued int) bool

// oraclePageSize is client-go's after patch/main.go: the page size of the informer that runs next.
//
//go:linkname oraclePageSize k8s.io/client-go/tools/cache.oraclePageSize
var oraclePageSize int64

// queueHold keeps a DeltaFIFO's Pop waiting where it waits for changes anyway. Pop asks a hook for it
// that client-go does not have: patch/main.go puts it there for the build.
type queueHold struct {
	shut    bool
	permits int
	cond    *sync.Cond
}

// held is the hook, called with the queue's lock held.
func (q *queueHold) held(cond *sync.Cond, queued int) bool {
	q.cond = cond
	if !q.shut || queued == 0 {
		return false
	}
	if q.permits > 0 {
		q.permits--
		return false
	}
	return true
}

func (q *queueHold) change(f func()) {
	if q.cond == nil { // nothing has been popped so far
		f()
		return
	}
	q.cond.L.Lock()
	defer q.cond.L.Unlock()
	f()
	q.cond.Broadcast()
}

func (q *queueHold) set(shut bool) {
	q.change(func() { q.shut, q.permits = shut, 0 })
}

func (q *queueHold) popOne() {
	q.change(func() { q.permits++ })
}

// install makes the queue of the informer that runs next ask this hold.
func (q *queueHold) install() { oracleHeld = q.held }
