import Glibc
import PeachSimulation
import PeachTrials
import Testing

/// Watson's third form, p = λ + (1 − 2λ)·Φ((x − μ)/σ), which is a listener who answers higher or lower: bias, noise and
/// lapse at once.
@Suite struct SignedQuestPlusTests {
  private static let means = (-5...5).map(Double.init)
  private static let deviations = (1...10).map(Double.init)
  private static let lapses = [0, 0.01, 0.02, 0.03, 0.04]
  private static let levels = (-10...10).map(Double.init)
  private static let text =
    "kind: quest-plus, signed: true, guess: lapse, levels: \(levels), threshold: \(means), "
    + "slope: \(deviations.map { 1 / $0 }), lapse: \(lapses), stop: {trials: 60}"

  /// Not a listener's: the level alone decides, now and then the other way.
  private static func isHigher(_ level: Double, trial: Int) -> Bool { (level > 1.3) != (trial % 7 == 3) }

  /// Where half of the answers to both signs and the level are correct, by halving.
  private static func level(_ place: PlainBelief.Place, target: Double) -> Double {
    var (low, high) = (0.0, 1000.0)
    for _ in 0..<200 {
      let middle = (low + high) / 2
      let up = PlainBelief.normal(place.slope * (middle - place.threshold))
      let down = 1 - PlainBelief.normal(place.slope * (-middle - place.threshold))
      let correct = place.lapse + (1 - 2 * place.lapse) * (up + down) / 2
      if correct < target { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  /// The answers are given in advance, so the levels of the track must be known: they are those of the plain computation.
  private static func followed(
    _ trials: Int, target: Double, estimate: String = "mean"
  ) throws -> (track: Followed, beliefs: [PlainBelief]) {
    var plain = PlainBelief(
      threshold: means, slope: deviations.map { 1 / $0 }, guess: nil, lapse: lapses, function: PlainBelief.normal)
    var answers: [Trace.Answer] = []
    var beliefs: [PlainBelief] = []
    for trial in 1...trials {
      let level = plain.best(levels)
      let isHigher = isHigher(level, trial: trial)
      plain.update(level, isHigher)
      answers.append(Trace.Answer(.higher(isHigher)))
      beliefs.append(plain)
    }
    let stated = text + ", target: \(target), estimate: \(estimate)"
    return (try Tracks.follow(stated, task: Tracks.comparison, answers), beliefs)
  }

  @Test func `every level and estimate of a track equals a plain computation`() throws {
    let target = 0.8
    let (track, beliefs) = try Self.followed(40, target: target)
    let thresholds = beliefs[0].places.map { Self.level($0, target: target) }
    let start = PlainBelief(
      threshold: Self.means, slope: Self.deviations.map { 1 / $0 }, guess: nil, lapse: Self.lapses,
      function: PlainBelief.normal)
    #expect(track.rows.count == 40)
    for (row, plain) in zip(track.rows, beliefs) {
      let before = row.trial == 1 ? start : beliefs[row.trial - 2]
      #expect(row.comparison.level.value == before.best(Self.levels), "trial \(row.trial)")
      #expect(row.comparison.offset == row.comparison.level.value)
      let estimate = try #require(row.estimate)
      let weights = plain.weights
      let threshold = zip(thresholds, weights).reduce(0) { $0 + $1.0 * $1.1 }
      let lapse = plain.mean(\.lapse)
      let slope = (1 - 2 * lapse) * plain.mean(\.slope) / (2 * Double.pi).squareRoot()
      func expect(_ found: Double?, _ expected: Double, _ comment: String) {
        #expect(abs((found ?? .nan) - expected) < 1e-9, "\(comment), trial \(row.trial)")
      }
      expect(estimate.bias, -plain.mean(\.threshold), "bias")
      expect(estimate.threshold, threshold, "threshold")
      expect(estimate.lapse, lapse, "lapse")
      expect(estimate.guess, lapse, "guess")
      expect(estimate.slope, slope, "slope")
      expect(estimate.entropy, plain.entropy, "entropy")
      #expect(try #require(estimate.low) <= threshold)
      #expect(try #require(estimate.high) >= threshold)
    }
  }

  @Test func `the mode is the most probable bias, noise and lapse together`() throws {
    let (track, beliefs) = try Self.followed(40, target: 0.8, estimate: "mode")
    for (row, plain) in zip(track.rows, beliefs) {
      let weights = plain.weights
      let most = try #require(weights.max())
      let place = plain.places[try #require(weights.firstIndex { $0 > most * (1 - 1e-9) })]
      let estimate = try #require(row.estimate)
      #expect(estimate.bias == -place.threshold, "trial \(row.trial)")
      #expect(estimate.lapse == place.lapse, "trial \(row.trial)")
      #expect(abs(try #require(estimate.threshold) - Self.level(place, target: 0.8)) < 1e-9, "trial \(row.trial)")
      let slope = (1 - 2 * place.lapse) * place.slope / (2 * Double.pi).squareRoot()
      #expect(abs(try #require(estimate.slope) - slope) < 1e-12, "trial \(row.trial)")
    }
  }

  @Test func `the target is the experiment's estimand unless stated`() throws {
    func target(_ text: String) throws -> Double? {
      try Tracks.cell(text, task: Tracks.comparison).factory?.facts.target
    }
    #expect(try target(Self.text) == 0.75)
    #expect(try target(Self.text + ", target: 0.8") == 0.8)
  }

  @Test func `a place that never reaches the target has the level where it nearly does all it can`() throws {
    let text =
      "kind: quest-plus, signed: true, levels: [-10, 10], threshold: 0, slope: [0.25, 0.2500000001], "
      + "lapse: 0.2, target: 0.9, stop: {trials: 3}"
    let track = try Tracks.follow(text, task: Tracks.comparison, "1")
    // ½ + 0.3·0.999 correct: Φ(x/4) is 0.9995.
    let x = try #require(track.estimate?.threshold)
    #expect(abs(PlainBelief.normal(x / 4) - 0.9995) < 1e-8)
  }

  @Test func `the interval of a level of both signs does not reach below 0`() throws {
    let track = try Tracks.follow(
      "kind: quest-plus, signed: true, levels: [-10, 10], threshold: 0, slope: [0.1, 2], lapse: 0.02, "
        + "stop: {trials: 3}", task: Tracks.comparison, "1")
    #expect(track.estimate?.low == 0)
  }

  /// The steepest slope is the least noise.
  @Test func `answers without noise end at the floor, those without sense at the ceiling`() throws {
    func end(_ isHigher: (Double) -> Bool) throws -> Estimate? {
      let cell = try Tracks.cell(Self.text, task: Tracks.comparison)
      var answers: [Trace.Answer] = []
      for _ in 1...60 {
        let next = Trace.follow(cell, seed: 20_260_211, answers: answers).next
        answers.append(Trace.Answer(.higher(isHigher(try #require(next).offset))))
      }
      let (rows, next, _) = Trace.follow(cell, seed: 20_260_211, answers: answers)
      #expect(next == nil)
      #expect(rows.last?.status == .finished(.trials))
      return rows.last?.estimate
    }
    #expect(try end { level in level > 0.3 } == Estimate(status: .floor, threshold: nil))
    #expect(try end { level in level < 0 } == Estimate(status: .ceiling, threshold: nil))
    // Always higher, or always lower: the bias is at an end of its values.
    #expect(try end { _ in true } == Estimate(status: .floor, threshold: nil))
    #expect(try end { _ in false } == Estimate(status: .ceiling, threshold: nil))
  }
}
