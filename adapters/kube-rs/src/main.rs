// SPDX-License-Identifier: Apache-2.0

//! kube-rs' watcher and reflector store as a subject of relist: see docs/conformance.md.

use futures::StreamExt;
use kube::api::{Api, ApiResource, DynamicObject, GroupVersionKind};
use kube::runtime::{reflector, watcher, WatchStreamExt};
use kube::{Client, ResourceExt};
use serde_json::{json, Value};
use std::collections::{BTreeMap, HashMap};
use std::time::Duration;
use tokio::signal::unix::{signal, SignalKind};

fn key(obj: &DynamicObject) -> String {
    match obj.namespace() {
        Some(ns) => format!("{ns}/{}", obj.name_any()),
        None => obj.name_any(),
    }
}

fn rv(obj: &DynamicObject) -> String {
    obj.resource_version().unwrap_or_default()
}

fn emit(line: Value) {
    println!("{line}");
}

fn state(store: &reflector::Store<DynamicObject>, synced: bool) -> Value {
    let cache: BTreeMap<String, String> =
        store.state().iter().map(|o| (key(o), rv(o))).collect();
    json!({"state": {"cache": cache, "synced": synced}})
}

/// What watcher's stream says is APPLY; a notification is ADD the first time, UPDATE after it.
struct Versions(HashMap<String, String>);

impl Versions {
    fn apply(&mut self, obj: &DynamicObject, initial: bool) {
        let old = self.0.insert(key(obj), rv(obj));
        let kind = if old.is_some() { "UPDATE" } else { "ADD" };
        emit(json!({"notify": {"type": kind, "key": key(obj), "rv": rv(obj),
                               "oldRv": old.unwrap_or_default(), "initial": initial}}));
    }

    fn delete(&mut self, obj: &DynamicObject) {
        self.0.remove(&key(obj));
        emit(json!({"notify": {"type": "DELETE", "key": key(obj), "rv": rv(obj)}}));
    }
}

fn argument(name: &str, default: &str) -> String {
    let mut args = std::env::args().skip_while(|a| a != &format!("--{name}"));
    args.nth(1).unwrap_or_else(|| default.to_string())
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (group, version) = (argument("group", ""), argument("version", "v1"));
    let resource = argument("resource", "pods");
    let namespace = argument("namespace", "");
    let seconds: u64 = argument("seconds", "60").parse()?;
    let streaming = std::env::args().any(|a| a == "--streaming");

    // The kind is only a name here: nothing is decided by it.
    let ar = ApiResource::from_gvk_with_plural(
        &GroupVersionKind::gvk(&group, &version, &resource),
        &resource,
    );
    let client = Client::try_default().await?;
    let api: Api<DynamicObject> = match namespace.as_str() {
        "" => Api::all_with(client, &ar),
        ns => Api::namespaced_with(client, ns, &ar),
    };
    let mut config = watcher::Config::default();
    if streaming {
        config = config.streaming_lists();
    }
    let writer = reflector::store::Writer::new(ar);
    let store = writer.as_reader();
    let stream = watcher(api, config).default_backoff().reflect(writer);
    let mut stream = std::pin::pin!(stream);

    let mut notified = Versions(HashMap::new());
    let mut synced = false;
    let mut last = Value::Null;
    let mut tick = tokio::time::interval(Duration::from_millis(100));
    let mut term = signal(SignalKind::terminate())?;
    let end = tokio::time::sleep(Duration::from_secs(seconds));
    let mut end = std::pin::pin!(end);
    loop {
        tokio::select! {
            event = stream.next() => match event {
                Some(Ok(watcher::Event::Apply(obj))) => notified.apply(&obj, false),
                Some(Ok(watcher::Event::InitApply(obj))) => notified.apply(&obj, true),
                Some(Ok(watcher::Event::Delete(obj))) => notified.delete(&obj),
                Some(Ok(watcher::Event::InitDone)) => synced = true,
                Some(Ok(watcher::Event::Init)) => {}
                Some(Err(e)) => emit(json!({"error": {"message": e.to_string()}})),
                None => break,
            },
            _ = tick.tick() => {
                let now = state(&store, synced);
                if now != last {
                    emit(now.clone());
                    last = now;
                }
            }
            _ = term.recv() => break,
            _ = &mut end => break,
        }
    }
    emit(state(&store, synced));
    Ok(())
}
