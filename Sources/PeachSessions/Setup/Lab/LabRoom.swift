package import PeachTrials

/// What a day in the lab needs of its room beside what its trials need.
package protocol LabRoom: ComparisonRoom, MatchingRoom {
  /// Shows a page until the listener has done with it.
  func turn(_ page: LabPage, listener: String) -> PageTurn
}
