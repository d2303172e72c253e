import PeachAnalysis
import PeachFitting
import PeachSupport
import PeachTrials
import Testing

/// What must not depend on how a table is written.
@Suite struct TextVariantTests {
  /// A table of trials, drawn.
  private struct Drawn {
    var header = ["who", "offset_cents", "answer", "trial_kind"]
    var rows: [[String]] = []

    init(seed: UInt64, rows count: Int) {
      var stream = RandomStream(seed: seed)
      let levels = (0..<9).map { _ in (stream.unit() - 0.5) * 200 } + [0, 12, -12]
      for _ in 0..<count {
        rows.append([
          ["ann, B", "say \"zoe\"", "two\nlines", "é"][stream.index(below: 4)],
          levels[stream.index(below: levels.count)].shortest, stream.unit() < 0.5 ? "higher" : "lower",
          stream.unit() < 0.1 ? "comfort" : "test",
        ])
      }
    }

    /// - Parameter isQuoted: Whether a field that needs no quotes has them.
    func text(end: String = "\n", pad: String = "", isQuoted: (String) -> Bool = { _ in false }) -> String {
      func field(_ text: String) -> String {
        let needsQuotes = text.contains { $0 == "," || $0 == "\"" || $0.isNewline }
        guard needsQuotes || isQuoted(text) else { return pad + text + pad }
        return "\"" + text.replacing("\"", with: "\"\"") + "\"" + pad
      }
      return ([header] + rows).map { $0.map(field).joined(separator: ",") + end }.joined()
    }
  }

  private func same(_ a: Observations, _ b: Observations) -> Bool {
    a.unit == b.unit && a.notes == b.notes && a.groups.map(\.key) == b.groups.map(\.key)
      && a.groups.map(\.levels) == b.groups.map(\.levels)
      && a.groups.map(\.counts.bins) == b.groups.map(\.counts.bins) && a.groups.map(\.blocks) == b.groups.map(\.blocks)
  }

  @Test(arguments: Reading.allCases) func `line ends, quotes and spaces change nothing`(reading: Reading) throws {
    for seed: UInt64 in 1...20 {
      let drawn = Drawn(seed: seed, rows: 60)
      let plain = try observations(drawn.text(), reading, by: ["who"])
      #expect(plain.groups.count == 4)
      var stream = RandomStream(seed: seed)
      let quotes = (0..<100).map { _ in stream.unit() < 0.5 }
      var place = 0
      let variants = [
        drawn.text(end: "\r\n"), drawn.text(end: "\r"), drawn.text(end: "\n\n"), drawn.text(pad: " "),
        drawn.text(pad: "\t "), drawn.text(isQuoted: { _ in true }),
        drawn.text(
          end: "\r\n",
          isQuoted: { _ in
            place += 1
            return quotes[place % quotes.count]
          }), String(drawn.text().dropLast()), "\r\n\n" + drawn.text(),
      ]
      for (index, text) in variants.enumerated() {
        #expect(same(try observations(text, reading, by: ["who"]), plain), "variant \(index) of table \(seed)")
      }
    }
  }

  @Test func `trials and their counts hold the same`() throws {
    for seed: UInt64 in 1...50 {
      var stream = RandomStream(seed: seed)
      let levels = (0..<7).map { _ in stream.unit() * 100 }
      let trials = (0..<80).map { _ in
        (ear: stream.index(below: 2), level: levels[stream.index(below: 7)], isPositive: stream.unit() < 0.6)
      }
      let tidy = "ear,level,correct\n" + trials.map { "\($0.ear),\($0.level),\($0.isPositive ? 1 : 0)\n" }.joined()
      var rows: [(ear: Int, bin: Counts.Bin)] = []
      for trial in trials {
        let place = rows.firstIndex { $0.ear == trial.ear && $0.bin.level == trial.level } ?? rows.count
        if place == rows.count { rows.append((trial.ear, bin(trial.level, 0, 0))) }
        rows[place].bin.trials += 1
        rows[place].bin.positives += trial.isPositive ? 1 : 0
      }
      let counted =
        "ear,level,n,k\n"
        + rows.map {
          "\($0.ear),\($0.bin.level),\($0.bin.trials.shortest),\($0.bin.positives.shortest)\n"
        }.joined()
      let (a, b) = (try observations(tidy, by: ["ear"]), try observations(counted, by: ["ear"]))
      #expect(a.groups.map(\.key) == b.groups.map(\.key))
      #expect(a.groups.map(\.counts.bins) == b.groups.map(\.counts.bins))
      #expect(a.groups.map(\.blocks) == b.groups.map(\.blocks))
      #expect(a.groups.allSatisfy { $0.levels != nil } && b.groups.allSatisfy { $0.levels == nil })
    }
  }

  @Test func `both readings see the same answers`() throws {
    for seed: UInt64 in 1...20 {
      let text = Drawn(seed: seed, rows: 100).text()
      let direction = try observations(text, .direction).groups[0].counts.bins.filter { $0.level != 0 }
      var folded = Counts()
      folded.add(
        direction.map { bin(abs($0.level), $0.trials, $0.level > 0 ? $0.positives : $0.trials - $0.positives) })
      #expect(try observations(text).groups[0].counts.bins == folded.bins)
    }
  }
}
