// SPDX-License-Identifier: Apache-2.0

package peers

import (
	"context"
	"fmt"
	"testing"

	appsv1 "k8s.io/api/apps/v1"
	autoscalingv1 "k8s.io/api/autoscaling/v1"
	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/watch"
	applycorev1 "k8s.io/client-go/applyconfigurations/core/v1"
	"k8s.io/client-go/tools/pager"
	"k8s.io/client-go/util/retry"
)

func TestAppliersShareAnObjectUntilTheyDisagree(t *testing.T) {
	ctx, ns := setup(t)
	cms := client.CoreV1().ConfigMaps(ns)
	_, err := cms.Apply(ctx, applycorev1.ConfigMap("cm", ns).WithData(map[string]string{"a": "1"}),
		metav1.ApplyOptions{FieldManager: "first"})
	must(t, err)
	cm, err := cms.Apply(ctx, applycorev1.ConfigMap("cm", ns).WithData(map[string]string{"b": "1"}),
		metav1.ApplyOptions{FieldManager: "second"})
	must(t, err)
	check(t, len(cm.Data) == 2 && len(cm.ManagedFields) == 2, "%v", cm)

	other := applycorev1.ConfigMap("cm", ns).WithData(map[string]string{"a": "2"})
	_, err = cms.Apply(ctx, other, metav1.ApplyOptions{FieldManager: "second"})
	check(t, apierrors.IsConflict(err), "no conflict but %v", err)
	cm, err = cms.Apply(ctx, other, metav1.ApplyOptions{FieldManager: "second", Force: true})
	must(t, err)
	// What the second applier no longer names goes; what it forced is its own.
	check(t, len(cm.Data) == 1 && cm.Data["a"] == "2", "%v", cm.Data)
}

func TestEveryKindOfPatchChangesWhatItSays(t *testing.T) {
	ctx, ns := setup(t)
	pods := client.CoreV1().Pods(ns)
	_, err := pods.Create(ctx, pod("p"), metav1.CreateOptions{})
	must(t, err)
	for _, c := range []struct {
		kind types.PatchType
		body string
	}{
		{types.JSONPatchType, `[{"op":"add","path":"/metadata/labels/x","value":"0"}]`},
		{types.MergePatchType, `{"metadata":{"labels":{"x":"1"}}}`},
		{types.StrategicMergePatchType,
			`{"metadata":{"labels":{"x":"2"}},"spec":{"containers":[{"name":"c","image":"nginx:2"}]}}`},
	} {
		_, err := pods.Patch(ctx, "p", c.kind, []byte(c.body), metav1.PatchOptions{})
		if err != nil {
			t.Errorf("%s: %v", c.kind, err)
		}
	}
	p, err := pods.Get(ctx, "p", metav1.GetOptions{})
	must(t, err)
	check(t, p.Labels["x"] == "2" && p.Labels["app"] == "a", "labels %v", p.Labels)
	check(t, len(p.Spec.Containers) == 1 && p.Spec.Containers[0].Image == "nginx:2" &&
		len(p.Spec.Containers[0].Ports) == 1, "containers %v", p.Spec.Containers)

	_, err = pods.Patch(ctx, "p", types.JSONPatchType,
		[]byte(`[{"op":"test","path":"/metadata/name","value":"q"}]`), metav1.PatchOptions{})
	check(t, apierrors.IsInvalid(err), "a failed test is %v", err)
	p, err = pods.Patch(ctx, "p", types.MergePatchType, []byte(`{"status":{"phase":"Running"}}`),
		metav1.PatchOptions{}, "status")
	must(t, err)
	check(t, p.Status.Phase == corev1.PodRunning, "phase %s", p.Status.Phase)
}

