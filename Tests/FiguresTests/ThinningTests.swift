import Glibc
import PeachReporting
import PeachSupport
import Testing

@Suite struct ThinningTests {
  private func figure(_ mark: Figure.Mark, _ data: [Figure.Datum], x: FigureAxis = FigureAxis("x")) -> Figure {
    Figure(
      name: "n", title: "t", description: "d",
      panels: [
        Figure.Panel(x: x, y: FigureAxis("y"), size: FigureAxis("n"), layers: [Figure.Layer("a", mark, .ink, data)])
      ])
  }

  private func data(_ figure: Figure) -> [Figure.Datum] { figure.panels[0].layers[0].data }

  private func secondsOfThisThread() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private func value(_ index: Int) -> Double { Double((index * 7919 + index / 13) % 10_007) }

  @Test func `a million discs become a grid that counts them, within a second`() {
    let all = figure(.disc, (0..<1_000_000).map { Figure.Datum(value($0), value($0 * 31 + 5)) })
    let before = secondsOfThisThread()
    let thinned = data(all.thinned)
    #expect(secondsOfThisThread() - before < 1)
    #expect(thinned.count <= 2000 && thinned.count > 500)
    #expect(thinned.reduce(0) { $0 + ($1.size ?? 0) } == 1_000_000)
    let mean = thinned.reduce(0) { $0 + ($1.x ?? 0) * ($1.size ?? 0) } / 1_000_000
    let whole = data(all).reduce(0) { $0 + ($1.x ?? 0) } / 1_000_000
    #expect(abs(mean - whole) < 1e-6 * whole)
  }

  @Test func `discs of trials add up their trials`() {
    let thinned = data(figure(.disc, (0..<5000).map { Figure.Datum(value($0), 3, size: Double($0 % 4)) }).thinned)
    #expect(thinned.reduce(0) { $0 + ($1.size ?? 0) } == Double(5000 / 4 * 6))
    #expect(thinned.allSatisfy { abs(($0.y ?? 0) - 3) < 1e-9 })
  }

  @Test func `thinning keeps the ends and extremes of a line, in order`() {
    var points = (0..<1_000_000).map { Figure.Datum(Double($0), sin(Double($0) / 5e4)) }
    points[123_456].y = 40
    points[654_321].y = -30
    let thinned = data(figure(.line, points).thinned)
    #expect(thinned.count <= 2000)
    #expect(thinned.first == points.first && thinned.last == points.last)
    #expect(thinned.contains(points[123_456]) && thinned.contains(points[654_321]))
    #expect(zip(thinned, thinned.dropFirst()).allSatisfy { ($0.x ?? 0) < ($1.x ?? 0) })
  }

  @Test func `a gap in a line stays one`() {
    var points = (0..<9000).map { Figure.Datum(Double($0), 1 + Double($0 % 3)) }
    points[4000].y = nil
    let thinned = data(figure(.line, points).thinned)
    #expect(thinned.count { $0.y == nil } == 1)
    #expect(thinned.contains(points[4000]))
  }

  @Test func `a band keeps its widest ends, and an open one stays open`() {
    var points = (0..<10_000).map { Figure.Datum(Double($0), nil, low: -1, high: 1 + Double($0 % 7)) }
    points[5000].low = nil
    points[7000].low = -9
    let thinned = data(figure(.band, points).thinned)
    #expect(thinned.count <= 480)
    #expect(thinned.compactMap(\.low).min() == -9)
    #expect(thinned.count { $0.low == nil } == 1)
    // The first and the last column may hold a few points alone.
    #expect(thinned.dropFirst().dropLast().allSatisfy { $0.high == 7 })
  }

  @Test func `few marks, and those of other layers, stay as they are`() {
    let few = figure(.disc, (0..<2000).map { Figure.Datum(value($0), 2) })
    #expect(few.thinned == few)
  }

  @Test func `on a logarithm places are ratios`() {
    let axis = FigureAxis("x", scale: .log)
    let thinned = data(
      figure(.disc, (0..<4000).map { Figure.Datum(pow(10, Double($0 % 40) / 10), 1) }, x: axis).thinned)
    #expect(thinned.count > 30)
    #expect(thinned.allSatisfy { ($0.x ?? 0) > 0.99 && ($0.x ?? 0) < 8000 })
  }

  @Test func `the table has the names of the axes, the series and their numbers, and no column without any`() {
    let panels = ["one", "two"].map { title in
      Figure.Panel(
        title: title, x: FigureAxis("bias", unit: "log2"), y: FigureAxis("strategy", categories: ["=cmd()", "kazez"]),
        layers: [
          Figure.Layer("own", .horizontalInterval, .ink, [.init(0.25, 1.1, low: -1, high: nil), .init(.nan, 0)]),
          Figure.Layer("none", .verticalRule, .faint, [.init(0, nil)]),
        ])
    }
    let table = Figure(name: "n", title: "t", description: "d", panels: panels).table
    #expect(table.columns.map(\.name) == ["panel", "series", "bias", "strategy", "low"])
    #expect(table.columns.map(\.unit) == ["", "", "log2", "", ""])
    #expect(
      table.rows.prefix(3).map { $0 } == [
        [.text("one"), .text("own"), .number(0.25), .text("kazez"), .number(-1)],
        [.text("one"), .text("own"), nil, .text("=cmd()"), nil], [.text("one"), .text("none"), .number(0), nil, nil],
      ])
    #expect(table.rows.count == 6)
  }
}
