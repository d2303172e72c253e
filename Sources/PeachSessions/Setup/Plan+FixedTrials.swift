import PeachExperiments
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
    guard let root = try? YAMLText.parse(resolved.json(), file: "experiment") else { return nil }
    var own: Node?
    if case .sequence(let items, _)? = root["strategies"] {
      own = items.first { $0["name"]?.text == strategy }?["stop"]
    }
    guard let stop = own ?? root["stop"] else { return nil }
    let diagnostics = Diagnostics()
    let file = Node.mapping([Node.Entry(key: "stop", place: stop.place, value: stop)], place: stop.place)
    let rule = Reader.read(file, path: "", diagnostics: diagnostics) { StopRule.read(from: $0, "") }
    return diagnostics.isEmpty ? rule ?? nil : nil
  }
}
