import PeachPitch
package import PeachSupport
package import PeachTrials

/// The change of a listener on one trial. The listener hears offset / ratio + shift, and guesses without listening
/// with probability `lapse`.
package struct ListenerMoment: Hashable, Sendable {
  /// Factor by which a difference must grow to be heard equally well.
  package var ratio: Double
  /// The shift of the heard offset, in cents.
  package var shift: Double
  /// The standard deviation of the shift while it is not drawn yet; 0 once it is drawn.
  package var spread: Double
  package var lapse: Double

  package init(ratio: Double = 1, shift: Double = 0, spread: Double = 0, lapse: Double = 0) {
    self.ratio = ratio
    self.shift = shift
    self.spread = spread
    self.lapse = lapse
  }

  /// The level goes with the offset that it is the size of, for models that answer levels.
  @inline(__always)
  func heard(_ comparison: Comparison) -> Comparison {
    if ratio == 1, shift == 0 { return comparison }
    var heard = comparison
    let level = comparison.level.value
    heard.offset = comparison.offset / ratio + shift
    heard.level.value = level / ratio + (comparison.offset == level ? shift : -shift)
    return heard
  }
}

/// A change of a listener from trial to trial. Each kind has its own file. Its parameters stand next to those of the
/// listener that it changes.
package protocol ListenerChange: Sendable {
  /// The name in experiment files: `fatigue`.
  static var kind: String { get }
  /// One line for lists.
  static var summary: String { get }
  /// The publication that the change follows.
  static var source: String { get }
  /// The publications of `source` that Peach does not know.
  static var references: [Reference] { get }
  /// Example settings, together with those of a Gaussian listener.
  static var example: String { get }
  /// How the listener changed, as a sentence in the past tense for a methods section.
  static var behaviour: String { get }
  /// The trials to which the true threshold refers, in words.
  static var truthConvention: String { get }
  /// Whether the change depends on earlier trials.
  static var isConditional: Bool { get }
  /// Whether the change depends on the loudness of the target.
  static var hearsLoudness: Bool { get }
  /// Whether `moment` is the same at every reference note and interval.
  static var isSameOnAllNotes: Bool { get }
  /// Whether the shift depends on the offset. An addition to the offset is then not added to what the listener hears.
  var shiftsByOffset: Bool { get }
  /// Declares and reads its parameters.
  static func read(_ reader: Reader, in task: TrialTask) -> Self
  /// The change on the next trial, as far as it is known. It is fully known once the trial has begun.
  func moment(for comparison: Comparison) -> ListenerMoment
  /// Begins a trial. Draws the same number of values on every trial.
  mutating func begin(using random: inout RandomStream)
  /// Ends a trial with its answer.
  mutating func end(_ comparison: Comparison, isHigher: Bool)
}

extension ListenerChange {
  package static var references: [Reference] { [] }
  package static var truthConvention: String { "the true threshold is the same on every trial" }
  package static var isConditional: Bool { true }
  package static var hearsLoudness: Bool { false }
  package static var isSameOnAllNotes: Bool { false }
  package var shiftsByOffset: Bool { false }
  package mutating func begin(using random: inout RandomStream) {}
  package mutating func end(_ comparison: Comparison, isHigher: Bool) {}
}

/// A listener who changes from trial to trial, as `Change` describes.
package struct ChangingListener<Change: ListenerChange>: ComposedListener, NoisyListener {
  package static var kind: String { Change.kind }
  package static var summary: String { Change.summary }
  package static var source: String { Change.source }
  package static var references: [Reference] { Change.references }
  package static var example: String { Change.example }
  package static var behaviour: String { Change.behaviour }
  package static var truthConvention: String { Change.truthConvention }

  private var change: Change
  private var inner: any Listener
  /// The probability of a positive answer in a trial that is guessed.
  private let guess: Double
  /// The value on the first trial.
  private let firstLapse: Double
  private let isAccuracy: Bool

  package static func read(_ reader: Reader, in task: TrialTask, among kinds: ListenerRegistry) -> Self {
    let change = Change.read(reader, in: task)
    return ChangingListener(change, of: InnerListener.read(reader, in: task, among: kinds), in: task)
  }

  package init(_ change: Change, of inner: any Listener, in task: TrialTask) {
    self.change = change
    self.inner = inner
    // Of yes and no, as of higher and lower, one is as likely as the other.
    guess = task.kind == .comparison || task.kind == .yesNo ? 0.5 : task.guessRate
    isAccuracy = task.kind != .comparison
    firstLapse =
      change.moment(
        for: Comparison(reference: task.notes.lowerBound, interval: .prime, offset: 0, level: Level(0))
      ).lapse
  }

  /// The draws of the change, two, and those of the listener.
  package mutating func answer(_ comparison: Comparison, using random: inout RandomStream) -> Answer {
    change.begin(using: &random)
    let moment = change.moment(for: comparison)
    let (lapsing, guessing) = (random.unit(), random.unit())
    var answer = inner.answer(moment.heard(comparison), using: &random)
    if lapsing < moment.lapse { answer.isHigher = guessing < guess }
    change.end(comparison, isHigher: answer.isHigher)
    return answer
  }

  package func probability(of comparison: Comparison) -> Double { probability(of: comparison, spread: 0) }

  func probability(of comparison: Comparison, spread: Double) -> Double {
    if spread > 0, change.shiftsByOffset { return sum(of: comparison, spread: spread) }
    let moment = change.moment(for: comparison)
    let own = moment.spread
    let theirs = spread / moment.ratio
    let heard = inner.mean(
      of: moment.heard(comparison), spread: own == 0 ? theirs : (own * own + theirs * theirs).squareRoot())
    return moment.lapse == 0 ? heard : moment.lapse * guess + (1 - moment.lapse) * heard
  }

  package func member(using random: inout RandomStream) -> (any Listener)? {
    guard let member = inner.member(using: &random) else { return nil }
    var changing = self
    changing.inner = member
    return changing
  }

  package func hearing(_ sounds: RunSounds) -> any Listener {
    var changing = self
    changing.inner = inner.hearing(sounds)
    return changing
  }

  package var isConditional: Bool { Change.isConditional || inner.isConditional }
  package var hasKnownTruth: Bool { inner.hasKnownTruth }
  package var fault: String? { inner.fault }
  package var hearsLoudness: Bool { Change.hearsLoudness || inner.hearsLoudness }
  package var isSameOnAllNotes: Bool { Change.isSameOnAllNotes && inner.isSameOnAllNotes }

  /// The value on the first trial.
  package var lapse: Double { firstLapse * (isAccuracy ? 1 - guess : 0.5) + (1 - firstLapse) * inner.lapse }
}
