//! What makes a text from outside a text of the page: askama calls it for each value of a template.

use askama::filters::{Escaper, Html};
use chivalry_corpus::Escaped;
use std::fmt::{self, Write};

/// Shows control characters, and those that turn the direction of what follows, as escapes, and what is special to HTML as a reference: a text is a text
/// inside of elements and of quoted attributes, and is not obeyed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Text;

impl Escaper for Text {
    fn write_escaped_str<W: Write>(&self, page: W, text: &str) -> fmt::Result {
        Html.write_escaped_str(page, &Escaped(text).to_string())
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
            "&#60;/p&#62;&#60;script&#62;alert(&#34;1&#34; &#38; &#39;2&#39;)&#60;/script&#62;\\u{202e}\\u{1b}\\t";
        assert_eq!(page, expected);
    }
}
