package import PeachTrials

/// The pages of a day in the lab, in addition to what its trials need.
package protocol StudyIO: ComparisonIO, MatchingIO {
  /// Shows a page until the listener has done with it.
  ///
  /// - Parameter sound: The sound that the page offers; `nil` if it offers none.
  func turn(_ page: LabPage, listener: String, playing sound: PageSound?) -> PageTurn
  /// Asks a question until the listener has answered it.
  func ask(_ page: QuestionPage, listener: String) -> QuestionTurn
  /// The language of the pages that the listener reads.
  var language: PageLanguage { get }
}
