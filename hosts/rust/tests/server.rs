// SPDX-License-Identifier: Apache-2.0
//! The service: objects, time, faults, webhooks, errors.

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use http::{Method, Request, Response};
use http_body_util::{BodyExt, Full};
use relist::{Body, Error, Fault, Match, Options, Server, WatchEnd};
use serde_json::{json, Value};
use tokio::time::Instant;
use tower::Service;

const CONFIGMAPS: &str = "/api/v1/namespaces/default/configmaps";

async fn send(server: &Server, method: Method, path: &str, body: &str) -> Result<Response<Body>, Error> {
    let request = Request::builder()
        .method(method)
        .uri(path)
        .header("Content-Type", "application/json")
        .body(Full::<bytes::Bytes>::from(body.to_string()))
        .unwrap();
    server.clone().call(request).await
}

async fn text(response: Response<Body>) -> Result<String, Error> {
    Ok(String::from_utf8(response.into_body().collect().await?.to_bytes().to_vec()).unwrap())
}

async fn create(server: &Server, name: &str) -> Result<(u16, String), Error> {
    let object = json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name}}).to_string();
    let response = send(server, Method::POST, CONFIGMAPS, &object).await?;
    Ok((response.status().as_u16(), text(response).await?))
}

async fn status(server: &Server, path: &str) -> Result<u16, Error> {
    send(server, Method::GET, path, "").await.map(|r| r.status().as_u16())
}

async fn watch(server: &Server, query: &str) -> Body {
    let response = send(server, Method::GET, &format!("/api/v1/configmaps?watch=1{query}"), "").await.unwrap();
    assert_eq!(response.status(), 200);
    response.into_body()
}

async fn next(body: &mut Body) -> Option<Result<String, Error>> {
    body.frame().await.map(|f| f.map(|f| String::from_utf8(f.into_data().unwrap().to_vec()).unwrap()))
}

#[tokio::test]
async fn create_get_and_conflict() {
    let server = Server::new().unwrap();
    assert_eq!(create(&server, "a").await.unwrap().0, 201);
    assert_eq!(create(&server, "a").await.unwrap().0, 409);
    assert_eq!(status(&server, &format!("{CONFIGMAPS}/a")).await, Ok(200));
    let head = send(&server, Method::HEAD, CONFIGMAPS, "").await.unwrap();
    assert_eq!(text(head).await.unwrap(), "");
}

#[tokio::test(start_paused = true)]
async fn watch_delivers_and_ends_at_its_timeout_in_virtual_time() {
    let server = Server::new().unwrap();
    let begun = Instant::now();
    let mut body = watch(&server, "&timeoutSeconds=600&resourceVersion=0").await;
    create(&server, "a").await.unwrap();
    assert!(next(&mut body).await.unwrap().unwrap().contains("\"ADDED\""));
    assert_eq!(begun.elapsed(), Duration::ZERO);
    assert_eq!(next(&mut body).await, None);
    assert_eq!(begun.elapsed().as_secs(), 600);
    server.add_fault(Fault::delay(Duration::from_secs(30)).matching(Match::all().verb("list"))).unwrap();
    assert_eq!(status(&server, CONFIGMAPS).await, Ok(200));
    assert_eq!(begun.elapsed().as_secs(), 630);
    server.add_fault(Fault::hang().matching(Match::all().verb("list"))).unwrap();
    assert!(tokio::time::timeout(Duration::from_secs(20), status(&server, CONFIGMAPS)).await.is_err());
    assert_eq!(begun.elapsed().as_secs(), 650);
}

#[tokio::test(start_paused = true)]
async fn the_same_seed_gives_the_same_bytes() {
    let mut bodies = Vec::new();
    for seed in [7, 7, 8] {
        let now = Some(UNIX_EPOCH + Duration::from_secs(946_684_800));
        let server = Server::start(Options { seed, now, ..Default::default() }).unwrap();
        bodies.push(create(&server, "a").await.unwrap().1);
    }
    assert_eq!(bodies[0], bodies[1]);
    assert_ne!(bodies[0], bodies[2]);
    assert!(bodies[0].contains("2000-01-01T00:00:00Z"), "{}", bodies[0]);
}

#[tokio::test]
async fn servers_of_one_snapshot_are_independent() {
    let (a, b) = (Server::new().unwrap(), Server::new().unwrap());
    create(&a, "a").await.unwrap();
    assert_eq!(status(&b, &format!("{CONFIGMAPS}/a")).await, Ok(404));
}

