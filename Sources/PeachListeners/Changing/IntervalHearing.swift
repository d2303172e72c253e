import PeachPitch
package import PeachSupport
package import PeachTrials

/// Intervals are heard less well than unisons, and toward the notes of the keyboard.
///
/// The JND is `factors[n]` times as large for an interval of n semitones. Of an interval of i cents h(i) = i − pull · 100/2π ·
/// sin(2πi/100) is heard: toward the nearest multiple of 100 cents, so that differences are heard worse inside a category, by
/// 1 − pull, and better across its boundary, by 1 + pull. What is compared is h of what sounds and h of what is asked for.
///
/// Source: Burns & Ward (1978), J. Acoust. Soc. Am. 63:456–468, doi:10.1121/1.381737, for categories and the advantage at
/// their boundaries; that intervals are heard half as well as notes follows from its JNDs, 14 to 25 cents.
package struct IntervalHearing: ListenerChange {
  package static let kind = "interval-listener"
  package static let summary =
    "a listener with a larger JND for intervals than for unisons, who hears intervals in categories"
  package static let behaviour =
    "The JND was larger for other musical intervals than for unisons, and intervals were heard in categories."
  package static let source = "Burns & Ward (1978), doi:10.1121/1.381737"
  package static let example = "factor: 2, pull: 0.4, jnd: 10, lapse: 0.02"
  package static let isConditional = false

  /// By size in semitones, 0…12.
  private let factors: [Double]
  private let pull: Double
  /// In cents.
  private let sizes: NoteTable<Double>

  package static func read(_ reader: Reader, in task: TrialTask) -> IntervalHearing {
    reader.requireNotes(task)
    let factor = reader.number(
      "factor", unit: "1", in: .positive, default: 2,
      "JND of every interval other than the prime, divided by that of the prime (unison)")
    let factors = reader.numbers(
      "factors", unit: "1", in: .positive, count: 13,
      "Instead of factor: 13 ratios of the JND to that of the prime (unison), for intervals of 0 to 12 semitones, up "
        + "or down")
    let pull = reader.number(
      "pull", unit: "1", in: .within(0..<1), default: 0,
      "How strongly the heard interval is drawn to whole semitones; 0: not at all")
    return IntervalHearing(factors: factors ?? [1] + Array(repeating: factor, count: 12), pull: pull, in: task)
  }

  /// - Parameter factors: 13 of them.
  package init(factors: [Double], pull: Double, in task: TrialTask) {
    self.factors = factors
    self.pull = pull
    sizes = NoteTable(of: task, unasked: 0) { task.tuning.size(of: $0, above: $1).value }
  }

  /// Toward the notes of the keyboard, by how far off they are.
  package var shiftsByOffset: Bool { pull != 0 }

  package func moment(for comparison: Comparison) -> ListenerMoment {
    let ratio = factors[abs(comparison.interval.semitones)]
    if pull == 0 { return ListenerMoment(ratio: ratio) }
    let size = sizes[comparison]
    return ListenerMoment(ratio: ratio, shift: (pulled(size + comparison.offset) - pulled(size)) / ratio)
  }

  /// The shift of a heard interval in cents.
  private func pulled(_ cents: Double) -> Double { -pull * 100 / (2 * .pi) * sin(2 * .pi * cents / 100) }
}
