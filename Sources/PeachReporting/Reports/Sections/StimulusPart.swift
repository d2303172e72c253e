import PeachAudio
import PeachSupport

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

  static func block(_ figure: Figure) -> PageBlock {
    .panels(figure, caption: FigureCaption.text(of: figure, size: ""))
  }
}
