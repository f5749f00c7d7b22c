//! Requests that cannot be read: the answer names the field, what was expected and what was found.

use serde_json::Value;

use crate::support::start;

#[test]
fn a_body_that_cannot_be_read_names_the_field_and_what_was_found() {
    let server = start();
    for (path, body, expected, words) in [
        ("/api/solve", "", 400, "the body is not JSON: it is empty"),
        ("/api/solve", "{\"board\":", 400, "the body is not JSON: it ends too early"),
        ("/api/solve", "{'board': 1}", 400, "the body is not JSON: it is not JSON from character 2 on"),
        ("/api/solve", "[]", 422, "it must be an object; found []"),
        ("/api/solve", "{}", 422, "the field 'board' is missing"),
        (
            "/api/solve",
            "{\"board\":\"1 2 3 0\",\"nodes\":-1}",
            422,
            "'nodes' must be a whole number from 0 up; found -1",
        ),
        (
            "/api/solve",
            "{\"board\":\"1 2 3 0\",\"seconds\":\"soon\"}",
            422,
            "'seconds' must be a number; found \"soon\"",
        ),
        ("/api/solve", "{\"board\":\"1 2 3 0\",\"stats\":1}", 422, "'stats' must be true or false; found 1"),
        (
            "/api/solve",
            "{\"board\":\"1 2 3 0\",\"colour\":1}",
            422,
            "there is no field 'colour'; expected one of board, size",
        ),
        ("/api/check", "{\"board\":\"1 2 3 0\",\"board\":\"1 2 3 0\"}", 422, "the field 'board' is there twice"),
        ("/api/check", "{\"board\":[1,2,300,0]}", 422, "the field 'board': a board is a text, or an array"),
        ("/api/bench", "{\"heuristics\":\"manhattan\"}", 422, "'heuristics' must be an array; found \"manhattan\""),
        ("/api/bench", "{\"heuristics\":[\"zero\",7]}", 422, "'heuristics[1]' must be a string; found 7"),
    ] {
        let (status, text) = server.post_as(path, body, "application/json");
        let answer: Value = serde_json::from_str(&text).unwrap();
        let error = answer["error"].as_str().unwrap();
        assert_eq!(status, expected, "{body}: {error}");
        assert!(error.contains(words), "{body}: {error}");
        let foreign = ["column", "struct", "u64", "f64", "sequence", "EOF", "`"];
        assert!(foreign.iter().all(|word| !error.contains(word)), "{body}: {error}");
    }
}

#[test]
fn a_query_that_cannot_be_read_names_the_parameter() {
    let server = start();
    for (query, words) in [
        ("seed=x", "the parameter 'seed' must be a whole number from 0 up; found 'x'"),
        ("n=-1", "the parameter 'n' must be a whole number from 0 up; found '-1'"),
        ("seed=99999999999999999999999", "the parameter 'seed' must be a whole number"),
        ("colour=red", "there is no field 'colour'; expected one of size, seed, n, goal"),
    ] {
        let (status, answer) = server.get(&format!("/api/random?{query}"));
        assert_eq!(status, 400, "{query}");
        assert!(answer["error"].as_str().unwrap().contains(words), "{query}: {answer}");
    }
}
