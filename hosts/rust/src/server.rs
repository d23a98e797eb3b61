// SPDX-License-Identifier: Apache-2.0
//! The server: a tower service, and what a test does to it.

use std::future::{poll_fn, Future};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::{Duration, SystemTime};

use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Response, StatusCode};
use http_body_util::BodyExt;
use serde_json::{json, Map, Value};
use wasmi::Val;

use crate::engine::{record, Engine};
use crate::exchange::{Body, Exchange};
use crate::{Error, Fault, Match};

/// Serves webhooks: of the URL and the review it returns the review with a response, or why there is none.
pub type Webhooks = Arc<dyn Fn(&str, Value) -> Result<Value, String> + Send + Sync>;

type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// The options of docs/module.md, and the crate's own. The default is a server that grants every request and runs no controllers.
#[derive(Clone, Default)]
pub struct Options {
    /// Of uids and generated names: the same seed, time and requests give the same bytes. 0: 1.
    pub seed: u64,
    /// The wall clock at the start. None: the present.
    pub now: Option<SystemTime>,
    /// None: webhooks are not called, and their failurePolicy decides.
    pub webhooks: Option<Webhooks>,
    /// Another relist.wasm.
    pub module: Option<Vec<u8>>,
    /// Apiservers over one store. 0: 1.
    pub backends: u32,
    pub garbage_collection: bool,
    pub namespace_deletion: bool,
    pub service_accounts: bool,
    pub cluster: bool,
    pub rbac: bool,
    /// kube-apiserver's static token file.
    pub tokens: Option<String>,
    pub client_certificates: bool,
    pub empty: bool,
    pub enable_admission_plugins: String,
    pub disable_admission_plugins: String,
    pub runtime_config: String,
    pub feature_gates: String,
    /// The release of Kubernetes to be, "1.31" to "1.37".
    pub kubernetes: String,
    pub watch_window: Option<u32>,
    pub watch_window_mib: Option<u32>,
    pub compact_interval: Duration,
    pub no_control: bool,
}

impl Options {
    fn json(&self) -> String {
        let mut m = Map::new();
        m.insert("backends".into(), self.backends.max(1).into());
        let mut switch = |name: &str, on: bool| {
            if on {
                m.insert(name.into(), true.into());
            }
        };
        switch("garbageCollection", self.garbage_collection);
        switch("namespaceDeletion", self.namespace_deletion);
        switch("serviceAccounts", self.service_accounts);
        switch("cluster", self.cluster);
        switch("rbac", self.rbac);
        switch("clientCertificates", self.client_certificates);
        switch("empty", self.empty);
        switch("noControl", self.no_control);
        switch("webhooks", self.webhooks.is_some());
        switch("services", self.webhooks.is_some());
        let mut text = |name: &str, value: &str| {
            if !value.is_empty() {
                m.insert(name.into(), value.into());
            }
        };
        text("tokens", self.tokens.as_deref().unwrap_or_default());
        text("enableAdmissionPlugins", &self.enable_admission_plugins);
        text("disableAdmissionPlugins", &self.disable_admission_plugins);
        text("runtimeConfig", &self.runtime_config);
        text("featureGates", &self.feature_gates);
        text("kubernetes", &self.kubernetes);
        let seconds = (!self.compact_interval.is_zero()).then_some(self.compact_interval.as_secs() as u32);
        for (name, value) in
            [("watchWindow", self.watch_window), ("watchWindowMiB", self.watch_window_mib), ("compactIntervalSeconds", seconds)]
        {
            if let Some(v) = value {
                m.insert(name.into(), v.into());
            }
        }
        Value::Object(m).to_string()
    }
}

#[derive(Clone)]
pub(crate) struct Shared {
    pub engine: Engine,
    webhooks: Option<Webhooks>,
}

impl Shared {
    /// After each call, without the lock: the handler may call the server.
    pub fn call_webhooks(&self) {
        let Some(handler) = &self.webhooks else { return };
        loop {
            let questions = std::mem::take(&mut self.engine.lock().questions);
            if questions.is_empty() {
                return;
            }
            for q in questions {
                let review = serde_json::from_slice(&q.body).map_err(|e| e.to_string());
                let (status, text) = match review.and_then(|r| handler(&q.url, r)) {
                    Ok(review) => (200, record([b"application/json".as_slice(), review.to_string().as_bytes(), b""])),
                    Err(why) => (0, record([b"".as_slice(), b"", why.as_bytes()])),
                };
                let mut e = self.engine.lock();
                let Ok(at) = e.put(&text) else { return };
                let args = e.server_and(&[Val::I64(q.id as i64), Val::I32(status), Val::I32(at as i32), Val::I32(text.len() as i32)]);
                // A failure stays in the engine, and the request that waits reports it.
                let _ = e.call("relist_reply", &args).and_then(|_| e.free(at)).and_then(|()| e.settle());
            }
        }
    }
}

