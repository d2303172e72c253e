import PeachAnalysis
import PeachSupport

/// The sound of the stored trials.
enum HeardSection {
  static func section(_ report: ListenerReport) -> PageSection? {
    let heard = report.summary.heard
    guard !heard.isEmpty else { return nil }
    var table = PageTable(
      "Sound of the stored trials",
      PageTable.columns([
        "sessions", "sound", "level", "tuning", "A4 (Hz)", "note, gap (s)", "device",
      ]) + [PageTable.Column("trials", isNumber: true)])
    for sound in heard {
      table.add([
        sessions(sound.sessions), sound.sound.map(SafeText.cut) ?? "–", level(sound),
        sound.tuning.map(SafeText.cut) ?? "–",
        number(sound.referencePitch), "\(number(sound.noteDuration)), \(number(sound.gap))", device(sound),
        TextTable.grouped(sound.trials),
      ])
    }
    table.dropColumns { ["–", "–, –"].contains($0) }
    let note = PageBlock.text(
      "Peach stored the values of a row with each trial in which the listener heard that sound. Practice and excluded "
        + "sessions are included."
    )
    return PageSection("What the listener heard", [note, .table(table)])
  }

  /// `1, 3–5`.
  private static func sessions(_ numbers: [Int]) -> String {
    var ranges: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = ranges.last, last.upperBound + 1 == number {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)" }
      .joined(separator: ", ")
  }

  private static func level(_ sound: HeardSound) -> String {
    guard let levels = sound.levels else { return "–" }
    let (low, high) = (rounded(levels.lowerBound), rounded(levels.upperBound))
    return (low == high ? low : "\(low) to \(high)") + " " + (sound.levelScale ?? "dB FS")
  }

  /// A level to a tenth.
  private static func rounded(_ level: Double) -> String {
    let tenths = (level * 10).rounded() / 10
    return (tenths == 0 ? 0 : tenths).shortest.replacing("-", with: "−")
  }

  private static func number(_ value: Double?) -> String { value.map(\.shortest) ?? "–" }

  private static func device(_ sound: HeardSound) -> String {
    guard let device = sound.device else { return "none: no sound was played" }
    let latency = sound.onsetLatency.flatMap { $0 > 0 ? "onset latency \($0.shortest) s" : nil }
    let format = sound.sampleFormat.map { $0 == "float" ? "float" : "\($0) bit" }
    let channel = sound.channel.map { $0 == "both" ? "both channels" : "\($0) channel" }
    return [SafeText.cut(device), sound.sampleRate.map { "\($0) Hz" }, format, channel, latency].compactMap(\.self)
      .joined(separator: ", ")
  }
}
