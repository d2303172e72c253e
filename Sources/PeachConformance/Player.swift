import PeachSupport
import PeachTrials

extension Streams {
  init(seed: UInt64) { self.init(task: RandomStream(seed: seed), strategy: RandomStream(seed: ~seed)) }
}

/// One track under way: a strategy, its streams, and the answers so far. A copy forks it.
struct Player {
  private(set) var strategy: any ComparisonStrategy
  private(set) var streams: Streams
  private(set) var answered: [CompletedComparison] = []
  let task: TrialTask
  /// Whether a response means "correct" rather than "higher" or "yes".
  private let isUnsigned: Bool

  init(_ factory: StrategyFactory, in task: TrialTask, seed: UInt64) {
    streams = Streams(seed: seed)
    strategy = factory.make(using: &streams)
    isUnsigned = task.kind == .comparison && !task.axis.isSigned && !factory.isSigned
    self.task = task
  }

  mutating func tell(_ done: CompletedComparison) {
    strategy.update(done, using: &streams)
    answered.append(done)
  }

  /// Answers what the strategy asks, or the same at another level; nothing once it has stopped.
  mutating func answer(_ isPositive: Bool, at level: Double? = nil) {
    guard var comparison = strategy.next else { return }
    if let level {
      comparison.level.value = level
      comparison.offset = isUnsigned && comparison.offset < 0 ? -level : level
    }
    let isHigher = isUnsigned ? isPositive == (comparison.offset > 0) : isPositive
    tell(CompletedComparison(comparison, isHigher: isHigher, seconds: 0.713))
  }

  /// Answers until the strategy stops, at most so many trials.
  mutating func play(upTo trials: Int, _ isPositive: (Comparison) -> Bool) {
    while answered.count < trials, let comparison = strategy.next { answer(isPositive(comparison)) }
  }

}

/// Answers so that every rule finds its balance: P(positive) rises with the level from 0 to 1, through ½ at the first
/// level met; noise alone is answered yes once in eight.
struct Respondent {
  private var random: RandomStream
  private let scale: Axis.Scale
  private var middle: Double?

  init(seed: UInt64, axis: Axis) {
    random = RandomStream(seed: seed)
    scale = axis.scale
  }

  mutating func isPositive(_ comparison: Comparison) -> Bool {
    let level = comparison.level.value
    let middle = middle ?? level
    self.middle = middle
    let distance = scale == .log ? log(level / middle) : (level - middle) / max(1, abs(middle))
    return random.unit() < (comparison.level.kind == .noise ? 0.125 : 1 / (1 + exp(-3 * distance)))
  }
}

/// How many draws lead from one state of a stream to another; `nil` if a thousand do not.
func drawCount(from start: RandomStream, to end: RandomStream) -> Int? {
  var stream = start
  for count in 0...1000 {
    if stream == end { return count }
    _ = stream.next()
  }
  return nil
}
