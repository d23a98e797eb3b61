// SPDX-License-Identifier: Apache-2.0

package relist

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// Served is a server behind real listeners on loopback, with TLS, HTTP/1.1 and HTTP/2. Its time is real.
type Served struct {
	*Server
	// CA is the certificate authority of the server and of clients, as PEM.
	CA        []byte
	authority *authority
	admin     tls.Certificate
	urls      []string
	https     []*http.Server
	done      sync.WaitGroup
}

// Serve starts a server behind listeners, for programs and clients that want a port. It ends with the test.
func Serve(t testing.TB, options ...Options) *Served {
	t.Helper()
	served, err := listenFor(t, options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(served.Close)
	return served
}

// Listen starts one without a test; Close frees it.
func Listen(options ...Options) (*Served, error) { return listenFor(nil, options) }

func listenFor(t testing.TB, options []Options) (*Served, error) {
	if inBubble() {
		return nil, errors.New("relist: Serve has sockets, for which a synctest bubble does not wait: use New")
	}
	s, err := start(t, options)
	if err != nil {
		return nil, err
	}
	backends := uint32(1)
	if len(options) == 1 && options[0].Backends > 1 {
		backends = options[0].Backends
	}
	served, err := serveOn(s, backends)
	if err != nil {
		s.Close()
	}
	return served, err
}

func serveOn(s *Server, backends uint32) (*Served, error) {
	a, err := newAuthority()
	if err != nil {
		return nil, err
	}
	v := &Served{Server: s, CA: a.pem, authority: a}
	certificate, err := a.issue("relist", nil)
	if err == nil {
		v.admin, err = a.issue("admin", []string{"system:masters"})
	}
	for n := uint32(0); err == nil && n < backends; n++ {
		var listener net.Listener
		if listener, err = net.Listen("tcp", host+":0"); err == nil {
			v.urls = append(v.urls, "https://"+listener.Addr().String())
			v.listen(listener, n, &tls.Config{Certificates: []tls.Certificate{certificate}, ClientCAs: a.pool,
				ClientAuth: tls.VerifyClientCertIfGiven, MinVersion: tls.VersionTLS12})
		}
	}
	if err != nil {
		v.stop()
		return nil, err
	}
	return v, nil
}

func (v *Served) listen(listener net.Listener, backend uint32, config *tls.Config) {
	server := &http.Server{Handler: v.Handler(backend), TLSConfig: config, ErrorLog: log.New(io.Discard, "", 0),
		ReadHeaderTimeout: 30 * time.Second}
	v.https = append(v.https, server)
	v.done.Add(1)
	go func() {
		defer v.done.Done()
		_ = server.ServeTLS(&gate{listener, v.Server, backend}, "", "")
	}()
}

// gate resets new connections while the apiserver's port is closed.
type gate struct {
	net.Listener
	server  *Server
	backend uint32
}

func (g *gate) Accept() (net.Conn, error) {
	for {
		conn, err := g.Listener.Accept()
		if err != nil {
			return nil, err
		}
		e := g.server.engine
		e.mu.Lock()
		accepts := e.call("relist_accepts", e.server, e.now(), uint64(g.backend)) != 0
		e.mu.Unlock()
		if accepts {
			return conn, nil
		}
		reset(conn)
	}
}

func reset(conn net.Conn) {
	if secure, ok := conn.(*tls.Conn); ok {
		conn = secure.NetConn()
	}
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = conn.Close()
}

// Close ends the listeners and the server.
func (v *Served) Close() {
	v.stop()
	v.Server.Close()
}

func (v *Served) stop() {
	for _, server := range v.https {
		_ = server.Close()
	}
	v.done.Wait()
}

// URL is the address of the first apiserver.
func (v *Served) URL() string { return v.urls[0] }

// BackendURL is the address of the n-th apiserver, from 0.
func (v *Served) BackendURL(n uint32) string { return v.urls[n] }

// Kubeconfig is a kubeconfig of an administrator, or, with a name, of another user with these groups.
func (v *Served) Kubeconfig(user string, groups ...string) ([]byte, error) {
	client := v.admin
	if user != "" {
		var err error
		if client, err = v.authority.issue(user, groups); err != nil {
			return nil, err
		}
	}
	certificate, key, err := pemOf(client)
	if err != nil {
		return nil, err
	}
	encode := base64.StdEncoding.EncodeToString
	return fmt.Appendf(nil, `apiVersion: v1
kind: Config
clusters: [{name: relist, cluster: {server: %q, certificate-authority-data: %s}}]
users: [{name: relist, user: {client-certificate-data: %s, client-key-data: %s}}]
contexts: [{name: relist, context: {cluster: relist, user: relist}}]
current-context: relist
`, v.URL(), encode(v.CA), encode(certificate), encode(key)), nil
}

// KubeconfigFile writes the administrator's kubeconfig into a file of the test.
func (v *Served) KubeconfigFile(t testing.TB) string {
	t.Helper()
	text, err := v.Kubeconfig("")
	path := filepath.Join(t.TempDir(), "kubeconfig")
	if err == nil {
		err = os.WriteFile(path, text, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// --- requests ---

// Handler serves the n-th apiserver, from 0, for a listener of one's own. Users are those of verified client certificates and tokens.
func (s *Server) Handler(backend uint32) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.serveHTTP(w, r, backend) })
}

func (s *Server) serveHTTP(w http.ResponseWriter, r *http.Request, backend uint32) {
	body, err := readBody(r)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	q := &request{backend: backend, flags: flagRemote, method: r.Method, target: r.RequestURI, host: r.Host, header: r.Header, body: body}
	if strings.HasPrefix(r.URL.Path, "/relist/") {
		q.flags |= flagControl
	}
	if r.TLS != nil {
		q.flags |= flagTLS
		if len(r.TLS.VerifiedChains) > 0 {
			name := r.TLS.PeerCertificates[0].Subject
			q.peerName, q.peerGroups = name.CommonName, strings.Join(name.Organization, "\x00")
		}
	}
	x, err := s.engine.begin(r.Context(), q)
	if err != nil {
		end(w, err)
	}
	defer x.Close()
	h, err := x.head()
	if err != nil {
		end(w, err)
	}
	if h.status == http.StatusOK && h.length < 0 && wantsWebSocket(r) && r.ProtoMajor == 1 {
		switchProtocols(w, upgrade(&http.Response{}, r, x))
		return
	}
	for name, values := range h.header {
		w.Header()[name] = values
	}
	if h.length >= 0 {
		w.Header().Set("Content-Length", strconv.FormatInt(h.length, 10))
	}
	if h.close {
		w.Header().Set("Connection", "close")
	}
	w.WriteHeader(h.status)
	if r.Method != http.MethodHead {
		send(w, x, h.length < 0)
	}
}

func send(w http.ResponseWriter, x *exchange, stream bool) {
	flush := http.NewResponseController(w).Flush
	if stream {
		_ = flush()
	}
	chunk := make([]byte, pullBytes)
	for {
		n, err := x.Read(chunk)
		if n > 0 {
			if _, failed := w.Write(chunk[:n]); failed != nil {
				return
			}
			if stream {
				_ = flush()
			}
		}
		if errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			_ = flush()
			end(w, err)
		}
	}
}

