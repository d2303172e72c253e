import Foundation
import FoundationXML
import PeachReporting
import PeachStorage
import Testing

/// What gnuplot makes of figures: whole pictures, in which texts are nothing but text.
@Suite struct DrawingTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "peach-\(UUID().uuidString)")

  private static let hostile = [
    "=cmd()|' /C calc'!A0", "<script>alert(1)</script>", "'\"quoted\" 'twice' ''''", "`touch /tmp/peach-pwned`",
    "$(touch /tmp/peach-pwned) @x 100 % %s %n", "two\nlines\r\n", "\u{1b}[31mred\u{1b}]0;title\u{07}",
    "\u{202e}gnirts\u{202c}\u{2066}", "a\\nb\\\\", "שלום עולם", "NaN; system('touch /tmp/peach-pwned')",
    "{/Symbol a}_{b}^c ~x{.8y}", "\u{fffe}\u{0}\u{e000}", "rgb( 17,  17,  17) fill=\"black\" 'black' gpPt1 xlink:href",
    String(repeating: "long ", count: 2000), "e" + String(repeating: "\u{301}", count: 10_000),
  ]

  /// A figure with every mark, whose every text is hostile.
  private static func figure(_ name: String, _ text: String) -> Figure {
    let points = [1.0, 2, 3, 4].map { (place: Double) -> Figure.Datum in
      Figure.Datum(place, place * place, low: place, high: 20 * place, size: 2, text: text)
    }
    let marks: [Figure.Mark] = [
      .disc, .circle, .ring, .cross, .line, .dashedLine, .steps, .band, .interval, .horizontalInterval, .bar,
      .horizontalBar, .horizontalRule, .verticalRule, .contour, .thickInterval, .note, .drop, .zone,
      .cell,
    ]
    let layers = marks.enumerated().map { Figure.Layer("\($0) \(text)", $1, .series($0), points) }
    let numbers = Figure.Panel(
      title: text, x: FigureAxis(text, unit: text), y: FigureAxis(text, scale: .log),
      size: FigureAxis(text, range: .init(from: 0, to: 4)), layers: layers)
    let names = Figure.Panel(
      x: FigureAxis(text, categories: [text, "b", "c", "d", "e"]), y: FigureAxis(text, categories: [text, "2", "3"]),
      layers: [Figure.Layer(text, .horizontalInterval, .ink, points)])
    return Figure(name: name, title: text, description: text, panels: [numbers, names])
  }

  @Test(arguments: hostile) func `hostile text stays text in every picture`(text: String) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let paths = try FigureFiles.write([Self.figure("hostile", text)], to: folder.path, force: false)
    #expect(paths.map { ($0 as NSString).lastPathComponent } == ["hostile.svg", "hostile.pdf", "hostile.png"])
    let (svg, pdf, png) = (
      try String(contentsOfFile: paths[0], encoding: .utf8), try Data(contentsOf: URL(filePath: paths[1])),
      try Data(contentsOf: URL(filePath: paths[2]))
    )
    #expect(pdf.starts(with: Data("%PDF-".utf8)) && pdf.count > 3000)
    #expect(png.starts(with: [0x89, 0x50, 0x4e, 0x47]) && png.count > 3000)
    let inline = SVGPicture(Self.figure("inline", text)).element
    for picture in [svg, inline] {
      let elements = try Elements(picture)
      #expect(elements.names.isDisjoint(with: ["script", "a", "image", "foreignObject", "iframe"]))
      #expect(elements.references.isEmpty)
      #expect(elements.handlers.isEmpty)
      #expect(picture.unicodeScalars.allSatisfy { $0 == "\n" || $0 == "\t" || !$0.properties.isControl })
      #expect(!picture.contains("\u{202e}") && !picture.contains("\u{2066}"))
    }
    #expect(svg.utf8.count < 200_000)
    #expect(!FileManager.default.fileExists(atPath: "/tmp/peach-pwned"))
  }

  @Test func `a picture shows a name unchanged`() throws {
    let name = "a < b & ''c'' \"1\"2 -0.5 % `1`23 \\7 \\n 'black'"
    let datum = [Figure.Datum(1, 1)]
    let panel = Figure.Panel(
      x: FigureAxis("x"), y: FigureAxis("y"),
      layers: [Figure.Layer(name, .disc, .ink, datum), Figure.Layer("other", .cross, .ink, datum)])
    let texts = try Elements(SVGPicture(Figure(name: "n", title: name, description: name, panels: [panel])).element)
      .texts
    #expect(texts.contains(name))
    #expect(texts.contains("x"))
  }

  @Test func `pictures in a page have unique names, a title and a description, and follow its colours`() throws {
    let first = SVGPicture(Self.figure("first", "plain")).element
    let second = SVGPicture(Self.figure("second", "plain")).element
    let (a, b) = (try Elements(first), try Elements(second))
    #expect(a.identifiers.isDisjoint(with: b.identifiers))
    #expect(a.identifiers.allSatisfy { $0.hasPrefix("first-") })
    #expect(a.root["role"] == "img")
    #expect(a.root["aria-labelledby"] == "first-title" && a.identifiers.contains("first-title"))
    #expect(a.root["aria-describedby"] == "first-description" && a.identifiers.contains("first-description"))
    #expect(a.root["viewBox"]?.hasPrefix("0 0 252 ") == true)
    #expect(a.root["width"] == nil)
    #expect(first.contains("var(--series-0,#0072B2)") && first.contains("class=\"s-series-0\""))
    #expect(first.contains("prefers-color-scheme:dark"))
    // Nothing keeps a black or a white of its own.
    #expect(a.colours.subtracting(a.classed).isSubset(of: ["none"]))
    #expect(!first.contains("black"))
  }

  @Test func `a file has a white background, or a black one on request`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try FigureFiles.write([Self.figure("file", "plain")], to: folder.path, force: false)
    let svg = try String(contentsOf: folder.appending(path: "file.svg"), encoding: .utf8)
    #expect(svg.hasPrefix("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<svg "))
    #expect(svg.contains("<rect class=\"ground\" width=\"252\""))
    #expect(svg.contains(".peach-file .ground{fill:#121212}"))
  }

  @Test func `files are replaced only on request`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let figure = Self.figure("taken", "plain")
    try FigureFiles.write([figure], to: folder.path, force: false)
    let before = try Data(contentsOf: folder.appending(path: "taken.svg"))
    let error = #expect(throws: RecordsError.self) {
      try FigureFiles.write([Self.figure("taken", "other")], to: folder.path, force: false)
    }
    #expect(error?.description == "\(folder.path)/taken.svg: exists already\n  hint: add --force to replace it")
    #expect(try Data(contentsOf: folder.appending(path: "taken.svg")) == before)
    try FigureFiles.write([Self.figure("taken", "other")], to: folder.path, force: true)
    #expect(try Data(contentsOf: folder.appending(path: "taken.svg")) != before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 3)
  }

  @Test func `nothing is written where one picture cannot be`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(
      at: folder.appending(path: "second.png"), withIntermediateDirectories: true)
    #expect(throws: RecordsError.self) {
      try FigureFiles.write(
        [Self.figure("first", "plain"), Self.figure("second", "plain")], to: folder.path, force: true)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["second.png"])
  }

  @Test func `a gnuplot that is missing, fails or takes too long is reported`() {
    func message(_ script: String, program: String = "gnuplot", patience: Double = 20) -> String? {
      #expect(throws: FigureError.self) { try Gnuplot.run(script, program: program, patience: patience) }?.description
    }
    #expect(
      message("", program: "no-such-gnuplot")
        == "the program gnuplot, which draws the figures, is not installed\n  hint: sudo apt install gnuplot-nox; "
        + "SVG, reports and tables need no gnuplot"
    )
    #expect(
      message("pause 20", patience: 0.1)
        == "gnuplot, which draws the figures, did not finish within 0.1 s; run the command again when the computer is "
        + "less busy")
    #expect(message("nonsense\n") == "gnuplot cannot draw a figure: line 0: invalid command")
  }

  @Test func `a figure without data is empty axes`() throws {
    let empty = Figure.Panel(x: FigureAxis("x", scale: .log), y: FigureAxis("y"), layers: [])
    let odd = Figure.Panel(
      x: FigureAxis("x", scale: .log), y: FigureAxis("y"),
      layers: [Figure.Layer("a", .line, .ink, [.init(-1, .nan), .init(nil, 2), .init(0, .infinity)])])
    let texts = try Elements(
      SVGPicture(Figure(name: "empty", title: "t", description: "d", panels: [empty, odd])).element
    ).texts
    #expect(texts.filter { $0 == "x" }.count == 2)
  }
}

