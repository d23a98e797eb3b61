// SPDX-License-Identifier: Apache-2.0
//! One instance of relist.wasm with one server in it. docs/module.md describes the interface.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};
use std::task::Waker;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::time::Instant;
use wasmi::{Config, Func, Instance, Linker, Memory, Module, Store, StoreLimits, StoreLimitsBuilder, Val};

use crate::Error;

const MODULE_VERSION: i64 = 1;
pub(crate) const PULL_BYTES: usize = 64 << 10;
const PAGE: usize = 64 << 10;
const MEMORY_BYTES_MAX: usize = 1 << 30;
const SNAPSHOTS_MAX: usize = 16;
const PANIC_BYTES: usize = 512;
const DAY_S: u64 = 24 * 60 * 60;
const NS_PER_S: u64 = 1_000_000_000;

static MODULE_BYTES: &[u8] = include_bytes!("../relist.wasm");

/// The memory of an instance whose server has just started: a server with the same seed, options and day is a copy of it.
#[derive(Clone)]
struct Snapshot {
    memory: Arc<Vec<u8>>,
    server: i64,
    buffer: i64,
}

struct Compiled {
    module: Module,
    snapshots: Mutex<HashMap<(u64, String, u64), Snapshot>>,
}

fn compile(bytes: &[u8]) -> Result<Compiled, Error> {
    let mut config = Config::default();
    // Functions are translated when they are first called: a server uses few of them.
    config.compilation_mode(wasmi::CompilationMode::LazyTranslation);
    let module =
        Module::new(&wasmi::Engine::new(&config), bytes).map_err(|e| Error::Module(format!("relist.wasm does not compile: {e}")))?;
    Ok(Compiled { module, snapshots: Mutex::default() })
}

fn own_module() -> Result<&'static Compiled, Error> {
    static OWN: OnceLock<Result<Compiled, Error>> = OnceLock::new();
    OWN.get_or_init(|| compile(MODULE_BYTES)).as_ref().map_err(Clone::clone)
}

pub(crate) struct Question {
    pub id: u64,
    pub url: String,
    pub body: Vec<u8>,
}

/// Time in nanoseconds since the midnight (UTC) before the start. It is tokio's, which a test may pause.
#[derive(Clone, Copy)]
struct Clock {
    begun: Instant,
    offset: Duration,
}

impl Clock {
    fn now(&self) -> i64 {
        (self.offset + self.begun.elapsed()).as_nanos() as i64
    }
}

pub(crate) struct Inner {
    store: Store<StoreLimits>,
    memory: Memory,
    functions: HashMap<String, (Func, usize)>,
    clock: Clock,
    pub server: i64,
    buffer: i64,
    broken: Option<Error>,
    pub wakers: HashMap<i64, Option<Waker>>,
    pub questions: Vec<Question>,
}

#[derive(Clone)]
pub(crate) struct Engine(Arc<Mutex<Inner>>);

impl Engine {
    pub fn start(seed: u64, options: &str, now: Option<SystemTime>, module: Option<&[u8]>) -> Result<Engine, Error> {
        let given = module.map(compile).transpose()?;
        let compiled = match &given {
            Some(c) => c,
            None => own_module()?,
        };
        let wall = now
            .unwrap_or_else(SystemTime::now)
            .duration_since(UNIX_EPOCH)
            .map_err(|_| Error::Refused("now: wanted a time after 1970".into()))?;
        let day = wall.as_secs() / DAY_S;
        let clock = Clock { begun: Instant::now(), offset: wall - Duration::from_secs(day * DAY_S) };
        let mut snapshots = compiled.snapshots.lock().unwrap_or_else(|e| e.into_inner());
        let key = (seed, options.to_string(), day);
        if let Some(s) = snapshots.get(&key).cloned() {
            drop(snapshots);
            let mut inner = Inner::new(compiled, clock)?;
            inner.restore(&s)?;
            return Ok(Engine(Arc::new(Mutex::new(inner))));
        }
        let mut inner = Inner::new(compiled, clock)?;
        let snapshot = inner.first_start(seed, options, day)?;
        if snapshots.len() >= SNAPSHOTS_MAX {
            snapshots.clear();
        }
        snapshots.insert(key, snapshot);
        Ok(Engine(Arc::new(Mutex::new(inner))))
    }

    /// A panic of another thread leaves the instance usable: no call of it panics halfway.
    pub fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(|e| e.into_inner())
    }
}

