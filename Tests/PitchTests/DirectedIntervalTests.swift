import PeachPitch
import Testing

@Suite struct DirectedIntervalTests {
  @Test func `there are 25 intervals: prime, then each size up and down`() {
    #expect(DirectedInterval.all.count == 25)
    #expect(Set(DirectedInterval.all).count == 25)
    #expect(DirectedInterval.all.prefix(5).map(\.semitones) == [0, 1, -1, 2, -2])
    #expect(DirectedInterval.all.sorted().map(\.semitones) == Array(-12...12))
  }

  @Test(arguments: DirectedInterval.all) func `an interval's name, size and direction make it again`(
    interval: DirectedInterval
  ) throws {
    #expect(try DirectedInterval(parsing: interval.name) == interval)
    #expect(DirectedInterval(interval.interval, interval.direction) == interval)
    #expect(interval.interval.semitones == abs(interval.semitones))
    #expect(interval.description == interval.name)
  }

  @Test(arguments: MusicalInterval.allCases) func `a bare name means up`(interval: MusicalInterval) throws {
    #expect(try DirectedInterval(parsing: interval.name) == DirectedInterval(interval, .up))
  }

  @Test(
    arguments: [
      ("prime", "Prime", 0), ("perfect-fifth-up", "Perfect Fifth Up", 7), ("tritone-down", "Tritone Down", -6),
      ("octave-up", "Octave Up", 12), ("major-seventh-down", "Major Seventh Down", -11),
      ("minor-second-down", "Minor Second Down", -1),
    ])
  func `names, titles and semitones belong together`(name: String, title: String, semitones: Int) throws {
    let interval = try DirectedInterval(parsing: name)
    #expect(interval.name == name)
    #expect(interval.title == title)
    #expect(interval.semitones == semitones)
  }

  @Test func `the prime has one value in both directions`() {
    #expect(DirectedInterval(.prime, .down) == .prime)
    #expect(DirectedInterval.prime.direction == .up)
    #expect(DirectedInterval.prime.interval == .prime)
  }

  @Test func `sizes are ordered, a semitone apart`() {
    #expect(MusicalInterval.allCases.map(\.semitones) == Array(0...12))
    #expect(MusicalInterval.tritone < .perfectFifth)
  }
}
