import Foundation
import Testing

@Suite struct TraceTests {
  private func trace(_ responses: String, _ flags: String..., files: [String: String] = [:]) throws -> Workshop.Outcome
  {
    let workshop = try Workshop(Experiments.comparison())
    for (name, text) in files { try workshop.write(name, text) }
    return try workshop.run(
      ["trace", "experiment.yaml", "--strategy", "two-down", "--responses", responses] + flags)
  }

  /// The rows of a trace as CSV, without the header.
  private func rows(_ responses: String, files: [String: String] = [:]) throws -> [String] {
    let outcome = try trace(responses, "--format", "csv", files: files)
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(outcome.error == "")
    #expect(outcome.lines.first == Columns.trace)
    #expect(outcome.lines.last == "")
    return outcome.lines.dropFirst().dropLast()
  }

  @Test func `two down and one up follow correct and wrong answers`() throws {
    let rows = try rows("1101101").map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
    #expect(
      rows.map { $0[..<7].joined(separator: ",") } == [
        "1,,test,100,1,0,running", "2,,test,100,1,0,running", "3,,test,50,0,1,running", "4,,test,100,1,0,running",
        "5,,test,100,1,1,running", "6,,test,50,0,1,running", "7,,test,100,1,0,running",
      ])
    #expect(rows[..<4].allSatisfy { $0[7] == "" })
    // The reversals at 50 and 100; with three, the last two count.
    for row in rows[4...] { #expect(abs(try #require(Double(row[7])) / 5000.squareRoot() - 1) < 1e-12) }
    #expect(rows.allSatisfy { $0[8] == "" && $0[9] == "" })
  }

  @Test func `JSON has the columns of the CSV`() throws {
    let outcome = try trace("110", "--format", "json")
    #expect(outcome.status == 0)
    let parsed = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    let rows = try #require(parsed as? [[String: Any]])
    #expect(rows.count == 3)
    #expect(rows.map { $0["level_cents"] as? Double } == [100, 100, 50])
    #expect(rows.map { $0["response"] as? Int } == [1, 1, 0])
    #expect(rows.allSatisfy { $0["track"] is NSNull && $0["trial_kind"] as? String == "test" })
    #expect(rows[0].keys.sorted() == Columns.trace.split(separator: ",").map(String.init).sorted())
  }

