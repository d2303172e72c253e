import Foundation
import Glibc
import PeachFitting
import PeachMath
import PeachReporting
import PeachTrials

/// Maximum-likelihood fits beside scipy's L-BFGS-B with gradient, in turns in the same run.
enum Fits {
  private static let levels: [Double] = (0..<8).map { -1.47 + 0.42 * Double($0) }
  private static let trials = 40.0
  private static let sets = 2000
  private static let resamples = 2000
  private static let rounds = 3
  /// A peer's round takes seconds and one of ours takes milliseconds, so ours is repeated.
  private static let repetitions = 7

  /// A logistic listener of two alternatives with threshold 0, slope 2 and lapse rate 0.02.
  private static func draw() -> [Counts] {
    var random = RandomStream(seed: 20_261_121)
    return (0..<sets).map { _ in
      Counts(
        levels.map { level in
          let p = 0.5 + 0.48 * LogisticFunction.value(level, threshold: 0, slope: 2)
          var positives = 0.0
          for _ in 0..<Int(trials) where random.unit() < p { positives += 1 }
          return Counts.Bin(level: level, trials: trials, positives: positives)
        })
    }
  }

  static func compare() {
    let data = draw()
    let fitter = makeFitter(of: LogisticFunction.self)
    let truth = fitter.fit(expected())
    let peer = ScipyPeer(levels: levels, trials: trials, data)
    var whole = Double.infinity
    var kernel = Double.infinity
    var bootstrap = Double.infinity
    var theirs = (fits: Double.infinity, bootstrap: Double.infinity)
    var values: [Double] = []
    var peerValues: [Double] = []
    for _ in 0..<rounds {
      for _ in 0..<repetitions {
        whole = min(whole, CPUClock.seconds { values = data.map { fitter.fit($0).logLikelihood ?? -.infinity } })
        kernel = min(kernel, CPUClock.seconds { for counts in data { _ = fitter.climb(counts, from: truth) } })
        bootstrap = min(bootstrap, seconds(ofBootstrap: data[0], fitter))
      }
      if let (seconds, found) = peer?.fits() {
        theirs.fits = min(theirs.fits, seconds)
        peerValues = found
      }
      if let seconds = peer?.bootstrap(resamples) { theirs.bootstrap = min(theirs.bootstrap, seconds) }
    }
    let n = Double(sets)
    line("fits by the default path", n / whole, peer == nil ? nil : n / theirs.fits)
    line("one climb from the truth", n / kernel, peer == nil ? nil : n / theirs.fits)
    line("bootstrap resamples", Double(resamples) / bootstrap, peer == nil ? nil : Double(resamples) / theirs.bootstrap)
    if peerValues.count == values.count {
      let best = zip(values, peerValues).map { max($0, $1) }
      func share(_ own: [Double]) -> String {
        let good = zip(own, best).count { $0 > $1 - 1e-3 }
        return TextTable.fixed(100 * Double(good) / n, 2)
      }
      print("  within 0.001 of the best of both: peach \(share(values)) %, scipy \(share(peerValues)) %")
    }
    PeerScript.printJAX("fits")
    compareOtherFunctions(data)
  }

  /// Functions without vector code, with the same answers at positive levels.
  private static func compareOtherFunctions(_ data: [Counts]) {
    let data = data.map { counts in
      Counts(counts.bins.map { Counts.Bin(level: exp($0.level), trials: $0.trials, positives: $0.positives) })
    }
    let functions: [any PsychometricFunction.Type] = [WeibullFunction.self, HyperbolicSecantFunction.self]
    for function in functions {
      let fitter = makeFitter(of: function)
      var (whole, bootstrap) = (Double.infinity, Double.infinity)
      for _ in 0..<repetitions {
        whole = min(whole, CPUClock.seconds { for counts in data { _ = fitter.fit(counts) } })
        bootstrap = min(bootstrap, seconds(ofBootstrap: data[0], fitter))
      }
      line("fits by the default path, \(function.name)", Double(sets) / whole, nil)
      line("bootstrap resamples, \(function.name)", Double(resamples) / bootstrap, nil)
    }
  }

  private static func makeFitter(of function: any PsychometricFunction.Type) -> any Fitter {
    FitSettings(function, reading: .accuracy, guess: .asymptote(.fixed(0.5)), lapse: .free(upTo: 0.1)).makeFitter()
  }

  private static func seconds(ofBootstrap counts: Counts, _ fitter: any Fitter) -> Double {
    let estimate = fitter.fit(counts)
    var random = RandomStream(seed: 3)
    return CPUClock.seconds {
      _ = Bootstrap(counts, estimate, fitter, kind: .parametric, resamples: resamples, using: &random)
    }
  }

  /// What a listener of these parameters answers on average.
  private static func expected() -> Counts {
    Counts(
      levels.map { level in
        let p = 0.5 + 0.48 * LogisticFunction.value(level, threshold: 0, slope: 2)
        return Counts.Bin(level: level, trials: trials, positives: trials * p)
      })
  }

  private static func line(_ name: String, _ rate: Double, _ peer: Double?) {
    print("  \(name)")
    print("    peach      \(TextTable.grouped(Int(rate)))/s")
    guard let peer else { return }
    print("    scipy      \(TextTable.grouped(Int(peer)))/s")
    print("    ratio      \(Rates.ratio(rate / peer))")
  }
}

/// The script beside this file.
private struct ScipyPeer {
  private let script: PeerProcess

  init?(levels: [Double], trials: Double, _ data: [Counts]) {
    guard let script = PeerProcess("scipy_fits.py", library: "scipy", packages: "scipy") else { return nil }
    self.script = script
    for numbers in [levels, levels.map { _ in trials }, [Double(data.count)]] + data.map({ $0.bins.map(\.positives) }) {
      script.send(numbers.map { String($0) }.joined(separator: " "))
    }
  }

  /// The seconds of all fits, and their log-likelihoods.
  func fits() -> (seconds: Double, values: [Double])? {
    script.ask("fits").flatMap { $0.isEmpty ? nil : ($0[0], Array($0.dropFirst())) }
  }

  func bootstrap(_ resamples: Int) -> Double? { script.ask("bootstrap \(resamples)")?.first }
}
