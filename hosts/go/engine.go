// SPDX-License-Identifier: Apache-2.0

package relist

import (
	"context"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// relist.wasm is made by `make module`; docs/module.md describes its interface.
//
//go:embed relist.wasm
var moduleBytes []byte

const moduleVersion = 1

var errClosed = errors.New("relist: the server is closed")

// compiled is shared by all servers of the process: compiling takes most of the first start.
var compiled = sync.OnceValues(func() (*shared, error) {
	ctx := context.Background()
	runtime := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfig().WithMemoryLimitPages(memoryPagesMax))
	module, err := runtime.CompileModule(ctx, moduleBytes)
	if err != nil {
		return nil, fmt.Errorf("relist: the module does not compile: %w", err)
	}
	return &shared{runtime: runtime, module: module}, nil
})

const memoryPagesMax = 16384 // 1 GiB

type shared struct {
	runtime wazero.Runtime
	module  wazero.CompiledModule
}

// engine is one instance of the module with one server in it. Its methods lock.
type engine struct {
	mu        sync.Mutex
	instance  api.Module
	functions map[string]api.Function
	server    uint64
	begun     time.Time
	buffer    uint64 // of pullBytes, in the instance
	waiting   map[uint32]*exchange
	questions func(question)
	broken    error
}

const (
	pullBytes   = 64 << 10
	wasmPage    = 64 << 10
	secondsADay = 24 * 60 * 60
)

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
func started(key snapshotKey) (*snapshot, error) {
	snapshots.Lock()
	defer snapshots.Unlock()
	if s := snapshots.byKey[key]; s != nil {
		return s, nil
	}
	s, err := startServer(key)
	if err != nil {
		return nil, err
	}
	if len(snapshots.byKey) >= snapshotsMax || snapshots.byKey == nil {
		snapshots.byKey = map[snapshotKey]*snapshot{}
	}
	snapshots.byKey[key] = s
	return s, nil
}

func startServer(key snapshotKey) (*snapshot, error) {
	e, err := newInstance("_initialize")
	if err != nil {
		return nil, err
	}
	defer e.instance.Close(context.Background())
	if version := e.call("relist_version"); e.broken == nil && version != moduleVersion {
		return nil, fmt.Errorf("relist: the module has interface %d, wanted %d", version, moduleVersion)
	}
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
	memory, _ := e.instance.Memory().Read(0, e.instance.Memory().Size())
	s.memory = append([]byte(nil), memory...)
	return s, nil
}

func newInstance(start ...string) (*engine, error) {
	all, err := compiled()
	if err != nil {
		return nil, err
	}
	instance, err := all.runtime.InstantiateModule(context.Background(), all.module,
		wazero.NewModuleConfig().WithName("").WithStartFunctions(start...))
	if err != nil {
		return nil, fmt.Errorf("relist: the module does not start: %w", err)
	}
	return &engine{instance: instance, functions: map[string]api.Function{}, waiting: map[uint32]*exchange{}}, nil
}

func newEngine(seed uint64, options []byte, questions func(question)) (*engine, error) {
	now := time.Now()
	sinceMidnight := time.Duration(now.UnixNano() - now.Unix()/secondsADay*secondsADay*int64(time.Second))
	s, err := started(snapshotKey{seed, string(options), now.Unix() / secondsADay})
	if err != nil {
		return nil, err
	}
	e, err := newInstance()
	if err != nil {
		return nil, err
	}
	memory := e.instance.Memory()
	if missing := len(s.memory) - int(memory.Size()); missing > 0 {
		memory.Grow(uint32(missing / wasmPage))
	}
	if !memory.Write(0, s.memory) {
		return nil, errors.Join(errors.New("relist: the module is out of memory"), e.instance.Close(context.Background()))
	}
	e.server, e.buffer, e.questions, e.begun = s.server, s.buffer, questions, now.Add(-sinceMidnight)
	return e, nil
}

func (e *engine) close() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.broken != nil {
		return
	}
	e.call("relist_server_free", e.server)
	e.broken = errClosed
	for _, x := range e.waiting {
		x.wake()
	}
	_ = e.instance.Close(context.Background())
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
	result, err := e.instance.ExportedFunction("relist_panic").Call(context.Background())
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

func (e *engine) put(bytes []byte) uint64 {
	at := e.call("relist_alloc", uint64(len(bytes)))
	if e.broken == nil && (at == 0 || !e.instance.Memory().Write(uint32(at), bytes)) {
		e.broken = errors.New("relist: the module is out of memory")
	}
	return at
}

func (e *engine) out() []byte {
	at, n := e.call("relist_out"), e.call("relist_out_len")
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
		if x := e.waiting[id]; x != nil {
			x.wake()
		}
	}
	for e.questions != nil && e.broken == nil && int32(e.call("relist_question", e.server)) == 1 {
		e.questions(readQuestion(e.out()))
	}
	if e.broken != nil {
		for _, x := range e.waiting {
			x.wake()
		}
	}
}

// --- records ---

func appendString(record []byte, text string) []byte {
	return append(binary.LittleEndian.AppendUint32(record, uint32(len(text))), text...)
}

func takeString(record *[]byte) string {
	if len(*record) < 4 {
		return ""
	}
	n := binary.LittleEndian.Uint32(*record)
	text := string((*record)[4 : 4+n])
	*record = (*record)[4+n:]
	return text
}

type question struct {
	id                  uint64
	timeout             time.Duration
	url, ca, serverName string
	body                string
}

func readQuestion(record []byte) question {
	id, _ := strconv.ParseUint(takeString(&record), 10, 64)
	timeout, _ := strconv.ParseInt(takeString(&record), 10, 64)
	return question{id: id, timeout: time.Duration(timeout), url: takeString(&record), ca: takeString(&record),
		serverName: takeString(&record), body: takeString(&record)}
}
