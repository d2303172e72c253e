public import Trials

/// A comparison that a listener answered, with all that is stored of it.
public struct LiveTrial: Hashable, Sendable {
  /// In its session, from 1.
  public var number: Int
  public var done: CompletedComparison
  /// The name of the track it belongs to; empty where there is one alone.
  public var track: String
  public var isReversal: Bool
  /// What the strategy believes after it.
  public var estimate: Estimate?
  public var presentation: Presentation
  /// Of the device, in seconds; nil where nothing sounded.
  public var onsetLatency: Double?
  /// Seconds from target onset; nil where no time passed.
  public var responseTime: Double?
  public var timestamp: String?
}

/// Where answered trials go, each before the next sound.
public protocol TrialStore: AnyObject {
  /// Returns once the trial is durable.
  func store(_ trial: LiveTrial) throws
}

/// What shows a listener where the session stands.
public protocol SessionDisplay: AnyObject {
  /// A new state, of a comparison that has one.
  func show(_ state: SessionState, of comparison: Comparison)
  /// A wrong answer: one tick that needs no eyes.
  func tick()
}
