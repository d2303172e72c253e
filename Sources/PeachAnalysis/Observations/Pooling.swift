import PeachSupport

/// Looks whether groups hold the data of several runs, or of several people.
struct Pooling {
  /// A group's part of a run.
  private struct Share: Hashable {
    var group: Int
    var run: String
  }

  private let column: Int
  private let name: String
  private var runs: Set<String> = []
  private var shares: Set<Share> = []
  private var last: Share?

  /// - Parameter column: The column that identifies runs or people.
  init(_ column: Int, of table: any ObservationSource) {
    self.column = column
    name = table.columns[column]
  }

  mutating func add(_ row: Int, of table: any ObservationTable, to group: Int) {
    let share = Share(group: group, run: table.trimmed(row, column))
    if share == last { return }
    last = share
    runs.insert(share.run)
    shares.insert(share)
  }

  /// Says that a group has more than one; `nil` if none has.
  func note(groups: Int) -> String? {
    guard shares.count > groups else { return nil }
    let people = KnownNames.folded(name).lazy.compactMap { KnownNames.people[$0] }.first
    let within = groups == 1 ? "" : " in \(groups) groups"
    return
      "Peach fits \(runs.count) \(people ?? "\(name)s") together\(within); --by \(SafeText.forShell(name)) fits "
      + "each separately"
  }
}
