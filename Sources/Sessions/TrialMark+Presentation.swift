import Pitch
import Stimuli
import Trials

extension TrialMark {
  /// Whether it was answered at a time of day; on a virtual clock it was not.
  var isTimed: Bool { timestamp != nil }
}

extension NoteStimuli {
  /// What is stored of notes that were presented at these levels, and of when they were answered.
  ///
  /// - Parameter seconds: From the onset that is asked of; nil where no time is known.
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