extension Unicode.Scalar.Properties {
  fileprivate var isControl: Bool { generalCategory == .control }
}

/// What an SVG consists of; throws where it is not well-formed.
final class Elements: NSObject, XMLParserDelegate {
  var names: Set<String> = []
  var root: [String: String] = [:]
  var identifiers: Set<String> = []
  var references: [String] = []
  var handlers: [String] = []
  var texts: [String] = []
  var colours: Set<String> = []
  /// Colours of elements with a class of ours.
  var classed: Set<String> = []
  private var text = ""

  struct Malformed: Error { var reason: String }

  init(_ picture: String) throws {
    super.init()
    let parser = XMLParser(data: Data(picture.utf8))
    parser.delegate = self
    guard parser.parse() else { throw Malformed(reason: "\(String(describing: parser.parserError))") }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String] = [:]
  ) {
    if names.isEmpty { root = attributes }
    names.insert(name)
    if let identifier = attributes["id"] {
      if !identifiers.insert(identifier).inserted { parser.abortParsing() }
    }
    for key in ["href", "xlink:href", "src"] { if let value = attributes[key] { references.append(value) } }
    handlers += attributes.keys.filter { $0.hasPrefix("on") }
    for key in ["fill", "stroke", "color"] {
      guard let colour = attributes[key] else { continue }
      colours.insert(colour)
      if attributes["class"]?.contains(/^[fs]-/) == true { classed.insert(colour) }
    }
    text = ""
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    if name == "text" { texts.append(text.trimmingCharacters(in: .whitespaces)) }
  }
}
