import Glibc
import PeachAudio
import PeachPitch
import Testing

/// A timbre of someone else's: a swelling tone as samples, shorter than the note.
private struct Swell: Timbre {
  static let pattern = "swell"
  static let summary = "a swelling tone"
  static let source = "this test"
  let gain: Float

  init(gain: Float) { self.gain = gain }
  init?(named name: String) { return nil }
  var name: String { Self.pattern }

  func note(_ frequency: Frequency, key: MIDINote, frames: Int, rate: SampleRate) throws(SoundError) -> Waveform {
    try Waveform(
      samples: (0..<frames / 2).map { i in
        gain
          * Float(exp(4 * Double(i) / Double(frames)) * sin(2 * Double.pi * frequency.hertz * Double(i) / rate.hertz))
      })
  }
}

@Suite struct SampledTimbreTests {
  @Test func `the level is the RMS of the samples at any gain`() throws {
    let soft = try pair(tone(300, -25), tone(400, -22), ramp: 0.002, timbre: Swell(gain: 0.001)).rendered()
    let loud = try pair(tone(300, -25), tone(400, -22), ramp: 0.002, timbre: Swell(gain: 30)).rendered()
    #expect(zip(soft.samples, loud.samples).allSatisfy { abs($0 - $1) < 1e-6 })
    for (note, level) in [(soft.referenceNote, -25.0), (soft.targetNote, -22)] {
      let sounding = note.prefix(note.count / 2)
      let power = sounding.reduce(0) { $0 + $1 * $1 } / Double(sounding.count)
      #expect(abs(10 * log10(2 * power) - level) < 0.05)
      #expect(note.dropFirst(note.count / 2).allSatisfy { $0 == 0 })
    }
  }

  @Test func `it is limited where its highest sample would clip`() throws {
    let rendered = try pair(tone(300, -3), tone(400, 3), ramp: 0.002, timbre: Swell(gain: 0.2)).rendered()
    let peak = try #require(rendered.targetNote.map(\.magnitude).max())
    #expect(peak <= 1 && peak > 0.99)
    #expect(rendered.targetLevel.decibels < -1 && rendered.targetLevel.decibels > -10)
  }

  @Test func `samples without sound are refused`() {
    let silent = "the sound is silent, or some of its samples are infinite or not numbers"
    for samples: [Float] in [[], [0, 0, 0], [0.1, .nan], [.infinity, 0]] {
      #expect(message { _ = try Waveform(samples: samples) } == silent)
    }
    #expect(message { _ = try pair(tone(300), tone(400), timbre: Swell(gain: 0)).rendered() } == silent)
  }
}
