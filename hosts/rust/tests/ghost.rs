// SPDX-License-Identifier: Apache-2.0
//! kube-rs, unchanged and in virtual time: a controller that only reacts to delete events keeps a ghost, a reflector does not.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::{StreamExt, TryStreamExt};
use k8s_openapi::api::core::v1::ConfigMap;
use kube::api::{Api, DeleteParams, PostParams, WatchEvent, WatchParams};
use kube::runtime::{controller::Action, reflector, watcher, Controller, WatchStreamExt};
use kube::Client;
use relist::{Fault, Match, Server, WatchEnd};
use serde_json::json;

type Names = Arc<Mutex<BTreeSet<String>>>;

fn name_of(object: &ConfigMap) -> String {
    object.metadata.name.clone().unwrap()
}

fn put(server: &Server, name: &str) {
    server.put(&json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name, "namespace": "default"}})).unwrap();
}

fn set_up() -> (Server, Api<ConfigMap>) {
    let server = Server::new().unwrap();
    put(&server, "stays");
    put(&server, "goes");
    let api = Api::namespaced(Client::new(server.clone(), "default"), "default");
    (server, api)
}

/// The delete is in no watch, and the version of the client's list is gone.
async fn disturb(server: &Server, api: &Api<ConfigMap>) {
    server.add_fault(Fault::drop_event().matching(Match::all().resource("configmaps").verb("delete"))).unwrap();
    api.delete("goes", &DeleteParams::default()).await.unwrap();
    server.compact().unwrap();
    server.end_watches(WatchEnd::Cut, Match::all()).unwrap();
    api.create(
        &PostParams::default(),
        &ConfigMap { metadata: kube::core::ObjectMeta { name: Some("last".into()), ..Default::default() }, ..Default::default() },
    )
    .await
    .unwrap();
}

/// Lists once and follows events from there, and from the newest version after an error.
async fn react_to_events(api: Api<ConfigMap>, known: Names) {
    let list = api.list(&Default::default()).await.unwrap();
    *known.lock().unwrap() = list.items.iter().map(name_of).collect();
    let mut version = list.metadata.resource_version.unwrap();
    loop {
        if let Ok(events) = api.watch(&WatchParams::default().timeout(290), &version).await {
            let mut events = events.boxed();
            while let Ok(Some(event)) = events.try_next().await {
                match event {
                    WatchEvent::Added(o) | WatchEvent::Modified(o) => known.lock().unwrap().insert(name_of(&o)),
                    WatchEvent::Deleted(o) => known.lock().unwrap().remove(&name_of(&o)),
                    WatchEvent::Error(_) => {
                        version = "0".into();
                        false
                    }
                    WatchEvent::Bookmark(_) => false,
                };
            }
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}

#[tokio::test(start_paused = true)]
async fn reacting_to_events_keeps_a_ghost() {
    let (server, api) = set_up();
    let known = Names::default();
    let task = tokio::spawn(react_to_events(api.clone(), known.clone()));
    tokio::time::sleep(Duration::from_secs(10)).await;
    disturb(&server, &api).await;
    tokio::time::sleep(Duration::from_secs(600)).await;
    assert_eq!(known.lock().unwrap().iter().cloned().collect::<Vec<_>>(), ["goes", "last", "stays"]);
    task.abort();
}

#[tokio::test(start_paused = true)]
async fn a_reflector_lists_again_and_forgets_the_deleted_object() {
    let (server, api) = set_up();
    let (reader, writer) = reflector::store();
    let stream = watcher(api.clone(), watcher::Config::default()).default_backoff().reflect(writer);
    let task = tokio::spawn(async move { stream.for_each(|_| async {}).await });
    reader.wait_until_ready().await.unwrap();
    assert_eq!(reader.len(), 2);
    tokio::time::sleep(Duration::from_secs(10)).await;
    disturb(&server, &api).await;
    tokio::time::sleep(Duration::from_secs(600)).await;
    let mut names: Vec<String> = reader.state().iter().map(|o| name_of(o)).collect();
    names.sort();
    assert_eq!(names, ["last", "stays"]);
    task.abort();
}

#[tokio::test(start_paused = true)]
async fn a_controller_reconciles_each_object_through_refused_lists() {
    let (server, api) = set_up();
    server.add_fault(Fault::fail(503).matching(Match::all().verb("list")).times(3)).unwrap();
    let seen = Names::default();
    let note = seen.clone();
    let controller = Controller::new(api.clone(), watcher::Config::default()).run(
        move |object: Arc<ConfigMap>, _| {
            note.lock().unwrap().insert(name_of(&object));
            async { Ok::<_, std::io::Error>(Action::requeue(Duration::from_secs(300))) }
        },
        |_, _, _| Action::requeue(Duration::from_secs(1)),
        Arc::new(()),
    );
    let task = tokio::spawn(controller.for_each(|_| async {}));
    tokio::time::sleep(Duration::from_secs(300)).await;
    assert_eq!(seen.lock().unwrap().len(), 2);
    put(&server, "last");
    tokio::time::sleep(Duration::from_secs(10)).await;
    assert!(seen.lock().unwrap().contains("last"));
    let lists = server.requests().unwrap().iter().filter(|r| r["status"] == 503).count();
    assert_eq!(lists, 3);
    task.abort();
}