  @Test func `tracks are named, and trials that are no track's own show their kind`() throws {
    let strategy = """
        - {name: both, kind: interleaved, order: alternating, catch: {every: 3, level: 77}, tracks: [
            {name: A, kind: transformed-up-down, start: 100, down: 1, step: {factor: 2}, estimator: {kind: last}},
            {name: B, kind: random, level: 30}]}
      """
    let workshop = try Workshop(Experiments.comparison(strategies: [strategy], trials: 6))
    let outcome = try workshop.peach(
      "trace", "experiment.yaml", "--strategy", "both", "--responses", "111011", "--format", "csv")
    #expect(outcome.error == "")
    #expect(
      outcome.lines.dropFirst().dropLast() == [
        "1,A,test,100,1,0,running,100,,", "2,B,test,30,1,0,running,,,", "3,,catch,77,1,0,running,,,",
        "4,A,test,50,0,1,running,50,,", "5,B,test,30,1,0,running,,,", "6,,catch,77,1,0,trials,,,",
      ])
    let table = try workshop.peach("trace", "experiment.yaml", "--strategy", "both", "--responses", "1")
    #expect(table.lines.first == "both: A converges on 50.00 %, B none")
  }

  @Test func `a trace shows the target and the next level`() throws {
    let outcome = try trace("11")
    #expect(outcome.status == 0)
    #expect(outcome.error == "")
    #expect(
      outcome.output == """
        two-down: converges on 70.71 %

        trial  trial_kind  level_cents  response  reversal  status   estimate  estimate_low  estimate_high
        ─────  ──────────  ───────────  ────────  ────────  ───────  ────────  ────────────  ─────────────
            1  test           100.0000         1         0  running
            2  test           100.0000         1         0  running

        next: 50 cents

        """)
  }

  @Test func `higher and lower are correct by the sign of the offset`() throws {
    // The first signs of this seed are not known here: h and l swap every response.
    let high = try rows("hhhh").map { $0.split(separator: ",", omittingEmptySubsequences: false)[4] }
    let low = try rows("llll").map { $0.split(separator: ",", omittingEmptySubsequences: false)[4] }
    #expect(high.count == 4)
    #expect(zip(high, low).allSatisfy { $0 != $1 })
  }

  @Test func `a step starts from the level that was presented, not from the one asked for`() throws {
    let file = """
      reference_note,interval,offset_cents,answer
      C4,prime,-30,lower
      60,prime,30,higher
      D3,prime,12,lower
      D3,prime,-24,lower

      """
    #expect(
      try rows("tape.csv", files: ["tape.csv": file]) == [
        "1,,test,30,1,0,running,,,", "2,,test,30,1,0,running,,,", "3,,test,12,0,1,running,,,",
        "4,,test,24,1,0,running,,,",
      ])
    // Asked for 100 throughout, the first two right answers at 30 lead to 15.
    let outcome = try trace("two.csv", files: ["two.csv": "level_cents,correct\n30,1\n30,1\n"])
    #expect(outcome.output.hasSuffix("\nnext: 15 cents\n"), "\(outcome.output)")
  }

  @Test func `signal or noise is drawn from the file's seed and shown`() throws {
    func rows(_ seed: Int) throws -> [[String]] {
      let outcome = try Workshop(Experiments.detection(seed: seed)).peach(
        "trace", "experiment.yaml", "--strategy", "siam", "--responses", "1101001011100101101001", "--format", "csv")
      #expect(outcome.status == 0, "\(outcome.error)")
      #expect(outcome.lines.first == Columns.trace.replacing("cents", with: "dB"))
      return outcome.lines.dropFirst().dropLast().map {
        $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      }
    }
    let found = try rows(11)
    #expect(found.count == 22)
    #expect(Set(found.map { $0[2] }) == ["test", "noise"])
    // Hit −2, miss +2, false alarm +4, correct rejection 0.
    for (row, next) in zip(found, found.dropFirst()) {
      let steps = row[2] == "test" ? (row[4] == "1" ? -2.0 : 2) : (row[4] == "1" ? 4 : 0)
      #expect(Double(next[3]) == Double(row[3]).map { $0 + steps }, "trial \(row[0])")
    }
    #expect(try rows(11) == found)
    #expect(try rows(12).map { $0[2] } != found.map { $0[2] })
  }

  @Test func `answers beyond the end of a track are ignored with a note`() throws {
    let outcome = try trace(String(repeating: "1", count: 25), "--format", "csv")
    #expect(outcome.status == 0)
    #expect(outcome.lines.count == 1 + 20 + 1)
    #expect(outcome.lines[20].contains(",trials,"))
    #expect(outcome.error == "the track stopped after 20 of 25 answers\n")
  }

  @Test func `a sweep is traced at its first values, with a note`() throws {
    let workshop = try Workshop(Experiments.sweep)
    let outcome = try workshop.peach(
      "trace", "experiment.yaml", "--strategy", "two-down", "--responses", "1", "--format", "csv")
    #expect(outcome.status == 0)
    #expect(outcome.lines[1].hasPrefix("1,,test,50,"))
    #expect(outcome.error == "the file varies values; a live session uses the first value of each\n")
  }

  @Test(
    arguments: [
      ("answer\nup\n", "tape.csv:2:1: expected higher, lower, yes or no, got 'up'"),
      ("correct\n2\n", "tape.csv:2:1: expected an answer"), ("level_cents\n5\n", "missing column answer or correct"),
      ("correct,level_cents\n1,-5\n", "tape.csv:2:1: expected a level > 0 on a log axis, got -5"),
      ("correct,level_cents\n1,\"5,0\"\n", "tape.csv:2:1: expected a number, got '5,0'"),
      ("correct;level_cents\n1;5,0\n", "expected commas between columns, got semicolons"), ("", "tape.csv:1:1: "),
    ])
  func `a file of answers that makes no sense is 65`(text: String, message: String) throws {
    let outcome = try trace("tape.csv", files: ["tape.csv": text])
    #expect(outcome.status == 65)
    #expect(outcome.output == "")
    #expect(outcome.error.contains(message), "\(outcome.error)")
  }

  @Test func `letters that are no answers are refused`() throws {
    let outcome = try trace("1102")
    #expect(outcome.status == 65)
    #expect(
      outcome.error == "--responses:1:1: expected answers (1 and 0, or h and l) or a CSV file, got '1102'\n")
  }
}
