import Configuration
import Fitting

/// Puts rows into groups, in order of their first rows.
struct Gathering {
  struct Group {
    var key: [String]
    var tally = TrialTally()
    /// The rows of counts.
    var rows: [Counts.Bin] = []
    /// What the first row that says them has, and its line.
    var alternatives: (number: Int, line: Int)?
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
  /// What several of what it tells apart are called.
  private let runWords: String
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
    let people = KnownNames.folded(runName).lazy.compactMap { KnownNames.people[$0] }.first
    runWords = runName == "run" ? "runs" : people ?? "\(runName)s"
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

  /// Takes how many alternatives the row has that was added last.
  ///
  /// - Returns: What its group had before, and in which line, where that is another number.
  mutating func take(alternatives: Int, line: Int) -> (number: Int, line: Int)? {
    guard let known = groups[last].alternatives else {
      groups[last].alternatives = (alternatives, line)
      return nil
    }
    return known.number == alternatives ? nil : known
  }

  /// The groups as they are fitted.
  var observed: [ObservationGroup] {
    groups.map { group in
      var observed =
        isCounts ? ObservationGroup(key: group.key, blocks: group.rows) : ObservationGroup(key: group.key, group.tally)
      observed.alternatives = group.alternatives?.number
      return observed
    }
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
    let isPlain = runName.allSatisfy { $0.isLetter || $0.isNumber || "_-.".contains($0) }
    let option = isPlain ? Shown.cut(runName) : Shown.quoted(runName)
    return ["\(runs.count) \(runWords) are pooled\(within); --by \(option) fits each"]
  }
}
