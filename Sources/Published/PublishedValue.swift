/// The published values that an experiment reproduces: the section `published` of its file. It does not affect
/// results.
public struct PublishedResults: Sendable {
  public static let key = "published"

  /// The publication, as it is cited.
  public var source: String
  /// The result to reproduce, with its figure or table.
  public var shows: String
  public var values: [PublishedValue]
  /// How many runs of each cell the file has; with fewer, values are held to less.
  public var replicates: Int

  /// The source's authors and year.
  public var short: String {
    source.firstIndex(of: ")").map { String(source[...$0]) } ?? source
  }
}

/// One printed value, or what was printed of several.
public struct PublishedValue: Sendable {
  /// The part of the simulation that is compared with the publication.
  public enum Subject: Sendable {
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
  public enum Statement: Sendable {
    case about(Double, tolerance: Double)
    case atMost(Double)
    case atLeast(Double)
    case rising
    case levels([Double], tolerance: Double)
  }

  /// The origin of a value.
  public enum Basis: String, CaseIterable, Sendable {
    /// The publication prints it.
    case printed
    /// A formula or another program gives it.
    case computed
    /// The publication says it in words; the number is ours.
    case own
  }

  public var what: String
  public var subject: Subject
  /// Nil of levels and estimates under given answers.
  public var figure: PublishedFigure?
  public var statement: Statement
  public var basis = Basis.printed
  /// The standard error of the published value, with its rounding; 0 if it is exact.
  public var error = 0.0
  /// The source of the value and its reliability.
  public var from: String
  /// Why the tolerance is what it is.
  public var why: String?
  /// That ours is another; `nil` if it is to agree.
  public var disagrees: Disagreement?

  /// Why ours is another, and which: with the reason alone a row would be right about anything.
  public struct Disagreement: Sendable {
    public var reason: String
    /// Ours as it was found; of an order the smallest step, of levels the farthest.
    public var found: Double
    public var tolerance: Double
  }
}

/// One estimator of one cell, as the summary has it, after so many trials, or of a part of the trials.
public struct PublishedPlace: Hashable, Sendable {
  public var cell: Int
  public var estimator: Int
  /// A checkpoint of the file; `nil` for the whole run.
  public var after: Int?
  /// The range of kept trials; `nil` for all.
  public var trials: ClosedRange<Int>?
}
