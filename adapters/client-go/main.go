// SPDX-License-Identifier: Apache-2.0

// The dynamic informer of client-go as a subject of relist: see docs/conformance.md.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"os"
	"os/signal"
	"reflect"
	"sync"
	"syscall"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/clientcmd"
)

type notification struct {
	Type      string `json:"type"`
	Key       string `json:"key"`
	RV        string `json:"rv,omitempty"`
	OldRV     string `json:"oldRv,omitempty"`
	Tombstone bool   `json:"tombstone,omitempty"`
	Initial   bool   `json:"initial,omitempty"`
}

var stdout sync.Mutex

func emit(name string, value any) {
	stdout.Lock()
	defer stdout.Unlock()
	if err := json.NewEncoder(os.Stdout).Encode(map[string]any{name: value}); err != nil {
		os.Exit(1)
	}
}

func fail(err error) {
	if err != nil {
		emit("error", map[string]string{"message": err.Error()})
		os.Exit(1)
	}
}

func note(kind string, obj any, old any, initial bool) {
	n := notification{Type: kind, Initial: initial}
	if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		n.Tombstone = true
		obj = gone.Obj
	}
	if u, ok := obj.(*unstructured.Unstructured); ok {
		n.RV = u.GetResourceVersion()
		n.Key, _ = cache.MetaNamespaceKeyFunc(u)
	}
	if u, ok := old.(*unstructured.Unstructured); ok {
		n.OldRV = u.GetResourceVersion()
	}
	emit("notify", n)
}

func state(informer cache.SharedIndexInformer) map[string]any {
	objects := map[string]string{}
	for _, item := range informer.GetStore().List() {
		u := item.(*unstructured.Unstructured)
		key, _ := cache.MetaNamespaceKeyFunc(u)
		objects[key] = u.GetResourceVersion()
	}
	return map[string]any{"cache": objects, "synced": informer.HasSynced()}
}

func main() {
	resource := flag.String("resource", "pods", "plural")
	group := flag.String("group", "", "API group")
	version := flag.String("version", "v1", "API version")
	namespace := flag.String("namespace", "", "only this one")
	seconds := flag.Int("seconds", 60, "how long")
	watchList := flag.Bool("watch-list", true, "first state by a watch with sendInitialEvents")
	flag.Parse()
	if !*watchList {
		fail(os.Setenv("KUBE_FEATURE_WatchListClient", "false"))
	}

	config, err := clientcmd.BuildConfigFromFlags("", os.Getenv("KUBECONFIG"))
	fail(err)
	client, err := dynamic.NewForConfig(config)
	fail(err)
	factory := dynamicinformer.NewFilteredDynamicSharedInformerFactory(client, 0, *namespace, nil)
	gvr := schema.GroupVersionResource{Group: *group, Version: *version, Resource: *resource}
	informer := factory.ForResource(gvr).Informer()
	fail(informer.SetWatchErrorHandler(func(_ *cache.Reflector, err error) {
		emit("error", map[string]string{"message": err.Error()})
	}))
	_, err = informer.AddEventHandler(cache.ResourceEventHandlerDetailedFuncs{
		AddFunc:    func(obj any, initial bool) { note("ADD", obj, nil, initial) },
		UpdateFunc: func(old, obj any) { note("UPDATE", obj, old, false) },
		DeleteFunc: func(obj any) { note("DELETE", obj, nil, false) },
	})
	fail(err)

	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	ctx, cancel := context.WithTimeout(ctx, time.Duration(*seconds)*time.Second)
	defer cancel()
	factory.Start(ctx.Done())
	var last map[string]any
	for tick := time.NewTicker(100 * time.Millisecond); ; {
		select {
		case <-ctx.Done():
			emit("state", state(informer))
			return
		case <-tick.C:
			if now := state(informer); !reflect.DeepEqual(now, last) {
				emit("state", now)
				last = now
			}
		}
	}
}
