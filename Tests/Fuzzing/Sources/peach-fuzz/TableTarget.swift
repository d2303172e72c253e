import Dispatch
import PeachAnalysis
import PeachFitting
import PeachReporting
import PeachSupport
import PeachTrials
import Synchronization

/// Tables of trials and counts as `peach fit` takes them, from the text to the printed fits. The first byte says how they
/// are read.
struct TableTarget: FuzzTarget {
  static let name = "table"

  private let file = Scratch("table.csv")

  func messages(of bytes: [UInt8]) -> [String] {
    guard let way = bytes.first else { return [] }
    var request = FitRequest()
    request.reading = way & 1 == 0 ? .accuracy : .direction
    request.interval = way & 2 == 0 ? .wald : .profile
    request.isLogLevel = way & 4 != 0
    request.guess = way & 8 == 0 ? nil : .free(upTo: nil)
    return peach_fuzz.messages {
      file.write(Array(bytes.dropFirst()))
      if way & 32 != 0 { return try Fits.history(of: FitData.read(file.path).table, lags: 1 + Int(way & 3)) }
      return try Fits.texts(of: FitData.read(file.path).table, request, by: way & 16 == 0 ? [] : ["listener"])
    }
  }
}

/// The fits of a table, as they are printed.
enum Fits {
  /// Larger tables and more groups are left to tests of speed.
  private static let mostLevels = 20

  static func texts(of table: any ObservationSource, _ request: FitRequest, by: [String]) throws -> [String] {
    guard request.contradictions.isEmpty else { return [] }
    let observations = try Observations.read(
      table, reading: request.reading, by: by, positiveLevelsFor: request.isLogLevel ? "--log-level" : nil)
    guard observations.groups.count < 3,
      observations.groups.allSatisfy({ $0.counts.bins.count <= mostLevels })
    else { return observations.notes }
    let report = try FitReport(observations, source: "x.csv", by: by, request: request, seed: 1)
    return [FitText(fitted(report, observations.groups)).text(in: PageWidth(columns: 60))] + observations.notes
  }

  /// How answers follow from those before, as it is printed.
  static func history(of table: any ObservationSource, lags: Int) throws -> [String] {
    var ways = Observations.Ways()
    ways.needsAlternatives = false
    ways.keepsTrials = true
    let observations = try Observations.read(table, reading: .direction, by: [], ways)
    guard observations.trials.count == observations.groups.count else { return observations.notes }
    let request = HistoryReport.Request(lags: lags, link: lags % 2 == 0 ? .logit : .probit, lapse: 0.01)
    let report = HistoryReport(observations, by: [], request)
    return [HistoryTable.text(report, in: PageWidth(columns: 60))] + observations.notes
  }

  private static func fitted(_ report: FitReport, _ groups: [ObservationGroup]) -> FitReport {
    waited {
      var report = report
      await report.fit(groups, jobs: 1) { _ in }
      return report
    }
  }
}

/// What comes of a task: libFuzzer calls from a thread that may wait.
func waited<Result: Sendable>(_ body: @escaping @Sendable () async -> Result) -> Result {
  let done = Mutex<Result?>(nil)
  let isDone = DispatchSemaphore(value: 0)
  Task.detached {
    let result = await body()
    done.withLock { $0 = result }
    isDone.signal()
  }
  isDone.wait()
  guard let result = done.withLock({ $0 }) else { find("a task without an end") }
  return result
}
