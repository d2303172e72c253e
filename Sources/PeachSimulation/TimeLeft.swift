import PeachSupport

/// Estimates how long unfinished work will take, from what it cost recently.
///
/// Work consists of items, such as batches of runs. A few items are computed at once, then written one by one. Every item
/// belongs to a cell, and the cells may differ in cost by orders of magnitude. The estimate adds up what is left of each
/// cell at its recent cost, adds writing, and divides by the number of threads that were busy recently. So it follows a
/// machine whose load changes. All times are seconds on any clock.
///
/// ```swift
/// var timeLeft = TimeLeft(groups: ["psi", "psi"], left: [4000, 4000], jobs: 2)
/// timeLeft.measure(0, units: 2, seconds: 0.02)
/// timeLeft.seconds(at: 0)  // 40
/// ```
package struct TimeLeft: Sendable {
  /// Two more runs are a cheap measurement of a cell with at least so many runs left.
  static let leastRunsOfProbe = 200
  /// Seconds of work after which older measurements weigh 1/e.
  private static let memory = 8.0
  /// A measurement before the work weighs at most as much as so many seconds of the work itself.
  private static let weightOfProbe = 0.5
  /// Seconds of work at the cost that was measured before it, which damp the first estimates of the machine's slowness.
  private static let priorOfSlowness = 3.0
  /// The order of longer queues does not matter.
  private static let longestQueue = 5000
  /// Seconds of a probe that says how fast the machine was.
  private static let soundProbe = 0.1
  /// Seconds for which the number of busy threads is taken to be the number of jobs.
  private static let priorOfThreads = 1.0

  /// Units of work and the seconds they took.
  private struct Cost: Sendable {
    var units = 0.0
    var seconds = 0.0

    /// The mean time of one unit; `nil` if none was measured.
    var mean: Double? { units > 0 ? seconds / units : nil }

    mutating func add(_ units: Double, _ seconds: Double) {
      self.units += units
      self.seconds += seconds
    }

    /// The same, with older measurements forgotten as new ones arrive.
    mutating func addRecent(_ units: Double, _ seconds: Double, memory: Double) {
      let kept = exp(-seconds / memory)
      self.units = self.units * kept + units
      self.seconds = self.seconds * kept + seconds
    }
  }

  private struct Cell: Sendable {
    var group: String
    /// Units that no finished item holds.
    var left: Double
    /// Measured before the work.
    var before = Cost()
    var recent = Cost()
  }

  /// An item that is being computed.
  private struct Item: Sendable {
    var cell: Int
    var units: Double
    var begin: Double
    /// Units that are done, and when the last of them was noticed.
    var done = 0.0
    var noticed: Double
  }

  private let jobs: Int
  private var cells: [Cell]
  private var items: [Int: Item] = [:]
  /// All items in the order in which they begin, if that is known.
  private var queue: [(cell: Int, units: Double)] = []
  /// How many items after the first unfinished one may have begun.
  private var ahead = 0
  /// Items that have begun, and those of them that are finished.
  private var begun = 0
  private var finished: Set<Int> = []
  /// Measured work, and the same work at the cost that was measured before it.
  private var slowness = (seconds: TimeLeft.priorOfSlowness, expected: TimeLeft.priorOfSlowness)
  /// Thread-seconds and seconds of the recent past.
  private var threads: (busy: Double, elapsed: Double)
  private var isWriting = false
  private var lastLook: Double?
  /// Per row.
  private var writing = Cost()
  private var rowsLeft = 0.0
  private var storedRows = 0.0
  private var rowsOfAll = 0.0
  /// The cost of reading a row once all are written, as a share of the cost of writing one.
  private var readingShare = 0.0

  /// - Parameters:
  ///   - groups: The group of each cell. A cell that was not measured is taken to cost as much as others of its group.
  ///   - left: How many units of each cell remain, such as runs or trials.
  ///   - jobs: How many items are computed at once.
  package init(groups: [String], left: [Double], jobs: Int) {
    self.jobs = jobs
    cells = zip(groups, left).map { Cell(group: $0, left: $1) }
    threads = (Double(jobs) * TimeLeft.priorOfThreads, TimeLeft.priorOfThreads)
  }

  // MARK: Before the work

  /// Tells what units of a cell cost in an earlier sitting, or in a probe.
  package mutating func measure(_ cell: Int, units: Double, seconds: Double) {
    cells[cell].before.add(units, seconds)
  }

  /// Tells what rows cost in a probe.
  package mutating func measureWriting(rows: Int, seconds: Double) { writing.add(Double(rows), seconds) }

  /// Sets how many units of a cell are still to be done, those of unfinished items included.
  package mutating func setLeft(_ cell: Int, units: Double) { cells[cell].left = units }

  /// Leaves out units of a cell that an earlier sitting made.
  package mutating func skip(_ cell: Int, units: Double) { cells[cell].left = max(0, cells[cell].left - units) }

  /// The cost of a unit of a cell by its own measurements; `nil` if there are none.
  package func measured(_ cell: Int) -> Double? { cost(cell) }

  /// Sets how many rows are still to be written.
  package mutating func setRows(_ rows: Int) {
    rowsLeft = Double(rows)
    rowsOfAll = storedRows + rowsLeft
  }

  /// Says that all rows are read after the last is written.
  ///
  /// - Parameters:
  ///   - share: The cost of reading a row, as a share of the cost of writing one.
  ///   - stored: Rows that an earlier sitting wrote.
  package mutating func setReading(share: Double, rowsStored stored: Int) {
    readingShare = share
    storedRows = Double(stored)
    rowsOfAll = storedRows + rowsLeft
  }

  /// Tells the items in the order in which they begin. Their places are those in the list.
  ///
  /// - Parameter ahead: No item begins so far behind the first that is unfinished: an expensive item holds up others.
  package mutating func setQueue(_ items: [(cell: Int, units: Double)], ahead: Int) {
    queue = items
    self.ahead = ahead
  }

  // MARK: During the work

  package mutating func begin(_ place: Int, cell: Int, units: Double, at now: Double) {
    look(at: now)
    items[place] = Item(cell: cell, units: units, begin: now, noticed: now)
    begun = max(begun, place + 1)
  }

  /// Tells how many units of an unfinished item are done.
  package mutating func advance(_ place: Int, done: Double, at now: Double) {
    guard var item = items[place], done > item.done else { return }
    learn(item.cell, units: done - item.done, seconds: max(0, now - item.noticed))
    (item.done, item.noticed) = (done, now)
    items[place] = item
  }

  /// - Parameters:
  ///   - units: The actual units of the item; `nil` if they equal those of `begin`.
  ///   - seconds: The time of the item; `nil` for the time since `begin`.
  package mutating func finish(_ place: Int, units: Double? = nil, seconds: Double? = nil, at now: Double) {
    look(at: now)
    guard let item = items.removeValue(forKey: place) else { return }
    if !queue.isEmpty { finished.insert(place) }
    let counted = item.noticed - item.begin
    let rest = max(0, (units ?? item.units) - item.done)
    let spent = max(0, (seconds ?? (now - item.begin)) - counted)
    if rest > 0 || spent > 0 { learn(item.cell, units: rest, seconds: spent) }
    cells[item.cell].left = max(0, cells[item.cell].left - item.units)
  }

  package mutating func beginWriting(at now: Double) {
    look(at: now)
    isWriting = true
  }

  package mutating func finishWriting(rows: Int, seconds: Double, at now: Double) {
    look(at: now)
    isWriting = false
    rowsLeft = max(0, rowsLeft - Double(rows))
    writing.addRecent(Double(rows), seconds, memory: TimeLeft.memory)
  }

  /// Averages the number of busy threads up to now.
  private mutating func look(at now: Double) {
    defer { lastLook = now }
    guard let lastLook, now > lastLook else { return }
    let busy = items.count + (isWriting ? 1 : 0)
    // A moment between two rounds of work says nothing about the work.
    if busy == 0 { return }
    let kept = exp(-(now - lastLook) / TimeLeft.memory)
    threads.busy = threads.busy * kept + Double(busy) * (now - lastLook)
    threads.elapsed = threads.elapsed * kept + (now - lastLook)
  }

  private mutating func learn(_ cell: Int, units: Double, seconds: Double) {
    let one = units > 0 ? seconds / units : 0
    cells[cell].recent.addRecent(units, seconds, memory: max(TimeLeft.memory, 20 * one))
    guard let before = cells[cell].before.mean, before > 0 else { return }
    // A probe of a few milliseconds says little about the speed of the machine.
    let weight = min(1, cells[cell].before.seconds / TimeLeft.soundProbe)
    let kept = exp(-weight * seconds / (2 * TimeLeft.memory))
    slowness.seconds = slowness.seconds * kept + weight * seconds
    slowness.expected = slowness.expected * kept + weight * units * before
  }

  // MARK: The estimate

  /// The mean cost of a unit of a cell; `nil` if nothing tells it.
  private func cost(_ cell: Int) -> Double? {
    let (before, recent) = (cells[cell].before, cells[cell].recent)
    guard let mean = before.mean else { return recent.mean }
    let slowed = mean * slowness.seconds / slowness.expected
    let units = min(before.units, slowed > 0 ? TimeLeft.weightOfProbe / slowed : before.units)
    return (units * slowed + recent.seconds) / (units + recent.units)
  }

  /// The cost of each cell: its own, or else the mean of its group, or else the mean of all. `nil` if nothing was measured.
  private var costs: [Double]? {
    let own = cells.indices.map { cost($0) }
    var groups: [String: Cost] = [:]
    var all = Cost()
    for (cell, cost) in zip(cells, own) {
      guard let cost else { continue }
      groups[cell.group, default: Cost()].add(1, cost)
      all.add(1, cost)
    }
    guard let mean = all.mean else { return nil }
    return zip(cells, own).map { cell, cost in cost ?? groups[cell.group]?.mean ?? mean }
  }

  /// The seconds until all is done; `nil` if nothing was measured yet.
  ///
  /// The estimate is never shorter than the longest item that is being computed, or than writing alone.
  package func seconds(at now: Double) -> Double? {
    guard let items = secondsOfItems(at: now) else { return nil }
    return max(0, items + rowsOfAll * (writing.mean ?? 0) * readingShare - idle(at: now))
  }

  /// The seconds until the last item is computed and written, without what follows it.
  package func secondsOfItems(at now: Double) -> Double? {
    guard let costs else { return nil }
    var computing = cells.indices.reduce(0) { $0 + cells[$1].left * costs[$1] }
    var longest = 0.0
    var running: [(place: Int, end: Double)] = []
    for (place, item) in items {
      let cost = costs[item.cell]
      let rest = max(0, item.units - item.done) * cost
      // A unit that takes longer than expected is expected to end at once.
      let since = min(max(0, now - item.noticed), min(rest, max(cost, item.done > 0 ? 0 : rest)))
      computing -= item.units * cost - rest + since
      longest = max(longest, rest - since)
      running.append((place, rest - since))
    }
    let written = rowsLeft * (writing.mean ?? 0)
    if !queue.isEmpty, queue.count - begun < TimeLeft.longestQueue {
      return max(secondsOfQueue(running, costs) + written / Double(max(2, jobs)), written)
    }
    let busy = max(0.1, threads.busy / threads.elapsed)
    return max(
      (max(0, computing) + written) / busy, max(0, computing) / Double(jobs), longest, written)
  }

  /// The seconds until all items of the queue are computed, each job taking the next as soon as it may.
  private func secondsOfQueue(_ running: [(place: Int, end: Double)], _ costs: [Double]) -> Double {
    var running = running
    var done = finished
    var (now, next, first) = (0.0, begun, 0)
    while done.contains(first) { first += 1 }
    while true {
      while running.count < jobs, next < queue.count, next < first + ahead {
        running.append((next, now + queue[next].units * costs[queue[next].cell]))
        next += 1
      }
      guard let place = running.indices.min(by: { running[$0].end < running[$1].end }) else { return now }
      let item = running.remove(at: place)
      now = max(now, item.end)
      done.insert(item.place)
      while done.contains(first) { first += 1 }
    }
  }

  /// Seconds since the last item was computed and written; 0 if there is more to come.
  private func idle(at now: Double) -> Double {
    guard let lastLook, items.isEmpty, !isWriting, cells.allSatisfy({ $0.left == 0 }) else { return 0 }
    return max(0, now - lastLook)
  }

  /// The cells that a few runs measure cheaply: those with many runs left, and the first of a group with many.
  var worthProbing: [Int] {
    var ofGroup: [String: Double] = [:]
    for cell in cells { ofGroup[cell.group, default: 0] += cell.left }
    let measured = Set(cells.filter { $0.before.units > 0 }.map(\.group))
    let least = Double(TimeLeft.leastRunsOfProbe)
    var known: Set<String> = []
    return cells.indices.filter { place in
      let cell = cells[place]
      guard cell.before.units == 0, cell.left > 0 else { return false }
      let isFirst = known.insert(cell.group).inserted
      return cell.left >= least
        || (isFirst && !measured.contains(cell.group) && 2 * (ofGroup[cell.group] ?? 0) >= least)
    }
  }

  /// Units of a cell that no finished item holds.
  func left(_ cell: Int) -> Double { cells[cell].left }
}
