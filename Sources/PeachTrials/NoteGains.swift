package import PeachPitch
import PeachSupport

/// How many decibels louder than the level the notes are, so that all are equally audible: stated at some notes, in
/// between on a straight line, beyond them as at the last.
package struct NoteGains: Hashable, Sendable {
  /// A note that is stated, and its gain in dB.
  package struct Step: Hashable, Sendable {
    package var note: MIDINote
    package var decibels: Double

    package init(note: MIDINote, decibels: Double) {
      self.note = note
      self.decibels = decibels
    }
  }

  /// The gains that can be stated, in dB.
  package static let range = -60.0...30.0
  package static let none = NoteGains([])
  package static let expected = "notes with decibels in [-60, 30], such as C3:6,C5:0,C6:-3"

  /// By note, each once.
  package let steps: [Step]

  private init(_ steps: [Step]) { self.steps = steps }

  /// `nil` if a note is there twice, or a gain is out of range.
  package init?(steps: [Step]) {
    let sorted = steps.sorted { $0.note < $1.note }
    guard zip(sorted, sorted.dropFirst()).allSatisfy({ $0.note != $1.note }),
      sorted.allSatisfy({ Self.range.contains($0.decibels) })
    else { return nil }
    self.init(sorted)
  }

  /// `C3:6,C5:0`, or `none`.
  package init?(parsing text: String) {
    if text == "none" {
      self = .none
      return
    }
    var steps: [Step] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let words = part.split(separator: ":").map { $0.trimmingSpaces }
      guard words.count == 2, let note = try? MIDINote(parsing: words[0]), let gain = NumberGrammar.double(words[1])
      else { return nil }
      steps.append(Step(note: note, decibels: gain))
    }
    self.init(steps: steps)
  }

  package var text: String {
    steps.isEmpty ? "none" : steps.map { "\($0.note.name):\($0.decibels.shortest)" }.joined(separator: ",")
  }

  /// In dB.
  package func gain(of note: MIDINote) -> Double {
    guard let first = steps.first, let last = steps.last else { return 0 }
    if note <= first.note { return first.decibels }
    if note >= last.note { return last.decibels }
    let upper = steps.firstIndex { $0.note >= note } ?? steps.count - 1
    let (low, high) = (steps[upper - 1], steps[upper])
    let share = Double(note.number - low.note.number) / Double(high.note.number - low.note.number)
    return low.decibels + share * (high.decibels - low.decibels)
  }
}

extension Substring {
  fileprivate var trimmingSpaces: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
