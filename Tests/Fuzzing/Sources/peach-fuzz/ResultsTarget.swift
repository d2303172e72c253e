import PeachAnalysis
import PeachFitting
import PeachReporting
import PeachSimulation
import PeachStorage

/// Results files: a sound one, changed as the input says, is exported, summed up and fitted, or refused.
struct ResultsTarget: FuzzTarget {
  static let name = "results"

  private let damage: Damage
  private let file = Scratch("results.sqlite")

  init() throws { damage = try Damage(of: "results.sqlite") }

  /// One of the commands that read results, which the first byte chooses.
  func messages(of bytes: [UInt8]) -> [String] {
    guard let way = bytes.first else { return [] }
    damage.write(Array(bytes.dropFirst()), to: file)
    let path = file.path
    return peach_fuzz.messages {
      switch Int(way) % (ResultsTables.all.count + 3) {
      case let place where place < ResultsTables.all.count:
        try Tables.read(ResultsTables.all[place], of: path)
        return []
      case ResultsTables.all.count:
        let summary = try SimulationSummary(of: ResultsFile.open(path))
        return [try SummaryText(summary).text(in: PageWidth(columns: 60))]
      case ResultsTables.all.count + 1: return try ResultsFile.open(path).batches().map { "\($0.replicates)" }
      default:
        var request = FitRequest()
        request.interval = .wald
        return try Fits.texts(of: FitData.read(path).table, request, by: [])
      }
    }
  }
}

/// The tables of a results file.
enum Tables {
  static func read(_ kind: any ResultsTable.Type, of path: String) throws {
    let table = try kind.init(ResultsFile.open(path))
    var isRagged = false
    try table.forEachRow { isRagged = isRagged || $0.count != table.columns.count }
    if isRagged { find("\(kind.name): rows of other lengths than the header") }
  }
}
