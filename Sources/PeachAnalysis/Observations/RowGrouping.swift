import PeachFitting

/// Puts rows into groups, in order of their first rows.
struct RowGrouping {
  struct Group {
    var key: [String]
    var tally = TrialTally()
    /// The rows of counts.
    var rows: [Counts.Bin] = []
    var alternatives = FirstValue<Int>()
    var unit = FirstValue<String>()
  }

  /// The first of values that must be the same in all rows of a group, and its line.
  struct FirstValue<Value: Equatable> {
    private(set) var known: (value: Value, line: Int)?

    /// Takes the value of the next row.
    ///
    /// - Returns: The first value and its line, if they differ.
    mutating func take(_ value: Value, line: Int) -> (value: Value, line: Int)? {
      guard let known else {
        known = (value, line)
        return nil
      }
      return known.value == value ? nil : known
    }
  }

  private(set) var groups: [Group] = []
  private let isCounts: Bool
  private let by: [Int]
  /// The columns of runs and people that do not define groups.
  private var poolings: [Pooling]
  private var places: [[String]: Int] = [:]
  private var catches: [[String]: Counts.Catches] = [:]
  /// The group of the last row: rows of a group mostly follow one another.
  private(set) var last = 0

  init(_ table: any ObservationSource, _ roles: ColumnRoles) {
    isCounts = roles.isCounts
    by = roles.by
    poolings = roles.runs.filter { !roles.by.contains($0) }.map { Pooling($0, of: table) }
  }

  mutating func add(_ bin: Counts.Bin, from row: Int, of table: any ObservationTable) {
    last = place(of: by.map { table.trimmed(row, $0) })
    if isCounts {
      groups[last].rows.append(bin)
    } else {
      groups[last].tally.add(bin.level, isPositive: bin.positives > 0)
    }
    for index in poolings.indices { poolings[index].add(row, of: table, to: last) }
  }

  /// Adds a catch trial for the group it belongs to, which does not count as a group if it has no other trials.
  mutating func addCatch(isCorrect: Bool, from row: Int, of table: any ObservationTable) {
    let key = by.map { table.trimmed(row, $0) }
    if isCorrect {
      catches[key, default: Counts.Catches()].correct += 1
    } else {
      catches[key, default: Counts.Catches()].wrong += 1
    }
  }

  /// Sets the number of alternatives of the last added row.
  ///
  /// - Returns: The earlier number of its group and its line, if they differ.
  mutating func take(alternatives: Int, line: Int) -> (value: Int, line: Int)? {
    groups[last].alternatives.take(alternatives, line: line)
  }

  /// Sets the unit of the last added row's level.
  ///
  /// - Returns: The earlier unit of its group and its line, if they differ.
  mutating func take(unit: String, line: Int) -> (value: String, line: Int)? {
    groups[last].unit.take(unit, line: line)
  }

  /// The unit of all groups; `nil` if they have none, or different ones.
  var unit: String? {
    let units = Set(groups.map { $0.unit.known?.value })
    return units.count == 1 ? units.first ?? nil : nil
  }

  /// The groups as they are fitted; this gathering is empty afterwards, as there may be many groups.
  mutating func takeObserved() -> [ObservationGroup] {
    let groups = groups
    self.groups = []
    places = [:]
    return groups.map { group in
      var observed =
        isCounts ? ObservationGroup(key: group.key, blocks: group.rows) : ObservationGroup(key: group.key, group.tally)
      observed.alternatives = group.alternatives.known?.value
      observed.counts.catches = catches[group.key] ?? Counts.Catches()
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

  /// Says how many catch trials inform the lapse rate.
  var catchNote: String {
    let used = groups.compactMap { catches[$0.key] }
    let (trials, wrong) = (Int(used.reduce(0) { $0 + $1.trials }), Int(used.reduce(0) { $0 + $1.wrong }))
    return trials == 0
      ? "there are no catch trials to use"
      : "the estimate of the lapse rate includes \(trials) catch trial\(trials == 1 ? "" : "s"), \(wrong) of them "
        + "answered wrongly"
  }

  /// Says where a group has more than one run, or else person.
  var notes: [String] { poolings.lazy.compactMap { $0.note(groups: groups.count) }.prefix(1).map(\.self) }
}
