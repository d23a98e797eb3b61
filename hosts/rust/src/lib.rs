// SPDX-License-Identifier: Apache-2.0
//! A fake Kubernetes apiserver inside a Rust test, which misbehaves on cue: no process, no sockets.
//!
//! ```no_run
//! # async fn f() -> Result<(), relist::Error> {
//! let server = relist::Server::new()?;
//! // let client = kube::Client::new(server.clone(), "default");
//! server.add_fault(relist::Fault::drop_event().matching(relist::Match::all().verb("delete").resource("configmaps")))?;
//! # Ok(()) }
//! ```

mod engine;
mod exchange;
mod faults;
mod server;

pub use exchange::Body;
pub use faults::{Fault, Match};
pub use server::{Options, Server, WatchEnd, Webhooks};

/// Why a call, a request or a response fails.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The server refuses a call: a bad option, manifest, rule or argument.
    Refused(String),
    /// relist.wasm is broken, of another version, out of memory, or has failed.
    Module(String),
    /// The server was closed before or during the call.
    Closed,
    /// A fault has closed this apiserver's port.
    ConnectionRefused,
    /// A fault has reset the connection.
    ConnectionReset,
    /// A fault has closed the connection before the end of the response.
    ConnectionCut,
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("relist: ")?;
        f.write_str(match self {
            Error::Refused(why) | Error::Module(why) => why,
            Error::Closed => "the server is closed",
            Error::ConnectionRefused => "connection refused by a fault",
            Error::ConnectionReset => "connection reset by a fault",
            Error::ConnectionCut => "connection closed before the end of the response",
        })
    }
}

impl std::error::Error for Error {}
