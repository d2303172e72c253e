import Foundation
import Testing

/// `peach fit --catch use`.
@Suite struct CatchFitTests {
  private static let data: String = {
    var rows = ["listener,level,correct,trial_kind"]
    for (level, correct) in zip([2, 5, 8, 12, 18, 27, 40], [5, 6, 6, 8, 9, 9, 10]) {
      for trial in 0..<10 { rows.append("A,\(level),\(trial < correct ? 1 : 0),test") }
    }
    for trial in 0..<40 { rows.append("A,200,\(trial < 37 ? 1 : 0),catch") }
    return rows.joined(separator: "\n") + "\n"
  }()

  /// The numbers of scipy: Tests/FittingTests/CatchTests.swift.
  @Test func `catch trials inform the lapse rate on request`() throws {
    let workshop = try Workshop(Self.data, as: "data.csv")
    let alone = try workshop.fitRows("data.csv", "--method ml")
    #expect(abs(try alone.number("threshold") - 13.3683) < 1e-3)
    let used = try workshop.fitRows("data.csv", "--method ml --catch use")
    #expect(abs(try used.number("threshold") - 10.2239152) < 1e-6)
    #expect(abs(try used.number("lapse") - 0.0672355831) < 1e-7)
    // Test trials alone.
    #expect(used.rows[0]["trials"] == "70")
    let table = try workshop.peach("fit", "data.csv", "--catch", "use")
    let note = """
        note        the estimate of the lapse rate includes 40 catch trials, 3 of them
                    answered wrongly

      """
    #expect(table.output.contains(note), "\(table.output)")
    #expect(try workshop.peach("fit", "data.csv").output.contains("40 catch trials are left out"))
  }

  @Test(
    arguments: [
      ("--lapse 0.02", "--catch: expected a lapse rate that is estimated (free), got 0.02"),
      (
        "--method bayes",
        "--catch: expected --method ml or reduced; with --method bayes, state the lapse rate with --prior 'lapse: …'"
      ),
      (
        "--by listener --compare",
        "--catch: cannot be combined with --compare and --share, which fit only test trials"
      ),
    ])
  func `a fit that cannot use catch trials says so`(options: String, message: String) throws {
    let workshop = try Workshop(Self.data, as: "data.csv")
    let run = try workshop.shell("$peach fit data.csv --catch use \(options)")
    #expect(run.status == 64)
    #expect(run.error.replacing("\n", with: " ").contains(message))
  }
}
