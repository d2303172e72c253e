import PeachExperiments
import PeachSimulation
import PeachTrials
import Testing

/// Plays the tracks of an experiment file with one strategy and one listener.
struct Tracks {
  private let cell: Cell
  private let factory: StrategyFactory
  private let model: any Listener
  private let names: StreamNames

  init(_ strategy: String, listener: String, task: String = "{kind: comparison}", seed: UInt64) throws {
    let plan = try Experiment.parse(
      """
      name: tracks
      seed: \(seed)
      task: \(task)
      listeners: [{name: listener, \(listener)}]
      strategies: [{name: strategy, \(strategy)}]
      replicates: 1
      """, file: "tracks.yaml"
    ).plan
    cell = plan.cells[0]
    factory = try #require(cell.factory)
    model = try #require(cell.model)
    names = StreamNames(seed: seed, listener: cell.listener, strategy: cell.strategy)
  }

  func forEach(_ replicates: ClosedRange<Int>, _ body: (PlayedTrack, [CompletedComparison]) -> Void) {
    var log = TrackLog()
    for replicate in replicates {
      var streams = names.streams(replicate: replicate)
      var random = names.listener.stream(replicate: replicate)
      let track = model.sit(factory, using: &streams, random: &random, log: &log)
      body(track, log.trials)
    }
  }

  var truth: Truth { Truth(listener: model, task: cell.task) }
}
