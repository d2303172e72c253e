import PeachExperiments
import Testing

/// Values as people write them. Each message suggests a line, and the file with that line is accepted.
@Suite struct SuggestionTests {
  struct Case: CustomTestStringConvertible {
    var file = Files.comparison
    var old: String
    /// What a person writes in its place, and the part of it that the suggestion replaces.
    var new: String
    var wrong: String
    var suggestion: String

    init(_ old: String, _ new: String, wrong: String? = nil, _ suggestion: String, in file: String = Files.comparison) {
      (self.file, self.old, self.new, self.suggestion) = (file, old, new, suggestion)
      self.wrong = wrong ?? new
    }

    var testDescription: String { wrong }
  }

  private static let lapse = "jnd: 5"
  private static let choice = Files.level.replacing("unit: dB", with: "unit: dB, alternatives: 2")
  private static let psi = Files.level.replacing(
    "kind: transformed-up-down, start: 20, down: 2, step: {linear: 2}",
    with: "kind: psi, threshold: [0, 5, 9], slope: 1")
  private static let pest = Files.comparison.replacing("kind: transformed-up-down", with: "kind: pest")
    .replacing(", down: 2", with: ", min-step: 1.1")
  private static let milliseconds = Files.level.replacing("unit: dB", with: "unit: ms")

