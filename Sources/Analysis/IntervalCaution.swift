import Fitting
public import Observations

/// A group of trials whose 95 % intervals are known to cover less or more than they state.
public enum IntervalCaution {
  /// Intervals of fits to fewer trials, placed by earlier answers, do not cover what they state.
  private static let fewTrials = 100.0

  public static func applies(to group: ObservationGroup) -> Bool {
    group.looksAdaptive && group.counts.total < fewTrials
  }

  /// The note of such a group in a row of a table.
  public static let text =
    "fewer than 100 trials that seem to be placed adaptively: 95 % intervals cover less or more than they state"
}
