import Foundation
import PeachReporting
import PeachSupport
import Testing

/// A page as a file: whole, harmless, and with everything that those who do not see it need.
@Suite struct HTMLPageTests {
  private static let figure = Figure(
    name: "levels", title: "Levels", description: "They fall from 9 to 3.",
    panels: [
      Figure.Panel(
        x: FigureAxis("trial"), y: FigureAxis("level", unit: "dB"),
        layers: [Figure.Layer("staircase", .line, .ink, [.init(1, 9), .init(2, 3.25)])])
    ])

  private static func html(
    _ blocks: [PageBlock], title: String = "A title", data: Value = .mapping([]), drawing: String? = nil
  ) -> String {
    let page = ReportPage(
      kind: "test report", title: title, lead: "A lead.", sections: [PageSection("First", blocks)], data: data)
    return HTMLPage(page, program: "peach 9.9.9") { _ in drawing }.html
  }

  /// The part of a page between the heading of its section and its end.
  private static func section(_ html: String) -> String {
    let start = html.firstRange(of: "First</h2>\n")?.upperBound ?? html.startIndex
    return String(html[start..<(html.firstRange(of: "\n</section>")?.lowerBound ?? html.endIndex)])
  }

  /// What a name of somebody else may hold.
  private static let hostile = [
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(2)>", "' onmouseover='alert(3)", "</script><b>",
    "<!--", "]]>", "{{{data}}}", "{{title}}", "=cmd()", "&lt;i&gt;", "a\u{1b}[31mred", "right\u{202e}left",
    "two\nlines\r", "nul\u{0}", "no\u{fffe}character", "javascript:alert(4)", "doi:javascript:alert(5)",
    String(repeating: "long", count: 2560),
  ]

