import PeachAudio
import Testing

/// The pace of an endless sound, held against players whose clocks are not ours.
@Suite struct StreamPaceTests {
  private static let rate = 44_100.0
  private static let chunk = 0.005

  /// A player with a buffer of 40 ms that takes periods of 10 ms from the pipe.
  private struct Player {
    /// Frames of ours that it plays in a second.
    var rate: Double
    /// What waits in its buffer; what waits in the pipe.
    var buffered = 0.0
    var waiting: Int
    var hasBegun = false
    /// Seconds of silence that came from an empty buffer.
    var starved = 0.0

    mutating func run(_ seconds: Double) {
      let period = Int(0.01 * StreamPaceTests.rate)
      if hasBegun {
        let wanted = seconds * rate
        if wanted > buffered { starved += (wanted - buffered) / rate }
        buffered = max(0, buffered - wanted)
      }
      while waiting >= period, buffered + Double(period) <= 0.04 * StreamPaceTests.rate {
        waiting -= period
        buffered += Double(period)
      }
      if buffered + Double(period) > 0.04 * StreamPaceTests.rate { hasBegun = true }
    }
  }

  private let lead = Int(0.06 * rate)

  /// Clocks of machines differ by under 0.02 %; these differ by five times as much, ten minutes long.
  @Test(arguments: [0.999, 1, 1.001]) func `a clock that differs neither starves the player nor fills the pipe`(
    ratio: Double
  ) {
    var player = Player(rate: Self.rate * ratio, waiting: lead)
    var pace = StreamPace(rate: Self.rate, at: 0)
    // After ten seconds, in which the lead that the player did not take is spared.
    var most = 0
    for turn in 1...120_000 {
      player.run(Self.chunk)
      // A thread is woken late, by up to 4 ms.
      let late = 0.004 * Double(turn * 7919 % 1000) / 1000
      player.waiting += pace.due(at: Double(turn) * Self.chunk + late, waiting: player.waiting)
      if turn > 2000 { most = max(most, player.waiting) }
    }
    #expect(player.starved == 0)
    #expect(Double(most) < 0.026 * Self.rate)
  }

  @Test func `after a pause of ours no more than the lead is handed over`() {
    var pace = StreamPace(rate: Self.rate, at: 10)
    #expect(pace.due(at: 10.005, waiting: 300) == 220)
    // With the half percent for a pipe that was found empty.
    #expect((lead...lead + 14).contains(pace.due(at: 11.005, waiting: 0)))
    #expect((221...222).contains(pace.due(at: 11.010, waiting: 300)))
  }

  @Test func `the program waits for a player that has stopped responding`() {
    var pace = StreamPace(rate: Self.rate, at: 0)
    var waiting = 0
    for turn in 1...2000 { waiting += pace.due(at: Double(turn) * Self.chunk, waiting: waiting) }
    #expect((1323...1600).contains(waiting))
    // What was not handed over meanwhile is not made up for.
    #expect((200...221).contains(pace.due(at: 10.005, waiting: 441)))
  }

  @Test func `a player that takes all at once is played to in its time`() {
    var pace = StreamPace(rate: Self.rate, at: 0)
    var frames = 0
    for turn in 1...2000 { frames += pace.due(at: Double(turn) * Self.chunk, waiting: 0) }
    #expect((441_000...443_300).contains(frames))
  }
}
