// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"fmt"
	"os/signal"
	"syscall"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"
)

// informed keeps N ConfigMaps NAME-0 … and a Secret NAME for each Widget, with informers and a work queue. WIDGETS_BUG=tombstone: the
// handler of deletions expects the object and gets a DeletedFinalStateUnknown after a relist (mittwald/kubernetes-replicator#353).
type informed struct {
	client  kubernetes.Interface
	widgets cache.GenericLister
	parts   corelisters.ConfigMapLister
	secrets corelisters.SecretLister
	queue   workqueue.TypedRateLimitingInterface[cache.ObjectName]
}

func informer() error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	config := ctrl.GetConfigOrDie()
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	dynamicClient, err := dynamic.NewForConfig(config)
	if err != nil {
		return err
	}
	custom := dynamicinformer.NewDynamicSharedInformerFactory(dynamicClient, 0)
	typed := informers.NewSharedInformerFactory(client, 0)
	widgets := custom.ForResource(widgetKind.GroupVersion().WithResource("widgets"))
	c := &informed{client: client, widgets: widgets.Lister(), parts: typed.Core().V1().ConfigMaps().Lister(),
		secrets: typed.Core().V1().Secrets().Lister(),
		queue:   workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[cache.ObjectName]())}
	for _, i := range []cache.SharedIndexInformer{widgets.Informer(), typed.Core().V1().ConfigMaps().Informer(),
		typed.Core().V1().Secrets().Informer()} {
		if _, err := i.AddEventHandler(cache.ResourceEventHandlerFuncs{
			AddFunc: c.notice, UpdateFunc: func(_, now any) { c.notice(now) }, DeleteFunc: c.noticeDeletion,
		}); err != nil {
			return err
		}
	}
	custom.Start(ctx.Done())
	typed.Start(ctx.Done())
	custom.WaitForCacheSync(ctx.Done())
	typed.WaitForCacheSync(ctx.Done())
	go func() {
		<-ctx.Done()
		c.queue.ShutDown()
	}()
	for c.next(ctx) {
	}
	return nil
}

func (c *informed) notice(obj any) {
	o := obj.(metav1.Object)
	if owner := metav1.GetControllerOf(o); owner != nil && owner.Kind == widgetKind.Kind {
		c.queue.Add(cache.ObjectName{Namespace: o.GetNamespace(), Name: owner.Name})
	} else if _, ok := obj.(*unstructured.Unstructured); ok {
		c.queue.Add(cache.MetaObjectToName(o))
	}
}

func (c *informed) noticeDeletion(obj any) {
	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok && bug != "tombstone" {
		obj = tombstone.Obj
	}
	c.notice(obj)
}

func (c *informed) next(ctx context.Context) bool {
	name, stopped := c.queue.Get()
	if stopped {
		return false
	}
	defer c.queue.Done(name)
	if err := c.sync(ctx, name); err != nil {
		fmt.Println(name, err)
		c.queue.AddRateLimited(name)
		return true
	}
	c.queue.Forget(name)
	return true
}

func (c *informed) sync(ctx context.Context, name cache.ObjectName) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	obj, err := c.widgets.ByNamespace(name.Namespace).Get(name.Name)
	if apierrors.IsNotFound(err) {
		return nil // the garbage collector removes what it owned
	}
	if err != nil {
		return err
	}
	w := obj.(*unstructured.Unstructured)
	if w.GetDeletionTimestamp() != nil {
		return nil
	}
	if err := c.syncSecret(ctx, w); err != nil {
		return err
	}
	for i := range sizeOf(w) {
		if err := c.syncPart(ctx, w, part(w, i)); err != nil {
			return err
		}
	}
	for i := sizeOf(w); i < 10; i++ {
		have, err := c.parts.ConfigMaps(w.GetNamespace()).Get(part(w, i).Name)
		if err != nil || !metav1.IsControlledBy(have, w) {
			continue
		}
		err = c.client.CoreV1().ConfigMaps(have.Namespace).Delete(ctx, have.Name, metav1.DeleteOptions{Preconditions: metav1.NewUIDPreconditions(string(have.UID))})
		if err != nil && !apierrors.IsNotFound(err) {
			return err
		}
	}
	return nil
}

func (c *informed) syncPart(ctx context.Context, w *unstructured.Unstructured, want *corev1.ConfigMap) error {
	have, err := c.parts.ConfigMaps(want.Namespace).Get(want.Name)
	if apierrors.IsNotFound(err) {
		_, err = c.client.CoreV1().ConfigMaps(want.Namespace).Create(ctx, want, metav1.CreateOptions{})
		return err
	}
	if err != nil {
		return err
	}
	if !metav1.IsControlledBy(have, w) {
		return fmt.Errorf("%s has another owner", have.Name)
	}
	if have.Data["color"] == want.Data["color"] {
		return nil
	}
	have = have.DeepCopy()
	have.Data = want.Data
	_, err = c.client.CoreV1().ConfigMaps(have.Namespace).Update(ctx, have, metav1.UpdateOptions{})
	return err
}

func (c *informed) syncSecret(ctx context.Context, w *unstructured.Unstructured) error {
	have, err := c.secrets.Secrets(w.GetNamespace()).Get(w.GetName())
	if apierrors.IsNotFound(err) {
		_, err = c.client.CoreV1().Secrets(w.GetNamespace()).Create(ctx, &corev1.Secret{
			ObjectMeta: metav1.ObjectMeta{Name: w.GetName(), OwnerReferences: []metav1.OwnerReference{ownerOf(w)}},
			StringData: map[string]string{"for": w.GetName()},
		}, metav1.CreateOptions{})
	} else if err == nil && !metav1.IsControlledBy(have, w) {
		err = fmt.Errorf("secret %s has another owner", have.Name)
	}
	return err
}
