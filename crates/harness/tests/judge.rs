//! Programs judged, as a user runs `chivalry judge`.
