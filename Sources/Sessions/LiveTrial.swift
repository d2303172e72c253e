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
