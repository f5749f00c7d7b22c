//! Threads that do the steps of a piece of work together.
//!
//! A layer of some thousand states takes less than a millisecond, so what counts is how often threads sleep and are
//! woken: the caller works too, and between two steps all threads wait awake.

use std::hint::spin_loop;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::yield_now;

use rayon::{ThreadPool, ThreadPoolBuilder};

/// Looks at a counter before a waiting thread lets others run.
const LOOKS: usize = 1 << 7;

/// The calling thread and its helpers.
pub(crate) struct Team {
    pool: ThreadPool,
    helpers: usize,
}

impl Team {
    /// A team of some threads with the caller; `None` if it would be alone.
    pub(crate) fn new(threads: usize) -> Option<Self> {
        let helpers = threads.checked_sub(1).filter(|&helpers| helpers > 0)?;
        Some(Team { pool: ThreadPoolBuilder::new().num_threads(helpers).build().ok()?, helpers })
    }

    /// The number of threads, the caller's included.
    pub(crate) fn members(&self) -> usize {
        self.helpers + 1
    }

    /// Does the jobs of each step, given by their number and what one of them does. A step begins when the one before
    /// has ended.
    ///
    /// # Panics
    /// If a job does; the other jobs are done.
    pub(crate) fn run<const STEPS: usize>(&self, steps: [(usize, &(dyn Fn(usize) + Sync)); STEPS]) {
        let steps = steps.map(|(jobs, work)| (Step::new(jobs, self.members()), work));
        let take_part = |member: usize| {
            for (step, work) in &steps {
                step.work(member, work);
                step.wait();
            }
        };
        self.pool.in_place_scope(|scope| {
            scope.spawn_broadcast(|_, context| take_part(context.index()));
            take_part(self.helpers);
        });
    }

    /// Does something with each of some things, which come with their index.
    ///
    /// # Panics
    /// If `work` does.
    pub(crate) fn each<T: Send>(&self, things: &mut [T], work: &(dyn Fn(usize, &mut T) + Sync)) {
        let things: Vec<Mutex<&mut T>> = things.iter_mut().map(Mutex::new).collect();
        self.run([(things.len(), &|i| work(i, &mut locked(&things[i])))]);
    }
}

/// The content of a mutex, also of one that a panic has left.
pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The jobs of a step.
struct Step {
    jobs: usize,
    /// Each member's share of the jobs, in their order.
    shares: Vec<Share>,
    ended: AtomicUsize,
}

/// Jobs that follow one another.
struct Share {
    /// The next job; at least `end` when all are begun.
    next: AtomicUsize,
    end: usize,
}

impl Step {
    fn new(jobs: usize, members: usize) -> Self {
        let share = |i: usize| Share { next: AtomicUsize::new(jobs * i / members), end: jobs * (i + 1) / members };
        Step { jobs, shares: (0..members).map(share).collect(), ended: AtomicUsize::new(0) }
    }

    /// Does jobs until all are begun: first those of the member, whose data its processor has in its caches.
    fn work(&self, member: usize, work: &dyn Fn(usize)) {
        for share in self.shares[member..].iter().chain(&self.shares[..member]) {
            loop {
                let job = share.next.fetch_add(1, Ordering::Relaxed);
                if job >= share.end {
                    break;
                }
                let _ended = Ended(&self.ended);
                work(job);
            }
        }
    }

    /// Waits until all jobs have ended.
    fn wait(&self) {
        let mut looks = 0;
        while self.ended.load(Ordering::Acquire) < self.jobs {
            looks += 1;
            if looks < LOOKS { spin_loop() } else { yield_now() }
        }
    }
}

/// Counts a job that has ended, by a panic too, for which nobody should wait.
struct Ended<'a>(&'a AtomicUsize);

impl Drop for Ended<'_> {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_job_is_done_once_and_steps_follow_one_another() {
        assert!(Team::new(1).is_none());
        for threads in [2, 3, 7] {
            let team = Team::new(threads).unwrap();
            for jobs in [0, 1, 2, 5, 100] {
                let done: Vec<AtomicUsize> = (0..jobs).map(|_| AtomicUsize::new(0)).collect();
                let total = || done.iter().map(|done| done.load(Ordering::SeqCst)).sum::<usize>();
                let first = |job: usize| assert_eq!(done[job].fetch_add(1, Ordering::SeqCst), 0);
                let second = |_| assert_eq!(total(), jobs);
                team.run([(jobs, &first), (3, &second)]);
                let mut numbers: Vec<usize> = (0..jobs).collect();
                team.each(&mut numbers, &|i, number| *number += i);
                assert!(numbers.iter().enumerate().all(|(i, &number)| number == 2 * i));
            }
        }
    }

    /// A panic reaches the caller, and nobody waits for the job for ever.
    #[test]
    fn a_panic_ends_the_work() {
        let team = Team::new(3).unwrap();
        let ended = AtomicUsize::new(0);
        let first = |job: usize| assert!(job != 3, "as it should");
        let second = |_| assert!(ended.fetch_add(1, Ordering::SeqCst) < 12);
        let run = std::panic::AssertUnwindSafe(|| team.run([(6, &first), (6, &second)]));
        assert!(std::panic::catch_unwind(run).is_err());
        assert_eq!(ended.load(Ordering::SeqCst), 6);
        team.run([(6, &second)]);
        assert_eq!(ended.load(Ordering::SeqCst), 12);
    }
}
