import Pitch
public import Trials

/// Lifts a level strategy to comparisons: draws the interval, a reference note uniformly from where that interval
/// fits, and a fair sign, ignored on a signed axis. In a level task the comparison carries the level alone.
///
/// Three draws of the task stream on every trial of a comparison task, whatever the level and the answer; a fourth for
/// the order of the notes of a choice among them.
public struct Roving<Inner: LevelStrategy>: ComparisonStrategy {
  public private(set) var inner: Inner
  public private(set) var next: Comparison?
  private var notes: ReferenceNotes
  private let isSigned: Bool
  private let isJudged: Bool
  /// How many orders the notes of a trial can have.
  private let orders: Int
  private let noNote: Comparison

  /// - Parameter profile: What a range of notes that grows has grown by before.
  public init(
    _ inner: Inner, in task: TrialTask, _ profile: PerceptualProfile = PerceptualProfile(),
    using streams: inout Streams
  ) {
    self.inner = inner
    notes = ReferenceNotes(of: task, profile)
    isSigned = task.axis.isSigned
    isJudged = task.judgesAnswers
    orders = task.kind.form?.orders.count ?? 1
    noNote = Comparison(
      reference: task.notes.lowerBound, interval: .prime, offset: 0, level: Level(0))
    draw(using: &streams)
  }

  @inline(__always)
  public mutating func take(_ done: CompletedComparison, using streams: inout Streams) {
    inner.update(done.comparison.level, done.response(isJudged: isJudged), using: &streams)
    notes.heard(done.comparison.reference)
    draw(using: &streams)
  }

  public mutating func pass(_ done: CompletedComparison, using streams: inout Streams) {
    inner.pass(done.response(isJudged: isJudged))
    draw(using: &streams)
  }

  @inline(__always)
  private mutating func draw(using streams: inout Streams) {
    guard let level = inner.next else {
      next = nil
      return
    }
    guard !notes.choices.isEmpty else {
      next = Comparison(reference: noNote.reference, interval: noNote.interval, offset: level.value, level: level)
      return
    }
    let choice = notes.choices[streams.task.index(below: notes.choices.count)]
    let reference = choice.reference(at: streams.task.index(below: choice.count))
    let sign = streams.task.sign()
    var drawn = Comparison(
      reference: reference, interval: choice.interval, offset: isSigned ? level.value : sign * level.value,
      level: level)
    if orders > 1 { drawn.order = streams.task.index(below: orders) }
    next = drawn
  }

  public var estimates: [Estimate] { inner.estimates }
  public var estimatesAtEnd: [Estimate] {
    var ended = inner
    ended.close()
    return ended.estimates
  }
  public var status: Status { inner.status }
  public var reversals: Int { inner.reversals }
  public var fault: String? { inner.fault }
}
