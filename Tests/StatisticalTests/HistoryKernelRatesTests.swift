import Foundation
import PeachExperiments
import PeachFitting
import PeachPitch
import PeachSimulation
import PeachTrials
import Testing

/// How often a history kernel is found, of whom, and whether its weights are theirs. Each listener answers constant stimuli
/// (100 trials at each of 5 levels, signs drawn) in runs of 500 trials, each fitted by a probit with three trials back.
///
/// n = 400 runs of each. A rate of 5 % is refused with a false alarm in 1 000 tests (two-sided binomial: outside 3.0…8.8 %
/// here); one of 12 % is then caught 97 times in a hundred. Weights are held to 4 standard errors of their mean over runs, a
/// false alarm in 16 000 each. The test of no history is a little liberal in 500 trials: 6.3 and 7.3 % here.
@Suite struct HistoryKernelRatesTests {
  private static let runs = 400

  private func kernels(
    _ listener: String, notes: String = "[C4, C4]", hasNotes: Bool = false, repetitions: Int = 100,
    runs: Int = Self.runs
  ) throws -> [HistoryKernel] {
    let plan = try Experiment.parse(
      """
      name: kernels
      seed: 20261123
      task: {kind: comparison, notes: \(notes)}
      listeners: [{name: ann, \(listener)}]
      strategies: [{name: s, kind: constant-stimuli, levels: [3, 6, 12, 24, 48], repetitions: \(repetitions)}]
      replicates: 1
      """, file: "kernels.yaml"
    ).plan
    guard case .trials(let factory, let model) = plan.cells[0].work else { return [] }
    let names = StreamNames(seed: plan.seed, listener: "ann", strategy: "s")
    var log = TrackLog()
    return (1...runs).map { run in
      var streams = names.streams(replicate: run)
      var random = names.listener.stream(replicate: run)
      _ = model.sit(factory, using: &streams, random: &random, log: &log)
      let trials = log.trials.map {
        HistoryKernel.Trial(
          level: $0.comparison.offset, isHigher: $0.isHigher, note: 100 * Double($0.comparison.reference.number))
      }
      return HistoryKernel(trials, lags: 3, hasNotes: hasNotes)
    }
  }

  private func found(_ kernels: [HistoryKernel]) -> Double {
    Double(kernels.count { $0.p.map { $0 < 0.05 } ?? false }) / Double(kernels.count)
  }

  /// The mean over runs of a weight in cents, and its standard error.
  private func mean(_ of: HistoryKernel.Weight.Of, _ lag: Int, _ kernels: [HistoryKernel]) -> (
    mean: Double, error: Double
  ) {
    let values = kernels.compactMap { kernel in
      kernel.weights.first { $0.of == of && $0.lag == lag }?.equivalent
    }
    let n = Double(values.count)
    let mean = values.reduce(0, +) / n
    let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (n - 1)
    return (mean, (variance / n).squareRoot())
  }

  @Test func `false alarms of history are as frequent as stated`() throws {
    for listener in ["kind: gaussian, jnd: 12", "kind: gaussian, jnd: 12, bias: 5"] {
      let kernels = try kernels(listener)
      #expect(kernels.allSatisfy { $0.status == .ok })
      let rate = found(kernels)
      #expect((0.03...0.088).contains(rate), "\(listener): \(rate)")
    }
  }

  @Test func `weights of a listener with a history are theirs`() throws {
    let kernels = try kernels("kind: history, answers: [6, 3, -2], stimuli: [-4, 0, 1], jnd: 12")
    #expect(found(kernels) > 0.95)
    let truth: [(HistoryKernel.Weight.Of, [Double])] = [(.answer, [6, 3, -2]), (.stimulus, [-4, 0, 1])]
    for (of, weights) in truth {
      for (place, weight) in weights.enumerated() {
        let (mean, error) = mean(of, place + 1, kernels)
        #expect(abs(mean - weight) < 4 * error, "\(of) \(place + 1): \(mean) ± \(error)")
      }
    }
  }

  /// m(t) = η·m(t − 1) + (1 − η)·f₁(t): this note weighs η, and one k trials back −(1 − η)·η^k.
  @Test func `weights of a listener who contracts toward earlier notes are theirs`() throws {
    let memory = 0.2
    let kernels = try kernels(
      "kind: contraction, memory: \(memory), sigma: 20", notes: "[A3, D#4]", hasNotes: true)
    #expect(found(kernels) > 0.95)
    for lag in 0...3 {
      let weight = lag == 0 ? memory : -(1 - memory) * pow(memory, Double(lag))
      let (mean, error) = mean(.note, lag, kernels)
      // The last answers tell of the noise that is remembered too, and take a hundredth of a cent for each of the note.
      #expect(abs(mean - weight) < 0.01, "note \(lag): \(mean) ± \(error), not \(weight)")
      #expect(error < 0.001)
    }
  }

  /// That simple kernels find history where a criterion wanders by itself is published: Vloeberghs et al. (2025), PLoS
  /// Comput. Biol. 21(7):e1013291.
  @Test func `a wandering criterion is mistaken for a history`() throws {
    func rate(_ deviation: Double, _ autocorrelation: Double, repetitions: Int = 100, runs: Int = Self.runs) throws
      -> Double
    {
      let listener = "kind: wandering-criterion, sd: \(deviation), autocorrelation: \(autocorrelation), jnd: 12"
      return found(try kernels(listener, repetitions: repetitions, runs: runs))
    }
    // One that is another on each trial is noise, and no more.
    #expect((0.03...0.088).contains(try rate(8, 0)))
    #expect(try rate(8, 0.95) > 0.2)
    #expect(try rate(8, 0.95, repetitions: 400, runs: 50) > 0.8)
  }
}
