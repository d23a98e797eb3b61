// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apimachinery/pkg/runtime/serializer/streaming"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
)

// Stories are played to the client that their header names, or else to the one that -client names, or else to
// the dynamic client: typed, protobuf (typed, in that form) or metadata. Their informers list and watch as the generated ones do (informers/core/v1,
// metadata/metadatainformer), whose packages are not built.

// clientVariable is how a child learns which.
const clientVariable = "ORACLE_CLIENT"

const protobufType = "application/vnd.kubernetes.protobuf"

// otherwise has the recordings of the dynamic client that do not come out the same from another one, and why.
var otherwise = map[string]string{
	"bookmark-wrong-kind-ignored":               "metadata: a kind that is not registered ends the watch with an error",
	"custom-resource":                           "typed protobuf: no Go type",
	"event-number-beyond-float64":               "typed protobuf: the Go type does not have the member",
	"label-beside-a-number":                     "typed protobuf metadata: a label that is no string: the list cannot be decoded",
	"list-item-not-an-object":                   "typed protobuf metadata: the list cannot be decoded",
	"list-items-not-an-array":                   "typed protobuf metadata: the list cannot be decoded",
	"tcp-panic-of-the-call-after-a-blocked-one": "typed protobuf: no Go type",
	"watch-answered-whole-keeps-connection":     "typed protobuf: no Go type",
	"list-200-status":                           "typed protobuf metadata: a Status is no list: an error instead of an empty list",
	"list-404-then-appears":                     "typed protobuf: no Go type",
	"list-not-json":                             "typed protobuf metadata: the error names the Go type",
	"list-table":                                "typed protobuf metadata: the error names the Go type",
	"list-truncated-json":                       "typed protobuf metadata: the error names the Go type",
	"transform-strips-managed-fields":           "typed protobuf metadata: objects are Go types, without what these do not have",
	"watch-garbage":                             "protobuf: what cannot be decoded is text, and no frame",
	"watch-object-without-kind":                 "protobuf: what has no kind cannot be sent",
	"watch-wrong-kind-dropped":                  "metadata: a kind that is not registered ends the watch with an error",
	"watchlist-cut-behind-a-string":             "typed protobuf metadata: a string is no object: the streamed list fails and a list follows",
	"watchlist-404-then-list-404":               "typed protobuf: no Go type",
}

// differsAs gives why that recording comes out otherwise from that client, "" if it does not.
func differsAs(path, client string) string {
	clients, why, _ := strings.Cut(otherwise[strings.TrimSuffix(filepath.Base(path), ".jsonl")], ":")
	if client != "" && strings.Contains(clients, client) {
		return why
	}
	return ""
}

var (
	typedScheme = runtime.NewScheme()
	typedCodecs = serializer.NewCodecFactory(typedScheme)
	parameters  = runtime.NewParameterCodec(typedScheme)
)

func init() {
	if err := corev1.AddToScheme(typedScheme); err != nil {
		panic(err)
	}
	metav1.AddToGroupVersion(typedScheme, schema.GroupVersion{Version: "v1"})
}

type (
	listFunc  = func(context.Context, metav1.ListOptions) (runtime.Object, error)
	watchFunc = func(context.Context, metav1.ListOptions) (watch.Interface, error)
)

// informerOf makes an informer of that client.
func informerOf(client string, config *rest.Config, r *resource, opt *options, indexers cache.Indexers) (cache.SharedIndexInformer, error) {
	var list listFunc
	var watch watchFunc
	var example runtime.Object
	var err error
	switch client {
	case "metadata":
		example = &metav1.PartialObjectMetadata{}
		list, watch, err = metadataCalls(config, r, opt)
	case "typed", "protobuf":
		list, watch, example, err = typedCalls(config, r, opt, client == "protobuf")
	default:
		err = fmt.Errorf("unknown client %q: must be typed, protobuf or metadata", client)
	}
	if err != nil {
		return nil, err
	}
	return cache.NewSharedIndexInformer(listWatch(list, watch, opt), example, time.Duration(opt.Resync), indexers), nil
}

// listWatch has the selectors of the story in every call. Later versions call the functions that take a
// context, which 0.32 does not have.
func listWatch(list listFunc, watcher watchFunc, opt *options) *cache.ListWatch {
	tweaked := func(o metav1.ListOptions) metav1.ListOptions {
		o.LabelSelector, o.FieldSelector = opt.LabelSelector, opt.FieldSelector
		return o
	}
	lw := &cache.ListWatch{
		ListFunc:  func(o metav1.ListOptions) (runtime.Object, error) { return list(context.Background(), tweaked(o)) },
		WatchFunc: func(o metav1.ListOptions) (watch.Interface, error) { return watcher(context.Background(), tweaked(o)) },
	}
	set := func(name string, f any) {
		if field := reflect.ValueOf(lw).Elem().FieldByName(name); field.IsValid() {
			field.Set(reflect.ValueOf(f).Convert(field.Type()))
		}
	}
	set("ListWithContextFunc", func(ctx context.Context, o metav1.ListOptions) (runtime.Object, error) { return list(ctx, tweaked(o)) })
	set("WatchFuncWithContext", func(ctx context.Context, o metav1.ListOptions) (watch.Interface, error) {
		return watcher(ctx, tweaked(o))
	})
	return lw
}

