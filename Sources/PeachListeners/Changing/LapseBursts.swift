package import PeachSupport
package import PeachTrials

/// Attention that comes and goes: a Markov chain of two states. In a burst a trial is guessed with probability
/// `burst-lapse`; a burst lasts `length` trials in the mean, and `share` of all trials are in one, the first as likely as
/// any.
///
/// The truth is that of the first trial, and in the mean that of all: of a lapse more often by share · burst-lapse.
///
/// Source: Gilbert (1960), Bell Syst. Tech. J. 39:1253–1265, doi:10.1002/j.1538-7305.1960.tb03959.x, for the chain;
/// Ashwood et al. (2022), Nat. Neurosci. 25:201–212, doi:10.1038/s41593-021-01007-z, for observers who are engaged and
/// disengaged for many trials in a row.
package struct LapseBursts: ListenerChange {
  package static let kind = "lapse-bursts"
  package static let summary = "a listener who does not listen for some trials in a row"
  package static let behaviour =
    "Lapses came in bursts of trials in a row."
  package static let source =
    "Gilbert (1960), doi:10.1002/j.1538-7305.1960.tb03959.x; Ashwood et al. (2022), doi:10.1038/s41593-021-01007-z"
  package static let truthConvention =
    "the threshold of the mean proportion correct over all trials; trials in a burst count as lapses"
  package static let example = "length: 5, share: 0.1, jnd: 12, lapse: 0.01"
  package static let isSameOnAllNotes = true

  private let share: Double
  private let lapse: Double
  private let leaving: Double
  private let entering: Double
  private var isInBurst: Bool?
  private var hasBegun = false

  package static func read(_ reader: Reader, in task: TrialTask) -> LapseBursts {
    let length = reader.number(
      "length", unit: "trials", in: .atLeast(1), "Mean length of a burst in trials")
    let share = reader.number("share", unit: "1", in: .within(0..<1), "Share of the trials that are in a burst")
    let lapse = reader.number(
      "burst-lapse", unit: "1", in: .within(0...1), default: 1, "Probability of guessing a trial that is in a burst")
    // Where bursts end sooner, there are too few trials between them.
    if share / (1 - share) > length {
      reader.report(
        "expected at most length/(1 + length), here \((length / (1 + length)).brief), because bursts of "
          + "\(length.brief) trials have at least one trial between them; got \(share.shortest)", at: "share",
        hint: "make bursts longer")
    }
    return LapseBursts(length: length, share: share, lapse: lapse)
  }

  package init(length: Double, share: Double, lapse: Double) {
    self.share = share
    self.lapse = lapse
    leaving = 1 / length
    entering = min(1, share / (1 - share) / length)
  }

  package func moment(for comparison: Comparison) -> ListenerMoment {
    if hasBegun { return ListenerMoment(lapse: isInBurst == true ? lapse : 0) }
    return ListenerMoment(lapse: lapse * probability)
  }

  /// That the next trial is in a burst.
  private var probability: Double { isInBurst.map { $0 ? 1 - leaving : entering } ?? share }

  /// One draw.
  package mutating func begin(using random: inout RandomStream) {
    isInBurst = random.unit() < probability
    hasBegun = true
  }

  package mutating func end(_ comparison: Comparison, isHigher: Bool) { hasBegun = false }
}
