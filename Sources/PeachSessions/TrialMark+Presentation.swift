import PeachTrials

extension TrialMark {
  /// Whether it was answered at a time of day; on a virtual clock it was not.
  var isTimed: Bool { timestamp != nil }

  /// The record of a sound with the times of its trial.
  ///
  /// - Parameters:
  ///   - latency: Of the device, in seconds.
  ///   - seconds: From the onset of the sound in question to the answer; `nil` if unknown.
  func timed(_ heard: Presentation, latency: Double, seconds: Double?) -> Presentation {
    var heard = heard
    heard.onsetLatency = isTimed ? latency : nil
    heard.responseTime = seconds
    heard.timestamp = timestamp
    heard.confidence = confidence?.rating
    heard.confidenceTime = isTimed ? confidence?.seconds : nil
    heard.repeats = repeats
    return heard
  }
}