/// How open watches end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WatchEnd {
    /// As at their timeout.
    End,
    Cut,
    Reset,
    /// Open and silent, until `Resume`.
    Stall,
    Resume,
}

/// A fake apiserver in this process: a `tower::Service` for `kube::Client::new`. Clones are the same server.
///
/// Its time is that of tokio: under `tokio::time::pause()` it is virtual. The server ends with [`Server::close`] or with its last clone
/// and response.
#[derive(Clone)]
pub struct Server {
    shared: Shared,
    backend: u32,
    backends: u32,
}

impl Server {
    pub fn new() -> Result<Server, Error> {
        Server::start(Options::default())
    }

    pub fn start(options: Options) -> Result<Server, Error> {
        let engine = Engine::start(options.seed.max(1), &options.json(), options.now, options.module.as_deref())?;
        Ok(Server { shared: Shared { engine, webhooks: options.webhooks }, backend: 0, backends: options.backends.max(1) })
    }

    /// The service of the n-th apiserver, from 0.
    pub fn backend(&self, n: u32) -> Result<Server, Error> {
        if n >= self.backends {
            return Err(Error::Refused(format!("backend: found {n}, wanted less than {}", self.backends)));
        }
        Ok(Server { backend: n, ..self.clone() })
    }

    /// Ends every open response: they and later calls fail with [`Error::Closed`].
    pub fn close(&self) {
        self.shared.engine.lock().close();
    }

    // --- objects ---

    /// Creates or replaces objects: JSON or YAML, several documents, lists. CustomResourceDefinitions are served at once.
    pub fn load(&self, manifest: &str) -> Result<(), Error> {
        let mut e = self.shared.engine.lock();
        let at = e.put(manifest.as_bytes())?;
        let args = e.server_and(&[e.now(), Val::I32(at as i32), Val::I32(manifest.len() as i32)]);
        let code = e.call("relist_load", &args)?;
        let why = if code == 0 { Vec::new() } else { e.out()? };
        e.free(at)?;
        e.settle()?;
        drop(e);
        self.shared.call_webhooks();
        if code == 0 {
            return Ok(());
        }
        Err(Error::Refused(format!("manifest: {}", String::from_utf8_lossy(&why))))
    }

    /// The stored objects of a resource, as no fault distorts them. An empty namespace means all.
    pub fn objects(&self, group: &str, resource: &str, namespace: &str) -> Result<Vec<Value>, Error> {
        let path = format!("objects?group={group}&resource={resource}&namespace={namespace}");
        list(self.control(Method::GET, &path, None)?["items"].take())
    }

    /// Creates or replaces one object, as another client would.
    pub fn put(&self, object: &Value) -> Result<(), Error> {
        self.control(Method::PUT, "objects", Some(object)).map(drop)
    }

    /// Deletes one object at once, whatever its finalizers, as another client would.
    pub fn delete(&self, group: &str, resource: &str, namespace: &str, name: &str) -> Result<(), Error> {
        let path = format!("objects?group={group}&resource={resource}&namespace={namespace}&name={name}");
        self.control(Method::DELETE, &path, None).map(drop)
    }

    // --- what clients did ---

    /// The request log, oldest first: seq, atNs, backend, verb, method, uri, userAgent, status.
    pub fn requests(&self) -> Result<Vec<Value>, Error> {
        list(self.control(Method::GET, "requests", None)?)
    }
    pub fn clear_requests(&self) -> Result<(), Error> {
        self.control(Method::DELETE, "requests", None).map(drop)
    }
    /// The open watches.
    pub fn watches(&self) -> Result<Vec<Value>, Error> {
        list(self.control(Method::GET, "watches", None)?)
    }

    // --- what goes wrong ---

    /// Puts a rule in force; returns its id.
    pub fn add_fault(&self, fault: Fault) -> Result<u64, Error> {
        Ok(self.control(Method::POST, "faults", Some(&Value::Object(fault.0)))?["id"].as_u64().unwrap_or(0))
    }
    /// The rules with their hits.
    pub fn faults(&self) -> Result<Vec<Value>, Error> {
        list(self.control(Method::GET, "faults", None)?)
    }
    /// Removes a rule and releases what it holds.
    pub fn remove_fault(&self, id: u64) -> Result<(), Error> {
        self.control(Method::DELETE, &format!("faults/{id}"), None).map(drop)
    }
    pub fn clear_faults(&self) -> Result<(), Error> {
        self.control(Method::DELETE, "faults", None).map(drop)
    }
    /// Does that to the open watches that match; returns their number.
    pub fn end_watches(&self, how: WatchEnd, matching: Match) -> Result<u64, Error> {
        let how = format!("{how:?}").to_lowercase();
        Ok(self.control(Method::POST, "watches", Some(&json!({ "how": how, "match": matching.0 })))?["watches"].as_u64().unwrap_or(0))
    }
    /// Older states answer 410 Gone.
    pub fn compact(&self) -> Result<(), Error> {
        self.control(Method::POST, "compact", Some(&json!({}))).map(drop)
    }
    /// Continue tokens given out so far answer 410.
    pub fn expire_continue(&self) -> Result<(), Error> {
        self.control(Method::POST, "expire-continue", Some(&json!({}))).map(drop)
    }
    /// The store as it was then, as after an etcd restore.
    pub fn rewind(&self, resource_version: &str) -> Result<(), Error> {
        self.control(Method::POST, "rewind", Some(&json!({ "resourceVersion": resource_version }))).map(drop)
    }
    /// Open watches break and every port refuses connections for so long.
    pub fn cut_network(&self, time: Duration) -> Result<(), Error> {
        self.control(Method::POST, "network", Some(&json!({ "for": format!("{}ns", time.as_nanos()) }))).map(drop)
    }

