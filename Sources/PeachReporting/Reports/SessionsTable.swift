import PeachAnalysis
package import PeachStorage
package import PeachSupport
import PeachTrials

/// One row for each session: its task, device and ending.
package enum SessionsTable: ListenerTable {
  package static let name = "sessions"
  package static let summary = "one row for each session of a live listener, also those without a trial"

  private static let all: [TableColumn<SessionRecord>] =
    [
      .init("experiment", "The experiment's name", text: { $0.name }),
      .init("run", "Name of the session: strategy/listener/session", text: { $0.run }),
      .init("session", "Number of the listener's session, from 1", integer: { $0.number }).within(.atLeast(1)),
      .init(
        "task", "Kind of task, such as comparison (higher or lower?) or matching (tune a note)",
        text: { $0.task.rawValue }
      ).oneOf(TrialTask.Kind.allCases.map(\.rawValue)),
      .init("listener", "The listener's ID", text: { $0.listener }),
      .init("strategy", "The strategy's name", text: { $0.strategy }),
      .init(
        "responder", "Simulated listener that answered instead of a person; empty for a person", text: { $0.responder }),
      .init("trials", "Number of answered trials", integer: { $0.trials }).within(.atLeast(0)),
      .init(
        "seed", "Seed of the session's random numbers, 16 hexadecimal digits",
        text: { $0.seed.isEmpty ? nil : $0.seed }),
      .init("device", "Sound device; empty if no sound was played", text: { $0.device }),
      .init("sample_rate_hz", unit: "Hz", "Sample rate of the sound", integer: { $0.sampleRate }).within(.positive),
      .init(
        "level_scale",
        "Scale of sound levels: dB FS (relative to full scale), dB SPL (calibrated), dB SL (re the listener's threshold) "
          + "or dB re comfort (re the listener's comfortable level)",
        text: { $0.levelScale }
      ).oneOf(SoundLevelScale.allCases.map(\.rawValue)),
      .init("version", "Version of Peach that ran the session", text: { $0.version.isEmpty ? nil : $0.version }),
      .init("build", "Build of Peach that ran the session", text: { $0.build.isEmpty ? nil : $0.build }),
      .init(
        "started_at", "Start of the session (UTC); empty if it ran in simulated time (--fast)", time: { $0.startedAt }),
      .init("ended_at", "End of the session (UTC)", time: { $0.endedAt }),
      .init("end_reason", "Why the session ended; empty if it was interrupted", text: { $0.endReason }),
      .init(
        "in_profile", "1 if the session counts in the listener's profile (thresholds over the notes), else 0",
        flag: { $0.isInProfile }),
      .init("origin", "Program from which the session was imported; empty if Peach ran it", text: { $0.origin }),
    ] + StudyPart.columns(in: \.study) + [
      .init("excluded", SessionRecord.excludedMeaning, text: { $0.excluded }),
      .init(
        "sample_format", "Sample format of the sound: bits of a sample, or float; empty if no sound was played",
        text: { $0.sampleFormat }
      ).oneOf([
        "16", "24", "float",
      ]),
      .init(
        "channel", "Output channel that played: left, right or both; empty if no sound was played", text: { $0.channel }
      ).oneOf([
        "both", "left", "right",
      ]),
      .init(
        "level_offset_db", unit: "dB",
        "Calibration of the device: its level in dB SPL minus that in dB FS, at 1 kHz; empty if it was not calibrated",
        number: { $0.levelOffset }),
      .init(
        "experiment_json", "The experiment, or for training the settings in force, as JSON; empty if unknown",
        text: { $0.experiment.isEmpty ? nil : $0.experiment }),
      .init(
        "stalls", "Number of trials that were discarded and presented again because their sound was interrupted",
        integer: { $0.stalls }
      ).within(.atLeast(0)),
      .init(
        "keys_swapped", "1 if the listener had swapped keys, else 0; empty if the study swaps none",
        flag: { $0.hasSwappedKeys }),
      .init(
        "timeouts", "Number of trials that were discarded and presented again because no answer came in time",
        integer: { $0.timeouts }
      ).within(.atLeast(0)),
      .init(
        "responses_json",
        "Keys, deadline, confidence rating and repeats that the study states for the session, as JSON; empty if it "
          + "states none",
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
