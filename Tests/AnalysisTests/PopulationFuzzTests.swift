import Foundation
import PeachAnalysis
import PeachExperiments
import PeachFitting
import PeachSimulation
import PeachSupport
import PeachTrials
import Testing

/// Random tables of few listeners, read and fitted as `peach fit --population` does, and random listeners `population` of
/// experiment files. Nothing may crash: each input gives a status, or an error with its place.
///
/// 2 000 inputs; with PEACH_TEST_LONG a million, PEACH_FUZZ_INPUTS states another number. PEACH_FUZZ_FIRST is
/// the number of the first input, and PEACH_FUZZ_INPUTS then that of the last.
@Suite struct PopulationFuzzTests {
  private static let seed: UInt64 = 20_261_128
  /// One of so many inputs is a table.
  private static let tables = 4

  private static var inputs: Int {
    let environment = ProcessInfo.processInfo.environment
    let usual = environment["PEACH_TEST_LONG"] == nil ? 2000 : 1_000_000
    return environment["PEACH_FUZZ_INPUTS"].flatMap { Int($0) } ?? usual
  }

  private static var first: Int { ProcessInfo.processInfo.environment["PEACH_FUZZ_FIRST"].flatMap { Int($0) } ?? 1 }

  private static let family = StreamFamily(seed: seed, path: ["fuzz", "population"])

