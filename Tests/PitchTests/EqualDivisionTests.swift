import Glibc
import PeachPitch
import Testing

@Suite struct EqualDivisionTests {
  /// Cents from the just fifth, major and minor third, to four decimals; nil where the step nearest to the just interval
  /// is another than the one nearest to 12 equal semitones.
  static let published: [(divisions: Int, step: Double, fifth: Double, majorThird: Double?, minorThird: Double?)] = [
    (12, 100, -1.9550, 13.6863, -15.6413), (17, 70.5882, 3.9274, nil, -33.2883),
    (19, 63.1579, -7.2182, -7.3663, 0.1482), (22, 54.5455, 7.1359, -4.4955, 11.6314),
    (24, 50, -1.9550, 13.6863, -15.6413), (31, 38.7097, -5.1808, 0.7831, -5.9639),
    (41, 29.2683, 0.4840, nil, nil), (53, 22.6415, -0.0682, nil, nil), (72, 16.6667, -1.9550, nil, nil),
  ]

  private func size(
    _ tuning: any TuningSystem, _ interval: MusicalInterval, _ direction: DirectedInterval.Direction = .up
  )
    throws -> Double
  {
    tuning.size(of: DirectedInterval(interval, direction), above: try MIDINote(58)).value
  }

  @Test(arguments: published) func `fifths and thirds are as far from just ones as published`(
    divisions: Int, step: Double, fifth: Double, majorThird: Double?, minorThird: Double?
  ) throws {
    let tuning = try #require(BuiltInTunings.named("\(divisions)-edo"))
    #expect((1200 / Double(divisions) - step).magnitude <= 0.5001e-4)
    #expect((try size(tuning, .perfectFifth) - 1200 * log2(1.5) - fifth).magnitude <= 0.5001e-4)
    if let majorThird {
      #expect((try size(tuning, .majorThird) - 1200 * log2(1.25) - majorThird).magnitude <= 0.5001e-4)
    }
    if let minorThird {
      #expect((try size(tuning, .minorThird) - 1200 * log2(1.2) - minorThird).magnitude <= 0.5001e-4)
    }
  }

  /// The steps nearest to a just third are 17 and 14 of 53, 13 and 11 of 41, 5 of 17, 23 and 19 of 72.
  @Test(arguments: [(17, 6, 4), (41, 14, 10), (53, 18, 13), (72, 24, 18)])
  func `thirds keep their place on the keyboard, even where another step is nearer to a just one`(
    divisions: Int, majorThird: Int, minorThird: Int
  ) throws {
    let tuning = try EqualDivision(divisions: divisions)
    let step = 1200 / Double(divisions)
    #expect((try size(tuning, .majorThird) - step * Double(majorThird)).magnitude <= 1e-9)
    #expect((try size(tuning, .minorThird) - step * Double(minorThird)).magnitude <= 1e-9)
  }

  /// 3 semitones are 5.5 steps of 22; 1, 3, 5 semitones 1.5, 4.5, 7.5 of 18; 6 semitones half a step of 1.
  @Test(arguments: [
    (22, MusicalInterval.minorThird, 6.0), (18, .minorSecond, 2), (18, .minorThird, 5), (18, .perfectFourth, 8),
    (1, .tritone, 1), (1, .perfectFourth, 0), (6, .minorSecond, 1), (2, .minorThird, 1),
  ])
  func `the larger of two equally near steps is used, up and down`(
    divisions: Int, interval: MusicalInterval, steps: Double
  ) throws {
    let tuning = try EqualDivision(divisions: divisions)
    #expect((try size(tuning, interval) - 1200 * steps / Double(divisions)).magnitude <= 1e-9)
    #expect(try size(tuning, interval, .down) == -(try size(tuning, interval)))
  }

  @Test func `12-edo is 12-tone equal temperament`() throws {
    for interval in DirectedInterval.all {
      let note = try MIDINote(61)
      #expect(
        try EqualDivision(divisions: 12).size(of: interval, above: note)
          == EqualTemperament().size(of: interval, above: note))
    }
  }

  @Test(arguments: ["1-edo", "5-edo", "1200-edo"]) func `a name is a number and -edo`(name: String) throws {
    #expect(try #require(EqualDivision(named: name)).name == name)
  }

  @Test(arguments: [
    "0-edo", "1201-edo", "-5-edo", "+5-edo", "05-edo", "5.0-edo", "5-EDO", "5edo", "-edo", "N-edo", "5-edo ",
    "99999999999999999999-edo",
  ])
  func `other names are rejected`(name: String) {
    #expect(BuiltInTunings.named(name) == nil)
  }

  @Test(arguments: [0, 1201, -7, .max]) func `other divisions are refused`(divisions: Int) {
    #expect(throws: PitchError(quantity: "division of the octave", expected: "in 1…1200 steps", got: "\(divisions)")) {
      try EqualDivision(divisions: divisions)
    }
  }

  @Test func `a name nearly written is known`() {
    #expect(EqualDivision.names(near: "31-TET") == ["31-edo"])
    #expect(EqualDivision.names(near: "12345") == ["1200-edo"])
    #expect(EqualDivision.names(near: "just") == ["N-edo"])
    #expect(EqualDivision.names(near: "5-limit") == ["N-edo"])
    #expect(BuiltInTunings.nearest(to: "17et") == "17-edo")
    #expect(BuiltInTunings.nearest(to: "a.scl") == "scala:a.scl")
    #expect(BuiltInTunings.nearest(to: "werckmeister") == "werckmeister-3")
    #expect(BuiltInTunings.nearest(to: "just") == nil)
  }
}
