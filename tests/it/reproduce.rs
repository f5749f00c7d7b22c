//! `fifteen lab reproduce --full`; the figures of minutes are in `reproduce.transcript`.

use crate::support::Sandbox;
use serde_json::Value;

#[test]
#[ignore = "takes many minutes, and 2 GB of memory"]
fn every_figure_is_equal() {
    for figure in Sandbox::new().output(&["lab", "reproduce", "--json", "--full"]).lines() {
        let figure: Value = serde_json::from_str(figure).unwrap();
        let is_left_out = figure["verdict"] == "left-out" && figure["group"] == "largest depths";
        assert!(is_left_out || figure["verdict"] == "exception" || figure["published"] == figure["ours"], "{figure}");
    }
}
