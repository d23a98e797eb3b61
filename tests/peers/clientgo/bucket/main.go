// SPDX-License-Identifier: Apache-2.0

// A controller with client-go's informers: each ConfigMap with the label bucket=yes gets a Secret bucket-NAME and a
// finalizer, so that the Secret goes when the ConfigMap does. BUCKET_BUG=final: a 409 while the finalizer is added is
// logged and forgotten. `make test-peers` makes a regression test of it from a recording.
package main

import (
	"context"
	"errors"
	"log"
	"os"
	"slices"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/util/workqueue"
)

const finalizer = "acme.io/bucket"

var (
	forgets = os.Getenv("BUCKET_BUG") == "final"
	done    = map[types.UID]bool{}
)

func reconcile(ctx context.Context, clients kubernetes.Interface, m *corev1.ConfigMap) error {
	secrets, maps := clients.CoreV1().Secrets(m.Namespace), clients.CoreV1().ConfigMaps(m.Namespace)
	has := slices.Contains(m.Finalizers, finalizer)
	if m.DeletionTimestamp != nil {
		if !has {
			return nil
		}
		if err := secrets.Delete(ctx, "bucket-"+m.Name, metav1.DeleteOptions{}); err != nil && !apierrors.IsNotFound(err) {
			return err
		}
		m.Finalizers = slices.DeleteFunc(m.Finalizers, func(f string) bool { return f == finalizer })
		_, err := maps.Update(ctx, m, metav1.UpdateOptions{})
		if apierrors.IsNotFound(err) {
			return nil
		}
		return err
	}
	if done[m.UID] {
		return nil
	}
	if !has {
		m.Finalizers = append(m.Finalizers, finalizer)
		if _, err := maps.Update(ctx, m, metav1.UpdateOptions{}); err != nil && !(forgets && apierrors.IsConflict(err)) {
			return err
		}
	}
	size := m.Data["size"]
	if size == "" {
		size = "1"
	}
	secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Name: "bucket-" + m.Name}, StringData: map[string]string{"size": size}}
	if _, err := secrets.Create(ctx, secret, metav1.CreateOptions{}); err != nil && !apierrors.IsAlreadyExists(err) {
		return err
	}
	done[m.UID] = true
	return nil
}

func run() error {
	config, err := clientcmd.BuildConfigFromFlags("", os.Getenv("KUBECONFIG"))
	if err != nil {
		return err
	}
	clients, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	factory := informers.NewSharedInformerFactoryWithOptions(clients, 0, informers.WithNamespace("default"),
		informers.WithTweakListOptions(func(o *metav1.ListOptions) { o.LabelSelector = "bucket=yes" }))
	maps := factory.Core().V1().ConfigMaps()
	queue := workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())
	add := func(o any) {
		if key, err := cache.MetaNamespaceKeyFunc(o); err == nil {
			queue.Add(key)
		}
	}
	if _, err := maps.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: add, UpdateFunc: func(_, o any) { add(o) }}); err != nil {
		return err
	}
	factory.Start(nil)
	if !cache.WaitForCacheSync(nil, maps.Informer().HasSynced) {
		return errors.New("the cache does not sync")
	}
	for {
		key, _ := queue.Get()
		namespace, name, _ := cache.SplitMetaNamespaceKey(key)
		m, err := maps.Lister().ConfigMaps(namespace).Get(name)
		if err == nil {
			err = reconcile(context.Background(), clients, m.DeepCopy())
		}
		if err == nil || apierrors.IsNotFound(err) {
			queue.Forget(key)
		} else {
			log.Print(key, ": ", err)
			queue.AddRateLimited(key)
		}
		queue.Done(key)
	}
}

func main() {
	if err := run(); err != nil {
		log.Fatal(err)
	}
}
