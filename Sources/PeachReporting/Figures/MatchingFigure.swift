package import PeachStorage
import PeachSupport

extension Figure {
  /// The errors of pitch matchings: a histogram, and the mean and standard deviation of each note.
  ///
  /// - Returns: `nil` without matchings.
  package static func matching(_ records: [MatchingRecord], name: String = "matching") -> Figure? {
    guard let least = records.map(\.error).min(), let most = records.map(\.error).max() else { return nil }
    let mean = records.reduce(0) { $0 + $1.error } / Double(records.count)
    let error = FigureAxis("error", unit: "cents")
    let bars = histogram(records.map(\.error), least, most)
    let spread = Panel(
      title: "all notes", x: error, y: FigureAxis("matchings"),
      layers: [
        Layer("matchings", .bar, .series(0), bars), Layer("in tune", .verticalRule, .faint, [Datum(0, nil)]),
        Layer("mean", .verticalRule, .series(1), [Datum(mean, nil)]),
      ])
    var byNote: [Int: [Double]] = [:]
    for record in records { byNote[record.target, default: []].append(record.error) }
    let notes = byNote.keys.sorted().map { note in (note, byNote[note] ?? []) }
    let points = notes.map { note, errors in
      let mean = errors.reduce(0, +) / Double(errors.count)
      let square = errors.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      let deviation = errors.count > 1 ? (square / Double(errors.count - 1)).squareRoot() : nil
      return Datum(Double(note), mean, low: deviation.map { mean - $0 }, high: deviation.map { mean + $0 })
    }
    let bare = points.filter { $0.low == nil }
    let single = Layer("one matching", .circle, .series(0), bare)
    let several = Layer("mean and SD", .interval, .series(0), points.filter { $0.low != nil })
    let panel = Panel(
      title: "by note", x: FigureAxis("note", unit: "MIDI number"), y: error,
      layers: [Layer("in tune", .horizontalRule, .faint, [Datum(nil, 0)]), several, single].filter { !$0.data.isEmpty })
    return Figure(
      name: name, title: "Errors of pitch matching",
      description:
        "\(records.count) matchings of \(notes.count) notes; errors from \(least.brief) to \(most.brief) cents, "
        + "mean \(mean.brief) cents.",
      caption:
        "Bars: number of matchings with an error. Points: mean error of a note; the bar reaches one standard deviation to each side. Positive errors are sharp.",
      panels: [spread, panel])
  }

  /// Bars of a round width. There are 5 to 40 of them, about the square root of the number of values.
  private static func histogram(_ values: [Double], _ low: Double, _ high: Double) -> [Datum] {
    let count = min(40, max(5, Int(Double(values.count).squareRoot())))
    let rough = max((high - low) / Double(count), 1e-9)
    let width = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200].first { $0 >= rough } ?? rough
    // One bin lies around 0, so that matchings in tune have a bar of their own.
    var counts: [Int: Int] = [:]
    for value in values { counts[Int((value / width).rounded()), default: 0] += 1 }
    let places = counts.keys.sorted()
    guard let first = places.first, let last = places.last else { return [] }
    return (first...last).map { Datum(Double($0) * width, Double(counts[$0] ?? 0)) }
  }
}
