package import PeachStorage
package import PeachTrials

/// One block of one listener in a study, or one condition of a block, as the experimenter sees it.
package struct StudyBlock: Sendable {
  package enum Status: String, CaseIterable, Sendable {
    case left, running, unfinished, done, skipped, excluded
  }

  package var study: String
  package var listener: String
  /// The listener's place in the counterbalanced order, from 1.
  package var place: Int
  /// The listener's group; `nil` if the study has none.
  package var group: String?
  /// The block, its day and its condition.
  package var part: LabPart
  /// The block's place in the listener's order, from 1; `nil` for the practice.
  package var position: Int?
  package var status: Status
  /// The block's session; `nil` before it began.
  package var session: SessionRecord?
  /// When its last trial was answered, ISO 8601 UTC; `nil` before, and on a virtual clock.
  package var lastAnswerAt: String?
  /// Whether the study has ended for the listener, who failed the headphone screening.
  package var isScreenedOut = false
  /// The answers so far; `nil` before the first, and for practice.
  package var result: BlockResult?

  package init(
    study: String, listener: String, place: Int, group: String? = nil, part: LabPart, position: Int?, status: Status,
    session: SessionRecord?
  ) {
    self.study = study
    self.listener = listener
    self.place = place
    self.group = group
    self.part = part
    self.position = position
    self.status = status
    self.session = session
  }
}
