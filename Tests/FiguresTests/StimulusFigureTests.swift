import PeachAudio
import PeachExperiments
import PeachReporting
import PeachTrials
import Testing

/// The drawing of a trial's sound.
@Suite struct StimulusFigureTests {
  private static func figure(_ sounds: String, level: Double, unit: String = "dB") throws -> Figure {
    let task = try TrialTask(
      parsing: "{kind: forced-choice, unit: \(unit), scale: linear, alternatives: 2, sounds: {\(sounds)}}")
    let draws = SoundDraws(
      level: level, sounds: RunSounds(seed: 5, path: ["figure"], replicate: 1), trial: 1, folder: ".")
    let trial = try #require(task.composed).rendered(draws, target: 2, rate: .hz48000, output: SoundOutput())
    return .stimulus(trial)
  }

  private static let noise = "standard: {noise: {from: 100, to: 8000}, duration: 0.4, ramp: 10, level: -20}"

  /// The mean level of the cells in a stretch of time, in dB.
  private static func level(_ figure: Figure, from: Double, to: Double) throws -> Double {
    let cells = try #require(figure.panels.last?.layers.first { $0.mark == .cell }).data
    let own = cells.filter { ($0.x ?? 0) >= from && ($0.x ?? 0) < to && ($0.y ?? 0) > 500 && ($0.y ?? 0) < 7000 }
    return own.compactMap(\.size).reduce(0, +) / Double(own.count)
  }

  @Test func `a gap is seen in waveform and spectrogram`() throws {
    let figure = try Self.figure("\(Self.noise), target: {gap: {at: 0.2, length: x}}", level: 20, unit: "ms")
    expectReadable(figure)
    #expect(
      figure.panels.map(\.title).map { $0.prefix(8) } == ["Waveform", "Interval", "Spectrum", "Spectrog"])
    #expect(figure.description.hasPrefix("1.4 s with 2 intervals; the target is in interval 2; the peak is "))
    let waveform = figure.panels[0].layers[0].data
    let silent = waveform.filter { ($0.x ?? 0) > 1.094 && ($0.x ?? 0) < 1.106 }
    #expect(silent.count > 2 && silent.allSatisfy { $0.y == 0 })
    let bars = figure.panels[0].layers.filter { $0.mark == .thickInterval }
    #expect(bars.map(\.name) == ["standard", "target"])
    #expect(abs((bars[1].data[0].low ?? 0) - 0.9) < 1e-9 && abs((bars[1].data[0].high ?? 0) - 1.3) < 1e-9)
    let noise = try Self.level(figure, from: 0.95, to: 1.05)
    #expect(try Self.level(figure, from: 1.096, to: 1.104) < noise - 20)
    // The interval alone shows shorter gaps: 300 columns of 0.4 s.
    let short = try Self.figure("\(Self.noise), target: {gap: {at: 0.2, length: x}}", level: 4, unit: "ms")
    #expect(short.panels[1].layers[0].data.count { $0.y == 0 } >= 4)
    #expect(short.panels[1].x.range == .init(from: 0.9, to: 1.3))
    let dip = try Self.level(short, from: 1.098, to: 1.102)
    #expect(try Self.level(short, from: 0.95, to: 1.05) - dip > 6)
  }

  /// A depth of −12 dB, 0.25, makes 20 log(1.25 ∕ 0.75) = 4.4 dB between crest and trough. A shade is a step of 1.5 dB. The mean
  /// of 6 × 20 cells of noise, each with an SD of at most 5.6 dB, is known to 0.5 dB; 3 dB is below by 2 of its differences.
  @Test func `a faint modulation makes crests two shades darker than troughs`() throws {
    let figure = try Self.figure(
      "\(Self.noise), target: {am: {rate: 5, depth: x, phase: -90}}", level: -12)
    let troughs = try (Self.level(figure, from: 1.08, to: 1.12))
    let crests = try (Self.level(figure, from: 0.98, to: 1.02) + Self.level(figure, from: 1.18, to: 1.22)) / 2
    #expect(crests - troughs > 3, "\(crests - troughs)")
    let axis = try #require(figure.panels.last?.size?.range)
    #expect(axis.to - axis.from == 30)
  }

  @Test func `ears that differ have a waveform each`() throws {
    let figure = try Self.figure(
      "standard: {tone: 500, duration: 0.3, ramp: 20, level: -20}, target: {itd: x}", level: 300, unit: "us")
    expectReadable(figure)
    #expect(figure.panels.map(\.title).prefix(2) == ["Waveform, left ear", "Waveform, right ear"])
    let spectrum = try #require(figure.panels[3].layers.first).data
    let peak = try #require(spectrum.max { ($0.y ?? 0) < ($1.y ?? 0) })
    #expect(abs((peak.x ?? 0) - 500) < 10)
  }

  @Test func `shades of one row that touch are drawn as one`() {
    let data = (0..<4).flatMap { row in (0..<100).map { Figure.Datum(Double($0), Double(row), size: Double(row)) } }
    let panel = Figure.Panel(
      x: FigureAxis("x"), y: FigureAxis("y"), size: FigureAxis("level", range: .init(from: 0, to: 3)),
      layers: [Figure.Layer("level", .cell, .ink, data)])
    let picture = SVGPicture(Figure(name: "cells", title: "t", description: "d", panels: [panel])).element
    // The lowest row is blank.
    #expect(picture.matches(of: /crispEdges/).count == 3)
    #expect(picture.matches(of: /d="M[0-9.]+,[0-9.]+H[0-9.]+V[0-9.]+H[0-9.]+Z"/).count == 3)
    #expect(picture.contains("fill-opacity=\"0.35\"") && picture.contains("fill-opacity=\"1\""))
  }
}
