use super::*;

/// The message of the error, or the algorithm and the mode as they are searched.
fn outcome(change: impl Fn(&mut Request)) -> Result<(Algorithm, Mode), String> {
    let mut request = Request::default();
    request.search.mode = Mode::Fast { threads: 2 };
    change(&mut request);
    request.validated().map(|r| (r.setup.algorithm, r.search.mode)).map_err(|e| e.to_string())
}

#[test]
fn fields_go_with_their_algorithms() {
    assert_eq!(outcome(|_| ()), Ok((Algorithm::Ida, Mode::Fast { threads: 2 })));
    assert_eq!(outcome(|r| r.search.all = Some(1)), Ok((Algorithm::Ida, Mode::Plain)));
    for algorithm in Algorithm::ALL.into_iter().skip(1) {
        let limited = |r: &mut Request| (r.setup.algorithm, r.search.limits.depth) = (algorithm, Some(5));
        assert_eq!(outcome(limited), Ok((algorithm, Mode::Plain)));
        let all = outcome(|r| {
            limited(r);
            r.search.all = Some(1);
        });
        assert_eq!(all.is_ok(), algorithm == Algorithm::IdaWrongWay, "{all:?}");
        let finished = outcome(|r| {
            limited(r);
            r.search.finish_iteration = true;
        });
        assert_eq!(finished.is_ok(), algorithm == Algorithm::IdaWrongWay, "{finished:?}");
        let deepening = outcome(|r| (r.setup.algorithm, r.setup.deepening) = (algorithm, true));
        let dfs = algorithm.name() == "dfs";
        assert_eq!(deepening.ok(), dfs.then_some((Algorithm::Dfs { deepening: true }, Mode::Plain)));
    }
    let error = outcome(|r| r.setup.deepening = true).unwrap_err();
    assert_eq!(error, "deepening is for dfs, not for ida");
    let error = Setup { deepening: true, ..Setup::default() }.resolved_algorithm().unwrap_err();
    assert_eq!(error.spelled(|_| "--deepening"), "--deepening is for dfs, not for ida");
    let error = outcome(|r| (r.setup.algorithm, r.setup.heuristic) = (Algorithm::IdaWrongWay, "zero".parse().ok()));
    assert!(error.unwrap_err().contains("works with manhattan only"));
}

#[test]
fn good_solutions_are_for_fast_mode() {
    let asked = |within, first| Some(AnytimeOptions { within, first });
    let validated = |change: &dyn Fn(&mut Request)| {
        let mut request = Request::default();
        request.search.mode = Mode::Fast { threads: 2 };
        change(&mut request);
        request.validated().map(|r| r.search.anytime).map_err(|e| e.to_string())
    };
    let within = asked(Some(5.0), false);
    assert_eq!(validated(&|r| r.search.anytime = within), Ok(within));
    // By default good solutions are looked for where that is possible.
    let default = asked(None, false);
    assert_eq!(validated(&|r| (r.search.anytime, r.search.mode) = (default, Mode::Plain)), Ok(None));
    assert_eq!(validated(&|r| (r.search.anytime, r.search.all) = (default, Some(1))), Ok(None));
    let plain = validated(&|r| (r.search.anytime, r.search.mode) = (within, Mode::Plain));
    assert!(plain.unwrap_err().starts_with("within is for fast mode of ida"));
    let first = validated(&|r| (r.search.anytime, r.setup.algorithm) = (asked(None, true), Algorithm::Astar));
    assert!(first.unwrap_err().starts_with("first is for fast mode of ida"));
    for percent in [-1.0, f64::NAN] {
        let error = validated(&|r| r.search.anytime = asked(Some(percent), false)).unwrap_err();
        assert!(error.contains("a percentage of 0 or more"), "{error}");
    }
}

#[test]
fn a_depth_first_search_needs_a_depth() {
    let algorithm = Algorithm::Dfs { deepening: false };
    let dfs = |depth: Option<u32>| outcome(|r| (r.setup.algorithm, r.search.limits.depth) = (algorithm, depth));
    assert_eq!(dfs(Some(1000)), Ok((algorithm, Mode::Plain)));
    let error = dfs(None).unwrap_err();
    assert!(error.contains("give depth or deepening"), "{error}");
}
