/// A picture as data: what is drawn, on which axes, and what it says in words.
///
/// Tests compare it, reports take the text alternative from it, and a drawing program needs nothing else.
package struct Figure: Hashable, Sendable, Encodable {
  /// The name of its files and of its place in a page: lower-case words joined by hyphens.
  package var name: String
  package var title: String
  /// The text alternative: a sentence or two that describe the picture with its numbers.
  package var description: String
  /// The meaning of marks, bars and lines, and what to see in them. The encoded figure does not contain it.
  package var caption: String
  /// The panels from top to bottom; at least one.
  package var panels: [Panel]
  package var arrangement: Arrangement
  /// Entries of the legend that no layer has, such as the meaning of colours; `nil` for none.
  package var key: [KeyEntry]?

  /// An entry of the legend.
  package struct KeyEntry: Hashable, Sendable, Encodable {
    package var name: String
    package var mark: Mark
    package var colour: Colour

    package init(_ name: String, _ mark: Mark, _ colour: Colour) {
      self.name = name
      self.mark = mark
      self.colour = colour
    }
  }

  /// The arrangement of several panels.
  package enum Arrangement: String, Hashable, Sendable, Encodable {
    /// Each panel has its own axes.
    case separate
    /// Panels stand in rows and share one scale.
    case grid
    /// Panels stand below each other and share the x axis at the bottom.
    case joined
  }

  package init(
    name: String, title: String, description: String, caption: String = "", panels: [Panel],
    arrangement: Arrangement = .separate, key: [KeyEntry]? = nil
  ) {
    self.arrangement = arrangement
    self.key = key
    self.name = name
    self.title = title
    self.description = description
    self.caption = caption
    self.panels = panels
  }

  private enum CodingKeys: CodingKey {
    case name, title, description, panels, arrangement, key
  }

  /// The caption with the number of runs or trials before it.
  ///
  /// - Parameter size: `10 000 runs of each strategy`; may be empty.
  func caption(of size: String) -> String {
    (size.isEmpty ? "" : "\(size.prefix(1).uppercased())\(size.dropFirst()). ") + caption
  }

  /// One pair of axes with everything that is drawn on them.
  package struct Panel: Hashable, Sendable, Encodable {
    /// The title; empty if the figure has only one panel.
    package var title: String
    package var x: FigureAxis
    /// If y has categories, the first one is at the top.
    package var y: FigureAxis
    /// The quantity that sizes of marks show, such as trials; `nil` if no mark has a size.
    package var size: FigureAxis?
    /// The layers from bottom to top.
    package var layers: [Layer]
    /// A text for each category at the right of the panel; `nil` for none.
    package var margin: [String]?
    /// The colour of each row; empty if all have that of other texts. It shows in the name and the text of warnings, in a
    /// mark before the text of a series, and in bold with a mark for the best.
    package var marginColours: [Colour]
    /// The heading of the texts at the right.
    package var marginTitle: String
    /// The warnings below the name of each row, outside the axes; `nil` if no row has any.
    package var warnings: [[String]]?
    /// Texts that Peach puts where they hide the least.
    package var remarks: [Remark]
    /// Whether the panel is low, such as one of residuals below a curve.
    package var isStrip: Bool

    package init(
      title: String = "", x: FigureAxis, y: FigureAxis, size: FigureAxis? = nil, layers: [Layer],
      margin: [String]? = nil, marginColours: [Colour] = [], marginTitle: String = "error",
      warnings: [[String]]? = nil, remarks: [Remark] = [], isStrip: Bool = false
    ) {
      self.warnings = warnings
      self.margin = margin
      self.marginColours = marginColours
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
  package struct Remark: Hashable, Sendable, Encodable {
    /// The preferred place, if nothing is in the way.
    package enum Place: Hashable, Sendable, Encodable {
      case corner
      /// On a horizontal line at this y.
      case line(Double)
      /// Next to the lower end of a vertical line at this x.
      case foot(Double)
    }

    package var lines: [String]
    package var colour: Colour
    package var place: Place

    package init(_ lines: [String], _ colour: Colour, _ place: Place) {
      self.lines = lines
      self.colour = colour
      self.place = place
    }
  }

  /// The place where the name of a layer is written.
  package enum Naming: String, Hashable, Sendable, Encodable {
    case legend
    /// At the end of its line.
    case direct
    case none
  }

  /// Marks of one kind that belong together.
  package struct Layer: Hashable, Sendable, Encodable {
    /// The name in the legend and in the table of the data. Layers with the same name share an entry.
    package var name: String
    package var mark: Mark
    package var colour: Colour
    package var naming: Naming
    package var data: [Datum]

    package init(_ name: String, _ mark: Mark, _ colour: Colour, naming: Naming = .legend, _ data: [Datum]) {
      self.name = name
      self.mark = mark
      self.colour = colour
      self.naming = naming
      self.data = data
    }
  }

  /// The way in which the data of a layer are drawn.
  package enum Mark: String, Hashable, Sendable, Encodable {
    /// A disc. Its area shows `size`, if there is one.
    case disc
    /// A hollow disc. Its area shows `size`, if there is one.
    case circle
    /// A larger circle around another mark.
    case ring
    case cross
    /// A line that joins the points in their order. A point without y breaks it.
    case line
    case dashedLine
    /// A line of steps, whose y changes only at the next x.
    case steps
    /// The area between `low` and `high` along x.
    case band
    /// A bar from `low` to `high` through the point.
    case interval
    /// A bar along x from `low` to `high`, at y.
    case horizontalInterval
    /// A thick bar along x from `low` to `high`.
    case thickInterval
    /// The text of each datum, near its place.
    case note
    /// A bar from 0, or from `low`, to y.
    case bar
    /// A bar along x from 0, or from `low`, to x, at y.
    case horizontalBar
    /// A horizontal line across the whole panel at y. It does not use x.
    case horizontalRule
    /// A vertical line across the whole panel at x. It does not use y.
    case verticalRule
    /// A line from the y axis to the point and down to the x axis, with a bar on that axis from `low` to `high`.
    case drop
    /// A strip across the whole panel from `low` to `high`.
    case zone
    /// A curve of equal height. It is closed if its last point equals its first.
    case contour
    /// A rectangle around the point, up to its neighbours in a grid. Its shade shows `size` on the axis of sizes.
    case cell
  }

  /// The meaning of a colour. The drawing chooses the colour itself, on white and on black.
  package enum Colour: Hashable, Sendable, Encodable {
    /// The data themselves, or the only series.
    case ink
    /// Secondary lines, such as references.
    case faint
    /// One of several series, counted from 0.
    case series(Int)
    case wrong
    /// The best strategies: black, bold and with a mark.
    case best
    /// A strategy that fails too often. Its points and areas are hollow.
    case caution

    package func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      let text =
        switch self {
        case .ink: "ink"
        case .faint: "faint"
        case .series(let number): "series \(number)"
        case .wrong: "wrong"
        case .best: "best"
        case .caution: "caution"
        }
      try container.encode(text)
    }
  }

  /// One mark. Values that its kind does not use are `nil`.
  package struct Datum: Hashable, Sendable, Encodable {
    /// The value on the x axis. On an axis of categories it is a place, counted from 0.
    package var x: Double?
    package var y: Double?
    package var low: Double?
    package var high: Double?
    /// The number of trials of a disc.
    package var size: Double?
    /// The text of a note.
    package var text: String?

    package init(
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
package struct FigureAxis: Hashable, Sendable, Encodable {
  package enum Scale: String, Hashable, Sendable, Encodable {
    case linear, log
  }

  /// The measured quantity without its unit: `threshold`.
  package var label: String
  /// The unit as in columns: `cents`; `nil` if the quantity has none.
  package var unit: String?
  package var scale: Scale
  /// The ends of the axis, the larger first if it is upside down; `nil` if the data decide.
  package var range: Range?
  /// The names at 0, 1, 2 … on an axis of categories; empty on an axis of numbers.
  package var categories: [String]

  package struct Range: Hashable, Sendable, Encodable {
    package var from: Double
    package var to: Double

    package init(from: Double, to: Double) {
      self.from = from
      self.to = to
    }
  }

  package init(
    _ label: String, unit: String? = nil, scale: Scale = .linear, range: Range? = nil, categories: [String] = []
  ) {
    self.label = label
    self.unit = unit
    self.scale = scale
    self.range = range
    self.categories = categories
  }

  /// The text next to the axis: `threshold (cents)`.
  package var title: String { unit.map { "\(label) (\($0))" } ?? label }
}
