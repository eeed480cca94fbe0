//! Progress bars on standard error.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::Duration;

/// How often a bar is drawn, and how long a task may take before one is.
const INTERVAL: Duration = Duration::from_millis(250);

/// What a bar looks like.
const TEMPLATE: &str = "{msg} {wide_bar} {percent:>3} %, {eta} left";

/// A bar with the time left for so many steps. Nothing is drawn where standard error is no terminal.
pub(crate) fn bar(steps: u64, what: &'static str) -> ProgressBar {
    // The template is a constant that a test draws; a plain bar is no reason to stop.
    let style = ProgressStyle::with_template(TEMPLATE).unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::with_draw_target(Some(steps), ProgressDrawTarget::stderr_with_hz(4));
    bar.enable_steady_tick(INTERVAL);
    bar.with_message(what).with_style(style)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_template_is_valid() {
        assert!(ProgressStyle::with_template(TEMPLATE).is_ok());
        let bar = bar(2, "testing");
        bar.inc(2);
        bar.finish_and_clear();
    }
}
