import Foundation
import Testing

/// Parsers of others: Python's own, gnuplot, shells, groff and the one of DocC.
enum Parsers {
  private static let script = #"""
    import ast, csv, html.parser, io, json, sys, urllib.parse, xml.etree.ElementTree as tree

    mode, source = sys.argv[1], open(sys.argv[2], encoding="utf-8", newline="").read()


    class Page(html.parser.HTMLParser):
        """The text of each element by its name, and all that could do something."""
        VOID = {"meta", "link", "img", "br", "hr", "input", "base"}

        def __init__(self):
            super().__init__(convert_charrefs=True)
            self.open, self.found = [], {"tags": [], "attributes": [], "texts": {}}

        def handle_starttag(self, tag, attributes):
            self.found["tags"].append(tag)
            self.found["attributes"] += [f"{tag} {name}" for name, _ in attributes]
            if tag not in self.VOID:
                self.open.append((tag, []))

        def handle_startendtag(self, tag, attributes):
            self.handle_starttag(tag, attributes)
            self.handle_endtag(tag)

        def handle_endtag(self, tag):
            if self.open and self.open[-1][0] == tag:
                _, pieces = self.open.pop()
                self.found["texts"].setdefault(tag, []).append("".join(pieces))

        def handle_data(self, data):
            for _, pieces in self.open:
                pieces.append(data)

        def handle_comment(self, data):
            self.found["tags"].append("!--")


    def bibtex(text):
        """The fields of an entry: braces count, whatever stands before them."""
        found, depth, start = [], 0, 0
        for place, sign in enumerate(text):
            if sign == "{":
                depth += 1
                start = place + 1 if depth == 2 else start
            elif sign == "}":
                depth -= 1
                if depth == 1:
                    found.append(text[start:place])
        assert depth == 0
        commands = {"textbackslash{}": "\\", "textbraceleft{}": "{", "textbraceright{}": "}", "textasciitilde{}": "~",
                    "textasciicircum{}": "^", "&": "&", "%": "%", "$": "$", "#": "#", "_": "_"}

        def plain(value):
            result, place = "", 0
            while place < len(value):
                if value[place] == "\\":
                    name = next(name for name in commands if value.startswith(name, place + 1))
                    result, place = result + commands[name], place + 1 + len(name)
                else:
                    assert value[place] not in "%$#&_~^", value
                    result, place = result + value[place], place + 1
            return result
        return [plain(value[1:-1] if value.startswith("{") and value.endswith("}") and value != "{}" else value)
                for value in found]


    def page():
        parser = Page()
        parser.feed(source)
        parser.close()
        return parser.found


    def svg():
        root = tree.fromstring(source)
        return {"tags": [e.tag.split("}")[-1] for e in root.iter()],
                "attributes": sorted({name for e in root.iter() for name in e.attrib}),
                "texts": {name: ["".join(e.itertext()) for e in root.iter() if e.tag.split("}")[-1] == name]
                          for name in ("text", "title", "desc")}}


