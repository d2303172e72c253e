import PeachSupport

/// Writes a report as one HTML file that loads nothing.
package struct HTMLPage {
  private let page: ReportPage
  private let program: String
  /// Draws a figure as SVG. If it returns `nil`, the page shows only the figure's table.
  private let drawing: (Figure) -> String?

  /// - Parameter program: The program that writes the page, with its version.
  package init(_ page: ReportPage, program: String, drawing: @escaping (Figure) -> String?) {
    self.page = page
    self.program = program
    self.drawing = drawing
  }

  package var html: String {
    var writer = BlockWriter(drawing: drawing)
    var ids: Set<String> = ["main", "peach-report"]
    let result = writer.html(page.result, under: 1)
    let sections = page.sections.map { section -> [String: PageTemplate.Slot] in
      [
        "id": .trusted(HTMLPage.id(section.heading, &ids)), "heading": .text(section.heading),
        "content": .trusted(writer.html(section.blocks, under: 2)),
      ]
    }
    return PageTemplates.page.render([
      "program": .text(program), "kind": .text(page.kind), "title": .text(page.title),
      "scope": .text(([BlockWriter.capitalized(page.kind)] + page.scope).joined(separator: " · ")),
      "lead": .rows(page.lead.map { ["spans": .rows($0.map(BlockWriter.span))] }),
      "hasResult": .flag(!page.result.isEmpty), "result": .trusted(result), "policy": .trusted(HTMLPage.policy),
      "style": .trusted(PageStyle.sheet),
      "sections": .rows(sections), "data": .trusted(PageText.data(page.data)),
    ])
  }

  /// The content policy: a browser may only show the page with our own styles, which it knows by their digests. No
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

  /// - Parameter order: The order of the heading above.
  mutating func html(_ blocks: [PageBlock], under order: Int) -> String {
    var text = ""
    for block in blocks { text += html(block, under: order) }
    return text
  }

  private mutating func html(_ block: PageBlock, under order: Int) -> String {
    switch block {
    case .text(let text): return PageTemplates.paragraph.render(["text": BlockWriter.rich(text)])
    case .note(let text): return PageTemplates.note.render(["text": BlockWriter.rich(text)])
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
    case .row(let blocks):
      let items = blocks.map { block -> [String: PageTemplate.Slot] in
        ["item": .trusted(html(block, under: order))]
      }
      return PageTemplates.row.render(["items": .rows(items)])
    case .figure(let figure, let caption): return html(figure, [figure], caption)
    case .panels(let figure, let caption):
      let isSeparate = figure.panels.count > 1 && figure.arrangement == .separate
      return html(figure, isSeparate ? figure.separated : [figure], caption)
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

  /// - Parameter name: The name of a table without a number of its own: `figure-1-data`.
  private mutating func html(_ table: PageTable, named name: String? = nil) -> String {
    if name == nil { tables += 1 }
    let left = table.count - table.rows.count
    let more = left > 0 ? " (the first \(table.rows.count) of \(TextTable.grouped(table.count)) rows)" : ""
    let label = name == nil ? "Table \(tables). " : ""
    let columns = table.columns.map { column -> [String: PageTemplate.Slot] in
      ["heading": .text(column.heading), "isNumber": .flag(column.isNumber)]
    }
    let rows = table.rows.enumerated().map { place, row -> [String: PageTemplate.Slot] in
      let cells = zip(row, table.columns).enumerated().map { place, cell -> [String: PageTemplate.Slot] in
        let isInterval = cell.0.contains(" … ") && !cell.0.contains { "±(".contains($0) } && cell.0.count < 30
        let isPair = cell.1.isNumber && !isInterval && (cell.0.contains { "±…".contains($0) } || cell.0.contains(" ("))
        return [
          "text": .text(cell.0), "isSubject": .flag(place < table.subjects),
          "isNumber": .flag(cell.1.isNumber && !isPair && !isInterval), "isPair": .flag(isPair),
          "isInterval": .flag(isInterval),
        ]
      }
      return [
        "cells": .rows(cells), "isBest": .flag(table.emphases[place] == .best),
        "isCaution": .flag(table.emphases[place] == .caution),
      ]
    }
    return PageTemplates.table.render([
      "id": .trusted(name ?? "table-\(tables)"), "label": .trusted(label),
      "caption": BlockWriter.rich(table.caption + more), "columns": .rows(columns), "rows": .rows(rows),
      "hasNote": .flag(!table.note.isEmpty), "note": BlockWriter.rich(table.note),
    ])
  }

  /// - Parameter parts: The drawings: the figure, or its panels one by one.
  private mutating func html(_ figure: Figure, _ parts: [Figure], _ caption: String) -> String {
    figures += 1
    let drawings = parts.map(drawing)
    let isDrawn = !drawings.contains { $0 == nil }
    let data = PageTable(figure)
    let text =
      PageTemplates.paragraph.render(["text": BlockWriter.rich(figure.description)])
      + html(data, named: "figure-\(figures)-data")
    let content =
      isDrawn
      ? PageTemplates.data.render(["content": .trusted(text)])
      : PageTemplates.paragraph.render(["text": .text("Peach could not draw this figure; its data follow.")]) + text
    let items = zip(parts, drawings).map { part, drawing -> [String: PageTemplate.Slot] in
      [
        "drawing": .trusted(drawing ?? ""), "hasHeading": .flag(parts.count > 1),
        "heading": .text(part.title),
      ]
    }
    return render(
      figure.title, caption, isDrawn ? items : [], content)
  }

  private mutating func html(_ picture: KeyboardPicture) -> String {
    figures += 1
    let drawing = PageTemplate.Slot.trusted(picture.svgElement(id: "keyboard-\(figures)"))
    return render(
      picture.title, "", [["drawing": drawing, "hasHeading": .flag(false), "heading": .text("")]],
      html([.folded("In words", [.text(picture.description)])], under: 2))
  }

  private func render(
    _ title: String, _ caption: String, _ drawings: [[String: PageTemplate.Slot]], _ content: String
  ) -> String {
    PageTemplates.figure.render([
      "id": .trusted("figure-\(figures)"), "label": .trusted("Figure \(figures). "), "title": .text(title),
      "hasCaption": .flag(!caption.isEmpty), "caption": BlockWriter.rich(caption),
      "hasDrawing": .flag(!drawings.isEmpty), "isRow": .flag(drawings.count > 1), "drawings": .rows(drawings),
      "text": .trusted(content),
    ])
  }

  static func span(_ span: PageSpan) -> [String: PageTemplate.Slot] {
    [
      "text": rich(span.text), "isBest": .flag(span.style == .best), "isWarning": .flag(span.style == .warning),
      "isPlain": .flag(span.style == .plain),
    ]
  }

  static func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

  /// Text in which publications are links.
  static func rich(_ text: String) -> PageTemplate.Slot {
    let runs = PageText.runs(PageText.shown(text)).map { run -> [String: PageTemplate.Slot] in
      ["text": .text(run.text), "isIdentifier": .flag(run.isIdentifier)]
    }
    return .trusted(PageTemplates.runs.render(["runs": .rows(runs)]))
  }
}

extension Figure {
  /// A figure for each panel, whose title is that of the panel.
  fileprivate var separated: [Figure] {
    panels.enumerated().map { place, panel in
      var part = self
      part.name = "\(name)-\(place + 1)"
      part.title = panel.title.isEmpty ? title : panel.title
      part.description = words(of: place)
      var own = panel
      own.title = ""
      part.panels = [own]
      return part
    }
  }

  /// The part of the description that is about one panel: `musician: …`; the whole if there is none.
  private func words(of place: Int) -> String {
    let starts = panels.map { description.firstRange(of: $0.title + ": ")?.lowerBound }
    guard let start = starts[place], !panels[place].title.isEmpty else { return description }
    let end = starts.compactMap { $0 }.filter { $0 > start }.min() ?? description.endIndex
    return String(description[start..<end])
  }
}
