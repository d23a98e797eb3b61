// SPDX-License-Identifier: Apache-2.0

package relist

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
)

const replyBytesMax = 64 << 20

// callWebhook runs under the engine's lock: the call itself happens in a goroutine of its own.
func (s *Server) callWebhook(q question) {
	s.calls.Add(1)
	go func() {
		defer s.calls.Done()
		ctx, cancel := context.WithTimeout(s.ctx, q.timeout)
		defer cancel()
		response, err := s.post(ctx, q)
		var record []byte
		status := 0
		if err == nil {
			var body []byte
			body, err = io.ReadAll(io.LimitReader(response.Body, replyBytesMax))
			_ = response.Body.Close()
			status = response.StatusCode
			record = appendString(appendString(nil, response.Header.Get("Content-Type")), string(body))
			record = appendString(record, "")
		}
		if err != nil {
			status = 0
			record = appendString(appendString(appendString(nil, ""), ""), err.Error())
		}
		e := s.engine
		e.mu.Lock()
		defer e.mu.Unlock()
		at := e.put(record)
		e.call("relist_reply", e.server, q.id, uint64(status), at, uint64(len(record)))
		e.call("relist_free", at)
		e.settle()
	}()
}

func (s *Server) post(ctx context.Context, q question) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, q.url, strings.NewReader(q.body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json, */*")
	if s.webhooks != nil {
		answer := httptest.NewRecorder()
		request.RequestURI = request.URL.RequestURI()
		s.webhooks.ServeHTTP(answer, request)
		return answer.Result(), nil
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
