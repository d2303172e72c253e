import Pitch
public import Testing
public import Trials

/// Checks what every simulated listener promises: its probability is one, rises with the level, and is that of its
/// answers; and it draws the same number of values on every trial, so that strategies meet the same listener draw by
/// draw. In yes/no it answers noise alone with one probability, whatever the level.
///
/// Its answers are counted over 4000 trials of each comparison and accepted with a false-alarm rate of 1e-9 each; a
/// probability that is 0.07 off at one comparison is caught 99 times in a hundred there.
///
/// - Parameter levels: Rising; positive where the task has notes.
public func checkListener(
  _ listener: any Listener, in task: TrialTask, levels: [Double], seed: UInt64 = 20_260_211,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  brokenPromises(of: listener, in: task, levels: levels, seed: seed).record(sourceLocation)
}

/// The promises that a listener breaks, in words.
package func brokenPromises(
  of listener: any Listener, in task: TrialTask, levels: [Double], seed: UInt64 = 20_260_211
) -> [String] {
  func open<L: Listener>(_ listener: L) -> [String] {
    let check = ListenerCheck(listener: listener, task: task, levels: levels, seed: seed)
    check.hasProbabilities()
    check.risesWithLevel()
    check.answersAsProbable()
    check.drawsEvenly()
    return check.findings.messages
  }
  return open(listener)
}

/// The checks of one listener, generic so that it is opened once.
private struct ListenerCheck<L: Listener> {
  let listener: L
  let task: TrialTask
  let levels: [Double]
  let seed: UInt64
  let findings = Findings()

  static var sampleSize: Int { 4000 }

  private func expect(_ condition: Bool, _ message: @autoclosure () -> String) { findings.expect(condition, message()) }

  /// The lowest and the highest reference note of each interval; one place without notes.
  private var places: [Comparison] {
    guard !task.choices.isEmpty else {
      return [Comparison(reference: task.notes.lowerBound, interval: .prime, offset: 0, level: Level(0))]
    }
    return task.choices.flatMap { choice in
      Set([0, choice.count - 1]).sorted().map {
        Comparison(reference: choice.reference(at: $0), interval: choice.interval, offset: 0, level: Level(0))
      }
    }
  }

  private func comparison(_ place: Comparison, _ level: Double, sign: Double = 1) -> Comparison {
    var comparison = place
    comparison.level = Level(level)
    comparison.offset = sign * level
    return comparison
  }

  private var signs: [Double] { task.kind == .comparison ? [1, -1] : [1] }

  private var comparisons: [Comparison] {
    places.flatMap { place in
      levels.flatMap { level in signs.map { comparison(place, level, sign: $0) } }
    }
  }

  /// Noise alone, in yes/no.
  private var noises: [Comparison] {
    guard task.kind == .level, task.alternatives == 1 else { return [] }
    return levels.map { level in
      var noise = comparison(places[0], level)
      noise.level.kind = .noise
      return noise
    }
  }

  func hasProbabilities() {
    for noise in noises {
      let probability = listener.probability(of: noise)
      expect(
        probability == listener.probability(of: noises[0]),
        "at level \(noise.offset) noise alone is answered yes with probability \(probability), not as elsewhere")
    }
    for comparison in comparisons + places + noises {
      let probability = listener.probability(of: comparison)
      expect(0...1 ~= probability, "the probability at \(comparison.offset) is \(probability)")
    }
    expect(0..<1 ~= listener.lapse, "the lapse is \(listener.lapse)")
  }

  func risesWithLevel() {
    for place in places {
      for sign in signs {
        let accuracies = levels.map { level in
          let positive = listener.probability(of: comparison(place, level, sign: sign))
          return sign > 0 ? positive : 1 - positive
        }
        for (index, pair) in zip(accuracies, accuracies.dropFirst()).enumerated() {
          // Twice the spacing of doubles at 1, for 1 − p is rounded.
          expect(
            pair.0 <= pair.1 + 2 * 0x1p-52,
            "accuracy falls from \(pair.0) at \(sign * levels[index]) to \(pair.1) at \(sign * levels[index + 1])")
        }
      }
      // So far out that no listener errs but by lapsing.
      let far = signs.map { sign in
        let positive = listener.probability(of: comparison(place, 1e300, sign: sign))
        return sign > 0 ? positive : 1 - positive
      }
      let accuracy = far.reduce(0, +) / Double(far.count)
      expect(abs(accuracy - (1 - listener.lapse)) <= 1e-12, "at any level at most \(accuracy) is correct")
    }
  }

  func answersAsProbable() {
    for (index, comparison) in (comparisons + places + noises).enumerated() {
      var random = RandomStream(seed: seed &+ UInt64(index))
      var positives = 0
      for _ in 0..<Self.sampleSize {
        var fresh = listener
        if fresh.answer(comparison, using: &random) { positives += 1 }
      }
      let probability = listener.probability(of: comparison)
      expect(
        Binomial.accepts(positives, of: Self.sampleSize, probability: probability, falseAlarm: 1e-9),
        "\(positives) of \(Self.sampleSize) at \(comparison.offset), where the probability is \(probability)")
    }
  }

  func drawsEvenly() {
    var random = RandomStream(seed: seed)
    var listener = listener
    var count: Int?
    for _ in 0..<17 {
      for comparison in comparisons + places + noises {
        let before = random
        _ = listener.answer(comparison, using: &random)
        let drawn = drawCount(from: before, to: random)
        expect(drawn != nil, "the stream is not advanced by drawing from it")
        guard count == nil || count == drawn else {
          expect(false, "\(String(describing: drawn)) draws at \(comparison.offset), elsewhere \(count ?? 0)")
          return
        }
        count = drawn
      }
    }
  }
}
