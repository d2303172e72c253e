public import Trials

/// A level strategy with comfort and catch trials between its own.
public struct Interjected<Inner: LevelStrategy>: LevelStrategy {
  private var inner: Inner
  private var interjections: Interjections

  public init(_ inner: Inner, _ settings: Interjections.Settings) {
    self.inner = inner
    interjections = Interjections(settings)
  }

  public var next: Level? {
    guard let own = inner.next else { return nil }
    return interjections.pending ?? own
  }

  public mutating func update(_ presented: Level, _ response: Response, using streams: inout Streams) {
    if presented.kind.isInterjected {
      inner.pass(response)
    } else {
      inner.update(presented, response, using: &streams)
    }
    interjections.count(presented, response, using: &streams)
  }

  public var estimates: [Estimate] { inner.estimates }
  public var status: Status { inner.status }
  public var reversals: Int { inner.reversals }
  public var target: Double? { inner.target }
  public var targetText: String { inner.targetText }
  public var namedTracks: [NamedTrack] { inner.namedTracks }
  public var judgesSigns: Bool { inner.judgesSigns }
  public var noiseShare: Double { inner.noiseShare }
}
