import PeachExperiments
import PeachSupport
import PeachTrials

/// Tables of recorded trials as the listener `replay` reads them: the experiment reads back without the file, and its
/// listener answers. The first byte says of which task they are, and in which order.
struct ReplayTarget: FuzzTarget {
  static let name = "replay"
  private static let tasks = [
    "{kind: comparison}", "{kind: forced-choice, unit: dB}", "{kind: axb}", "{kind: matching}",
  ]

  private let file = Scratch("replay.csv")

  func messages(of bytes: [UInt8]) -> [String] {
    guard let way = bytes.first else { return [] }
    file.write(Array(bytes.dropFirst()))
    return peach_fuzz.messages {
      let experiment = try Experiment.parse(
        """
        name: t
        seed: 1
        task: \(Self.tasks[Int(way) % Self.tasks.count])
        listeners: [{name: r, kind: replay, file: \(file.path), order: \(way & 4 == 0 ? "nearest" : "recorded")}]
        strategies: [{name: s, kind: weighted-up-down, start: 50, step: {factor: 2}}]
        stop: {trials: 60}
        replicates: 10
        """, file: "x.yaml")
      let resolved = experiment.plan.resolved.json()
      if try Experiment.parse(resolved, file: "resolved").plan.digest != experiment.plan.digest {
        find("another digest: \(resolved)")
      }
      for cell in experiment.plan.cells { Played.answers(to: cell) }
      return []
    }
  }
}