func TestAListGoesOnAfterItsSnapshotExpired(t *testing.T) {
	ctx, ns := setup(t)
	cms := client.CoreV1().ConfigMaps(ns)
	for i := range 10 {
		_, err := cms.Create(ctx, configMap(fmt.Sprintf("cm-%d", i), nil), metav1.CreateOptions{})
		must(t, err)
	}
	page, err := cms.List(ctx, metav1.ListOptions{Limit: 3})
	must(t, err)
	check(t, len(page.Items) == 3 && *page.RemainingItemCount == 7, "%v", page.ListMeta)
	must(t, cms.Delete(ctx, "cm-9", metav1.DeleteOptions{}))
	page2, err := cms.List(ctx, metav1.ListOptions{Limit: 100, Continue: page.Continue})
	must(t, err)
	check(t, len(page2.Items) == 7 && page2.ResourceVersion == page.ResourceVersion,
		"the second page is not of the first one's moment: %d items", len(page2.Items))

	control(t, "POST", "/compact", map[string]any{})
	_, err = cms.List(ctx, metav1.ListOptions{Limit: 100, Continue: page.Continue})
	check(t, apierrors.IsResourceExpired(err), "no 410 but %v", err)
	token := err.(apierrors.APIStatus).Status().ListMeta.Continue
	rest, err := cms.List(ctx, metav1.ListOptions{Limit: 100, Continue: token})
	must(t, err)
	check(t, len(rest.Items) == 6, "the inconsistent rest has %d items", len(rest.Items))

	// client-go's own pager lists anew when the second page is gone.
	pages := 0
	p := pager.New(func(ctx context.Context, o metav1.ListOptions) (runtime.Object, error) {
		if pages++; pages == 2 {
			control(t, "POST", "/expire-continue", map[string]any{})
		}
		return cms.List(ctx, o)
	})
	p.PageSize = 4
	all, _, err := p.List(ctx, metav1.ListOptions{})
	must(t, err)
	list := all.(*corev1.ConfigMapList)
	check(t, len(list.Items) == 9 && pages == 3, "%d items in %d requests", len(list.Items), pages)
}

func TestAnEvictedPodIsGone(t *testing.T) {
	ctx, ns := setup(t)
	_, err := client.CoreV1().Pods(ns).Create(ctx, pod("p"), metav1.CreateOptions{})
	must(t, err)
	must(t, client.PolicyV1().Evictions(ns).Evict(ctx,
		&policyv1.Eviction{ObjectMeta: metav1.ObjectMeta{Name: "p", Namespace: ns}}))
	_, err = client.CoreV1().Pods(ns).Get(ctx, "p", metav1.GetOptions{})
	check(t, apierrors.IsNotFound(err), "still there: %v", err)
}

func TestScaleReadsAndWritesTheReplicas(t *testing.T) {
	ctx, ns := setup(t)
	one := int32(1)
	sel := map[string]string{"app": "a"}
	deployments := client.AppsV1().Deployments(ns)
	_, err := deployments.Create(ctx, &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Name: "d"},
		Spec: appsv1.DeploymentSpec{Replicas: &one, Selector: &metav1.LabelSelector{MatchLabels: sel},
			Template: corev1.PodTemplateSpec{ObjectMeta: metav1.ObjectMeta{Labels: sel},
				Spec: pod("x").Spec}}}, metav1.CreateOptions{})
	must(t, err)
	s, err := deployments.GetScale(ctx, "d", metav1.GetOptions{})
	must(t, err)
	check(t, s.Spec.Replicas == 1 && s.Status.Selector == "app=a", "scale %v", s)
	s.Spec = autoscalingv1.ScaleSpec{Replicas: 5}
	_, err = deployments.UpdateScale(ctx, "d", s, metav1.UpdateOptions{})
	must(t, err)
	d, err := deployments.Get(ctx, "d", metav1.GetOptions{})
	must(t, err)
	check(t, *d.Spec.Replicas == 5 && d.Generation == 2, "replicas %d generation %d",
		*d.Spec.Replicas, d.Generation)
}

func next(t *testing.T, w watch.Interface, kind watch.EventType, name string) {
	t.Helper()
	e, ok := <-w.ResultChan()
	check(t, ok, "the watch ended; expected %s %s", kind, name)
	got := ""
	if o, is := e.Object.(metav1.Object); is {
		got = o.GetName()
	}
	check(t, e.Type == kind && got == name, "expected %s %s, got %s %v", kind, name, e.Type, e.Object)
}

func TestAWatchWithASelectorSeesWhatEntersAndLeaves(t *testing.T) {
	ctx, ns := setup(t)
	cms := client.CoreV1().ConfigMaps(ns)
	list, err := cms.List(ctx, metav1.ListOptions{})
	must(t, err)
	w, err := cms.Watch(ctx, metav1.ListOptions{LabelSelector: "color in (red,blue)",
		FieldSelector: "metadata.name!=hidden", ResourceVersion: list.ResourceVersion})
	must(t, err)
	defer w.Stop()
	cm := configMap("a", nil)
	cm, err = cms.Create(ctx, cm, metav1.CreateOptions{})
	must(t, err)
	for _, color := range []string{"red", "blue", "green"} {
		cm.Labels = map[string]string{"color": color}
		cm, err = cms.Update(ctx, cm, metav1.UpdateOptions{})
		must(t, err)
	}
	hidden := configMap("hidden", nil)
	hidden.Labels["color"] = "red"
	_, err = cms.Create(ctx, hidden, metav1.CreateOptions{})
	must(t, err)
	next(t, w, watch.Added, "a")
	next(t, w, watch.Modified, "a")
	next(t, w, watch.Deleted, "a")
	b := configMap("b", nil)
	b.Labels["color"] = "red"
	_, err = cms.Create(ctx, b, metav1.CreateOptions{})
	must(t, err)
	next(t, w, watch.Added, "b")
}

