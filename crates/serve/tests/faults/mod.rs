//! Requests that are refused, or cannot be read: the answer names the field, what was expected and what was found.

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

#[test]
fn what_is_no_request_is_refused() {
    let server = start();
    let post = |headers: &str, body: &str| {
        let length = body.len();
        let head =
            format!("POST /api/check HTTP/1.1\r\nContent-Length: {length}\r\nConnection: close\r\n{headers}\r\n");
        let answer = server.raw(&[head.as_bytes(), body.as_bytes()].concat());
        answer.split_whitespace().nth(1).map(str::to_owned).unwrap_or(answer)
    };
    let local = "Host: localhost\r\n";
    let json = "Host: localhost\r\nContent-Type: application/json\r\n";
    let good = r#"{"board":"1 2 3 0"}"#;
    assert_eq!(post(json, good), "200");
    assert_eq!(post(&json.replace("localhost", "example.org"), good), "403", "another name");
    assert_eq!(post("Content-Type: application/json\r\n", good), "400", "no name");
    assert_eq!(post(&format!("{json}Origin: http://example.org\r\n"), good), "403");
    assert_eq!(post(&format!("{json}Sec-Fetch-Site: cross-site\r\n"), good), "403");
    assert_eq!(post(local, good), "415");
    assert_eq!(post(&format!("{local}Content-Type: text/plain\r\n"), good), "415");
    assert_eq!(post(json, "{"), "400");
    assert_eq!(post(json, ""), "400");
    assert_eq!(post(json, &"[".repeat(60_000)), "400");
    assert_eq!(post(json, &" ".repeat(65_537)), "413");
    assert_eq!(server.get("/api/check").0, 405);
    for broken in ["\0\0\0\0\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "GET\r\n\r\n"] {
        assert!(server.raw(broken.as_bytes()).starts_with("HTTP/1.1 400"), "{broken:?}");
    }
    let long = format!("GET / HTTP/1.1\r\nHost: localhost\r\nX: {}\r\n\r\n", "x".repeat(100_000));
    let answer = server.raw(long.as_bytes());
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 431"), "{answer}");
    assert_eq!(server.get("/health").0, 200);
}
