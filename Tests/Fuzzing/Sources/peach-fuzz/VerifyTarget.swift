import Foundation
import PeachExperiments
import PeachReporting
import PeachSupport

/// What `peach verify` reads: the data of a report's page, or a data package and, after a zero byte, the experiment beside it. The
/// first byte says which.
struct VerifyTarget: FuzzTarget {
  static let name = "verify"

  private let page = Scratch("page.html")
  private let folder = Scratch("set")
  private let package = Scratch("set/datapackage.json")
  private let sidecar = Scratch("set/materials/experiment.json")

  init() { for part in ["", "/materials", "/data"] { mkdir(folder.path + part, 0o700) } }

  func messages(of bytes: [UInt8]) -> [String] {
    guard let way = bytes.first else { return [] }
    let text = Array(bytes.dropFirst())
    return peach_fuzz.messages { try way & 1 == 0 ? report(text) : dataSet(text) }
  }

  private func report(_ text: [UInt8]) throws -> [String] {
    page.write(Array("<script type=\"application/json\" id=\"peach-report\">".utf8) + text + Array("</script>".utf8))
    let stored = try ReportedData(of: page.path).value
    if let experiment = stored["experiment"] { _ = try Experiment.parse(experiment.json(), file: "its experiment") }
    let file = try ReportedData(of: page.path)
    let places = [PageComparison(file.bytes, with: "<script type=\"application/json\">{}</script>").difference]
    return told(ValueDifference.all("summary", stored["summary"], stored["fits"]) + places.compactMap(\.self))
  }

  private func dataSet(_ text: [UInt8]) throws -> [String] {
    let parts = text.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    package.write(Array(parts[0]))
    sidecar.write(parts.count > 1 ? Array(parts[1]) : Array("{}".utf8))
    let check = try DataSetCheck(folder.path)
    if let experiment = check.experiment { _ = try Experiment.parse(experiment, file: "experiment.json") }
    let changed = check.changed.map {
      ValueDifference(what: DataSetCheck.name(of: $0), stored: "other bytes", again: "")
    }
    return told(changed + check.brokenTables() + check.missing([("runs", [.integer(1), .text("2")])]))
  }

  private func told(_ differences: [ValueDifference]) -> [String] {
    [VerificationText.text(differences, what: "1 run repeated", path: "x", in: PageWidth(columns: 60))]
  }
}
