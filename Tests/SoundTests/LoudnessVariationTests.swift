import PeachAudio
import PeachPitch
import Testing

@Suite struct LoudnessVariationTests {
  private func level(
    _ slider: Double, _ reference: Double, _ uniform: Double, limit: Double? = nil
  ) throws -> Double {
    try LoudnessVariation(slider).targetLevel(
      reference: AmplitudeDB(reference), uniform: uniform, limit: limit.map { try AmplitudeDB($0) }
    ).decibels
  }

  @Test func `the offset is uniform in twice the slider, in dB (E10)`() throws {
    #expect(try level(1, -12, 0) == -14)
    #expect(try level(1, -12, 0.5) == -12)
    #expect(try abs(level(1, -12, 0.999_999_999) + 10) < 1e-7)
    #expect(try level(0.25, -30, 0.75) == -29.75)
    #expect(try level(0.25, -30, 0.25) == -30.25)
  }

  @Test func `the levels are identical at 0 for every draw`() throws {
    for uniform in [0, 0.123, 0.5, 0.999] { #expect(try level(0, -17.3, uniform) == -17.3) }
  }

  @Test func `it stays within the levels there are, and within the safe limit`() throws {
    #expect(try level(1, -89, 0.1) == -90)
    #expect(try level(1, 11.5, 0.9) == 12)
    #expect(try level(1, -12, 0.75, limit: -11.5) == -11.5)
    #expect(try level(1, -12, 0.25, limit: -11.5) == -13)
  }

  @Test func `a slider outside 0…1 is refused`() {
    #expect(message { _ = try LoudnessVariation(1.5) } == "vary-loudness must be between 0 and 1, got 1.5")
    #expect(message { _ = try LoudnessVariation(-0.1) } == "vary-loudness must be between 0 and 1, got -0.1")
    #expect(message { _ = try LoudnessVariation(.nan) } == "vary-loudness must be between 0 and 1, got nan")
  }
}