  static let cases: [Case] =
    [
      // Shares.
      Case(lapse, "jnd: 5, lapse: 5%", wrong: "lapse: 5%", "write lapse: 0.05"),
      Case(lapse, "jnd: 5, lapse: 2 %", wrong: "lapse: 2 %", "write lapse: 0.02"),
      Case(lapse, "jnd: 5, lapse: \"2.3%\"", wrong: "lapse: \"2.3%\"", "write lapse: 0.023"),
      Case(lapse, "jnd: 5, lapse: 2", wrong: "lapse: 2", "write lapse: 0.02"),
      Case("replicates: 10", "replicates: 10\nestimand: 75", wrong: "estimand: 75", "write estimand: 0.75"),
      Case("replicates: 10", "replicates: 10\nestimand: 0,75", wrong: "estimand: 0,75", "write estimand: 0.75"),
      Case("replicates: 10", "replicates: 10\nestimand: 3/4", wrong: "estimand: 3/4", "write estimand: 0.75"),
      Case("slope: 1}", "slope: 1, guess: 1/2}", wrong: "guess: 1/2", "write guess: 0.5", in: Files.level),
      Case(
        "9], slope: 1}", "9], slope: 1, lapse: [2%, 5%]}", wrong: "lapse: [2%, 5%]", "write lapse: [0.02, 0.05]",
        in: psi),
      Case(
        "9], slope: 1}", "9], slope: 1, lapse: [1/50, 0.05]}", wrong: "lapse: [1/50, 0.05]",
        "write lapse: [0.02, 0.05]",
        in: psi),
      Case("9], slope: 1}", "9], slope: 1, lapse: 2%}", wrong: "lapse: 2%", "write lapse: 0.02", in: psi),
      // Values with a unit.
      Case("jnd: 5", "jnd: 10 cents", "write jnd: 10 (values have no unit; this one is in cents)"),
      Case("jnd: 5", "jnd: 10cents", "write jnd: 10 (values have no unit; this one is in cents)"),
      Case("jnd: 5", "jnd: 0.5 semitones", "write jnd: 50 (values have no unit; this one is in cents)"),
      Case("start: 20", "start: 20 ms", "write start: 20 (values have no unit; this one is in ms)", in: milliseconds),
      Case("start: 20", "start: 0.02 s", "write start: 20 (values have no unit; this one is in ms)", in: milliseconds),
      Case("start: 20", "start: 20 dB", "write start: 20 (values have no unit; this one is in dB)", in: Files.level),
      Case("start: 20", "start: \u{2212}3", "write start: -3", in: Files.level),
      Case(
        "kind: comparison", "kind: comparison, note-duration: 500 ms", wrong: "note-duration: 500 ms",
        "write note-duration: 0.5 (values have no unit; this one is in s)"),
      Case(
        "kind: comparison", "kind: comparison, reference-pitch: 442 Hz", wrong: "reference-pitch: 442 Hz",
        "write reference-pitch: 442 (values have no unit; this one is in Hz)"),
      // Marks of decimals and thousands.
      Case("jnd: 5", "jnd: 2,5", "write jnd: 2.5"),
      Case("start: 100", "start: \"2,5\"", "write start: 2.5"),
      Case("replicates: 10", "replicates: 10,000", "write replicates: 10000"),
      Case("replicates: 10", "replicates: 10 000", "write replicates: 10000"),
      Case("replicates: 10", "replicates: 10_000", "write replicates: 10000"),
      // Whole numbers.
      Case("trials: 60", "trials: \"60\"", "write trials: 60 (without quotes)"),
      Case("trials: 60", "trials: 60 trials", "write trials: 60"),
      Case("replicates: 10", "replicates: [10, 20]", "write replicates: 10"),
      Case("alternatives: 2", "alternatives: 2AFC", "write alternatives: 2", in: choice),
      Case("alternatives: 2", "alternatives: 3-AFC", "write alternatives: 3", in: choice),
      // True and false.
      Case("kind: comparison", "kind: comparison, signed: no", wrong: "signed: no", "write signed: false"),
      Case("kind: comparison", "kind: comparison, signed: FALSE", wrong: "signed: FALSE", "write signed: false"),
      Case(
        "kind: comparison", "kind: comparison, signed: \"false\"", wrong: "signed: \"false\"", "write signed: false"),
      Case("kind: comparison", "kind: comparison, signed: off", wrong: "signed: off", "write signed: false"),
      // Lists.
      Case("start: 100", "start: 100, limits: 1 200", wrong: "limits: 1 200", "write limits: [1, 200]"),
      Case(
        "start: 100", "start: 100, limits: [1 cent, 200 cents]", wrong: "limits: [1 cent, 200 cents]",
        "write limits: [1, 200]"),
      Case(
        "kind: comparison", "kind: comparison, intervals: octave", wrong: "intervals: octave",
        "write intervals: [octave]"),
      Case("kind: comparison", "kind: comparison, notes: C3 C5", wrong: "notes: C3 C5", "write notes: [C3, C5]"),
      Case("jnd: 5", "jnd: [5, 10]", "to simulate each of these values, write jnd: {vary: [5, 10]}"),
      Case(
        lapse, "jnd: 5, lapse: [1%, 2%]", wrong: "lapse: [1%, 2%]",
        "to simulate each of these values, write lapse: {vary: [0.01, 0.02]}"),
      Case(
        lapse, "jnd: 5, lapse: {vary: [1%, 0.05]}", wrong: "1%", "write 0.01"),
      // Mappings.
      Case("stop: {trials: 60}", "stop: 60 trials", "write stop: {trials: 60}"),
      Case("stop: {trials: 60}", "stop: 12 reversals", "write stop: {reversals: 12}"),
      Case("step: {factor: 2}", "step: 2 dB", "write step: {db: 2}"),
      Case("step: {linear: 2}", "step: 2 dB", "write step: {linear: 2}", in: Files.level),
      // Nothing.
      Case(lapse, "jnd: 5, lapse: none", wrong: ", lapse: none", "leave lapse out"),
      Case("start: 100", "start: 100, limits: ~", wrong: ", limits: ~", "leave limits out"),
      // Kinds.
      Case("kind: transformed-up-down", "kind: constant_stimuli", "did you mean 'constant-stimuli'?"),
      Case(
        "kind: gaussian", "kind: kazez",
        "write kind: gaussian, jnd: 10 (kazez is a strategy: state it under strategies)"),
      Case(
        "kind: transformed-up-down", "kind: gaussian",
        "write kind: kazez (gaussian is a listener: state it under listeners)"),
      Case(
        "kind: transformed-up-down", "kind: weibull",
        "write kind: hall, function: weibull (or another strategy that assumes a function: see peach list strategies)"),
    ]
    + [
      "weibull", "logistic", "normal", "gumbel", "reversed-gumbel", "sech", "half-normal", "hyperbolic-secant",
      "probit", "logit",
    ].map { word in
      let names = ["probit": "normal", "logit": "logistic", "hyperbolic-secant": "sech"]
      let name = names[word] ?? word
      return Case(
        "kind: psychometric", "kind: \(word)", "write kind: psychometric, function: \(name)", in: Files.level)
    }

