import Foundation
import Testing

/// Data that are fitted, and ways to fit them.
enum FitSamples {
  /// The repository's data.
  static func path(_ name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "experiments/data/\(name)").path
  }

  /// Counts of answers higher, at offsets on both sides.
  static let direction = """
    offset_cents,n,k
    -20,20,1
    -10,20,4
    -5,20,8
    5,20,14
    10,20,17
    20,20,20

    """

  /// One trial to a row, as a staircase leaves them.
  static let trials = """
    listener,level_cents,correct,trial_kind
    ida,40,1,test
    ida,40,1,test
    ida,20,1,test
    ida,20,0,test
    ida,30,1,test
    ida,30,1,test
    ida,20,1,test
    ida,20,1,test
    ida,10,0,test
    ida,15,1,test
    ida,80,1,comfort
    ida,15,0,test
    ida,20,1,test
    ida,20,1,test
    ida,15,1,test
    ida,15,1,test
    ida,10,1,test
    ida,10,0,test

    """

  /// Counts of two listeners.
  static let listeners = """
    listener,level_dB,n,k
    anna,0,40,21
    anna,2,40,25
    anna,4,40,30
    anna,6,40,36
    anna,8,40,40
    ben,0,40,19
    ben,2,40,20
    ben,4,40,25
    ben,6,40,31
    ben,8,40,37

    """

  /// What is said where nothing tells the guess rate.
  static func assumed(_ source: String = "data.csv") -> String {
    "\(source): Peach assumes a guess rate of 0.5 (two alternatives); set another with --alternatives M or --guess\n"
  }

  /// The note of a penalised fit of at most 140 trials at fixed levels whose lapse rate is free.
  static let fewAtFixedLevels =
    "140 trials or fewer and an estimated lapse rate: --method reduced can bias the threshold by up to 0.2/β (β: "
    + "slope parameter of the function) and makes the 95 % interval of the width wider than needed\n"

  /// The note of a fit by accuracy of at least 100 trials that seem to be placed adaptively.
  static let adaptive =
    "the levels seem to follow the answers (adaptive): fewer than 95 % of such intervals contain the true "
    + "threshold if the fitted function is wrong or the steps were small; see VALIDATION.md"
  /// The end of that note if the levels may be unsigned differences.
  static let halfNormal = "; if levels are unsigned differences, use --function half-normal"

  /// Ten trials at each of the levels 1, 2, ….
  static func counts(_ positives: [Int], of trials: Int = 10) -> String {
    "level,n,k\n" + positives.enumerated().map { "\($0.offset + 1),\(trials),\($0.element)\n" }.joined()
  }
}

/// The CSV that a fit prints: rows by the names of their columns.
struct FitRows {
  let header: String
  let rows: [[String: String]]

  /// - Parameter note: The note that must end the standard error.
  init(_ outcome: Workshop.Outcome, note: String = "") throws {
    #expect(outcome.error.hasSuffix(note), "\(outcome.error)")
    // Adaptive tracks are told to have unreliable intervals, in logs too.
    let lines = outcome.error.dropLast(note.count).split(separator: "\n").filter {
      !$0.contains("of such 95 % intervals") && !$0.hasPrefix(FitSamples.adaptive)
    }
    let isAssumed = lines.count == 1 && outcome.error.contains(FitSamples.assumed(""))
    #expect(outcome.status == 0 && (lines.isEmpty || isAssumed), "\(outcome.error)")
    header = try #require(outcome.lines.first)
    let columns = FitRows.fields(header)
    rows = outcome.lines.dropFirst().filter { !$0.isEmpty }.map { line in
      Dictionary(uniqueKeysWithValues: zip(columns, FitRows.fields(line)))
    }
  }

  /// No field of a fit has a comma.
  private static func fields(_ line: String) -> [String] {
    line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }

  func number(_ column: String, row: Int = 0) throws -> Double {
    let text = try #require(rows[row][column])
    return try #require(Double(text), "\(column): '\(text)'")
  }
}

extension Workshop {
  /// The rows that `peach fit FILE` prints as CSV.
  func fitRows(_ file: String, _ line: String = "") throws -> FitRows {
    try FitRows(fit(file, line + " --format csv"))
  }

  /// By maximum likelihood, however few the trials, unless the line says another method.
  func fit(_ file: String, _ line: String = "") throws -> Outcome {
    let words = line.split(separator: " ").map(String.init)
    return try run(["fit", file] + words + (words.contains("--method") ? [] : ["--method", "ml"]))
  }
}
