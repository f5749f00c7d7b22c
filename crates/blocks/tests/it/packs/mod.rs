//! Tests of reading the level packs and lists of cars of other programs.

mod exits;
mod leaving_cars;
mod levels;
mod sizes;
mod texts;
