package import PeachAnalysis
import PeachStorage
package import PeachSupport
import PeachTrials

/// One row for each comfortable level that a listener set.
package enum ComfortTable: PeopleTable {
  package static let name = "comfort"
  package static let summary = "one row for each comfortable level that a listener of a study set"
  package static let key = ["study", "listener", "day"]

  private typealias Row = (study: String, listener: String, comfort: ComfortRecord)

  private static let all: [TableColumn<Row>] = [
    .init("study", "The study's name", text: { $0.study }),
    .init("listener", "The listener's ID", text: { $0.listener }),
    .init("day", "The day of the study; empty in a study without days", text: { $0.comfort.day }),
    .init("level_db", unit: "dB", "The comfortable level, on the scale of level_scale", number: { $0.comfort.level }),
    .init("level_scale", "Scale of the level: dB FS or dB SPL", text: { $0.comfort.scale.rawValue })
      .oneOf([SoundLevelScale.fullScale, .pressure].map(\.rawValue)),
    .init(
      "level_db_fs", unit: "dB", "The same level in dB FS, as it was played", number: { $0.comfort.fullScaleLevel }),
    .init("device", "The sound device; empty if nothing sounded", text: { $0.comfort.device }),
    .init("source", "Who set the level", text: { $0.comfort.source.rawValue })
      .oneOf(AnswerRecord.Source.allCases.map(\.rawValue)),
    .init("set_at", "When it was set; empty on a virtual clock", time: { $0.comfort.time }),
  ]

  package static let declared = all.map(\.column)

  package static func rows(of studies: [StudyPeople]) -> [[Value?]] {
    studies.flatMap { study in
      study.people.flatMap { person in
        person.comforts.map { comfort in all.map { $0.value((study.study, person.participant.listener, comfort)) } }
      }
    }
  }
}
