//! States as keys: a few machine words, changed by one XOR when a piece moves.
//!
//! A [`KeyPlan`](plan::KeyPlan) gives each class a [`KeyField`](plan::KeyField), in as few bits as needed. `columns`
//! has the short codes among them. A [`KeyCodec`](codec::KeyCodec) has the tables that encode and decode keys.

mod chunks;
pub(crate) mod codec;
mod columns;
pub(crate) mod plan;
