import Foundation
import PeachAudio
import PeachExperiments
import PeachSimulation
import PeachSupport
import PeachTrials
import Testing

/// The classic experiments: every cell sounds at the levels where its strategy starts and ends.
@Suite struct ClassicExperimentsTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "experiments/classics")
  private static let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
    $0.hasSuffix(".yaml")
  }.sorted()

  @Test func `there are eighteen, and the page lists each`() throws {
    let page = try String(contentsOf: Self.folder.appending(path: "README.md"), encoding: .utf8)
    #expect(Self.files?.count == 18)
    for file in Self.files ?? [] { #expect(page.contains("](\(file))"), "\(file)") }
  }

  @Test(arguments: files ?? []) func `every cell sounds at the start and at both limits`(file: String) throws {
    let experiment = try Experiment.read(Self.folder.appending(path: file).path)
    #expect(experiment.warnings.isEmpty && experiment.advice.isEmpty)
    let strategy = try #require(experiment.plan.resolved["strategies"]?.items.first)
    let levels = try #require(strategy["limits"]?.items).map { Self.number($0) } + [Self.number(strategy["start"])]
    for cell in experiment.plan.cells {
      let stimulus = try #require(cell.task.stimulus as? ComposedStimulus)
      #expect(stimulus.intervals == cell.task.alternatives)
      for level in levels {
        let draws = SoundDraws(
          level: level, sounds: RunSounds(seed: 1, path: ["sounds", "x"], replicate: 1), trial: 1,
          folder: Self.folder.path)
        let trial = try stimulus.rendered(draws, target: 1, rate: .hz44100, output: SoundOutput())
        let other = try stimulus.rendered(draws, target: 2, rate: .hz44100, output: SoundOutput())
        #expect(trial.samples.left != other.samples.left || trial.samples.right != other.samples.right)
        #expect(trial.intervals.count == cell.task.alternatives)
      }
    }
  }

  @Test(arguments: files ?? []) func `the resolved experiment reads back`(file: String) throws {
    let plan = try Experiment.read(Self.folder.appending(path: file).path).plan
    let again = try Experiment.parse(plan.resolved.json(), file: "again").plan
    #expect(again.resolved == plan.resolved && again.digest == plan.digest)
    #expect(again.cells.count == plan.cells.count)
  }

  private static func number(_ value: Value?) -> Double {
    switch value {
    case .number(let number): number
    case .integer(let number): Double(number)
    default: .nan
    }
  }
}
