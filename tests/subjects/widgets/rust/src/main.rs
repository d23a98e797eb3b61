// SPDX-License-Identifier: Apache-2.0
//! A controller with kube-rs: a Widget gets N ConfigMaps that it owns; a finalizer removes the ConfigMap `NAME-log`, which has no owner.
//! WIDGETS_BUG=never: an error is not followed by another attempt.
use std::{collections::BTreeMap, sync::Arc, time::Duration};

use futures::StreamExt;
use k8s_openapi::api::core::v1::ConfigMap;
use kube::{
    api::{DeleteParams, ListParams, ObjectMeta, PostParams, Preconditions},
    runtime::{controller::Action, finalizer, finalizer::Event, watcher, Controller},
    Api, Client, CustomResource, Resource, ResourceExt,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[kube(group = "example.org", version = "v1", kind = "Widget", namespaced)]
struct WidgetSpec {
    size: usize,
    color: Option<String>,
}

type Failure = Box<dyn std::error::Error + Send + Sync>;

#[derive(Debug)]
struct Refused(String);

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl std::error::Error for Refused {}

fn code(e: &kube::Error) -> u16 {
    match e {
        kube::Error::Api(status) => status.code,
        _ => 0,
    }
}

fn part(widget: &Widget, name: String, owned: bool) -> ConfigMap {
    ConfigMap {
        metadata: ObjectMeta {
            name: Some(name),
            labels: Some(BTreeMap::from([("widget".to_string(), widget.name_any())])),
            owner_references: owned.then(|| vec![widget.controller_owner_ref(&()).unwrap()]),
            ..Default::default()
        },
        data: Some(BTreeMap::from([("color".to_string(), widget.spec.color.clone().unwrap_or_default())])),
        ..Default::default()
    }
}

fn is_owned(have: &ConfigMap, widget: &Widget) -> bool {
    have.owner_references().iter().any(|r| Some(&r.uid) == widget.meta().uid.as_ref())
}

async fn keep(api: &Api<ConfigMap>, widget: &Widget, mut want: ConfigMap, owned: bool) -> Result<(), Failure> {
    match api.get_opt(&want.name_any()).await? {
        None => {
            api.create(&PostParams::default(), &want).await?;
        }
        Some(have) if owned && !is_owned(&have, widget) => {
            return Err(Refused(format!("{} belongs to another widget", have.name_any())).into());
        }
        Some(have) if have.data != want.data => {
            want.metadata.resource_version = have.resource_version();
            api.replace(&have.name_any(), &PostParams::default(), &want).await?;
        }
        Some(_) => {}
    }
    Ok(())
}

async fn remove(api: &Api<ConfigMap>, have: &ConfigMap) -> Result<(), Failure> {
    let params = DeleteParams {
        preconditions: Some(Preconditions { uid: have.uid(), resource_version: None }),
        ..Default::default()
    };
    match api.delete(&have.name_any(), &params).await {
        Err(e) if code(&e) != 404 && code(&e) != 409 => Err(e.into()),
        _ => Ok(()),
    }
}

async fn apply(api: &Api<ConfigMap>, widget: &Widget) -> Result<Action, Failure> {
    let name = widget.name_any();
    keep(api, widget, part(widget, format!("{name}-log"), false), false).await?;
    for i in 0..widget.spec.size {
        keep(api, widget, part(widget, format!("{name}-{i}"), true), true).await?;
    }
    for have in api.list(&ListParams::default().labels(&format!("widget={name}"))).await? {
        let number = have.name_any().rsplit('-').next().and_then(|n| n.parse::<usize>().ok());
        if is_owned(&have, widget) && number.is_some_and(|n| n >= widget.spec.size) {
            remove(api, &have).await?;
        }
    }
    Ok(Action::await_change())
}

async fn cleanup(api: &Api<ConfigMap>, widget: &Widget) -> Result<Action, Failure> {
    if let Some(have) = api.get_opt(&format!("{}-log", widget.name_any())).await? {
        remove(api, &have).await?;
    }
    Ok(Action::await_change())
}

async fn reconcile(widget: Arc<Widget>, client: Arc<Client>) -> Result<Action, Refused> {
    let client = client.as_ref().clone();
    let api: Api<ConfigMap> = Api::namespaced(client.clone(), "default");
    let widgets: Api<Widget> = Api::namespaced(client, "default");
    finalizer(&widgets, "example.org/rust", widget, |event| async {
        match event {
            Event::Apply(w) => apply(&api, &w).await,
            Event::Cleanup(w) => cleanup(&api, &w).await,
        }
        .map_err(|e| Refused(e.to_string()))
    })
    .await
    .map_err(|e| Refused(e.to_string()))
}

fn again(_: Arc<Widget>, error: &Refused, _: Arc<Client>) -> Action {
    eprintln!("again: {error}");
    if std::env::var("WIDGETS_BUG").as_deref() == Ok("never") {
        return Action::await_change();
    }
    Action::requeue(Duration::from_millis(500))
}

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let client = Client::try_default().await?;
    let widgets: Api<Widget> = Api::namespaced(client.clone(), "default");
    let parts: Api<ConfigMap> = Api::namespaced(client.clone(), "default");
    Controller::new(widgets, watcher::Config::default())
        .owns(parts, watcher::Config::default())
        .run(reconcile, again, Arc::new(client))
        .for_each(|_| async {})
        .await;
    Ok(())
}
