import PeachPitch
import Testing

@Suite struct CentsTests {
  /// The published shifts of other reference pitches against 440 Hz, to four decimals.
  @Test(arguments: zip([442.0, 415, 432], [7.8514, -101.2706, -31.7667]))
  func `another reference pitch is so many cents away`(hertz: Double, cents: Double) throws {
    let distance = try Cents.between(Frequency(440), Frequency(hertz))
    #expect((distance.value - cents).magnitude <= 0.5e-4)
  }

  @Test func `an octave is 1200 cents, and the other way round −1200`() throws {
    #expect(try Cents.between(Frequency(311.13), Frequency(622.26)) == 1200)
    #expect(try Cents.between(Frequency(622.26), Frequency(311.13)) == -1200)
  }

  @Test func `shifting undoes measuring`() throws {
    let low = try Frequency(97.31)
    let high = try Frequency(1731.7)
    let back = low.shifted(by: .between(low, high))
    #expect((back.hertz / high.hertz - 1).magnitude <= 1e-14)
  }

  @Test func `cents add, subtract, scale and compare`() {
    var cents: Cents = 386.25
    #expect(cents + 315.5 == 701.75)
    #expect(cents - 400 == -13.75)
    #expect(-cents == -386.25)
    #expect(cents * 2 == 772.5 && 2 * cents == 772.5)
    #expect(cents / 4 == 96.5625)
    #expect((-cents).magnitude == cents)
    #expect(cents > .zero && -cents < .zero)
    cents += 0.5
    cents -= 100
    #expect(cents == 286.75)
    #expect(cents.description == "286.75 cents")
  }

  @Test func `levels and frequencies compare and show their unit`() throws {
    #expect(try AmplitudeDB(-31.5) < AmplitudeDB(-12.25))
    #expect(try Frequency(415.3) < Frequency(466.2))
    #expect(try AmplitudeDB(-31.5).description == "-31.5 dB")
    #expect(try Frequency(415.3).description == "415.3 Hz")
  }

  @Test func `arithmetic that leaves the finite numbers is a programmer's error`() async {
    await #expect(processExitsWith: .failure) {
      let cents: Cents = 1e308
      _ = cents * 10
    }
  }
}
