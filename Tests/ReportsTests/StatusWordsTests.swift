import PeachAnalysis
import PeachFitting
import PeachReporting
import PeachSupport
import Testing

/// What the text says of fits whose status comes seldom.
@Suite struct StatusWordsTests {
  private func text(
    _ csv: String, by: [String] = [], in page: PageWidth = .whole, sharing shared: SharedParameters? = nil,
    _ change: (inout FitRequest) -> Void = { _ in }
  ) async throws -> String {
    let table = try DelimitedText(csv, file: "data.csv").table
    var request = FitRequest()
    request.lapse = .fixed(0)
    change(&request)
    let observations = try Observations.read(table, reading: request.reading, by: by)
    var report = try FitReport(observations, source: "data.csv", by: by, request: request, seed: 3)
    await report.fit(observations.groups, jobs: 2) { _ in }
    if let shared { await report.compare(sharing: shared, jobs: 2) { _, _ in } }
    return FitText(report).text(in: page).split { $0 == "\n" || $0 == " " }.joined(separator: " ")
  }

  private func counts(_ rows: [(Double, Int, Int)], _ column: String = "level") -> String {
    "\(column),n,k\n" + rows.map { "\($0.0.shortest),\($0.1),\($0.2)\n" }.joined()
  }

  @Test func `a threshold far from the levels is reported with both numbers`() async throws {
    let text = try await text(counts([(1, 400, 32), (2, 400, 63), (3, 400, 110)], "level_dB")) { $0.guess = .fixed(0) }
    #expect(
      text.contains(
        /status extrapolated: the threshold, [0-9.]+, lies outside the levels, 1 to 3 dB, by more than half their range: measure near the threshold before you trust it/
      ), "\(text)")
  }

  @Test func `a table of any width shows which fits failed`() async throws {
    let rows = [(1, 9, 5), (2, 9, 7), (3, 9, 9)]
    let csv =
      "observer_of_the_session,level,n,k\n"
      + ["anna-from-the-first-group", "ben-from-the-second-group"].enumerated()
      .flatMap { index, name in rows.map { "\(name),\($0.0),9,\(index == 0 ? $0.2 : 9)\n" } }.joined()
    let text = try await text(csv, by: ["observer_of_the_session"], in: PageWidth(columns: 40))
    #expect(text.contains(" not shown: width, deviance, trials; all with --wide "), "\(text)")
  }

  @Test func `however narrow the page, of the comparison p stays, and before lr and df p_simulated goes`() async throws
  {
    let rows = [("anna", 1, 5), ("anna", 2, 7), ("anna", 3, 8), ("ben", 1, 4), ("ben", 2, 6), ("ben", 3, 9)]
    let csv = "who,level,n,k\n" + rows.map { "\($0.0),\($0.1),9,\($0.2)\n" }.joined()
    func shown(_ columns: Int) async throws -> String {
      try await text(csv, by: ["who"], in: PageWidth(columns: columns), sharing: SharedParameters([.width])) {
        $0.simulations = 20
      }
    }
    let narrow = try await shown(80)
    #expect(
      narrow.contains(" p p_holm lr df lr_p ─")
        && narrow.contains(" not shown: p_simulated, Δaic, Δbic; all with --wide "),
      "\(narrow)")
  }

  @Test func `a rate at its bound is shown with the bound`() async throws {
    let rows = [(1.0, 50, 25), (2, 50, 26), (3, 50, 38), (4, 50, 40), (5, 50, 39)]
    let text = try await text(counts(rows)) { $0.lapse = .free(upTo: 0.08) }
    #expect(
      text.contains(
        "status at-bound:lapse: the lapse rate is at its upper bound, 0.08: the threshold depends on this bound"),
      "\(text)")
    #expect(text.contains("lapse 0.08 above ") && text.contains("between 0 and 0.08"))
  }

  @Test func `a proportion outside the range of the function is reported with the range`() async throws {
    let rows = [(1.0, 50, 25), (2, 50, 26), (3, 50, 38), (4, 50, 40), (5, 50, 39)]
    let text = try await text(counts(rows)) {
      $0.lapse = .free(upTo: 0.3)
      $0.at = 0.95
    }
    #expect(
      text.contains(
        /status unreachable: the function does not reach 0.95, it runs from 0.5000 to 0.7[0-9]+: choose another/),
      "\(text)")
  }

  @Test func `the direction reading uses the words higher and lower`() async throws {
    func direction(_ rows: [(Double, Int, Int)]) async throws -> String {
      try await text(counts(rows, "offset_cents")) {
        $0.reading = .direction
        $0.guess = .lapse
      }
    }
    #expect(
      try await direction([(-5, 9, 0), (-2, 9, 0), (3, 9, 9)]).contains(
        "all-correct: every answer agrees with the sign of its level: the listener hears smaller differences"))
    #expect(
      try await direction([(-5, 9, 0), (-2, 9, 0), (3, 9, 0)]).contains(
        "one-answer: every answer is \"lower\": measure at levels where the listener gives the other answer too"))
    #expect(
      try await direction([(-5, 9, 0), (2, 9, 0), (4, 9, 9)]).contains(
        "step: the answers jump from lower to higher between 2 and 4 cents: the point of subjective equality lies in "
          + "that gap"))
    #expect(
      try await direction([(-5, 9, 8), (2, 9, 4), (4, 9, 1)]).contains(
        "decreasing: no rising function fits better than a flat line: the proportion \"higher\" does not rise with the "
          + "level. Check that \"higher\" and \"lower\" are not exchanged"))
  }

  @Test func `a posterior of uninformative data says that it rests on the prior`() async throws {
    let text = try await text(counts([(1, 9, 9), (2, 9, 9), (3, 9, 9)])) {
      $0.method = .bayes
      $0.lapse = nil
    }
    #expect(text.contains("status all-correct: every answer is correct"))
    #expect(text.contains("; the prior, not the data, determines most of these numbers method Bayesian"))
    #expect(text.contains("prior threshold: plateau(0, 1, 3, 4), width: plateau(1, 2, 2, 6), lapse: beta(1, 10)"))
  }

  @Test func `an answer that rises, but not enough, is not called falling`() async throws {
    let text = try await text(counts([(1, 100, 10), (2, 100, 11), (3, 100, 14)])) { $0.guess = .fixed(0) }
    #expect(text.contains("decreasing: no rising function fits better than a flat line, although answers change"))
  }

  @Test func `an open interval shows the known end`() async throws {
    let text = try await text(counts([(1, 9, 5), (2, 9, 7), (3, 9, 8), (4, 9, 9)]))
    #expect(text.contains(/width [0-9.]+ below [0-9.]+ level, from F = 0.05 to 0.95/), "\(text)")
  }

  @Test func `numbers have as many digits as their errors leave them`() async throws {
    let text = try await text(counts([(1000.5, 9000, 90), (1000.6, 9000, 4500), (1000.7, 9000, 8910)])) {
      $0.guess = .fixed(0)
    }
    #expect(text.contains(/threshold 1000.60000 1000.59[0-9]+ … 1000.60[0-9]+ level/), "\(text)")
    let tiny = try await self.text(counts([(1e-9, 90, 9), (2e-9, 90, 45), (3e-9, 90, 81)])) { $0.guess = .fixed(0) }
    #expect(tiny.contains("threshold 2.000e−9 "), "\(tiny)")
  }
}
