// SPDX-License-Identifier: Apache-2.0

package relist

import (
	"context"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// relist.wasm is made by `make module`; docs/module.md describes its interface.
//
//go:embed relist.wasm
var moduleBytes []byte

const (
	moduleVersion  = 1
	memoryPagesMax = 16384 // 1 GiB
	pullBytes      = 64 << 10
	wasmPage       = 64 << 10
	secondsADay    = 24 * 60 * 60
)

var errClosed = errors.New("relist: the server is closed")

// program is a compiled module: compiling takes most of the first start.
type program struct {
	runtime wazero.Runtime
	module  wazero.CompiledModule
}

var compiled = sync.OnceValues(func() (*program, error) { return compile(moduleBytes, cacheFolder(), memoryPagesMax) })

// cacheFolder is where compiled modules stay for the next process; "": nowhere.
func cacheFolder() string {
	if os.Getenv("RELIST_NO_CACHE") != "" {
		return ""
	}
	folder, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(folder, "relist-wasm")
}

func compile(module []byte, cache string, pages uint32) (*program, error) {
	ctx := context.Background()
	config := wazero.NewRuntimeConfig().WithMemoryLimitPages(pages)
	if cache != "" {
		if kept, err := wazero.NewCompilationCacheWithDir(cache); err == nil {
			config = config.WithCompilationCache(kept)
		}
	}
	runtime := wazero.NewRuntimeWithConfig(ctx, config)
	compiled, err := runtime.CompileModule(ctx, module)
	if err != nil {
		return nil, fmt.Errorf("relist: the module does not compile: %w", err)
	}
	if imports := compiled.ImportedFunctions(); len(imports) > 0 {
		_, name, _ := imports[0].Import()
		return nil, fmt.Errorf("relist: the module imports %s: it is of another version", name)
	}
	return &program{runtime: runtime, module: compiled}, nil
}

// engine is one instance of the module with one server in it. Its methods want its lock.
type engine struct {
	mu        sync.Mutex
	instance  api.Module
	functions map[string]api.Function
	server    uint64
	begun     time.Time
	buffer    uint64 // of pullBytes, in the instance
	open      map[uint32]*exchange
	moved     func()         // a request has begun; may be nil
	questions func(question) // sends a webhook call; may be nil
	broken    error

	latency time.Duration // of each request
	bubble  bool          // its time passes only when no goroutine can run
	instant uint64        // of the newest request, in a bubble,
	burst   int           // and how many came without a pause before it
}

// A client that repeats a failed request at once would never let a bubble's time go on: so many requests cost no time, then each does.
const (
	burstMax = 1000
	crawl    = time.Millisecond
)

func (e *engine) pace() {
	wait := e.latency
	e.mu.Lock()
	if e.bubble && wait == 0 {
		now := e.now()
		if now-e.instant > uint64(crawl) {
			e.burst = 0
		}
		e.instant = now
		if e.burst++; e.burst > burstMax {
			wait = crawl
		}
	}
	e.mu.Unlock()
	if wait > 0 {
		time.Sleep(wait)
	}
}

func (p *program) instance(start ...string) (*engine, error) {
	instance, err := p.runtime.InstantiateModule(context.Background(), p.module,
		wazero.NewModuleConfig().WithName("").WithStartFunctions(start...))
	if err != nil {
		return nil, fmt.Errorf("relist: the module does not start: %w", err)
	}
	e := &engine{instance: instance, functions: map[string]api.Function{}, open: map[uint32]*exchange{}}
	if len(start) == 0 {
		return e, nil
	}
	if version := e.call("relist_version"); e.broken == nil && version != moduleVersion {
		e.broken = fmt.Errorf("relist: the module has interface %d, wanted %d", version, moduleVersion)
	}
	if e.broken != nil {
		return nil, errors.Join(e.broken, instance.Close(context.Background()))
	}
	return e, nil
}

// snapshot is the memory of an instance whose server has just started. A server with the same options is a copy of it.
type snapshot struct {
	memory         []byte
	server, buffer uint64
}

type snapshotKey struct {
	seed    uint64
	options string
	day     int64
}

const snapshotsMax = 16

var snapshots struct {
	sync.Mutex
	byKey map[snapshotKey]*snapshot
}

// started returns the snapshot of a server that was started at midnight UTC: the same day, seed and options give the same bytes
// whether or not there was a snapshot.
func started(p *program, key snapshotKey) (*snapshot, error) {
	snapshots.Lock()
	defer snapshots.Unlock()
	if s := snapshots.byKey[key]; s != nil {
		return s, nil
	}
	s, err := startServer(p, key)
	if err != nil {
		return nil, err
	}
	if len(snapshots.byKey) >= snapshotsMax || snapshots.byKey == nil {
		snapshots.byKey = map[snapshotKey]*snapshot{}
	}
	snapshots.byKey[key] = s
	return s, nil
}

func startServer(p *program, key snapshotKey) (*snapshot, error) {
	e, err := p.instance("_initialize")
	if err != nil {
		return nil, err
	}
	defer e.instance.Close(context.Background())
	at := e.put([]byte(key.options))
	s := &snapshot{server: e.call("relist_server_new", key.seed, 0, uint64(key.day*int64(24*time.Hour)), at, uint64(len(key.options)))}
	e.call("relist_free", at)
	if e.broken == nil && s.server == 0 {
		return nil, errors.New("relist: " + string(e.out()))
	}
	s.buffer = e.call("relist_alloc", pullBytes)
	if e.broken != nil || s.buffer == 0 {
		return nil, errors.Join(e.broken, errors.New("relist: no server"))
	}
	e.server, e.buffer = s.server, s.buffer
	return e.snapshot(), nil
}

// snapshot copies a server without open exchanges.
func (e *engine) snapshot() *snapshot {
	memory, _ := e.instance.Memory().Read(0, e.instance.Memory().Size())
	return &snapshot{memory: append([]byte(nil), memory...), server: e.server, buffer: e.buffer}
}

func newEngine(p *program, seed uint64, options []byte, questions func(question)) (*engine, error) {
	s, err := started(p, snapshotKey{seed, string(options), time.Now().Unix() / secondsADay})
	if err != nil {
		return nil, err
	}
	return p.copy(s, questions)
}

// copy makes the server of a snapshot of today.
func (p *program) copy(s *snapshot, questions func(question)) (*engine, error) {
	now := time.Now()
	sinceMidnight := time.Duration(now.UnixNano() - now.Unix()/secondsADay*secondsADay*int64(time.Second))
	e, err := p.instance()
	if err != nil {
		return nil, err
	}
	memory := e.instance.Memory()
	if missing := len(s.memory) - int(memory.Size()); missing > 0 {
		memory.Grow(uint32(missing / wasmPage))
	}
	if !memory.Write(0, s.memory) {
		return nil, errors.Join(errMemory, e.instance.Close(context.Background()))
	}
	e.server, e.buffer, e.questions, e.begun = s.server, s.buffer, questions, now.Add(-sinceMidnight)
	return e, nil
}

var errMemory = errors.New("relist: the module is out of memory")

func (e *engine) close() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.broken == nil {
		e.broken = errClosed
	}
	for _, x := range e.open {
		x.wake()
	}
	if e.instance != nil {
		_ = e.instance.Close(context.Background())
		e.instance, e.functions = nil, nil
	}
}

