//! Masks: which bodies meet which, before a pair of them is tested.

/// What a body is and what it meets: a bit for each of up to 32 categories. Two bodies meet where each one meets a
/// category of the other. The default is everything and meets everything.
///
/// ```
/// use collide2d::Filter;
///
/// const PLAYER: u32 = 1;
/// const LEVEL: u32 = 2;
/// let player = Filter { is: PLAYER, meets: LEVEL };
/// assert!(player.lets_meet(Filter { is: LEVEL, meets: PLAYER }));
/// assert!(!player.lets_meet(player), "players pass through each other");
/// assert!(player.lets_meet(Filter::default()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Filter {
    /// The categories that the body is; 0: nobody meets it.
    pub is: u32,
    /// The categories that it meets; 0: none.
    pub meets: u32,
}

impl Filter {
    /// Whether the two bodies meet, in either order.
    #[inline]
    pub fn lets_meet(self, other: Self) -> bool {
        (self.meets & other.is != 0) & (other.meets & self.is != 0)
    }
}

impl Default for Filter {
    fn default() -> Self {
        Self { is: u32::MAX, meets: u32::MAX }
    }
}

stored!(Filter { is, meets });
