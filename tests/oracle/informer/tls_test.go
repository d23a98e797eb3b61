// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
)

// Which servers client-go accepts over TLS with HTTP/1.1, what it sends to them, and what follows a
// connection that ends. The file has the certificates and the scenes; tests/informer/test_tls_scenes.c
// plays them to relist's client.

const tlsFile = "../../golden/client-go-tls.json"

type pemPair struct {
	Cert string `json:"cert"`
	Key  string `json:"key"`
}

// A scene: two gets of one client, or an informer.
type tlsScene struct {
	Name string `json:"name"`
	// The server: its certificate (none: it speaks no TLS), its versions ("1.1": up to it, "1.3": from it),
	// whether it wants a client certificate ("request", "require"), and how the first connection ends:
	// "accept" (closed at once), "handshake" (closed behind it), "cut" (a body without a length, cut without
	// close_notify), "notify" (with it).
	Cert    string `json:"cert,omitempty"`
	Version string `json:"version,omitempty"`
	Wants   string `json:"wants,omitempty"`
	End     string `json:"end,omitempty"`
	// An informer whose first watch ends behind an event: "fin" (closed without close_notify), "middle" (in the
	// middle of a chunk), "notify" (close_notify, no last chunk), "last" (the last chunk, closed without
	// close_notify), "reset", "garbage" (bytes that are no record).
	Watch string `json:"watch,omitempty"`
	// The client: host of its URL, the certificates it trusts, the rest of its TLSClientConfig.
	Host       string `json:"host"`
	Scheme     string `json:"scheme,omitempty"`
	CA         string `json:"ca,omitempty"`
	ServerName string `json:"serverName,omitempty"`
	Insecure   bool   `json:"insecure,omitempty"`
	ClientCert string `json:"clientCert,omitempty"`
	ClientKey  string `json:"clientKey,omitempty"`
	Token      string `json:"token,omitempty"`
	Want       string `json:"want"`
}

type tlsRecord struct {
	Certificates map[string]pemPair `json:"certificates"`
	Scenes       []*tlsScene        `json:"scenes"`
}

// ---- certificates ----

type authority struct {
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
	pem  string
}

var serial int64

// issue makes a certificate; from nil means signed by itself.
func issue(t *testing.T, about x509.Certificate, from *authority) (*authority, pemPair) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	serial++
	about.SerialNumber = big.NewInt(serial)
	if about.NotBefore.IsZero() {
		about.NotBefore = time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
	}
	if about.NotAfter.IsZero() {
		about.NotAfter = time.Date(2120, 1, 1, 0, 0, 0, 0, time.UTC)
	}
	parent, signer := &about, key
	if from != nil {
		parent, signer = from.cert, from.key
	}
	der, err := x509.CreateCertificate(rand.Reader, &about, parent, &key.PublicKey, signer)
	if err != nil {
		t.Fatal(err)
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	text := string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}))
	return &authority{cert, key, text}, pemPair{text,
		string(pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: raw}))}
}

