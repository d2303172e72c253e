package import PeachAnalysis
import PeachFitting
package import PeachPitch
import PeachSupport
import PeachTrials

/// A listener's profile above the keys of a piano. Each key shows the threshold from the answers there and at nearby
/// notes, its 95 % interval, and a dot that grows with the number of trials. Low thresholds are near the keys. Notes
/// without a threshold have a gap.
package struct KeyboardPicture: Hashable, Sendable {
  /// The words of the picture in the listener's language.
  package struct Texts: Hashable, Sendable {
    package var title: String
    /// The message if there are no trials.
    package var empty: String
    /// The message if there are too few trials for a threshold.
    package var tooFew: String
    /// The name of the band with its line. The names of dots, axis and direction follow.
    package var threshold: String
    package var dots: String
    package var cents: String
    package var nearer: String

    package init(
      title: String, empty: String, tooFew: String, threshold: String, dots: String, cents: String, nearer: String
    ) {
      self.title = title
      self.empty = empty
      self.tooFew = tooFew
      self.threshold = threshold
      self.dots = dots
      self.cents = cents
      self.nearer = nearer
    }
  }

  package enum Size: Hashable, Sendable {
    case full
    /// A small picture with keys and band only.
    case preview
  }

  /// The threshold above one key, in cents.
  private struct Mark {
    var note: Int
    var trials: Int
    var threshold: Double
    var low: Double
    /// Infinite if the answers leave it open.
    var high: Double
  }

  package let title: String
  /// The text alternative: the thresholds in words and numbers.
  package let description: String
  let width: Double
  let height: Double
  /// The shapes from bottom to top.
  private(set) var shapes: [Shape] = []

  /// The boxes of all texts, in pixels from the upper left corner.
  package var textBoxes: [TextBox] {
    shapes.compactMap { shape in
      if case .words(let text) = shape { return TextBox(text) }
      return nil
    }
  }

  private let size: Size
  private let texts: Texts
  private let keys: PianoKeys
  private let plot: (top: Double, bottom: Double)
  private let keysBottom: Double
  private let most: Double

  package static func == (left: KeyboardPicture, right: KeyboardPicture) -> Bool {
    left.title == right.title && left.description == right.description && left.shapes == right.shapes
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(description)
    hasher.combine(shapes)
  }

  /// - Parameters:
  ///   - thresholds: `ListenerProfile.smoothedThresholds` of the same profile.
  ///   - notes: The reference notes of training. The keys span them, all notes with data, and at least an octave.
  package init(
    of profile: ListenerProfile, thresholds: [SmoothedThreshold], notes: ClosedRange<MIDINote>, texts: Texts,
    size: Size = .full
  ) {
    self.size = size
    self.texts = texts
    let isFull = size == .full
    (width, height) = isFull ? (960, 400) : (320, 112)
    keys = PianoKeys(
      profile.keys(over: notes.lowerBound.number...notes.upperBound.number), left: isFull ? 52 : 4,
      right: width - (isFull ? 16 : 4))
    let plot = isFull ? (top: 64.0, bottom: 268.0) : (top: 6.0, bottom: 70.0)
    self.plot = plot
    keysBottom = isFull ? 364 : height - 4
    let marks = KeyboardPicture.marks(of: thresholds)
    most = KeyboardPicture.most(of: marks)
    title = PlainText.cut("\(texts.title): \(profile.listener)", to: 80)
    let empty = thresholds.isEmpty ? texts.empty : texts.tooFew
    description = KeyboardPicture.description(marks, keys, texts, empty: empty)
    if isFull { drawAxis() }
    drawKeys()
    if marks.isEmpty { drawEmpty(empty) } else { draw(marks) }
    if isFull { drawTexts(hasData: !marks.isEmpty) }
  }

  private static func marks(of thresholds: [SmoothedThreshold]) -> [Mark] {
    thresholds.compactMap { found in
      found.threshold.map {
        Mark(
          note: found.note, trials: found.trials, threshold: $0, low: found.interval.low ?? 0,
          high: found.interval.high ?? .infinity)
      }
    }
  }

  /// The upper end of the axis: a round number above the thresholds and most of the band.
  private static func most(of marks: [Mark]) -> Double {
    let highest = marks.map { min($0.high, 2 * $0.threshold) }.max() ?? 110
    let rounds = [5, 10, 20, 30, 40, 50, 60, 80, 100, 120, 150, 200, 300, 500, 1000.0]
    return rounds.first { $0 >= highest * 1.05 } ?? highest * 1.05
  }

  private static func description(_ marks: [Mark], _ keys: PianoKeys, _ texts: Texts, empty: String) -> String {
    let range = "\(name(keys.notes.lowerBound))–\(name(keys.notes.upperBound))"
    guard !marks.isEmpty else { return "\(range): \(empty)" }
    let notes = marks.map { mark in
      let high = mark.high.isFinite ? mark.high.brief : ""
      return "\(name(mark.note)) \(mark.threshold.brief) (\(mark.low.brief)–\(high))"
    }
    return "\(range), \(texts.cents), \(texts.threshold): \(notes.joined(separator: ", ")). \(texts.nearer)."
  }

  private static func name(_ note: Int) -> String { MIDINote(unchecked: note).name }

  // MARK: Drawing

  private func y(_ cents: Double) -> Double {
    plot.bottom - (plot.bottom - plot.top) * min(max(cents / most, 0), 1)
  }

  private mutating func drawAxis() {
    let (left, right) = (keys.key(keys.notes.lowerBound).left, keys.key(keys.notes.upperBound).right)
    let step = [1, 2, 5, 10, 20, 50, 100, 200.0].first { most / $0 <= 5 } ?? most / 5
    for tick in stride(from: 0, through: most + 1e-9, by: step) {
      shapes.append(.line([.init(left, y(tick)), .init(right, y(tick))], Palette.grid, width: 1))
      shapes.append(.text(tick.brief, .init(left - 8, y(tick) + 4), .end, size: 13, Palette.ink))
    }
  }

  private mutating func drawKeys() {
    let top = plot.bottom + 4
    let whites = keys.notes.filter(PianoKeys.isWhite)
    for note in whites {
      let key = keys.key(note)
      shapes.append(.key(left: key.left, top: top, right: key.right, bottom: keysBottom, fill: Palette.ivory))
    }
    for note in keys.notes where !PianoKeys.isWhite(note) {
      let key = keys.key(note)
      shapes.append(
        .key(
          left: key.left, top: top, right: key.right, bottom: top + 0.62 * (keysBottom - top), fill: Palette.ebony))
    }
    guard size == .full else { return }
    for note in whites where note % 12 == 0 {
      let key = keys.key(note)
      shapes.append(
        .text(Self.name(note), .init((key.left + key.right) / 2, keysBottom + 18), .middle, size: 13, Palette.ink))
    }
  }

  private mutating func drawEmpty(_ empty: String) {
    let (left, right) = (keys.key(keys.notes.lowerBound).left, keys.key(keys.notes.upperBound).right)
    let band = [(left, 92.0), (right, 92), (right, 108), (left, 108)].map { Shape.Point($0.0, y($0.1)) }
    shapes.append(.area(band, fill: Palette.series[0], opacity: 0.16))
    guard size == .full else { return }
    let middle = Shape.Point((left + right) / 2, y(70) + 7)
    shapes.append(.text(PlainText.cut(empty, to: 100), middle, .middle, size: 20, Palette.ink))
  }

  private mutating func draw(_ marks: [Mark]) {
    var run: [Mark] = []
    for mark in marks {
      if let last = run.last, mark.note > last.note + 1 {
        draw(run: run)
        run = []
      }
      run.append(mark)
    }
    draw(run: run)
    for mark in marks {
      let radius = size == .full ? min(2 + 0.5 * Double(mark.trials).squareRoot(), 7) : 1.2
      shapes.append(.disc(.init(keys.middle(mark.note), y(mark.threshold)), radius: radius, Palette.series[0]))
    }
  }

  /// Draws a band through neighbouring notes that all have a threshold.
  private mutating func draw(run: [Mark]) {
    guard let first = run.first, let last = run.last else { return }
    func edge(_ value: (Mark) -> Double) -> [Shape.Point] {
      [.init(keys.slot(first.note).left, y(value(first)))]
        + run.map { .init(keys.middle($0.note), y(value($0))) }
        + [.init(keys.slot(last.note).right, y(value(last)))]
    }
    let upper = edge(\.high)
    let lower = edge(\.low)
    shapes.append(.area(upper + lower.reversed(), fill: Palette.series[0], opacity: 0.28))
    shapes.append(.line(edge(\.threshold), Palette.series[0], width: size == .full ? 2 : 1.2))
    guard size == .full else { return }
    // An interval that goes on above the picture ends in an arrow.
    for mark in run where mark.high > most {
      let (x, top) = (keys.middle(mark.note), plot.top)
      let arrow = [Shape.Point(x - 4, top + 5), .init(x, top), .init(x + 4, top + 5)]
      shapes.append(.line(arrow, Palette.series[0], width: 1.5))
    }
  }

  private mutating func drawTexts(hasData: Bool) {
    let left = keys.key(keys.notes.lowerBound).left
    shapes.append(.text(title, .init(left, 24), .start, size: 17, Palette.ink))
    let note = "\(PlainText.cut(texts.cents)); \(PlainText.cut(texts.nearer))"
    shapes.append(.text(note, .init(keys.key(keys.notes.upperBound).right, 50), .end, size: 13, Palette.ink))
    guard hasData else { return }
    var x = left
    func width(_ text: String) -> Double { TextMetrics.width(text, size: 13) }
    let sample = [(x, 40.0), (x + 26, 40), (x + 26, 52), (x, 52)].map { Shape.Point($0.0, $0.1) }
    shapes.append(.area(sample, fill: Palette.series[0], opacity: 0.28))
    shapes.append(.line([.init(x, 46), .init(x + 26, 46)], Palette.series[0], width: 2))
    let threshold = PlainText.cut(texts.threshold)
    shapes.append(.text(threshold, .init(x + 34, 50), .start, size: 13, Palette.ink))
    x += 34 + width(threshold) + 26
    shapes.append(.disc(.init(x, 46), radius: 4, Palette.series[0]))
    shapes.append(.text(PlainText.cut(texts.dots), .init(x + 12, 50), .start, size: 13, Palette.ink))
  }
}
