import Configuration
public import Figures
import Mustache

/// Writes a report as one HTML file that loads nothing.
public struct HTMLPage {
  private let page: ReportPage
  private let program: String
  /// A figure as SVG; nil where nothing can draw it, and its table stands alone.
  private let drawing: (Figure) -> String?
  private let obstacle: () -> String?

  /// - Parameters:
  ///   - program: What wrote it, with its version.
  ///   - obstacle: Why a figure could not be drawn; `nil` to leave the reason out.
  public init(
    _ page: ReportPage, program: String, obstacle: @escaping () -> String? = { nil },
    drawing: @escaping (Figure) -> String?
  ) {
    self.page = page
    self.program = program
    self.obstacle = obstacle
    self.drawing = drawing
  }

  public var html: String {
    var writer = BlockWriter(drawing: drawing, obstacle: obstacle)
    var ids: Set<String> = ["main", "peach-report"]
    let sections = page.sections.map { section in
      [
        "id": HTMLPage.id(section.heading, &ids), "heading": PageText.shown(section.heading),
        "content": writer.html(section.blocks, under: 2),
      ]
    }
    let context: [String: Any] = [
      "program": PageText.shown(program), "kind": PageText.shown(page.kind), "title": PageText.shown(page.title),
      "lead": BlockWriter.rich(page.lead), "style": PageStyle.sheet, "sections": sections,
      "data": PageText.data(page.data),
    ]
    return PageTemplates.page.render(context)
  }

  /// A heading as the address of its section: lower-case words with hyphens.
  private static func id(_ heading: String, _ taken: inout Set<String>) -> String {
    let words = heading.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let base = words.isEmpty ? "section" : words.joined(separator: "-")
    var id = base
    var number = 1
    while !taken.insert(id).inserted {
      number += 1
      id = "\(base)-\(number)"
    }
    return id
  }
}

/// Writes the blocks of a page, and counts tables and figures for their addresses.
private struct BlockWriter {
  let drawing: (Figure) -> String?
  /// Why a figure could not be drawn.
  let obstacle: () -> String?
  private var tables = 0
  private var figures = 0

  init(drawing: @escaping (Figure) -> String?, obstacle: @escaping () -> String?) {
    self.drawing = drawing
    self.obstacle = obstacle
  }

  /// - Parameter order: That of the heading above.
  mutating func html(_ blocks: [PageBlock], under order: Int) -> String {
    var text = ""
    for block in blocks { text += html(block, under: order) }
    return text
  }

  private mutating func html(_ block: PageBlock, under order: Int) -> String {
    switch block {
    case .text(let text): return PageTemplates.paragraph.render(["text": BlockWriter.rich(text)])
    case .facts(let facts):
      let context = facts.map { ["key": PageText.shown($0.key), "text": BlockWriter.rich($0.text)] }
      return facts.isEmpty ? "" : PageTemplates.facts.render(["facts": context])
    case .list(let items):
      return items.isEmpty ? "" : PageTemplates.list.render(["items": items.map { ["text": BlockWriter.rich($0)] }])
    case .commands(let lines):
      return PageTemplates.commands.render(["lines": lines.map { ["text": PageText.shown($0)] }])
    case .table(let table): return html(table)
    case .figure(let figure): return html(figure)
    case .picture(let picture): return html(picture)
    case .part(let heading, let blocks):
      return PageTemplates.part.render([
        "tag": "h\(min(6, order + 1))", "heading": PageText.shown(heading), "content": html(blocks, under: order + 1),
      ])
    case .folded(let summary, let blocks):
      return PageTemplates.folded.render([
        "summary": PageText.shown(summary), "content": html(blocks, under: order),
      ])
    }
  }

  private mutating func html(_ table: PageTable) -> String {
    tables += 1
    let left = table.count - table.rows.count
    let more = left > 0 ? " (the first \(table.rows.count) of \(TextTable.grouped(table.count)) rows)" : ""
    let columns = table.columns.map { column -> [String: Any] in
      ["heading": PageText.shown(column.heading), "isNumber": column.isNumber]
    }
    let rows = table.rows.map { row in
      let cells = zip(row, table.columns).enumerated().map { place, cell -> [String: Any] in
        ["text": PageText.shown(cell.0), "isNumber": cell.1.isNumber, "isSubject": place < table.subjects]
      }
      return ["cells": cells]
    }
    return PageTemplates.table.render([
      "id": "table-\(tables)", "caption": BlockWriter.rich(table.caption + more), "columns": columns, "rows": rows,
    ])
  }

  private mutating func html(_ figure: Figure) -> String {
    figures += 1
    let svg = drawing(figure)
    let text: [PageBlock] = [.text(figure.description), .table(PageTable(figure))]
    let missing = obstacle().map { [PageBlock.text("Peach could not draw this figure: \($0).")] } ?? []
    let content = svg == nil ? missing + text : [.folded("In words, and its data", text)]
    return PageTemplates.figure.render([
      "id": "figure-\(figures)", "title": PageText.shown(figure.title), "hasDrawing": svg != nil, "drawing": svg ?? "",
      "text": html(content, under: 2),
    ])
  }

  private mutating func html(_ picture: KeyboardPicture) -> String {
    figures += 1
    return PageTemplates.figure.render([
      "id": "figure-\(figures)", "title": PageText.shown(picture.title), "hasDrawing": true,
      "drawing": picture.svgElement(id: "keyboard-\(figures)"),
      "text": html([.folded("In words", [.text(picture.description)])], under: 2),
    ])
  }

  /// Text in which publications are links.
  static func rich(_ text: String) -> String {
    let runs = PageText.runs(PageText.shown(text)).map { run -> [String: Any] in
      ["text": run.text, "isIdentifier": run.isIdentifier]
    }
    return PageTemplates.runs.render(["runs": runs])
  }
}
