//! The commands, one file for each.

pub(crate) mod bench;
pub(crate) mod blocks;
pub(crate) mod count;
pub(crate) mod merge;
pub(crate) mod pages;
pub(crate) mod pdb;
pub(crate) mod play;
pub(crate) mod random;
pub(crate) mod reproduce;
pub(crate) mod serve;
pub(crate) mod solve;
pub(crate) mod split;
pub(crate) mod tree;
pub(crate) mod work;

use crate::args::Command;
use crate::exit::{Exit, Failure};
use crate::ui::Ui;

pub(crate) fn run(command: &Command, ui: &Ui) -> Result<Exit, Failure> {
    match command {
        Command::Solve(args) => solve::run(args, ui),
        Command::Play(args) => play::run(args, ui),
        Command::Bench(args) => bench::run(args, ui),
        Command::Tree(args) => tree::run(args, ui),
        Command::Count(args) => count::run(args, ui),
        Command::Reproduce(args) => reproduce::run(args, ui),
        Command::Random(args) => random::run(args, ui),
        Command::Pdb(command) => pdb::run(command, ui),
        Command::Blocks(command) => blocks::run(command, ui),
        Command::Serve(args) => serve::run(args, ui),
        Command::Split(args) => split::run(args, ui),
        Command::Work(args) => work::run(args, ui),
        Command::Merge(args) => merge::run(args, ui),
        Command::Completions(args) => pages::completions(args),
        Command::Man(args) => pages::man(args, ui),
    }
}
