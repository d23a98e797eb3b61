// SPDX-License-Identifier: Apache-2.0

// Package tests runs unmodified client-go and controller-runtime against the server in the test's own process.
package tests

import (
	"context"
	"fmt"
	"reflect"
	"testing"
	"testing/synctest"
	"time"

	relist "github.com/OWNER/relist/hosts/go"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
)

// client-go pauses after each error that it logs, by one time stamp for the whole process: in a bubble, whose year is 2000, it would
// sleep until the process's own year.
func init() { utilruntime.ErrorHandlers = utilruntime.ErrorHandlers[:1] }

func clientOf(t *testing.T, s *relist.Server) *kubernetes.Clientset {
	t.Helper()
	client, err := kubernetes.NewForConfig(&rest.Config{Host: s.URL(), Transport: s, QPS: -1})
	if err != nil {
		t.Fatal(err)
	}
	return client
}

func createPod(t *testing.T, client kubernetes.Interface, name string) {
	t.Helper()
	pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: name},
		Spec: corev1.PodSpec{Containers: []corev1.Container{{Name: "c", Image: "i"}}}}
	if _, err := client.CoreV1().Pods("default").Create(context.Background(), pod, metav1.CreateOptions{}); err != nil {
		t.Fatal(err)
	}
}

// The delete happens while the informer has no watch, and the watch that comes after it is too old.
func TestInformerNoticesAMissedDelete(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server := relist.New(t)
		client := clientOf(t, server)
		createPod(t, client, "web-1")
		createPod(t, client, "web-2")
		factory := informers.NewSharedInformerFactory(client, 0)
		informer := factory.Core().V1().Pods().Informer()
		var deleted []string
		var tombstones int
		if _, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
			if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				tombstones++
				obj = gone.Obj
			}
			deleted = append(deleted, obj.(*corev1.Pod).Name)
		}}); err != nil {
			t.Fatal(err)
		}
		stop := make(chan struct{})
		factory.Start(stop)
		factory.WaitForCacheSync(stop)
		time.Sleep(time.Minute)

		if err := server.FailNext(relist.Match{Resource: "pods"}, 5, 503); err != nil {
			t.Fatal(err)
		}
		if n, err := server.EndWatches(relist.WatchesCut, relist.Match{Resource: "pods"}); n != 1 || err != nil {
			t.Fatal(n, err)
		}
		if err := server.Delete("", "pods", "default", "web-1"); err != nil {
			t.Fatal(err)
		}
		if err := server.Compact(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(10 * time.Minute)
		synctest.Wait() // what the handlers have written may be read now
		if !reflect.DeepEqual(deleted, []string{"web-1"}) || tombstones != 1 {
			t.Errorf("deleted %v with %d tombstones", deleted, tombstones)
		}
		if have := len(informer.GetStore().List()); have != 1 {
			t.Errorf("the cache has %d pods", have)
		}
		requests, err := server.Requests()
		if err != nil || len(requests) < 8 {
			t.Error(len(requests), err)
		}
		close(stop)
		factory.Shutdown()
	})
}

// clientGo is a dynamic informer of client-go as a subject of scenarios.
func clientGo(ctx context.Context, run *relist.Run) error {
	client, err := dynamic.NewForConfig(&rest.Config{Host: run.URL(), Transport: run, QPS: -1})
	if err != nil {
		return err
	}
	factory := dynamicinformer.NewFilteredDynamicSharedInformerFactory(client, 0, run.Namespace, nil)
	informer := factory.ForResource(schema.GroupVersionResource{Group: run.Group, Version: run.Version, Resource: run.Resource}).Informer()
	if err = informer.SetWatchErrorHandler(func(_ *cache.Reflector, err error) { run.Error(err) }); err != nil {
		return err
	}
	note := func(kind string, old, obj any, initial bool) {
		n := relist.Notification{Type: kind, Initial: initial}
		if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
			n.Tombstone, obj = true, gone.Obj
		}
		if u, ok := obj.(*unstructured.Unstructured); ok {
			n.ResourceVersion = u.GetResourceVersion()
			n.Key, _ = cache.MetaNamespaceKeyFunc(u)
		}
		if u, ok := old.(*unstructured.Unstructured); ok {
			n.Old = u.GetResourceVersion()
		}
		run.Notify(n)
	}
	if _, err = informer.AddEventHandler(cache.ResourceEventHandlerDetailedFuncs{
		AddFunc:    func(obj any, initial bool) { note("ADD", nil, obj, initial) },
		UpdateFunc: func(old, obj any) { note("UPDATE", old, obj, false) },
		DeleteFunc: func(obj any) { note("DELETE", nil, obj, false) },
	}); err != nil {
		return err
	}
	factory.Start(ctx.Done())
	defer factory.Shutdown()
	last := ""
	for tick := time.NewTicker(100 * time.Millisecond); ; {
		objects := map[string]string{}
		for _, item := range informer.GetStore().List() {
			u := item.(*unstructured.Unstructured)
			key, _ := cache.MetaNamespaceKeyFunc(u)
			objects[key] = u.GetResourceVersion()
		}
		if now := fmt.Sprint(objects, informer.HasSynced()); now != last {
			run.State(objects, informer.HasSynced())
			last = now
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// Those that client-go passes; conformance/h3 and h5 show its request storms, others need an older or a mended client.
func TestClientGoPlaysScenarios(t *testing.T) {
	for _, pattern := range []string{"a-basics/[^w]*", "b-relist/closed-watch-resumes", "b-relist/failover-*", "b-relist/refused-*", "conformance/0*",
		"d-delete/*-gap", "d-delete/relist-finds-the-delete", "d-delete/tombstone-is-*", "c-expired/gone-midwatch-missed-delete"} {
		relist.Play(t, "../../../scenarios/"+pattern+".yaml", clientGo)
	}
}
