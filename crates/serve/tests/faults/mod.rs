//! Requests that are refused, or cannot be read: the answer names the field, what was expected and what was found.

use fifteen_serve::Config;
use serde_json::{Value, json};

use crate::support::{start, start_with};

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
    assert_eq!(server.get("/health").0, 200);
}

#[test]
fn every_error_has_the_body_and_the_headers_of_errors() {
    let server = start();
    let long = format!("GET / HTTP/1.1\r\nHost: localhost\r\nX: {}\r\n\r\n", "x".repeat(100_000));
    let get = |path: &str, head: &str| format!("GET {path} HTTP/1.1\r\n{head}Connection: close\r\n\r\n");
    let local = "Host: localhost\r\n";
    for (request, status) in [
        ("\0\0\0\0\r\n\r\n".to_owned(), 400),
        ("GET / HTTP/9.9\r\n\r\n".to_owned(), 400),
        ("GET\r\n\r\n".to_owned(), 400),
        (format!("GET / HTTP/1.1\r\n{local}Content-Length: x\r\n\r\n"), 400),
        (long, 431),
        (get(&format!("/{}", "x".repeat(70_000)), local), 431),
        (get("/%ff", local), 404),
        (get("/nothing", local), 404),
        (get("/api/check", local), 405),
        (get("/", ""), 400),
        (get("/", "Host: localhost\r\nHost: example.org\r\n"), 400),
        (get("http://example.org/", local), 400),
        (get("/", "Host: example.org\r\n"), 403),
    ] {
        let answer = server.raw(request.as_bytes());
        let begin: String = request.chars().take(60).collect();
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{begin:?}: {answer:?}");
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let head = head.to_lowercase();
        for header in ["content-type: application/json", "content-security-policy: ", "x-content-type-options: nosniff"]
        {
            assert!(head.contains(header), "{begin:?}: {head}");
        }
        let error: Value = serde_json::from_str(body).unwrap();
        assert!(error["error"].as_str().unwrap().len() > 20, "{begin:?}: {error}");
    }
    assert!(server.raw(get("http://localhost/", local).as_bytes()).starts_with("HTTP/1.1 200"));
}

#[test]
fn messages_are_for_people() {
    let server = start();
    let error = |path: &str, question: Value| {
        let (status, answer) = server.post(path, &question);
        assert!(status == 400 || status == 422, "{status}: {answer}");
        let error = answer["error"].as_str().unwrap().to_owned();
        assert!(
            error.len() < 200 && ["--", "cargo", "fifteen pdb"].iter().all(|word| !error.contains(word)),
            "{error}"
        );
        error
    };
    let sixes = "1 2 3 4 5 0";
    assert!(error("/api/check", json!({ "board": sixes })).contains("end each row with '/'"));
    assert!(error("/api/check", json!({ "board": "1 2 3 0", "goal": sixes })).contains("end each row with '/'"));
    let seconds = error("/api/solve", json!({ "board": "1 2 3 0", "seconds": 1e308 }));
    assert!(seconds.contains("1e308") || seconds.contains("1e+308"), "{seconds}");
    let events = server.events("/api/solve", &json!({ "board": "15 14 1 6 / 9 11 4 12 / 0 10 7 3 / 13 8 5 2" }));
    let notes: Vec<&str> = events.iter().filter_map(|(_, data)| data["text"].as_str()).collect();
    assert_eq!(notes, ["the search uses the small tables 6-6-3"]);
}

/// On Linux every address that begins with 127 is this machine alone.
#[cfg(target_os = "linux")]
#[test]
fn another_address_of_this_machine_answers() {
    let server = start_with(Config { address: "127.0.0.2:0".parse().unwrap(), ..Config::default() });
    assert_eq!(server.get("/health").0, 200);
}
