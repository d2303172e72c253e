package import PeachSupport

/// A report as data, in the order in which people read it. `HTMLPage` writes it.
package struct ReportPage: Sendable {
  /// The kind of report: `simulation report`.
  package var kind: String
  /// The heading: the question, if there is one.
  package var title: String
  /// The name of the data and their size. They follow `kind`, above the heading.
  package var scope: [String] = []
  /// The answer in paragraphs.
  package var lead: [[PageSpan]]
  /// The main result, before the list of sections.
  package var result: [PageBlock] = []
  package var sections: [PageSection]
  /// The data for programs: a mapping.
  package var data: Value

  package init(kind: String, title: String, lead: [[PageSpan]], sections: [PageSection], data: Value) {
    self.kind = kind
    self.title = title
    self.lead = lead
    self.sections = sections
    self.data = data
  }

  package init(kind: String, title: String, lead: String, sections: [PageSection], data: Value) {
    self.init(kind: kind, title: title, lead: [[PageSpan(lead)]], sections: sections, data: data)
  }
}

/// Words of a sentence, perhaps emphasised.
package struct PageSpan: Hashable, Sendable {
  package enum Style: Hashable, Sendable {
    case plain
    /// The result, or the best of several.
    case best
    case warning
  }

  package var text: String
  package var style: Style

  package init(_ text: String, _ style: Style = .plain) {
    self.text = text
    self.style = style
  }
}

/// A section with a heading of the second order.
package struct PageSection: Sendable {
  package var heading: String
  package var blocks: [PageBlock]

  package init(_ heading: String, _ blocks: [PageBlock]) {
    self.heading = heading
    self.blocks = blocks
  }
}

/// A piece of a page. Its texts are untrusted; the page escapes them.
package indirect enum PageBlock: Sendable {
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
package struct PageFact: Sendable {
  package var key: String
  package var text: String

  package init(_ key: String, _ text: String) {
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
package struct PageTable: Sendable {
  package struct Column: Sendable {
    package var heading: String
    package var isNumber: Bool

    package init(_ heading: String, isNumber: Bool = false) {
      self.heading = heading
      self.isNumber = isNumber
    }
  }

  /// The emphasis of a row.
  package enum Emphasis: Hashable, Sendable {
    /// The best, or not distinguishable from it.
    case best
    /// Its numbers mislead, because too many runs have no threshold.
    case caution
  }

  package var caption: String
  package var columns: [Column]
  /// Definitions of the columns, below the table.
  package var note = ""
  /// The emphases of rows by their places.
  package private(set) var emphases: [Int: Emphasis] = [:]
  /// The number of first columns that name the subject of a row.
  package var subjects: Int
  package private(set) var rows: [[String]] = []
  /// The number of rows, including those that are not kept.
  package private(set) var count = 0

  /// The usual limit of rows. Exported tables have all rows.
  package static let usualMost = 400

  private let most: Int

  /// - Parameter most: The number of rows that are kept.
  package init(_ caption: String, _ columns: [Column], subjects: Int = 1, most: Int = usualMost) {
    self.caption = caption
    self.columns = columns
    self.subjects = subjects
    self.most = most
  }

  /// - Precondition: One cell for each column.
  package mutating func add(_ row: [String], _ emphasis: Emphasis? = nil) {
    precondition(row.count == columns.count, "\(row.count) cells in \(columns.count) columns")
    if count < most { emphases[count] = emphasis }
    count += 1
    if count <= most { rows.append(row) }
  }

  /// Leaves out the columns in which every cell is empty.
  mutating func dropColumns(_ isEmpty: (String) -> Bool) {
    let kept = columns.indices.filter { column in rows.contains { !isEmpty($0[column]) } }
    columns = kept.map { columns[$0] }
    rows = rows.map { row in kept.map { row[$0] } }
  }

  /// Columns of words, then columns of numbers.
  static func columns(_ words: [String], numbers: [String] = []) -> [Column] {
    words.map { Column($0) } + numbers.map { Column($0, isNumber: true) }
  }
}
