public import Analysis
import Configuration
import Fitting
public import Pitch
import Trials

/// The profile on a piano: above each key how fine the differences were that the listener was given, and the threshold that
/// the answers there say. Lower is better and nearer the keys; a note without data has a gap, over which nothing is drawn.
public struct KeyboardPicture: Hashable, Sendable {
  /// What stands in it, in the listener's language.
  public struct Texts: Hashable, Sendable {
    public var title: String
    /// While there are no data.
    public var empty: String
    /// Of the band, the marks, the axis and what is better.
    public var asked: String
    public var threshold: String
    public var cents: String
    public var nearer: String

    public init(title: String, empty: String, asked: String, threshold: String, cents: String, nearer: String) {
      self.title = title
      self.empty = empty
      self.asked = asked
      self.threshold = threshold
      self.cents = cents
      self.nearer = nearer
    }
  }

  public enum Size: Hashable, Sendable {
    case full
    /// For a place beside other things: keys and band alone.
    case preview
  }

  /// What is drawn above one key, in cents.
  private struct Mark {
    var note: Int
    var mean: Double
    var deviation: Double
    /// With the ends of its interval.
    var threshold: (value: Double, low: Double, high: Double)?
  }

  public let title: String
  /// What there is to be seen, in words and numbers.
  public let description: String
  let width: Double
  let height: Double
  /// From the bottom to the top.
  private(set) var shapes: [Shape] = []

  private let size: Size
  private let texts: Texts
  private let keys: PianoKeys
  private let plot: (top: Double, bottom: Double)
  private let keysBottom: Double
  private let most: Double

  public static func == (left: KeyboardPicture, right: KeyboardPicture) -> Bool {
    left.title == right.title && left.description == right.description && left.shapes == right.shapes
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(description)
    hasher.combine(shapes)
  }

  /// - Parameter notes: The reference notes of training: the keys, widened to an octave at least and to all notes with data.
  public init(of profile: ListenerProfile, notes: ClosedRange<MIDINote>, texts: Texts, size: Size = .full) {
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
    let marks = KeyboardPicture.marks(of: profile, keys)
    most = KeyboardPicture.most(of: marks)
    title = PlainText.cut("\(texts.title): \(profile.listener)", to: 80)
    description = KeyboardPicture.description(marks, keys, texts)
    if isFull { drawAxis() }
    drawKeys()
    if marks.isEmpty { drawEmpty() } else { draw(marks) }
    if isFull { drawTexts(hasData: !marks.isEmpty, hasThresholds: marks.contains { $0.threshold != nil }) }
  }

  private static func marks(of profile: ListenerProfile, _ keys: PianoKeys) -> [Mark] {
    keys.notes.compactMap { note in
      let statistics = profile.statistics.notes[note]
      guard statistics.count > 0 else { return nil }
      var mark = Mark(note: note, mean: statistics.mean, deviation: statistics.standardDeviation ?? 0)
      if let fit = profile.notes[note], fit.trials >= KeyboardPicture.leastTrials, let threshold = fit.shown {
        mark.threshold = (threshold, fit.interval.low ?? 0, fit.interval.high ?? .infinity)
      }
      return mark
    }
  }

  /// A threshold of fewer trials is not drawn: those that look exact would be the ones that came out low.
  private static let leastTrials = 100

  /// The upper end of the axis: round, and above the band and the thresholds.
  private static func most(of marks: [Mark]) -> Double {
    let highest = marks.map { max($0.mean + $0.deviation, $0.threshold?.value ?? 0) }.max() ?? 110
    let rounds = [5, 10, 20, 30, 40, 50, 60, 80, 100, 120, 150, 200, 300, 500, 1000.0]
    return rounds.first { $0 >= highest * 1.05 } ?? highest * 1.05
  }

