// SPDX-License-Identifier: Apache-2.0

// Package testing stands in for k8s.io/kubernetes/cmd/kube-apiserver/app/testing in Kubernetes' integration tests: the server that it
// starts is `relist envtest`'s kube-apiserver. scripts/test-integration puts it in place.
package testing

import (
	"bytes"
	"crypto/rand"
	"crypto/rsa"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/spf13/pflag"
	clientv3 "go.etcd.io/etcd/client/v3"

	"k8s.io/apiserver/pkg/storage/storagebackend"
	"k8s.io/apiserver/pkg/storageversion"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	restclient "k8s.io/client-go/rest"
	"k8s.io/client-go/util/cert"
	"k8s.io/component-base/featuregate"
	"k8s.io/kubernetes/cmd/kube-apiserver/app/options"
	testutil "k8s.io/kubernetes/test/utils"
	"k8s.io/kubernetes/test/utils/ktesting"
)

type TearDownFunc func()

type ProxyCA struct {
	ProxySigningCert *x509.Certificate
	ProxySigningKey  *rsa.PrivateKey
}

type TestServerInstanceOptions struct {
	SkipHealthzCheck       bool
	EnableCertAuth         bool
	StorageVersionWrapFunc func(storageversion.Manager) storageversion.Manager
	ProxyCA                *ProxyCA
	BinaryVersion          string
	RequestTimeout         time.Duration
}

type TestServer struct {
	ClientConfig      *restclient.Config
	ServerOpts        *options.ServerRunOptions
	TearDownFn        TearDownFunc
	TmpDir            string
	EtcdClient        *clientv3.Client
	EtcdStoragePrefix string
}

type Logger interface {
	Helper()
	Errorf(format string, args ...interface{})
	Fatalf(format string, args ...interface{})
	Logf(format string, args ...interface{})
	Cleanup(func())
}

func NewDefaultTestServerOptions() *TestServerInstanceOptions {
	return &TestServerInstanceOptions{EnableCertAuth: true}
}

const adminToken = "integration-admin"

// adminFlags gives the tests the administrator that the in-process server has by its loopback client. A token file of the test's
// own keeps its lines.
func adminFlags(dir string, flags []string) ([]string, error) {
	lines := adminToken + ",system:apiserver,loopback,system:masters\n"
	var rest []string
	for _, flag := range flags {
		name, value, _ := strings.Cut(flag, "=")
		if name != "--token-auth-file" {
			rest = append(rest, flag)
			continue
		}
		text, err := os.ReadFile(value)
		if err != nil {
			return nil, err
		}
		lines += string(text)
	}
	file := filepath.Join(dir, "tokens.csv")
	return append(rest, "--token-auth-file="+file), os.WriteFile(file, []byte(lines), 0o600)
}

// joined writes `--flag value` as `--flag=value`.
func joined(flags []string) []string {
	var out []string
	for i := 0; i < len(flags); i++ {
		if strings.HasPrefix(flags[i], "--") && !strings.Contains(flags[i], "=") && i+1 < len(flags) &&
			!strings.HasPrefix(flags[i+1], "--") {
			out = append(out, flags[i]+"="+flags[i+1])
			i++
			continue
		}
		out = append(out, flags[i])
	}
	return out
}

// gateFlags repeats to the server what the test set in its own process.
func gateFlags() []string {
	var set []string
	for name, spec := range utilfeature.DefaultMutableFeatureGate.GetAll() {
		if spec.PreRelease == featuregate.GA || strings.HasPrefix(string(name), "All") {
			continue
		}
		if now := utilfeature.DefaultFeatureGate.Enabled(name); now != spec.Default {
			set = append(set, fmt.Sprintf("%s=%v", name, now))
		}
	}
	if len(set) == 0 {
		return nil
	}
	return []string{"--feature-gates=" + strings.Join(set, ",")}
}

func clientCA(dir string) error {
	key, err := testutil.NewPrivateKey()
	if err != nil {
		return err
	}
	ca, err := cert.NewSelfSignedCACert(cert.Config{CommonName: "client-ca"}, key)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "client-ca.crt"), testutil.EncodeCertPEM(ca), 0o600)
}

// servingCert returns the certificate that clients trust.
func servingCert(dir string) ([]byte, error) {
	crt, key, err := cert.GenerateSelfSignedCertKey("127.0.0.1", []net.IP{net.IPv4(127, 0, 0, 1)}, []string{"localhost"})
	if err != nil {
		return nil, err
	}
	if err = os.WriteFile(filepath.Join(dir, "apiserver.key"), key, 0o600); err != nil {
		return nil, err
	}
	return crt, os.WriteFile(filepath.Join(dir, "apiserver.crt"), crt, 0o600)
}

