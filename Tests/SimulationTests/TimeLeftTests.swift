import PeachSimulation
import Testing

/// The time left, on a clock of the test's own.
@Suite struct TimeLeftTests {
  @Test func `nothing is known before anything was measured`() {
    let timeLeft = TimeLeft(groups: ["quick", "slow"], left: [100, 100], jobs: 2)
    #expect(timeLeft.seconds(at: 0) == nil)
  }

  @Test func `remaining work is weighted by the cost of its cell`() throws {
    var timeLeft = TimeLeft(groups: ["quick", "slow"], left: [1000, 1000], jobs: 2)
    timeLeft.measure(0, units: 1, seconds: 0.001)
    timeLeft.measure(1, units: 2, seconds: 0.8)
    // 1000 × 1 ms and 1000 × 400 ms, by two.
    #expect(abs(try #require(timeLeft.seconds(at: 0)) - 200.5) < 1e-9)
  }

  @Test func `an unmeasured cell costs as much as its group, or otherwise as all cells`() {
    var timeLeft = TimeLeft(groups: ["slow", "slow", "other"], left: [0, 10, 10], jobs: 1)
    timeLeft.measure(0, units: 4, seconds: 8)
    #expect(timeLeft.seconds(at: 0) == 40)
    timeLeft.measure(1, units: 4, seconds: 16)
    // 10 × 4 s of its own, and 10 × 3 s, the mean of all.
    #expect(timeLeft.seconds(at: 0) == 70)
  }

  @Test func `the last item is waited for, and no estimate is negative`() throws {
    var timeLeft = TimeLeft(groups: ["slow"], left: [10], jobs: 2)
    timeLeft.measure(0, units: 1, seconds: 2)
    timeLeft.begin(0, cell: 0, units: 10, at: 100)
    // One item alone takes its whole time, whatever the jobs.
    #expect(timeLeft.seconds(at: 105) == 15)
    #expect(timeLeft.seconds(at: 150) == 0)
    timeLeft.finish(0, seconds: 60, at: 160)
    #expect(timeLeft.seconds(at: 160) == 0)
  }

  @Test func `finished runs of an unfinished item count`() throws {
    var timeLeft = TimeLeft(groups: ["slow"], left: [2000], jobs: 1)
    timeLeft.begin(0, cell: 0, units: 2000, at: 0)
    timeLeft.advance(0, done: 100, at: 4)
    #expect(abs(try #require(timeLeft.seconds(at: 4)) - 76) < 1)
  }

  @Test func `the time after the last row counts down`() throws {
    var timeLeft = TimeLeft(groups: ["quick"], left: [10], jobs: 1)
    timeLeft.measure(0, units: 1, seconds: 1)
    timeLeft.measureWriting(rows: 100, seconds: 1)
    timeLeft.setRows(100)
    timeLeft.setReading(share: 0.5, rowsStored: 300)
    // 10 s of runs, 1 s of writing, 400 rows read at half the cost of writing.
    #expect(timeLeft.seconds(at: 0) == 13)
    timeLeft.begin(0, cell: 0, units: 10, at: 0)
    timeLeft.finish(0, at: 10)
    timeLeft.beginWriting(at: 10)
    timeLeft.finishWriting(rows: 100, seconds: 1, at: 11)
    #expect(abs(try #require(timeLeft.seconds(at: 11.5)) - 1.5) < 1e-9)
    #expect(timeLeft.seconds(at: 20) == 0)
  }

  // MARK: Whole simulations on a virtual clock

  /// Simulations whose time left is known, because they run on a clock of the test's own.
  struct Profile: CustomTestStringConvertible, Sendable {
    var name: String
    /// Seconds of one run of each cell, and runs of each cell.
    var costs: [Double]
    var runs = 10_000
    /// Seconds of writing one run.
    var writing = 0.0
    /// How many times slower the machine is at a time.
    var slowness: @Sendable (Double) -> Double = { _ in 1 }
    var jobs = 2
    /// How many times longer the probe of a cell took than a run of it does.
    var probe: @Sendable (Int) -> Double = { _ in 1 }

    var testDescription: String { name }
  }

  static let unequal = [0.0002, 0.02, 0.001, 0.03, 0.0001, 0.004, 0.015, 0.0005]

  static let profiles = [
    Profile(name: "equal cells", costs: [0.001, 0.001, 0.001, 0.001]),
    Profile(name: "unequal cells", costs: unequal),
    Profile(name: "slow writing", costs: [0.0002, 0.0003, 0.0004, 0.0002], runs: 40_000, writing: 0.0006),
    Profile(name: "unequal cells and writing", costs: unequal, writing: 0.0004),
    Profile(name: "one job", costs: unequal, writing: 0.0004, jobs: 1),
    Profile(name: "a loaded machine", costs: unequal, writing: 0.0002, slowness: { _ in 3.4 }),
    Profile(
      name: "load that comes and goes", costs: unequal, writing: 0.0002,
      slowness: { 1.5 + 0.5 * ($0 / 0.7).truncatingRemainder(dividingBy: 2).rounded(.down) }),
    Profile(name: "probes that are a fifth off", costs: unequal, probe: { $0 % 2 == 0 ? 1.2 : 0.8 }),
    Profile(name: "expensive cells last", costs: [0.0002, 0.0002, 0.0004, 0.02]),
    Profile(name: "batches of minutes", costs: [0.04, 0.06, 0.05], runs: 4000),
  ]