// call runs an exported function. After a trap every call returns 0 and broken says why.
func (e *engine) call(name string, args ...uint64) uint64 {
	if e.broken != nil {
		return 0
	}
	f := e.functions[name]
	if f == nil {
		if f = e.instance.ExportedFunction(name); f == nil {
			e.broken = fmt.Errorf("relist: the module has no %s", name)
			return 0
		}
		e.functions[name] = f
	}
	result, err := f.Call(context.Background(), args...)
	if err != nil {
		e.broken = fmt.Errorf("relist: the module failed in %s: %w", name, e.panicText(err))
		return 0
	}
	if len(result) == 0 {
		return 0
	}
	return result[0]
}

func (e *engine) panicText(trap error) error {
	f := e.instance.ExportedFunction("relist_panic")
	if f == nil {
		return trap
	}
	result, err := f.Call(context.Background())
	if err != nil {
		return trap
	}
	text, _ := e.instance.Memory().Read(uint32(result[0]), 512)
	for i, c := range text {
		if c == 0 {
			text = text[:i]
			break
		}
	}
	if len(text) == 0 {
		return trap
	}
	return errors.New(string(text))
}

// put copies bytes into the instance; relist_free() frees them.
func (e *engine) put(bytes []byte) uint64 {
	if e.broken != nil {
		return 0
	}
	at := e.call("relist_alloc", uint64(len(bytes)))
	if e.broken == nil && (at == 0 || !e.instance.Memory().Write(uint32(at), bytes)) {
		e.broken = errMemory
	}
	return at
}

func (e *engine) out() []byte {
	at, n := e.call("relist_out"), e.call("relist_out_len")
	if e.broken != nil {
		return nil
	}
	bytes, _ := e.instance.Memory().Read(uint32(at), uint32(n))
	return append([]byte(nil), bytes...)
}

func (e *engine) now() uint64 {
	return uint64(time.Since(e.begun))
}

// settle notifies the exchanges that a call has woken, and sends the webhook calls that it has made.
func (e *engine) settle() {
	for e.broken == nil {
		id := uint32(e.call("relist_woken", e.server))
		if id == 0 {
			break
		}
		if x := e.open[id]; x != nil {
			x.wake()
		}
	}
	for e.questions != nil && e.broken == nil && int32(e.call("relist_question", e.server)) == 1 {
		e.questions(readQuestion(e.out()))
	}
	if e.broken != nil {
		for _, x := range e.open {
			x.wake()
		}
	}
}

// --- records ---

func appendString(record []byte, texts ...string) []byte {
	for _, text := range texts {
		record = append(binary.LittleEndian.AppendUint32(record, uint32(len(text))), text...)
	}
	return record
}

// takeString returns the next string; of a record that ends within it, "" and nothing more.
func takeString(record *[]byte) string {
	r := *record
	if len(r) < 4 || uint64(binary.LittleEndian.Uint32(r)) > uint64(len(r)-4) {
		*record = nil
		return ""
	}
	n := binary.LittleEndian.Uint32(r)
	*record = r[4+n:]
	return string(r[4 : 4+n])
}
