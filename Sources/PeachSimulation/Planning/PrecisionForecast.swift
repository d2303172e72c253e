import PeachSupport

/// Estimates how much simulation a search for a number of trials still needs. It continues the search with errors that it
/// predicts from the samples so far.
package struct PrecisionForecast {
  /// One estimator's search by one kind of error.
  package struct Subject: Sendable {
    var seen: [Int: TrialSearch.Seen]
    var target: Double
    var isRough: Bool

    package init(seen: [Int: TrialSearch.Seen], target: Double, isRough: Bool) {
      self.seen = seen
      self.target = target
      self.isRough = isRough
    }

    var search: TrialSearch { TrialSearch(seen, target: target, isRough: isRough) }
  }

  private let subjects: [Subject]
  /// Trials of a run with a stated number of them.
  private let length: (Int) -> Double

  package init(_ subjects: [Subject], length: @escaping (Int) -> Double) {
    self.subjects = subjects
    self.length = length
  }

  /// Rounds after which a search is taken to be done.
  private static let mostRounds = 300

  /// Numbers of trials with the replicates that any subject misses there.
  static func missing(_ subjects: [Subject]) -> [Int: Int] {
    subjects.reduce(into: [:]) { needed, subject in
      guard case .need(let trials, let replicates) = subject.search.next else { return }
      needed[trials] = max(replicates, needed[trials] ?? 0)
    }
  }

  /// The work that the search will probably take.
  ///
  /// - Returns: Trials to simulate, and the largest number of trials that any subject needs.
  package var work: (trials: Double, farthest: Int) {
    var subjects = subjects
    var trials = 0.0
    for _ in 0..<PrecisionForecast.mostRounds {
      let needed = PrecisionForecast.missing(subjects)
      if needed.isEmpty { break }
      for (number, replicates) in needed.sorted(by: { $0.key < $1.key }) {
        let have = subjects.map { $0.seen[number]?.replicates ?? 0 }.max() ?? 0
        trials += Double(max(0, replicates - have)) * length(number)
        for place in subjects.indices {
          subjects[place].seen[number] = expected(place, number, max(replicates, have))
        }
      }
    }
    let farthest = subjects.map { subject -> Int in
      switch subject.search.next {
      case .done(.trials(let trials, _, _, _)), .done(.ended(let trials, _)), .need(let trials, _): trials
      case .done(.never): TrialSearch.ladder[TrialSearch.ladder.count - 1]
      }
    }
    return (trials, farthest.max() ?? 0)
  }

  /// A predicted sample: its error lies on the line through its neighbours, in logarithms.
  private func expected(_ place: Int, _ trials: Int, _ replicates: Int) -> TrialSearch.Seen {
    let known = subjects[place].seen
    if var own = known[trials] {
      own.relativeError *= (Double(own.replicates) / Double(max(1, replicates))).squareRoot()
      own.replicates = max(own.replicates, replicates)
      return own
    }
    let points = known.compactMap { number, sample in
      sample.error.map { (trials: Double(number), error: $0, sample: sample) }
    }.sorted { $0.trials < $1.trials }
    var sample = TrialSearch.Seen(replicates: replicates)
    sample.endsByItself = known.contains { $0.key <= trials && $0.value.endsByItself }
    guard let first = points.first, let last = points.last else { return sample }
    let number = Double(trials)
    sample.relativeError =
      points.map { $0.sample.relativeError * Double($0.sample.replicates).squareRoot() }.reduce(0, +)
      / Double(points.count) / Double(max(1, replicates)).squareRoot()
    if number <= first.trials {
      sample.error = first.error * (first.trials / number).squareRoot()
    } else if number >= last.trials {
      let before = points.last { 2 * $0.trials <= last.trials } ?? first
      let fall = log(before.error / last.error) / log(last.trials / before.trials)
      // A slope that few runs tell is drawn towards that of independent trials.
      let slope = before.trials < last.trials && fall.isFinite ? min(0.7, max(0.1, 0.5 * fall + 0.25)) : 0.5
      sample.error = last.error * exp(-slope * log(number / last.trials))
    } else if let above = points.first(where: { $0.trials >= number }),
      let below = points.last(where: { $0.trials < number })
    {
      let share = log(number / below.trials) / log(above.trials / below.trials)
      sample.error = exp((1 - share) * log(below.error) + share * log(above.error))
    }
    return sample
  }
}
