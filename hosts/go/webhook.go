// SPDX-License-Identifier: Apache-2.0

package relist

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"time"
)

const replyBytesMax = 64 << 20

type question struct {
	id                  uint64
	timeout             time.Duration
	url, ca, serverName string
	body                string
}

func readQuestion(record []byte) question {
	id, _ := strconv.ParseUint(takeString(&record), 10, 64)
	timeout, _ := strconv.ParseInt(takeString(&record), 10, 64)
	return question{id: id, timeout: time.Duration(timeout), url: takeString(&record), ca: takeString(&record),
		serverName: takeString(&record), body: takeString(&record)}
}

// callWebhook runs under the engine's lock: the call itself happens in a goroutine of its own.
func (s *Server) callWebhook(q question) {
	s.calls.Add(1)
	go func() {
		defer s.calls.Done()
		ctx, cancel := context.WithTimeout(s.ctx, q.timeout)
		defer cancel()
		status, contentType, body, err := s.post(ctx, q)
		why := ""
		if err != nil {
			status, contentType, body, why = 0, "", "", err.Error()
		}
		record := appendString(nil, contentType, body, why)
		e := s.engine
		e.mu.Lock()
		defer e.mu.Unlock()
		at := e.put(record)
		e.call("relist_reply", e.server, q.id, uint64(status), at, uint64(len(record)))
		e.call("relist_free", at)
		e.settle()
	}()
}

func (s *Server) post(ctx context.Context, q question) (status int, contentType, body string, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, q.url, strings.NewReader(q.body))
	if err != nil {
		return 0, "", "", err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json, */*")
	// As kube-apiserver's client it follows redirects: a mux redirects "//path", which envtest configures, to "/path".
	client := http.Client{Transport: roundTripper(func(r *http.Request) (*http.Response, error) { return s.roundTrip(r, q) })}
	response, err := client.Do(request)
	if err != nil {
		return 0, "", "", err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(io.LimitReader(response.Body, replyBytesMax))
	return response.StatusCode, response.Header.Get("Content-Type"), string(text), err
}

type roundTripper func(*http.Request) (*http.Response, error)

// RoundTrip implements http.RoundTripper.
func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func (s *Server) roundTrip(request *http.Request, q question) (*http.Response, error) {
	if s.webhooks != nil {
		return serve(s.webhooks, request)
	}
	config := &tls.Config{ServerName: q.serverName, MinVersion: tls.VersionTLS12}
	if q.ca != "" {
		config.RootCAs = x509.NewCertPool()
		if !config.RootCAs.AppendCertsFromPEM([]byte(q.ca)) {
			return nil, errors.New("the caBundle has no certificate")
		}
	}
	transport := &http.Transport{TLSClientConfig: config, DisableKeepAlives: true, ForceAttemptHTTP2: true}
	return transport.RoundTrip(request)
}

// serve calls a handler as net/http does: in a goroutine that may outlive the request, and whose panic ends the request alone.
func serve(handler http.Handler, request *http.Request) (*http.Response, error) {
	answer := httptest.NewRecorder()
	done := make(chan error, 1)
	request = request.Clone(request.Context()) // a RoundTripper leaves the request as it is
	request.RequestURI = request.URL.RequestURI()
	request.RemoteAddr = host + ":443"
	go func() {
		defer func() {
			if cause := recover(); cause != nil {
				done <- fmt.Errorf("the handler has panicked: %v", cause)
			}
		}()
		handler.ServeHTTP(answer, request)
		done <- nil
	}()
	select {
	case err := <-done:
		if err != nil {
			return nil, err
		}
		return answer.Result(), nil
	case <-request.Context().Done():
		return nil, context.Cause(request.Context())
	}
}
