import Configuration
import Fitting

/// Puts rows into groups, in order of their first rows.
struct Gathering {
  struct Group {
    var key: [String]
    var rows: [Counts.Bin] = []

    func group(isCounts: Bool) -> ObservationGroup {
      if isCounts { return ObservationGroup(key: key, blocks: rows) }
      return ObservationGroup(
        key: key, trials: rows.map { ObservedTrial(level: $0.level, isPositive: $0.positives > 0) })
    }
  }

  /// A group's part of a run.
  private struct Share: Hashable {
    var group: Int
    var run: String
  }

  private(set) var groups: [Group] = []
  private let table: any ObservationTable
  private let by: [Int]
  private let byNames: [String]
  /// The column of runs, where it does not tell groups apart.
  private let run: Int?
  private let runName: String
  private var places: [[String]: Int] = [:]
  /// The group of the last row: rows of a group mostly follow one another.
  private var last = 0
  private var runs: Set<String> = []
  private var shares: Set<Share> = []
  private var lastShare: Share?

  init(_ table: any ObservationTable, _ roles: ColumnRoles) {
    self.table = table
    by = roles.by
    byNames = roles.by.map { table.columns[$0] }
    run = roles.run.flatMap { roles.by.contains($0) ? nil : $0 }
    runName = roles.run.map { table.columns[$0] } ?? ""
  }

  mutating func add(_ bin: Counts.Bin, from row: Int) {
    last = place(of: by.map { table.trimmed(row, $0) })
    groups[last].rows.append(bin)
    guard let run else { return }
    let share = Share(group: last, run: table.trimmed(row, run))
    if share == lastShare { return }
    lastShare = share
    runs.insert(share.run)
    shares.insert(share)
  }

  private mutating func place(of key: [String]) -> Int {
    if last < groups.count, groups[last].key == key { return last }
    if let place = places[key] { return place }
    places[key] = groups.count
    groups.append(Group(key: key))
    return groups.count - 1
  }

  /// Says where a group has more than one run.
  var notes: [String] {
    guard shares.count > groups.count else { return [] }
    let within = groups.count == 1 ? "" : " in \(groups.count) groups"
    return ["\(runs.count) \(runName)s are pooled\(within); --by \(runName) fits each"]
  }
}
