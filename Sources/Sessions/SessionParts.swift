public import Trials

/// Where answered trials go, each before the next sound.
public protocol TrialStore: AnyObject {
  /// Returns once the trial is durable.
  func store(_ trial: TrialRecord) throws
}

/// What shows a listener where the session stands.
public protocol SessionDisplay: AnyObject {
  /// A new state, of a comparison that has one.
  func show(_ state: SessionState, of comparison: Comparison)
  /// A wrong answer: one tick that needs no eyes.
  func tick()
}
