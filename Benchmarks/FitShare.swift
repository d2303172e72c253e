import PeachExperiments
import PeachFitting
import PeachReporting
import PeachSimulation
import PeachTrials

/// What the common fit takes of a run, for each strategy of the README's experiment: tracks with and without it, one core,
/// the best of five repetitions that take turns. No rows are written.
enum FitShare {
  private static let runs = 4000

  static func measure() throws {
    let plan = try Experiment.read("experiments/strategy-comparison.yaml").plan
    for cell in plan.cells {
      guard let factory = cell.factory, let model = cell.model else { continue }
      let names = StreamNames(seed: plan.seed, listener: cell.listener, strategy: cell.strategy)
      var log = TrackLog()
      func seconds(_ fit: CommonFit?) -> Double {
        CPUClock.seconds {
          for replicate in 1...runs {
            var streams = names.streams(replicate: replicate)
            var random = names.listener.stream(replicate: replicate)
            _ = model.sit(factory, using: &streams, random: &random, log: &log)
            _ = fit?.fit(log.trials)
          }
        }
      }
      let methods: [FitRequest.Method?] = [nil, .reduced, .ml]
      let fits = methods.map { method in
        method.map { CommonFit(task: cell.task, estimand: plan.estimand, lapse: plan.estimatorLapse, method: $0) }
      }
      var best = fits.map { _ in Double.infinity }
      for _ in 0..<5 {
        for (place, fit) in fits.enumerated() { best[place] = min(best[place], seconds(fit)) }
      }
      let told = zip(methods, best).dropFirst().map { method, seconds in
        "\(method?.rawValue ?? "") \(TextTable.grouped(Int(Double(runs) / seconds))) runs per second, the fit "
          + "\(Int((100 * (1 - best[0] / seconds)).rounded())) %"
      }
      print("  \(cell.strategy)/\(cell.listener): \(told.joined(separator: "; "))")
    }
  }
}
