package import PeachAnalysis
import PeachStorage
package import PeachSupport
import PeachTrials

/// One row for each listener of each study: place, order, consent, and the answers to the questions about the listener.
package enum ParticipantsTable: PeopleTable {
  package static let name = "participants"
  package static let summary = "one row for each listener of a study, with place, order, consent and metadata"
  package static let key = ["study", "listener"]

  private typealias Row = (study: StudyPeople, person: StudyPeople.Person)

  private static let first: [TableColumn<Row>] = [
    .init("study", "The study's name", text: { $0.study.study }),
    .init("listener", "The listener's ID", text: { $0.person.participant.listener }),
    .init("simulated", "1 if a simulated listener answered, else 0", flag: { $0.person.isSimulated }),
    .init(
      "place", "The listener's number in the study, from 1, which decides the order of blocks",
      integer: { $0.person.participant.place }
    )
    .within(.atLeast(1)),
    .init("group", "The listener's group; empty in a study without groups", text: { $0.person.participant.group }),
    .init(
      "order",
      "The names of the blocks in the listener's order, separated by spaces; in a study with days, each block as "
        + "DAY/BLOCK",
      text: { $0.person.order.joined(separator: " ") }),
    .init("blocks_done", "Blocks that the listener has finished", integer: { $0.person.blocksDone }).within(
      .atLeast(0)),
    .init(
      "consented_at",
      "Time at which the listener agreed to take part (UTC); empty in a study without a consent text, and in a "
        + "session with --fast, which runs in simulated time",
      time: { $0.person.consent?.time }),
    .init(
      "consent_version",
      "Checksum that identifies the consent text that the listener read: 16 hexadecimal digits of SHA-256",
      text: { $0.person.consent?.text.digest }),
    .init(
      "consent_language", "Language in which the listener read the consent text",
      text: { $0.person.consent?.text.language.rawValue }
    )
    .oneOf(PageLanguage.allCases.map(\.rawValue)),
  ]

  private static let refused = TableColumn<Row>(
    "refused", "Names of the questions about the listener that the listener refused to answer, separated by spaces",
    text: { row in
      let names = row.study.metadata.filter { row.person.answer(to: $0) == .refused }.map(\.name)
      return names.isEmpty ? nil : names.joined(separator: " ")
    })

  package static let declared = first.map(\.column) + [.question, refused.column]

  package static func columns(of studies: [StudyPeople]) -> [Column] {
    first.map(\.column) + questions(of: studies).map(\.column) + [refused.column]
  }

  package static func rows(of studies: [StudyPeople]) -> [[Value?]] {
    let questions = questions(of: studies)
    return studies.flatMap { study in
      study.people.map { person in
        let row = (study, person)
        return first.map { $0.value(row) }
          + questions.map { question in
            question.byStudy[study.study].flatMap { $0.value(person.answer(to: $0)) }
          } + [refused.value(row)]
      }
    }
  }

  /// A column of answers, with its question in each study that has it.
  private struct Question {
    var column: Column
    var byStudy: [String: LabQuestion]
  }

  /// Questions of the same name and kind share a column. A question that differs from an earlier one of that name gets the
  /// name of its study after its own.
  private static func questions(of studies: [StudyPeople]) -> [Question] {
    var found: [Question] = []
    for study in studies {
      for question in study.metadata {
        var column = question.column
        if let place = found.firstIndex(where: { $0.column.hasSameValues(as: column) }) {
          found[place].byStudy[study.study] = question
          continue
        }
        if found.contains(where: { $0.column.name == column.name }) { column.name += "_" + study.study }
        found.append(Question(column: column, byStudy: [study.study: question]))
      }
    }
    return found
  }

  /// Columns of this table for the trials of a study, by which fits can group them.
  ///
  /// - Parameter names: The columns that are wanted. Columns that trials have anyway are left out.
  package static func trialColumns(of study: StudyPeople, named names: [String]) -> [TableColumn<TrialRow>] {
    let (columns, rows) = (columns(of: [study]), rows(of: [study]))
    let known = TrialRow.liveColumns.map(\.column.name)
    let people = study.people.map(\.participant.listener)
    return columns.enumerated().compactMap { place, column in
      guard names.contains(column.name), !known.contains(column.name) else { return nil }
      let values = Dictionary(zip(people, rows.map { $0[place] }), uniquingKeysWith: { first, _ in first })
      return TableColumn(column) { values[$0.listener] ?? nil }
    }
  }

  /// The table with one row for each listener. If a listener takes part in several studies, each study has columns of its own,
  /// with its name behind theirs.
  static func byListener(_ studies: [StudyPeople]) -> (columns: [Column], row: (String) -> [Value?]) {
    if studies.isEmpty { return ([], { _ in [] }) }
    let listeners = studies.flatMap { $0.people.map(\.participant.listener) }
    let groups = Set(listeners).count == listeners.count ? [studies] : studies.map { [$0] }
    var columns: [Column] = []
    var tables: [(count: Int, rows: [String: [Value?]])] = []
    let isApart = groups.count > 1
    for group in groups {
      let own = self.columns(of: group)
      let kept = own.indices.filter { own[$0].name != "listener" && own[$0].name != "simulated" }
      columns += kept.map { place in
        var column = own[place]
        if isApart { column.name += "_" + group[0].study }
        return column
      }
      let people = group.flatMap { $0.people.map(\.participant.listener) }
      let rows = zip(people, rows(of: group)).map { id, row in (id, kept.map { row[$0] }) }
      tables.append((kept.count, Dictionary(rows, uniquingKeysWith: { first, _ in first })))
    }
    return (
      columns, { listener in tables.flatMap { $0.rows[listener] ?? Array(repeating: nil, count: $0.count) } }
    )
  }
}

extension Column {
  /// Whether both columns have the same name and allow the same values in the same unit.
  fileprivate func hasSameValues(as other: Column) -> Bool {
    name == other.name && kind == other.kind && unit == other.unit && bounds == other.bounds && texts == other.texts
  }
}
