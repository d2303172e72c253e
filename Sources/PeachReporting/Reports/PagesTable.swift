package import PeachStorage
package import PeachSupport
import PeachTrials

/// One row for each trial that a listener's page presented, with what the browser stated about it.
package enum PagesTable: ListenerTable {
  package static let name = "pages"
  package static let summary = "one row for each trial on the listener's page, as the browser presented it"

  private struct Row {
    var session: SessionRecord
    var trial: Int
    var page: PagePresentation
  }

  private static let all: [TableColumn<Row>] = [
    .init("experiment", "The experiment's name", text: { $0.session.name }),
    .init("session", "Counts the listener's sessions from 1", integer: { $0.session.number }).within(.atLeast(1)),
    .init("listener", "The listener's ID", text: { $0.session.listener }),
    .init("trial", "The trial's number in the session, from 1", integer: { $0.trial }).within(.atLeast(1)),
    .init(
      "scheduled_onset_s", unit: "s",
      "Planned onset of the sound in question, on the clock of the browser's sound output",
      number: { $0.page.scheduledOnset }),
    .init(
      "base_latency_s", unit: "s", "Latency of the browser's own processing; empty if the browser does not state it",
      number: { $0.page.baseLatency }
    ).within(.atLeast(0)),
    .init(
      "output_latency_s", unit: "s", "Latency of the sound output; empty if the browser does not state it",
      number: { $0.page.outputLatency }
    ).within(.atLeast(0)),
    .init(
      "page_sample_rate_hz", unit: "Hz", "Sample rate of the browser's sound output", number: { $0.page.sampleRate }
    ).within(.positive),
    .init("visible", "1 if the page was visible, 0 if not", integer: { $0.page.isVisible.map { $0 ? 1 : 0 } })
      .within(.within(0...1)),
    .init(
      "changes", "Changes of the sound output during the trial, each with its time in s; empty if there were none",
      text: { $0.page.changes }),
  ]

  package static let declared = all.map(\.column)

  package static func forEachRow(
    of session: SessionRecord, in live: LiveDatabase, _ body: ([Value?]) -> Void
  ) throws(RecordsError) {
    for (trial, page) in try live.pagePresentations(of: session).sorted(by: { $0.key < $1.key }) {
      let row = Row(session: session, trial: trial, page: page)
      body(all.map { $0.value(row) })
    }
  }
}
