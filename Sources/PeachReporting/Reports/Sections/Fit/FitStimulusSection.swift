/// The sound of a trial of each task with composed sounds.
enum FitStimulusSection {
  static func section(_ page: FitPage) -> PageSection? {
    page.stimuli.isEmpty ? nil : PageSection("Stimuli", page.stimuli.map(StimulusPart.block))
  }
}
