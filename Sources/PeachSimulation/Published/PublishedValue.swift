/// The published values that an experiment reproduces: the section `published` of its file. It does not affect
/// results.
package struct PublishedResults: Sendable {
  package static let key = "published"

  /// The publication, as it is cited.
  package var source: String
  /// The result to reproduce, with its figure or table.
  package var shows: String
  package var values: [PublishedValue]
  /// How many runs of each cell the file has; with fewer, values are held to less.
  package var replicates: Int

  /// The source's authors and year.
  package var short: String {
    source.firstIndex(of: ")").map { String(source[...$0]) } ?? source
  }
}

/// One printed value, or what was printed of several.
package struct PublishedValue: Sendable {
  /// The part of the simulation that is compared with the publication.
  package enum Subject: Sendable {
    case one(PublishedPlace)
    /// The first over the second.
    case ratio(PublishedPlace, PublishedPlace)
    /// The first less the second.
    case difference(PublishedPlace, PublishedPlace)
    /// Several, in the order in which they rise.
    case order([PublishedPlace])
    /// A cell's strategy under given answers: the levels it presents.
    case levels(cell: Int, answers: [Bool])
    /// The threshold that it believes after the last of them.
    case estimate(cell: Int, answers: [Bool])
  }

  /// The statement of the publication.
  package enum Statement: Sendable {
    case about(Double, tolerance: Double)
    case atMost(Double)
    case atLeast(Double)
    case rising
    case levels([Double], tolerance: Double)
  }

  /// The origin of a value.
  package enum Basis: String, CaseIterable, Sendable {
    /// The publication prints it.
    case printed
    /// A formula or another program gives it.
    case computed
    /// The publication says it in words; the number is ours.
    case own
    /// It is from this model listener in another program.
    case model
    /// It is from people, and ours is from a model listener.
    case people
  }

  package var what: String
  package var subject: Subject
  /// Nil of levels and estimates under given answers.
  package var figure: PublishedFigure?
  package var statement: Statement
  package var basis = Basis.printed
  /// The standard error of the published value, with its rounding; 0 if it is exact.
  package var error = 0.0
  /// The source of the value and its reliability.
  package var from: String
  /// Why the tolerance is what it is.
  package var why: String?
  /// That ours is another; `nil` if it is to agree.
  package var disagrees: Disagreement?

  /// Why ours is another, and which: with the reason alone a row would be right about anything.
  package struct Disagreement: Sendable {
    package var reason: String
    /// Ours as it was found; of an order the smallest step, of levels the farthest.
    package var found: Double
    package var tolerance: Double
  }
}

/// One estimator of one cell, as the summary has it, after so many trials, or of a part of the trials.
package struct PublishedPlace: Hashable, Sendable {
  package var cell: Int
  package var estimator: Int
  /// A checkpoint of the file; `nil` for the whole run.
  package var after: Int?
  /// The range of kept trials; `nil` for all.
  package var trials: ClosedRange<Int>?
}
