import Foundation
import PeachFitting
import PeachMath
import PeachTrials
import Testing

/// Joint fits of the penalised likelihood, found with another program.
struct GoldenReducedJointFits: Decodable {
  struct Fit: Decodable {
    struct Group: Decodable {
      var x: [Double]
      var n: [Double]
      var k: [Double]

      var counts: Counts {
        Counts(x.indices.map { Counts.Bin(level: x[$0], trials: n[$0], positives: k[$0]) })
      }
    }

    var name: String
    var reading: String
    var function: String
    var guess: GoldenProfiles.Case.Asymptote
    var lapse: GoldenProfiles.Case.Asymptote
    var at: Double?
    var share: [String]
    var groups: [Group]
    var locations: [Double]
    var scales: [Double]
    var lapses: [Double]
    var penalised: Double

    var settings: FitSettings {
      get throws {
        FitSettings(
          try #require(BuiltInFunctions.named(function)),
          reading: try #require(Reading(rawValue: reading)),
          guess: guess.isTied ? .lapse : .asymptote(guess.model(upTo: 0.25)), lapse: lapse.model(upTo: 0.1), at: at,
          method: .reduced)
      }
    }

    var shared: SharedParameters {
      SharedParameters(Set(share.compactMap(FitParameter.init(rawValue:))))
    }
  }

  var joint: [Fit]

  static func read() throws -> [Fit] {
    let url = try #require(Bundle.module.url(forResource: "Golden/reduced_fits", withExtension: "json"))
    return try JSONDecoder().decode(GoldenReducedJointFits.self, from: Data(contentsOf: url)).joint
  }
}

@Suite struct ReducedJointFitTests {
  @Test func `joint fits agree with another program`() throws {
    let golden = try GoldenReducedJointFits.read()
    #expect(golden.count == 6)
    for golden in golden {
      let comment = Comment(rawValue: golden.name)
      let found = try golden.settings.makeFitter().fit(golden.groups.map(\.counts), sharing: golden.shared)
      #expect(found.status == .ok, comment)
      #expect(abs(try #require(found.penalised, comment) - golden.penalised) < 1e-7, comment)
      for (group, result) in found.groups.enumerated() {
        let scale = golden.scales[group]
        #expect(abs(try #require(result.location) - golden.locations[group]) < 2e-5 * scale, comment)
        #expect(abs(try #require(result.scale) / scale - 1) < 2e-5, comment)
        #expect(abs(try #require(result.lapse) - golden.lapses[group]) < 2e-5, comment)
      }
    }
  }

  private static let settings = [
    FitSettings(reading: .direction, guess: .lapse, lapse: .fixed(0.01), at: 0.75, method: .reduced),
    FitSettings(reading: .direction, guess: .lapse, lapse: .fixed(0.01), method: .reduced),
    FitSettings(
      LogisticFunction.self, reading: .accuracy, guess: .asymptote(.fixed(0)), lapse: .fixed(0), method: .reduced),
  ]

  private func data() throws -> [Counts] { try GoldenReducedJointFits.read()[0].groups.map(\.counts) }

  @Test func `a joint fit with everything shared equals the fit of pooled answers`() throws {
    let groups = try data()
    var pooled = Counts()
    for group in groups { pooled.add(group.bins) }
    for settings in Self.settings {
      let fitter = settings.makeFitter()
      let found = fitter.fit(groups, sharing: SharedParameters([.threshold, .width]))
      let whole = fitter.fit(pooled)
      #expect(abs(try #require(found.penalised) - (try #require(whole.penalised))) < 1e-8)
      for group in found.groups {
        #expect(group.status == whole.status)
        #expect(abs(try #require(group.threshold) / (try #require(whole.threshold)) - 1) < 1e-7)
        #expect(abs(try #require(group.width) / (try #require(whole.width)) - 1) < 1e-7)
      }
    }
  }

  @Test func `with nothing in common the fits are separate ones`() throws {
    let groups = try data()
    for settings in Self.settings {
      let fitter = settings.makeFitter()
      let found = fitter.fit(groups, sharing: SharedParameters([]))
      let own = groups.map(fitter.fit)
      #expect(abs(try #require(found.penalised) - own.reduce(0) { $0 + ($1.penalised ?? 0) }) < 1e-8)
      for (group, own) in zip(found.groups, own) {
        let ratioOfThresholds = try #require(group.threshold) / #require(own.threshold)
        let ratioOfWidths = try #require(group.width) / #require(own.width)
        #expect(abs(ratioOfThresholds - 1) < 1e-7)
        #expect(abs(ratioOfWidths - 1) < 1e-7)
        #expect(abs(try #require(group.logLikelihood) - (try #require(own.logLikelihood))) < 1e-6)
      }
    }
  }

  /// The likelihoods are those of other fits: that of a model with a penalty would not rise with every parameter.
  @Test func `models are compared by maximum likelihood, thresholds by the penalised one`() throws {
    let groups = zip(["a", "b"], try data()).map { Comparer.Group(name: $0, counts: $1) }
    var random = TestRandom(seed: 3)
    var plain = Self.settings[0]
    plain.method = .ml
    let shared = SharedParameters([.width])
    let reduced = Comparer(Self.settings[0].makeFitter(), sharing: shared, simulations: 20).pair(
      groups[0], groups[1], using: &random)
    random = TestRandom(seed: 3)
    let likelihood = Comparer(plain.makeFitter(), sharing: shared, simulations: 20).pair(
      groups[0], groups[1], using: &random)
    #expect(reduced.lr == likelihood.lr && reduced.lr != nil)
    #expect(reduced.pSimulated == likelihood.pSimulated && reduced.aicShared == likelihood.aicShared)
    #expect(reduced.difference != likelihood.difference)
    let fits = groups.map { Self.settings[0].makeFitter().fit($0.counts) }
    let difference = try #require(fits[0].threshold) - (try #require(fits[1].threshold))
    #expect(reduced.difference == difference)
    #expect(try #require(reduced.differenceLow) < difference && difference < #require(reduced.differenceHigh))
  }

  /// Where both thresholds are held apart by the end of the interval, the sum of the penalised profiles has fallen by
  /// χ²/2: over all pairs of thresholds that differ so.
  @Test func `the interval of a difference comes from the penalised profile`() throws {
    let groups = try data()
    let fitter = Self.settings[0].makeFitter()
    let fits = groups.map(fitter.fit)
    let top = fits.reduce(0) { $0 + ($1.penalised ?? 0) }
    let interval = fitter.differenceInterval((groups[0], groups[1]), (fits[0], fits[1]), confidence: 0.95)
    for end in [try #require(interval.low), try #require(interval.high)] {
      var best = -Double.infinity
      for step in 1...400 {
        let second = (try #require(fits[1].threshold)) * exp(Double(step - 200) / 150)
        guard second + end > 0 else { continue }
        let value =
          fitter.profileLogLikelihood(.threshold, second + end, fits[0], groups[0])
          + fitter.profileLogLikelihood(.threshold, second, fits[1], groups[1])
        best = max(best, value)
      }
      #expect(abs(top - best - 3.841459 / 2) < 2e-3)
    }
  }
}
