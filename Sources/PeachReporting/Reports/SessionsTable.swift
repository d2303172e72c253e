import PeachAnalysis
package import PeachStorage
package import PeachSupport
import PeachTrials

/// One row for each session: its task, device and ending.
package enum SessionsTable: ListenerTable {
  package static let name = "sessions"
  package static let summary = "one row for each session, also those without a trial"

  private static let all: [TableColumn<SessionRecord>] =
    [
      .init("experiment", "The experiment's name", text: { $0.name }),
      .init("run", "strategy/listener/session", text: { $0.run }),
      .init("session", "Counts the listener's sessions from 1", integer: { $0.number }).within(.atLeast(1)),
      .init("task", "What is asked", text: { $0.task.rawValue }).oneOf(TrialTask.Kind.allCases.map(\.rawValue)),
      .init("listener", "The listener's ID", text: { $0.listener }),
      .init("strategy", "The strategy's name", text: { $0.strategy }),
      .init("responder", "The simulated listener; empty for a person", text: { $0.responder }),
      .init("trials", "Answered trials", integer: { $0.trials }).within(.atLeast(0)),
      .init(
        "seed", "The root of the session's random numbers, 16 hexadecimal digits",
        text: { $0.seed.isEmpty ? nil : $0.seed }),
      .init("device", "The audio device; empty if there was no sound", text: { $0.device }),
      .init("sample_rate_hz", unit: "Hz", "The rate of the samples", integer: { $0.sampleRate }).within(.positive),
      .init("level_scale", "Reference of the levels: dB FS or dB SPL", text: { $0.levelScale }).oneOf([
        "dB FS", "dB SPL",
      ]),
      .init("version", "Peach's version", text: { $0.version.isEmpty ? nil : $0.version }),
      .init("build", "The build of Peach", text: { $0.build.isEmpty ? nil : $0.build }),
      .init("started_at", "When it began; empty of a virtual clock", time: { $0.startedAt }),
      .init("ended_at", "When it ended", time: { $0.endedAt }),
      .init("end_reason", "Why it ended; empty if it was interrupted", text: { $0.endReason }),
      .init("in_profile", "1 if it counts in the listener's profile, else 0", flag: { $0.isInProfile }),
      .init("origin", "The program that it was imported from; empty where Peach played it", text: { $0.origin }),
    ] + StudyPart.columns(in: \.study) + [
      .init("excluded", SessionRecord.excludedMeaning, text: { $0.excluded }),
      .init("sample_format", "Bits of a sample, or float; empty where nothing sounded", text: { $0.sampleFormat })
        .oneOf([
          "16", "24", "float",
        ]),
      .init("channel", "Where notes came from; empty where nothing sounded", text: { $0.channel }).oneOf([
        "both", "left", "right",
      ]),
      .init(
        "level_offset_db", unit: "dB",
        "The device's level in dB SPL minus that in dB FS, at 1 kHz; empty if it was not calibrated",
        number: { $0.levelOffset }),
      .init(
        "experiment_json", "The experiment, or the settings in force, as JSON; empty if it is not known",
        text: { $0.experiment.isEmpty ? nil : $0.experiment }),
      .init(
        "stalls", "Trials that were discarded and asked again because their sound stalled", integer: { $0.stalls }
      ).within(.atLeast(0)),
      .init(
        "keys_swapped", "1 if the listener had swapped keys, else 0; empty if the study swaps none",
        flag: { $0.hasSwappedKeys }),
      .init(
        "timeouts", "Trials that were discarded and asked again because no answer came in time",
        integer: { $0.timeouts }
      ).within(.atLeast(0)),
      .init(
        "responses_json",
        "Keys, deadline, confidence and repeats of the session, as JSON; empty if nothing was unusual",
        text: { $0.responses }),
    ]

  package static let declared = all.map(\.column)

  package static func forEachRow(
    of session: SessionRecord, in live: LiveDatabase, _ body: ([Value?]) -> Void
  ) throws(RecordsError) {
    body(all.map { $0.value(session) })
  }
}

extension SessionRecord {
  fileprivate var study: StudyPart { StudyPart(of: self) }
}