  private static func description(_ marks: [Mark], _ keys: PianoKeys, _ texts: Texts) -> String {
    let range = "\(name(keys.notes.lowerBound))–\(name(keys.notes.upperBound))"
    guard !marks.isEmpty else { return "\(range): \(texts.empty)" }
    let notes = marks.map { mark in
      "\(name(mark.note)) \(mark.mean.brief)" + (mark.threshold.map { " (\(texts.threshold) \($0.value.brief))" } ?? "")
    }
    return "\(range), \(texts.cents), \(texts.asked): \(notes.joined(separator: ", ")). \(texts.nearer)."
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

  private mutating func drawEmpty() {
    let (left, right) = (keys.key(keys.notes.lowerBound).left, keys.key(keys.notes.upperBound).right)
    let band = [(left, 92.0), (right, 92), (right, 108), (left, 108)].map { Shape.Point($0.0, y($0.1)) }
    shapes.append(.area(band, fill: Palette.series[0], opacity: 0.16))
    guard size == .full else { return }
    let middle = Shape.Point((left + right) / 2, y(70) + 7)
    shapes.append(.text(PlainText.cut(texts.empty, to: 100), middle, .middle, size: 20, Palette.ink))
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
    let isFull = size == .full
    for mark in marks {
      guard let threshold = mark.threshold else { continue }
      let x = keys.middle(mark.note)
      if isFull {
        let ends = [Shape.Point(x, y(threshold.low)), .init(x, y(threshold.high))]
        shapes.append(.line(ends, Palette.series[1], width: 1.5))
      }
      shapes.append(.disc(.init(x, y(threshold.value)), radius: isFull ? 4 : 1.5, Palette.series[1]))
    }
  }

  /// Neighbouring notes, each of which has data: a band from the middle of one to the middle of the next.
  private mutating func draw(run: [Mark]) {
    guard let first = run.first, let last = run.last else { return }
    func edge(_ value: (Mark) -> Double) -> [Shape.Point] {
      [.init(keys.slot(first.note).left, y(value(first)))]
        + run.map { .init(keys.middle($0.note), y(value($0))) }
        + [.init(keys.slot(last.note).right, y(value(last)))]
    }
    let thin = 0.006 * most
    let upper = edge { max($0.mean + $0.deviation, $0.mean + thin) }
    let lower = edge { min($0.mean - $0.deviation, $0.mean - thin) }
    shapes.append(.area(upper + lower.reversed(), fill: Palette.series[0], opacity: 0.28))
    shapes.append(.line(edge(\.mean), Palette.series[0], width: size == .full ? 2 : 1.2))
  }

  private mutating func drawTexts(hasData: Bool, hasThresholds: Bool) {
    let left = keys.key(keys.notes.lowerBound).left
    shapes.append(.text(title, .init(left, 24), .start, size: 17, Palette.ink))
    guard hasData else { return }
    var x = left
    func width(_ text: String) -> Double { TextMetrics.width(text, size: 13) }
    let note = "\(PlainText.cut(texts.cents)); \(PlainText.cut(texts.nearer))"
    shapes.append(.text(note, .init(keys.key(keys.notes.upperBound).right, 50), .end, size: 13, Palette.ink))
    let sample = [(x, 40.0), (x + 26, 40), (x + 26, 52), (x, 52)].map { Shape.Point($0.0, $0.1) }
    shapes.append(.area(sample, fill: Palette.series[0], opacity: 0.28))
    shapes.append(.line([.init(x, 46), .init(x + 26, 46)], Palette.series[0], width: 2))
    let asked = PlainText.cut(texts.asked)
    shapes.append(.text(asked, .init(x + 34, 50), .start, size: 13, Palette.ink))
    guard hasThresholds else { return }
    x += 34 + width(asked) + 26
    shapes.append(.line([.init(x, 39), .init(x, 53)], Palette.series[1], width: 1.5))
    shapes.append(.disc(.init(x, 46), radius: 4, Palette.series[1]))
    shapes.append(.text(PlainText.cut(texts.threshold), .init(x + 12, 50), .start, size: 13, Palette.ink))
  }
}
