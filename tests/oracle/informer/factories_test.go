// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/tools/cache"
	fcache "k8s.io/client-go/tools/cache/testing"
)

// Factories: class "factories" of classes_test.go. Two factories of one server, the informers that they
// share among their callers, and Shutdown. tests/informer/test_client_go_factories.c makes the same calls.

// sources is a dynamic client with one source for each resource. Informers call nothing but what is here.
type sources map[string]*fcache.FakeControllerSource

func (s sources) Resource(r schema.GroupVersionResource) dynamic.NamespaceableResourceInterface {
	return sourceClient{from: s[r.Resource]}
}

type sourceClient struct {
	dynamic.NamespaceableResourceInterface
	from *fcache.FakeControllerSource
}

func (c sourceClient) Namespace(string) dynamic.ResourceInterface { return c }

func (c sourceClient) List(_ context.Context, o metav1.ListOptions) (*unstructured.UnstructuredList, error) {
	list, err := c.from.List(o)
	if err != nil {
		return nil, err
	}
	items, err := meta.ExtractList(list)
	if err != nil {
		return nil, err
	}
	about, err := meta.ListAccessor(list)
	if err != nil {
		return nil, err
	}
	out := &unstructured.UnstructuredList{}
	out.SetResourceVersion(about.GetResourceVersion())
	for _, item := range items {
		out.Items = append(out.Items, *item.(*unstructured.Unstructured))
	}
	return out, nil
}

func (c sourceClient) Watch(_ context.Context, o metav1.ListOptions) (watch.Interface, error) {
	return c.from.Watch(o)
}

type factorySubject struct {
	sources   sources
	factories map[string]dynamicinformer.DynamicSharedInformerFactory
	context   map[string]context.Context
	cancel    map[string]context.CancelFunc
	informers map[string]cache.SharedIndexInformer
	handlers  map[string]*recorder
}

var factoryResources = []string{"configmaps", "secrets"}

func newFactorySubject() subject {
	s := &factorySubject{sources{}, map[string]dynamicinformer.DynamicSharedInformerFactory{}, map[string]context.Context{},
		map[string]context.CancelFunc{}, map[string]cache.SharedIndexInformer{}, map[string]*recorder{}}
	for _, r := range factoryResources {
		s.sources[r] = fcache.NewFakeControllerSource()
	}
	for _, name := range []string{"one", "two"} {
		s.factories[name] = dynamicinformer.NewDynamicSharedInformerFactory(s.sources, 0)
		s.context[name], s.cancel[name] = context.WithCancel(context.Background())
	}
	return s
}

func (s *factorySubject) call(w []string) (result string) {
	switch w[0] {
	case "create": // resource name
		s.sources[w[1]].Add(object(w[2], "", "", ""))
	case "delete":
		s.sources[w[1]].Delete(object(w[2], "", "", ""))
	case "informer": // factory resource: whether it was there
		i := s.factories[w[1]].ForResource(schema.GroupVersionResource{Version: "v1", Resource: w[2]}).Informer()
		known := s.informers[w[1]+" "+w[2]] == i
		s.informers[w[1]+" "+w[2]] = i
		return fmt.Sprintf("known %t", known)
	case "handler": // factory resource handler
		r := &recorder{}
		var err error
		if r.registration, err = s.informers[w[1]+" "+w[2]].AddEventHandler(r); err == nil {
			s.handlers[w[3]] = r
		}
		return outcomeOf(err)
	case "start":
		s.factories[w[1]].Start(s.context[w[1]].Done())
	case "wait":
		var all []string
		for r, synced := range s.factories[w[1]].WaitForCacheSync(s.context[w[1]].Done()) {
			all = append(all, fmt.Sprintf("%s=%t", r.Resource, synced))
		}
		slices.Sort(all)
		return strings.Join(all, " ")
	case "shutdown": // relist's Shutdown stops what Go's waits for
		s.cancel[w[1]]()
		s.factories[w[1]].Shutdown()
	case "state":
		i := s.informers[w[1]+" "+w[2]]
		return fmt.Sprintf("synced %t stopped %t objects %d", i.HasSynced(), i.IsStopped(), len(i.GetStore().List()))
	case "told":
		r := s.handlers[w[1]]
		r.mu.Lock()
		defer r.mu.Unlock()
		slices.Sort(r.notes)
		result = strings.Join(r.notes, " ")
		r.notes = nil
	}
	return result
}

func (s *factorySubject) end() {
	for _, cancel := range s.cancel {
		cancel()
	}
	for _, source := range s.sources {
		source.Shutdown()
	}
}

func drawFactories(c chance) (calls []string) {
	informers, handlers, there := map[string]bool{}, []string{}, map[string]bool{}
	down := map[string]bool{}
	for range 20 + c.IntN(30) {
		factory, r, name := pick(c, "one", "one", "two"), pick(c, factoryResources...), pick(c, "a", "b", "c")
		switch do := c.weighted([]weight{{"change", 8}, {"informer", 5}, {"handler", 5}, {"start", 5}, {"wait", 3}, {"shutdown", 1},
			{"state", 5}, {"told", 5}}); do {
		case "change":
			key := r + " " + name
			calls = append(calls, map[bool]string{false: "create ", true: "delete "}[there[key]]+key)
			there[key] = !there[key]
		case "informer":
			informers[factory+" "+r] = true
			calls = append(calls, "informer "+factory+" "+r)
		case "start":
			calls = append(calls, "start "+factory)
		case "wait":
			calls = append(calls, "wait "+factory)
		case "shutdown":
			if !down[factory] || c.oneIn(2) {
				down[factory] = true
				calls = append(calls, "shutdown "+factory)
			}
		case "handler", "state":
			if len(informers) == 0 {
				break
			}
			key := pick(c, slices.Sorted(maps.Keys(informers))...)
			if do == "handler" {
				// One that is added to a stopped informer is refused, and has no name.
				h := fmt.Sprintf("h%d", len(handlers)+1)
				calls = append(calls, "handler "+key+" "+h)
				if !down[strings.Fields(key)[0]] {
					handlers = append(handlers, h)
				}
				break
			}
			calls = append(calls, "state "+key)
		case "told":
			if len(handlers) > 0 {
				calls = append(calls, "told "+pick(c, handlers...))
			}
		}
	}
	for _, h := range handlers {
		calls = append(calls, "told "+h)
	}
	return calls
}
