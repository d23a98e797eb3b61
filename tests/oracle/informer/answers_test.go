// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"testing/synctest"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/rest"
)

// What becomes of answers over HTTP/1.1 that few servers give: the file has each byte for byte (a
// character is a byte), whether the connection stays open behind it, and what client-go makes of it.
// tests/informer/test_odd_answers.c gives the same to relist's client.

const answersFile = "../../golden/client-go-answers.jsonl"

var update = flag.Bool("update", false, "write down what comes out")

type oddAnswer struct {
	Name   string `json:"name"`
	Answer string `json:"answer"`
	End    string `json:"end"`
	Want   string `json:"want"`
}

// outcome is what a get comes to, then how many requests it took, and whether the next get uses the
// same connection.
func outcome(t *testing.T, a *oddAnswer) (result string) {
	raw := make([]byte, 0, len(a.Answer))
	for _, r := range a.Answer {
		raw = append(raw, byte(r))
	}
	const right = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 62\r\n\r\n" +
		`{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a"}}`
	synctest.Test(t, func(t *testing.T) {
		requests, conns := 0, 0
		var last net.Conn
		dial := func(context.Context, string, string) (net.Conn, error) {
			client, server := net.Pipe()
			conns++
			go func() {
				defer server.Close()
				in := bufio.NewReader(server)
				for {
					if _, err := http.ReadRequest(in); err != nil {
						return
					}
					requests++
					last = server
					if requests > 1 {
						fmt.Fprint(server, right)
						continue
					}
					server.Write(raw)
					if a.End == "close" {
						return
					}
				}
			}()
			return client, nil
		}
		transport := &http.Transport{DialContext: dial}
		client, err := dynamic.NewForConfig(&rest.Config{Host: "http://127.0.0.1:2", Transport: transport, QPS: -1})
		if err != nil {
			t.Fatal(err)
		}
		get := func() string {
			_, err := client.Resource(schema.GroupVersionResource{Version: "v1", Resource: "configmaps"}).
				Namespace("default").Get(context.Background(), "a", metav1.GetOptions{})
			var status apierrors.APIStatus
			switch {
			case err == nil:
				return "ok"
			case errors.As(err, &status):
				return fmt.Sprintf("status %d", status.Status().Code)
			}
			return "fails"
		}
		result = get()
		asked := requests
		synctest.Wait()
		before := conns
		if get() != "ok" {
			result += ", and so does the next"
		}
		result += fmt.Sprintf(", %d asked", asked)
		if conns == before {
			result += ", same connection"
		}
		if last != nil {
			last.Close()
		}
		transport.CloseIdleConnections()
	})
	return result
}

func TestOddAnswers(t *testing.T) {
	data, err := os.ReadFile(answersFile)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for line := range strings.Lines(string(data)) {
		var a oddAnswer
		if err := json.Unmarshal([]byte(line), &a); err != nil {
			t.Fatal(err)
		}
		got := outcome(t, &a)
		if got != a.Want && !*update {
			t.Errorf("%s: %s, not %s", a.Name, got, a.Want)
		}
		a.Want = got
		out.WriteString(encode(a) + "\n")
	}
	if *update {
		if err := os.WriteFile(answersFile, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
