//! Text of a page that is built by hand: what comes from outside is escaped by the only way in.

use chivalry_corpus::Escaped;
use std::fmt::{self, Display, Write};

/// A text for a page: control characters, and those that turn the direction of what follows, are shown as escapes, not obeyed.
///
/// What is special to HTML is left for the template, or [`Markup::text`], to escape.
pub(super) fn clean(text: &str) -> String {
    Escaped(text).to_string()
}

/// Markup that grows at its end.
#[derive(Clone, Debug, Default)]
pub(super) struct Markup(String);

impl Markup {
    /// Adds markup that is the program's own: literals and numbers, no text from outside.
    pub(super) fn own(&mut self, markup: fmt::Arguments<'_>) -> &mut Self {
        // Writing to a string cannot fail.
        let _ = self.0.write_fmt(markup);
        self
    }

    /// Adds a text, escaped so that it is a text inside of elements and of quoted attributes.
    pub(super) fn text(&mut self, text: impl Display) -> &mut Self {
        for c in clean(&text.to_string()).chars() {
            match c {
                '<' => self.0.push_str("&lt;"),
                '>' => self.0.push_str("&gt;"),
                '&' => self.0.push_str("&amp;"),
                '"' => self.0.push_str("&quot;"),
                '\'' => self.0.push_str("&#39;"),
                c => self.0.push(c),
            }
        }
        self
    }

    /// The markup.
    pub(super) fn finish(self) -> String {
        self.0
    }
}

/// JSON that may stand inside of a script element: nothing in it ends the element or begins another.
pub(super) fn json(value: &impl serde::Serialize) -> serde_json::Result<String> {
    let json = serde_json::to_string(value)?;
    let mut safe = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            // Inside of strings alone, where an escape stands for the character.
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                let _ = write!(safe, "\\u{:04x}", u32::from(c));
            }
            c => safe.push(c),
        }
    }
    Ok(safe)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_from_outside_is_markup() {
        let mut markup = Markup::default();
        markup.own(format_args!("<p>")).text("</p><script>alert(\"1\" & '2')</script>\u{202e}\u{1b}");
        let expected =
            "<p>&lt;/p&gt;&lt;script&gt;alert(&quot;1&quot; &amp; &#39;2&#39;)&lt;/script&gt;\\u{202e}\\u{1b}";
        assert_eq!(markup.finish(), expected);
    }

    #[test]
    fn no_string_ends_the_script_that_holds_it() {
        let hostile = "</script><!--<script>&\u{2028}";
        let safe = json(&[hostile]).unwrap();
        assert!(!safe.contains(['<', '>', '&', '\u{2028}']), "{safe}");
        assert_eq!(serde_json::from_str::<[String; 1]>(&safe).unwrap(), [hostile]);
    }
}
