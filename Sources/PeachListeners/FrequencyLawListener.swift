import PeachPitch
package import PeachSupport
package import PeachTrials

/// A Gaussian listener whose JND follows the frequency of the target note by a published law, scaled to the person.
///
/// σ = scale · limen(f) / 0.67449, f the frequency of the correct interval pitch: the law's limen is taken as the 75 %
/// point, and `scale` is the person's own over the law's.
package struct FrequencyLawListener: ListenerDeclaration {
  package static let kind = "frequency-law"
  package static let summary = "a Gaussian listener whose JND follows frequency, level and duration by a published law"
  package static let behaviour =
    "The JND followed a published law of frequency, level and duration."
  package static let source =
    "Wier et al. (1977), doi:10.1121/1.381251; Nelson et al. (1983), doi:10.1121/1.389579; "
    + "Micheyl et al. (2012), doi:10.1016/j.heares.2012.07.004"
  package static let example = "law: micheyl-2012, level: 60, scale: 2, lapse: 0.02"

  /// σ in cents; 0 if no trial asks.
  private let sigmas: NoteTable<Double>
  private let decision: Decision

  package static func read(_ reader: Reader, in task: TrialTask) -> FrequencyLawListener {
    reader.requireNotes(task)
    let law: FrequencyLaw = reader.choice("law", "Published law for the JND (difference limen) of frequency")
    let level = reader.number(
      "level", unit: "dB SL", in: .between(0, 120), default: law == .wier1977 ? 40 : 60,
      shownAs: "60; 40 for wier-1977",
      "Sensation level of the tones, in dB above their threshold; the law wier-1977 holds only at 40")
    let duration = reader.number(
      "duration", unit: "s", in: .between(0, 10), default: task.hasNotes ? task.noteDuration : 1,
      shownAs: "the task's note-duration",
      "Duration of the tones; only the law micheyl-2012 uses it")
    if law == .wier1977, level != 40 {
      reader.report("expected 40: the law wier-1977 holds only at 40 dB SL, got \(level.shortest)", at: "level")
    }
    let scale = reader.number(
      "scale", unit: "1", in: .positive, default: 1, "JND of this listener divided by the JND of the law")
    return FrequencyLawListener(
      sigmas: sigmas(in: task) { scale * law.limen(at: $0, level: level, duration: duration) / Decision.jndPerSigma },
      decision: Decision(reader, in: task))
  }

  init(sigmas: NoteTable<Double>, decision: Decision) {
    self.sigmas = sigmas
    self.decision = decision
  }

  /// By the frequency of the target note, in each tuning's size of the interval.
  private static func sigmas(in task: TrialTask, sigma: (Double) -> Double) -> NoteTable<Double> {
    NoteTable(of: task, unasked: 0) { interval, reference in
      let target = task.tuning.frequency(
        of: interval, offset: .zero, above: reference, referencePitch: task.referencePitch)
      return sigma(target.hertz)
    }
  }

  package mutating func answer(_ comparison: Comparison, using random: inout RandomStream) -> Answer {
    Answer(isHigher: decision.isHigher(comparison, sigma: sigmas[comparison], using: &random))
  }

  package func probability(of comparison: Comparison) -> Double {
    decision.probabilityHigher(comparison, sigma: sigmas[comparison])
  }

  /// The mean lapse rate over the notes of a choice.
  package var lapse: Double {
    let heard = sigmas.entries.filter { $0 > 0 }
    return heard.reduce(0) { $0 + decision.asymptote(sigma: $1) } / Double(max(1, heard.count))
  }
}
