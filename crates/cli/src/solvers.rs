//! One solver for each size of board that turns up, opened when the first of that size does.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use fifteen_solver::{Size, Solver, SolverBuilder};

use crate::terminal::ui::Ui;

pub(crate) struct Solvers<'a> {
    builder: SolverBuilder,
    ui: &'a Ui,
    opened: Mutex<HashMap<Size, Result<Arc<Solver>, String>>>,
}

impl<'a> Solvers<'a> {
    pub(crate) fn new(builder: SolverBuilder, ui: &'a Ui) -> Self {
        Self { builder, ui, opened: Mutex::default() }
    }

    /// The solver for boards of that size, or why there is none. Other threads that ask meanwhile wait.
    pub(crate) fn of(&self, size: Size) -> Result<Arc<Solver>, String> {
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        opened.entry(size).or_insert_with(|| self.open(size)).clone()
    }

    fn open(&self, size: Size) -> Result<Arc<Solver>, String> {
        let solver = self.builder.open(size).map_err(|e| e.to_string())?;
        for note in solver.notes() {
            self.ui.note(note);
        }
        Ok(Arc::new(solver))
    }
}
