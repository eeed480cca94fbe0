//! A set of squares.

use crate::Square;
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign};

/// A set of squares, one bit each in the low 25 bits.
///
/// Sets combine with `&`, `|`, `^`, `-` (difference) and `!`. `Display` draws the board, `x` for a member.
///
/// ```
/// use chivalry_board::{Square, Squares};
///
/// let corners: Squares = ["a1", "a5", "e1", "e5"].map(|s| s.parse::<Square>().unwrap()).into_iter().collect();
/// assert_eq!((!corners).len(), 21);
/// assert_eq!((corners | Square::CENTRE.into()).to_string(), "\
/// x . . . x
/// . . . . .
/// . . x . .
/// . . . . .
/// x . . . x");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Squares(u32);

impl Squares {
    /// No square.
    pub const EMPTY: Self = Self(0);

    /// All 25 squares.
    pub const ALL: Self = Self((1 << Square::COUNT) - 1);

    /// The set with these low 25 bits; higher bits are dropped.
    #[inline]
    pub const fn from_bits_truncate(bits: u32) -> Self {
        Self(bits & Self::ALL.0)
    }

    /// The set as bits: bit `i` is the square with number `i`.
    #[inline]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Whether the square is a member.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.0 & 1 != 0
    }

    /// The set and this square.
    #[inline]
    #[must_use]
    pub const fn with(self, square: Square) -> Self {
        Self(self.0 | 1 << square.0)
    }

    /// The set without this square.
    #[inline]
    #[must_use]
    pub const fn without(self, square: Square) -> Self {
        Self(self.0 & !(1 << square.0))
    }

    /// How many members, 0..=25.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is no member.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The set turned by 180°.
    #[inline]
    #[must_use]
    pub const fn turned(self) -> Self {
        Self(self.0.reverse_bits() >> (u32::BITS - Square::COUNT as u32))
    }

    /// The members in the order of their numbers.
    #[inline]
    pub const fn iter(self) -> Iter {
        Iter(self.0)
    }
}

/// Iterator over the members of a [`Squares`], in the order of their numbers.
#[derive(Clone, Debug)]
pub struct Iter(u32);

impl Iterator for Iter {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        let square = Square(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(square)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Iter {}

impl IntoIterator for Squares {
    type Item = Square;
    type IntoIter = Iter;

    #[inline]
    fn into_iter(self) -> Iter {
        self.iter()
    }
}

impl From<Square> for Squares {
    #[inline]
    fn from(square: Square) -> Self {
        Self(1 << square.0)
    }
}

impl FromIterator<Square> for Squares {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl Extend<Square> for Squares {
    fn extend<I: IntoIterator<Item = Square>>(&mut self, squares: I) {
        *self = squares.into_iter().fold(*self, Self::with);
    }
}

macro_rules! operator {
    ($operator:ident::$method:ident, $assign:ident::$assign_method:ident, |$a:ident, $b:ident| $result:expr) => {
        impl $operator for Squares {
            type Output = Self;
            #[inline]
            fn $method(self, other: Self) -> Self {
                let ($a, $b) = (self.0, other.0);
                Self($result)
            }
        }
        impl $assign for Squares {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                *self = $operator::$method(*self, other);
            }
        }
    };
}

operator!(BitAnd::bitand, BitAndAssign::bitand_assign, |a, b| a & b);
operator!(BitOr::bitor, BitOrAssign::bitor_assign, |a, b| a | b);
operator!(BitXor::bitxor, BitXorAssign::bitxor_assign, |a, b| a ^ b);
operator!(Sub::sub, SubAssign::sub_assign, |a, b| a & !b);

impl Not for Squares {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0 & Self::ALL.0)
    }
}

impl fmt::Display for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in Square::all() {
            let before = match (square.row(), square.column()) {
                (0, 0) => "",
                (_, 0) => "\n",
                _ => " ",
            };
            write!(f, "{before}{}", if self.contains(square) { 'x' } else { '.' })?;
        }
        Ok(())
    }
}

impl fmt::Debug for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn plain(set: Squares) -> BTreeSet<usize> {
        Square::all().filter(|&s| set.contains(s)).map(Square::index).collect()
    }

    proptest! {
        /// Every operator against the standard library's sets.
        #[test]
        fn behaves_as_a_set(a: u32, b: u32, index in 0u8..25) {
            let (a, b) = (Squares::from_bits_truncate(a), Squares::from_bits_truncate(b));
            let (x, y) = (plain(a), plain(b));
            prop_assert_eq!(plain(a & b), &x & &y);
            prop_assert_eq!(plain(a | b), &x | &y);
            prop_assert_eq!(plain(a ^ b), &x ^ &y);
            prop_assert_eq!(plain(a - b), &x - &y);
            prop_assert_eq!(plain(!a), &plain(Squares::ALL) - &x);
            prop_assert_eq!(a.len() as usize, x.len());
            prop_assert_eq!(a.is_empty(), x.is_empty());
            prop_assert_eq!(a.iter().map(Square::index).collect::<Vec<_>>(), x.iter().copied().collect::<Vec<_>>());
            prop_assert_eq!(a.iter().len(), x.len());
            prop_assert_eq!(a.into_iter().collect::<Squares>(), a);
            prop_assert_eq!(plain(a.turned()), x.iter().map(|i| 24 - i).collect());
            let square = Square::new(index).unwrap();
            prop_assert!(a.with(square).contains(square));
            prop_assert!(!a.without(square).contains(square));
            prop_assert_eq!(a.with(square) - Squares::from(square), a.without(square));
        }
    }

    #[test]
    fn high_bits_are_dropped() {
        assert_eq!(Squares::from_bits_truncate(u32::MAX), Squares::ALL);
        assert_eq!(Squares::ALL.len(), 25);
        assert_eq!(!Squares::ALL, Squares::EMPTY);
    }
}
