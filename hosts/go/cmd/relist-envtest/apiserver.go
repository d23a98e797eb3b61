// SPDX-License-Identifier: Apache-2.0

package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"log"
	"math"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	relist "github.com/OWNER/relist/hosts/go"
)

const apiserverHelp = `This is relist in the place of kube-apiserver: it accepts all flags of 1.34 and heeds these.

      --bind-address ip             where to listen (127.0.0.1)
      --secure-port int             the port; 0 takes a free one (6443)
      --cert-dir string             has apiserver.crt and apiserver.key, else they are made
      --tls-cert-file string        the server's certificate
      --tls-private-key-file string its key
      --client-ca-file string       who has signed client certificates: CN user, O groups
      --token-auth-file string      token,user,uid,"groups" per line
      --etcd-servers strings
      --authorization-mode strings  AlwaysAllow (the default), RBAC, AlwaysDeny
      --anonymous-auth              false: requests without credentials are 401 (true)
      --allow-privileged            containers may be privileged (false)
      --disable-http2-serving       HTTP/1.1 alone
      --http2-max-streams-per-connection int  requests at a time on one connection (100)
      --min-request-timeout int     seconds that a watch lives at least (1800)
      --runtime-config mapStringString  admissionregistration.k8s.io/v1beta1=true and v1alpha1
      --feature-gates mapStringBool the release's gates; others are refused
      --enable-admission-plugins strings, --disable-admission-plugins strings
      --service-cluster-ip-range string, --service-node-port-range portRange
      --help, --version

Tokens of service accounts are not signed: there are no keys.
`

const (
	portDefault     = 6443
	streamsDefault  = 100
	compactInterval = 5 * time.Minute
)

func apiserver(args []string, out, notes io.Writer) error {
	if hasOption(args, "--help", "-h") {
		_, err := io.WriteString(out, apiserverHelp)
		return err
	}
	if hasOption(args, "--version") {
		_, err := io.WriteString(out, "Kubernetes v1.34.4+relist\n")
		return err
	}
	f, err := parseFlags(args, notes)
	if err != nil {
		return err
	}
	options, err := optionsOf(f)
	if err != nil {
		return err
	}
	listener, config, err := listen(f)
	if err != nil {
		return err
	}
	defer listener.Close()
	server, err := relist.Start(options)
	if err != nil {
		return failure{err, statusUsage}
	}
	defer server.Close()
	https := &http.Server{Handler: server.Handler(0), TLSConfig: config, ErrorLog: log.New(io.Discard, "", 0), ReadHeaderTimeout: 30 * time.Second}
	if err = limitHTTP2(https, f); err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- https.ServeTLS(listener, "", "") }()
	fmt.Fprintf(notes, "relist: listening on https://%s, in the place of kube-apiserver\n", listener.Addr())
	go func() {
		waitForEnd()
		ended <- nil
	}()
	err = <-ended
	_ = https.Close()
	return err
}

func optionsOf(f flags) (relist.Options, error) {
	o := relist.Options{Cluster: true, CompactInterval: compactInterval, RuntimeConfig: f["runtime-config"], FeatureGates: f["feature-gates"],
		EnableAdmissionPlugins: f["enable-admission-plugins"], DisableAdmissionPlugins: f["disable-admission-plugins"],
		Kubernetes:            strings.TrimPrefix(f["emulated-version"], "kube="),
		ServiceClusterIPRange: f["service-cluster-ip-range"], ServiceNodePortRange: f["service-node-port-range"],
		ClientCertificates: f["client-ca-file"] != "", NoPrivileged: !f.isTrue("allow-privileged", false)}
	if path := f["token-auth-file"]; path != "" {
		text, err := os.ReadFile(path)
		if err != nil {
			return o, err
		}
		o.Tokens = string(text)
	}
	modes, given := f["authorization-mode"]
	if !given {
		modes = "AlwaysAllow"
	}
	for _, mode := range strings.Split(modes, ",") {
		if !slices.Contains([]string{"AlwaysAllow", "AlwaysDeny", "ABAC", "Webhook", "RBAC", "Node"}, mode) {
			return o, usage("authorization-mode %q is not a valid mode", mode)
		}
		o.AlwaysAllow = o.AlwaysAllow || mode == "AlwaysAllow"
		o.RBAC = o.RBAC || mode == "RBAC"
	}
	// kube-apiserver allows no anonymous users beside AlwaysAllow; without anything that could authenticate a user every client is an
	// administrator here.
	o.NoAnonymous = !f.isTrue("anonymous-auth", true) || o.AlwaysAllow && (o.ClientCertificates || o.Tokens != "")
	seconds, err := f.number("min-request-timeout", 0, 1, math.MaxInt32)
	o.MinRequestTimeout = time.Duration(seconds) * time.Second
	return o, err
}

func limitHTTP2(s *http.Server, f flags) error {
	streams, err := f.number("http2-max-streams-per-connection", streamsDefault, math.MinInt32, math.MaxInt32)
	if err != nil {
		return err
	}
	if streams <= 0 {
		streams = streamsDefault
	}
	s.HTTP2 = &http.HTTP2Config{MaxConcurrentStreams: streams}
	if f.isTrue("disable-http2-serving", false) {
		s.TLSNextProto = map[string]func(*http.Server, *tls.Conn, http.Handler){}
	}
	return nil
}

// listen opens the port on this machine alone, and finds its certificates.
func listen(f flags) (net.Listener, *tls.Config, error) {
	port, err := f.number("secure-port", portDefault, 0, math.MaxUint16)
	if err != nil {
		return nil, nil, err
	}
	config := &tls.Config{MinVersion: tls.VersionTLS12}
	if path := f["client-ca-file"]; path != "" {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, nil, err
		}
		config.ClientCAs, config.ClientAuth = x509.NewCertPool(), tls.VerifyClientCertIfGiven
		if !config.ClientCAs.AppendCertsFromPEM(text) {
			return nil, nil, usage("--client-ca-file: %s has no certificate", path)
		}
	}
	certificate, err := certificateOf(f)
	if err != nil {
		return nil, nil, err
	}
	config.Certificates = []tls.Certificate{certificate}
	host := f["bind-address"]
	if host == "" || host == "0.0.0.0" || host == "::" {
		host = "127.0.0.1"
	}
	listener, err := net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(port)))
	return listener, config, err
}

func certificateOf(f flags) (tls.Certificate, error) {
	if cert := f["tls-cert-file"]; cert != "" {
		return tls.LoadX509KeyPair(cert, f["tls-private-key-file"])
	}
	if folder := f["cert-dir"]; folder != "" {
		cert, key := filepath.Join(folder, "apiserver.crt"), filepath.Join(folder, "apiserver.key")
		if _, err := os.Stat(cert); err == nil {
			return tls.LoadX509KeyPair(cert, key)
		}
	}
	return selfSigned()
}

func selfSigned() (tls.Certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return tls.Certificate{}, err
	}
	now := time.Now()
	template := &x509.Certificate{SerialNumber: big.NewInt(now.UnixNano()), NotBefore: now.Add(-time.Hour), NotAfter: now.AddDate(1, 0, 0),
		DNSNames: []string{"localhost"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1), net.IPv6loopback},
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, err
}
