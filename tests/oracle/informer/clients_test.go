// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/gentype"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/rest"
)

// What the clients of client-go send and what they decode. "typed" is a generated client as it comes,
// "json" and "protobuf" one whose rest.Config has that ContentType. -update writes the two files again;
// tests/fakeapi/test_clients.c and tests/informer/test_client_go_requests.c compare relist with them.

const (
	requestsFile = "../../golden/client-go-requests.jsonl"
	decodedFile  = "../../golden/client-go-decoded.jsonl"
)

// sentRequest is one request as a server receives it. timeout and timeoutSeconds have a star in place of a number.
type sentRequest struct {
	Client      string `json:"client"`
	Call        string `json:"call"`
	Method      string `json:"method"`
	Target      string `json:"target"`
	Accept      string `json:"accept"`
	Encoding    string `json:"acceptEncoding,omitempty"`
	ContentType string `json:"contentType,omitempty"`
	Body        string `json:"body,omitempty"`     // text
	Protobuf    string `json:"protobuf,omitempty"` // in base64
}

var timeouts = regexp.MustCompile(`(timeout|timeoutSeconds)=[0-9a-z]+`)

// someClient makes the calls that all clients have. The metadata client neither creates nor updates.
type someClient struct {
	get, create, update, patch, delete, deleteAll func(context.Context) error
	list                                          func(context.Context, metav1.ListOptions) error
	watch                                         func(context.Context, metav1.ListOptions) error
}

const mapJSON = `{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a"},"data":{"k":"v"}}`

var (
	mergePatch = []byte(`{"data":{"k":"w"}}`)
	background = metav1.DeletePropagationBackground
	deletion   = metav1.DeleteOptions{PropagationPolicy: &background}
)

func typedClient(t *testing.T, config *rest.Config, contentType string) someClient {
	c := rest.CopyConfig(config)
	c.APIPath = "/api"
	c.GroupVersion = &schema.GroupVersion{Version: "v1"}
	c.NegotiatedSerializer = rest.CodecFactoryForGeneratedClient(typedScheme, typedCodecs).WithoutConversion()
	c.ContentType = contentType
	client, err := rest.RESTClientFor(c)
	if err != nil {
		t.Fatal(err)
	}
	maps := gentype.NewClientWithList[*corev1.ConfigMap, *corev1.ConfigMapList]("configmaps", client, parameters, "default",
		func() *corev1.ConfigMap { return &corev1.ConfigMap{} }, func() *corev1.ConfigMapList { return &corev1.ConfigMapList{} },
		gentype.PrefersProtobuf[*corev1.ConfigMap]())
	object := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "a"}, Data: map[string]string{"k": "v"}}
	return someClient{
		get: func(ctx context.Context) error { _, err := maps.Get(ctx, "a", metav1.GetOptions{}); return err },
		create: func(ctx context.Context) error {
			_, err := maps.Create(ctx, object, metav1.CreateOptions{})
			return err
		},
		update: func(ctx context.Context) error {
			_, err := maps.Update(ctx, object, metav1.UpdateOptions{})
			return err
		},
		patch: func(ctx context.Context) error {
			_, err := maps.Patch(ctx, "a", types.MergePatchType, mergePatch, metav1.PatchOptions{})
			return err
		},
		delete:    func(ctx context.Context) error { return maps.Delete(ctx, "a", deletion) },
		deleteAll: func(ctx context.Context) error { return maps.DeleteCollection(ctx, deletion, metav1.ListOptions{}) },
		list:      func(ctx context.Context, o metav1.ListOptions) error { _, err := maps.List(ctx, o); return err },
		watch: func(ctx context.Context, o metav1.ListOptions) error {
			w, err := maps.Watch(ctx, o)
			if err == nil {
				w.Stop()
			}
			return err
		},
	}
}

