import PeachReporting
import PeachStorage
import PeachSupport

/// The measurements of sound devices as text.
enum DeviceText {
  static func facts(_ profile: DeviceProfile) -> FactList {
    var facts = FactList()
    facts.add("device", "\(SafeText.cut(profile.device)), channel \(profile.channel)")
    facts.add("waveform", profile.waveform)
    facts.add("offset", offsets(profile).map { "\($0) (dB SPL − dB FS)" })
    facts.add("full scale", profile.levels.first.map { _ in fullScale(profile) })
    facts.add("safe limit", profile.limit.map { "\($0.shortest) dB SPL" })
    facts.add("onset latency", profile.onsetLatency.map(milliseconds))
    facts.add("measured at", profile.calibratedAt)
    return facts
  }

  static func table(_ profiles: [DeviceProfile]) -> TextTable {
    var table = TextTable([
      TextColumn("device", .words), TextColumn("channel"), TextColumn("waveform", rank: 2),
      TextColumn("offset", .words, rank: 1), TextColumn("limit", .number),
      TextColumn("onset_latency", .number, rank: 1),
      TextColumn("measured_at", rank: 3),
    ])
    for profile in profiles {
      table.add([
        SafeText.cut(profile.device), profile.channel, profile.waveform ?? "–", offsets(profile) ?? "–",
        profile.limit.map { "\($0.shortest) dB SPL" } ?? "–", profile.onsetLatency.map(milliseconds) ?? "–",
        profile.calibratedAt,
      ])
    }
    return table
  }

  private static func offsets(_ profile: DeviceProfile) -> String? {
    profile.levels.isEmpty
      ? nil
      : profile.levels.map { "\(hundredth($0.offset)) dB at \($0.frequency.shortest) Hz" }.joined(separator: ", ")
  }

  /// The loudest tones there are: those of 0 dB FS.
  private static func fullScale(_ profile: DeviceProfile) -> String {
    let loudest = profile.levels.map(\.offset).max() ?? 0
    return "0 dB FS is \(hundredth(loudest)) dB SPL"
  }

  private static func hundredth(_ value: Double) -> String { ((value * 100).rounded() / 100).shortest }

  static func milliseconds(_ seconds: Double) -> String { "\(((seconds * 10_000).rounded() / 10).shortest) ms" }
}
