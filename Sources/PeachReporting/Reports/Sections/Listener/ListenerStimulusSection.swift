import PeachAudio

/// The sound of a trial of each task with composed sounds.
enum ListenerStimulusSection {
  static func section(_ report: ListenerReport) -> PageSection? {
    report.stimuli.isEmpty ? nil : PageSection("Stimuli", report.stimuli.map(StimulusPart.block))
  }
}
