import Foundation
import Testing

/// Groups compared: p values of the differences shown, within participants too, held against scipy.
@Suite struct ContrastTests {
  private struct Golden: Decodable {
    struct Pair: Decodable {
      var a: String
      var b: String
      var difference: Double
      var p: Double
      var pHolm: Double
    }

    struct Contrast: Decodable {
      var a: String
      var b: String
      var difference: Double
      var low: Double
      var high: Double
      var p: Double
      var pHolm: Double
      var participants: Int
      var leftOut: Int
    }

    var pairs: [Pair]
    var contrasts: [Contrast]
  }

  private let workshop: Workshop
  private let golden: Golden

  init() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Golden")
    workshop = try Workshop(
      String(contentsOf: folder.appending(path: "contrasts.csv"), encoding: .utf8), as: "data.csv")
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    golden = try decoder.decode(Golden.self, from: Data(contentsOf: folder.appending(path: "contrasts.json")))
  }

  private static let line = "--guess 0.5 --lapse 0 --by participant condition --compare"

  private func number(_ row: [String: String], _ column: String) throws -> Double {
    try #require(row[column].flatMap(Double.init), "\(column) of \(row)")
  }

  @Test func `contrasts within participants equal a paired t test with Holm's correction`() throws {
    let rows = try workshop.fitRows("data.csv", Self.line + " --within participant").rows
    let contrasts = rows.filter { $0["participants"] != "" }
    #expect(contrasts.count == golden.contrasts.count && contrasts == Array(rows.prefix(contrasts.count)))
    for (row, expected) in zip(contrasts, golden.contrasts) {
      #expect(row["group_a"] == expected.a && row["group_b"] == expected.b)
      #expect(row["participants"] == "\(expected.participants)")
      #expect(row["participants_left_out"] == "\(expected.leftOut)")
      #expect(abs(try number(row, "difference") - expected.difference) < 1e-5)
      #expect(abs(try number(row, "difference_low") - expected.low) < 1e-5)
      #expect(abs(try number(row, "difference_high") - expected.high) < 1e-5)
      #expect(abs(try number(row, "difference_p") / expected.p - 1) < 1e-4)
      #expect(abs(try number(row, "difference_p_holm") / expected.pHolm - 1) < 1e-4)
    }
  }

  @Test func `the p value of a pair is the likelihood-ratio test of equal thresholds`() throws {
    let rows = try workshop.fitRows("data.csv", Self.line + " --within participant").rows
    // Of P06, who answers all correctly in one condition, one pair is left.
    let pairs = rows.filter { $0["participants"] == "" && $0["difference_p"] != "" }
    #expect(pairs.count == golden.pairs.count)
    for (row, expected) in zip(pairs, golden.pairs) {
      #expect(row["group_a"] == expected.a && row["group_b"] == expected.b)
      #expect(abs(try number(row, "difference") - expected.difference) < 1e-5)
      // With equal thresholds scipy finds a step for one pair of P02, which the search box for widths leaves out.
      let tolerance = expected.a == "P02/quiet" && expected.b == "P02/noise" ? 0.03 : 1e-4
      #expect(abs(try number(row, "difference_p") / expected.p - 1) < tolerance, "\(row)")
      #expect(abs(try number(row, "difference_p_holm") / expected.pHolm - 1) < tolerance, "\(row)")
      // The interval and p are of one profile.
      let isOutside = try number(row, "difference_low") > 0 || number(row, "difference_high") < 0
      #expect(isOutside == (expected.p < 0.05))
    }
  }

  @Test func `without participants every pair of groups is compared and corrected for`() throws {
    let rows = try workshop.fitRows("data.csv", Self.line).rows
    #expect(rows.count == 18 * 17 / 2 && rows.allSatisfy { $0["participants"] == "" })
    let raw = rows.compactMap { Double($0["difference_p"] ?? "") }
    let corrected = rows.compactMap { Double($0["difference_p_holm"] ?? "") }
    #expect(raw.count == 17 * 16 / 2 && corrected.count == raw.count)
    let least = try #require(raw.min())
    let place = try #require(raw.firstIndex(of: least))
    #expect(abs(corrected[place] - min(1, least * Double(raw.count))) < 1e-12)
    #expect(zip(raw, corrected).allSatisfy { $0 <= $1 })
  }

  @Test func `the table shows p and its correction, and how many participants a contrast is of`() throws {
    let text = try workshop.fit("data.csv", Self.line + " --within participant --wide").output
    let lines = text.split(separator: "\n").map(String.init)
    #expect(
      lines.contains {
        $0.hasPrefix("group_a    group_b    difference  95 % interval") && $0.hasSuffix("p  p_holm  participants")
      })
    #expect(lines.contains { $0.hasPrefix("quiet ") && $0.hasSuffix("< 0.001   0.002             6") }, "\(text)")
    #expect(lines.contains { $0.hasPrefix("quiet ") && $0.hasSuffix("0.19    0.19        5 of 6") })
    #expect(text.contains("p value corrected for 16 differences (Holm 1979)"))
    let words = text.split { $0.isWhitespace }.joined(separator: " ")
    #expect(words.contains("p_holm corrects for all 3 pairs of conditions"))
  }

  @Test(arguments: [
    (
      "--by condition --within participant --compare",
      "--within: expected columns that --by names too, got 'participant'; add it to --by"
    ),
    (
      "--by participant condition --within participant", "--within: needs --compare"
    ),
    (
      "--by participant --within participant --compare",
      "--within: --by names only columns of participants; add the column that names the conditions to --by"
    ),
    (
      "--by participant condition --within participant --compare --share width",
      "--within: cannot be combined with --share, which fits one model to all groups"
    ),
  ])
  func `data that cannot be compared within participants are rejected`(line: String, message: String) throws {
    let outcome = try workshop.fit("data.csv", line)
    #expect(outcome.status == 64 && outcome.error.contains(message), "\(outcome.error)")
  }

  @Test func `notes on unreliable intervals reach the log, CSV and JSON`() throws {
    try workshop.write("track.csv", FitSamples.trials)
    let line = "--alternatives 2 --format "
    let csv = try workshop.fit("track.csv", line + "csv")
    #expect(csv.error.contains("more or fewer than 95 % of such 95 % intervals may contain the true value"))
    let note =
      "fewer than 100 trials whose levels seem to follow the answers (adaptive): more or fewer than 95 % of such "
      + "intervals may contain the true value"
    #expect(try FitRows(csv).rows[0]["interval_note"] == note)
    let json = try workshop.fit("track.csv", line + "json")
    #expect(json.error.contains("more or fewer than 95 % of such 95 % intervals may contain the true value"))
    let object = try #require(JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    let notes = try #require(object["notes"] as? [String])
    #expect(notes.contains { $0.contains("of such 95 % intervals") })
    #expect((object["fits"] as? [[String: Any]])?[0]["interval_note"] as? String == note)
    // Levels that were fixed beforehand have reliable intervals, and an empty column.
    let fixed = try workshop.fit("data.csv", "--alternatives 2 --format csv")
    #expect(fixed.error == "")
    #expect(try FitRows(fixed).rows[0]["interval_note"] == "")
  }

  @Test(arguments: [
    ("--method reduced", 27, true), ("--method reduced", 28, true), ("--method reduced", 29, false),
    ("--method reduced --lapse 0.02", 20, false), ("--method ml", 20, false),
  ])
  func `few trials at fixed levels with a free lapse rate have a note on bias`(
    option: String, each: Int, hasNote: Bool
  ) throws {
    let rows = [0.5, 0.6, 0.75, 0.9, 0.95].enumerated().map { level, share in
      "\(level + 1),\(each),\(Int(Double(each) * share))\n"
    }
    try workshop.write("counts.csv", "level,trials,right\n" + rows.joined())
    let line = "--n trials --k right --alternatives 2 \(option) --format "
    let note =
      "--method reduced can bias the threshold by up to 0.2/β"
    let csv = try workshop.fit("counts.csv", line + "csv")
    #expect(csv.output.contains(note) == hasNote, "\(csv)")
    let json = try workshop.fit("counts.csv", line + "json")
    let object = try #require(JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    let notes = try #require(object["notes"] as? [String])
    #expect(notes.contains { $0.contains(note) } == hasNote)
    #expect(json.error.contains(note) == hasNote)
  }

  @Test func `many adaptive trials read by accuracy have the note of the table in their row`() throws {
    let answers = (0..<120).map { trial in
      "\(10 - min(trial, 8) + trial % 3),\(trial % 5 == 0 ? 0 : 1)\n"
    }
    try workshop.write("long.csv", "level,correct\n" + answers.joined())
    let csv = try workshop.fit("long.csv", "--alternatives 2 --format csv")
    let note = "the levels seem to follow the answers (adaptive): fewer than 95 %"
    #expect(csv.error.contains(note))
    #expect(csv.output.contains(note))
  }
}
