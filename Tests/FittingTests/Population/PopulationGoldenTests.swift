import Foundation
import PeachFitting
import PeachMath
import Testing

/// Golden numbers of `Golden/population/make.R`: lme4's Laplace fits of a generalised linear mixed model.
struct MixedModelFits: Decodable {
  struct Fit: Decodable, Sendable, CustomTestStringConvertible {
    var name: String
    var link: String
    var conditions: Int
    var means: [Double]
    var errors: [Double]
    var deviations: [Double]
    var correlation: Double
    var logLikelihood: Double
    var singular: Bool

    var testDescription: String { "\(name), \(link)" }

    enum CodingKeys: String, CodingKey {
      case name, link, conditions, means, errors, deviations, correlation, singular
      case logLikelihood = "log_likelihood"
    }
  }

  var fits: [Fit]

  static let all: [Fit] = {
    guard let url = Bundle.module.url(forResource: "Golden/population/lme4", withExtension: "json"),
      let data = try? Data(contentsOf: url), let read = try? JSONDecoder().decode(MixedModelFits.self, from: data)
    else { return [] }
    return read.fits
  }()
}

/// Data sets of the same folder.
enum PopulationData {
  /// Rows of listener, condition, level, n, k.
  static func read(_ name: String) throws -> (design: PopulationDesign, listeners: [PopulationListener]) {
    let parts = name.split(separator: ":").map(String.init)
    let url = try #require(Bundle.module.url(forResource: "Golden/population/\(parts[0])", withExtension: "csv"))
    let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map { $0.split(separator: ",") }
    var (conditions, names): ([String], [String]) = ([], [])
    var answers: [String: [(String, Counts.Bin)]] = [:]
    for fields in lines.dropFirst() {
      // vibro_exp3 has speed, vibration, faster, slower, subject.
      let isVibro = lines[0][0] == "speed"
      let (listener, condition) = (String(fields[isVibro ? 4 : 0]), String(fields[1]))
      if parts.count > 1, condition != parts[1] { continue }
      let level = try #require(Double(String(fields[isVibro ? 0 : 2])))
      let k = try #require(Double(String(fields[isVibro ? 2 : 4])))
      let other = try #require(Double(String(fields[3])))
      if !conditions.contains(condition) { conditions.append(condition) }
      if !names.contains(listener) { names.append(listener) }
      let bin = Counts.Bin(level: level, trials: isVibro ? k + other : other, positives: k)
      answers[listener, default: []].append((condition, bin))
    }
    let listeners = names.map { name in
      PopulationListener(
        name: name,
        cells: conditions.indices.map { place in
          var counts = Counts()
          counts.add((answers[name] ?? []).filter { $0.0 == conditions[place] }.map(\.1))
          return (place, counts)
        })
    }
    let cells = conditions.indices.map { PopulationDesign.Cell(group: 0, condition: $0) }
    return (PopulationDesign(conditions: conditions, cells: cells), listeners)
  }
}

@Suite("Population fits agree with lme4")
struct PopulationGoldenTests {
  @Test(
    "Means, standard deviations, correlation, errors and likelihood of a mixed model", arguments: MixedModelFits.all)
  func laplace(_ golden: MixedModelFits.Fit) throws {
    let (design, listeners) = try PopulationData.read(golden.name)
    let function: any PsychometricFunction.Type = golden.link == "probit" ? NormalFunction.self : LogisticFunction.self
    var model = PopulationModel(
      FitSettings(function, reading: .accuracy, guess: .asymptote(.fixed(0)), lapse: .fixed(0)))
    model.coordinates = .interceptAndSlope
    model.isPenalised = false
    model.points = 1
    let fit = PopulationFitter(model, design, listeners).fit()
    #expect(fit.status == (golden.singular ? .singular : .ok))
    let likelihood = try #require(fit.logLikelihood)
    #expect(abs(likelihood - golden.logLikelihood) < 1e-4)
    let terms = [0, 1].flatMap { coordinate in
      design.cells.indices.map { PopulationTerm.mean(coordinate, cell: $0) }
    }
    #expect(golden.means.count == terms.count)
    for (term, (mean, error)) in zip(terms, zip(golden.means, golden.errors)) {
      #expect(abs(fit.value(of: term) - mean) < 1e-3 * error, "\(term)")
      // lme4's second derivatives come from coarser differences; at a bound both hold other parameters.
      let own = try #require(fit.error(of: term))
      #expect(abs(own / error - 1) < (golden.singular ? 0.01 : 0.002), "\(term): \(own) and \(error)")
    }
    for (coordinate, deviation) in golden.deviations.enumerated() {
      let error = try #require(fit.error(of: .deviation(coordinate)))
      #expect(abs(fit.value(of: .deviation(coordinate)) - deviation) < 1e-3 * error)
    }
    #expect(abs(fit.value(of: .correlation) - golden.correlation) < 1e-3 * (fit.error(of: .correlation) ?? 0.01))
  }

  @Test("There are fits of ten data sets with each link, two of them of published data and singular")
  func number() {
    #expect(MixedModelFits.all.count == 20)
    #expect(Set(MixedModelFits.all.map(\.name)).count == 10)
    #expect(MixedModelFits.all.count { $0.singular } == 4)
  }

  @Test("More points of the quadrature change Laplace's likelihood, and then little")
  func points() throws {
    let (design, listeners) = try PopulationData.read("few")
    func logLikelihood(_ points: Int) throws -> Double {
      var model = PopulationModel(
        FitSettings(LogisticFunction.self, reading: .accuracy, guess: .asymptote(.fixed(0)), lapse: .fixed(0)))
      model.coordinates = .interceptAndSlope
      model.isPenalised = false
      model.points = points
      return try #require(PopulationFitter(model, design, listeners).fit().logLikelihood)
    }
    let (one, nine, fifteen) = (try logLikelihood(1), try logLikelihood(9), try logLikelihood(15))
    #expect(abs(nine - fifteen) < 1e-4)
    #expect(abs(one - fifteen) > 1e-3)
  }
}
