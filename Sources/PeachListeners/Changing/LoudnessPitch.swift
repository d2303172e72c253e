import PeachPitch
package import PeachSupport
package import PeachTrials

/// Pitch depends on level: a tone of f kHz at L dB SPL is heard at f·(1 + v), v = coupling · 2·10⁻⁴ · (L − 60)·(f −
/// 2), low tones lower and high ones higher when they are louder. The percept of a comparison shifts by that of its
/// target minus that of its reference note.
///
/// With vary-loudness in the task, the stream of the sounds draws a level for every target. The truth is
/// the mean over all levels, as if they were normal. The two notes of an interval have different shifts at any level
/// but 60 dB.
///
/// Source: Terhardt, Stoll & Seewann (1982), J. Acoust. Soc. Am. 71:679–688, doi:10.1121/1.387544. Listeners differ
/// widely, and some have no shift; a `coupling` of 1 gives the formula.
package struct LoudnessPitch: ListenerChange {
  package static let kind = "loudness-pitch"
  package static let summary = "a listener for whom the pitch of a note depends on its loudness"
  package static let behaviour =
    "The pitch of a note depended on its loudness."
  package static let source = "Terhardt et al. (1982), doi:10.1121/1.387544"
  package static let truthConvention =
    "the true threshold is the same on every trial; it is found from proportions correct averaged over the random "
    + "loudnesses of the task"
  package static let example = "coupling: 1.5, level: 70, jnd: 6, lapse: 0.02"
  package static let isConditional = false
  package static let hearsLoudness = true

  private let shifts: NoteTable<Shift>
  /// The level of a target is within ± so many dB of its middle.
  private let reach: Double
  /// For a trial that does not say how loud its target is: between −1 and 1; nil before it begins.
  private var drawn: Double?

  /// The shift of a target at its middle level in cents, and its change in cents for each dB.
  private struct Shift: Hashable, Sendable {
    var middle = 0.0
    var slope = 0.0
  }

  /// dB of `vary-loudness: 1`.
  private static let greatestReach = 2.0

  package static func read(_ reader: Reader, in task: TrialTask) -> LoudnessPitch {
    reader.requireComparison(task)
    let coupling = reader.number(
      "coupling", unit: "1", default: 1,
      "Strength of the effect of loudness on pitch, relative to the published formula: 1 follows it, 0 turns the "
        + "effect off, a negative value reverses it")
    var stated = 60.0
    if case .pressure(let level)? = task.sounding.level { stated = level }
    let level = reader.number(
      "level", unit: "dB SPL", in: .within(0...120), default: stated,
      shownAs: "that of the task if it is in dB SPL, else 60",
      "Level of the notes at the ear, before the task's gains of single notes")
    return LoudnessPitch(coupling: coupling, level: level, in: task)
  }

  package init(coupling: Double, level: Double, in task: TrialTask) {
    reach = Self.greatestReach * (task.sounding.varyLoudness ?? 0)
    func cents(_ frequency: Frequency, _ level: Double) -> Double {
      1200 * log2(max(0.1, 1 + coupling * 2e-4 * (level - 60) * (frequency.hertz / 1000 - 2)))
    }
    let gains = task.sounding.gains ?? .none
    shifts = NoteTable(of: task, unasked: Shift()) { interval, reference in
      let low = task.tuning.frequency(of: reference, referencePitch: task.referencePitch)
      let high = task.tuning.frequency(
        of: interval, offset: .zero, above: reference, referencePitch: task.referencePitch)
      let loud = level + gains.gain(of: (try? reference.transposed(by: interval)) ?? reference)
      return Shift(
        middle: cents(high, loud) - cents(low, level + gains.gain(of: reference)),
        slope: cents(high, loud + 0.5) - cents(high, loud - 0.5))
    }
  }

  package func moment(for comparison: Comparison) -> ListenerMoment {
    let shift = shifts[comparison]
    if reach == 0 { return ListenerMoment(shift: shift.middle) }
    if let place = comparison.loudness.map({ 2 * $0 - 1 }) ?? drawn {
      return ListenerMoment(shift: shift.middle + shift.slope * reach * place)
    }
    return ListenerMoment(shift: shift.middle, spread: abs(shift.slope) * reach / 3.0.squareRoot())
  }

  /// One draw.
  package mutating func begin(using random: inout RandomStream) { drawn = 2 * random.unit() - 1 }
  package mutating func end(_ comparison: Comparison, isHigher: Bool) { drawn = nil }
}
