/// Why a row is not fitted.
enum ExcludedRow: Int, CaseIterable {
  case comfort, `catch`, noise
  case practice
  /// By someone, with a note.
  case excluded
  /// In the accuracy reading.
  case zeroOffset
  /// In the direction reading: an answer to a choice among notes.
  case choice
  /// A trial without an answer in time, in the direction reading or if the study skips it.
  case timedOut
  /// Counts of no trial.
  case noTrials
  case emptyRow
  /// Neither level nor answer.
  case noData
  /// One of both.
  case noLevel, noAnswer

  /// How many rows were left out for each reason.
  struct Tally {
    private var counts = [Int](repeating: 0, count: ExcludedRow.allCases.count)

    mutating func add(_ reason: ExcludedRow) { counts[reason.rawValue] += 1 }

    func count(_ reason: ExcludedRow) -> Int { counts[reason.rawValue] }

    /// Says how many rows lack a level or an answer, and which option refuses them; `nil` if none does.
    var incomplete: String? {
      let lacks = [(count(.noLevel), "level"), (count(.noAnswer), "answer")].filter { $0.0 > 0 }
      guard let last = lacks.last else { return nil }
      let parts = lacks.map { "\($0.0) \($0.0 == 1 ? "row" : "rows") without \($0.1)" }
      let isOne = lacks.count == 1 && last.0 == 1
      return parts.joined(separator: " and ")
        + " \(isOne ? "is" : "are") left out; add --refuse-missing to stop at such rows"
    }

    /// - Parameters:
    ///   - unit: The word for a row: "trial" or "row".
    ///   - told: The omissions that are already reported.
    func notes(unit: String, but told: ExcludedRow? = nil) -> [String] {
      let all = ExcludedRow.allCases.filter { $0 != told && $0 != .noLevel && $0 != .noAnswer }
      return all.filter { counts[$0.rawValue] > 0 }.map { reason in
        let count = counts[reason.rawValue]
        func note(_ what: String) -> String { "\(count) \(what) \(count == 1 ? "is" : "are") left out" }
        let rows = count == 1 ? "row" : "rows"
        let units = count == 1 ? unit : unit + "s"
        return switch reason {
        case .comfort: note("comfort \(units)")
        case .catch: note("catch \(units)")
        case .noise: note("noise \(units)")
        case .practice: note("practice \(units)") + " (--with-excluded includes them)"
        case .excluded: note("excluded \(units)") + " (--with-excluded includes them)"
        case .zeroOffset: note("\(units) at offset 0") + " (neither correct nor wrong)"
        case .choice: note("\(units) of choices") + " (neither higher nor lower)"
        case .timedOut: note("\(units) without an answer in time")
        case .noTrials: note("\(rows) with n = 0")
        case .emptyRow: note("empty \(rows)")
        case .noData, .noLevel, .noAnswer: note("\(rows) with neither a level nor an answer")
        }
      }
    }
  }
}