func makeCertificates(t *testing.T) map[string]pemPair {
	made := map[string]pemPair{}
	subject := func(name string) pkix.Name { return pkix.Name{CommonName: name} }
	ca := func(name string, from *authority, isCA bool, edit func(*x509.Certificate)) *authority {
		about := x509.Certificate{Subject: subject(name), IsCA: isCA, BasicConstraintsValid: true,
			KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature}
		if edit != nil {
			edit(&about)
		}
		a, pair := issue(t, about, from)
		made[name] = pair
		return a
	}
	leaf := func(name string, from *authority, about x509.Certificate) *authority {
		if about.Subject.CommonName == "" {
			about.Subject = subject(name)
		}
		about.KeyUsage = x509.KeyUsageDigitalSignature
		if about.ExtKeyUsage == nil {
			about.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}
		}
		a, pair := issue(t, about, from)
		made[name] = pair
		return a
	}
	loopback := []net.IP{net.ParseIP("127.0.0.1")}
	both := x509.Certificate{DNSNames: []string{"localhost"}, IPAddresses: loopback}
	with := func(edit func(*x509.Certificate)) x509.Certificate {
		about := both
		edit(&about)
		return about
	}
	root := ca("ca", nil, true, nil)
	other := ca("other-ca", nil, true, nil)
	clients := ca("clients-ca", nil, true, nil)
	leaf("server", root, both)
	leaf("dns", root, x509.Certificate{DNSNames: []string{"localhost"}})
	leaf("ip", root, x509.Certificate{IPAddresses: loopback})
	leaf("cn", root, x509.Certificate{Subject: subject("localhost")})
	leaf("cn-ip", root, x509.Certificate{Subject: subject("127.0.0.1")})
	leaf("dns-of-ip", root, x509.Certificate{DNSNames: []string{"127.0.0.1"}})
	leaf("upper", root, x509.Certificate{DNSNames: []string{"LOCALHOST"}})
	leaf("wildcard", root, x509.Certificate{DNSNames: []string{"*.example.test"}})
	leaf("half-wildcard", root, x509.Certificate{DNSNames: []string{"a*.example.test"}})
	leaf("cluster", root, x509.Certificate{DNSNames: []string{"kubernetes", "kubernetes.default",
		"kubernetes.default.svc", "kubernetes.default.svc.cluster.local"}})
	leaf("expired", root, with(func(c *x509.Certificate) {
		c.NotAfter = time.Date(2021, 1, 1, 0, 0, 0, 0, time.UTC)
	}))
	leaf("future", root, with(func(c *x509.Certificate) {
		c.NotBefore = time.Date(2119, 1, 1, 0, 0, 0, 0, time.UTC)
	}))
	leaf("for-clients", root, with(func(c *x509.Certificate) {
		c.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}
	}))
	leaf("any-usage", root, with(func(c *x509.Certificate) {
		c.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageAny}
	}))
	leaf("no-usage", root, with(func(c *x509.Certificate) { c.ExtKeyUsage = []x509.ExtKeyUsage{} }))
	leaf("self", nil, both)
	leaf("of-other", other, both)
	between := ca("between", root, true, nil)
	leaf("alone", between, both)
	chained := made["alone"]
	chained.Cert += between.pem
	made["chained"] = chained
	chained.Cert += root.pem
	made["chained-with-root"] = chained
	shuffled := made["alone"]
	shuffled.Cert += root.pem + between.pem
	made["shuffled"] = shuffled
	no := ca("no-ca", root, false, nil)
	leaf("under-no-ca", no, both)
	under := made["under-no-ca"]
	under.Cert += no.pem
	made["under-no-ca"] = under
	narrow := ca("narrow", root, true, func(c *x509.Certificate) {
		c.PermittedDNSDomainsCritical = true
		c.PermittedDNSDomains = []string{"example.test"}
	})
	leaf("outside", narrow, x509.Certificate{DNSNames: []string{"localhost"}})
	outside := made["outside"]
	outside.Cert += narrow.pem
	made["outside"] = outside
	old := ca("old-ca", nil, true, func(c *x509.Certificate) {
		c.NotAfter = time.Date(2021, 1, 1, 0, 0, 0, 0, time.UTC)
	})
	leaf("of-old", old, both)
	client := x509.Certificate{ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}}
	leaf("client", clients, client)
	leaf("client-of-other", other, client)
	client.NotAfter = time.Date(2021, 1, 1, 0, 0, 0, 0, time.UTC)
	leaf("client-expired", clients, client)
	made["bundle"] = pemPair{Cert: other.pem + "\n# the cluster's\n" + root.pem}
	made["garbage"] = pemPair{Cert: "no certificate\n"}
	made["half"] = pemPair{Cert: root.pem + root.pem[:len(root.pem)/2]}
	return made
}

// ---- the server ----

type tlsServer struct {
	listener net.Listener
	scene    *tlsScene
	config   *tls.Config
	accepted int
	requests int
	saw      string // of the last request
	mu       sync.Mutex
	log      []string // the informer's requests and errors
	more     chan bool
}

func (s *tlsServer) add(what string) {
	s.mu.Lock()
	s.log = append(s.log, what)
	if len(s.log) == watchScene {
		close(s.more)
	}
	s.mu.Unlock()
}