// end closes the connection, or resets the stream, without the end of the response.
func end(w http.ResponseWriter, err error) {
	if errors.Is(err, errReset) || errors.Is(err, syscall.ECONNREFUSED) {
		if conn, _, hijacked := http.NewResponseController(w).Hijack(); hijacked == nil {
			reset(conn)
		}
	}
	panic(http.ErrAbortHandler)
}

func switchProtocols(w http.ResponseWriter, response *http.Response) {
	conn, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	defer conn.Close()
	body := response.Body.(*webSocket)
	fmt.Fprintf(conn, "HTTP/1.1 101 Switching Protocols\r\n")
	_ = response.Header.Write(conn)
	_, _ = io.WriteString(conn, "\r\n")
	// The hijacked request's context no longer ends with the connection.
	body.x.ctx = context.Background()
	go func() {
		_, _ = io.Copy(body, buffered)
		_ = body.Close()
	}()
	_, _ = io.Copy(conn, body)
}

// --- certificates ---

type authority struct {
	certificate *x509.Certificate
	key         *ecdsa.PrivateKey
	pem         []byte
	pool        *x509.CertPool
}

const certificateLife = 10 * 365 * 24 * time.Hour

func template(name string, groups []string) (*x509.Certificate, error) {
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120))
	now := time.Now()
	return &x509.Certificate{SerialNumber: serial, Subject: pkix.Name{CommonName: name, Organization: groups},
		NotBefore: now.Add(-time.Hour), NotAfter: now.Add(certificateLife)}, err
}

func newAuthority() (*authority, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	t, err := template("relist-ca", nil)
	if err != nil {
		return nil, err
	}
	t.IsCA, t.BasicConstraintsValid, t.KeyUsage = true, true, x509.KeyUsageCertSign|x509.KeyUsageDigitalSignature
	der, err := x509.CreateCertificate(rand.Reader, t, t, &key.PublicKey, key)
	if err != nil {
		return nil, err
	}
	a := &authority{key: key, pem: pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), pool: x509.NewCertPool()}
	a.certificate, err = x509.ParseCertificate(der)
	if err == nil {
		a.pool.AddCert(a.certificate)
	}
	return a, err
}

func (a *authority) issue(name string, groups []string) (tls.Certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return tls.Certificate{}, err
	}
	t, err := template(name, groups)
	if err != nil {
		return tls.Certificate{}, err
	}
	t.KeyUsage = x509.KeyUsageDigitalSignature
	t.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth}
	t.DNSNames, t.IPAddresses = []string{"localhost"}, []net.IP{net.IPv4(127, 0, 0, 1), net.IPv6loopback}
	der, err := x509.CreateCertificate(rand.Reader, t, a.certificate, &key.PublicKey, a.key)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, err
}

func pemOf(c tls.Certificate) (certificate, key []byte, err error) {
	der, err := x509.MarshalPKCS8PrivateKey(c.PrivateKey)
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: c.Certificate[0]}),
		pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), err
}
