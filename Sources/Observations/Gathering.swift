import Configuration
import Fitting

/// Puts rows into groups, in order of their first rows.
struct Gathering {
  struct Group {
    var key: [String]
    var tally = TrialTally()
    /// The rows of counts.
    var rows: [Counts.Bin] = []
  }

  /// A group's part of a run.
  private struct Share: Hashable {
    var group: Int
    var run: String
  }

  private(set) var groups: [Group] = []
  private let isCounts: Bool
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

  init(_ table: any ObservationSource, _ roles: ColumnRoles) {
    isCounts = roles.isCounts
    by = roles.by
    byNames = roles.by.map { table.columns[$0] }
    run = roles.run.flatMap { roles.by.contains($0) ? nil : $0 }
    runName = roles.run.map { table.columns[$0] } ?? ""
  }

  mutating func add(_ bin: Counts.Bin, from row: Int, of table: any ObservationTable) {
    last = place(of: by.map { table.trimmed(row, $0) })
    if isCounts {
      groups[last].rows.append(bin)
    } else {
      groups[last].tally.add(bin.level, isPositive: bin.positives > 0)
    }
    guard let run else { return }
    let share = Share(group: last, run: table.trimmed(row, run))
    if share == lastShare { return }
    lastShare = share
    runs.insert(share.run)
    shares.insert(share)
  }

  /// The groups as they are fitted.
  var observed: [ObservationGroup] {
    groups.map { isCounts ? ObservationGroup(key: $0.key, blocks: $0.rows) : ObservationGroup(key: $0.key, $0.tally) }
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
