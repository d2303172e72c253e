import PeachAudio
import PeachPitch
import Testing

/// What is refused, word for word.
@Suite struct TonePairProblemTests {
  private func problem(
    _ reference: Double = 440, _ target: Double = 441, duration: Double = 1, gap: Double = 0, ramp: Double = 0.01,
    rate: SampleRate = .hz44100
  ) -> String {
    message {
      _ = try pair(tone(reference), tone(target), duration: duration, gap: gap, ramp: ramp, rate: rate).rendered()
    }
  }

  @Test func `ramps have a range`() {
    #expect(problem(ramp: 0.0019) == "ramp must be between 0.002 and 0.1 s, got 0.0019 s")
    #expect(problem(ramp: 0.11) == "ramp must be between 0.002 and 0.1 s, got 0.11 s")
    #expect(problem(ramp: .nan) == "ramp must be between 0.002 and 0.1 s, got nan s")
  }

  @Test func `ramps lie inside the note`() {
    #expect(problem(duration: 0.2, ramp: 0.1) == "no error")
    #expect(
      problem(duration: 0.19, ramp: 0.1) == """
        two ramps of 0.1 s do not fit into a note of 0.19 s
          hint: a ramp is at most half of the note's duration
        """)
  }

  @Test func `durations and gaps have ranges`() {
    #expect(problem(duration: 0) == "note duration must be between 0.01 and 60 s, got 0 s")
    #expect(problem(duration: 61) == "note duration must be between 0.01 and 60 s, got 61 s")
    #expect(problem(duration: .infinity) == "note duration must be between 0.01 and 60 s, got inf s")
    #expect(problem(gap: -0.1) == "gap must be between 0 and 60 s, got -0.1 s")
    #expect(problem(gap: .nan) == "gap must be between 0 and 60 s, got nan s")
  }

  @Test func `a note too high for the sample rate is refused, and the highest is not`() {
    #expect(problem(19_845) == "no error")
    #expect(problem(20_000, rate: .hz48000) == "no error")
    #expect(
      problem(19_845.5) == """
        the reference note is 19845.5 Hz, above 0.45 of the sample rate (19845 Hz at 44100 Hz)
          hint: choose a lower note or a higher sample rate
        """)
    #expect(
      problem(440, 21_600.5, rate: .hz48000) == """
        the target note is 21600.5 Hz, above 0.45 of the sample rate (21600 Hz at 48000 Hz)
          hint: choose a lower note or a higher sample rate
        """)
  }
}
