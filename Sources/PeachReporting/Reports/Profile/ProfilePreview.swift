package import PeachAnalysis
package import PeachPitch
import PeachSupport

/// The small picture of a profile as lines: the keyboard with the thresholds above it.
package enum ProfilePreview {
  /// - Parameters:
  ///   - thresholds: `ListenerProfile.smoothedThresholds` of the same profile.
  ///   - notes: The reference notes of training. Other notes with data are shown too.
  ///   - isPlain: Whether only ASCII can be shown.
  ///   - width: The length of the longest line.
  ///   - rows: The height of the columns above the keys, at least 2.
  package static func lines(
    _ profile: ListenerProfile, thresholds: [SmoothedThreshold], notes: ClosedRange<MIDINote>, words: ProfileWords,
    isPlain: Bool, width: Int, rows: Int
  ) -> [String] {
    let keys = profile.keys(over: notes.lowerBound.number...notes.upperBound.number)
    let band = KeyboardBand(thresholds, keys: keys, isPlain: isPlain, rows: rows)
    let text = band.text(empty: thresholds.isEmpty ? words.empty : words.tooFew, to: width)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }
}
