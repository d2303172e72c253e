import PeachMath
import PeachSupport
import Synchronization

/// The grids of one experiment. Equal grids are one object, and all grids stay below a limit of memory.
package final class GridCache: Sendable {
  private struct Key: Hashable {
    var function: String
    var isLogLevel: Bool
    var tiesGuess: Bool
    var values: [[Double]]
    var logPriors: [[Double]]
    var levels: [Double]
  }

  private struct State {
    var models: [Key: GridModel] = [:]
    var bytes = 0.0
    var isFull = false
  }

  /// The memory of small machines.
  static let mostBytes = 1e9

  private let state = Mutex(State())

  package init() {}

  /// The model of a grid and its levels; `nil`, with one report, if there is not enough memory.
  func model(_ grid: ParameterGrid, levels: [Double], for reader: Reader) -> GridModel? {
    let key = Key(
      function: grid.function.name, isLogLevel: grid.isLogLevel, tiesGuess: grid.tiesGuess, values: grid.values,
      logPriors: grid.logPriors, levels: levels)
    if let model = state.withLock({ $0.models[key] }) { return model }
    let model = GridModel(grid, levels: levels)
    guard claim(model.bytes, for: reader) else { return nil }
    state.withLock { $0.models[key] = model }
    return model
  }

  /// Reserves memory for a strategy's table next to its grid; `false`, with one report, if there is not enough.
  func claim(_ bytes: Double, for reader: Reader) -> Bool {
    let (needed, isFirst) = state.withLock { state -> (Double, Bool) in
      let needed = state.bytes + bytes
      if needed <= Self.mostBytes, !state.isFull {
        state.bytes = needed
        return (needed, false)
      }
      defer { state.isFull = true }
      return (needed, !state.isFull)
    }
    if isFirst {
      reader.report(
        "expected grids that together need at most \(Self.text(Self.mostBytes)) of memory in one file, got "
          + "\(Self.text(needed)) with this one",
        at: "threshold", hint: "make the grids coarser, or use equal grids, which share memory")
    }
    return !state.withLock(\.isFull)
  }

  private static func text(_ bytes: Double) -> String { "\(((bytes / 1e7).rounded() / 100).shortest) GB" }
}
