//! Programs that are not Rust's own: looked for before they are needed, with the line that installs each.

use std::process::{Command, Stdio};

/// A program that an artefact needs.
pub(super) struct Tool {
    /// Commands that succeed if the tool is there; one is enough.
    pub(super) probes: &'static [&'static [&'static str]],
    /// The line to type to install it.
    pub(super) install: &'static str,
}

impl Tool {
    /// The words that start the tool, if it is there: those of the probe but the last.
    pub(super) fn found(&self) -> Option<&'static [&'static str]> {
        let succeeds = |probe: &[&str]| {
            let mut command = Command::new(probe[0]);
            command.args(&probe[1..]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
            command.status().is_ok_and(|status| status.success())
        };
        let probe = self.probes.iter().find(|probe| succeeds(probe))?;
        probe.split_last().map(|(_, start)| start)
    }
}

/// Says of each missing tool what to do.
pub(super) fn missing(tools: &[Tool]) -> Vec<String> {
    let name = |tool: &Tool| tool.probes[0][0].to_owned();
    let absent = tools.iter().filter(|tool| tool.found().is_none());
    absent.map(|tool| format!("there is no {}; install it with: {}", name(tool), tool.install)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_tool_is_named_with_the_line_that_installs_it() {
        let there = Tool { probes: &[&["no-such-program", "-V"], &["cargo", "--version"]], install: "rustup" };
        assert_eq!(there.found(), Some(&["cargo"][..]));
        let absent = Tool { probes: &[&["no-such-program", "-V"]], install: "apt-get install no-such-program" };
        assert_eq!(
            missing(&[there, absent]),
            ["there is no no-such-program; install it with: apt-get install no-such-program"]
        );
    }
}