  @Test(arguments: cases) func `a suggestion is accepted as it is printed`(item: Case) {
    let file = Files.changed(item.file, [(item.old, item.new)])
    let message = Files.problems(file) ?? "none"
    #expect(
      message.contains("\n  hint: \(item.suggestion)\n") || message.hasSuffix("\n  hint: \(item.suggestion)"),
      "\(message)")
    // What stays wrong, such as the other keys of another kind, is another problem.
    let first = message.split(separator: "\n")[0]
    let mended = file.replacing(item.wrong, with: Self.line(item.suggestion))
    #expect(Files.problems(mended)?.contains(first) != true, "\(mended)\n\(Files.problems(mended) ?? "")")
    if !item.new.hasPrefix("kind: ") { #expect(Files.problems(mended) == nil) }
  }

  /// The line that a hint suggests, without its remark.
  private static func line(_ hint: String) -> String {
    if hint.hasPrefix("leave ") { return "" }
    if hint.hasPrefix("did you mean ") { return "kind: " + hint.split(separator: "'")[1] }
    let line = hint.replacing("to simulate each of these values, ", with: "").dropFirst("write ".count)
    return String(line.prefix(upTo: line.firstRange(of: " (")?.lowerBound ?? line.endIndex))
  }

  @Test func `the hint for a list of kinds has one line for each`() {
    let block = Files.level.replacing(
      "{name: ann, kind: psychometric, threshold: 5, slope: 1}",
      with: "name: ann\n    kind: weibull\n    threshold: 5\n    slope: 1")
    #expect(
      Files.problems(block)?.hasSuffix(
        "\n  hint: write kind: psychometric, and next to it, on a line of its own, function: weibull") == true)
    let mended = block.replacing("kind: weibull", with: "kind: psychometric\n    function: weibull")
    #expect(Files.problems(mended) == nil)
  }

  @Test(
    arguments: [
      ("{factor: 2}", "1.09"), ("{db: 4}", "0.5"), ("{log: 0.3}", "0.0375"), ("{linear: 8}, limits: [1, 400]", "1"),
      ("{factor: 1.02}", "1.002478"),
    ])
  func `a missing smallest step of PEST is suggested`(step: String, least: String) throws {
    let file = Self.pest.replacing("{factor: 2}", with: step).replacing(", min-step: 1.1", with: "")
    let message = try #require(Files.problems(file))
    #expect(message.contains("min-step: missing"))
    #expect(!message.contains("as step is one"), "\(message)")
    #expect(message.contains("\n  hint: write min-step: \(least)"), "\(message)")
    let line = String(try #require(message.split(separator: "write ").last))
    #expect(Files.problems(file.replacing("start: 100", with: "start: 100, \(line)")) == nil)
  }

  @Test func `a missing stop is suggested`() {
    let file = Files.comparison.replacing("stop: {trials: 60}\n", with: "")
    #expect(Files.problems(file)?.hasSuffix("\n  hint: write stop: {trials: 60}") == true)
    #expect(Files.problems(file + "stop: {trials: 60}\n") == nil)
  }

  @Test(arguments: ["jnd: 5%", "jnd: five", "jnd: 1/0", "jnd: -1 cents", "jnd: nan cents", "jnd: 1,2,3"])
  func `nothing is suggested that would be wrong too`(text: String) {
    let message = Files.problems("jnd: 5", text) ?? ""
    #expect(!message.contains("write jnd"), "\(message)")
  }
}
