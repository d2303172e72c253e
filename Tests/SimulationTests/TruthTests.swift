import Foundation
import PeachPitch
import PeachSimulation
import PeachTrials
import Synchronization
import Testing

@Suite struct TruthTests {
  private func truth(_ listener: String, task: String = Samples.comparison) throws -> Truth {
    let cell = try #require(try Samples.plan(task: task, listeners: [listener]).cells.first)
    return Truth(listener: try #require(cell.model), task: cell.task)
  }

  private func phi(_ z: Double) -> Double { erfc(-z / 2.0.squareRoot()) / 2 }

  /// The level at which a rising function is `target`.
  private func bisection(_ target: Double, _ function: (Double) -> Double) -> Double {
    var (low, high) = (0.0, 1e4)
    for _ in 0..<200 {
      let middle = (low + high) / 2
      if function(middle) < target { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  // Φ⁻¹ by scipy 1.17.1.
  @Test(
    arguments: [
      (0.55, 0.12566134685507416), (0.7071067811865476, 0.5449521356173604), (0.75, 0.6744897501960817),
      (0.9, 1.2815515655446004),
    ])
  func `without lapses and bias it is σ Φ⁻¹`(target: Double, quantile: Double) throws {
    let truth = try truth("{name: ear, kind: gaussian, sigma: 8}")
    #expect(agree(truth.level(at: target), 8 * quantile, within: 1e-10))
    #expect(agree(truth.proportion(at: 8 * quantile), target))
  }

  @Test func `a just-noticeable difference is answered correctly three times in four`() throws {
    #expect(agree(try truth("{name: ear, kind: gaussian, jnd: 5}").level(at: 0.75), 5, within: 1e-10))
  }

  @Test(arguments: [(0.0, 20.0), (0.04, 0.0), (0.04, 7.0), (0.2, -12.0)])
  func `with lapses and bias it averages over both signs`(lapse: Double, bias: Double) throws {
    let truth = try truth("{name: ear, kind: gaussian, sigma: 10, lapse: \(lapse), bias: \(bias), guess-side: 0.9}")
    for target in [0.6, 0.75, 0.85] {
      let expected = bisection(target) { level in
        lapse / 2 + (1 - lapse) * (phi((level + bias) / 10) + phi((level - bias) / 10)) / 2
      }
      #expect(agree(truth.level(at: target), expected, within: 1e-9))
    }
  }

  /// Hears a note as well as its number is low.
  private struct LowListener: Listener {
    var lapse: Double { 0 }

    static func sigma(_ reference: Int, _ interval: DirectedInterval) -> Double {
      Double(reference - 58) * (interval == .prime ? 1 : 3)
    }

    func probability(of comparison: Comparison) -> Double {
      let sigma = LowListener.sigma(comparison.reference.number, comparison.interval)
      return erfc(-comparison.offset / sigma / 2.0.squareRoot()) / 2
    }

    mutating func answer(_ comparison: Comparison, using random: inout RandomStream) -> Answer {
      Answer(isHigher: true)
    }
  }

  @Test func `it averages over the notes and intervals of the task`() throws {
    let task = "{kind: comparison, notes: [C4, C#4], intervals: [prime, perfect-fifth]}"
    let cell = try #require(
      try Samples.plan(task: task, listeners: ["{name: ear, kind: gaussian, jnd: 5}"]).cells.first)
    let truth = Truth(listener: LowListener(), task: cell.task)
    let expected = bisection(0.75) { level in
      [2.0, 3, 6, 9].map { phi(level / $0) }.reduce(0, +) / 4
    }
    #expect(agree(truth.level(at: 0.75), expected, within: 1e-10))
  }

  /// Asks a listener on behalf of a truth, and counts.
  private final class Counting: Listener {
    let listener: any Listener
    let isSameOnAllNotes: Bool
    let count = Atomic(0)

    init(_ listener: any Listener, isSameOnAllNotes: Bool) {
      self.listener = listener
      self.isSameOnAllNotes = isSameOnAllNotes
    }

    func probability(of comparison: Comparison) -> Double {
      count.add(1, ordering: .relaxed)
      return listener.probability(of: comparison)
    }

    func answer(_ comparison: Comparison, using random: inout RandomStream) -> Answer { Answer(isHigher: true) }
    var lapse: Double { listener.lapse }
  }

  @Test(arguments: [
    ("comparison", "{kind: comparison, notes: [C2, C6], intervals: [prime, minor-third-up, perfect-fifth-down]}", 1),
    ("oddity", "{kind: oddity, notes: [C2, C6]}", 6), ("axb", "{kind: axb, notes: [C2, C6]}", 4),
    ("same-different", "{kind: same-different, notes: [C2, C6]}", 4),
  ])
  func `a listener who answers alike on all notes is asked about one, with the same result to the last bit`(
    kind: String, task: String, orders: Int
  ) throws {
    let lean = kind == "comparison" ? ", guess-side: 0.3, bias: 2" : ""
    let kinds =
      ["kind: gaussian, jnd: 7.3, lapse: 0.02\(lean)"]
      + (kind == "comparison"
        ? [
          "kind: direction-deaf, deafness: 0.3, threshold: 4, jnd: 9.1\(lean)",
          "kind: learning, gain: 2, trials: 50, jnd: 11",
        ]
        : [])
    for listener in kinds {
      let cell = try #require(
        try Samples.plan(
          task: task, listeners: ["{name: ear, \(listener)}"],
          strategies: ["{name: r, kind: random, level: 5}"]
        ).cells.first)
      let model = try #require(cell.model)
      let all = Counting(model, isSameOnAllNotes: false)
      let one = Counting(model, isSameOnAllNotes: true)
      let (slow, fast) = (Truth(listener: all, task: cell.task), Truth(listener: one, task: cell.task))
      #expect(fast.idealSweat == slow.idealSweat)
      for target in [0.6, 0.7071, 0.75, 0.9] { #expect(fast.level(at: target) == slow.level(at: target)) }
      for level in [0.3, 5, 40] { #expect(fast.slope(at: level) == slow.slope(at: level)) }
      let places = cell.task.choices.reduce(0) { $0 + $1.count * orders }
      #expect(all.count.load(ordering: .relaxed) == one.count.load(ordering: .relaxed) * places / orders)
      #expect(model.isSameOnAllNotes)
    }
  }

  @Test func `a proportion that is never reached has no level`() throws {
    let lapsing = try truth("{name: ear, kind: gaussian, jnd: 5, lapse: 0.6}")
    #expect(lapsing.level(at: 0.75) == nil)
    #expect(
      agree(lapsing.level(at: 0.6), bisection(0.6) { 0.3 + 0.4 * phi($0 * 0.6744897501960817 / 5) }, within: 1e-9))
    #expect(lapsing.level(at: 0.45) == nil)
  }

  /// An asymptote is met by rounding far out: ½ + ¼ is 0.75 to the last digit, and no level has it.
  @Test(arguments: ["{kind: forced-choice, unit: dB}", "{kind: forced-choice, unit: dB, scale: log}"])
  func `a target on an asymptote has no level`(task: String) throws {
    let plan = try Samples.plan(
      task: task, listeners: ["{name: ear, kind: psychometric, threshold: 13.7, slope: 0.31, lapse: 0.25}"],
      strategies: ["{name: r, kind: random, level: 5}"])
    let cell = try #require(plan.cells.first)
    let truth = Truth(listener: try #require(cell.model), task: cell.task)
    #expect(truth.level(at: 0.75) == nil)
    #expect(truth.level(at: 0.5) == nil)
    #expect(truth.level(at: 0.7) != nil)
  }

  @Test func `a steep listener has an ideal sweat factor too`() throws {
    let plan = try Samples.plan(
      task: "{kind: forced-choice, unit: dB, scale: log}",
      listeners: ["{name: ear, kind: psychometric, threshold: 9.7, slope: 31.3}"],
      strategies: ["{name: r, kind: random, level: 5}"])
    let cell = try #require(plan.cells.first)
    let model = try #require(cell.model)
    let sweat = try #require(Truth(listener: model, task: cell.task).idealSweat)
    // SD · √N = 2.0499 σ for the threshold of a cumulative normal with γ = ½; here in octaves of 9.7 at p = 0.8351.
    let sigma = 1 / 31.3 / (9.7 * 0.6931471805599453)
    #expect(abs(sweat.squareRoot() / (2.0499 * sigma) - 1) < 0.01)
  }

  @Test func `in a task without notes it is read from the function, on a linear axis too`() throws {
    let truth = try truth(
      "{name: ear, kind: psychometric, function: logistic, threshold: -20, slope: 0.5, lapse: 0.02}",
      task: "{kind: forced-choice, unit: dB}")
    // ψ = ½ + 0.48 / (1 + e^(−(x + 20)/2)).
    #expect(agree(truth.level(at: 0.75), -20 - 2 * log(0.48 / 0.25 - 1), within: 1e-10))
    #expect(agree(truth.level(at: 0.74), -20, within: 1e-10))
    #expect(truth.level(at: 0.985) == nil)
  }

  @Test func `in yes and no it is ψ, or where noise is presented the proportion correct over both`() throws {
    let truth = try truth(
      "{name: ear, kind: psychometric, function: logistic, threshold: -20, slope: 0.5, guess: 0.1, lapse: 0.02}",
      task: "{kind: yes-no, unit: dB}")
    // ψ = 0.1 + 0.88·F; over signal and a share q of noise (1 − q)·ψ + 0.9·q.
    func level(_ psi: Double) -> Double { -20 - 2 * log(0.88 / (psi - 0.1) - 1) }
    #expect(agree(truth.level(at: 0.75), level(0.75), within: 1e-10))
    #expect(agree(truth.level(at: 0.75, noise: 0.5), level(0.6), within: 1e-10))
    #expect(agree(truth.level(at: 0.65, noise: 0.3), level((0.65 - 0.27) / 0.7), within: 1e-10))
    #expect(agree(truth.proportion(at: -19, noise: 0.3), 0.7 * (0.1 + 0.88 / (1 + exp(-0.5))) + 0.27))
    #expect(truth.level(at: 0.95, noise: 0.5) == nil)
  }

  // MARK: The best that can be done

  @Test func `the ideal sweat factor of a Gaussian listener is (1.282 ∕ ln 2)² in octaves`() throws {
    let ideal = try truth("{name: ear, kind: gaussian, jnd: 5}").idealSweat
    #expect(agree(ideal, 3.420952725193146, within: 1e-6))  // by scipy's bounded minimiser
    #expect(agree(ideal, pow(1.282 / log(2), 2), within: 1e-3))
    // A ratio does not know the unit.
    #expect(agree(try truth("{name: ear, kind: gaussian, jnd: 0.5}").idealSweat, ideal, within: 1e-6))
  }

  @Test(arguments: [(0.01, 1.3365), (0.02, 1.3852), (0.05, 1.5156)])
  func `lapses cost as much as theory has it`(lapse: Double, coefficient: Double) throws {
    let ideal = try truth("{name: ear, kind: gaussian, jnd: 5, lapse: \(lapse)}").idealSweat
    #expect(agree(ideal, pow(coefficient / log(2), 2), within: 1e-3))
  }

  @Test func `the ideal sweat factor of the Weibull benchmark in dB is 26_4`() throws {
    let ideal = try truth(
      "{name: ear, kind: psychometric, function: gumbel, threshold: -20, slope: 0.175, lapse: 0.02}",
      task: "{kind: forced-choice, unit: dB}"
    ).idealSweat
    #expect(agree(ideal, 26.431137165130885, within: 1e-6))  // by scipy's bounded minimiser
  }
}