impl Inner {
    fn new(compiled: &Compiled, clock: Clock) -> Result<Inner, Error> {
        let limits = StoreLimitsBuilder::new().memory_size(MEMORY_BYTES_MAX).build();
        let mut store = Store::new(compiled.module.engine(), limits);
        store.limiter(|limits| limits);
        let instance: Instance = Linker::new(compiled.module.engine())
            .instantiate_and_start(&mut store, &compiled.module)
            .map_err(|e| Error::Module(format!("relist.wasm does not start: {e}")))?;
        let foreign = || Error::Module("relist.wasm has no memory or no relist_version: it is another module".into());
        let memory = instance.get_memory(&store, "memory").ok_or_else(foreign)?;
        let mut functions = HashMap::new();
        for export in compiled.module.exports() {
            if let Some(f) = instance.get_func(&store, export.name()) {
                let results = f.ty(&store).results().len();
                functions.insert(export.name().to_string(), (f, results));
            }
        }
        let mut inner =
            Inner { store, memory, functions, clock, server: 0, buffer: 0, broken: None, wakers: HashMap::new(), questions: Vec::new() };
        if !inner.functions.contains_key("relist_version") {
            return Err(foreign());
        }
        match inner.call("relist_version", &[])? {
            MODULE_VERSION => Ok(inner),
            v => Err(Error::Module(format!("relist.wasm has interface {v}, this crate wants {MODULE_VERSION}"))),
        }
    }

    fn first_start(&mut self, seed: u64, options: &str, day: u64) -> Result<Snapshot, Error> {
        self.call("_initialize", &[])?;
        let at = self.put(options.as_bytes())?;
        let wall = (day * DAY_S * NS_PER_S) as i64;
        let n = options.len() as i32;
        self.server =
            self.call("relist_server_new", &[Val::I64(seed as i64), Val::I64(0), Val::I64(wall), Val::I32(at as i32), Val::I32(n)])?;
        if self.server == 0 {
            return Err(Error::Refused(String::from_utf8_lossy(&self.out()?).into_owned()));
        }
        self.free(at)?;
        self.buffer = self.call("relist_alloc", &[Val::I32(PULL_BYTES as i32)])?;
        if self.buffer == 0 {
            return Err(Error::Module("the module is out of memory".into()));
        }
        Ok(Snapshot { memory: Arc::new(self.memory.data(&self.store).to_vec()), server: self.server, buffer: self.buffer })
    }

    fn restore(&mut self, snapshot: &Snapshot) -> Result<(), Error> {
        let missing = snapshot.memory.len().saturating_sub(self.memory.data_size(&self.store));
        if missing > 0 {
            self.memory
                .grow(&mut self.store, (missing / PAGE) as u64)
                .map_err(|e| Error::Module(format!("the module is out of memory: {e}")))?;
        }
        self.memory.data_mut(&mut self.store)[..snapshot.memory.len()].copy_from_slice(&snapshot.memory);
        (self.server, self.buffer) = (snapshot.server, snapshot.buffer);
        Ok(())
    }

    pub fn now(&self) -> Val {
        Val::I64(self.clock.now())
    }

    /// The server and this, as most functions take them.
    pub fn server_and(&self, rest: &[Val]) -> Vec<Val> {
        let mut args = vec![Val::I32(self.server as i32)];
        args.extend_from_slice(rest);
        args
    }

    /// After a failure every call fails with it. An int32 comes back with its sign, except that addresses are not negative.
    pub fn call(&mut self, name: &str, args: &[Val]) -> Result<i64, Error> {
        if let Some(e) = &self.broken {
            return Err(e.clone());
        }
        let Some(&(function, results)) = self.functions.get(name) else {
            return Err(self.fail(Error::Module(format!("relist.wasm has no {name}"))));
        };
        let mut out = [Val::I32(0)];
        match function.call(&mut self.store, args, &mut out[..results]) {
            Ok(()) => Ok(match &out[0] {
                Val::I32(v) => i64::from(*v),
                Val::I64(v) => *v,
                _ => 0,
            }),
            Err(e) => {
                let why = self.panic_text().unwrap_or_else(|| e.to_string());
                Err(self.fail(Error::Module(format!("relist.wasm failed in {name}: {why}"))))
            }
        }
    }