const watchScene = 3 // requests and errors of a scene with an informer

// endWatch sends an event and ends the connection.
func (s *tlsServer) endWatch(conn net.Conn, secure *tls.Conn) {
	const event = `{"type":"ADDED","object":{"kind":"ConfigMap","apiVersion":"v1","metadata":` +
		`{"name":"a","namespace":"default","resourceVersion":"6"}}}` + "\n"
	fmt.Fprintf(secure, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"+
		"%x\r\n%s\r\n", len(event), event)
	switch s.scene.Watch {
	case "middle":
		fmt.Fprintf(secure, "%x\r\n%s", len(event), event[:40])
	case "notify":
		secure.CloseWrite()
	case "last":
		fmt.Fprint(secure, "0\r\n\r\n")
	case "reset":
		conn.(*net.TCPConn).SetLinger(0)
	case "garbage":
		fmt.Fprint(conn, "no record of TLS")
	}
}

// informs answers a request of an informer; false: the connection ends.
func (s *tlsServer) informs(conn net.Conn, secure *tls.Conn, req *http.Request) bool {
	query := req.URL.Query()
	if query.Get("watch") == "" {
		s.add("list")
		const body = `{"kind":"ConfigMapList","apiVersion":"v1","metadata":{"resourceVersion":"5"},"items":[]}`
		fmt.Fprintf(secure, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
			len(body), body)
		return true
	}
	s.add("watch " + query.Get("resourceVersion"))
	s.requests++
	if s.requests == 1 {
		s.endWatch(conn, secure)
		return false
	}
	return true
}

func (s *tlsServer) inform(t *testing.T, client dynamic.Interface) string {
	inf := dynamicinformer.NewFilteredDynamicInformer(client, schema.GroupVersionResource{Version: "v1", Resource: "configmaps"},
		"", 0, cache.Indexers{}, func(*metav1.ListOptions) {}).Informer()
	_ = inf.SetWatchErrorHandler(func(*cache.Reflector, error) { s.add("error") })
	stop := make(chan struct{})
	go inf.Run(stop)
	<-s.more
	close(stop)
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Join(s.log[:watchScene], ", ")
}

func (s *tlsServer) serve(conn net.Conn) {
	defer conn.Close()
	var served net.Conn = conn
	var secure *tls.Conn
	first := s.accepted == 1
	if first && s.scene.End == "accept" {
		return
	}
	if s.config != nil {
		secure = tls.Server(conn, s.config)
		if secure.Handshake() != nil {
			return
		}
		served = secure
	}
	if first && s.scene.End == "handshake" {
		return
	}
	in := bufio.NewReader(served)
	for {
		req, err := http.ReadRequest(in)
		if err != nil {
			return
		}
		io.Copy(io.Discard, req.Body)
		if s.scene.Watch != "" {
			if !s.informs(conn, secure, req) {
				return
			}
			continue
		}
		s.requests++
		s.saw = ""
		if secure != nil {
			state := secure.ConnectionState()
			if state.ServerName != "" {
				s.saw += ", SNI " + state.ServerName
			}
			for _, c := range state.PeerCertificates {
				s.saw += ", client " + c.Subject.CommonName
			}
		}
		host, _, _ := net.SplitHostPort(req.Host)
		s.saw += ", Host " + host
		if auth := req.Header.Get("Authorization"); auth != "" {
			s.saw += ", " + auth
		}
		const body = `{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a"}}`
		if s.requests == 1 && (s.scene.End == "cut" || s.scene.End == "notify") {
			fmt.Fprint(served, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n"+body)
			if s.scene.End == "notify" {
				secure.CloseWrite()
			}
			return
		}
		fmt.Fprintf(served, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
			len(body), body)
	}
}

func tlsServe(t *testing.T, scene *tlsScene, certificates map[string]pemPair) *tlsServer {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &tlsServer{listener: listener, scene: scene, more: make(chan bool)}
	if scene.Cert != "" {
		pair := certificates[scene.Cert]
		cert, err := tls.X509KeyPair([]byte(pair.Cert), []byte(pair.Key))
		if err != nil {
			t.Fatal(err)
		}
		s.config = &tls.Config{Certificates: []tls.Certificate{cert}, MinVersion: tls.VersionTLS10}
		switch scene.Version {
		case "1.1":
			s.config.MaxVersion = tls.VersionTLS11
		case "1.2":
			s.config.MaxVersion = tls.VersionTLS12
		case "1.3":
			s.config.MinVersion = tls.VersionTLS13
		}
		switch scene.Wants {
		case "request":
			s.config.ClientAuth = tls.RequestClientCert
		case "require":
			s.config.ClientAuth = tls.RequireAndVerifyClientCert
			s.config.ClientCAs = x509.NewCertPool()
			s.config.ClientCAs.AppendCertsFromPEM([]byte(certificates["clients-ca"].Cert))
		}
	}
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			s.accepted++
			s.serve(conn)
		}
	}()
	return s
}

