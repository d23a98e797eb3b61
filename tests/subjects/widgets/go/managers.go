// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"fmt"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// get reads the Widget; nil: there is none.
func get(ctx context.Context, c client.Reader, name types.NamespacedName) (*unstructured.Unstructured, error) {
	w := newWidget()
	if err := c.Get(ctx, name, w); err != nil {
		return nil, client.IgnoreNotFound(err)
	}
	return w, nil
}

// remove deletes the object that was seen, and no other one of its name.
func remove(ctx context.Context, c client.Client, o client.Object) error {
	uid := o.GetUID()
	err := c.Delete(ctx, o, client.Preconditions{UID: &uid})
	if apierrors.IsConflict(err) {
		return nil
	}
	return client.IgnoreNotFound(err)
}

func setStatus(ctx context.Context, c client.Client, w *unstructured.Unstructured, field string, n int) error {
	now := w.DeepCopy()
	if err := unstructured.SetNestedField(now.Object, int64(n), "status", field); err != nil {
		return err
	}
	if equality.Semantic.DeepEqual(now.Object, w.Object) {
		return nil
	}
	return c.Status().Update(ctx, now)
}

// finalizer keeps N ConfigMaps, and a Secret in another namespace, which only a finalizer can remove; with leader election.
// WIDGETS_BUG=early: it removes the finalizer before the Secret: killed in between, the Secret stays.
func finalizer() error {
	return startManager(true, func(m ctrl.Manager) reconcile.Reconciler {
		c := m.GetClient()
		return reconcile.Func(func(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
			w, err := get(ctx, c, request.NamespacedName)
			if w == nil || err != nil {
				return ctrl.Result{}, err
			}
			secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: "kube-public", Name: "widget-" + w.GetName()}}
			if w.GetDeletionTimestamp() != nil {
				return ctrl.Result{}, finish(ctx, c, w, secret)
			}
			if controllerutil.AddFinalizer(w, "example.org/widget") {
				if err := c.Update(ctx, w); err != nil {
					return ctrl.Result{}, err
				}
			}
			if _, err := controllerutil.CreateOrUpdate(ctx, c, secret, func() error {
				secret.Labels = map[string]string{"uid": string(w.GetUID())}
				secret.Data = map[string][]byte{"color": []byte(colorOf(w))}
				return nil
			}); err != nil {
				return ctrl.Result{}, err
			}
			return ctrl.Result{}, keepParts(ctx, c, w)
		})
	})
}

const mark = "example.org/widget"

func finish(ctx context.Context, c client.Client, w *unstructured.Unstructured, secret *corev1.Secret) error {
	if !controllerutil.ContainsFinalizer(w, mark) {
		return nil
	}
	drop := func() error {
		controllerutil.RemoveFinalizer(w, mark)
		return client.IgnoreNotFound(c.Update(ctx, w))
	}
	if bug == "early" {
		if err := drop(); err != nil {
			return err
		}
	}
	if err := c.Get(ctx, client.ObjectKeyFromObject(secret), secret); err == nil && secret.Labels["uid"] == string(w.GetUID()) {
		if err := remove(ctx, c, secret); err != nil {
			return err
		}
	} else if client.IgnoreNotFound(err) != nil {
		return err
	}
	if bug == "early" {
		return nil
	}
	return drop()
}

// keepParts makes the ConfigMaps NAME-0 … and removes surplus ones.
func keepParts(ctx context.Context, c client.Client, w *unstructured.Unstructured) error {
	for i := range sizeOf(w) {
		want := part(w, i)
		have := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: want.Namespace, Name: want.Name}}
		if _, err := controllerutil.CreateOrUpdate(ctx, c, have, func() error {
			if owner := metav1.GetControllerOf(have); owner != nil && owner.UID != w.GetUID() {
				return fmt.Errorf("%s belongs to another Widget", have.Name)
			}
			have.OwnerReferences, have.Labels, have.Data = want.OwnerReferences, want.Labels, want.Data
			return nil
		}); err != nil {
			return err
		}
	}
	return removeParts(ctx, c, w)
}

func removeParts(ctx context.Context, c client.Client, w *unstructured.Unstructured) error {
	var all corev1.ConfigMapList
	if err := c.List(ctx, &all, client.InNamespace(w.GetNamespace()), client.MatchingLabels{"widget": w.GetName()}); err != nil {
		return err
	}
	for _, o := range all.Items {
		var i int
		if _, err := fmt.Sscanf(strings.TrimPrefix(o.Name, w.GetName()), "-%d", &i); err != nil || i < sizeOf(w) || !metav1.IsControlledBy(&o, w) {
			continue
		}
		if err := remove(ctx, c, &o); err != nil {
			return err
		}
	}
	return nil
}

// apply keeps N ConfigMaps by server-side apply, and status.made. An apply cannot be limited to objects of the same owner: on an old cache
// it would give the children of a new Widget to the old one. So it reads the Widget from the server. WIDGETS_BUG=early: status.made is written first, and a Widget whose
// status says that it is made is not looked at again.
func apply() error {
	return startManager(false, func(m ctrl.Manager) reconcile.Reconciler {
		c, reader := m.GetClient(), m.GetAPIReader()
		return reconcile.Func(func(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
			w, err := get(ctx, reader, request.NamespacedName)
			if w == nil || err != nil || w.GetDeletionTimestamp() != nil {
				return ctrl.Result{}, err
			}
			made, _, _ := unstructured.NestedInt64(w.Object, "status", "made")
			if bug == "early" {
				if int(made) == sizeOf(w) {
					return ctrl.Result{}, nil
				}
				if err := setStatus(ctx, c, w, "made", sizeOf(w)); err != nil {
					return ctrl.Result{}, err
				}
			}
			for i := range sizeOf(w) {
				p := part(w, i)
				p.TypeMeta = metav1.TypeMeta{APIVersion: "v1", Kind: "ConfigMap"}
				object, err := toUnstructured(p)
				if err != nil {
					return ctrl.Result{}, err
				}
				if err := c.Apply(ctx, client.ApplyConfigurationFromUnstructured(object), client.ForceOwnership, client.FieldOwner("widgets")); err != nil {
					return ctrl.Result{}, err
				}
			}
			if err := removeParts(ctx, c, w); err != nil || bug == "early" {
				return ctrl.Result{}, err
			}
			return ctrl.Result{}, setStatus(ctx, c, w, "made", sizeOf(w))
		})
	})
}

