// SPDX-License-Identifier: Apache-2.0

//! relist serve --exec cargo test

use futures::{Stream, StreamExt};
use k8s_openapi::api::core::v1::{ConfigMap, Secret};
use kube::api::{Api, DeleteParams, ListParams, Patch, PatchParams, PostParams};
use kube::runtime::watcher;
use kube::Client;
use serde_json::{json, Value};

/// One call of the control API, which is on the same port.
async fn control(client: &Client, path: &str, body: Value) {
    let request = http::Request::post(format!("/relist/v1/{path}"))
        .header("Content-Type", "application/json")
        .body(body.to_string().into_bytes());
    client.request::<Value>(request.unwrap()).await.unwrap();
}

type Events<'a> = std::pin::Pin<&'a mut dyn Stream<Item = watcher::Result<watcher::Event<ConfigMap>>>>;

async fn next(events: &mut Events<'_>) -> String {
    match events.next().await.unwrap() {
        Ok(watcher::Event::Apply(map)) => format!("apply {}", map.data.unwrap()["color"]),
        Ok(event) => event.to_string(),
        Err(watcher::Error::WatchStartFailed(kube::Error::Api(s)) | watcher::Error::WatchError(s)) => {
            s.code.to_string()
        }
        Err(e) => e.to_string(),
    }
}

#[tokio::test]
async fn a_watcher_lists_again_when_history_is_gone() {
    let client = Client::try_default().await.unwrap(); // reads KUBECONFIG
    let maps: Api<ConfigMap> = Api::namespaced(client.clone(), "default");
    let secrets: Api<Secret> = Api::namespaced(client.clone(), "default");

    // The next list fails, the one after it does not. (429, 503 and 504 kube-rs tries again by itself.)
    let fail = json!({"kind": "fail", "status": 500, "match": {"verb": "list", "resource": "configmaps"}});
    control(&client, "faults", fail).await;
    let error = maps.list(&ListParams::default()).await.unwrap_err();
    assert!(matches!(error, kube::Error::Api(s) if s.code == 500));
    assert!(maps.list(&ListParams::default()).await.unwrap().items.is_empty());

    let only = watcher::Config::default().fields("metadata.name=settings");
    let mut stream = std::pin::pin!(watcher(maps.clone(), only));
    let mut events: Events = stream.as_mut();
    assert_eq!([next(&mut events).await, next(&mut events).await], ["Init", "InitDone"]);
    let map = serde_json::from_value(json!({"metadata": {"name": "settings"}, "data": {"color": "red"}}));
    maps.create(&PostParams::default(), &map.unwrap()).await.unwrap();
    assert_eq!(next(&mut events).await, "apply red");
    let blue = Patch::Merge(json!({"data": {"color": "blue"}}));
    maps.patch("settings", &PatchParams::default(), &blue).await.unwrap();
    assert_eq!(next(&mut events).await, "apply blue");

    // Something else is written, history is compacted, the watch breaks: 410, and a new list.
    let secret = serde_json::from_value(json!({"metadata": {"name": "other"}})).unwrap();
    secrets.create(&PostParams::default(), &secret).await.unwrap();
    control(&client, "compact", json!({})).await;
    control(&client, "watches", json!({"how": "end"})).await;
    assert_eq!(next(&mut events).await, "410");
    let again = [next(&mut events).await, next(&mut events).await, next(&mut events).await];
    assert_eq!(again, ["Init", "InitApply(settings)", "InitDone"]);

    maps.delete("settings", &DeleteParams::default()).await.unwrap();
    assert_eq!(next(&mut events).await, "Delete(settings)");
    println!("done");
}
