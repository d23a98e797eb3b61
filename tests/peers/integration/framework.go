// SPDX-License-Identifier: Apache-2.0

// Package framework: the part of k8s.io/kubernetes/test/integration/framework that starts a server. See testserver.go.
package framework

import (
	"context"
	"strings"
	"testing"

	client "k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	apiservertesting "k8s.io/kubernetes/cmd/kube-apiserver/app/testing"

	"k8s.io/kubernetes/cmd/kube-apiserver/app/options"
	"k8s.io/kubernetes/pkg/controlplane"
)

type TestServerSetup struct {
	ModifyServerRunOptions func(*options.ServerRunOptions)
	ModifyServerConfig     func(*controlplane.Config)
}

type TearDownFunc func()

func StartTestServer(_ context.Context, t testing.TB, setup TestServerSetup) (client.Interface, *rest.Config, TearDownFunc) {
	if setup.ModifyServerConfig != nil {
		t.Skip("the test changes the server's configuration in its own process")
	}
	opts := options.NewServerRunOptions()
	opts.Authorization.Modes = []string{"RBAC"}
	if setup.ModifyServerRunOptions != nil {
		setup.ModifyServerRunOptions(opts)
	}
	flags := []string{"--authorization-mode=" + strings.Join(opts.Authorization.Modes, ",")}
	if names := opts.Admission.GenericAdmission.EnablePlugins; len(names) > 0 {
		flags = append(flags, "--enable-admission-plugins="+strings.Join(names, ","))
	}
	if names := opts.Admission.GenericAdmission.DisablePlugins; len(names) > 0 {
		flags = append(flags, "--disable-admission-plugins="+strings.Join(names, ","))
	}
	for name, value := range opts.APIEnablement.RuntimeConfig {
		flags = append(flags, "--runtime-config="+name+"="+value)
	}
	server := apiservertesting.StartTestServerOrDie(t, nil, flags, SharedEtcd())
	clientset, err := client.NewForConfig(server.ClientConfig)
	if err != nil {
		t.Fatal(err)
	}
	return clientset, server.ClientConfig, TearDownFunc(server.TearDownFn)
}