  private static func withFile(_ body: (URL) async throws -> Void) async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "peach-population-\(UUID().uuidString).csv")
    defer { try? FileManager.default.removeItem(at: file) }
    try await body(file)
  }

  private static func outcome(of number: Int, in file: URL) async throws -> String {
    var random = RandomChoice(family.stream(replicate: number))
    return try await number % tables == 0 ? outcome(ofTable: &random, in: file) : outcome(ofListener: &random)
  }

  @Test func `random tables and populations give a status or an error with its place`() async throws {
    try await Self.withFile { file in
      var outcomes: [String: Int] = [:]
      let clock = ContinuousClock()
      let begin = clock.now
      for number in Self.first...Self.inputs {
        let outcome = try await Self.outcome(of: number, in: file)
        #expect(!outcome.isEmpty, "input \(number)")
        outcomes[outcome, default: 0] += 1
      }
      let seconds = (clock.now - begin) / .seconds(1)
      let counted = outcomes.sorted { $0.value > $1.value }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
      let number = Self.inputs - Self.first + 1
      print("\(number) inputs of seed \(Self.seed), \(Int(Double(number) / seconds)) inputs/s: \(counted)")
      #expect(outcomes["error", default: 0] < number)
      for name in ["ok", "too-few-listeners", "listener is read"] {
        #expect(outcomes.contains { $0.key.hasPrefix(name) }, "\(name): \(counted)")
      }
    }
  }

  /// A likelihood without a gradient, and a posterior whose density is 0 where its chains would begin.
  @Test(arguments: [642_772, 717_276]) func `inputs that ended the program have a status`(number: Int) async throws {
    try await Self.withFile { file in
      let outcome = try await Self.outcome(of: number, in: file)
      #expect(outcome == "not-converged", "\(outcome)")
    }
  }

  // MARK: Tables

  private static func outcome(ofTable random: inout RandomChoice, in file: URL) async throws -> String {
    try Data(Self.table(&random).utf8).write(to: file)
    let request = Self.request(&random)
    guard request.fit.contradictions.isEmpty else { return "contradiction" }
    do {
      let observations = try Observations.read(
        FitData.read(file.path).table, reading: request.fit.reading, by: request.by,
        positiveLevelsFor: request.fit.needsPositiveLevels ? "--log-level" : nil)
      var separate = try FitReport(observations, source: "fuzz.csv", by: request.by, request: request.fit, seed: 1)
      guard separate.hasOneGuess else { return "several guess rates" }
      await separate.fit(observations.groups, jobs: 1) { _ in }
      let report = try await PopulationReport(
        observations, separate: separate.fits, source: "fuzz.csv", request, jobs: 1)
      if report.status.hasEstimates {
        #expect(report.rows.contains { $0.kind == .mean && $0.estimate?.isFinite == true })
      }
      #expect(report.rows.allSatisfy { !$0.status.isEmpty })
      return report.status.name
    } catch let error as PopulationReport.DesignError {
      return error.groups.count == 2 ? "listener in two groups" : ""
    } catch {
      // The place comes first, then what was expected or what to do.
      return "\(error)".hasPrefix(file.path) ? "error" : ""
    }
  }

  /// Counts, in which some numbers are none.
  private static func table(_ random: inout RandomChoice) -> String {
    let isClean = random.chance(0.7)
    func number(_ usual: Double) -> String {
      if isClean || random.chance(0.9) { return "\(usual)" }
      return random.of(["nan", "inf", "-inf", "1e308", "-1e308", "1e-320", "", "x", "0x1p3", "1,5", "9007199254740993"])
    }
    var lines = [random.chance(0.95) ? "listener,condition,group,level,n,k" : "listener,level,n"]
    for listener in 0..<random.below(6) {
      let name = random.of(["P\(listener)", "P\(listener)", "P0", "", "\u{202e}", "=1+1"])
      for condition in 0..<(1 + random.below(2)) where random.chance(0.9) {
        let group = random.chance(0.95) ? listener % 2 : random.below(3)
        for level in 0..<random.below(4) {
          let n = random.of([1, 2, 5, 10, 20])
          let k = random.chance(0.1) ? n : random.below(n + 1)
          lines.append(
            [
              name, "c\(condition)", "g\(group)", number(Double(level) - 1), number(Double(n)), number(Double(k)),
            ].joined(separator: ","))
        }
      }
    }
    if random.chance(0.02) { return "" }
    return lines.joined(separator: random.chance(0.9) ? "\n" : "\r\n") + "\n"
  }

  private static func request(_ random: inout RandomChoice) -> PopulationReport.Request {
    var fit = FitRequest()
    fit.reading = random.chance(0.8) ? .accuracy : .direction
    fit.method = random.chance(0.02) ? .bayes : random.chance(0.7) ? .reduced : .ml
    let guesses: [FitRequest.Rate?] = [nil, .fixed(0), .fixed(0.5), .free(upTo: nil)]
    fit.guess = random.of(guesses)
    let lapses: [FitRequest.Rate?] = [nil, .fixed(0), .fixed(0.02)]
    fit.lapse = random.of(lapses)
    fit.isLogLevel = random.chance(0.1)
    if fit.reading == .accuracy, random.chance(0.3) { fit.at = 0.01 + 0.98 * random.unit() }
    var request = PopulationReport.Request(fit, participant: "listener", seed: 1)
    if random.chance(0.3) { request.within = ["condition"] }
    if random.chance(0.3) { request.between = ["group"] }
    request.hasVaryingEffects = random.chance(0.5)
    request.points = random.of([1, 3, 3, 3, 5])
    if fit.method == .bayes {
      request.interval = .posterior
      request.lengths = PopulationSampler.Lengths(warmUp: 100, draws: 4)
    } else if random.chance(0.5) {
      request.coordinates = .interceptAndSlope
      request.fit.at = nil
    }
    return request
  }

  // MARK: Listeners of experiments

  private static func outcome(ofListener random: inout RandomChoice) -> String {
    func number() -> String {
      random.of([
        "\(random.unit())", "\(100 * random.unit())", "-1", "0", "1", "1e308", "1e-320", ".nan", ".inf", "x",
        "[1, 2]", "''",
      ])
    }
    func distribution() -> String {
      switch random.below(7) {
      case 0: "{normal: {mean: \(number()), sd: \(number())}}"
      case 1: "{normal: {mean: 1, sd: \(number()), low: \(number()), high: \(number())}}"
      case 2: "{log-normal: {median: \(number()), sd: \(number())}}"
      case 3: "{uniform: {from: \(number()), to: \(number())}}"
      case 4: "{beta: {a: \(number()), b: \(number())}}"
      case 5: "{\(random.of(["gamma", "normal", ""])): {}}"
      default: number()
      }
    }
    let keys = random.of([
      ["jnd", "bias"], ["jnd", "lapse"], ["jnd", "bias", "lapse"], ["bias", "bias"], ["jnd"], ["jnd", "nothing"],
    ])
    let of = keys.map { "\($0): \(distribution())" }.joined(separator: ", ")
    let pair = random.chance(0.5) ? [keys[0], keys[keys.count - 1]] : [random.of(["jnd", "bias", "x"]), "lapse"]
    let correlation = random.chance(0.5) ? ", correlation: {of: [\(pair.joined(separator: ", "))], r: \(number())}" : ""
    let text = """
      name: fuzz
      seed: 1
      task: {kind: comparison}
      listeners: [{name: l, kind: population, of: {kind: gaussian, \(of)}\(correlation)}]
      strategies: [{name: s, kind: constant-stimuli, levels: [10], repetitions: 1}]
      stop: {trials: 1}
      replicates: 1

      """
    do throws(ConfigurationError) {
      let plan = try Experiment.parse(text, file: "fuzz.yaml").plan
      guard let listener = plan.cells.first?.model else { return "" }
      var stream = StreamFamily(seed: 1, path: ["person"]).stream(replicate: 1)
      guard let member = listener.member(using: &stream) else { return "" }
      return (0...1).contains(member.lapse) ? "listener is read" : ""
    } catch {
      let hasPlaces = error.problems.allSatisfy { "\($0)".hasPrefix("fuzz.yaml") && !$0.message.isEmpty }
      return hasPlaces ? "listener is refused" : ""
    }
  }
}

/// Random choices from one stream.
private struct RandomChoice {
  private var stream: RandomStream

  init(_ stream: RandomStream) { self.stream = stream }

  mutating func unit() -> Double { stream.unit() }
  mutating func chance(_ share: Double) -> Bool { unit() < share }
  mutating func below(_ count: Int) -> Int { min(count - 1, Int(unit() * Double(count))) }
  mutating func of<T>(_ values: [T]) -> T { values[below(values.count)] }
}
