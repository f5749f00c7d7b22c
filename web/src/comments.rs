//! Removes comments from the scripts that browsers load.

/// Returns a script without the comments at the beginning of its lines.
///
/// Comments are a third of the scripts, so a first visit transfers about a quarter less without
/// them. The removed comments leave empty lines. Therefore, every line keeps its number, and the
/// lines that a browser shows in its developer tools are those of the repository.
///
/// Comments behind code remain, because `//` also occurs in strings and in regular expressions.
/// No script may contain a string of several lines, one of which begins like a comment: the test
/// `web/tests/comments.test.js` checks that only comments are missing.
pub fn without_comments(script: &str) -> String {
    let mut kept = String::with_capacity(script.len());
    let mut is_in_comment = false;
    for line in script.lines() {
        let content = line.trim_start();
        let comment = if is_in_comment {
            Some(content)
        } else {
            content.strip_prefix("/*")
        };
        kept += match comment {
            Some(comment) => {
                // In a line such as `/** @type {number} */ (value)`, code follows the comment.
                let code = comment.split_once("*/").map(|(_, code)| code);
                is_in_comment = code.is_none();
                code.unwrap_or_default()
            }
            None if content.starts_with("//") => "",
            None => line,
        };
        kept.push('\n');
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_comments_at_the_beginning_of_lines_are_removed() {
        let lines = [
            ("// A comment.", ""),
            (
                "import a from './a.js'; // behind code",
                "import a from './a.js'; // behind code",
            ),
            ("  /**", ""),
            ("   * Several lines, with a // inside.", ""),
            ("   */", ""),
            (
                "const url = 'https://example.org/*';",
                "const url = 'https://example.org/*';",
            ),
            ("  /** @type {number} */ (a).b();", " (a).b();"),
            ("  /* one line */", ""),
            ("  last();", "  last();"),
        ];
        let script: String = lines.iter().map(|(line, _)| format!("{line}\n")).collect();
        let expected: String = lines.iter().map(|(_, kept)| format!("{kept}\n")).collect();
        assert_eq!(without_comments(&script), expected);
    }
}
