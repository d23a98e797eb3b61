package pods

import (
	"context"
	"testing"

	relist "github.com/OWNER/relist/hosts/go"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
)

func TestTheSecondListSucceeds(t *testing.T) {
	server := relist.New(t)
	client := kubernetes.NewForConfigOrDie(&rest.Config{Host: server.URL(), Transport: server})
	_ = server.FailNext(relist.Match{Resource: "pods"}, 1, 403)
	if _, err := client.CoreV1().Pods("").List(context.Background(), metav1.ListOptions{}); err == nil {
		t.Fatal("the first list succeeds")
	}
	if _, err := client.CoreV1().Pods("").List(context.Background(), metav1.ListOptions{}); err != nil {
		t.Fatal(err)
	}
}