    csv.field_size_limit(1 << 30)
    reads = {
        "csv": lambda: list(csv.reader(io.StringIO(source, newline=""), strict=True)),
        "tsv": lambda: list(csv.reader(io.StringIO(source, newline=""), delimiter="\t", strict=True)),
        "json": lambda: json.loads(source),
        "query": lambda: [value for _, value in urllib.parse.parse_qsl(source, True, True)],
        "pairs": lambda: json.loads(source, object_pairs_hook=lambda pairs: [part for pair in pairs for part in pair]),
        "python": lambda: ast.literal_eval(source),
        "notebook": lambda: [ast.dump(ast.parse("".join(cell["source"])))[:9] for cell in json.loads(source)["cells"]
                             if cell["cell_type"] == "code"],
        "html": page, "svg": svg, "bibtex": lambda: bibtex(source),
    }
    json.dump(reads[mode](), sys.stdout)
    """#

  /// What Python's parser of a language makes of a document.
  static func python(_ mode: String, _ document: String) throws -> Any {
    let workshop = try Workshop()
    try workshop.write("parse.py", script)
    try workshop.write("document", document)
    let outcome = try workshop.shell("python3 parse.py \(mode) document")
    #expect(outcome.status == 0, "\(outcome.error)")
    return try JSONSerialization.jsonObject(with: Data(outcome.output.utf8), options: .fragmentsAllowed)
  }

  static func rows(_ mode: String, _ document: String) throws -> [[String]] {
    try #require(python(mode, document) as? [[String]])
  }

  /// The texts of a page or a picture, by their elements, and what else is in it.
  struct Elements {
    var tags: [String]
    var attributes: [String]
    var texts: [String: [String]]

    init(_ mode: String, _ document: String) throws {
      let found = try #require(Parsers.python(mode, document) as? [String: Any])
      tags = try #require(found["tags"] as? [String])
      attributes = try #require(found["attributes"] as? [String])
      texts = try #require(found["texts"] as? [String: [String]])
    }
  }

  /// The words that a shell makes of each line, and nothing is run.
  static func words(_ lines: [String], shell: String) throws -> [String] {
    let workshop = try Workshop()
    try workshop.write("words.sh", lines.map { "printf '%s\\0' \($0)\n" }.joined())
    let outcome = try workshop.shell("\(shell) ./words.sh")
    #expect(outcome.status == 0 && outcome.error.isEmpty, "\(shell): \(outcome.error.prefix(400))")
    #expect(try workshop.files == ["words.sh"])
    return outcome.output.unicodeScalars.split(separator: "\0", omittingEmptySubsequences: false).dropLast()
      .map { String(String.UnicodeScalarView($0)) }
  }

  /// What gnuplot prints of each of its strings.
  static func gnuplot(_ strings: [String]) throws -> [String] {
    let workshop = try Workshop()
    try workshop.write(
      "strings.gp",
      "set encoding utf8\nset print '-'\n" + strings.map { "print \($0)\nprint '<<END>>'\n" }.joined())
    let outcome = try workshop.shell("gnuplot -d strings.gp")
    #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome.error.prefix(400))")
    #expect(try workshop.files == ["strings.gp"])
    return outcome.output.utf8.split(on: "\n<<END>>\n").dropLast()
  }

  /// The lines of a page of the manual; `nil` where no groff is installed.
  static func groff(_ lines: [String]) throws -> [String]? {
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/groff") else { return nil }
    let workshop = try Workshop()
    try workshop.write("page", ".ll 20000n\n.pl 30000v\n.nf\n.nh\n" + lines.map { $0 + "\n" }.joined())
    let outcome = try workshop.shell("groff -Tutf8 -Kutf8 -P-cbou page")
    #expect(outcome.status == 0, "\(outcome.error)")
    return Array(outcome.output.utf8.split(on: "\n").prefix(lines.count)).map { line in
      line.unicodeScalars.reduce(into: "") { $0 += $1 == "\u{2212}" ? "-" : String($1) }
    }
  }

  /// What DocC's parser makes of paragraphs of Markdown: their texts, and `nil` of those that have anything but text.
  static func markdown(_ paragraphs: [String]) throws -> [String?] {
    let content = try markdownContent(
      "# Writers\n\nAn abstract.\n\n## Texts\n\n" + paragraphs.map { $0 + "\n\n" }.joined())
    return content.dropFirst().map { $0["type"] as? String == "paragraph" ? text($0["inlineContent"]) : nil }
  }

  /// The cells of tables in Markdown, row by row.
  static func markdownCells(_ table: String) throws -> [[String?]] {
    let content = try markdownContent("# Writers\n\nAn abstract.\n\n## Texts\n\n" + table)
    return content.filter { $0["type"] as? String == "table" }.flatMap { table -> [[String?]] in
      (table["rows"] as? [[Any]] ?? []).map { row in
        row.map { cell in
          let blocks = cell as? [[String: Any]] ?? []
          return blocks.isEmpty ? "" : blocks.count == 1 ? text(blocks[0]["inlineContent"]) : nil
        }
      }
    }
  }

  static func markdownContent(_ document: String) throws -> [[String: Any]] {
    let workshop = try Workshop()
    try FileManager.default.createDirectory(atPath: workshop.path("C.docc"), withIntermediateDirectories: true)
    try workshop.write("C.docc/Writers.md", document)
    let outcome = try workshop.shell("docc convert C.docc --output-path out")
    #expect(outcome.status == 0, "\(outcome.error)")
    let page = try #require(
      JSONSerialization.jsonObject(with: workshop.read("out/data/documentation/writers.json")) as? [String: Any])
    let sections = page["primaryContentSections"] as? [[String: Any]]
    return try #require(sections?.first?["content"] as? [[String: Any]])
  }

  /// A text as it is typed: DocC sets quotation marks, dashes and ellipses of its own.
  static func typed(_ text: String) -> String {
    let typed: [Unicode.Scalar: String] = [
      "\u{201c}": "\"", "\u{201d}": "\"", "\u{2018}": "'", "\u{2019}": "'", "\u{2013}": "--", "\u{2014}": "---",
      "\u{2026}": "...",
    ]
    return text.unicodeScalars.reduce(into: "") { $0 += typed[$1] ?? String($1) }
  }

  private static func text(_ inline: Any?) -> String? {
    let pieces = inline as? [[String: Any]] ?? []
    guard pieces.allSatisfy({ $0["type"] as? String == "text" }) else { return nil }
    return typed(pieces.compactMap { $0["text"] as? String }.joined())
  }
}

extension String.UTF8View {
  /// The texts between separators, divided at bytes.
  func split(on separator: String) -> [String] {
    let (bytes, mark) = (Array(self), Array(separator.utf8))
    var (parts, start, place): ([String], Int, Int) = ([], 0, 0)
    while place + mark.count <= bytes.count {
      if bytes[place] == mark[0], bytes[place..<place + mark.count].elementsEqual(mark) {
        parts.append(String(decoding: bytes[start..<place], as: UTF8.self))
        place += mark.count
        start = place
      } else {
        place += 1
      }
    }
    return parts + [String(decoding: bytes[start...], as: UTF8.self)]
  }
}
