import Glibc
import PeachPitch
import PeachSupport
import Testing

@Suite struct ScalaScaleTests {
  /// A scale of equal steps, named by their number.
  private func equal(_ count: Int, period: Double = 1200) throws -> ScalaFile {
    let lines = (1...count).map { "\(period * Double($0) / Double(count))" }
    return try ScalaFile(text: "equal\n\(count)\n" + lines.joined(separator: "\n") + "\n", file: "equal.scl")
  }

  /// The just scale of the theorists, with a minor seventh of 9/5, on its tonic.
  static let just = """
    ! just.scl
    5-limit
     12
     16/15
     9/8
     6/5
     5/4
     4/3
     45/32
     3/2
     8/5
     5/3
     9/5
     15/8
     2/1

    """

  private func message(_ file: ScalaFile, _ map: [Int]?) -> String? {
    do {
      _ = try ScalaScale(file, label: "x:0", map: map)
      return nil
    } catch {
      return error.description
    }
  }

  @Test func `twelve notes are the keys from the tonic, in order`() throws {
    var tuning = try ScalaScale(try ScalaFile(text: Self.just, file: "just.scl"), label: "just:0a1b")
    #expect(tuning.name == "scala:just:0a1b")
    #expect(tuning.map == Array(0..<12))
    tuning.scale.tonic = try PitchClass(parsing: "D")
    let known: any TuningSystem = tuning
    let pitch = try Frequency(440)
    #expect(known.frequency(of: try MIDINote(69), referencePitch: pitch) == pitch)
    // On D, A is its fifth: D4 is 440 / 1.5, E4 9/8 above it; a fifth above E is then 40/27, as in any fixed just scale.
    #expect((known.frequency(of: try MIDINote(62), referencePitch: pitch).hertz - 440 / 1.5).magnitude <= 1e-9)
    #expect((known.frequency(of: try MIDINote(64), referencePitch: pitch).hertz - 440 * 0.75).magnitude <= 1e-9)
    let fifth = known.size(of: DirectedInterval(.perfectFifth, .up), above: try MIDINote(64)).value
    #expect((fifth - 1200 * log2(40.0 / 27)).magnitude <= 1e-9)
    let third = known.size(of: DirectedInterval(.majorThird, .down), above: try MIDINote(66)).value
    #expect((third + 1200 * log2(5.0 / 4)).magnitude <= 1e-9)
  }

  @Test func `a map assigns a degree to each key`() throws {
    let tuning = try ScalaScale(equal(19), label: "x:0", map: [0, 1, 3, 5, 6, 8, 9, 11, 12, 14, 16, 17])
    for (semitones, steps) in [0, 1, 3, 5, 6, 8, 9, 11, 12, 14, 16, 17, 19].enumerated() {
      let size = tuning.size(of: DirectedInterval(MusicalInterval.allCases[semitones], .up), above: try MIDINote(60))
      #expect((size.value - 1200 * Double(steps) / 19).magnitude <= 1e-9)
    }
    #expect(throws: Never.self) { try ScalaScale(equal(5), label: "x:0", map: [0, 0, 0, 1, 1, 2, 2, 2, 3, 3, 4, 4]) }
  }

  /// A stretched octave, as of pianos and gamelans, and the tritave of Bohlen and Pierce.
  @Test(arguments: [1206.3, 1200 * log2(3.0)]) func `twelve keys span a period of any size`(period: Double)
    throws
  {
    let tuning = try ScalaScale(equal(12, period: period), label: "x:0")
    for reference in 36...84 {
      for interval in DirectedInterval.all {
        let size = tuning.size(of: interval, above: try MIDINote(reference)).value
        #expect((size - period * Double(interval.semitones) / 12).magnitude <= 1e-8)
      }
      let hertz = tuning.frequency(of: try MIDINote(reference), referencePitch: try Frequency(440)).hertz
      #expect((1200 * log2(hertz / 440) - period * Double(reference - 69) / 12).magnitude <= 1e-8)
    }
  }

  @Test func `the widest scale still has finite frequencies on every key`() throws {
    let tuning = try ScalaScale(
      ScalaFile(text: "x\n2\n-12000.0\n12000.0\n", file: "x.scl"), label: "x:0",
      map: [0] + Array(repeating: 1, count: 11))
    for note in MIDINote.range {
      for interval in DirectedInterval.all {
        let hertz = tuning.frequency(
          of: interval, offset: 1200, above: try MIDINote(note), referencePitch: try Frequency(480)
        ).hertz
        #expect(hertz > 0 && hertz.isFinite)
      }
    }
  }

  @Test func `an invalid map is rejected`() throws {
    let expected = "map must be 12 degrees in 0…18, the first of them 0"
    let file = try equal(19)
    #expect(message(file, nil) == "\(expected), for a scale of 19 notes, got none")
    #expect(message(file, [0, 1, 2]) == "\(expected), got [0, 1, 2]")
    let wrong = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
    #expect(message(file, wrong) == "\(expected), got [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]")
    #expect(
      message(file, [0, 1, 3, 5, 6, 8, 9, 11, 12, 14, 16, 19])
        == "\(expected), got [0, 1, 3, 5, 6, 8, 9, 11, 12, 14, 16, 19]")
    #expect(message(file, [0, 1, 3, 5, 6, 8, 9, 11, 12, 14, 16, -1]) != nil)
    #expect(message(file, [0, 1, 3, 5, 6, 8, 9, 11, 12, 14, 16, 18]) == nil)
  }

  @Test func `the map to start from takes the degrees nearest to twelfths of the period`() throws {
    #expect(try equal(19).nearestMap == [0, 2, 3, 5, 6, 8, 9, 11, 13, 14, 16, 17])
    #expect(try equal(12).nearestMap == Array(0..<12))
    #expect(try equal(13, period: 1900).nearestMap == [0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12])
    #expect(try ScalaFile(text: "x\n1\n2/1\n", file: "x.scl").nearestMap == Array(repeating: 0, count: 12))
    let file = try equal(19)
    #expect(message(file, file.nearestMap) == nil)
  }
}