  @Test(arguments: hostile) func `hostile text stays text everywhere`(text: String) {
    var table = PageTable(text, [PageTable.Column(text), PageTable.Column(text, isNumber: true)])
    table.add([text, text])
    var figure = Self.figure
    figure.title = text
    figure.description = text
    figure.panels[0].layers[0].name = text
    let page = ReportPage(
      kind: text, title: text, lead: text,
      sections: [
        PageSection(
          text,
          [
            .text(text), .facts([PageFact(text, text)]), .list([text]), .table(table), .figure(figure, caption: text),
            .panels(figure, caption: text), .note(text), .row([.table(table)]), .commands([text]),
            .part(text, [.text(text)]), .folded(text, [.text(text)]),
          ])
      ], data: .mapping([.init(text, .text(text))]))
    var whole = page
    whole.scope = [text]
    whole.lead = [[PageSpan(text, .best), PageSpan(text, .warning), PageSpan(text)]]
    whole.result = [.text(text)]
    let html = HTMLPage(whole, program: text) { _ in nil }.html
    let plain = Self.html([])
    // As many elements that could do something as a page without it.
    for element in ["<script", "</script", "<style", "<meta", "<!"] {
      #expect(html.ranges(of: element).count == plain.ranges(of: element).count, "\(element)")
    }
    #expect(!html.contains("<img") && !html.contains("<b>"))

    #expect(html.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && $0.value != 0x7f && $0 != "\u{202e}" })
    #expect(html.unicodeScalars.allSatisfy { $0 != "\u{fffe}" })
    let addresses = html.matches(of: /(?:href|src)="(?<address>[^"]*)"/).map { String($0.output.address) }
    #expect(addresses.allSatisfy { $0.hasPrefix("#") || $0.hasPrefix("https://doi.org/10.") })
    #expect(!html.contains("url(") && !html.contains("@import"))
  }

  @Test func `the data for programs reads back unchanged`() throws {
    for text in Self.hostile {
      let html = Self.html([], data: .mapping([.init("name", .text(text))]))
      let block = try #require(
        html.firstMatch(of: /<script type="application\/json" id="peach-report">\n(?<json>[\s\S]*?)\n<\/script>/))
      let read = try JSONDecoder().decode([String: String].self, from: Data(block.output.json.utf8))
      #expect(read == ["name": text])
    }
  }

  @Test func `a table has a caption, headings with a scope, and row headings`() {
    var table = PageTable("Runs", [PageTable.Column("strategy"), PageTable.Column("n", isNumber: true)])
    table.add(["kazez", "12"])
    #expect(
      Self.section(Self.html([.table(table)])) == """
        <div class="table" role="group" aria-labelledby="table-1" tabindex="0">
        <table>
        <caption id="table-1">Table 1. Runs</caption>
        <thead><tr><th scope="col">strategy</th><th scope="col" class="number">n</th></tr></thead>
        <tbody>
        <tr><th scope="row">kazez</th><td class="number">12</td></tr>
        </tbody>
        </table>
        </div>

        """)
  }

  @Test func `rows are marked as best or as misleading, and definitions stand below the table`() {
    var table = PageTable("Runs", [PageTable.Column("strategy"), PageTable.Column("error", isNumber: true)])
    table.note = "error: root mean square."
    table.add(["a", "1.2 ±0.1"], .best)
    table.add(["(b)", "(3 %)"], .caution)
    let html = Self.section(Self.html([.table(table)]))
    #expect(html.contains("<tr class=\"best\"><th scope=\"row\">a</th><td class=\"number pair\">1.2 ±0.1</td></tr>"))
    #expect(html.contains("<tr class=\"caution\"><th scope=\"row\">(b)</th><td class=\"number\">(3 %)</td></tr>"))
    #expect(html.contains("</div>\n<p class=\"note\">error: root mean square.</p>\n"))
  }

  @Test func `figures and tables have numbers of their own, and the data of a figure has none`() {
    let table = PageTable("Runs", [PageTable.Column("run")])
    let html = Self.html(
      [
        .figure(Self.figure, caption: "Marks."), .table(table), .folded("more", [.figure(Self.figure), .table(table)]),
      ],
      drawing: "<svg/>")
    #expect(
      html.matches(of: /<(?:caption id="[^"]*"|strong)>(?<text>[^<]*)/).map { String($0.output.text) } == [
        "Figure 1. Levels.", "Data: Levels", "Table 1. Runs", "Figure 2. Levels.", "Data: Levels", "Table 2. Runs",
      ])
  }

  @Test func `the panels of a figure stand next to each other, each with its own title and words`() {
    var figure = Self.figure
    figure.description = "Two staircases. left: falls. right: rises."
    figure.panels.append(figure.panels[0])
    figure.panels[0].title = "left"
    figure.panels[1].title = "right"
    let page = ReportPage(
      kind: "test", title: "t", lead: "", sections: [PageSection("First", [.panels(figure, caption: "Both.")])],
      data: .mapping([]))
    var drawn: [Figure] = []
    let html = HTMLPage(page, program: "peach") { figure in
      drawn.append(figure)
      return "<svg/>"
    }.html
    #expect(drawn.map(\.name) == ["levels-1", "levels-2"])
    #expect(drawn.map(\.title) == ["left", "right"])
    #expect(drawn.map(\.description) == ["left: falls. ", "right: rises."])
    #expect(drawn.allSatisfy { $0.panels.count == 1 && $0.panels[0].title.isEmpty })
    #expect(html.contains("<div class=\"drawings row\">"))
    #expect(html.contains("<p class=\"panel\">left</p>") && html.contains("<p class=\"panel\">right</p>"))
    #expect(html.ranges(of: "<figcaption>").count == 1)
  }

  @Test func `the result stands before the list of sections, and emphasis is marked`() throws {
    var page = ReportPage(
      kind: "test report", title: "t", lead: [[PageSpan("a", .best), PageSpan(" beats "), PageSpan("b", .warning)]],
      sections: [PageSection("First", [])], data: .mapping([]))
    page.scope = ["name", "12 runs"]
    page.result = [.text("found")]
    let html = HTMLPage(page, program: "peach") { _ in nil }.html
    #expect(html.contains("<p class=\"kind\">Test report · name · 12 runs</p>"))
    #expect(
      html.contains(
        "<p class=\"lead\"><strong class=\"best\">a</strong> beats <strong class=\"caution\">b</strong></p>"))
    let (found, list) = (html.firstRange(of: "<p>found</p>"), html.firstRange(of: "<nav"))
    #expect(try #require(found).lowerBound < #require(list).lowerBound)
  }

  @Test func `what is folded is printed, but for the data of figures`() {
    let html = Self.html([.figure(Self.figure), .folded("more", [.text("text")])], drawing: "<svg/>")
    #expect(html.contains("details::details-content { content-visibility: visible; block-size: auto; }"))
    #expect(html.contains("details.data { display: none; }"))
    #expect(html.contains("<details class=\"data\">\n<summary>In words, and its data</summary>"))
    #expect(html.contains("<details>\n<summary>more</summary>"))
    // A caption that avoids a break binds its figure to the next one, and both leave the page.
    #expect(html.matches(of: /figcaption[^}]*break-after: avoid/).isEmpty)
    // The caption is not folded.
    let section = Self.section(html)
    #expect(section.firstRange(of: "<figcaption>")!.lowerBound < section.firstRange(of: "<details")!.lowerBound)
  }

  @Test func `a long table shows its first rows and their number`() {
    var table = PageTable("Runs", [PageTable.Column("run")], most: 3)
    for run in 1...2000 { table.add([String(run)]) }
    let html = Self.section(Self.html([.table(table)]))
    #expect(html.contains("<caption id=\"table-1\">Table 1. Runs (the first 3 of 2 000 rows)</caption>"))
    #expect(html.ranges(of: "scope=\"row\"").count == 3)
  }

  @Test func `a figure without its picture is its words and its table; with one these are folded`() {
    let words = """
      <p>They fall from 9 to 3.</p>
      <div class="table" role="group" aria-labelledby="figure-1-data" tabindex="0">
      <table>
      <caption id="figure-1-data">Data: Levels</caption>
      <thead><tr><th scope="col">series</th><th scope="col" class="number">trial</th>\
      <th scope="col" class="number">level (dB)</th></tr></thead>
      <tbody>
      <tr><th scope="row">staircase</th><td class="number">1</td><td class="number">9</td></tr>
      <tr><th scope="row">staircase</th><td class="number">2</td><td class="number">3.250</td></tr>
      </tbody>
      </table>
      </div>
      """
    #expect(
      Self.section(Self.html([.figure(Self.figure)])) == """
        <figure id="figure-1">
        <figcaption><strong>Figure 1. Levels.</strong></figcaption>
        <p>Peach could not draw this figure; its data follow.</p>
        \(words)

        </figure>

        """)
    #expect(
      Self.section(Self.html([.figure(Self.figure)], drawing: "<svg/>")) == """
        <figure id="figure-1">
        <figcaption><strong>Figure 1. Levels.</strong></figcaption>
        <div class="drawings">
        <div class="drawing">
        <svg/>
        </div>
        </div>
        <details class="data">
        <summary>In words, and its data</summary>
        \(words)

        </details>

        </figure>

        """)
  }

  @Test func `headings go down in order, and publications are links`() {
    let html = Self.section(
      Self.html([.part("Second", [.part("Third", [.text("Levitt (1971), doi:10.1121/1.1912375.")])])]))
    #expect(
      html == """
        <h3>Second</h3>
        <h4>Third</h4>
        <p>Levitt (1971), <a href="https://doi.org/10.1121/1.1912375">doi:10.1121/1.1912375</a>.</p>

        """)
  }

  @Test func `sections with the same name have different addresses`() {
    let page = ReportPage(
      kind: "test", title: "t", lead: "",
      sections: [PageSection("Data", []), PageSection("data!", []), PageSection("日", [])],
      data: .mapping([]))
    let html = HTMLPage(page, program: "peach") { _ in nil }.html
    let ids = html.matches(of: /\sid="(?<id>[^"]*)"/).map { String($0.output.id) }
    #expect(
      ids == ["main", "data", "data-heading", "data-2", "data-2-heading", "section", "section-heading", "peach-report"])
  }
}
