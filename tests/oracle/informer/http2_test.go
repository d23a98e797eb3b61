// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"math/big"
	"net"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
)

// What client-go does over HTTP/2, in virtual time. tests/informer/test_http2.c holds relist's client
// against the same.

// Feature gates are read once a process.
func init() {
	os.Setenv("KUBE_FEATURE_WatchListClient", "false")
	klog.LogToStderr(false)
	klog.SetOutput(io.Discard)
}

const emptyList = `{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"5"},"items":[]}`

// h2conn is a connection as its server has it.
type h2conn struct {
	number int
	raw    net.Conn
	framer *http2.Framer
	mu     sync.Mutex // writing
	deaf   bool
}

// h2server plays one scene: reply is called for every request, in a goroutine of its own.
type h2server struct {
	mu    sync.Mutex
	began time.Time
	conns int
	log   []string // "46s conn 2 list pods"
	reply func(c *h2conn, n int, stream uint32, watch bool)
}

func certificate(t *testing.T) tls.Certificate {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	about := x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour * 24 * 365)}
	der, err := x509.CreateCertificate(rand.Reader, &about, &about, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}

func (s *h2server) dialer(t *testing.T) func(context.Context, string, string) (net.Conn, error) {
	config := &tls.Config{Certificates: []tls.Certificate{certificate(t)}, NextProtos: []string{"h2"}}
	return func(context.Context, string, string) (net.Conn, error) {
		client, server := net.Pipe()
		s.mu.Lock()
		s.conns++
		c := &h2conn{number: s.conns, raw: server}
		s.mu.Unlock()
		go s.serve(c, tls.Server(server, config))
		return client, nil
	}
}

func (s *h2server) serve(c *h2conn, conn *tls.Conn) {
	defer c.raw.Close()
	if _, err := io.ReadFull(conn, make([]byte, len(http2.ClientPreface))); err != nil {
		return
	}
	c.framer = http2.NewFramer(conn, conn)
	c.framer.ReadMetaHeaders = hpack.NewDecoder(4096, nil)
	c.write(func(f *http2.Framer) { f.WriteSettings() })
	for {
		frame, err := c.framer.ReadFrame()
		if err != nil {
			return
		}
		switch f := frame.(type) {
		case *http2.SettingsFrame:
			if !f.IsAck() {
				go c.write(func(f *http2.Framer) { f.WriteSettingsAck() })
			}
		case *http2.PingFrame:
			data := f.Data
			go c.write(func(f *http2.Framer) { f.WritePing(true, data) })
		case *http2.MetaHeadersFrame:
			path := f.PseudoValue("path")
			what := "list"
			if strings.Contains(path, "watch=true") {
				what = "watch"
			}
			s.mu.Lock()
			s.log = append(s.log, fmt.Sprintf("%v conn %d %s", time.Since(s.began), c.number, what))
			n := len(s.log)
			s.mu.Unlock()
			go s.reply(c, n, f.StreamID, what == "watch")
		}
	}
}

func (c *h2conn) write(do func(*http2.Framer)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.deaf {
		do(c.framer)
	}
}

func (c *h2conn) goDeaf() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.deaf = true
}

func (c *h2conn) answer(stream uint32, body string, end bool) {
	var head bytes.Buffer
	e := hpack.NewEncoder(&head)
	e.WriteField(hpack.HeaderField{Name: ":status", Value: "200"})
	e.WriteField(hpack.HeaderField{Name: "content-type", Value: "application/json"})
	c.write(func(f *http2.Framer) {
		f.WriteHeaders(http2.HeadersFrameParam{StreamID: stream, BlockFragment: head.Bytes(), EndHeaders: true})
		if body != "" || end {
			f.WriteData(stream, end, []byte(body))
		}
	})
}

// right answers as a server would.
func (c *h2conn) right(stream uint32, watch bool) {
	if watch {
		c.answer(stream, "", false)
	} else {
		c.answer(stream, emptyList, true)
	}
}

// scene runs one informer against reply for so long and gives the requests and errors.
func scene(t *testing.T, length time.Duration, answer reply) (log []string) {
	synctest.Test(t, func(t *testing.T) {
		s := &h2server{began: time.Now(), reply: answer}
		client, err := dynamic.NewForConfig(&rest.Config{Host: "https://127.0.0.1:1", QPS: -1,
			Dial: s.dialer(t), TLSClientConfig: rest.TLSClientConfig{Insecure: true}})
		if err != nil {
			t.Fatal(err)
		}
		inf := dynamicinformer.NewFilteredDynamicInformer(client, schema.GroupVersionResource{Version: "v1", Resource: "pods"},
			"", 0, cache.Indexers{}, func(*metav1.ListOptions) {}).Informer()
		_ = inf.SetWatchErrorHandler(func(_ *cache.Reflector, err error) {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.log = append(s.log, "error "+err.Error())
		})
		stop := make(chan struct{})
		go inf.Run(stop)
		time.Sleep(length)
		synctest.Wait()
		s.mu.Lock()
		log = s.log
		s.mu.Unlock()
		close(stop)
		time.Sleep(time.Hour)
	})
	return log
}

// plain gives what a scene has shown in one line: times in whole seconds, "~" behind those that have a
// backoff in them, connections by number.
func plain(log []string) string {
	var out []string
	for _, l := range log {
		if strings.HasPrefix(l, "error ") {
			out = append(out, "error")
			continue
		}
		words := strings.Fields(l) // 45.9s conn 2 list
		at, _ := time.ParseDuration(words[0])
		when := fmt.Sprintf("%d", at/time.Second)
		if at%time.Second != 0 {
			when += "~"
		}
		out = append(out, words[3]+words[2]+"@"+when)
	}
	return strings.Join(out, " ")
}

