import Configuration
import Figures
import Foundation
import Reports
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
            .text(text), .facts([PageFact(text, text)]), .list([text]), .table(table), .figure(figure),
            .commands([text]), .part(text, [.text(text)]), .folded(text, [.text(text)]),
          ])
      ], data: .mapping([.init(text, .text(text))]))
    let html = HTMLPage(page, program: text) { _ in nil }.html
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
        <caption id="table-1">Runs</caption>
        <thead><tr><th scope="col">strategy</th><th scope="col" class="number">n</th></tr></thead>
        <tbody>
        <tr><th scope="row">kazez</th><td class="number">12</td></tr>
        </tbody>
        </table>
        </div>

        """)
  }

  @Test func `a long table shows its first rows and their number`() {
    var table = PageTable("Runs", [PageTable.Column("run")], most: 3)
    for run in 1...2000 { table.add([String(run)]) }
    let html = Self.section(Self.html([.table(table)]))
    #expect(html.contains("<caption id=\"table-1\">Runs (the first 3 of 2 000 rows)</caption>"))
    #expect(html.ranges(of: "scope=\"row\"").count == 3)
  }

  @Test func `a figure without its picture is its words and its table; with one these are folded`() {
    let words = """
      <p>They fall from 9 to 3.</p>
      <div class="table" role="group" aria-labelledby="table-1" tabindex="0">
      <table>
      <caption id="table-1">Data: Levels</caption>
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
        <figcaption>Levels</figcaption>
        <p>Peach could not draw this figure; its data follow.</p>
        \(words)

        </figure>

        """)
    #expect(
      Self.section(Self.html([.figure(Self.figure)], drawing: "<svg/>")) == """
        <figure id="figure-1">
        <figcaption>Levels</figcaption>
        <div class="drawing">
        <svg/>
        </div>
        <details>
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
