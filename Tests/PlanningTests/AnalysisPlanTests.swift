import Foundation
import PeachSimulation
import PeachStorage
import PeachTrials
import Testing

/// Two analyses of the same simulated studies.
@Suite struct AnalysisPlanTests {
  private static let text = Files.comparison(listener: "jnd: 15, lapse: 0.02")

  /// n = 200 studies, and the plan's own error. The bound is 4 of both standard errors: a false alarm in 10 000 runs of the
  /// test. A t test of other thresholds, or at the 1 % level, moves the power by 0.2: found in 95 % of runs.
  @Test(arguments: Study.Design.allCases) func `the t test has the power that the plan of listeners finds`(
    design: Study.Design
  ) async throws {
    let study = Study(design: design, effect: 0.5, effectSpread: 0.1, listeners: 8)
    let rows = try await Files.analyses(Self.text, study, listeners: 8, trials: [40], studies: 200)
    #expect(rows.map(\.analysis) == [.twoStage, .population])
    let planned = try await Files.power(Self.text, study).first {
      $0.estimator.name == "fit" && $0.trials == 40 && $0.listeners == 8
    }
    let (own, other) = (rows[0].power, try #require(planned).power)
    let bound = 4 * hypot(try #require(own.standardError), try #require(other.standardError))
    #expect(abs(try #require(own.value) - #require(other.value)) < bound, "\(own) \(other)")
  }

  /// n = 60 studies with an error of about 9 %: the mean errors have standard errors of about 1.2 %. The bound of 4 of them is
  /// crossed by chance once in 10 000 runs; an effect on another scale, such as log10, is off by 22 %. The errors of both
  /// analyses are those of the same studies, so that they hardly differ with 120 trials.
  @Test func `with many trials both analyses estimate the same effect`() async throws {
    let study = Study(design: .within, effect: 0.5, listeners: 8)
    for text in [Self.text, Files.linear] {
      let rows = try await Files.analyses(text, study, listeners: 8, trials: [120], studies: 60)
      for row in rows {
        let (bias, error) = (try #require(row.bias.value), try #require(row.bias.standardError))
        // Maximum likelihood has a small bias of its own.
        #expect(abs(bias) < 4 * error + 3, "\(row.analysis): \(bias) ±\(error)")
        #expect(row.failed == 0)
        #expect(row.studies == 60)
      }
      let errors = rows.compactMap(\.error.value)
      #expect(errors.count == 2 && abs(errors[1] / errors[0] - 1) < 0.35, "\(errors)")
    }
  }

  @Test func `plans are equal for any number of jobs, and uneven numbers of trials change them`() async throws {
    let study = Study(design: .between, effect: 0.5, listeners: 4)
    func rows(jobs: Int, isUneven: Bool = false) async throws -> [String] {
      try await Files.analyses(
        Self.text, study, listeners: 4, trials: [20], studies: 12, isUneven: isUneven, jobs: jobs
      ).map { "\($0.power) \($0.error) \($0.coverage)" }
    }
    let one = try await rows(jobs: 1)
    #expect(try await rows(jobs: 3) == one)
    #expect(try await rows(jobs: 1, isUneven: true) != one)
  }
}
