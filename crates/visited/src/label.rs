//! What is stored with a state.

/// The side of a search that generated a state, and half the state's depth modulo 2.
///
/// The neighbours of a state at depth d are at d − 1 and d + 1, which differ modulo 4. So a depth modulo 4 is enough to find the way down to
/// the root; and as the blank's square tells whether a depth is odd, one bit of the depth is all that need be stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label(
    /// The side in bit 1, the bit of the depth in bit 0, and [`Label::PRESENT`].
    pub(crate) u32,
);

impl Label {
    /// Set in every label, so that 0 can stand for none.
    const PRESENT: u32 = 0b100;

    /// The label of a state of side 0 or 1. A search with one side has side 0.
    #[inline]
    pub const fn new(side: usize, depth: u32) -> Self {
        Self(Self::PRESENT | (side as u32 & 1) << 1 | depth >> 1 & 1)
    }

    /// The side, 0 or 1.
    #[inline]
    pub const fn side(self) -> usize {
        (self.0 >> 1 & 1) as usize
    }

    /// The label of the states one move nearer to the root, given whether this one's depth is even.
    pub(crate) const fn one_down(self, even: bool) -> Self {
        Self(self.0 ^ even as u32)
    }

    /// The label with these lowest two bits.
    #[inline]
    pub(crate) const fn from_low_bits(bits: u32) -> Self {
        Self(bits & 0b11 | Self::PRESENT)
    }
}