// tlsOutcome is what two gets come to, how many requests and connections the first took, and what the server saw of the last.
func tlsOutcome(t *testing.T, scene *tlsScene, certificates map[string]pemPair) string {
	s := tlsServe(t, scene, certificates)
	defer s.listener.Close()
	_, port, _ := net.SplitHostPort(s.listener.Addr().String())
	scheme := "https"
	if scene.Scheme != "" {
		scheme = scene.Scheme
	}
	config := &rest.Config{Host: scheme + "://" + scene.Host + ":" + port, QPS: -1, BearerToken: scene.Token}
	config.TLSClientConfig = rest.TLSClientConfig{
		CAData: []byte(certificates[scene.CA].Cert), Insecure: scene.Insecure, ServerName: scene.ServerName,
		CertData: []byte(certificates[scene.ClientCert].Cert), KeyData: []byte(certificates[scene.ClientKey].Key),
		NextProtos: []string{"http/1.1"},
	}
	client, err := dynamic.NewForConfig(config)
	if err != nil {
		return "refused"
	}
	if scene.Watch != "" {
		return s.inform(t, client)
	}
	get := func() string {
		_, err := client.Resource(schema.GroupVersionResource{Version: "v1", Resource: "configmaps"}).
			Namespace("default").Get(context.Background(), "a", metav1.GetOptions{})
		if err != nil {
			return "fails"
		}
		return "ok"
	}
	result := get()
	first, connections := s.requests, s.accepted
	if connections > 2 { // repeated each second, and so would the second be
		return result + fmt.Sprintf(", %d requests, %d connections", first, connections)
	}
	if again := get(); again != result {
		result += ", then " + again
	}
	return result + fmt.Sprintf(", %d requests, %d connections", first, connections) + s.saw
}

func TestTLS(t *testing.T) {
	data, err := os.ReadFile(tlsFile)
	if err != nil {
		t.Fatal(err)
	}
	var record tlsRecord
	if err := json.Unmarshal(data, &record); err != nil {
		t.Fatal(err)
	}
	if *update && len(record.Certificates) == 0 {
		record.Certificates = makeCertificates(t)
	}
	for _, scene := range record.Scenes {
		got := tlsOutcome(t, scene, record.Certificates)
		if got != scene.Want && !*update {
			t.Errorf("%s: %s, not %s", scene.Name, got, scene.Want)
		}
		scene.Want = got
	}
	if !*update {
		return
	}
	var out bytes.Buffer
	fmt.Fprint(&out, "{\"certificates\":{")
	rest := strings.TrimPrefix(encode(record.Certificates), "{")
	fmt.Fprint(&out, strings.ReplaceAll(rest, "},\"", "},\n\""))
	fmt.Fprint(&out, ",\n\"scenes\":[\n")
	for i, scene := range record.Scenes {
		fmt.Fprint(&out, encode(scene))
		if i < len(record.Scenes)-1 {
			fmt.Fprint(&out, ",")
		}
		fmt.Fprint(&out, "\n")
	}
	fmt.Fprint(&out, "]}\n")
	if err := os.WriteFile(tlsFile, out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}