    fn panic_text(&mut self) -> Option<String> {
        let &(function, _) = self.functions.get("relist_panic")?;
        let mut out = [Val::I32(0)];
        function.call(&mut self.store, &[], &mut out).ok()?;
        let Val::I32(at) = out[0] else { return None };
        let bytes = self.memory.data(&self.store).get(at as u32 as usize..)?;
        let text: Vec<u8> = bytes.iter().take(PANIC_BYTES).take_while(|b| **b != 0).copied().collect();
        (!text.is_empty()).then(|| String::from_utf8_lossy(&text).into_owned())
    }

    pub fn fail(&mut self, why: Error) -> Error {
        self.broken = Some(why.clone());
        self.wake_all();
        why
    }

    pub fn wake_all(&mut self) {
        for waker in self.wakers.values_mut().filter_map(Option::take) {
            waker.wake();
        }
    }

    pub fn put(&mut self, bytes: &[u8]) -> Result<i64, Error> {
        let at = self.call("relist_alloc", &[Val::I32(bytes.len() as i32)])?;
        let free = at as u32 as usize;
        if at == 0 || self.memory.write(&mut self.store, free, bytes).is_err() {
            return Err(Error::Module(format!("the module is out of memory: no room for {} bytes", bytes.len())));
        }
        Ok(at)
    }

    pub fn free(&mut self, at: i64) -> Result<(), Error> {
        self.call("relist_free", &[Val::I32(at as i32)]).map(drop)
    }

    fn read(&self, at: i64, n: usize) -> Result<Vec<u8>, Error> {
        let at = at as u32 as usize;
        self.memory
            .data(&self.store)
            .get(at..at + n)
            .map(<[u8]>::to_vec)
            .ok_or_else(|| Error::Module("relist.wasm names bytes beyond its memory".into()))
    }

    pub fn out(&mut self) -> Result<Vec<u8>, Error> {
        let at = self.call("relist_out", &[])?;
        let n = self.call("relist_out_len", &[])?;
        self.read(at, n as usize)
    }

    /// The number that relist_pull() returns, and the bytes.
    pub fn pull(&mut self, id: i64) -> Result<(i64, Vec<u8>), Error> {
        let args = self.server_and(&[Val::I32(id as i32), self.now(), Val::I32(self.buffer as i32), Val::I32(PULL_BYTES as i32)]);
        let n = self.call("relist_pull", &args)?;
        let bytes = if n > 0 { self.read(self.buffer, n as usize)? } else { Vec::new() };
        Ok((n, bytes))
    }

    /// When to poll again if nothing wakes the exchange.
    pub fn deadline(&mut self, id: i64) -> Result<Option<Instant>, Error> {
        let args = self.server_and(&[Val::I32(id as i32)]);
        let at = self.call("relist_deadline", &args)?;
        let left = at.saturating_sub(self.clock.now()).max(0) as u64;
        Ok((at != i64::MAX).then(|| Instant::now() + Duration::from_nanos(left)))
    }

    /// Wakes the exchanges that a call has changed, and collects the webhook calls that it has made.
    pub fn settle(&mut self) -> Result<(), Error> {
        let server = self.server_and(&[]);
        loop {
            let id = self.call("relist_woken", &server)?;
            if id == 0 {
                break;
            }
            if let Some(waker) = self.wakers.get_mut(&id).and_then(Option::take) {
                waker.wake();
            }
        }
        while self.call("relist_question", &server)? == 1 {
            let out = self.out()?;
            let fields = read_record(&out);
            let text = |i: usize| fields.get(i).map(|f| String::from_utf8_lossy(f).into_owned()).unwrap_or_default();
            self.questions.push(Question {
                id: text(0).parse().unwrap_or(0),
                url: text(2),
                body: fields.get(5).map(|f| f.to_vec()).unwrap_or_default(),
            });
        }
        Ok(())
    }

    pub fn close(&mut self) {
        if self.broken.is_none() {
            let server = self.server_and(&[]);
            if self.call("relist_server_free", &server).is_ok() {
                self.fail(Error::Closed);
            }
        }
    }
}

pub(crate) fn record<'a>(fields: impl IntoIterator<Item = &'a [u8]>) -> Vec<u8> {
    let mut out = Vec::new();
    for f in fields {
        out.extend_from_slice(&(f.len() as u32).to_le_bytes());
        out.extend_from_slice(f);
    }
    out
}

pub(crate) fn read_record(mut bytes: &[u8]) -> Vec<&[u8]> {
    let mut fields = Vec::new();
    while let Some((n, rest)) = bytes.split_first_chunk::<4>() {
        let n = (u32::from_le_bytes(*n) as usize).min(rest.len());
        fields.push(&rest[..n]);
        bytes = &rest[n..];
    }
    fields
}