#[test]
fn every_fault_has_a_function_that_makes_its_rule() {
    let table = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fakeapi/tbl/faults.h")).unwrap();
    let mut kinds: Vec<&str> = table.lines().filter(|l| l.starts_with("FAULT(")).map(|l| l.split('"').nth(1).unwrap()).collect();
    assert!(kinds.len() >= 13);
    let server = Server::start(Options { backends: 2, ..Default::default() }).unwrap();
    let second = Duration::from_secs(1);
    for fault in [
        Fault::fail(503).with("reason", "ServiceUnavailable").with("retryAfter", 1),
        Fault::cut().with("bytes", 5),
        Fault::reset().during(second),
        Fault::hang().matching(Match::all().name("x").namespace("n").user_agent("u").subresource("-")),
        Fault::hold_response().times(2).skip(1),
        Fault::delay(second),
        Fault::slow(1, second),
        Fault::hold_events().matching(Match::all().group("").resource("pods")),
        Fault::drop_event().matching(Match::all().verb("delete")),
        Fault::bookmarks("off"),
        Fault::watch_list("refuse"),
        Fault::reply(json!(["x", {"wait": "1s"}])),
        Fault::http2("silent").matching(Match::all().verb("list")),
        Fault::backend(1).matching(Match::all().backend(0).continued().send_initial_events(true)),
    ] {
        server.add_fault(fault).unwrap();
    }
    let rules = server.faults().unwrap();
    let mut made: Vec<&str> = rules.iter().map(|r| r["kind"].as_str().unwrap()).collect();
    kinds.sort_unstable();
    made.sort_unstable();
    assert_eq!(made, kinds);
    server.remove_fault(rules[0]["id"].as_u64().unwrap()).unwrap();
    assert!(server.remove_fault(99).is_err());
    server.clear_faults().unwrap();
    assert_eq!(server.faults().unwrap(), Vec::<Value>::new());
}

#[tokio::test]
async fn fail_cut_reset_and_drop_act_once() {
    let server = Server::new().unwrap();
    let lists = || Match::all().verb("list");
    server.add_fault(Fault::fail(503).matching(lists().resource("configmaps"))).unwrap();
    assert_eq!(status(&server, CONFIGMAPS).await, Ok(503));
    server.add_fault(Fault::cut().matching(lists())).unwrap();
    assert_eq!(status(&server, CONFIGMAPS).await, Err(Error::ConnectionCut));
    server.add_fault(Fault::reset().with("bytes", 10).matching(lists())).unwrap();
    let broken = send(&server, Method::GET, CONFIGMAPS, "").await.unwrap();
    assert_eq!(text(broken).await, Err(Error::ConnectionReset));
    assert_eq!(status(&server, CONFIGMAPS).await, Ok(200));
    let mut body = watch(&server, "").await;
    server.add_fault(Fault::drop_event().matching(Match::all().resource("configmaps"))).unwrap();
    create(&server, "missed").await.unwrap();
    create(&server, "seen").await.unwrap();
    let event = next(&mut body).await.unwrap().unwrap();
    assert!(event.contains("seen") && !event.contains("missed"), "{event}");
}

#[tokio::test(start_paused = true)]
async fn calls_of_the_control_api() {
    let server = Server::start(Options { backends: 2, ..Default::default() }).unwrap();
    let cut = Some(Err(Error::ConnectionCut));
    let reset = Some(Err(Error::ConnectionReset));
    for (how, end) in [(WatchEnd::End, None), (WatchEnd::Cut, cut), (WatchEnd::Reset, reset)] {
        let mut body = watch(&server, "").await;
        assert_eq!(server.watches().unwrap().len(), 1);
        assert_eq!(server.end_watches(WatchEnd::Stall, Match::all()), Ok(1));
        assert_eq!(server.end_watches(WatchEnd::Resume, Match::all()), Ok(1));
        assert_eq!(server.end_watches(how, Match::all().resource("configmaps")), Ok(1));
        assert_eq!(next(&mut body).await, end);
    }
    create(&server, "a").await.unwrap();
    let state = server.control(Method::GET, "", None).unwrap();
    let object = json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "b", "namespace": "default"}});
    server.put(&object).unwrap();
    server.delete("", "configmaps", "default", "b").unwrap();
    assert_eq!(server.objects("", "configmaps", "").unwrap().len(), 1);
    server.rewind(state["resourceVersion"].as_str().unwrap()).unwrap();
    server.expire_continue().unwrap();
    server.compact().unwrap();
    assert!(!server.requests().unwrap().is_empty());
    server.clear_requests().unwrap();
    assert!(server.requests().unwrap().is_empty());
    server.control(Method::POST, "backends", Some(&json!({"backend": 0, "refuse": true}))).unwrap();
    assert_eq!(status(&server, CONFIGMAPS).await, Err(Error::ConnectionRefused));
    assert_eq!(status(&server.backend(1).unwrap(), CONFIGMAPS).await, Ok(200));
    server.control(Method::POST, "backends", Some(&json!({"backend": 0, "refuse": false}))).unwrap();
    server.cut_network(Duration::from_secs(60)).unwrap();
    assert_eq!(status(&server, CONFIGMAPS).await, Err(Error::ConnectionRefused));
    tokio::time::sleep(Duration::from_secs(61)).await;
    assert_eq!(status(&server, CONFIGMAPS).await, Ok(200));
}

