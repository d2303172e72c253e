import PeachAudio
import PeachPitch
package import PeachSimulation
package import PeachStorage
import PeachSupport
import PeachTrials

/// The sound of a simulated trial, as `peach render` writes it.
package enum StimulusSection {
  /// The first kept trial of the first cell; `nil` if nothing sounded, no trial is kept, or its sound files are elsewhere.
  static func figure(_ results: ResultsFile, _ plan: Plan?, _ cells: [CellRecord]) throws(RecordsError) -> Figure? {
    try sound(results, plan, cells).map { StimulusPart.figures([$0])[0] }
  }

  /// The sound of that trial.
  package static func sound(
    _ results: ResultsFile, _ plan: Plan?, _ cells: [CellRecord]
  ) throws(RecordsError) -> DrawnSound? {
    guard let plan, let stored = cells.first, let cell = plan.cells.first, let stimulus = cell.task.composed else {
      return nil
    }
    var first: TrialRecord?
    try results.forEachTrial(of: stored, in: 1...1) { if first == nil { first = $0.trial } }
    guard let first else { return nil }
    let names = StreamNames(seed: plan.seed, listener: cell.listener, strategy: cell.strategy)
    let place = names.order(ofTrial: 1, replicate: 1, below: cell.task.orders)
    let targets = first.kind == .noise ? stimulus.targets(only: 0) : cell.task.form?.orders[place] ?? []
    let draws = SoundDraws(
      level: first.level, sounds: names.sounds(replicate: 1), trial: 1, folder: ParentFolder.of(results.path))
    let sound = try? stimulus.rendered(draws, targets: targets, rate: stimulus.sampleRate, output: SoundOutput())
    return sound.map {
      DrawnSound($0, of: "trial 1, at \(first.level.brief) \(SafeText.cut(plan.cells[0].task.axis.unit))")
    }
  }

  static func section(_ report: SimulationReport) -> PageSection? {
    report.figures.first { $0.name == "stimulus" }.map { PageSection("Stimulus", [StimulusPart.block($0)]) }
  }
}
