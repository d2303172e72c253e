import PeachSimulation
import PeachSupport
import PeachTrials

extension Plan {
  /// The trials of a cell's tracks, if they are known beforehand; `nil` if the answers decide when a track ends.
  func fixedTrials(of cell: Cell) -> Int? {
    switch cell.work {
    case .matchings(_, let stop): stop.fixedTrials
    case .trials(let factory, _): factory.facts.ownEnd.trials(until: stop(of: cell.strategy)?.fixedTrials)
    }
  }

  /// The stop rule of a strategy: its own, else the file's; `nil` if there is none or if it varies.
  private func stop(of strategy: String) -> StopRule? {
    let own = resolved["strategies"]?.items.first { $0["name"]?.word == strategy }?["stop"]
    guard let stop = own ?? resolved["stop"] else { return nil }
    let diagnostics = Diagnostics()
    let file = Node(.mapping([Value.Field("stop", stop)]), name: "experiment")
    let rule = Reader.read(file, path: "", diagnostics: diagnostics) { StopRule.read(from: $0, "") }
    return diagnostics.isEmpty ? rule ?? nil : nil
  }
}