func dynamicClient(t *testing.T, config *rest.Config) someClient {
	client, err := dynamic.NewForConfig(config)
	if err != nil {
		t.Fatal(err)
	}
	maps := client.Resource(schema.GroupVersionResource{Version: "v1", Resource: "configmaps"}).Namespace("default")
	object := &unstructured.Unstructured{}
	if err := object.UnmarshalJSON([]byte(mapJSON)); err != nil {
		t.Fatal(err)
	}
	return someClient{
		get: func(ctx context.Context) error { _, err := maps.Get(ctx, "a", metav1.GetOptions{}); return err },
		create: func(ctx context.Context) error {
			_, err := maps.Create(ctx, object, metav1.CreateOptions{})
			return err
		},
		update: func(ctx context.Context) error {
			_, err := maps.Update(ctx, object, metav1.UpdateOptions{})
			return err
		},
		patch: func(ctx context.Context) error {
			_, err := maps.Patch(ctx, "a", types.MergePatchType, mergePatch, metav1.PatchOptions{})
			return err
		},
		delete:    func(ctx context.Context) error { return maps.Delete(ctx, "a", deletion) },
		deleteAll: func(ctx context.Context) error { return maps.DeleteCollection(ctx, deletion, metav1.ListOptions{}) },
		list:      func(ctx context.Context, o metav1.ListOptions) error { _, err := maps.List(ctx, o); return err },
		watch: func(ctx context.Context, o metav1.ListOptions) error {
			w, err := maps.Watch(ctx, o)
			if err == nil {
				w.Stop()
			}
			return err
		},
	}
}

func metadataClient(t *testing.T, config *rest.Config) someClient {
	client, err := metadata.NewForConfig(config)
	if err != nil {
		t.Fatal(err)
	}
	maps := client.Resource(schema.GroupVersionResource{Version: "v1", Resource: "configmaps"}).Namespace("default")
	return someClient{
		get: func(ctx context.Context) error { _, err := maps.Get(ctx, "a", metav1.GetOptions{}); return err },
		patch: func(ctx context.Context) error {
			_, err := maps.Patch(ctx, "a", types.MergePatchType, mergePatch, metav1.PatchOptions{})
			return err
		},
		delete:    func(ctx context.Context) error { return maps.Delete(ctx, "a", deletion) },
		deleteAll: func(ctx context.Context) error { return maps.DeleteCollection(ctx, deletion, metav1.ListOptions{}) },
		list:      func(ctx context.Context, o metav1.ListOptions) error { _, err := maps.List(ctx, o); return err },
		watch: func(ctx context.Context, o metav1.ListOptions) error {
			w, err := maps.Watch(ctx, o)
			if err == nil {
				w.Stop()
			}
			return err
		},
	}
}

