import Foundation
import Simulation
import Testing

/// The time left, on a clock of the test's own.
@Suite struct TimeLeftTests {
  @Test func `nothing is known before anything was measured`() {
    let timeLeft = TimeLeft(strategies: ["quick", "slow"], left: [100, 100], jobs: 2)
    #expect(timeLeft.seconds(at: 0) == nil)
  }

  @Test func `what is left is weighed by the cost of its own cell`() {
    var timeLeft = TimeLeft(strategies: ["quick", "slow"], left: [1000, 1000], jobs: 2)
    timeLeft.measure(0, runs: 1, seconds: 0.001)
    timeLeft.measure(1, runs: 2, seconds: 0.8)
    // 1000 × 1 ms and 1000 × 400 ms, by two.
    #expect(timeLeft.seconds(at: 0) == 200.5)
    timeLeft.begin(0, cell: 0, runs: 1000, at: 0)
    timeLeft.finish(0, seconds: 1)
    // By the count of runs half would be done.
    #expect(timeLeft.seconds(at: 1) == 200)
  }

  @Test func `a cell that was not measured costs what its strategy does, else what all do`() {
    var timeLeft = TimeLeft(strategies: ["slow", "slow", "other"], left: [0, 10, 10], jobs: 1)
    timeLeft.measure(0, runs: 4, seconds: 8)
    #expect(timeLeft.seconds(at: 0) == 40)
    timeLeft.measure(1, runs: 4, seconds: 16)
    // 10 × 4 s of its own, and 10 × 3 s, the mean of all.
    #expect(timeLeft.seconds(at: 0) == 70)
  }

  @Test func `what is at work counts with the rest of it, and the last batch is waited for`() {
    var timeLeft = TimeLeft(strategies: ["slow"], left: [30], jobs: 2)
    timeLeft.measure(0, runs: 1, seconds: 2)
    timeLeft.begin(0, cell: 0, runs: 10, at: 100)
    timeLeft.begin(1, cell: 0, runs: 10, at: 105)
    // 60 s of work, 10 and 5 s of which are done, by two.
    #expect(timeLeft.seconds(at: 110) == 22.5)
    timeLeft.finish(0, seconds: 20)
    timeLeft.finish(1, seconds: 20)
    timeLeft.begin(2, cell: 0, runs: 10, at: 125)
    // One batch alone takes its whole time, whatever the jobs.
    #expect(timeLeft.seconds(at: 130) == 15)
    // It takes longer than was thought: nothing is below 0.
    #expect(timeLeft.seconds(at: 150) == 0)
    timeLeft.finish(2, seconds: 30)
    #expect(timeLeft.seconds(at: 155) == 0)
  }
}
