import PeachAnalysis
import PeachStorage
import PeachSupport

/// Repairs of the studies that the listener takes part in, and changes of their files.
enum StudySection {
  static func section(_ report: ListenerReport) -> PageSection? {
    let studies = report.summary.studies
    var repairs = PageTable(
      "Blocks that were skipped or restarted",
      PageTable.columns(["study", "block", "was", "when", "session", "note"], numbers: ["trials"]))
    var changes = PageTable(
      "Changes of a study's file after it had begun",
      PageTable.columns(["study", "when", "value", "was", "is"]))
    for study in studies {
      for repair in study.repairs {
        repairs.add([
          SafeText.cut(study.name), SafeText.cut(repair.block), repair.action.rawValue, minute(repair.time),
          repair.session.map(String.init) ?? "–", repair.note, TextTable.grouped(repair.trials),
        ])
      }
      for change in study.changes {
        changes.add([
          SafeText.cut(study.name), minute(change.time), change.path, change.old.map(SafeText.cut) ?? "–",
          change.new.map(SafeText.cut) ?? "–",
        ])
      }
    }
    var blocks: [PageBlock] = []
    if studies.contains(where: { !$0.repairs.isEmpty }) {
      blocks += [.table(repairs), .text("The trials of these sessions stay stored, but analyses leave them out.")]
    }
    if studies.contains(where: { !$0.changes.isEmpty }) { blocks.append(.table(changes)) }
    return blocks.isEmpty ? nil : PageSection("Repairs of studies", blocks)
  }

  private static func minute(_ time: String?) -> String {
    time.map { String($0.prefix(16)).replacing("T", with: " ") } ?? "–"
  }
}
