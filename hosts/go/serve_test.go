// SPDX-License-Identifier: Apache-2.0

package relist

import (
	"bufio"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"
)

func clientWith(t *testing.T, v *Served, http2 bool, certificates ...tls.Certificate) *http.Client {
	t.Helper()
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(v.CA) {
		t.Fatal("no authority")
	}
	transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool, Certificates: certificates}, ForceAttemptHTTP2: http2}
	if !http2 {
		transport.TLSNextProto = map[string]func(string, *tls.Conn) http.RoundTripper{}
	}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport, Timeout: time.Minute}
}

func TestServedOverBothVersionsOfHTTP(t *testing.T) {
	v := Serve(t)
	for _, http2 := range []bool{false, true} {
		client := clientWith(t, v, http2)
		response, err := client.Post(v.URL()+"/api/v1/namespaces/default/configmaps", "application/json", strings.NewReader(`{"metadata":{"generateName":"a-"}}`))
		if err != nil || response.StatusCode != 201 || (response.ProtoMajor == 2) != http2 {
			t.Fatal(response, err)
		}
		_ = response.Body.Close()
		watch, err := client.Get(v.URL() + "/api/v1/configmaps?watch=1")
		if err != nil {
			t.Fatal(err)
		}
		if n, err := v.EndWatches(WatchesCut, Match{Resource: "configmaps"}); n != 1 || err != nil {
			t.Fatal(n, err)
		}
		if _, err = io.ReadAll(watch.Body); err == nil {
			t.Error("a cut watch has ended in order")
		}
		if _, err = v.Add(Reset{Rule: Rule{Match: Match{Resource: "configmaps"}}}); err != nil {
			t.Fatal(err)
		}
		if _, err = client.Get(v.URL() + "/api/v1/configmaps"); err == nil {
			t.Error("a reset request has a response")
		}
	}
}

func TestServedUsersAreThoseOfCertificates(t *testing.T) {
	v := Serve(t, Options{RBAC: true, ClientCertificates: true})
	user, err := v.authority.issue("jane", []string{"devs"})
	if err != nil {
		t.Fatal(err)
	}
	stranger, err := newAuthority()
	if err != nil {
		t.Fatal(err)
	}
	foreign, err := stranger.issue("admin", []string{"system:masters"})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]int{"admin": 200, "jane": 403, "nobody": 403} {
		var certificates []tls.Certificate
		switch name {
		case "admin":
			certificates = []tls.Certificate{v.admin}
		case "jane":
			certificates = []tls.Certificate{user}
		}
		response, err := clientWith(t, v, true, certificates...).Get(v.URL() + "/api/v1/secrets")
		if err != nil || response.StatusCode != want {
			t.Error(name, response, err)
			continue
		}
		body, _ := io.ReadAll(response.Body)
		if name == "jane" && !strings.Contains(string(body), `User \"jane\"`) {
			t.Error(string(body))
		}
	}
	if response, err := clientWith(t, v, true, foreign).Get(v.URL() + "/api/v1/secrets"); err == nil && response.StatusCode == 200 {
		t.Error("a certificate of another authority is an administrator's")
	}
	kubeconfig, err := v.Kubeconfig("jane", "devs")
	if err != nil || !regexp.MustCompile(`client-certificate-data: [A-Za-z0-9+/=]{100}`).Match(kubeconfig) {
		t.Error(string(kubeconfig), err)
	}
}

func TestServedPortIsClosedAndOpened(t *testing.T) {
	v := Serve(t)
	yes, no := true, false
	first, err := clientWith(t, v, true).Get(v.URL() + "/version")
	if err != nil || first.StatusCode != 200 {
		t.Fatal(err)
	}
	if err := v.SetBackend(BackendState{Refuse: &yes}); err != nil {
		t.Fatal(err)
	}
	if _, err := clientWith(t, v, true).Get(v.URL() + "/version"); err == nil {
		t.Error("a closed port answers")
	}
	if err := v.SetBackend(BackendState{Refuse: &no}); err != nil {
		t.Fatal(err)
	}
	if response, err := clientWith(t, v, true).Get(v.URL() + "/version"); err != nil || response.StatusCode != 200 {
		t.Error(err)
	}
}

