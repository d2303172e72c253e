import Foundation
import Glibc
import PeachFitting
import PeachMath
import PeachReporting
import PeachStrategies
import PeachTrials

/// Population fits beside glmer (R's lme4) and NumPyro's No-U-Turn sampler, on the same data in the same run.
enum Populations {
  private static let levels: [Double] = [-2.5, -1.5, -0.5, 0.5, 1.5, 2.5]

  /// Yes and no without false alarms: thresholds with an SD of 0.6, ln widths with 0.25, an effect of 0.5 with an SD of 0.2, and a
  /// lapse rate of 0.02.
  private static func draw(listeners: Int, conditions: Int, trials: Double) -> [PopulationListener] {
    var random = RandomStream(seed: 20_261_128)
    return (0..<listeners).map { index in
      let (threshold, slope) = (0.6 * random.normal(), exp(0.25 * random.normal()))
      return PopulationListener(
        name: "P\(index)",
        cells: (0..<conditions).map { condition in
          let place = threshold + Double(condition) * 0.5 + 0.2 * random.normal()
          let bins = levels.map { level in
            let p = 0.98 * NormalDistribution.cumulative(slope * (level - place))
            let n = (trials / Double(levels.count)).rounded()
            return Counts.Bin(
              level: level, trials: n, positives: random.binomial(trials: n, probability: p))
          }
          return (condition, Counts(bins))
        })
    }
  }

  private static func design(_ conditions: Int) -> PopulationDesign {
    let names = (0..<conditions).map { "c\($0)" }
    return PopulationDesign(
      conditions: names, cells: names.indices.map { PopulationDesign.Cell(group: 0, condition: $0) })
  }

  /// Threshold, width and a free lapse rate, with effects that vary over listeners.
  private static func model(_ conditions: Int) -> PopulationModel {
    var model = PopulationModel(
      FitSettings(NormalFunction.self, reading: .accuracy, guess: .asymptote(.fixed(0)), lapse: .free(upTo: 0.1)))
    model.hasVaryingEffects = conditions > 1
    return model
  }

  /// The model of glmer: intercept and slope, no lapses, no penalties, Laplace's approximation.
  private static var linear: PopulationModel {
    var model = PopulationModel(
      FitSettings(NormalFunction.self, reading: .accuracy, guess: .asymptote(.fixed(0)), lapse: .fixed(0)))
    model.coordinates = .interceptAndSlope
    model.isPenalised = false
    model.points = 1
    return model
  }

  static func compare() {
    let listeners = draw(listeners: 20, conditions: 2, trials: 120)
    print("  20 listeners, 2 conditions, 120 trials in each")
    let own = timed { PopulationFitter(linear, design(2), listeners).fit() }
    line(
      "likelihood of a GLMM, no lapses", own.seconds,
      "ln L \(TextTable.fixed(own.result.logLikelihood ?? .nan, 3)), \(own.result.status.name)")
    let file = FileManager.default.temporaryDirectory.appending(path: "peach-populations-\(getpid()).csv")
    defer { try? FileManager.default.removeItem(at: file) }
    guard (try? Data(csv(listeners).utf8).write(to: file)) != nil else { return }
    peer(
      "glmer", "lme4 from R: apt-get install r-base-core r-cran-lme4",
      PeerScript.process(running: "Rscript Benchmarks/glmer_populations.R '\(file.path)'"))
    let fit = timed { PopulationFitter(model(2), design(2), listeners).fit() }
    line("likelihood with lapses", fit.seconds, contrast(fit.result))
    sample(fit.result)
    peer(
      "numpyro", "NumPyro: python3 -m venv .build/numpyro, then its pip install numpyro",
      PeerScript.process(
        "numpyro_populations.py '\(file.path)'", library: "numpyro", packages: "numpyro==0.22.0", before: "taskset -c 0"
      )
    )
    let many = draw(listeners: 200, conditions: 1, trials: 400)
    print("  200 listeners, 400 trials")
    let large = timed { PopulationFitter(model(1), design(1), many).fit() }
    line("likelihood with lapses", large.seconds, large.result.status.name)
    sample(large.result)
  }

  private static func timed(_ body: () -> PopulationFit) -> (seconds: Double, result: PopulationFit) {
    var result = body()
    let seconds = (0..<3).map { _ in CPUClock.seconds { result = body() } }
    return (seconds.min() ?? .nan, result)
  }

  /// Four chains of 400 and 1000 transitions, one after the other.
  private static func sample(_ fit: PopulationFit) {
    let sampler = PopulationSampler(fit)
    var chains: [PopulationChain] = []
    let seconds = CPUClock.seconds {
      chains = (1...4).map { chain in
        var random = RandomStream(seed: UInt64(chain))
        return sampler.chain(.init(), using: &random)
      }
    }
    let posterior = PopulationPosterior(fit, sampler.prior, chains)
    let mean = fit.terms.last { if case .contrast(0, _) = $0 { true } else { false } }.map {
      "contrast \(TextTable.fixed(posterior.summary(of: $0, confidence: 0.95).mean, 3)), "
    }
    line(
      "posterior, 4 × 1400 transitions", seconds,
      "\(mean ?? "")smallest effective sample size \(Int(posterior.worst?.bulk ?? 0))")
  }

  private static func contrast(_ fit: PopulationFit) -> String {
    let contrast = fit.terms.first { if case .contrast(0, _) = $0 { true } else { false } }
    return contrast.map { "contrast \(TextTable.fixed(fit.value(of: $0), 3)), \(fit.status.name)" } ?? fit.status.name
  }

  private static func csv(_ listeners: [PopulationListener]) -> String {
    let rows = listeners.flatMap { listener in
      listener.cells.flatMap { cell, counts in
        counts.bins.map { "\(listener.name),c\(cell),\($0.level),\(Int($0.trials)),\(Int($0.positives))\n" }
      }
    }
    return "listener,condition,level,n,k\n" + rows.joined()
  }

  private static func line(_ name: String, _ seconds: Double, _ more: String) {
    print("    peach      \(TextTable.fixed(seconds, 3)) s, \(name): \(more)")
    fflush(nil)
  }

  /// Prints the lines of a program that measures itself.
  private static func peer(_ name: String, _ remedy: String, _ process: Process) {
    let output = Pipe()
    (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
    let isRunning = (try? process.run()) != nil
    let text = isRunning ? String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self) : ""
    if isRunning { process.waitUntilExit() }
    if isRunning, process.terminationStatus == 0 {
      let padded = name.padding(toLength: 10, withPad: " ", startingAt: 0)
      for line in text.split(separator: "\n") { print("    \(padded) \(line)") }
    } else {
      print("    \(name) did not run, so there is no comparison. It needs \(remedy)")
    }
  }
}
