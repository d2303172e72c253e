/// A block of a study that was skipped or restarted for one listener.
package struct BlockRepair: Hashable, Sendable {
  package enum Action: String, CaseIterable, Hashable, Sendable {
    /// The study continues without the block.
    case skipped
    /// The block runs again from its first trial, in a session of its own.
    case restarted
  }

  package var block: String
  /// The day of the study; `nil` if the study has no days.
  package var day: String?
  package var action: Action
  package var note: String
  /// ISO 8601 UTC.
  package var time: String
  /// The number of the session that was set aside; `nil` if the block had none.
  package var session: Int?
  /// The trials of that session.
  package var trials = 0
}

/// One value of a study's file that changed after the study had begun.
package struct StudyChange: Hashable, Sendable {
  /// The keys that lead to the value: `strategies.steps.limits`.
  package var path: String
  /// `nil` if the file did not state the value before.
  package var old: String?
  /// `nil` if the file does not state the value any more.
  package var new: String?
  /// ISO 8601 UTC; `nil` on a virtual clock.
  package internal(set) var time: String?

  package init(path: String, old: String?, new: String?) {
    self.path = path
    self.old = old
    self.new = new
  }

  /// Both values in words.
  package var text: String {
    switch (old, new) {
    case (let old?, let new?): "\(path) was \(old) and is now \(new)"
    case (nil, let new?): "\(path) is now \(new); the file did not state it before"
    case (let old?, nil): "\(path) was \(old); the file no longer states it"
    case (nil, nil): path
    }
  }
}

/// The experiment under which a session went on after the study's file had changed.
package struct Continuation: Hashable, Sendable {
  /// The first trial that this experiment chose.
  package var firstTrial: Int
  /// The resolved experiment, as JSON.
  package var experiment: String
}
