/// Hears of every completed comparison.
public protocol ComparisonObserver {
  mutating func observe(_ done: CompletedComparison)
}

/// Hears of every completed pitch matching.
public protocol PitchMatchingObserver {
  mutating func observe(_ done: CompletedPitchMatching)
}
