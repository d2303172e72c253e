package import PeachAnalysis
package import PeachSimulation
import PeachStorage
import PeachSupport

/// The outcome of a verification for people.
package struct VerificationText {
  private let outcome: Verifier.Outcome
  private let context: TableContext
  private let path: String

  /// - Parameter path: The path of the file, for the heading.
  package init(_ outcome: Verifier.Outcome, _ context: TableContext, path: String) {
    self.outcome = outcome
    self.context = context
    self.path = path
  }

  package func text(in width: PageWidth) -> String {
    let runs = "\(TextTable.grouped(outcome.runs)) of \(TextTable.counted(outcome.stored, "run")) repeated"
    let heading =
      outcome.differences.isEmpty
      ? "every number is the same"
      : outcome.differentRuns == 0
        ? "simulating the experiment again gives numbers that differ from the stored ones: the file was changed, or "
          + "another build of Peach made it"
        : "\(TextTable.grouped(outcome.differentRuns)) differ from those stored"
    let first = TextTable.paragraph("\(SafeText.line(path)): \(runs): \(heading)", to: width.text())
    guard !outcome.differences.isEmpty else { return first }
    var table = TextTable([
      TextColumn("run", .words), TextColumn("what", .words), TextColumn("stored", .words),
      TextColumn("repeated", .words),
    ])
    for difference in outcome.differences {
      table.add([place(of: difference), difference.what, difference.stored, difference.again].map(SafeText.cut))
    }
    let isCut = outcome.differences.count == Verifier.mostTold
    return first + "\n" + table.text(in: width)
      + (isCut
        ? TextTable.paragraph("only the first \(Verifier.mostTold) differences are shown", to: width.text()) : "")
  }

  /// The outcome for a report or a data set.
  ///
  /// - Parameters:
  ///   - what: Number of repeated runs or fits, such as `3 fits repeated`.
  ///   - same: The verdict if nothing differs.
  ///   - notes: Parts that were not compared, with reasons.
  package static func text(
    _ differences: [ValueDifference], what: String, path: String, same: String = "every number is the same",
    notes: [String] = [], in width: PageWidth
  ) -> String {
    let isMore = differences.count > Verifier.mostTold
    let heading =
      differences.isEmpty
      ? same
      : isMore ? "more than \(Verifier.mostTold) differences" : TextTable.counted(differences.count, "difference")
    let first =
      TextTable.paragraph("\(SafeText.line(path)): \(what): \(heading)", to: width.text())
      + notes.map { TextTable.paragraph($0, to: width.text()) }.joined()
    if differences.isEmpty { return first }
    // The text is not wrapped, because the difference may be white space.
    func cut(_ text: String) -> String { text.isEmpty ? "nothing" : SafeText.cut(text, to: 120) }
    let told = differences.prefix(Verifier.mostTold).map { difference in
      "\(cut(difference.what))\n  is:        \(cut(difference.stored))\n  should be: \(cut(difference.again))\n"
    }
    return first + "\n" + told.joined()
      + (isMore
        ? TextTable.paragraph("only the first \(Verifier.mostTold) differences are shown", to: width.text()) : "")
  }

  private func place(of difference: Verifier.Difference) -> String {
    guard let id = difference.cell, let cell = context.cells.first(where: { $0.id == id }) else { return "all" }
    let name = context.run(cell, difference.replicate ?? 0)
    return difference.replicate == nil ? String(name.dropLast(2)) : name
  }
}
