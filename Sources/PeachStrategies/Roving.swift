import PeachPitch
package import PeachTrials

/// Lifts a level strategy to comparisons: draws the interval, a reference note uniformly from where that interval
/// fits, and a fair sign, ignored on a signed axis. In a task without notes the comparison carries the level alone. A level that
/// cannot sound is presented, and told to the strategy, as the largest that can.
///
/// Three draws of the task stream on every trial of a comparison task, whatever the level and the answer; a fourth for
/// the order of the notes of a choice among them. With composed sounds one draw, for the interval of the target.
package struct Roving<Inner: LevelStrategy>: ComparisonStrategy {
  package private(set) var inner: Inner
  package private(set) var next: Comparison?
  private var ground: RovingStart

  init(_ inner: Inner, on ground: RovingStart, using streams: inout Streams) {
    self.inner = inner
    self.ground = ground
    draw(using: &streams)
  }

  /// - Parameter profile: The listener's profile, which sets the present size of a growing range of notes.
  package init(
    _ inner: Inner, in task: TrialTask, _ profile: PerceptualProfile = PerceptualProfile(),
    using streams: inout Streams
  ) {
    self.init(inner, on: RovingStart(task, profile), using: &streams)
  }

  @inline(__always)
  package mutating func take(_ done: CompletedComparison, using streams: inout Streams) {
    inner.update(
      ground.limits.level(of: done.comparison), done.response(isJudged: ground.isJudged), using: &streams)
    ground.notes.heard(done.comparison.reference)
    draw(using: &streams)
  }

  package mutating func pass(_ done: CompletedComparison, using streams: inout Streams) {
    inner.pass(done.response(isJudged: ground.isJudged))
    draw(using: &streams)
  }

  @inline(__always)
  private mutating func draw(using streams: inout Streams) {
    guard let level = inner.next else {
      next = nil
      return
    }
    guard !ground.notes.choices.isEmpty else {
      var drawn = Comparison(reference: ground.lowest, interval: .prime, offset: level.value, level: level)
      if ground.orders > 1 { drawn.order = streams.task.index(below: ground.orders) }
      next = drawn
      return
    }
    let choice = ground.notes.choices[streams.task.index(below: ground.notes.choices.count)]
    let reference = choice.reference(at: streams.task.index(below: choice.count))
    let sign = streams.task.sign()
    var drawn = Comparison(
      reference: reference, interval: choice.interval, offset: ground.isSigned ? level.value : sign * level.value,
      level: level)
    if ground.orders > 1 { drawn.order = streams.task.index(below: ground.orders) }
    next = ground.limits.limited(drawn)
  }

  package var unlimitedNext: Comparison? {
    guard var asked = next, let level = inner.next, level.value != asked.level.value else { return next }
    asked.level.value = level.value
    asked.offset = ground.isSigned || asked.offset > 0 ? level.value : -level.value
    return asked
  }

  package var estimates: [Estimate] { inner.estimates }
  package var estimatesAtEnd: [Estimate] {
    var ended = inner
    ended.close()
    return ended.estimates
  }
  package var status: Status { inner.status }
  package var reversals: Int { inner.reversals }
  package var fault: String? { inner.fault }
}

/// The start that all tracks of a task share. It is computed once, because a simulation makes millions of tracks.
struct RovingStart: Sendable {
  fileprivate var notes: ReferenceNotes
  fileprivate let isSigned: Bool
  fileprivate let isJudged: Bool
  /// How many orders the notes or intervals of a trial can have.
  fileprivate let orders: Int
  /// The reference of a comparison without notes.
  fileprivate let lowest: MIDINote
  fileprivate let limits: SoundLimits

  /// - Parameter profile: The listener's profile, which sets the present size of a growing range of notes.
  init(_ task: TrialTask, _ profile: PerceptualProfile) {
    limits = SoundLimits(of: task)
    notes = ReferenceNotes(of: task, profile)
    isSigned = task.axis.isSigned
    isJudged = task.judgesAnswers
    orders = task.orders
    lowest = task.notes.lowerBound
  }
}
