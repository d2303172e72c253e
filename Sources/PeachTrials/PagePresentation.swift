/// How the listener's page presented a trial, as the browser states it.
package struct PagePresentation: Hashable, Sendable {
  /// The scheduled onset of the sound in question, in seconds on the clock of the page's audio context.
  package var scheduledOnset: Double?
  /// The latencies that the audio context states, in seconds; `nil` if the browser does not know them.
  package var baseLatency: Double?
  package var outputLatency: Double?
  /// The sample rate of the audio context, in Hz.
  package var sampleRate: Double?
  /// Whether the page was visible throughout.
  package var isVisible: Bool?
  /// Changes of the audio context during the trial, such as `0.35 running>interrupted`; `nil` if there were none.
  package var changes: String?

  package init(
    scheduledOnset: Double? = nil, baseLatency: Double? = nil, outputLatency: Double? = nil, sampleRate: Double? = nil,
    isVisible: Bool? = nil, changes: String? = nil
  ) {
    self.scheduledOnset = scheduledOnset
    self.baseLatency = baseLatency
    self.outputLatency = outputLatency
    self.sampleRate = sampleRate
    self.isVisible = isVisible
    self.changes = changes
  }
}