  /// The estimate is within a fifth of the truth 2 s after the beginning, and within a quarter at each tenth of the work
  /// from then on. Probes that are a fifth off are not made good by any other cell.
  @Test(arguments: profiles) func `the estimate agrees with the truth`(profile: Profile) throws {
    let play = VirtualSimulation(profile)
    let looks = play.run()
    let end = play.now
    #expect(end > 20)
    for share in [2 / end, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8] where share * end >= 2 {
      let (time, left) = try #require(looks.last { $0.time <= share * end })
      let truth = end - time
      let bound = time < 2.2 ? 0.2 : profile.name.hasPrefix("probes") ? 0.4 : 0.25
      #expect(abs(left - truth) < bound * truth, "at \(time) of \(end) s: \(left) for \(truth) s")
    }
  }

  /// The probes know nothing of the load to come. Half a minute after it has come, the estimate does.
  @Test(arguments: [0.0, 0.0004]) func `a machine whose speed halves midway is followed`(writing: Double) throws {
    let costs = Self.unequal + Self.unequal
    let quiet = VirtualSimulation(Profile(name: "quiet", costs: costs, writing: writing))
    _ = quiet.run()
    let change = quiet.now / 2
    let play = VirtualSimulation(
      Profile(name: "halved", costs: costs, writing: writing, slowness: { $0 < change ? 1 : 2 }))
    let looks = play.run()
    for time in [change + 30, change + 60, change + 0.8 * (play.now - change)] {
      let (time, left) = try #require(looks.last { $0.time <= time })
      let truth = play.now - time
      #expect(abs(left - truth) < 0.2 * truth, "at \(time) of \(play.now) s: \(left) for \(truth) s")
    }
  }
}

/// The loop of a simulation, in steps of virtual time: `jobs` batches at once, written in order by one thread that takes
/// the place of a computing one.
private final class VirtualSimulation {
  private struct Batch {
    var cell: Int
    var runs: Int
    var done = 0.0
    var begin = 0.0
  }

  private let profile: TimeLeftTests.Profile
  private(set) var now = 0.0

  init(_ profile: TimeLeftTests.Profile) { self.profile = profile }

  /// - Returns: The estimate every tenth of a second.
  func run() -> [(time: Double, left: Double)] {
    let step = 0.01
    let rowsOfRun = 3
    var timeLeft = TimeLeft(
      groups: profile.costs.indices.map { "cell \($0)" }, left: profile.costs.map { _ in Double(profile.runs) },
      jobs: profile.jobs)
    for (cell, cost) in profile.costs.enumerated() {
      timeLeft.measure(cell, units: 8, seconds: 8 * cost * profile.probe(cell) * profile.slowness(0))
    }
    timeLeft.setRows(rowsOfRun * profile.runs * profile.costs.count)
    if profile.writing > 0 { timeLeft.measureWriting(rows: rowsOfRun, seconds: profile.writing * profile.slowness(0)) }
    let work = profile.costs.indices.flatMap { cell in
      stride(from: 0, to: profile.runs, by: 2000).map { Batch(cell: cell, runs: min(2000, profile.runs - $0)) }
    }
    timeLeft.setQueue(work.map { ($0.cell, Double($0.runs)) }, ahead: 2 * profile.jobs)
    var running: [Int: Batch] = [:]
    var computed: Set<Int> = []
    var writing: (place: Int, begin: Double, left: Double)?
    var (started, written) = (0, 0)
    var looks: [(time: Double, left: Double)] = []
    while written < work.count {
      while running.count < profile.jobs, started < min(work.count, written + 2 * profile.jobs) {
        running[started] = work[started]
        running[started]?.begin = now
        timeLeft.begin(started, cell: work[started].cell, units: Double(work[started].runs), at: now)
        started += 1
      }
      if writing == nil, computed.contains(written) {
        writing = (written, now, Double(work[written].runs) * profile.writing)
        timeLeft.beginWriting(at: now)
      }
      let speed = 1 / profile.slowness(now)
      // Two cores: three threads share them.
      let threads = running.count + (writing == nil ? 0 : 1)
      let share = min(1, 2 / Double(max(1, threads)))
      now += step
      for place in running.keys.sorted() {
        guard var batch = running[place] else { continue }
        batch.done += step * speed * share / profile.costs[batch.cell]
        running[place] = batch
        if batch.done >= Double(batch.runs) {
          running[place] = nil
          computed.insert(place)
          timeLeft.finish(place, seconds: now - batch.begin, at: now)
        }
      }
      if var job = writing {
        job.left -= step * speed * share
        writing = job
        if job.left <= 0 {
          timeLeft.finishWriting(rows: rowsOfRun * work[job.place].runs, seconds: now - job.begin, at: now)
          written += 1
          writing = nil
        }
      }
      if looks.last.map({ now - $0.time >= 0.1 }) ?? true {
        for (place, batch) in running { timeLeft.advance(place, done: batch.done.rounded(.down), at: now) }
        if let left = timeLeft.seconds(at: now) { looks.append((now, left)) }
      }
    }
    return looks
  }
}
