public import Configuration
import Pitch
public import Trials

/// A Gaussian listener whose JND follows the frequency of the target note by a published law, scaled to the person.
///
/// σ = scale · limen(f) / 0.67449, f the frequency of the correct interval pitch: the law's limen is taken as the 75 %
/// point, and `scale` is the person's own over the law's.
public struct FrequencyLawListener: ListenerDeclaration {
  public static let kind = "frequency-law"
  public static let summary = "Gaussian, with a JND that follows frequency, level and duration by a published law"
  public static let source =
    "Wier et al. (1977), doi:10.1121/1.381251; Nelson et al. (1983), doi:10.1121/1.389579; "
    + "Micheyl et al. (2012), doi:10.1016/j.heares.2012.07.004"
  public static let example = "law: micheyl-2012, level: 60, scale: 2, lapse: 0.02"

  /// σ in cents by target note, for reference + semitones in 0…127 and each tuning's size of the interval.
  private let sigmas: [Double]
  private let decision: Decision

  public static func read(_ reader: Reader, in task: TrialTask) -> FrequencyLawListener {
    reader.requireNotes(task)
    let law: FrequencyLaw = reader.choice("law", "The published law of the difference limen")
    let level = reader.number(
      "level", unit: "dB SL", in: .between(0, 120), default: law == .wier1977 ? 40 : 60,
      shownAs: "60; 40 for wier-1977", "Sensation level of the tones; the law of 1977 holds at 40 alone")
    let duration = reader.number(
      "duration", unit: "s", in: .between(0, 10), default: !task.choices.isEmpty ? task.noteDuration : 1,
      "Duration of the tones; the law of 2012 alone depends on it. Default the task's note-duration")
    if law == .wier1977, level != 40 {
      reader.report("expected 40: the law of 1977 holds at 40 dB SL, got \(level.shortest)", at: "level")
    }
    let scale = reader.number("scale", unit: "1", in: .positive, default: 1, "The person's JND over the law's")
    return FrequencyLawListener(
      sigmas: sigmas(in: task) { scale * law.limen(at: $0, level: level, duration: duration) / Decision.jndPerSigma },
      decision: Decision(reader, in: task))
  }

  init(sigmas: [Double], decision: Decision) {
    self.sigmas = sigmas
    self.decision = decision
  }

  /// The table of σ over interval (−12…12) and reference note (0…127).
  private static func sigmas(in task: TrialTask, sigma: (Double) -> Double) -> [Double] {
    var table = [Double](repeating: 0, count: 25 * 128)
    for choice in ReferenceNotes.reachable(in: task) {
      for index in 0..<choice.count {
        let reference = choice.reference(at: index)
        let target = task.tuning.frequency(
          of: choice.interval, offset: .zero, above: reference, referencePitch: task.referencePitch)
        table[slot(reference, choice.interval)] = sigma(target.hertz)
      }
    }
    return table
  }

  private static func slot(_ reference: MIDINote, _ interval: DirectedInterval) -> Int {
    (interval.semitones + 12) * 128 + reference.number
  }

  public mutating func answer(_ comparison: Comparison, using random: inout RandomStream) -> Answer {
    let sigma = sigmas[FrequencyLawListener.slot(comparison.reference, comparison.interval)]
    return Answer(isHigher: decision.isHigher(comparison, sigma: sigma, using: &random))
  }

  public func probability(of comparison: Comparison) -> Double {
    let sigma = sigmas[FrequencyLawListener.slot(comparison.reference, comparison.interval)]
    return decision.probabilityHigher(comparison, sigma: sigma)
  }

  /// Of a choice among notes, in the mean of them.
  public var lapse: Double {
    let heard = sigmas.filter { $0 > 0 }
    return heard.reduce(0) { $0 + decision.asymptote(sigma: $1) } / Double(max(1, heard.count))
  }
}
