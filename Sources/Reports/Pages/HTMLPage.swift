import Configuration
public import Figures

/// Writes a report as one HTML file that loads nothing.
public struct HTMLPage {
  private let page: ReportPage
  private let program: String
  /// A figure as SVG; nil where nothing can draw it, and its table stands alone.
  private let drawing: (Figure) -> String?

  /// - Parameter program: What wrote it, with its version.
  public init(_ page: ReportPage, program: String, drawing: @escaping (Figure) -> String?) {
    self.page = page
    self.program = program
    self.drawing = drawing
  }

  public var html: String {
    var writer = BlockWriter(drawing: drawing)
    var ids: Set<String> = ["main", "peach-report"]
    let sections = page.sections.map { section -> [String: PageTemplate.Slot] in
      [
        "id": .trusted(HTMLPage.id(section.heading, &ids)), "heading": .text(section.heading),
        "content": .trusted(writer.html(section.blocks, under: 2)),
      ]
    }
    return PageTemplates.page.render([
      "program": .text(program), "kind": .text(page.kind), "title": .text(page.title),
      "lead": BlockWriter.rich(page.lead), "policy": .trusted(HTMLPage.policy), "style": .trusted(PageStyle.sheet),
      "sections": .rows(sections), "data": .trusted(PageText.data(page.data)),
    ])
  }

  /// What a browser may do with the page: nothing but show it with our own styles, which it knows by their digests. No
  /// policy of a page forbids a refresh or a link, so these depend on `Escaping.html`.
  private static let policy: String = {
    let digests = (["\n\(PageStyle.sheet)\n"] + SVGPicture.pageStyles).map { style in
      var hash = SHA256()
      hash.add(style.utf8)
      return "'sha256-\(hash.finishInBase64())'"
    }
    return "default-src 'none'; style-src \(digests.joined(separator: " ")); base-uri 'none'; form-action 'none'"
  }()

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
  private var tables = 0
  private var figures = 0

  init(drawing: @escaping (Figure) -> String?) { self.drawing = drawing }

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
      let rows = facts.map { fact -> [String: PageTemplate.Slot] in
        ["key": .text(fact.key), "text": BlockWriter.rich(fact.text)]
      }
      return facts.isEmpty ? "" : PageTemplates.facts.render(["facts": .rows(rows)])
    case .list(let items):
      return items.isEmpty
        ? "" : PageTemplates.list.render(["items": .rows(items.map { ["text": BlockWriter.rich($0)] })])
    case .commands(let lines):
      return PageTemplates.commands.render(["lines": .rows(lines.map { ["text": .text($0)] })])
    case .table(let table): return html(table)
    case .figure(let figure): return html(figure)
    case .picture(let picture): return html(picture)
    case .part(let heading, let blocks):
      return PageTemplates.part.render([
        "tag": .trusted("h\(min(6, order + 1))"), "heading": .text(heading),
        "content": .trusted(html(blocks, under: order + 1)),
      ])
    case .folded(let summary, let blocks):
      return PageTemplates.folded.render([
        "summary": .text(summary), "content": .trusted(html(blocks, under: order)),
      ])
    }
  }

  private mutating func html(_ table: PageTable) -> String {
    tables += 1
    let left = table.count - table.rows.count
    let more = left > 0 ? " (the first \(table.rows.count) of \(TextTable.grouped(table.count)) rows)" : ""
    let columns = table.columns.map { column -> [String: PageTemplate.Slot] in
      ["heading": .text(column.heading), "isNumber": .flag(column.isNumber)]
    }
    let rows = table.rows.map { row -> [String: PageTemplate.Slot] in
      let cells = zip(row, table.columns).enumerated().map { place, cell -> [String: PageTemplate.Slot] in
        ["text": .text(cell.0), "isNumber": .flag(cell.1.isNumber), "isSubject": .flag(place < table.subjects)]
      }
      return ["cells": .rows(cells)]
    }
    return PageTemplates.table.render([
      "id": .trusted("table-\(tables)"), "caption": BlockWriter.rich(table.caption + more), "columns": .rows(columns),
      "rows": .rows(rows),
    ])
  }

  private mutating func html(_ figure: Figure) -> String {
    figures += 1
    let svg = drawing(figure)
    let text: [PageBlock] = [.text(figure.description), .table(PageTable(figure))]
    let missing = PageBlock.text("Peach could not draw this figure; its data follow.")
    let content = svg == nil ? [missing] + text : [.folded("In words, and its data", text)]
    return PageTemplates.figure.render([
      "id": .trusted("figure-\(figures)"), "title": .text(figure.title), "hasDrawing": .flag(svg != nil),
      "drawing": .trusted(svg ?? ""), "text": .trusted(html(content, under: 2)),
    ])
  }

  private mutating func html(_ picture: KeyboardPicture) -> String {
    figures += 1
    return PageTemplates.figure.render([
      "id": .trusted("figure-\(figures)"), "title": .text(picture.title), "hasDrawing": .flag(true),
      "drawing": .trusted(picture.svgElement(id: "keyboard-\(figures)")),
      "text": .trusted(html([.folded("In words", [.text(picture.description)])], under: 2)),
    ])
  }

  /// Text in which publications are links.
  static func rich(_ text: String) -> PageTemplate.Slot {
    let runs = PageText.runs(PageText.shown(text)).map { run -> [String: PageTemplate.Slot] in
      ["text": .text(run.text), "isIdentifier": .flag(run.isIdentifier)]
    }
    return .trusted(PageTemplates.runs.render(["runs": .rows(runs)]))
  }
}
