package import PeachAnalysis
import PeachStorage
package import PeachSupport
import PeachTrials

/// One row for each consent to take part in a study and for each refusal. A refusal names no listener.
package enum ConsentsTable: PeopleTable {
  package static let name = "consents"
  package static let summary = "one row for each consent to take part in a study, and for each refusal"
  package static let key = ["study", "number"]

  private struct Row {
    var study: String
    var number: Int
    /// `nil` for a refusal.
    var listener: String?
    var record: ConsentRecord
  }

  private static let all: [TableColumn<Row>] = [
    .init("study", "The study's name", text: { $0.study }),
    .init("number", "Counts the rows of the study from 1; refusals follow the consents", integer: { $0.number })
      .within(.atLeast(1)),
    .init("agreed", "1 for a consent, 0 for a refusal", flag: { $0.listener != nil }),
    .init("listener", "The listener's ID; empty for a refusal, of which no listener is stored", text: { $0.listener }),
    .init(
      "consent_version", "Checksum that identifies the consent text that was read: 16 hexadecimal digits of SHA-256",
      text: { $0.record.text.digest }),
    .init("consent_language", "Language in which the consent text was read", text: { $0.record.text.language.rawValue })
      .oneOf(PageLanguage.allCases.map(\.rawValue)),
    .init(
      "decided_at",
      "Time at which the listener agreed or refused (UTC); empty in a session with --fast, which runs in simulated "
        + "time",
      time: { $0.record.time }),
  ]

  package static let declared = all.map(\.column)

  package static func rows(of studies: [StudyPeople]) -> [[Value?]] {
    studies.flatMap { study in
      let consents = study.people.compactMap { person in
        person.consent.map { (listener: Optional(person.participant.listener), record: $0) }
      }
      let refusals = study.refusals.map { (listener: String?.none, record: $0) }
      return (consents + refusals).enumerated().map { place, decision in
        let row = Row(study: study.study, number: place + 1, listener: decision.listener, record: decision.record)
        return all.map { $0.value(row) }
      }
    }
  }
}
