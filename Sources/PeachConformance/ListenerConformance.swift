import PeachPitch
import PeachSupport
public import PeachTrials
public import Testing

/// Checks the promises of every simulated listener, and records each broken promise as an issue of the running test.
///
/// - Its probability lies in 0…1, and its answers have that probability, which is the same on all notes if
///   `isSameOnAllNotes` is true. Its lapse lies in 0..<1.
/// - Its accuracy never falls as the level rises. At a level far beyond all others it is 1 − `lapse`, averaged over
///   both signs and all orders.
/// - It draws the same number of values on every trial, at most 1000, so that strategies meet the same listener draw by
///   draw.
/// - In yes/no it answers noise with one probability, whatever the level.
/// - A seed determines its answers, a copy has a memory of its own, and it answers a whole track as it answers trial
///   by trial. The time of an answer is finite and not negative.
///
/// Its answers are counted over 4000 trials of each comparison, with a false-alarm rate of 1e-9 each. A probability
/// that is wrong by 0.07 at one comparison is caught 99 times in 100.
///
/// A listener whose probabilities are conditional has no fixed truth. Each answer of one long session is then
/// compared with the probability stated at that moment, with the same numbers of trials and false alarms, and the
/// same power. This check does not ask how the probability depends on the level.
///
/// - Parameters:
///   - task: The task whose trials the listener answers.
///   - levels: The levels to check, in ascending order, in the unit of the task; positive in a task with notes.
///   - seed: The seed of the listener's random numbers.
///   - sourceLocation: The line of the test that the issues name; by default the line of this call.
///
/// ```swift
/// checkListener(listener, in: task, levels: [3, 12, 40])
/// ```
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
    if listener.isConditional {
      check.answersAsPredicted()
    } else {
      check.risesWithLevel()
      check.answersAsProbable()
    }
    check.drawsEvenly()
    check.isDeterminedBySeed()
    check.forks()
    check.sitsAsItAnswers()
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

  /// The lowest and the highest reference note of each interval, in every order; without notes one place for each order of the intervals.
  private var places: [Comparison] {
    guard task.hasNotes else {
      return orders.map {
        var place = Comparison(reference: task.notes.lowerBound, interval: .prime, offset: 0, level: Level(0))
        place.order = $0
        return place
      }
    }
    return task.choices.flatMap { choice in
      Set([0, choice.count - 1]).sorted().flatMap { index in
        orders.map {
          var place = Comparison(
            reference: choice.reference(at: index), interval: choice.interval, offset: 0, level: Level(0))
          place.order = $0
          return place
        }
      }
    }
  }

  private func comparison(_ place: Comparison, _ level: Double, sign: Double = 1) -> Comparison {
    var comparison = place
    comparison.level = Level(level)
    comparison.offset = sign * level
    return comparison
  }

  private var orders: Range<Int> { 0..<task.orders }

  private var signs: [Double] { task.hasNotes ? [1, -1] : [1] }

  /// Correct, or yes.
  private func accuracy(at comparison: Comparison) -> Double {
    let positive = listener.probability(of: comparison)
    return task.kind != .comparison || comparison.offset > 0 ? positive : 1 - positive
  }

  private var comparisons: [Comparison] {
    places.flatMap { place in
      levels.flatMap { level in signs.map { comparison(place, level, sign: $0) } }
    }
  }

  /// Noise alone, in yes/no.
  private var noises: [Comparison] {
    guard task.kind == .yesNo else { return [] }
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
    if listener.isSameOnAllNotes { isSameOnAllNotes() }
  }

  private func isSameOnAllNotes() {
    for place in places {
      for level in levels {
        for sign in signs {
          let here = listener.probability(of: comparison(place, level, sign: sign))
          let first = listener.probability(of: comparison(places[place.order], level, sign: sign))
          expect(
            here == first,
            "isSameOnAllNotes, but the probability at \(sign * level) is \(here) at note \(place.reference.number), and "
              + "\(first) at note \(places[place.order].reference.number)")
        }
      }
    }
  }

  func risesWithLevel() {
    for place in places {
      for sign in signs {
        let accuracies = levels.map { accuracy(at: comparison(place, $0, sign: sign)) }
        for (index, pair) in zip(accuracies, accuracies.dropFirst()).enumerated() {
          // Twice the spacing of doubles at 1, for 1 − p is rounded.
          expect(
            pair.0 <= pair.1 + 2 * 0x1p-52,
            "accuracy falls from \(pair.0) at \(sign * levels[index]) to \(pair.1) at \(sign * levels[index + 1])")
        }
      }
    }
    // So far out that no listener errs but by lapsing.
    for start in stride(from: 0, to: places.count, by: orders.count) {
      let far = places[start..<(start + orders.count)].flatMap { place in
        signs.map { accuracy(at: comparison(place, 1e300, sign: $0)) }
      }
      let mean = far.reduce(0, +) / Double(far.count)
      expect(abs(mean - (1 - listener.lapse)) <= 1e-12, "at any level at most \(mean) is correct")
    }
  }

  func answersAsProbable() {
    for (index, comparison) in (comparisons + places + noises).enumerated() {
      var random = RandomStream(seed: seed &+ UInt64(index))
      var positives = 0
      for _ in 0..<Self.sampleSize {
        var fresh = listener
        if fresh.answer(comparison, using: &random).isHigher { positives += 1 }
      }
      let probability = listener.probability(of: comparison)
      expect(
        Binomial.accepts(positives, of: Self.sampleSize, probability: probability, falseAlarm: 1e-9),
        "\(positives) of \(Self.sampleSize) at \(comparison.offset), where the probability is \(probability)")
    }
  }

  /// One session of all comparisons in random order. The sum of answers less their probabilities is a martingale: by
  /// Azuma (1967), Tohoku Math. J. 19:357–367, of n such differences it is beyond √(n·ln(2/ε)/2) with probability below ε.
  func answersAsPredicted() {
    let comparisons = comparisons + places + noises
    var order = comparisons.indices.flatMap { Array(repeating: $0, count: Self.sampleSize) }
    var shuffling = RandomStream(seed: ~seed)
    shuffling.shuffle(&order)
    var random = RandomStream(seed: seed)
    var listener = listener
    var surprises = [Double](repeating: 0, count: comparisons.count)
    for index in order {
      let probability = listener.probability(of: comparisons[index])
      guard 0...1 ~= probability else {
        expect(false, "the probability at \(comparisons[index].offset) is \(probability)")
        return
      }
      surprises[index] -= probability
      if listener.answer(comparisons[index], using: &random).isHigher { surprises[index] += 1 }
    }
    let bound = (Double(Self.sampleSize) * log(2 / 1e-9) / 2).squareRoot()
    for (comparison, surprise) in zip(comparisons, surprises) {
      expect(
        abs(surprise) <= bound,
        "\(surprise) more of \(Self.sampleSize) than stated at \(comparison.offset), where the probability is conditional"
      )
    }
  }

  /// So many answers of a listener, to all comparisons in turn.
  private func answers(_ count: Int, _ listener: inout L, using random: inout RandomStream) -> [Answer] {
    let comparisons = comparisons + places + noises
    return (0..<count).map { listener.answer(comparisons[$0 % comparisons.count], using: &random) }
  }

  func isDeterminedBySeed() {
    func session() -> [Answer] {
      var (copy, random) = (listener, RandomStream(seed: seed))
      return answers(157, &copy, using: &random)
    }
    let first = session()
    expect(first == session(), "the same trials and seed give two sets of answers")
    expect(
      first.allSatisfy { $0.seconds >= 0 && $0.seconds.isFinite }, "an answer's time is no finite number from 0 on")
  }

  func forks() {
    var (stem, random) = (listener, RandomStream(seed: seed))
    _ = answers(57, &stem, using: &random)
    var (whole, wholeRandom) = (stem, random)
    let expected = answers(57, &whole, using: &wholeRandom)
    // The copy hears a trial before each of the stem's.
    var (fork, forkRandom) = (stem, RandomStream(seed: ~seed))
    let comparisons = comparisons + places + noises
    let forked = expected.indices.map { index in
      _ = fork.answer(comparisons[index % 3 % comparisons.count], using: &forkRandom)
      return stem.answer(comparisons[index % comparisons.count], using: &random)
    }
    expect(forked == expected, "a copy's trials change the listener it was copied from")
  }

  func sitsAsItAnswers() {
    let asked = comparisons + places + noises
    var log = TrackLog()
    var streams = Streams(seed: seed)
    var random = RandomStream(seed: seed)
    _ = listener.sit(StrategyFactory { _ in Series(asked) }, using: &streams, random: &random, log: &log)
    var alone = listener
    random = RandomStream(seed: seed)
    let expected = asked.map { CompletedComparison($0, alone.answer($0, using: &random)) }
    expect(log.trials == expected, "a track is answered otherwise than trial by trial")
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

/// Comparisons one after the other, whatever is answered.
private struct Series: ComparisonStrategy {
  private let comparisons: [Comparison]
  private var place = 0

  init(_ comparisons: [Comparison]) { self.comparisons = comparisons }

  var next: Comparison? { place < comparisons.count ? comparisons[place] : nil }
  mutating func take(_ done: CompletedComparison, using streams: inout Streams) { place += 1 }
  mutating func pass(_ done: CompletedComparison, using streams: inout Streams) { place += 1 }
  var estimates: [Estimate] { [] }
  var status: Status { next == nil ? .finished(.trials) : .running }
  var reversals: Int { 0 }
}
