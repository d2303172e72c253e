package import PeachAudio
import PeachSupport

/// A sound to be drawn in a report.
package struct DrawnSound: Sendable {
  /// The trial in words: `trial 1 of session 3`.
  package let trial: String
  package let sound: ComposedStimulus.Trial

  package init(_ sound: ComposedStimulus.Trial, of trial: String) {
    self.sound = sound
    self.trial = trial
  }
}

/// The drawing of a trial's sound in a report.
enum StimulusPart {
  /// - Parameters:
  ///   - name: The end of the figure's name, if a page has several: `-2`.
  ///   - trial: What is drawn, in words: `trial 1 of session 3`.
  static func figure(_ sound: ComposedStimulus.Trial, name suffix: String = "", of trial: String) -> Figure {
    var figure = Figure.stimulus(sound, hasSpectrogram: false)
    figure.name += suffix
    figure.title = "Sound of \(trial)"
    return figure
  }

  /// The drawings of several sounds of one page.
  static func figures(_ sounds: [DrawnSound]) -> [Figure] {
    zip(1..., sounds).map { number, drawn in
      figure(drawn.sound, name: sounds.count > 1 ? "-\(number)" : "", of: drawn.trial)
    }
  }

  /// The sounds of a page; `nil` without any.
  static func section(_ figures: [Figure]) -> PageSection? {
    figures.isEmpty ? nil : PageSection("Stimuli", figures.map(block))
  }

  static func block(_ figure: Figure) -> PageBlock {
    .panels(figure, caption: figure.caption(of: ""))
  }
}