func metadataCalls(config *rest.Config, r *resource, opt *options) (listFunc, watchFunc, error) {
	client, err := metadata.NewForConfig(config)
	if err != nil {
		return nil, nil, err
	}
	of := client.Resource(schema.GroupVersionResource{Group: r.Group, Version: r.Version, Resource: r.Resource}).Namespace(opt.Namespace)
	list := func(ctx context.Context, o metav1.ListOptions) (runtime.Object, error) { return of.List(ctx, o) }
	return list, of.Watch, nil
}

func typedCalls(config *rest.Config, r *resource, opt *options, protobuf bool) (listFunc, watchFunc, runtime.Object, error) {
	version := schema.GroupVersion{Group: r.Group, Version: r.Version}
	example, err := typedScheme.New(version.WithKind(r.Kind))
	if err != nil {
		return nil, nil, nil, err
	}
	c := rest.CopyConfig(config)
	c.APIPath = "/api"
	c.GroupVersion = &version
	c.NegotiatedSerializer = typedCodecs.WithoutConversion()
	if protobuf {
		c.ContentType = protobufType
		c.AcceptContentTypes = protobufType + ",application/json"
	}
	client, err := rest.RESTClientFor(c)
	if err != nil {
		return nil, nil, nil, err
	}
	get := func(o *metav1.ListOptions) *rest.Request {
		var timeout time.Duration
		if o.TimeoutSeconds != nil {
			timeout = time.Duration(*o.TimeoutSeconds) * time.Second
		}
		return client.Get().NamespaceIfScoped(opt.Namespace, opt.Namespace != "").Resource(r.Resource).
			VersionedParams(o, parameters).Timeout(timeout)
	}
	list := func(ctx context.Context, o metav1.ListOptions) (runtime.Object, error) {
		into, err := typedScheme.New(version.WithKind(r.Kind + "List"))
		if err != nil {
			return nil, err
		}
		return into, get(&o).Do(ctx).Into(into)
	}
	watch := func(ctx context.Context, o metav1.ListOptions) (watch.Interface, error) {
		o.Watch = true
		return get(&o).Watch(ctx)
	}
	return list, watch, example, nil
}

// --- what a server sends to such a client ---

// inMetadata is what a server gives of an object, or of a list, to who wants its metadata alone.
func inMetadata(data []byte, kind string) []byte {
	var object map[string]any
	if json.Unmarshal(data, &object) != nil {
		return data
	}
	partial := func(object map[string]any) map[string]any {
		return map[string]any{"kind": "PartialObjectMetadata", "apiVersion": "meta.k8s.io/v1", "metadata": object["metadata"]}
	}
	switch object["kind"] {
	case kind:
		return []byte(encode(partial(object)))
	case kind + "List":
		object["kind"], object["apiVersion"] = "PartialObjectMetadataList", "meta.k8s.io/v1"
		items, _ := object["items"].([]any)
		for i, item := range items {
			if o, ok := item.(map[string]any); ok {
				items[i] = partial(o)
			}
		}
		return []byte(encode(object))
	}
	return data
}

var protobufMedia = func() runtime.SerializerInfo {
	info, ok := runtime.SerializerInfoForMediaType(typedCodecs.SupportedMediaTypes(), protobufType)
	if !ok {
		panic("no protobuf")
	}
	return info
}()

// inProtobuf turns an object in JSON into protobuf; false: it is none of a known type.
func inProtobuf(data []byte) ([]byte, bool) {
	object, _, err := typedCodecs.UniversalDeserializer().Decode(data, nil, nil)
	if err != nil {
		return nil, false
	}
	out, err := runtime.Encode(protobufMedia.Serializer, object)
	return out, err == nil
}

// eventInProtobuf is a frame of a watch.
func eventInProtobuf(what string, object []byte) ([]byte, bool) {
	raw, ok := inProtobuf(object)
	if !ok {
		return nil, false
	}
	var frame bytes.Buffer
	stream := protobufMedia.StreamSerializer
	err := streaming.NewEncoder(stream.Framer.NewFrameWriter(&frame), stream.Serializer).
		Encode(&metav1.WatchEvent{Type: what, Object: runtime.RawExtension{Raw: raw}})
	return frame.Bytes(), err == nil
}