// generate keeps N ConfigMaps with generated names, which it counts in the server before it makes one. WIDGETS_BUG=cached: it counts them
// in its cache, which may lack those that it has just made (ray-project/kuberay#715).
func generate() error {
	return startManager(false, func(m ctrl.Manager) reconcile.Reconciler {
		c, reader := m.GetClient(), m.GetAPIReader()
		if bug == "cached" {
			reader = c
		}
		return reconcile.Func(func(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
			w, err := get(ctx, reader, request.NamespacedName)
			if w == nil || err != nil || w.GetDeletionTimestamp() != nil {
				return ctrl.Result{}, err
			}
			var all corev1.ConfigMapList
			if err := reader.List(ctx, &all, client.InNamespace(w.GetNamespace()), client.MatchingLabels{"widget": w.GetName()}); err != nil {
				return ctrl.Result{}, err
			}
			var own []corev1.ConfigMap
			for _, o := range all.Items {
				if metav1.IsControlledBy(&o, w) && o.DeletionTimestamp == nil {
					own = append(own, o)
				}
			}
			for i := len(own); i < sizeOf(w); i++ {
				o := part(w, 0)
				o.Name, o.GenerateName, o.Data = "", w.GetName()+"-", nil
				if err := c.Create(ctx, o); err != nil {
					return ctrl.Result{}, err
				}
			}
			for i := sizeOf(w); i < len(own); i++ {
				if err := remove(ctx, c, &own[i]); err != nil {
					return ctrl.Result{}, err
				}
			}
			return ctrl.Result{}, nil
		})
	})
}

// labelled requests the Widget that a ConfigMap's label names.
func labelled(b *ctrl.Builder) *ctrl.Builder {
	return b.Watches(&corev1.ConfigMap{}, handler.EnqueueRequestsFromMapFunc(func(_ context.Context, o client.Object) []reconcile.Request {
		if name := o.GetLabels()["widget"]; name != "" {
			return []reconcile.Request{{NamespacedName: types.NamespacedName{Namespace: o.GetNamespace(), Name: name}}}
		}
		return nil
	}))
}

// status counts the ConfigMaps with a Widget's label in its status. WIDGETS_BUG=conflict: a refused status is not written again.
func status() error {
	return startManager(false, func(m ctrl.Manager) reconcile.Reconciler {
		c := m.GetClient()
		return reconcile.Func(func(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
			w, err := get(ctx, c, request.NamespacedName)
			if w == nil || err != nil {
				return ctrl.Result{}, err
			}
			var all corev1.ConfigMapList
			if err := c.List(ctx, &all, client.InNamespace(w.GetNamespace()), client.MatchingLabels{"widget": w.GetName()}); err != nil {
				return ctrl.Result{}, err
			}
			err = setStatus(ctx, c, w, "found", len(all.Items))
			if bug == "conflict" && apierrors.IsConflict(err) {
				return ctrl.Result{}, nil
			}
			return ctrl.Result{}, client.IgnoreNotFound(err)
		})
	}, labelled)
}

// adopt becomes the owner of ConfigMaps with a Widget's label. WIDGETS_BUG=cached: it does not read the Widget from the server first: a
// Widget that was deleted and made again gets the old uid as owner, and the garbage collector removes the ConfigMap.
func adopt() error {
	return startManager(false, func(m ctrl.Manager) reconcile.Reconciler {
		c, reader := m.GetClient(), m.GetAPIReader()
		return reconcile.Func(func(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
			w, err := get(ctx, c, request.NamespacedName)
			if w == nil || err != nil || w.GetDeletionTimestamp() != nil {
				return ctrl.Result{}, err
			}
			var all corev1.ConfigMapList
			if err := c.List(ctx, &all, client.InNamespace(w.GetNamespace()), client.MatchingLabels{"widget": w.GetName()}); err != nil {
				return ctrl.Result{}, err
			}
			for _, o := range all.Items {
				if metav1.GetControllerOf(&o) != nil || o.DeletionTimestamp != nil {
					continue
				}
				if bug != "cached" {
					fresh, err := get(ctx, reader, request.NamespacedName)
					if err != nil {
						return ctrl.Result{}, err
					}
					if fresh == nil || fresh.GetUID() != w.GetUID() || fresh.GetDeletionTimestamp() != nil {
						return ctrl.Result{}, fmt.Errorf("the Widget %s is not the one in the cache", w.GetName())
					}
				}
				now := o.DeepCopy()
				now.OwnerReferences = append(now.OwnerReferences, ownerOf(w))
				if err := c.Update(ctx, now); err != nil {
					return ctrl.Result{}, client.IgnoreNotFound(err)
				}
			}
			return ctrl.Result{}, nil
		})
	}, labelled)
}

func toUnstructured(o client.Object) (*unstructured.Unstructured, error) {
	fields, err := runtime.DefaultUnstructuredConverter.ToUnstructured(o)
	if err != nil {
		return nil, err
	}
	unstructured.RemoveNestedField(fields, "metadata", "creationTimestamp")
	return &unstructured.Unstructured{Object: fields}, nil
}
