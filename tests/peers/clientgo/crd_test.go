// SPDX-License-Identifier: Apache-2.0

package peers

import (
	"testing"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/discovery/cached/memory"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/restmapper"
	"k8s.io/client-go/tools/cache"
)

func definition() *apiextensionsv1.CustomResourceDefinition {
	keep := true
	return &apiextensionsv1.CustomResourceDefinition{
		ObjectMeta: metav1.ObjectMeta{Name: "widgets.peers.example.com"},
		Spec: apiextensionsv1.CustomResourceDefinitionSpec{
			Group: "peers.example.com", Scope: apiextensionsv1.NamespaceScoped,
			Names: apiextensionsv1.CustomResourceDefinitionNames{Plural: "widgets",
				Singular: "widget", Kind: "Widget", ListKind: "WidgetList", ShortNames: []string{"wd"}},
			Versions: []apiextensionsv1.CustomResourceDefinitionVersion{{
				Name: "v1", Served: true, Storage: true,
				Schema: &apiextensionsv1.CustomResourceValidation{
					OpenAPIV3Schema: &apiextensionsv1.JSONSchemaProps{Type: "object",
						XPreserveUnknownFields: &keep}},
				Subresources: &apiextensionsv1.CustomResourceSubresources{
					Status: &apiextensionsv1.CustomResourceSubresourceStatus{}},
			}},
		},
	}
}

func TestADefinitionMakesAResourceThatInformersAndMappersKnow(t *testing.T) {
	ctx, ns := setup(t)
	crds := extensions.ApiextensionsV1().CustomResourceDefinitions()
	_, err := crds.Create(ctx, definition(), metav1.CreateOptions{})
	must(t, err)
	defer func() { _ = crds.Delete(ctx, definition().Name, metav1.DeleteOptions{}) }()
	eventually(t, "Established", func() bool {
		crd, err := crds.Get(ctx, definition().Name, metav1.GetOptions{})
		must(t, err)
		for _, c := range crd.Status.Conditions {
			if c.Type == apiextensionsv1.Established && c.Status == apiextensionsv1.ConditionTrue {
				return true
			}
		}
		return false
	})

	mapper := restmapper.NewDeferredDiscoveryRESTMapper(memory.NewMemCacheClient(client.Discovery()))
	mapping, err := mapper.RESTMapping(schema.GroupKind{Group: "peers.example.com", Kind: "Widget"})
	must(t, err)
	check(t, mapping.Resource.Resource == "widgets", "mapped to %v", mapping.Resource)

	informer := dynamicinformer.NewFilteredDynamicSharedInformerFactory(dyn, 0, ns, nil).
		ForResource(mapping.Resource).Informer()
	var h heard
	_, err = informer.AddEventHandler(h.handlers())
	must(t, err)
	go informer.Run(ctx.Done())
	check(t, cache.WaitForCacheSync(ctx.Done(), informer.HasSynced), "never synced")

	widgets := dyn.Resource(mapping.Resource).Namespace(ns)
	w := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "peers.example.com/v1",
		"kind": "Widget", "metadata": map[string]any{"name": "w"},
		"spec": map[string]any{"size": int64(1)}, "status": map[string]any{"ready": true}}}
	w, err = widgets.Create(ctx, w, metav1.CreateOptions{})
	must(t, err)
	_, has, _ := unstructured.NestedBool(w.Object, "status", "ready")
	check(t, !has, "create kept the status of a kind with a status subresource")
	check(t, w.GetGeneration() == 1, "generation %d", w.GetGeneration())

	must(t, unstructured.SetNestedField(w.Object, true, "status", "ready"))
	must(t, unstructured.SetNestedField(w.Object, int64(9), "spec", "size"))
	w, err = widgets.UpdateStatus(ctx, w, metav1.UpdateOptions{})
	must(t, err)
	size, _, _ := unstructured.NestedInt64(w.Object, "spec", "size")
	check(t, size == 1 && w.GetGeneration() == 1, "a status update changed the spec")
	must(t, widgets.Delete(ctx, "w", metav1.DeleteOptions{}))
	eventually(t, "the life of a widget", func() bool {
		return h.has("add w", "update w", "delete w")
	})
}

func TestDiscoveryNamesTheBuiltInKinds(t *testing.T) {
	_, lists, err := client.Discovery().ServerGroupsAndResources()
	must(t, err)
	seen := map[string]bool{}
	for _, l := range lists {
		for _, r := range l.APIResources {
			seen[l.GroupVersion+" "+r.Name] = true
		}
	}
	for _, want := range []string{"v1 pods", "v1 pods/eviction", "v1 namespaces", "apps/v1 deployments/scale",
		"batch/v1 jobs", "coordination.k8s.io/v1 leases", "discovery.k8s.io/v1 endpointslices"} {
		check(t, seen[want], "%s is not discovered", want)
	}
	info, err := client.Discovery().ServerVersion()
	must(t, err)
	check(t, info.Major == "1" && info.GitVersion != "", "version %v", info)
}