// requestsOf gives what a client sends for each call.
func requestsOf(t *testing.T, name string) (all []sentRequest) {
	call := ""
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		s := sentRequest{Client: name, Call: call, Method: r.Method, Target: timeouts.ReplaceAllString(r.RequestURI, "$1=*"),
			Accept: r.Header.Get("Accept"), Encoding: r.Header.Get("Accept-Encoding"), ContentType: r.Header.Get("Content-Type")}
		if bytes.HasPrefix(body, []byte("k8s\x00")) {
			s.Protobuf = base64.StdEncoding.EncodeToString(body)
		} else {
			s.Body = strings.TrimSuffix(string(body), "\n")
		}
		all = append(all, s)
		object, list := mapJSON, `{"kind":"ConfigMapList","apiVersion":"v1","metadata":{},"items":[]}`
		if name == "metadata" {
			object, list = string(inMetadata([]byte(object), "ConfigMap")), string(inMetadata([]byte(list), "ConfigMap"))
		}
		w.Header().Set("Content-Type", "application/json")
		switch {
		case strings.HasPrefix(call, "list"):
			io.WriteString(w, list)
		case !strings.HasPrefix(call, "watch"):
			io.WriteString(w, object)
		}
	}))
	defer server.Close()
	config := &rest.Config{Host: server.URL, QPS: -1}
	var c someClient
	switch name {
	case "dynamic":
		c = dynamicClient(t, config)
	case "metadata":
		c = metadataClient(t, config)
	case "typed":
		c = typedClient(t, config, "")
	case "json":
		c = typedClient(t, config, "application/json")
	default:
		c = typedClient(t, config, protobufType)
	}
	seconds, yes := int64(437), true
	list := func(o metav1.ListOptions) func(context.Context) error {
		return func(ctx context.Context) error { return c.list(ctx, o) }
	}
	watch := func(o metav1.ListOptions) func(context.Context) error {
		return func(ctx context.Context) error { return c.watch(ctx, o) }
	}
	for _, one := range []struct {
		call string
		make func(context.Context) error
	}{
		{"list", list(metav1.ListOptions{Limit: 500, ResourceVersion: "0"})},
		{"list, selected", list(metav1.ListOptions{LabelSelector: "a in (b,c)", FieldSelector: "metadata.name=a", ResourceVersion: "7"})},
		{"list, next page", list(metav1.ListOptions{Limit: 500, Continue: "c=="})},
		{"watch", watch(metav1.ListOptions{ResourceVersion: "7", AllowWatchBookmarks: true, TimeoutSeconds: &seconds})},
		{"watch, initial list", watch(metav1.ListOptions{AllowWatchBookmarks: true, TimeoutSeconds: &seconds,
			SendInitialEvents: &yes, ResourceVersionMatch: metav1.ResourceVersionMatchNotOlderThan})},
		{"create", c.create}, {"get", c.get}, {"update", c.update}, {"patch", c.patch}, {"delete", c.delete}, {"delete all", c.deleteAll},
	} {
		if one.make == nil {
			continue
		}
		call = one.call
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		if err := one.make(ctx); err != nil {
			t.Errorf("%s: %s: %v", name, call, err)
		}
		cancel()
	}
	return all
}

// compareFile compares lines with those of a file, or writes them.
func compareFile(t *testing.T, path string, lines []string) {
	text := strings.Join(lines, "\n") + "\n"
	if *update {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	was, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if d := difference(string(was), text); d != "" {
		t.Errorf("%s: %s", path, d)
	}
}

func TestClientRequests(t *testing.T) {
	var lines []string
	for _, name := range []string{"dynamic", "json", "typed", "protobuf", "metadata"} {
		for _, r := range requestsOf(t, name) {
			lines = append(lines, encode(r))
		}
	}
	compareFile(t, requestsFile, lines)
}

// decoded is an object as a server stores it, and as clients have it: typed from JSON, the bytes that a
// server sends in protobuf, typed from those.
type decoded struct {
	Name     string          `json:"name"`
	Sent     json.RawMessage `json:"sent"`
	JSON     json.RawMessage `json:"json"`
	Protobuf string          `json:"protobuf"`
	Kept     json.RawMessage `json:"kept"`
}

func decodedBy(contentType string, body []byte) (runtime.Object, error) {
	info, ok := runtime.SerializerInfoForMediaType(typedCodecs.SupportedMediaTypes(), contentType)
	if !ok {
		return nil, fmt.Errorf("no serializer of %s", contentType)
	}
	object, _, err := info.Serializer.Decode(body, nil, nil)
	return object, err
}

func TestClientsDecode(t *testing.T) {
	data, err := os.ReadFile(decodedFile)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for line := range strings.Lines(string(data)) {
		var d decoded
		if err := json.Unmarshal([]byte(line), &d); err != nil {
			t.Fatal(err)
		}
		object, err := decodedBy("application/json", d.Sent)
		if err != nil {
			t.Errorf("%s: %v", d.Name, err)
			continue
		}
		body, err := runtime.Encode(protobufMedia.Serializer, object)
		if err != nil {
			t.Errorf("%s: %v", d.Name, err)
			continue
		}
		kept, err := decodedBy(protobufType, body)
		if err != nil {
			t.Errorf("%s: %v", d.Name, err)
			continue
		}
		d.JSON, d.Kept = json.RawMessage(encode(object)), json.RawMessage(encode(kept))
		d.Protobuf = base64.StdEncoding.EncodeToString(body)
		lines = append(lines, encode(d))
	}
	compareFile(t, decodedFile, lines)
}
