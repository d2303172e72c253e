import Foundation
import PeachExperiments
import PeachReporting
import PeachSimulation
import PeachStorage
import PeachSupport
import Testing

/// Every experiment of `experiments/published` finds what was printed, and the table beside them says so.
///
/// A twentieth of the runs is made, with three standard errors granted; the seeds are fixed, so that there is no false
/// alarm. With PEACH_TEST_LONG all are made, and every figure is that of the committed table.
@Suite struct PublishedResultsTests {
  private static let isLong = ProcessInfo.processInfo.environment["PEACH_TEST_LONG"] != nil
  private static let folder = Paths.folder.appending(path: "published")
  private static let names = [
    "amitay-2006", "brookes-2017", "garcia-perez-1998", "glasberg-1990", "green-1988", "green-1993", "green-swets-1966",
    "initial-rule", "kaernbach-1991", "kazez-2001",
    "kollmeier-1988", "kontsevich-tyler-1999", "levitt-1971", "snell-1995", "van-de-par-1999",
    "viemeister-1979", "watson-2017", "wichmann-hill-2001a", "witton-2017",
  ]
  /// Files with listeners who hear every sample, which take minutes.
  private static let slow: Set = [
    "glasberg-1990", "green-swets-1966", "snell-1995", "van-de-par-1999", "viemeister-1979",
  ]

  private static func experiment(_ name: String, replicates: Int? = nil) throws -> Experiment {
    try Experiment.read(folder.appending(path: "\(name).yaml").path, overrides: .init(replicates: replicates))
  }

