import PeachAudio
import PeachPitch
import PeachTrials

extension TrialMark {
  /// Whether it was answered at a time of day; on a virtual clock it was not.
  var isTimed: Bool { timestamp != nil }
}

extension NoteStimuli {
  /// The record of notes presented at these levels, with the time of the answer.
  ///
  /// - Parameter seconds: The time from the onset of the sound in question; `nil` if unknown.
  func presentation(
    of reference: MIDINote, _ referenceLevel: AmplitudeDB, _ interval: DirectedInterval, _ targetLevel: AmplitudeDB,
    seconds: Double?, _ mark: TrialMark
  ) -> Presentation {
    var heard = presentation(of: reference, referenceLevel, interval, targetLevel)
    heard.onsetLatency = mark.isTimed ? onsetLatency : nil
    heard.responseTime = seconds
    heard.timestamp = mark.timestamp
    return heard
  }
}