    /// Any call of docs/control-api.md: the path is what follows /relist/v1/.
    pub fn control(&self, method: Method, path: &str, body: Option<&Value>) -> Result<Value, Error> {
        let target = format!("/relist/v1/{path}");
        let text = body.map(Value::to_string).unwrap_or_default();
        let fields: [&[u8]; 9] = [
            method.as_str().as_bytes(),
            target.trim_end_matches('/').as_bytes(),
            text.as_bytes(),
            b"",
            b"",
            b"Host",
            b"127.0.0.1",
            b"Content-Type",
            b"application/json",
        ];
        let mut exchange = Exchange::begin(&self.shared, 0, &fields, false)?;
        // The control API never waits.
        let cx = &mut Context::from_waker(Waker::noop());
        let waits = || Error::Module(format!("relist.wasm: {method} {target} waits"));
        let Poll::Ready(head) = exchange.poll_head(cx) else { return Err(waits()) };
        let mut answer = Vec::new();
        loop {
            let Poll::Ready(part) = exchange.poll_body(cx) else { return Err(waits()) };
            match part? {
                part if part.is_empty() => break,
                part => answer.extend(part),
            }
        }
        exchange.end(false);
        let value: Value = serde_json::from_slice(&answer).unwrap_or(Value::Null);
        match head?.status {
            200..=299 => Ok(value),
            status => Err(Error::Refused(format!("{} ({method} {target}: {status})", value["message"].as_str().unwrap_or("no message")))),
        }
    }

    async fn answer<B>(self, request: Request<B>) -> Result<Response<Body>, Error>
    where
        B: http_body::Body,
        B::Error: Into<BoxError>,
    {
        let (parts, body) = request.into_parts();
        let body = body.collect().await.map_err(|e| Error::Refused(format!("the request's body: {}", e.into())))?.to_bytes();
        let target = parts.uri.path_and_query().map_or("/", |t| t.as_str());
        // What a client writes for a connection is not of this one; the service is reached under this name alone.
        let mut fields: Vec<&[u8]> = vec![parts.method.as_str().as_bytes(), target.as_bytes(), &body, b"", b"", b"Host", b"127.0.0.1"];
        for (name, value) in parts.headers.iter().filter(|(name, _)| *name != http::header::HOST) {
            fields.extend([name.as_str().as_bytes(), value.as_bytes()]);
        }
        let mut exchange = Exchange::begin(&self.shared, self.backend, &fields, true)?;
        let head = poll_fn(|cx| exchange.poll_head(cx)).await?;
        let mut headers = HeaderMap::new();
        for (name, value) in head.headers {
            if let (Ok(name), Ok(value)) = (HeaderName::from_bytes(&name), HeaderValue::from_bytes(&value)) {
                headers.append(name, value);
            }
        }
        if let Some(n) = head.length {
            headers.insert(http::header::CONTENT_LENGTH, n.into());
        }
        let body = if parts.method == Method::HEAD {
            exchange.end(false);
            Body::empty()
        } else {
            Body::new(exchange, head.length)
        };
        let mut response = Response::new(body);
        *response.headers_mut() = headers;
        *response.status_mut() =
            StatusCode::from_u16(head.status).map_err(|_| Error::Module(format!("relist.wasm: the status {}", head.status)))?;
        Ok(response)
    }
}

fn list(value: Value) -> Result<Vec<Value>, Error> {
    match value {
        Value::Array(rows) => Ok(rows),
        other => Err(Error::Module(format!("the control API answered {other}, wanted a list"))),
    }
}

impl<B> tower::Service<Request<B>> for Server
where
    B: http_body::Body + Send + 'static,
    B::Data: Send,
    B::Error: Into<BoxError>,
{
    type Response = Response<Body>;
    type Error = Error;
    type Future = Pin<Box<dyn Future<Output = Result<Response<Body>, Error>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Error>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        Box::pin(self.clone().answer(request))
    }
}
