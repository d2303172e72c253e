/// The items of a study protocol, filled in from the experiment.
enum ProtocolSection {
  static func section(_ report: SimulationReport) -> PageSection? {
    guard let plan = report.plan else { return nil }
    var table = PageTable("Items of the protocol", PageTable.columns(["part", "item", "answer"]), subjects: 2)
    for item in StudyProtocol.items(report.context, plan, report.rows) {
      table.add([item.section, item.name, item.answer.isEmpty ? "to be stated by the authors" : item.answer])
    }
    return PageSection(
      "Study protocol",
      [
        .text(
          "The items of the ADEMP-PreReg form (Siepe et al., 2024), filled in from the experiment file as far as "
            + "it states them."
        ),
        .folded("Items", [.table(table)]),
      ])
  }
}
