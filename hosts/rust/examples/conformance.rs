// SPDX-License-Identifier: Apache-2.0
//! Plays requests.jsonl to the crate and writes the answers: see hosts/conformance/conform.

use std::collections::HashMap;
use std::io::Write;

use http::Request;
use http_body_util::{BodyExt, Full};
use relist::{Body, Server};
use serde_json::{json, Map, Value};
use tower::Service;

fn latin1(bytes: &[u8]) -> String {
    bytes.iter().map(|b| char::from(*b)).collect()
}

async fn begin(server: &Server, request: &Value) -> (Value, Body) {
    let body: Vec<u8> = request["body"].as_str().unwrap_or("").chars().map(|c| c as u8).collect();
    let mut builder = Request::builder().method(request["method"].as_str().unwrap_or("GET")).uri(request["target"].as_str().unwrap());
    for (name, value) in request["headers"].as_object().unwrap() {
        builder = builder.header(name, value.as_str().unwrap());
    }
    let response = server.clone().call(builder.body(Full::<bytes::Bytes>::from(body)).unwrap()).await.unwrap();
    let headers: Map<String, Value> = response.headers().iter().map(|(n, v)| (n.to_string(), latin1(v.as_bytes()).into())).collect();
    (json!({ "status": response.status().as_u16(), "headers": headers }), response.into_body())
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let [requests, answers] = std::env::args().skip(1).collect::<Vec<_>>().try_into().expect("wanted two files");
    let server = Server::new().unwrap();
    let mut streams = HashMap::new();
    let mut out = std::io::BufWriter::new(std::fs::File::create(answers).unwrap());
    for line in std::fs::read_to_string(requests).unwrap().lines() {
        let request: Value = serde_json::from_str(line).unwrap();
        let answer = match request["op"].as_str().unwrap() {
            "open" => {
                let (answer, body) = begin(&server, &request).await;
                streams.insert(request["watch"].as_u64().unwrap(), body);
                answer
            }
            "request" => {
                let (mut answer, body) = begin(&server, &request).await;
                answer["body"] = latin1(&body.collect().await.unwrap().to_bytes()).into();
                answer
            }
            _ => {
                let mut body = streams.remove(&request["watch"].as_u64().unwrap()).unwrap();
                let mut bytes = Vec::new();
                while bytes.len() < request["bytes"].as_u64().unwrap() as usize {
                    match tokio::time::timeout(std::time::Duration::from_secs(30), body.frame()).await {
                        Ok(Some(frame)) => bytes.extend(frame.unwrap().into_data().unwrap()),
                        _ => break,
                    }
                }
                json!({ "body": latin1(&bytes) })
            }
        };
        writeln!(out, "{answer}").unwrap();
    }
}
