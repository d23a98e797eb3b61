// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bufio"
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// The copies of this program in the tests' folders are the two programs.
func TestMain(m *testing.M) {
	switch filepath.Base(os.Args[0]) {
	case "kube-apiserver" + suffix(), "etcd" + suffix():
		main()
	default:
		os.Exit(m.Run())
	}
}

func TestTheFolderHasBothProgramsAndFillsTwice(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "deep", "er")
	for range 2 {
		var out bytes.Buffer
		if err := assets([]string{folder}, &out, io.Discard); err != nil || strings.TrimSpace(out.String()) != folder {
			t.Fatal(out.String(), err)
		}
	}
	for _, name := range []string{"kube-apiserver", "etcd"} {
		text, err := exec.Command(filepath.Join(folder, name+suffix()), "--version").Output()
		if err != nil || !strings.Contains(string(text), "relist") {
			t.Error(name, string(text), err)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(folder, ".relist-*")); len(left) > 0 {
		t.Error(left)
	}
	if err := assets([]string{"a", "b"}, io.Discard, io.Discard); err == nil {
		t.Error("two folders were taken")
	}
}

// Beside the C program's: tests/cli/test_envtest.c.
func TestFlags(t *testing.T) {
	for _, c := range []struct {
		arg, err, note string
	}{
		{"--secure-port=x", `--secure-port is "x", must be 0 to 65535`, ""},
		{"--secure-port=65536", "65536", ""},
		{"--client-ca-file=/nowhere", "/nowhere", ""},
		{"--bogus-flag", "unknown flag: --bogus-flag", ""},
		{"--authorisation-mode=RBAC", `unknown flag: --authorisation-mode (did you mean "authorization-mode"?)`, ""},
		{"--audit-policy-file=/nowhere", "--audit-policy-file: open /nowhere", ""},
		{"--feature-gates=A", "invalid value of A, must be true or false", ""},
		{"--allow-privileged=maybe", "must be true or false", ""},
		{"--secure-port", "flag needs an argument: --secure-port", ""},
		{"word", `takes no arguments, got "word"`, ""},
		{"--authorization-mode=RBAC,Nope", `"Nope" is not a valid mode`, ""},
		{"--min-request-timeout=0", "--min-request-timeout", ""},
		{"--feature-gates=AggregatedDiscoveryEndpoint=false,EnvFiles=true", "", ""},
		{"--runtime-config=api/all=true,batch/v2alpha1=true", "", "no effect here: --runtime-config=batch/v2alpha1=true"},
		{"--max_requests_inflight=3", "", "no effect here: --max-requests-inflight"},
	} {
		var notes bytes.Buffer
		f, err := parseFlags([]string{c.arg}, &notes)
		if err == nil {
			_, err = optionsOf(f)
		}
		if err == nil && c.err != "" {
			listener, _, failed := listen(f)
			if err = failed; err == nil {
				_ = listener.Close()
			}
		}
		if c.err == "" && err != nil || c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)) {
			t.Errorf("%s: %v", c.arg, err)
		}
		if !strings.Contains(notes.String(), c.note) {
			t.Errorf("%s: %q", c.arg, notes.String())
		}
	}
}

func TestModes(t *testing.T) {
	for _, c := range []struct {
		args                       string
		allow, rbac, anonymousGone bool
	}{
		{"", true, false, false},
		{"--client-ca-file=ca", true, false, true},
		{"--authorization-mode=RBAC", false, true, false},
		{"--authorization-mode=RBAC --anonymous-auth=false", false, true, true},
	} {
		f, err := parseFlags(strings.Fields(c.args), io.Discard)
		if err != nil {
			t.Fatal(err)
		}
		o, err := optionsOf(f)
		if err != nil || o.AlwaysAllow != c.allow || o.RBAC != c.rbac || o.NoAnonymous != c.anonymousGone {
			t.Errorf("%q: %+v %v", c.args, o, err)
		}
	}
}

func TestEtcdAddress(t *testing.T) {
	for url, want := range map[string]string{"http://127.0.0.1:2379": "127.0.0.1:2379", "http://[::1]:5/,http://b:6": "[::1]:5", "nonsense": ""} {
		found, err := etcdAddress([]string{"--listen-client-urls=" + url})
		if found != want || (err == nil) != (want != "") {
			t.Error(url, found, err)
		}
	}
}

type authority struct {
	certificate *x509.Certificate
	key         *ecdsa.PrivateKey
}

func newAuthority(t *testing.T, path string) *authority {
	t.Helper()
	key, _ := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	c := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageCertSign, Subject: pkix.Name{CommonName: "ca"}}
	der, err := x509.CreateCertificate(rand.Reader, c, c, &key.PublicKey, key)
	if err == nil {
		c, err = x509.ParseCertificate(der)
	}
	if err == nil {
		err = os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return &authority{c, key}
}

func (a *authority) issue(t *testing.T, name string, groups ...string) tls.Certificate {
	t.Helper()
	key, _ := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	c := &x509.Certificate{SerialNumber: big.NewInt(2), NotAfter: time.Now().Add(time.Hour), ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth},
		Subject: pkix.Name{CommonName: name, Organization: groups}}
	der, err := x509.CreateCertificate(rand.Reader, c, a.certificate, &key.PublicKey, a.key)
	if err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}

// As envtest starts it: a free port is its own choice here.
func TestTheServerKnowsItsUsersAndEndsAtASignal(t *testing.T) {
	folder := t.TempDir()
	if err := fill(folder); err != nil {
		t.Fatal(err)
	}
	ca := newAuthority(t, filepath.Join(folder, "ca.crt"))
	command := exec.Command(filepath.Join(folder, "kube-apiserver"+suffix()), "--secure-port=0", "--client-ca-file="+filepath.Join(folder, "ca.crt"),
		"--authorization-mode=RBAC", "--cert-dir="+folder, "--etcd-servers=http://127.0.0.1:1", "--service-cluster-ip-range=10.0.0.0/24",
		"--disable-admission-plugins=ServiceAccount")
	output, err := command.StderrPipe()
	if err == nil {
		err = command.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = command.Process.Kill() }()
	var url string
	for lines := bufio.NewScanner(output); url == "" && lines.Scan(); {
		url = regexp.MustCompile(`https://\S+:\d+`).FindString(lines.Text())
	}
	for name, want := range map[string]int{"admin": 200, "jane": 403, "": 403} {
		config := &tls.Config{InsecureSkipVerify: true}
		switch name {
		case "admin":
			config.Certificates = []tls.Certificate{ca.issue(t, name, "system:masters")}
		case "jane":
			config.Certificates = []tls.Certificate{ca.issue(t, name)}
		}
		client := &http.Client{Transport: &http.Transport{TLSClientConfig: config, ForceAttemptHTTP2: true}, Timeout: time.Minute}
		response, err := client.Get(url + "/api/v1/configmaps")
		if err != nil || response.StatusCode != want || response.ProtoMajor != 2 {
			t.Error(fmt.Sprintf("%q", name), response, err)
		}
		client.CloseIdleConnections()
	}
	if err = command.Process.Signal(os.Interrupt); err == nil {
		err = command.Wait()
	}
	if err != nil {
		t.Error(err)
	}
}
