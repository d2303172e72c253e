/// A picture as data: what is drawn, on which axes, and what it says in words.
///
/// It is what tests compare, what a report tells those who cannot see it, and all that a drawing program is given.
public struct Figure: Hashable, Sendable, Encodable {
  /// Of its files and its place in a page: lower-case words joined by hyphens.
  public var name: String
  public var title: String
  /// What there is to be seen, in a sentence or two with its numbers: the text alternative.
  public var description: String
  /// From the top to the bottom, at least one.
  public var panels: [Panel]
  public var arrangement: Arrangement

  /// How panels stand to each other.
  public enum Arrangement: String, Hashable, Sendable, Encodable {
    /// Each has its own axes.
    case separate
    /// In rows, with one scale for all.
    case grid
    /// Below each other, with one x axis at the bottom.
    case joined
  }

  public init(
    name: String, title: String, description: String, panels: [Panel], arrangement: Arrangement = .separate
  ) {
    self.arrangement = arrangement
    self.name = name
    self.title = title
    self.description = description
    self.panels = panels
  }

  /// One pair of axes with all that stands on them.
  public struct Panel: Hashable, Sendable, Encodable {
    /// Where there are several; else empty.
    public var title: String
    public var x: FigureAxis
    /// A y of categories has its first at the top.
    public var y: FigureAxis
    /// What `size` says, as the trials of discs; `nil` if no mark has one.
    public var size: FigureAxis?
    /// From the bottom to the top.
    public var layers: [Layer]
    /// A text for each category, written at the right. `nil` if nothing stands there.
    public var margin: [String]?
    /// Above the texts at the right.
    public var marginTitle: String
    /// Texts that Peach puts where they hide the least.
    public var remarks: [Remark]
    /// Whether it is low, as one of residuals below a curve.
    public var isStrip: Bool

    public init(
      title: String = "", x: FigureAxis, y: FigureAxis, size: FigureAxis? = nil, layers: [Layer],
      margin: [String]? = nil, marginTitle: String = "error", remarks: [Remark] = [], isStrip: Bool = false
    ) {
      self.margin = margin
      self.marginTitle = marginTitle
      self.remarks = remarks
      self.isStrip = isStrip
      self.title = title
      self.x = x
      self.y = y
      self.size = size
      self.layers = layers
    }
  }

  /// A short text inside a panel.
  public struct Remark: Hashable, Sendable, Encodable {
    /// Where it would stand if nothing were in its way.
    public enum Place: Hashable, Sendable, Encodable {
      case corner
      /// On a line across, at its y.
      case line(Double)
      /// Next to the lower end of a line at this x.
      case foot(Double)
    }

    public var lines: [String]
    public var colour: Colour
    public var place: Place

    public init(_ lines: [String], _ colour: Colour, _ place: Place) {
      self.lines = lines
      self.colour = colour
      self.place = place
    }
  }

  /// Where the name of a layer stands.
  public enum Naming: String, Hashable, Sendable, Encodable {
    case legend
    /// At the end of its line.
    case direct
    case none
  }

  /// Marks of one kind that belong together.
  public struct Layer: Hashable, Sendable, Encodable {
    /// In the legend and in the table of the data; layers of one name are one entry.
    public var name: String
    public var mark: Mark
    public var colour: Colour
    public var naming: Naming
    public var data: [Datum]

    public init(_ name: String, _ mark: Mark, _ colour: Colour, naming: Naming = .legend, _ data: [Datum]) {
      self.name = name
      self.mark = mark
      self.colour = colour
      self.naming = naming
      self.data = data
    }
  }

  /// How the data of a layer are drawn.
  public enum Mark: String, Hashable, Sendable, Encodable {
    /// A disc, its area by `size` where there is one.
    case disc
    /// A disc that is not filled, its area by `size` if there is one.
    case circle
    /// A larger circle about a mark that stands there already.
    case ring
    case cross
    /// Joins the points in their order; one without y breaks it.
    case line
    case dashedLine
    /// As a line that changes its y only at the next x.
    case steps
    /// Between `low` and `high`, along x.
    case band
    /// A bar from `low` to `high` through the point.
    case interval
    /// The same along x: from `low` to `high` of x, at y.
    case horizontalInterval
    /// A thick bar along x from `low` to `high`.
    case thickInterval
    /// The text of each datum, near its place.
    case note
    /// From 0, or from `low`, to y.
    case bar
    /// From 0, or from `low`, to x, at y.
    case horizontalBar
    /// One line across the whole panel at y; x is not used.
    case horizontalRule
    /// One line across the whole panel at x; y is not used.
    case verticalRule
    /// From the y axis across to the point and down to the x axis, with a bar there from `low` to `high`.
    case drop
    /// A strip across the whole panel from `low` to `high`.
    case zone
    /// A curve of equal height, closed where its last point is its first.
    case contour
  }

  /// What a colour says; which one it is, on white and on black, is the drawing's own.
  public enum Colour: Hashable, Sendable, Encodable {
    /// Of the data themselves, or of the only series.
    case ink
    /// Of what is beside the point: rules, references.
    case faint
    /// Of series that stand side by side, from 0.
    case series(Int)
    case wrong
    /// Marks a strategy that fails too often; its points are hollow.
    case caution

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      let text =
        switch self {
        case .ink: "ink"
        case .faint: "faint"
        case .series(let number): "series \(number)"
        case .wrong: "wrong"
        case .caution: "caution"
        }
      try container.encode(text)
    }
  }

  /// One mark. What a mark does not use is nil.
  public struct Datum: Hashable, Sendable, Encodable {
    /// On an axis of categories, its place from 0.
    public var x: Double?
    public var y: Double?
    public var low: Double?
    public var high: Double?
    /// The number of trials of a disc.
    public var size: Double?
    /// The text of a note.
    public var text: String?

    public init(
      _ x: Double?, _ y: Double?, low: Double? = nil, high: Double? = nil, size: Double? = nil, text: String? = nil
    ) {
      self.text = text
      self.x = x
      self.y = y
      self.low = low
      self.high = high
      self.size = size
    }
  }
}

/// One axis of a panel.
public struct FigureAxis: Hashable, Sendable, Encodable {
  public enum Scale: String, Hashable, Sendable, Encodable {
    case linear, log
  }

  /// What it measures, without its unit: `threshold`.
  public var label: String
  /// As columns have it: `cents`; nil of what has none.
  public var unit: String?
  public var scale: Scale
  /// Its ends; nil where the data say them. From the larger to the smaller number on an axis that is upside down.
  public var range: Range?
  /// What stands at 0, 1, 2 … on an axis of names; empty on one of numbers.
  public var categories: [String]

  public struct Range: Hashable, Sendable, Encodable {
    public var from: Double
    public var to: Double

    public init(from: Double, to: Double) {
      self.from = from
      self.to = to
    }
  }

  public init(
    _ label: String, unit: String? = nil, scale: Scale = .linear, range: Range? = nil, categories: [String] = []
  ) {
    self.label = label
    self.unit = unit
    self.scale = scale
    self.range = range
    self.categories = categories
  }

  /// As it is written beside it: `threshold (cents)`.
  public var title: String { unit.map { "\(label) (\($0))" } ?? label }
}
