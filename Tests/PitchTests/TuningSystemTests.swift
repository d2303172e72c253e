import Glibc
import PeachPitch
import Testing

@Suite struct TuningSystemTests {
  /// Those whose intervals are the same above every note.
  static let anchored = ["equal-temperament", "just-intonation", "pythagorean", "19-edo"]
  static let keyed = ["meantone", "werckmeister-3"]
  static let sizes: [String: [Double]] = [
    "equal-temperament": (0...12).map { 100 * Double($0) },
    // Published, to four decimals.
    "just-intonation": [
      0, 111.7313, 203.9100, 315.6413, 386.3137, 498.0450, 590.2237, 701.9550, 813.6863, 884.3587, 1017.5963,
      1088.2687, 1200,
    ],
    "pythagorean": [
      0, 90.2250, 203.9100, 294.1350, 407.8200, 498.0450, 611.7300, 701.9550, 792.1800, 905.8650, 996.0900,
      1109.7750, 1200,
    ],
    "19-edo": [0, 2, 3, 5, 6, 8, 10, 11, 13, 14, 16, 17, 19].map { 1200 * $0 / 19 },
  ]
  /// Published frequencies for A4 = 440 Hz, to six decimals.
  static let published: [(Int, Double)] = [
    (0, 8.175799), (21, 27.5), (36, 65.406391), (48, 130.812783), (60, 261.625565), (72, 523.251131),
    (84, 1046.502261), (108, 4186.009045), (127, 12543.853951),
  ]

  @Test func `the built-in tunings have the names that files use`() {
    #expect(
      BuiltInTunings.names == [
        "equal-temperament", "just-intonation", "pythagorean", "meantone", "werckmeister-3", "N-edo", "scala:FILE",
      ])
    for name in ["Just-Intonation", "N-edo", "scala:FILE", "meantone ", ""] {
      #expect(BuiltInTunings.named(name) == nil)
    }
    #expect(EqualTemperament(named: "just-intonation") == nil)
  }

  @Test(arguments: anchored + keyed) func `a tuning is found by its name, and states its description and source`(
    name: String
  ) throws {
    let tuning = try #require(BuiltInTunings.named(name))
    #expect(tuning.name == name)
    #expect(!type(of: tuning).summary.isEmpty)
    #expect(!type(of: tuning).source.isEmpty)
  }

  @Test(arguments: anchored) func `every interval has its theoretical size above and below every note`(
    name: String
  ) throws {
    let tuning = try #require(BuiltInTunings.named(name))
    let sizes = try #require(Self.sizes[name])
    let referencePitch = try Frequency(443.7)
    for number in MIDINote.range {
      let reference = try MIDINote(number)
      let start = tuning.frequency(of: reference, referencePitch: referencePitch)
      for interval in DirectedInterval.all {
        let theory = (interval.semitones < 0 ? -1 : 1) * sizes[abs(interval.semitones)]
        let size = tuning.size(of: interval, above: reference)
        #expect((size.value - theory).magnitude <= 1e-4, "\(interval) from \(reference)")
        let heard = tuning.frequency(
          of: interval, offset: 7.31, above: reference, referencePitch: referencePitch)
        let measured = Cents.between(start, heard)
        #expect((measured.value - theory - 7.31).magnitude <= 1e-4, "\(interval) from \(reference)")
      }
    }
  }

  /// Scales anchored on A go wrong above these notes: there a fifth of 680 or 722 cents would be heard.
  @Test(arguments: ["B3", "G4", "D#5"]) func `a just fifth is just above notes that a fixed scale would spoil`(
    name: String
  ) throws {
    let reference = try MIDINote(parsing: name)
    let referencePitch = try Frequency(440)
    let tuning = JustIntonation()
    let fifth = tuning.frequency(
      of: DirectedInterval(.perfectFifth, .up), offset: .zero, above: reference, referencePitch: referencePitch)
    let start = tuning.frequency(of: reference, referencePitch: referencePitch)
    #expect((fifth.hertz / start.hertz - 1.5).magnitude <= 1e-14)
  }

  @Test(arguments: anchored) func `down is the reciprocal of up`(name: String) throws {
    let tuning = try #require(BuiltInTunings.named(name))
    let reference = try MIDINote(71)
    for size in MusicalInterval.allCases {
      let up = tuning.size(of: DirectedInterval(size, .up), above: reference)
      #expect(tuning.size(of: DirectedInterval(size, .down), above: reference) == -up)
    }
  }

  @Test func `a just major second down is 8 to 9`() throws {
    let size = JustIntonation().size(of: DirectedInterval(.majorSecond, .down), above: try MIDINote(59))
    #expect((size.value - 1200 * log2(8.0 / 9)).magnitude <= 1e-12)
    #expect((size.value + 203.910).magnitude <= 1e-3)
  }

  @Test(arguments: MusicalInterval.allCases) func `just ratios have no prime factor above 5`(interval: MusicalInterval)
  {
    let ratio = JustIntonation.ratio(of: interval)
    for part in [ratio.numerator, ratio.denominator] {
      var rest = Int(part)
      for prime in [2, 3, 5] { while rest.isMultiple(of: prime) { rest /= prime } }
      #expect(rest == 1)
    }
  }

  @Test(arguments: published) func `MIDI notes sound at the published frequencies`(number: Int, hertz: Double) throws {
    for name in Self.anchored {
      let tuning = try #require(BuiltInTunings.named(name))
      let frequency = tuning.frequency(of: try MIDINote(number), referencePitch: try Frequency(440))
      #expect((frequency.hertz - hertz).magnitude <= 0.5001e-6)
    }
  }

  @Test(arguments: [380, 415, 440, 466, 480.7]) func `A4 sounds at the reference pitch, and octaves are exact`(
    hertz: Double
  ) throws {
    let referencePitch = try Frequency(hertz)
    let tuning = EqualTemperament()
    #expect(tuning.frequency(of: try MIDINote(69), referencePitch: referencePitch) == referencePitch)
    #expect(tuning.frequency(of: try MIDINote(33), referencePitch: referencePitch).hertz == hertz / 8)
    let octave = DirectedInterval(.octave, .up)
    #expect(
      tuning.frequency(of: octave, offset: .zero, above: try MIDINote(81), referencePitch: referencePitch).hertz
        == hertz * 4)
  }

  @Test func `a positive offset is sharp in both directions`() throws {
    let referencePitch = try Frequency(440)
    let reference = try MIDINote(62)
    let third = DirectedInterval(.majorThird, .down)
    let tuned = JustIntonation().frequency(
      of: third, offset: .zero, above: reference, referencePitch: referencePitch)
    let sharp = JustIntonation().frequency(of: third, offset: 0.1, above: reference, referencePitch: referencePitch)
    #expect((Cents.between(tuned, sharp).value - 0.1).magnitude <= 1e-9)
  }
}
