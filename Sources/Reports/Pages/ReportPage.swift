public import Configuration
public import Figures

/// A report as data: what it says, in the order in which it is read. `HTMLPage` writes it.
public struct ReportPage: Sendable {
  /// Of what sort it is, in a word or two: `simulation report`.
  public var kind: String
  public var title: String
  /// What it is of, in a sentence or two.
  public var lead: String
  public var sections: [PageSection]
  /// What programs read: a mapping.
  public var data: Value

  public init(kind: String, title: String, lead: String, sections: [PageSection], data: Value) {
    self.kind = kind
    self.title = title
    self.lead = lead
    self.sections = sections
    self.data = data
  }
}

/// What stands under one heading of the second order.
public struct PageSection: Sendable {
  public var heading: String
  public var blocks: [PageBlock]

  public init(_ heading: String, _ blocks: [PageBlock]) {
    self.heading = heading
    self.blocks = blocks
  }
}

/// A piece of a page. Its texts are anybody's: they are made harmless where they are written.
public indirect enum PageBlock: Sendable {
  case text(String)
  case facts([PageFact])
  case list([String])
  case table(PageTable)
  case figure(Figure)
  case picture(KeyboardPicture)
  /// Commands to copy, one a line.
  case commands([String])
  /// What stands under a heading of the next order.
  case part(String, [PageBlock])
  /// What is shown when it is asked for.
  case folded(String, [PageBlock])
}

/// What something is, and what is said of it.
public struct PageFact: Sendable {
  public var key: String
  public var text: String

  public init(_ key: String, _ text: String) {
    self.key = key
    self.text = text
  }
}

extension [PageFact] {
  /// Nothing is added where the text is nil or empty.
  mutating func add(_ key: String, _ text: String?) {
    if let text, !text.isEmpty { append(PageFact(key, text)) }
  }
}

/// A table of a page: what it shows, and rows of texts.
public struct PageTable: Sendable {
  public struct Column: Sendable {
    public var heading: String
    public var isNumber: Bool

    public init(_ heading: String, isNumber: Bool = false) {
      self.heading = heading
      self.isNumber = isNumber
    }
  }

  public var caption: String
  public var columns: [Column]
  /// How many of the first columns say what a row is of.
  public var subjects: Int
  public private(set) var rows: [[String]] = []
  /// How many rows there are, those that are not kept among them.
  public private(set) var count = 0

  /// A page with more rows than this is of no use to people; programs have them all elsewhere.
  public static let usualMost = 400

  private let most: Int

  /// - Parameter most: How many rows are kept.
  public init(_ caption: String, _ columns: [Column], subjects: Int = 1, most: Int = usualMost) {
    self.caption = caption
    self.columns = columns
    self.subjects = subjects
    self.most = most
  }

  /// - Precondition: One cell for each column.
  public mutating func add(_ row: [String]) {
    precondition(row.count == columns.count, "\(row.count) cells in \(columns.count) columns")
    count += 1
    if count <= most { rows.append(row) }
  }

  /// Columns of words, then columns of numbers.
  static func columns(_ words: [String], numbers: [String] = []) -> [Column] {
    words.map { Column($0) } + numbers.map { Column($0, isNumber: true) }
  }
}