#[tokio::test]
async fn load_reports_the_refused_document() {
    let server = Server::new().unwrap();
    let why = server.load("apiVersion: v1\nkind: Nonsense\n").unwrap_err().to_string();
    assert!(why.contains("Nonsense"), "{why}");
    server.load("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: b, namespace: new}\n").unwrap();
    assert_eq!(server.objects("", "configmaps", "new").unwrap().len(), 1);
}

#[tokio::test]
async fn a_webhook_is_called_through_the_function() {
    let hook = json!({
        "apiVersion": "admissionregistration.k8s.io/v1", "kind": "ValidatingWebhookConfiguration", "metadata": {"name": "w"},
        "webhooks": [{"name": "w.example.com", "sideEffects": "None", "admissionReviewVersions": ["v1"],
            "clientConfig": {"url": "https://127.0.0.1:1/validate"},
            "rules": [{"apiGroups": [""], "apiVersions": ["v1"], "operations": ["CREATE"], "resources": ["configmaps"]}]}]
    });
    let webhooks: relist::Webhooks = Arc::new(|url, mut review| {
        if review["request"]["name"] == "broken" {
            return Err("out of order".into());
        }
        let uid = review["request"]["uid"].clone();
        review["response"] = json!({"uid": uid, "allowed": false, "status": {"message": format!("no, says {url}")}});
        Ok(review)
    });
    let server = Server::start(Options { webhooks: Some(webhooks), ..Default::default() }).unwrap();
    server.load(&hook.to_string()).unwrap();
    let (status, body) = create(&server, "a").await.unwrap();
    assert!(status == 400 && body.contains("no, says https://127.0.0.1:1/validate"), "{status} {body}");
    let (status, body) = create(&server, "broken").await.unwrap();
    assert!(status == 500 && body.contains("out of order"), "{status} {body}");
    let without = Server::new().unwrap();
    without.load(&hook.to_string()).unwrap();
    assert_eq!(create(&without, "a").await.unwrap().0, 500);
}

#[tokio::test]
async fn a_dropped_or_unread_response_holds_up_nothing() {
    let server = Server::new().unwrap();
    drop(watch(&server, "").await);
    assert!(server.watches().unwrap().is_empty());
    let _unread = watch(&server, "").await;
    for n in 0..50 {
        assert_eq!(create(&server, &format!("a{n}")).await.unwrap().0, 201);
    }
}

#[tokio::test]
async fn a_closed_server_ends_streams_and_refuses_calls() {
    let server = Server::new().unwrap();
    let mut body = watch(&server, "").await;
    let closer = server.clone();
    let (end, ()) = tokio::join!(next(&mut body), async move { closer.close() });
    assert_eq!(end, Some(Err(Error::Closed)));
    assert_eq!(create(&server, "a").await, Err(Error::Closed));
    assert_eq!(server.requests(), Err(Error::Closed));
    server.close();
}

#[test]
fn bad_arguments_and_modules_are_errors() {
    let refused = |o: Options| Server::start(o).err().unwrap().to_string();
    assert!(refused(Options { enable_admission_plugins: "Nonsense".into(), ..Default::default() }).contains("Nonsense"));
    assert!(refused(Options { backends: 99, ..Default::default() }).contains("backends: 99 is too large"));
    let early = Some(SystemTime::UNIX_EPOCH - Duration::from_secs(1));
    assert!(refused(Options { now: early, ..Default::default() }).contains("1970"));
    assert!(refused(Options { module: Some(b"junk".to_vec()), ..Default::default() }).contains("does not compile"));
    let module = |text: &str| refused(Options { module: Some(wat::parse_str(text).unwrap()), ..Default::default() });
    assert!(module("(module)").contains("another module"));
    let version = |n: u32| format!("(memory (export \"memory\") 1) (func (export \"relist_version\") (result i32) i32.const {n})");
    assert!(module(&format!("(module {})", version(0))).contains("interface 0, this crate wants 1"));
    let trap = module(&format!("(module {} (func (export \"_initialize\") unreachable))", version(1)));
    assert!(trap.contains("failed in _initialize"), "{trap}");
    let server = Server::new().unwrap();
    assert!(server.backend(1).is_err());
    let why = server.add_fault(Fault::fail(500).matching(Match::all().resource("podss"))).unwrap_err().to_string();
    assert!(why.contains("pods"), "{why}");
}

#[test]
fn the_crate_has_the_version_of_relist() {
    let version = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../VERSION")).unwrap();
    assert_eq!(env!("CARGO_PKG_VERSION"), version.trim());
}
