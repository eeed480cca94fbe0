//! Progress bars on standard error.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::Duration;

/// How often a bar is drawn, and how long a task may take before one is.
const INTERVAL: Duration = Duration::from_millis(250);

/// A bar with the time left for so many steps. Nothing is drawn where standard error is no terminal.
pub(crate) fn bar(steps: u64, what: &'static str) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} {wide_bar} {percent:>3} %, {eta} left");
    let bar = ProgressBar::with_draw_target(Some(steps), ProgressDrawTarget::stderr_with_hz(4)).with_message(what);
    // The template is a constant that a test draws; a plain bar is no reason to stop.
    if let Ok(style) = style {
        bar.set_style(style);
    }
    bar.enable_steady_tick(INTERVAL);
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_template_is_valid() {
        assert!(ProgressStyle::with_template("{msg} {wide_bar} {percent:>3} %, {eta} left").is_ok());
        let bar = bar(2, "testing");
        bar.inc(2);
        bar.finish_and_clear();
    }
}
