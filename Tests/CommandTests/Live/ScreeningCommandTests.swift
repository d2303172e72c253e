import Foundation
import PeachStorage
import PeachTrials
import Testing

/// Headphone screening in the whole program: simulated listeners, people over lines, kills, exclusion and exports.
@Suite struct ScreeningCommandTests {
  private let live: LiveWorkshop

  private static let study = """
    name: screened
    seed: 20261128
    task: {kind: comparison, notes: [C3, C4], note-duration: 0.05}
    listeners:
      - {name: keen, kind: gaussian, jnd: 12}
    strategies:
      - {name: kazez, kind: kazez}
    stop: {trials: 2}
    replicates: 10
    lab:
      screening: {test: both, prior: 0.7, exclude: true}
      blocks:
        - {name: unison}

    """

  init() throws {
    live = try LiveWorkshop()
    try live.workshop.write("study.yaml", Self.study)
  }

  private func day(_ listener: String, isWorn: Bool) -> [String] {
    live.day(of: listener, by: "gaussian jnd=5") + ["--responder", "headphones worn=\(isWorn)"]
  }

  private func run(_ arguments: [String], home: String = "home") throws -> Workshop.Outcome {
    try live.workshop.run(arguments, environment: live.home(home))
  }

  /// Among 12 listeners each, 9.4 with headphones and 0.17 with loudspeakers pass both tests (0.976·0.8 and 0.071·0.2). Fewer than
  /// 4 and more than 2 have probabilities of 0.01 % and 0.06 %.
  @Test func `simulated listeners pass as often as published, and who fails goes no further`() throws {
    for number in 1...12 {
      for isWorn in [true, false] {
        let outcome = try run(day("\(isWorn ? "W" : "L")\(number)", isWorn: isWorn))
        #expect(outcome.status == 0, "\(outcome.error)")
      }
    }
    let rows = try run(["export", "--study", "screened", "--table", "screenings"]).rows
    #expect(rows.count == 24)
    func passed(_ letter: String) -> Int {
      rows.count { $0["listener"]!.hasPrefix(letter) && $0["passed"] == "1" }
    }
    #expect(passed("W") >= 4 && passed("L") <= 2, "\(passed("W")), \(passed("L"))")
    for row in rows {
      let isPassed = row["antiphase_correct"]! >= "5" && row["huggins_correct"] == "6"
      #expect(row["passed"] == (isPassed ? "1" : "0") && row["screened_out"] == (isPassed ? "0" : "1"))
      #expect(row["probability"]!.hasPrefix(isPassed ? "0.963" : "0.354") && row["prior"] == "0.7")
      let blocks = try live.sessions(of: row["listener"]!).map { $0.block ?? "" }
      #expect(blocks == ["screening-antiphase", "screening-huggins"] + (isPassed ? ["unison"] : []))
    }
    let fit = try run(["fit", "--study", "screened", "--by", "block", "--format", "csv"])
    #expect(Set(fit.rows.map { $0["block"]! }) == ["unison"], "\(fit.error)")
    let study = try run(["study", "study.yaml"])
    #expect(study.output.contains("screened out") && study.output.contains("headphone screening"), "\(study.output)")
    let listener = rows.first { $0["passed"] == "0" }?["listener"] ?? ""
    let again = try run(day(listener, isWorn: true))
    #expect(again.error.contains("the headphone screening was failed; the study has ended"), "\(again.error)")
    // The experimenter can let the listener repeat a test.
    let restart = try run([
      "listener", "restart", listener, "--block", "screening-huggins", "--note", "wore headphones",
    ])
    #expect(restart.status == 0, "\(restart.error)")
    #expect(try run(day(listener, isWorn: true)).status == 0)
    #expect(try live.sessions(of: listener).count { $0.block == "screening-huggins" } == 2)
    let report = try run(["report", "--listener", "W1", "-o", "W1.html"])
    #expect(report.status == 0)
    let page = try String(contentsOfFile: live.workshop.path("W1.html"), encoding: .utf8)
    #expect(page.contains("Headphone screening") && page.contains("probability of headphones"))
  }

  @Test func `a screening that is killed goes on at the same trial`() throws {
    try #require(run(day("W1", isWorn: true), home: "calm").status == 0)
    var random = StreamFamily(seed: 5, path: ["screening kills"]).stream(replicate: 1)
    var kills = 0
    for _ in 0..<12 {
      let running = try live.workshop.begin(day("W1", isWorn: true), environment: live.environment)
      usleep(UInt32(150_000 * random.unit()))
      running.signal(SIGKILL)
      if running.finish().status != 0 { kills += 1 }
    }
    #expect(kills > 2)
    try #require(run(day("W1", isWorn: true)).status == 0)
    for table in ["trials", "sessions"] {
      #expect(try live.export(table) == live.export(table, from: "calm"), "\(table)")
    }
    let result = try run(["export", "--study", "screened", "--table", "screenings"])
    #expect(try result.output == run(["export", "--study", "screened", "--table", "screenings"], home: "calm").output)
    try live.expectNothingLeft()
  }

  @Test(arguments: [("en_US.UTF-8", "Which tone was softest?"), ("de_DE.UTF-8", "Welcher Ton war am leisesten?")])
  func `a person reads what to do and answers over lines`(language: String, question: String) throws {
    live.environment["LC_ALL"] = language
    let isGerman = language.hasPrefix("de")
    let day = try live.shell(
      "printf '\\n1\\n2\\n3\\n1\\n2\\n3\\n' > lines.txt; $peach live study.yaml --listener P07 --device quiet < lines.txt"
    )
    #expect(day.status == 0, "\(day.error)")
    #expect(day.output.contains(question), "\(day.output)")
    #expect(day.output.contains(isGerman ? "setzen Sie jetzt Kopfhörer auf" : "wear headphones now"))
    #expect(try live.sessions(of: "P07").first?.trials == 6)
    try live.expectNothingLeft()
  }
}
