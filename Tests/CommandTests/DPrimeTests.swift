import Testing

@Suite struct DPrimeTests {
  private func peach(_ line: String) throws -> Workshop.Outcome {
    try Workshop().run(["dprime"] + line.split(separator: " ").map(String.init))
  }

  private func expect(_ line: String, prints text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    #expect(
      try peach(line) == Workshop.Outcome(status: 0, output: text, error: ""), sourceLocation: sourceLocation)
  }

  @Test func `yes/no is printed with its model, its input and the best proportion correct`() throws {
    try expect(
      "yes-no --hits 43/50 --false-alarms 12/50",
      prints: """
        yes-no: yes if the observation is above a criterion

        d_prime  criterion     bias  d_prime_se
        ───────  ─────────  ───────  ──────────
         1.7866    −0.1870  −0.3341      0.2939

          hits          43/50 = 0.8600: answers "yes" to a signal
          false alarms  12/50 = 0.2400: answers "yes" to noise
          correction    none
          unbiased      at most 81.42 % correct with this d′
          model         normal, of equal variance
          source        Green & Swets (1966); Macmillan & Creelman (2005), ch. 1

        """)
  }

  @Test func `same–different is printed with its rule, correction and criterion`() throws {
    try expect(
      "same-different --hits 38/50 --false-alarms 9/50 --correction loglinear",
      prints: """
        same-different, difference rule: different if the two observations are farther apart than a
          criterion

        d_prime  criterion     bias  d_prime_se
        ───────  ─────────  ───────  ──────────
         2.8430     0.1009  −0.0519      0.3622

          hits          38/50, corrected to 0.7549: answers "different" to two different sounds
          false alarms  9/50, corrected to 0.1863: answers "different" to the same sound twice
          correction    loglinear, (k + 0.5)/(n + 1)
          different     criterion 1.8691, unbiased at 1.9060, in units of d′
          unbiased      at most 78.44 % correct with this d′
          model         normal, of equal variance
          source        Macmillan, Kaplan & Creelman (1977), doi:10.1037/0033-295X.84.5.452; Macmillan &
                        Creelman (2005), ch. 9

        """)
  }

  @Test func `correct answers have no criterion and no bias`() throws {
    try expect(
      "mafc --correct 61/80 --alternatives 3",
      prints: """
        mafc, 3 alternatives: the alternative with the greatest observation

        d_prime  criterion  bias  d_prime_se
        ───────  ─────────  ────  ──────────
         1.4859                       0.2012

          correct     61/80 = 0.7625
          correction  none
          unbiased    at most 76.25 % correct with this d′
          model       normal, of equal variance
          source      Hacker & Ratcliff (1979), doi:10.3758/BF03208311; Macmillan & Creelman (2005), ch. 10

        """)
  }

  /// The values of another package, or closed forms, to the digits given; which of the four columns are filled.
  @Test(
    arguments: [
      ("yes-no --hits 70/100 --false-alarms 20/100", 1.3660217, "1111"),
      ("yes-no --hits 0.7 --false-alarms 0.2", 1.3660217, "1110"), ("yes-no --correct 0.8413447", 2, "1000"),
      ("mafc --correct 0.75", 0.9538726, "1000"), ("mafc --correct 3/4", 0.9538726, "1001"),
      ("mafc --correct 0.9 --alternatives 4", 2.4515694, "1000"),
      ("mafc --hits 70/100 --false-alarms 20/100", 0.9659232, "1111"),
      ("same-different --hits 0.7 --false-alarms 0.2", 2.5498595, "1110"),
      ("same-different --hits 0.7 --false-alarms 0.2 --rule independent", 2.1202617, "1110"),
      ("abx --hits 0.9 --false-alarms 0.1 --rule difference", 3.2630918, "1110"),
      ("abx --hits 90/100 --false-alarms 10/100 --rule independent", 2.8072943, "1111"),
      ("abx --correct 0.9", 3.2630918, "1000"), ("oddity --correct 7/10", 2.5037049, "1001"),
      ("oddity --correct 0.44676785502576 --rule independent", 1, "1000"),
      ("mafc --correct 0.25", -0.9538726, "1000"), ("yes-no --hits 20/100 --false-alarms 70/100", -1.3660217, "1111"),
    ])
  func `d′ equals other programs, and all possible columns are filled`(
    line: String, dPrime: Double, filled: String
  ) throws {
    let csv = try peach(line + " --format csv")
    #expect(csv.status == 0 && csv.error == "" && csv.lines.count == 3)
    #expect(csv.lines[0] == "d_prime,criterion,bias,d_prime_se")
    let fields = csv.lines[1].split(separator: ",", omittingEmptySubsequences: false)
    #expect(abs(try #require(Double(fields[0])) - dPrime) <= 1e-6, "\(csv.output)")
    #expect(fields.map { $0.isEmpty ? "0" : "1" }.joined() == filled, "\(csv.output)")
    let values = zip(csv.lines[0].split(separator: ","), fields).map { "\"\($0)\": \($1.isEmpty ? "null" : $1)" }
    try expect(line + " --format json", prints: "[\n  {\(values.joined(separator: ", "))}\n]\n")
  }

  @Test func `extreme counts have a d′ once they are corrected`() throws {
    // z(0.99) − z(0.25) and z(50.5/51) − z(12.5/51), by tables.
    for (correction, expected) in [("half", 2.326348 + 0.690309), ("loglinear", 2.334 + 0.6903)] {
      let line = "yes-no --hits 50/50 --false-alarms \(correction == "half" ? "49/200" : "12/50")"
      let outcome = try peach("\(line) --correction \(correction) --format csv")
      #expect(outcome.status == 0)
      let field = try #require(outcome.lines.dropFirst().first?.split(separator: ",").first)
      #expect(abs(try #require(Double(field)) - expected) <= 2e-3, "\(outcome.output)")
    }
  }

  @Test func `chance is 0, not −0`() throws {
    try expect("mafc --correct 1/2 --format csv", prints: "d_prime,criterion,bias,d_prime_se\n0,,,1.2533141373155001\n")
    try expect(
      "yes-no --hits 0.5 --false-alarms 0.5 --format csv", prints: "d_prime,criterion,bias,d_prime_se\n0,0,0,\n")
    try expect("abx --correct 20/40 --format csv", prints: "d_prime,criterion,bias,d_prime_se\n0,,,\n")
  }

  private static let usage = """
    Usage: peach dprime <task> [--hits <K/N>] [--false-alarms <K/N>] [--correct <P>] [--alternatives <M>] \
    [--rule <difference|independent>] [--correction <none|loglinear|half>] [--format <format>] [--wide]
      See 'peach dprime --help' for more information.

    """

  @Test(
    arguments: [
      (
        "yes-no --hits 50/50 --false-alarms 12/50",
        "--hits: 50/50 makes d′ infinite; --correction loglinear or --correction half keeps it finite"
      ),
      (
        "abx --hits 40/50 --false-alarms 0/50",
        "--false-alarms: 0/50 makes d′ infinite; --correction loglinear or --correction half keeps it finite"
      ),
      ("mafc --correct 1", "--correct: 1 makes d′ infinite; expected counts, K/N, with --correction loglinear or half"),
      (
        "oddity --correct 30/30",
        "--correct: 30/30 makes d′ infinite; --correction loglinear or --correction half keeps it finite"
      ),
      (
        "oddity --correct 0.3",
        "--correct: 0.3 is below chance, 0.3333. In oddity, no d′ predicts this; check whether you exchanged correct and wrong"
      ),
      (
        "abx --correct 19/40",
        "--correct: 19/40 is below chance, 0.5000. In abx, no d′ predicts this; check whether you exchanged correct and wrong"
      ),
      (
        "same-different --hits 9/50 --false-alarms 38/50",
        "--hits: 9/50 is below the false alarms, 38/50. In same-different, no d′ predicts this; check "
          + "whether you exchanged hits and false alarms"
      ),
      (
        "abx --hits 2/2 --false-alarms 99/100 --correction loglinear",
        "--hits: 2/2, corrected, is below the false alarms, 99/100. In abx, no d′ predicts this; check "
          + "whether you exchanged hits and false alarms"
      ),
      ("yes-no --hits 51/50 --false-alarms 1/50", "--hits: expected K/N with K from 0 to N, got '51/50'"),
      ("yes-no --hits 5/10 --false-alarms -1/50", "--false-alarms: expected K/N with K from 0 to N, got '-1/50'"),
      ("yes-no --hits 0/0 --false-alarms 1/50", "--hits: expected K/N with at least one trial N, got '0/0'"),
      ("mafc --correct 3/-4", "--correct: expected K/N with at least one trial N, got '3/-4'"),
      ("mafc --correct 3.5/7", "--correct: expected K/N, two whole numbers such as 43/50, got '3.5/7'"),
      ("mafc --correct 3/4/5", "--correct: expected K/N, two whole numbers such as 43/50, got '3/4/5'"),
      ("mafc --correct many", "--correct: expected K/N, such as 43/50, or a proportion, such as 0.86, got 'many'"),
      ("mafc --correct nan", "--correct: expected K/N, such as 43/50, or a proportion, such as 0.86, got 'nan'"),
      ("mafc --correct -0.2", "--correct: expected a proportion from 0 to 1, or K/N, got '-0.2'"),
      ("mafc --correct 75", "--correct: expected a proportion from 0 to 1, or K/N, got '75'; 75 % is 0.75"),
      ("yes-no", "yes-no: expected --hits K/N and --false-alarms K/N, or --correct P"),
      ("oddity", "oddity: expected --correct P"),
      ("yes-no --hits 43/50", "--hits: expected with --false-alarms K/N"),
      ("yes-no --false-alarms 43/50", "--false-alarms: expected with --hits K/N"),
      ("yes-no --hits 43/50 --correct 0.7", "--correct: cannot be combined with --hits"),
      ("yes-no --false-alarms 43/50 --correct 0.7", "--correct: cannot be combined with --false-alarms"),
      (
        "oddity --hits 43/50 --false-alarms 12/50",
        "--hits: the task oddity, difference rule has no hits; use --correct"
      ),
      (
        "mafc --hits 43/50 --false-alarms 12/50 --alternatives 3",
        "--hits: the task mafc, 3 alternatives has no hits; use --correct"
      ),
      ("mafc --correct 0.7 --alternatives 1", "--alternatives: expected a whole number from 2 to 1000, got 1"),
      ("mafc --correct 0.7 --alternatives -3", "--alternatives: expected a whole number from 2 to 1000, got -3"),
      ("mafc --correct 0.7 --alternatives 1001", "--alternatives: expected a whole number from 2 to 1000, got 1001"),
      (
        "abx --correct 0.7 --alternatives 2",
        "--alternatives: abx has a fixed number; use --alternatives only with mafc"
      ),
      (
        "yes-no --correct 0.7 --rule independent",
        "--rule: yes-no has only one rule; use --rule only with same-different, abx or oddity"
      ),
      (
        "mafc --correct 0.7 --rule difference",
        "--rule: mafc has only one rule; use --rule only with same-different, abx or oddity"
      ),
      (
        "mafc --correct 0.7 --correction half",
        "--correction: half needs counts; expected --correct K/N, got --correct 0.7"
      ),
      (
        "yes-no --hits 43/50 --false-alarms 0.2 --correction loglinear",
        "--correction: loglinear needs counts; expected --false-alarms K/N, got --false-alarms 0.2"
      ),
    ])
  func `data without a d′ are rejected with a hint`(line: String, message: String) throws {
    #expect(
      try peach(line) == Workshop.Outcome(status: 64, output: "", error: "Error: \(message)\n\(Self.usage)"))
  }

  @Test(
    arguments: [
      ("yes-on --correct 0.7", "expected one of yes-no, mafc, same-different, abx, oddity; did you mean 'yes-no'?"),
      ("abx --correct 0.7 --rule best", "'difference' and 'independent'"),
      ("mafc --correct 7/7 --correction 2N", "'none', 'loglinear' or 'half'"),
      ("mafc --correct 0.7 --format xml", "'table', 'csv' or 'json'"), ("", "<task>"),
    ])
  func `a wrong word is refused with the right ones`(line: String, words: String) throws {
    let outcome = try peach(line)
    #expect(outcome.status == 64 && outcome.output == "")
    #expect(outcome.error.hasPrefix("Error: ") && outcome.error.contains(words), "\(outcome.error)")
  }
}
