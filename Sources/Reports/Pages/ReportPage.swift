public import Configuration
public import Figures

/// A report as data, in the order in which people read it. `HTMLPage` writes it.
public struct ReportPage: Sendable {
  /// The kind of report: `simulation report`.
  public var kind: String
  /// The heading: the question, if there is one.
  public var title: String
  /// The name of the data and their size. They follow `kind`, above the heading.
  public var scope: [String] = []
  /// The answer in paragraphs.
  public var lead: [[PageSpan]]
  /// The main result, before the list of sections.
  public var result: [PageBlock] = []
  public var sections: [PageSection]
  /// The data for programs: a mapping.
  public var data: Value

  public init(kind: String, title: String, lead: [[PageSpan]], sections: [PageSection], data: Value) {
    self.kind = kind
    self.title = title
    self.lead = lead
    self.sections = sections
    self.data = data
  }

  public init(kind: String, title: String, lead: String, sections: [PageSection], data: Value) {
    self.init(kind: kind, title: title, lead: [[PageSpan(lead)]], sections: sections, data: data)
  }
}

/// Words of a sentence, perhaps emphasised.
public struct PageSpan: Hashable, Sendable {
  public enum Style: Hashable, Sendable {
    case plain
    /// The result, or the best of several.
    case best
    case warning
  }

  public var text: String
  public var style: Style

  public init(_ text: String, _ style: Style = .plain) {
    self.text = text
    self.style = style
  }
}

/// A section with a heading of the second order.
public struct PageSection: Sendable {
  public var heading: String
  public var blocks: [PageBlock]

  public init(_ heading: String, _ blocks: [PageBlock]) {
    self.heading = heading
    self.blocks = blocks
  }
}

/// A piece of a page. Its texts are untrusted; the page escapes them.
public indirect enum PageBlock: Sendable {
  case text(String)
  /// Definitions, in smaller type.
  case note(String)
  case facts([PageFact])
  case list([String])
  case table(PageTable)
  /// A figure with a caption that explains its marks.
  case figure(Figure, caption: String = "")
  /// The panels of a figure next to each other, if the page is wide enough.
  case panels(Figure, caption: String)
  /// Blocks next to each other, if the page is wide enough.
  case row([PageBlock])
  case picture(KeyboardPicture)
  /// Commands to copy, one a line.
  case commands([String])
  /// A part with a heading of the next order.
  case part(String, [PageBlock])
  /// Blocks that a reader can unfold.
  case folded(String, [PageBlock])
}

/// A fact: a key and its text.
public struct PageFact: Sendable {
  public var key: String
  public var text: String

  public init(_ key: String, _ text: String) {
    self.key = key
    self.text = text
  }
}

extension [PageFact] {
  /// Adds a fact unless its text is `nil` or empty.
  mutating func add(_ key: String, _ text: String?) {
    if let text, !text.isEmpty { append(PageFact(key, text)) }
  }
}

/// A table of a page: a caption, columns and rows of texts.
public struct PageTable: Sendable {
  public struct Column: Sendable {
    public var heading: String
    public var isNumber: Bool

    public init(_ heading: String, isNumber: Bool = false) {
      self.heading = heading
      self.isNumber = isNumber
    }
  }

  /// The emphasis of a row.
  public enum Emphasis: Hashable, Sendable {
    /// The best, or not distinguishable from it.
    case best
    /// Its numbers mislead, because too many runs have no threshold.
    case caution
  }

  public var caption: String
  public var columns: [Column]
  /// Definitions of the columns, below the table.
  public var note = ""
  /// The emphases of rows by their places.
  public private(set) var emphases: [Int: Emphasis] = [:]
  /// The number of first columns that name the subject of a row.
  public var subjects: Int
  public private(set) var rows: [[String]] = []
  /// The number of rows, including those that are not kept.
  public private(set) var count = 0

  /// The usual limit of rows. Exported tables have all rows.
  public static let usualMost = 400

  private let most: Int

  /// - Parameter most: The number of rows that are kept.
  public init(_ caption: String, _ columns: [Column], subjects: Int = 1, most: Int = usualMost) {
    self.caption = caption
    self.columns = columns
    self.subjects = subjects
    self.most = most
  }

  /// - Precondition: One cell for each column.
  public mutating func add(_ row: [String], _ emphasis: Emphasis? = nil) {
    precondition(row.count == columns.count, "\(row.count) cells in \(columns.count) columns")
    if count < most { emphases[count] = emphasis }
    count += 1
    if count <= most { rows.append(row) }
  }

  /// Columns of words, then columns of numbers.
  static func columns(_ words: [String], numbers: [String] = []) -> [Column] {
    words.map { Column($0) } + numbers.map { Column($0, isNumber: true) }
  }
}