  private static func text(_ name: String) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  @Test(arguments: names.filter { isLong || !slow.contains($0) }) func `published values are reproduced`(name: String)
    async throws
  {
    let whole = try Self.experiment(name)
    let few = max(10, whole.plan.replicates / 20)
    let experiment = Self.isLong ? whole : try Self.experiment(name, replicates: few)
    let plan = experiment.plan
    let path = FileManager.default.temporaryDirectory.appending(path: "peach-\(UUID().uuidString).sqlite").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let results = try ResultsFile.create(
      at: path, plan.record(version: "0.0.0", build: "none"), cells: plan.cellRecords)
    _ = try await Simulator(plan, jobs: 2, isCancelled: { false }).run(into: results) { _ in }
    let values = try Reproduction(#require(experiment.published), of: plan).values(in: results)
    for value in values {
      #expect(value.verdict.isRight, "\(value.published.what): \(value.ours), \(value.verdict)")
    }
    guard Self.isLong else { return }
    let table = PublishedTable([.init(experiment: name, published: try #require(experiment.published), values: values)])
    let made = try DelimitedText(
      CSV.header(table.columns) + table.rows.map(CSV.line).joined(), file: "made")
    let committed = try DelimitedText(Self.text("results.csv"), file: "results.csv").rows.filter {
      $0.fields[0] == name
    }
    #expect(made.rows.count == committed.count)
    for (one, other) in zip(made.rows, committed) {
      for (fields, column) in zip(zip(one.fields, other.fields), made.columns) where fields.0 != fields.1 {
        let (a, b) = (try #require(Double(fields.0)), try #require(Double(fields.1)))
        #expect(abs(a - b) <= 1e-6 * max(abs(a), abs(b)), "\(one.fields[2]), \(column)")
      }
    }
  }

  /// A tolerance that chance fills, or that holds the opposite finding too, shows nothing.
  @Test func `every tolerance is wider than chance and has a reason and a source`() throws {
    let committed = try DelimitedText(Self.text("results.csv"), file: "results.csv")
    func field(_ name: String, _ row: DelimitedText.Row) -> String {
      committed.index(of: name).map { row.fields[$0] } ?? ""
    }
    #expect(Set(committed.rows.map { field("experiment", $0) }).sorted() == Self.names)
    for row in committed.rows {
      let what = "\(field("experiment", row)): \(field("what", row))"
      #expect(["agrees", "near", "disagrees"].contains(field("verdict", row)), "\(what)")
      #expect(!field("from", row).isEmpty, "\(what)")
      guard field("relation", row) == "about" else { continue }
      #expect(!field("why", row).isEmpty, "\(what)")
      // Twelve standard errors are no agreement.
      #expect(field("verdict", row) != "agrees" || Double(field("standard_errors", row)) ?? 0 <= 3, "\(what)")
      let tolerance = try #require(Double(field("tolerance", row)))
      #expect(tolerance >= 2 * (Double(field("ours_se", row)) ?? 0), "\(what)")
    }
    for name in Self.names {
      let text = try Self.text("\(name).yaml")
      #expect(text.matches(of: /\bvalue:/).count == text.matches(of: /\bunlike:/).count, "\(name)")
      #expect(text.contains("\n# Run it:  peach reproduce experiments/published/\(name).yaml\n"), "\(name)")
    }
  }

  @Test func `the README has the committed table and a paragraph on each`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).filter { $0.hasSuffix(".yaml") }
    #expect(files.map { String($0.dropLast(5)) }.sorted() == Self.names)
    let readme = try Self.text("README.md")
    let rows = readme.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst().map {
      $0.dropFirst(2).dropLast(2).components(separatedBy: " | ")
    }
    let committed = try DelimitedText(Self.text("results.csv"), file: "results.csv")
    #expect(rows.count == committed.rows.count + 1)
    for (row, line) in zip(rows.dropFirst(), committed.rows) {
      func field(_ name: String) -> String { committed.index(of: name).map { line.fields[$0] } ?? "" }
      #expect(field("source").hasPrefix(row[0]) && row[1] == field("what") && row[4] == field("verdict"), "\(row)")
      guard ["about", "at-most", "at-least"].contains(field("relation")) else { continue }
      let published = try #require(Double(field("published")))
      let shown = row[2].replacing("−", with: "-").split { " ≤≥".contains($0) }.first.flatMap { Double($0) }
      #expect(shown == published, "\(row)")
      let ours = try #require(Double(field("ours")))
      let figure = row[3].replacing("−", with: "-").split(separator: " ").first.map(String.init) ?? ""
      let decimals = figure.split(separator: ".").dropFirst().first?.count ?? 0
      #expect(try abs(#require(Double(figure)) - ours) <= 0.5001 * pow(10, -Double(decimals)), "\(row)")
    }
    for name in Self.names { #expect(readme.contains("\n## \(name)\n"), "\(name)") }
  }

  @Test func `the text of the README agrees with the table`() throws {
    let words = try Self.text("README.md").split { $0.isWhitespace }.joined(separator: " ")
    let committed = try DelimitedText(Self.text("results.csv"), file: "results.csv")
    func ours(_ experiment: String, _ what: String) throws -> Double {
      let row = try #require(committed.rows.first { $0.fields[0] == experiment && $0.fields[2] == what }, "\(what)")
      return try #require(committed.index(of: "ours").flatMap { Double(row.fields[$0]) })
    }
    func says(_ text: String, _ place: SourceLocation = #_sourceLocation) {
      #expect(words.contains(text), "the README does not say: \(text)", sourceLocation: place)
    }
    func fixed(_ value: Double, _ decimals: Int) -> String { String(format: "%.\(decimals)f", value) }
    let ratio = "RMSE of two-down-one-up over that of weighted steps, "
    let advantage = try ["200 trials", "60 trials"].map { 100 * (try ours("kaernbach-1991", ratio + $0) - 1) }
    says(
      "The advantage is \(fixed(advantage[0], 0)) % of the RMSE after 200 trials and \(fixed(advantage[1], 0)) % after 60"
    )
    says(
      "falls by \(fixed(try ours("garcia-perez-1998", "what the ratio loses"), 3)) with the ratio, but by "
        + "\(fixed(try ours("garcia-perez-1998", "what equal steps lose by being large"), 3)) with equal steps")
    let fits = try ["0.02", "0.05"].map { try ours("wichmann-hill-2001a", "threshold, λ \($0), fixed at 0") - 8.85 }
    says("puts the threshold \(fixed(fits[0], 2)) and \(fixed(fits[1], 2)) too high for 2 and 5 % of lapses")
    let lower = -(try ours("amitay-2006", "thresholds: likelihood less staircase, octaves"))
    says("likelihood is \(fixed(lower, 2)) octaves lower")
    says("answers right \(fixed(try ours("kazez-2001", "% correct, σ 10"), 0)) times in a hundred")
  }
}
