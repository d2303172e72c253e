import Glibc
import PeachPitch
import Testing

@Suite struct KeyedTuningTests {
  /// Cents above C, to four decimals.
  static let published: [(name: String, cents: [Double])] = [
    (
      "meantone",
      [
        0, 76.0490, 193.1569, 310.2647, 386.3137, 503.4216, 579.4706, 696.5784, 772.6274, 889.7353, 1006.8431,
        1082.8921,
      ]
    ),
    (
      "werckmeister-3",
      [
        0, 90.2250, 192.1800, 294.1350, 390.2250, 498.0450, 588.2700, 696.0900, 792.1800, 888.2700, 996.0900,
        1092.1800,
      ]
    ),
  ]

  private func keyed(_ name: String, on tonic: String = "C") throws -> any KeyedTuning {
    var tuning = try #require(BuiltInTunings.named(name) as? any KeyedTuning)
    tuning.scale.tonic = try PitchClass(parsing: tonic)
    return tuning
  }

  private func size(_ tuning: any TuningSystem, _ interval: String, above note: String) throws -> Double {
    tuning.size(of: try DirectedInterval(parsing: interval), above: try MIDINote(parsing: note)).value
  }

  @Test(arguments: published) func `the scale on C is the published one`(name: String, cents: [Double]) throws {
    let tuning = try keyed(name)
    for interval in DirectedInterval.all where interval.semitones >= 0 {
      let theory = interval.semitones == 12 ? 1200 : cents[interval.semitones]
      for octave in 0...8 {
        let size = tuning.size(of: interval, above: try MIDINote(12 * octave + 12)).value
        #expect((size - theory).magnitude <= 0.5001e-4, "\(interval)")
      }
    }
  }

  @Test(arguments: published) func `twelve fifths close the circle`(name: String, _: [Double]) throws {
    let tuning = try keyed(name)
    let fifths = try ["C3", "C#3", "D3", "Eb3", "E3", "F3", "F#3", "G3", "G#3", "A3", "Bb3", "B3"].map {
      try size(tuning, "perfect-fifth", above: $0)
    }
    #expect((fifths.reduce(0, +) - 8400).magnitude <= 1e-9)
  }

  @Test func `meantone has eleven fifths of the fourth root of 5 and a wolf from G sharp to E flat`() throws {
    let tuning = try keyed("meantone")
    for note in ["C4", "C#4", "D4", "Eb4", "E4", "F4", "F#4", "G4", "A4", "Bb4", "B4"] {
      #expect((try size(tuning, "perfect-fifth", above: note) - 300 * log2(5)).magnitude <= 1e-9, "\(note)")
    }
    #expect((try size(tuning, "perfect-fifth", above: "G#4") - 737.6373).magnitude <= 0.5e-4)
    for note in ["C4", "D4", "Eb4", "E4", "F4", "G4", "A4", "Bb4"] {
      #expect((try size(tuning, "major-third", above: note) - 1200 * log2(1.25)).magnitude <= 1e-9, "\(note)")
    }
  }

  @Test func `Werckmeister's tempered fifths are a quarter comma narrow, the others pure`() throws {
    let tuning = try keyed("werckmeister-3")
    let pure = 1200 * log2(1.5)
    let quarter = (12 * pure - 8400) / 4
    for note in ["C4", "C#4", "D4", "Eb4", "E4", "F4", "F#4", "G4", "G#4", "A4", "Bb4", "B4"] {
      let theory = ["C4", "G4", "D4", "B4"].contains(note) ? pure - quarter : pure
      #expect((try size(tuning, "perfect-fifth", above: note) - theory).magnitude <= 1e-9, "\(note)")
    }
  }

  @Test func `the tonic carries the scale with it`() throws {
    let onC = try keyed("meantone")
    let onD = try keyed("meantone", on: "D")
    for interval in DirectedInterval.all {
      #expect(
        (onD.size(of: interval, above: try MIDINote(62)) - onC.size(of: interval, above: try MIDINote(60))).magnitude
          <= 1e-9)
    }
    // The wolf of D lies from A sharp to F, two semitones above that of C.
    #expect((try size(onD, "perfect-fifth", above: "A#3") - 737.6373).magnitude <= 0.5e-4)
    #expect((try size(onC, "perfect-fifth", above: "A#3") - 696.5784).magnitude <= 0.5e-4)
  }

  @Test(arguments: ["meantone", "werckmeister-3"], ["C", "Eb", "A", "B"])
  func `A sounds at the reference pitch for every tonic`(name: String, tonic: String) throws {
    let tuning: any TuningSystem = try keyed(name, on: tonic)
    let pitch = try Frequency(443.7)
    #expect(tuning.frequency(of: try MIDINote(69), referencePitch: pitch) == pitch)
    #expect((tuning.frequency(of: try MIDINote(57), referencePitch: pitch).hertz - 443.7 / 2).magnitude <= 1e-9)
  }

  /// Middle C of meantone on C is a pure construction away from A: 440 · 2 / 5^(3/4).
  @Test func `the reference note sounds at its scale degree, also of a tuning known only as one`() throws {
    let tuning: any TuningSystem = try keyed("meantone")
    let c = tuning.frequency(of: try MIDINote(60), referencePitch: try Frequency(440)).hertz
    #expect((c - 880 / pow(5, 0.75)).magnitude <= 1e-9)
    #expect(c > 263.1 && c < 263.2)
  }

  @Test func `down is the way back from the lower note, not the reciprocal of up`() throws {
    let tuning = try keyed("werckmeister-3")
    for interval in MusicalInterval.allCases {
      let lower = try MIDINote(65 - interval.semitones)
      let down = tuning.size(of: DirectedInterval(interval, .down), above: try MIDINote(65))
      #expect((down + tuning.size(of: DirectedInterval(interval, .up), above: lower)).magnitude <= 1e-9)
    }
    #expect((try size(tuning, "major-second-down", above: "D4") + 192.1800).magnitude <= 0.5e-4)
    #expect((try size(tuning, "major-second-up", above: "D4") - 198.0450).magnitude <= 0.5e-4)
  }
}
