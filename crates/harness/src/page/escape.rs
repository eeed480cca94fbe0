//! What makes a text from outside a text of the page: askama calls it for each value of a template.

use askama::filters::Escaper;
use chivalry_corpus::Escaped;
use std::fmt::{self, Write};

/// Shows control characters, and those that turn the direction of what follows, as escapes, and what is special to HTML as a reference: a text is a text
/// inside of elements and of quoted attributes, and is not obeyed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Text;

impl Escaper for Text {
    fn write_escaped_str<W: Write>(&self, mut page: W, text: &str) -> fmt::Result {
        for c in Escaped(text).to_string().chars() {
            match c {
                '<' => page.write_str("&lt;")?,
                '>' => page.write_str("&gt;")?,
                '&' => page.write_str("&amp;")?,
                '"' => page.write_str("&quot;")?,
                '\'' => page.write_str("&#39;")?,
                c => page.write_char(c)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_from_outside_is_markup() {
        let mut page = String::new();
        Text.write_escaped_str(&mut page, "</p><script>alert(\"1\" & '2')</script>\u{202e}\u{1b}\t").unwrap();
        let expected =
            "&lt;/p&gt;&lt;script&gt;alert(&quot;1&quot; &amp; &#39;2&#39;)&lt;/script&gt;\\u{202e}\\u{1b}\\t";
        assert_eq!(page, expected);
    }
}
