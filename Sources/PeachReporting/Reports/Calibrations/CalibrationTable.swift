package import PeachStorage
import PeachSupport
import PeachTrials

/// The calibrations of a listener, one row each.
package struct CalibrationTable {
  private let all: [CalibrationRecord]

  package init(_ all: [CalibrationRecord]) { self.all = all }

  package func text(in page: PageWidth) -> String {
    var table = TextTable([
      TextColumn("calibration", .number), TextColumn("session", .number, rank: 1), TextColumn("began", rank: 2),
      TextColumn("trials", .number, rank: 2), TextColumn("status"), TextColumn("threshold_cents", .number),
      TextColumn("precision_%", .number, rank: 1), TextColumn("jnd_cents", .number, rank: 3),
      TextColumn("bias_cents", .number, rank: 4), TextColumn("lapse", .number, rank: 5),
      TextColumn("excluded", .words, rank: 2),
    ])
    for (index, record) in all.enumerated() {
      table.add([
        String(index + 1), String(record.session), record.startedAt ?? "–", String(record.trials),
        record.status.rawValue,
        record.threshold.map { CalibrationText.interval($0, 2) } ?? "–",
        record.reachedPrecision.map { TextTable.fixed(100 * $0, 1) } ?? "–", TextTable.fixed(record.jnd.value, 2),
        TextTable.fixed(record.bias.value, 2, signed: true), TextTable.fixed(record.lapse.value, 3),
        record.excluded ?? "",
      ])
    }
    return table.text(in: page)
  }
}
