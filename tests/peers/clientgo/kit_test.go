// SPDX-License-Identifier: Apache-2.0

// Real client-go against `relist serve`. Run by `make test-peers`, which starts the server with
// --exec and so sets KUBECONFIG.
package peers

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	apiextensionsclient "k8s.io/apiextensions-apiserver/pkg/client/clientset/clientset"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
)

const contentProtobuf = runtime.ContentTypeProtobuf

var (
	config *rest.Config
	plain  *http.Client // the transport of all clients
	// JSON is what rest.Config says by default; controllers turn on protobuf.
	jsonClient, client *kubernetes.Clientset
	dyn                *dynamic.DynamicClient
	extensions         *apiextensionsclient.Clientset
)

func TestMain(m *testing.M) {
	path := os.Getenv("KUBECONFIG")
	if path == "" {
		fmt.Println("no KUBECONFIG: run by `make test-peers`")
		os.Exit(0)
	}
	var err error
	if config, err = clientcmd.BuildConfigFromFlags("", path); err != nil {
		panic(err)
	}
	config.QPS, config.Burst = 1000, 1000
	if plain, err = rest.HTTPClientFor(config); err != nil {
		panic(err)
	}
	jsonClient = kubernetes.NewForConfigOrDie(config)
	typed := rest.CopyConfig(config)
	typed.ContentType = contentProtobuf
	typed.AcceptContentTypes = contentProtobuf + ",application/json"
	client = kubernetes.NewForConfigOrDie(typed)
	dyn = dynamic.NewForConfigOrDie(config)
	extensions = apiextensionsclient.NewForConfigOrDie(config)
	os.Exit(m.Run())
}

// Every test has its own namespace and ten seconds.
func setup(t *testing.T) (context.Context, string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	t.Cleanup(cancel)
	ns, err := client.CoreV1().Namespaces().Create(ctx,
		&corev1.Namespace{ObjectMeta: metav1.ObjectMeta{GenerateName: "peer-"}},
		metav1.CreateOptions{})
	must(t, err)
	return ctx, ns.Name
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func check(t *testing.T, ok bool, format string, args ...any) {
	t.Helper()
	if !ok {
		t.Fatalf(format, args...)
	}
}

func eventually(t *testing.T, what string, f func() bool) {
	t.Helper()
	for end := time.Now().Add(8 * time.Second); time.Now().Before(end); {
		if f() {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Fatalf("never: %s", what)
}

// One call of the control API; the answer's members.
func control(t *testing.T, method, path string, body any) map[string]any {
	t.Helper()
	raw, err := json.Marshal(body)
	must(t, err)
	req, err := http.NewRequest(method, config.Host+"/relist/v1"+path, bytes.NewReader(raw))
	must(t, err)
	req.Header.Set("Content-Type", "application/json")
	resp, err := plain.Do(req)
	must(t, err)
	defer resp.Body.Close()
	text, _ := io.ReadAll(resp.Body)
	check(t, resp.StatusCode < 300, "%s %s: %d %s", method, path, resp.StatusCode, text)
	answer := map[string]any{}
	_ = json.Unmarshal(text, &answer)
	return answer
}

func overHTTP2() bool { return strings.HasPrefix(config.Host, "https:") }

// As with a real apiserver: TLS means HTTP/2, also through `relist record --tls`.
func TestTLSMeansHTTP2(t *testing.T) {
	resp, err := plain.Get(config.Host + "/version")
	must(t, err)
	defer resp.Body.Close()
	want := 1
	if overHTTP2() {
		want = 2
	}
	check(t, resp.ProtoMajor == want, "%s: %s", config.Host, resp.Proto)
}

func configMap(name string, data map[string]string) *corev1.ConfigMap {
	return &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: name,
		Labels: map[string]string{"name": name}}, Data: data}
}

func pod(name string) *corev1.Pod {
	return &corev1.Pod{
		ObjectMeta: metav1.ObjectMeta{Name: name, Labels: map[string]string{"app": "a"}},
		Spec: corev1.PodSpec{Containers: []corev1.Container{{Name: "c", Image: "nginx",
			Ports: []corev1.ContainerPort{{ContainerPort: 80}}}}},
	}
}
