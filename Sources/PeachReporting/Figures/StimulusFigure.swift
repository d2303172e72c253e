package import PeachAudio
import PeachSupport

extension Figure {
  /// The sound of a trial: its waveform at each ear, that of one interval, the spectrum of standard and target, and a spectrogram.
  ///
  /// - Parameter hasSpectrogram: Pages leave it out, because its data have no readable table.
  package static func stimulus(_ trial: ComposedStimulus.Trial, hasSpectrogram: Bool = true) -> Figure {
    let samples = trial.samples
    let isSame = samples.left == samples.right
    var panels = [waveform(trial, \.left, isSame ? "Waveform" : "Waveform, left ear")]
    if !isSame { panels.append(waveform(trial, \.right, "Waveform, right ear")) }
    if let place = trial.targets.firstIndex(of: true), trial.targets.count > 1 {
      let ear = samples.left.allSatisfy { $0 == 0 } ? \StereoSamples.right : \.left
      panels.append(
        waveform(trial, ear, "Interval \(place + 1), with the target", within: trial.intervals[place]))
    }
    panels.append(spectrum(trial))
    if hasSpectrogram { panels.append(spectrogram(samples)) }
    let seconds = Double(samples.frames) / samples.rate.hertz
    let places = trial.targets.indices.filter { trial.targets[$0] }.map { String($0 + 1) }
    let count = trial.intervals.count
    let peaks = panels.flatMap(\.layers).filter { $0.mark == .line && $0.name != "waveform" }.compactMap { layer in
      layer.data.max { ($0.y ?? 0) < ($1.y ?? 0) }.map {
        "The spectrum of the \(layer.name) is highest near \(($0.x ?? 0).brief) Hz, at \(($0.y ?? 0).brief) dB FS."
      }
    }
    return Figure(
      name: "stimulus", title: "Sound of a trial",
      description:
        "\(seconds.brief) s with \(count) interval\(count == 1 ? "" : "s"); "
        + (places.isEmpty
          ? "no interval has the target" : "the target is in interval \(places.joined(separator: " and "))")
        + "; the peak is \(Precision.text(samples.peak)) of full scale. " + peaks.joined(separator: " "),
      caption:
        "Waveform: the samples; the bars under them mark standard and target. Spectrum: level of the power averaged "
        + "over both ears; a sine with peak 1 has 0 dB FS.",
      panels: panels)
  }

  /// Columns of a waveform and of a spectrogram, and rows of the latter.
  private static let (waveformColumns, columns, rows) = (300, 240, 36)
  /// Seconds of each spectrum of a spectrogram, so that a gap of 4 ms is seen.
  private static let window = 0.01
  /// Decibels from the darkest shade to a blank. With steps of 1.5 dB a modulation of −12 dB is seen.
  private static let depth = 30.0

  private static func waveform(
    _ trial: ComposedStimulus.Trial, _ ear: KeyPath<StereoSamples, [Double]>, _ title: String,
    within frames: Range<Int>? = nil
  ) -> Panel {
    let rate = trial.samples.rate.hertz
    let frames = frames ?? 0..<trial.samples.frames
    let extremes = trial.samples.extremes(of: ear, in: frames, columns: waveformColumns)
    let peak = max(trial.samples.peak, 1e-6)
    var layers = [
      Layer(
        "waveform", .line, .ink, naming: .none,
        extremes.flatMap { [Datum($0.seconds, $0.low), Datum($0.seconds, $0.high)] })
    ]
    for (name, colour, isTarget) in [("standard", Colour.faint, false), ("target", .series(1), true)] {
      let own = zip(trial.intervals, trial.targets).filter { $0.1 == isTarget && $0.0.overlaps(frames) }.map(\.0)
      layers.append(
        Layer(
          name, .thickInterval, colour,
          own.map { Datum(nil, -1.15 * peak, low: Double($0.lowerBound) / rate, high: Double($0.upperBound) / rate) }))
    }
    return Panel(
      title: title,
      x: FigureAxis(
        "time", unit: "s",
        range: .init(from: Double(frames.lowerBound) / rate, to: Double(frames.upperBound) / rate)),
      y: FigureAxis("amplitude", unit: "1 = full scale", range: .init(from: -1.25 * peak, to: 1.25 * peak)),
      layers: layers.filter { !$0.data.isEmpty })
  }

  /// Levels in bands of 1/12 octave.
  private static func spectrum(_ trial: ComposedStimulus.Trial) -> Panel {
    let highest = trial.samples.rate.highest
    let count = Int(24 * log2(highest / 50))
    let middles = (0...count).map { 50 * exp2(Double($0) / 24) }
    let bands = middles.map { (middle: $0, width: $0 * (exp2(1.0 / 24) - exp2(-1.0 / 24))) }
    var layers: [Layer] = []
    for (name, colour, isTarget) in [("standard", Colour.faint, false), ("target", .series(1), true)] {
      guard let place = trial.targets.firstIndex(of: isTarget) else { continue }
      let levels = trial.samples.levels(of: trial.intervals[place], in: bands)
      layers.append(Layer(name, .line, colour, zip(middles, levels).map { Datum($0, $1) }))
    }
    let top = layers.flatMap(\.data).compactMap(\.y).max() ?? 0
    for layer in layers.indices {
      layers[layer].data = layers[layer].data.map { Datum($0.x, max($0.y ?? 0, top - 80)) }
    }
    return Panel(
      title: "Spectrum in bands of 1/12 octave",
      x: FigureAxis("frequency", unit: "Hz", scale: .log, range: .init(from: 50, to: highest)),
      y: FigureAxis("level", unit: "dB FS", range: .init(from: top - 70, to: top + 5)), layers: layers)
  }

  private static func spectrogram(_ samples: StereoSamples) -> Panel {
    let whole = samples.levels(
      of: 0..<samples.frames,
      in: (1...100).map { (samples.rate.highest * Double($0) / 100, samples.rate.highest / 100) })
    let loudest = whole.max() ?? 0
    let highest = samples.rate.highest * Double((whole.lastIndex { $0 > loudest - 40 } ?? 99) + 2) / 100
    let middles = (0..<rows).map { (Double($0) + 0.5) * highest / Double(rows) }
    let seconds = Double(samples.frames) / samples.rate.hertz
    let half = samples.rate.frames(window / 2)
    var data: [Datum] = []
    for column in 0..<columns {
      let time = (Double(column) + 0.5) * seconds / Double(columns)
      let middle = samples.rate.frames(time)
      let levels = samples.levels(
        of: middle - half..<middle + half, in: middles.map { ($0, highest / Double(rows)) })
      data += zip(middles, levels).map { Datum(time, $0, size: $1) }
    }
    // A few cells of a noise are much louder than the others.
    let sorted = data.compactMap(\.size).sorted()
    let top = sorted[sorted.count * 98 / 100].rounded(.up)
    // Neighbours in a row are drawn together.
    data.sort { ($0.y ?? 0, $0.x ?? 0) < ($1.y ?? 0, $1.x ?? 0) }
    return Panel(
      title:
        "Spectrogram: darkest at \(TextTable.fixed(top, 0)) dB FS, white at \(TextTable.fixed(top - depth, 0)) dB "
        + "FS",
      x: FigureAxis("time", unit: "s", range: .init(from: 0, to: seconds)),
      y: FigureAxis("frequency", unit: "Hz", range: .init(from: 0, to: highest)),
      size: FigureAxis("level", unit: "dB FS", range: .init(from: top - depth, to: top)),
      layers: [Layer("level", .cell, .ink, naming: .none, data)])
  }
}