type reply = func(c *h2conn, n int, stream uint32, watch bool)

// at makes a reply that does something else than it should to the n-th request.
func at(n0 int, do func(c *h2conn, stream uint32)) reply {
	return func(c *h2conn, n int, stream uint32, watch bool) {
		if n == n0 {
			do(c, stream)
		} else {
			c.right(stream, watch)
		}
	}
}

func reset(code http2.ErrCode) func(c *h2conn, stream uint32) {
	return func(c *h2conn, stream uint32) {
		c.write(func(f *http2.Framer) { f.WriteRSTStream(stream, code) })
	}
}

// openThen opens the watch and does something two seconds later: one that brings nothing for less
// than a second is an error of its own.
func openThen(do func(c *h2conn, stream uint32)) func(c *h2conn, stream uint32) {
	return func(c *h2conn, stream uint32) {
		c.right(stream, true)
		time.Sleep(2 * time.Second)
		do(c, stream)
	}
}

func goAway(code http2.ErrCode) func(c *h2conn, stream uint32) {
	return func(c *h2conn, stream uint32) {
		c.right(stream, true)
		c.write(func(f *http2.Framer) { f.WriteGoAway(stream, code, nil) })
		time.Sleep(2 * time.Second)
		c.raw.Close()
	}
}

func TestHTTP2(t *testing.T) {
	silent := func(c *h2conn, _ uint32) { c.goDeaf() }
	closed := func(c *h2conn, _ uint32) { c.raw.Close() }
	const (
		listsAgain  = "list1@0 watch1@0 list2@45~ watch2@45~"
		watchesOn   = "list1@0 watch1@0 watch2@2"
		listFails   = "list1@0 error list1@~ watch1@~"
		watchFails  = "list1@0 watch1@0 error list1@~ watch1@~"
		listFails2  = "list1@0 error list2@~ watch2@~"
		watchFails2 = "list1@0 watch1@0 error list2@~ watch2@~"
	)
	for name, c := range map[string]struct {
		reply reply
		want  string
	}{
		"watch, silent":                         {at(2, func(c *h2conn, stream uint32) { c.right(stream, true); c.goDeaf() }), listsAgain},
		"list, silent":                          {at(1, silent), "list1@0 list2@46 watch2@46"},
		"watch, silent before its head":         {at(2, silent), "list1@0 watch1@0 error list2@45~ watch2@45~"},
		"watch, left out by GOAWAY":             {at(2, func(c *h2conn, _ uint32) { c.write(func(f *http2.Framer) { f.WriteGoAway(1, http2.ErrCodeNo, nil) }) }), "list1@0 watch1@0 watch2@0"},
		"watch, GOAWAY, closed":                 {at(2, goAway(http2.ErrCodeNo)), watchesOn},
		"watch, GOAWAY with error, closed":      {at(2, goAway(http2.ErrCodeEnhanceYourCalm)), watchesOn},
		"watch, closed":                         {at(2, openThen(closed)), watchesOn},
		"list, closed before its head":          {at(1, closed), "list1@0 list2@1 watch2@1"},
		"watch, closed before its head":         {at(2, closed), "list1@0 watch1@0 watch2@1"},
		"watch, INTERNAL_ERROR":                 {at(2, openThen(reset(http2.ErrCodeInternal))), "list1@0 watch1@0 list1@2~ watch1@2~"},
		"watch, REFUSED_STREAM":                 {at(2, openThen(reset(http2.ErrCodeRefusedStream))), "list1@0 watch1@0 list1@2~ watch1@2~"},
		"watch, CANCEL":                         {at(2, openThen(reset(http2.ErrCodeCancel))), "list1@0 watch1@0 list1@2~ watch1@2~"},
		"watch, NO_ERROR":                       {at(2, openThen(reset(http2.ErrCodeNo))), "list1@0 watch1@0 list1@2~ watch1@2~"},
		"watch, PROTOCOL_ERROR":                 {at(2, openThen(reset(http2.ErrCodeProtocol))), "list1@0 watch1@0 list2@2~ watch2@2~"},
		"list, INTERNAL_ERROR before its head":  {at(1, reset(http2.ErrCodeInternal)), listFails},
		"list, REFUSED_STREAM before its head":  {at(1, reset(http2.ErrCodeRefusedStream)), "list1@0 list1@0 watch1@0"},
		"list, PROTOCOL_ERROR before its head":  {at(1, reset(http2.ErrCodeProtocol)), listFails2},
		"watch, INTERNAL_ERROR before its head": {at(2, reset(http2.ErrCodeInternal)), watchFails},
		"watch, REFUSED_STREAM before its head": {at(2, reset(http2.ErrCodeRefusedStream)), "list1@0 watch1@0 watch1@0"},
		"watch, PROTOCOL_ERROR before its head": {at(2, reset(http2.ErrCodeProtocol)), watchFails2},
		"list, INTERNAL_ERROR in its body": {at(1, func(c *h2conn, stream uint32) {
			c.answer(stream, emptyList[:20], false)
			reset(http2.ErrCodeInternal)(c, stream)
		}), listFails},
	} {
		t.Run(name, func(t *testing.T) {
			got := plain(scene(t, 100*time.Second, c.reply))
			// The first backoff is 0.8 to 1.6 s: either second.
			if got != c.want && strings.NewReplacer("@0~", "@~", "@1~", "@~").Replace(got) != c.want &&
				strings.NewReplacer("@3~", "@2~").Replace(got) != c.want && strings.ReplaceAll(got, "@46~", "@45~") != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}