func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}

func signingKey(dir string) (string, error) {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		return "", err
	}
	file := filepath.Join(dir, "service-account.key")
	block := &pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(key)}
	return file, os.WriteFile(file, pem.EncodeToMemory(block), 0o600)
}

func waitReady(url string, ended <-chan error) error {
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}, Timeout: 2 * time.Second}
	deadline := time.After(30 * time.Second)
	defer client.CloseIdleConnections()
	for {
		if resp, err := client.Get(url + "/readyz"); err == nil {
			resp.Body.Close()
			if resp.StatusCode == http.StatusOK || resp.StatusCode == http.StatusUnauthorized {
				return nil
			}
		}
		select {
		case err := <-ended:
			return fmt.Errorf("the server ended: %v", err)
		case <-deadline:
			return errors.New("the server is not ready after 30 s")
		case <-time.After(5 * time.Millisecond):
		}
	}
}

func StartTestServer(t ktesting.TB, instanceOptions *TestServerInstanceOptions, customFlags []string,
	storageConfig *storagebackend.Config) (result TestServer, err error) {
	if instanceOptions == nil {
		instanceOptions = NewDefaultTestServerOptions()
	}
	program := os.Getenv("RELIST_KUBE_APISERVER")
	if program == "" {
		return result, errors.New("RELIST_KUBE_APISERVER names no program")
	}
	if result.TmpDir, err = os.MkdirTemp("", "relist-integration"); err != nil {
		return result, err
	}
	port, err := freePort()
	if err != nil {
		return result, err
	}
	key, err := signingKey(result.TmpDir)
	if err != nil {
		return result, err
	}
	ca, err := servingCert(result.TmpDir)
	if err != nil {
		return result, err
	}
	custom := joined(customFlags)
	flags := []string{
		fmt.Sprintf("--secure-port=%d", port), "--bind-address=127.0.0.1", "--cert-dir=" + result.TmpDir,
		"--etcd-servers=http://127.0.0.1:1", "--service-cluster-ip-range=10.0.0.0/16",
		"--service-account-signing-key-file=" + key, "--service-account-key-file=" + key,
		"--service-account-issuer=https://foo.bar.example.com",
	}
	if instanceOptions.EnableCertAuth {
		if err = clientCA(result.TmpDir); err != nil {
			return result, err
		}
		flags = append(flags, "--client-ca-file="+filepath.Join(result.TmpDir, "client-ca.crt"))
	}
	flags = append(append(flags, custom...), gateFlags()...)
	if flags, err = adminFlags(result.TmpDir, flags); err != nil {
		return result, err
	}
	result.ServerOpts = options.NewServerRunOptions()
	set := pflag.NewFlagSet("test", pflag.ContinueOnError)
	for _, f := range result.ServerOpts.Flags().FlagSets {
		set.AddFlagSet(f)
	}
	if err = set.Parse(custom); err != nil {
		return result, err
	}
	var output bytes.Buffer
	command := exec.Command(program, flags...)
	command.Stdout, command.Stderr = &output, &output
	if err = command.Start(); err != nil {
		return result, err
	}
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()
	result.TearDownFn = func() {
		_ = command.Process.Signal(syscall.SIGTERM)
		select {
		case <-ended:
		case <-time.After(10 * time.Second):
			_ = command.Process.Kill()
			t.Errorf("relist did not end within 10 s of SIGTERM")
		}
		os.RemoveAll(result.TmpDir)
	}
	url := fmt.Sprintf("https://127.0.0.1:%d", port)
	if err = waitReady(url, ended); err != nil {
		return result, fmt.Errorf("%w: %s", err, output.String())
	}
	result.ClientConfig = &restclient.Config{
		Host: url, BearerToken: adminToken, QPS: 1000, Burst: 10000,
		TLSClientConfig: restclient.TLSClientConfig{CAData: ca},
	}
	if storageConfig != nil {
		result.EtcdStoragePrefix = storageConfig.Prefix
	}
	return result, nil
}

func StartTestServerOrDie(t testing.TB, instanceOptions *TestServerInstanceOptions, flags []string,
	storageConfig *storagebackend.Config) *TestServer {
	result, err := StartTestServer(t, instanceOptions, flags, storageConfig)
	if err != nil {
		t.Fatalf("failed to launch server: %v", err)
	}
	return &result
}

func GetEtcdClients(storagebackend.TransportConfig) (*clientv3.Client, clientv3.KV, error) {
	return nil, nil, errors.New("relist has no etcd")
}