func masked(op byte, payload string) []byte {
	f := frame(op, []byte(payload))
	at := len(f) - len(payload)
	f[1] |= 0x80
	out := append(append([]byte{}, f[:at]...), 1, 2, 3, 4)
	for i, c := range []byte(payload) {
		out = append(out, c^byte(i%4+1))
	}
	return out
}

func readFrame(t *testing.T, r io.Reader) (byte, string) {
	t.Helper()
	head := make([]byte, 2)
	if _, err := io.ReadFull(r, head); err != nil {
		t.Fatal(err)
	}
	size := int(head[1])
	if size == 126 {
		long := make([]byte, 2)
		if _, err := io.ReadFull(r, long); err != nil {
			t.Fatal(err)
		}
		size = int(binary.BigEndian.Uint16(long))
	}
	payload := make([]byte, size)
	if _, err := io.ReadFull(r, payload); err != nil {
		t.Fatal(err)
	}
	return head[0] & 15, string(payload)
}

func TestWatchOverWebSocket(t *testing.T) {
	ask := func(ctx context.Context, url string) *http.Request {
		request, err := http.NewRequestWithContext(ctx, "GET", url+"/api/v1/configmaps?watch=1&resourceVersion=0", nil)
		if err != nil {
			t.Fatal(err)
		}
		for name, value := range map[string]string{"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
			"Sec-WebSocket-Key": base64.StdEncoding.EncodeToString(make([]byte, 16))} {
			request.Header.Set(name, value)
		}
		return request
	}
	check := func(t *testing.T, s *Server, conn io.ReadWriter) {
		do(t, s, "POST", "/api/v1/namespaces/default/configmaps", config)
		reader := bufio.NewReader(conn)
		op, text := readFrame(t, reader)
		var event struct{ Type string }
		if err := json.Unmarshal([]byte(text), &event); op != opText || err != nil || event.Type != "ADDED" {
			t.Fatal(op, text, err)
		}
		if _, err := conn.Write(masked(opPing, "hello")); err != nil {
			t.Fatal(err)
		}
		if op, text = readFrame(t, reader); op != opPong || text != "hello" {
			t.Fatal(op, text)
		}
		if _, err := conn.Write(masked(opClose, "")); err != nil {
			t.Fatal(err)
		}
		if op, text = readFrame(t, reader); op != opClose || text != "\x03\xe8" {
			t.Fatal(op, text)
		}
		if _, err := reader.ReadByte(); !errors.Is(err, io.EOF) {
			t.Fatal(err)
		}
	}
	t.Run("in process", func(t *testing.T) {
		s := New(t)
		response, err := s.RoundTrip(ask(context.Background(), s.URL()))
		if err != nil || response.StatusCode != 101 {
			t.Fatal(response, err)
		}
		check(t, s, response.Body.(io.ReadWriter))
		_ = response.Body.Close()
	})
	t.Run("over a port", func(t *testing.T) {
		v := Serve(t)
		pool := x509.NewCertPool()
		pool.AppendCertsFromPEM(v.CA)
		conn, err := tls.DialWithDialer(&net.Dialer{Timeout: time.Minute}, "tcp", strings.TrimPrefix(v.URL(), "https://"), &tls.Config{RootCAs: pool})
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		request := ask(context.Background(), v.URL())
		if err = request.Write(conn); err != nil {
			t.Fatal(err)
		}
		reader := bufio.NewReader(conn)
		response, err := http.ReadResponse(reader, request)
		if err != nil || response.StatusCode != 101 {
			t.Fatal(response, err)
		}
		check(t, v.Server, struct {
			io.Reader
			io.Writer
		}{reader, conn})
	})
}