func TestFinalizersHoldADeletedObject(t *testing.T) {
	ctx, ns := setup(t)
	cms := client.CoreV1().ConfigMaps(ns)
	cm := configMap("held", nil)
	cm.Finalizers = []string{"peers.example.com/hold"}
	_, err := cms.Create(ctx, cm, metav1.CreateOptions{})
	must(t, err)
	must(t, cms.Delete(ctx, "held", metav1.DeleteOptions{}))
	cm, err = cms.Get(ctx, "held", metav1.GetOptions{})
	must(t, err)
	check(t, cm.DeletionTimestamp != nil, "not marked")
	cm.Finalizers = nil
	_, err = cms.Update(ctx, cm, metav1.UpdateOptions{})
	must(t, err)
	_, err = cms.Get(ctx, "held", metav1.GetOptions{})
	check(t, apierrors.IsNotFound(err), "still there: %v", err)
}

func TestAPodWithANodeGoesGracefully(t *testing.T) {
	ctx, ns := setup(t)
	pods := client.CoreV1().Pods(ns)
	p := pod("p")
	p.Spec.NodeName = "node"
	_, err := pods.Create(ctx, p, metav1.CreateOptions{})
	must(t, err)
	must(t, pods.Delete(ctx, "p", metav1.DeleteOptions{}))
	p, err = pods.Get(ctx, "p", metav1.GetOptions{})
	must(t, err)
	check(t, p.DeletionTimestamp != nil && *p.DeletionGracePeriodSeconds == 30, "%v", p.ObjectMeta)
	must(t, pods.Delete(ctx, "p", *metav1.NewDeleteOptions(0)))
	_, err = pods.Get(ctx, "p", metav1.GetOptions{})
	check(t, apierrors.IsNotFound(err), "still there: %v", err)
}

func TestDeleteCollectionTakesTheSelectedOnes(t *testing.T) {
	ctx, ns := setup(t)
	cms := client.CoreV1().ConfigMaps(ns)
	for _, n := range []string{"a", "b", "c"} {
		_, err := cms.Create(ctx, configMap(n, nil), metav1.CreateOptions{})
		must(t, err)
	}
	must(t, cms.DeleteCollection(ctx, metav1.DeleteOptions{}, metav1.ListOptions{LabelSelector: "name!=b"}))
	left, err := cms.List(ctx, metav1.ListOptions{LabelSelector: "name"})
	must(t, err)
	check(t, len(left.Items) == 1 && left.Items[0].Name == "b", "left: %v", left.Items)
}

func TestWritersThatRetryOnConflictLoseNothing(t *testing.T) {
	ctx, ns := setup(t)
	cms := client.CoreV1().ConfigMaps(ns)
	_, err := cms.Create(ctx, configMap("n", map[string]string{}), metav1.CreateOptions{})
	must(t, err)
	const writers = 8
	done := make(chan error, writers)
	for i := range writers {
		go func() {
			backoff := retry.DefaultBackoff
			backoff.Steps = 50
			done <- retry.RetryOnConflict(backoff, func() error {
				cm, err := cms.Get(ctx, "n", metav1.GetOptions{})
				if err != nil {
					return err
				}
				if cm.Data == nil {
					cm.Data = map[string]string{}
				}
				cm.Data[fmt.Sprint(i)] = "x"
				_, err = cms.Update(ctx, cm, metav1.UpdateOptions{})
				return err
			})
		}()
	}
	for range writers {
		must(t, <-done)
	}
	cm, err := cms.Get(ctx, "n", metav1.GetOptions{})
	must(t, err)
	check(t, len(cm.Data) == writers, "%v", cm.Data)
}

func TestAFaultOnCueIsWhatTheClientSees(t *testing.T) {
	ctx, ns := setup(t)
	cms := client.CoreV1().ConfigMaps(ns)
	control(t, "POST", "/faults", map[string]any{"kind": "fail", "status": 403, "reason": "Forbidden",
		"match": map[string]any{"verb": "create", "namespace": ns}})
	_, err := cms.Create(ctx, configMap("a", nil), metav1.CreateOptions{})
	check(t, apierrors.IsForbidden(err), "%v", err)
	_, err = cms.Create(ctx, configMap("a", nil), metav1.CreateOptions{})
	must(t, err)
}
