// SPDX-License-Identifier: Apache-2.0
//! One request and its response, and the response's body.

use std::future::Future;
use std::pin::Pin;
use std::task::{ready, Context, Poll};

use bytes::Bytes;
use http_body::Frame;
use tokio::time::{sleep_until, Instant, Sleep};
use wasmi::Val;

use crate::engine::{read_record, record, Inner};
use crate::server::Shared;
use crate::Error;

const FLAG_REMOTE: i32 = 2;
const HEAD_WAIT: i64 = 0;
const HEAD_READY: i64 = 1;
const HEAD_RESET: i64 = 3;
const PULL_WAIT: i64 = 0;
const PULL_END: i64 = -1;
const PULL_RESET: i64 = -3;

pub(crate) struct Head {
    pub status: u16,
    pub length: Option<u64>,
    pub headers: Vec<(Vec<u8>, Vec<u8>)>,
}

pub(crate) struct Exchange {
    shared: Shared,
    id: i64,
    sleep: Option<Pin<Box<Sleep>>>,
    ended: bool,
}

/// A result, or when to try again.
enum Step<T> {
    Done(T),
    Wait(Option<Instant>),
}

impl Exchange {
    /// `as_client`: closed ports refuse it.
    pub fn begin(shared: &Shared, backend: u32, fields: &[&[u8]], as_client: bool) -> Result<Exchange, Error> {
        let mut e = shared.engine.lock();
        if as_client {
            let args = e.server_and(&[e.now(), Val::I32(backend as i32)]);
            if e.call("relist_accepts", &args)? == 0 {
                return Err(Error::ConnectionRefused);
            }
        }
        let bytes = record(fields.iter().copied());
        let at = e.put(&bytes)?;
        let flags = if as_client { FLAG_REMOTE } else { 0 };
        let args = e.server_and(&[e.now(), Val::I32(backend as i32), Val::I32(flags), Val::I32(at as i32), Val::I32(bytes.len() as i32)]);
        let id = e.call("relist_begin", &args)?;
        e.free(at)?;
        if id == 0 {
            return Err(Error::Module("the module is out of memory".into()));
        }
        e.wakers.insert(id, None);
        e.settle()?;
        drop(e);
        let exchange = Exchange { shared: shared.clone(), id, sleep: None, ended: false };
        shared.call_webhooks();
        Ok(exchange)
    }

    fn poll_step<T>(&mut self, cx: &mut Context<'_>, step: impl Fn(&mut Inner, i64) -> Result<Step<T>, Error>) -> Poll<Result<T, Error>> {
        loop {
            let mut e = self.shared.engine.lock();
            // Before the step: what wakes the exchange from here on polls it again.
            e.wakers.insert(self.id, Some(cx.waker().clone()));
            let result = step(&mut e, self.id);
            let settled = e.settle();
            drop(e);
            self.shared.call_webhooks();
            settled?;
            let deadline = match result? {
                Step::Done(value) => return Poll::Ready(Ok(value)),
                Step::Wait(deadline) => deadline,
            };
            self.sleep = deadline.map(|at| Box::pin(sleep_until(at)));
            match &mut self.sleep {
                Some(sleep) => ready!(sleep.as_mut().poll(cx)),
                None => return Poll::Pending,
            }
        }
    }

    pub fn poll_head(&mut self, cx: &mut Context<'_>) -> Poll<Result<Head, Error>> {
        self.poll_step(cx, |e, id| {
            let args = e.server_and(&[Val::I32(id as i32), e.now()]);
            Ok(match e.call("relist_head", &args)? {
                HEAD_READY => Step::Done(read_head(&e.out()?)),
                HEAD_WAIT => Step::Wait(e.deadline(id)?),
                HEAD_RESET => return Err(Error::ConnectionReset),
                _ => return Err(Error::ConnectionCut),
            })
        })
    }

    /// Empty: the end.
    pub fn poll_body(&mut self, cx: &mut Context<'_>) -> Poll<Result<Vec<u8>, Error>> {
        self.poll_step(cx, |e, id| {
            Ok(match e.pull(id)? {
                (PULL_WAIT, _) => Step::Wait(e.deadline(id)?),
                (PULL_END, _) => Step::Done(Vec::new()),
                (PULL_RESET, _) => return Err(Error::ConnectionReset),
                (n, _) if n < 0 => return Err(Error::ConnectionCut),
                (_, bytes) => Step::Done(bytes),
            })
        })
    }

    pub fn end(&mut self, client_gone: bool) {
        if std::mem::replace(&mut self.ended, true) {
            return;
        }
        let mut e = self.shared.engine.lock();
        e.wakers.remove(&self.id);
        let args = e.server_and(&[Val::I32(self.id as i32), Val::I32(i32::from(client_gone))]);
        // A failure stays in the engine, and the next call reports it.
        let _ = e.call("relist_end", &args).and_then(|_| e.settle());
        drop(e);
        self.shared.call_webhooks();
    }
}

impl Drop for Exchange {
    fn drop(&mut self) {
        self.end(true);
    }
}

fn read_head(bytes: &[u8]) -> Head {
    let fields = read_record(bytes);
    let number = |i: usize| fields.get(i).and_then(|f| std::str::from_utf8(f).ok()).and_then(|f| f.parse::<u64>().ok());
    Head {
        status: number(0).unwrap_or(0) as u16,
        length: number(2),
        headers: fields.get(3..).unwrap_or_default().chunks_exact(2).map(|h| (h[0].to_vec(), h[1].to_vec())).collect(),
    }
}

/// The body of a response. Dropping it is a client that leaves.
pub struct Body {
    exchange: Option<Exchange>,
    left: Option<u64>,
}

impl Body {
    pub(crate) fn new(exchange: Exchange, length: Option<u64>) -> Body {
        Body { exchange: Some(exchange), left: length }
    }

    /// Of a response to HEAD.
    pub(crate) fn empty() -> Body {
        Body { exchange: None, left: Some(0) }
    }
}

impl http_body::Body for Body {
    type Data = Bytes;
    type Error = Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Error>>> {
        let Some(exchange) = &mut self.exchange else { return Poll::Ready(None) };
        match ready!(exchange.poll_body(cx)) {
            Ok(bytes) if bytes.is_empty() => {
                exchange.end(false);
                self.exchange = None;
                Poll::Ready(None)
            }
            Ok(bytes) => {
                self.left = self.left.map(|n| n.saturating_sub(bytes.len() as u64));
                Poll::Ready(Some(Ok(Frame::data(bytes.into()))))
            }
            Err(e) => {
                self.exchange = None;
                Poll::Ready(Some(Err(e)))
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        self.exchange.is_none()
    }

    fn size_hint(&self) -> http_body::SizeHint {
        self.left.map(http_body::SizeHint::with_exact).unwrap_or_default()
    }
}
