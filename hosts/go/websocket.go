// SPDX-License-Identifier: Apache-2.0

package relist

import (
	"bytes"
	"crypto/sha1"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"
)

const (
	opText, opClose, opPing, opPong = 1, 8, 9, 10
	closeNormal                     = 1000
	frameBytesMax                   = 1 << 20 // of a client's frame, which is ignored
)

func wantsWebSocket(r *http.Request) bool {
	return strings.EqualFold(r.Header.Get("Upgrade"), "websocket") && strings.Contains(strings.ToLower(r.Header.Get("Connection")), "upgrade") &&
		len(r.Header.Get("Sec-WebSocket-Key")) == 24 && r.Header.Get("Sec-WebSocket-Version") == "13"
}

// upgrade makes a watch over WebSocket (RFC 6455) of a response: one text frame an event, as kube-apiserver sends it.
func upgrade(response *http.Response, r *http.Request, x *exchange) *http.Response {
	sum := sha1.Sum([]byte(r.Header.Get("Sec-WebSocket-Key") + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"))
	header := http.Header{"Upgrade": {"websocket"}, "Connection": {"Upgrade"},
		"Sec-Websocket-Accept": {base64.StdEncoding.EncodeToString(sum[:])}}
	for _, offered := range strings.FieldsFunc(r.Header.Get("Sec-WebSocket-Protocol"), func(r rune) bool { return r == ',' || r == ' ' }) {
		if !strings.HasPrefix(offered, "base64url.bearer.authorization.k8s.io.") {
			header.Set("Sec-WebSocket-Protocol", offered)
			break
		}
	}
	response.Status, response.StatusCode = "101 Switching Protocols", http.StatusSwitchingProtocols
	response.Header, response.TransferEncoding, response.ContentLength = header, nil, -1
	response.Body = &webSocket{x: x}
	return response
}

// webSocket is the connection after the upgrade. One goroutine reads, another one writes.
type webSocket struct {
	x       *exchange
	mu      sync.Mutex
	out     []byte // frames that were not read yet
	in      []byte // a client's frame, until it is whole
	event   []byte // until its newline
	closing bool   // the last frame is in `out`
	err     error  // after `out`
}

func frame(op byte, payload []byte) []byte {
	head := []byte{0x80 | op, byte(len(payload))}
	switch {
	case len(payload) > 0xffff:
		head[1] = 127
		head = binary.BigEndian.AppendUint64(head, uint64(len(payload)))
	case len(payload) > 125:
		head[1] = 126
		head = binary.BigEndian.AppendUint16(head, uint16(len(payload)))
	}
	return append(head, payload...)
}

func (w *webSocket) finish(status uint16) {
	if !w.closing {
		w.out = append(w.out, frame(opClose, binary.BigEndian.AppendUint16(nil, status))...)
		w.closing, w.err = true, io.EOF
	}
}

// take copies what is there; false: nothing is.
func (w *webSocket) take(p []byte) (int, error, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if n := copy(p, w.out); n > 0 {
		w.out = w.out[n:]
		return n, nil, true
	}
	return 0, w.err, w.err != nil
}

func (w *webSocket) Read(p []byte) (int, error) {
	chunk := make([]byte, pullBytes)
	for {
		if n, err, any := w.take(p); any || len(p) == 0 {
			return n, err
		}
		n, deadline := w.x.pull(chunk)
		w.mu.Lock()
		w.event = append(w.event, chunk[:max(n, 0)]...)
		for end := bytes.IndexByte(w.event, '\n'); end >= 0; end = bytes.IndexByte(w.event, '\n') {
			w.out = append(w.out, frame(opText, w.event[:end+1])...)
			w.event = w.event[end+1:]
		}
		if errors.Is(w.x.end, io.EOF) {
			w.finish(closeNormal)
		} else if w.x.end != nil {
			w.err = w.x.end
		}
		w.mu.Unlock()
		if n == pullWait && w.x.end == nil {
			w.x.end = w.x.wait(deadline)
		}
	}
}

// Write takes the client's frames: it answers ping and close, and ignores the others.
func (w *webSocket) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.in = append(w.in, p...)
	for len(w.in) >= 6 {
		size, at := uint64(w.in[1]&0x7f), 2
		if size == 126 {
			size, at = uint64(binary.BigEndian.Uint16(w.in[2:])), 4
		} else if size == 127 {
			if len(w.in) < 14 {
				break
			}
			size, at = binary.BigEndian.Uint64(w.in[2:]), 10
		}
		if w.in[1]&0x80 == 0 || size > frameBytesMax { // not masked
			return 0, errors.New("relist: the client broke the WebSocket protocol")
		}
		if uint64(len(w.in)-at) < 4+size {
			break
		}
		payload := w.in[at+4 : at+4+int(size)]
		for i := range payload {
			payload[i] ^= w.in[at+i%4]
		}
		switch w.in[0] & 0x0f {
		case opPing:
			if !w.closing {
				w.out = append(w.out, frame(opPong, payload)...)
			}
		case opClose:
			w.finish(closeNormal)
		}
		w.in = w.in[at+4+int(size):]
	}
	w.x.wake()
	return len(p), nil
}

func (w *webSocket) Close() error { return w.x.Close() }
