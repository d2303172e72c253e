import Foundation
import PeachAnalysis
import PeachExperiments
import PeachPitch
import PeachReporting
import PeachSimulation
import PeachStorage
import PeachSupport
import PeachTrials
import Testing

/// One way in which Peach writes texts of others into another language.
struct Writer: Sendable, CustomTestStringConvertible {
  var name: String
  /// The files that take part in it, below `Sources`.
  var files: [String]
  /// How many texts are written and read at once in the long form.
  var most: Int
  /// Writes texts, and reads them with the parser of somebody else.
  ///
  /// - Returns: What does not come back, in words.
  var problems: @Sendable ([String]) async throws -> [String]

  var testDescription: String { name }

  init(
    _ name: String, _ files: [String], most: Int = .max,
    _ problems: @escaping @Sendable ([String]) async throws -> [String]
  ) {
    self.name = name
    self.files = files
    self.most = most
    self.problems = problems
  }

  /// What differs between texts and what was read of them.
  static func differences(_ read: [String?], _ texts: [String], _ expected: (String) -> String = { $0 }) -> [String] {
    guard read.count == texts.count else { return ["\(read.count) texts were read, \(texts.count) were written"] }
    return zip(read, texts).compactMap { read, text in
      let wanted = expected(text)
      if let read, read.unicodeScalars.elementsEqual(wanted.unicodeScalars) { return nil }
      return "\(scalars(text)) came back as \(read.map(scalars) ?? "markup") instead of \(scalars(wanted))"
    }
  }

  static func scalars(_ text: String) -> String {
    text.unicodeScalars.map { $0.value > 0x20 && $0.isASCII ? String($0) : "<\(String($0.value, radix: 16))>" }.joined()
  }

  // MARK: What becomes of texts that a language cannot have

  /// Control characters, direction marks and code points that are no characters are shown, as on a terminal.
  static func shown(_ text: String) -> String {
    SafeText.line(text).unicodeScalars.reduce(into: "") { result, scalar in
      if scalar.properties.isNoncharacterCodePoint {
        result += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }

  /// A field as a spreadsheet reads it: no formula, if our reader takes an apostrophe away from it.
  static func isField(_ field: String, of text: String) -> Bool {
    let scalars = text.unicodeScalars.elementsEqual(field.unicodeScalars)
    return scalars ? !isRun(field) : ("'" + text).unicodeScalars.elementsEqual(field.unicodeScalars)
  }

  /// Whether a spreadsheet may run a field, in the strictest reading: behind anything that is not seen.
  private static func isRun(_ field: String) -> Bool {
    if Double(field) != nil { return false }
    let visible = field.unicodeScalars.drop { scalar in
      if "\t\r\n".unicodeScalars.contains(scalar) { return false }
      return scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint || scalar == "\u{d4e}"
        || [.control, .format, .nonspacingMark].contains(scalar.properties.generalCategory)
    }
    return visible.first.map { "=+-@\t\r\n＝＋－＠".unicodeScalars.contains($0) } ?? false
  }

  static func fieldProblems(_ fields: [String], _ texts: [String]) -> [String] {
    guard fields.count == texts.count else { return ["\(fields.count) fields were read, \(texts.count) were written"] }
    return zip(fields, texts).compactMap { isField($0, of: $1) ? nil : "\(scalars($1)) came back as \(scalars($0))" }
  }
}

extension Writer {
  /// All there are. A file that writes a language and is in none of them fails `WritersTests`.
  static let all: [Writer] = languages + documents

  /// The functions of `Escaping`, each by itself.
  static let languages: [Writer] = [
    Writer("html", []) { texts in
      let document = texts.map { "<p title=\"\(Escaping.html($0))\">\(Escaping.html($0))</p>\n" }.joined()
      let page = try Parsers.Elements("html", document)
      return differences(page.texts["p"] ?? [], texts, allowed)
        + (Set(page.tags) == ["p"] && Set(page.attributes) == ["p title"] ? [] : ["other elements: \(Set(page.tags))"])
    },
    Writer("xml", []) { texts in
      let document = "<svg>" + texts.map { "<text title='\(Escaping.xml($0))'>\(Escaping.xml($0))</text>" }.joined()
      let picture = try Parsers.Elements("svg", document + "</svg>")
      return differences(picture.texts["text"] ?? [], texts, allowed)
        + (Set(picture.tags) == ["svg", "text"] ? [] : ["other elements: \(Set(picture.tags))"])
    },
    Writer("gnuplot", []) { texts in
      differences(try Parsers.gnuplot(texts.map { Escaping.gnuplot($0) }), texts) {
        $0.unicodeScalars.reduce(into: "") { $0 += $1 == "\0" ? "\\u{0}" : String($1) }
      }
    },
    Writer("shell", ["PeachSupport/Configuration/SafeText.swift"]) { texts in
      let words = texts.map(Escaping.shell)
      return try ["/bin/sh", "bash"].flatMap { shell in
        differences(try Parsers.words(words, shell: shell), texts, SafeText.line).map { "\(shell): \($0)" }
      }
    },
    Writer("csv", ["PeachReporting/Reports/CSV.swift"]) { texts in
      let document = texts.map { CSV.line([.integer(-3), .text($0), .number(-0.5)]) }.joined()
      let rows = try Parsers.rows("csv", CSV.header(["=a", "text", "c"]) + document)
      let own = try DelimitedText("a,b,c\n" + document, file: "x.csv")
      return fieldProblems(rows.dropFirst().map { $0.count == 3 ? $0[1] : "\($0.count) fields" }, texts)
        + differences(own.rows.map { $0.fields[1] }, texts)
        + (rows.dropFirst().allSatisfy { $0.first == "-3" && $0.last == "-0.5" } ? [] : ["numbers are no numbers"])
        + fieldProblems(try Parsers.rows("csv", CSV.header(["x"] + texts))[0], ["x"] + texts)
    },
    Writer("tsv", []) { texts in
      let document = texts.map { Escaping.tsv($0) + "\t1\n" }.joined()
      let rows = try Parsers.rows("tsv", document)
      var reader = DelimitedReader(file: "x.tsv", format: DelimitedFormat(.tab))
      let own = try reader.take(Array(("a\tb\n" + document).utf8), isLast: true)
      try reader.check()
      return fieldProblems(rows.map { $0.count == 2 ? $0[0] : "\($0.count) fields" }, texts)
        + differences((0..<own.count).map { own[$0, 0] }, texts)
    },
    Writer("query", ["PeachServer/Sessions/PageServices.swift"]) { texts in
      let address = "a=1&" + texts.enumerated().map { "t\($0)=\(Escaping.query($1))" }.joined(separator: "&")
      let read = try #require(Parsers.python("query", address) as? [String])
      return differences(read, ["1"] + texts)
    },
    Writer("json", ["PeachSupport/Configuration/Value.swift"]) { texts in
      let document = "[" + texts.map(Escaping.json).joined(separator: ",\n") + "]"
      let read = try #require(Parsers.python("json", document) as? [String])
      let mapping = Value.mapping(texts.map { .init($0, .text($0)) }).json(indent: 1)
      let pairs = try #require(Parsers.python("pairs", mapping) as? [String])
      // Experiments are stored as JSON and read by libYAML.
      let whole = texts.joined(separator: " \u{b7} ")
      let experiment = Experiments.comparison().replacing("seed:", with: "question: \(Escaping.json(whole))\nseed:")
      let question = try Experiment.parse(experiment, file: "x.yaml").plan.resolved["question"]?.word
      return differences(read, texts) + differences(pairs, texts.flatMap { [$0, $0] })
        + differences([question], [whole])
    },
    Writer("scriptJSON", ["PeachReporting/Reports/Pages/PageText.swift"]) { texts in
      let json = Escaping.scriptJSON(Value.textList(texts).json())
      let page = try Parsers.Elements("html", "<script type=\"application/json\">\n\(json)\n</script><p>end</p>")
      let read = try #require(Parsers.python("json", page.texts["script"]?.first ?? "") as? [String])
      return differences(read, texts) + (page.tags == ["script", "p"] ? [] : ["other elements: \(page.tags)"])
    },
    Writer("markdown", [], most: 5000) { texts in
      // A word before it, because DocC knows instructions that begin with @.
      differences(try Parsers.markdown(texts.map { "x \(Escaping.markdown($0)) y" }), texts.map { "x \($0) y" }) {
        $0.unicodeScalars.reduce(into: "") { result, scalar in
          let isEnd = ["\n", "\r", "\t", "\u{85}", "\u{2028}", "\u{2029}"].contains(scalar)
          result += isEnd ? " " : withoutMark(allowed(String(scalar)))
        }
      }
        + differences(
          try Parsers.markdown(texts.filter(isParagraph).map(Escaping.markdown)).map { $0.map(trimmed) },
          texts.filter(isParagraph)
        ) { trimmed(withoutMark(allowed($0))) }
    },
    Writer("bibTeX", ["PeachReporting/Reports/Methods/ReferenceText.swift"]) { texts in
      try texts.enumerated().flatMap { place, text -> [String] in
        guard place < 400 else { return [] }
        let entry = Reference([text], 2001, text, text, doi: text).bibTeX
        let fields = try #require(Parsers.python("bibtex", entry) as? [String])
        let wanted = text.unicodeScalars.reduce(into: "") {
          $0 += !["\t", "\n", "\r"].contains($1) && allowed(String($1)) == String($1) ? String($1) : " "
        }
        return differences(fields, [wanted, wanted, "2001", wanted, wanted])
      }
    },
    Writer("python", []) { texts in
      let document = "[" + texts.map(Escaping.python).joined(separator: ", ") + "]"
      return differences(try #require(Parsers.python("python", document) as? [String]), texts)
        + (document.utf8.allSatisfy { 0x20...0x7e ~= $0 } ? [] : ["it is not ASCII"])
    },
    Writer("roff", ["PeachCommands/Shell/ManualPage.swift"]) { texts in
      let texts = texts.filter { $0.unicodeScalars.first != " " }
      guard let lines = try Parsers.groff(texts.map { Escaping.roff($0) + ";" }) else { return [] }
      return differences(lines, texts) { text in
        text.unicodeScalars.reduce(into: "") { result, scalar in
          result += ["\n", "\r", "\t"].contains(scalar) ? " " : allowed(String(scalar))
        } + ";"
      }
    },
    Writer("isShellWord", ["PeachCommands/Shell/Completions.swift"]) { texts in
      let names = texts.filter { !$0.isEmpty && !$0.unicodeScalars.contains("/") && !$0.unicodeScalars.contains("\0") }
      let words = names.filter(Escaping.isShellWord)
      let workshop = try Workshop()
      for name in names.prefix(1000) where name.utf8.count < 200 {
        try workshop.write("\(name)$(touch ran)`touch ran`.yaml", "")
        try workshop.write("\(name).yaml", "")
      }
      try workshop.write(
        "complete.sh",
        """
        source ./completion
        PATH=$(dirname $peach):$PATH
        COMP_WORDS=(peach live ''); COMP_CWORD=2; COMP_LINE='peach live '; COMP_POINT=11; COMP_TYPE=9
        _peach peach '' live
        printf '%s\\n' "${COMPREPLY[@]}"
        """)
      let outcome = try workshop.shell("$peach --generate-completion-script bash > completion && bash complete.sh")
      return differences(try Parsers.words(words, shell: "/bin/sh"), words)
        + (outcome.status == 0 && outcome.error.isEmpty ? [] : ["completion failed: \(outcome.error)"])
        + (try workshop.files.contains("ran") ? ["a file's name was run"] : [])
    },
  ]

  /// Shows a byte order mark as Markdown has it.
  static func withoutMark(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { $0 += $1 == "\u{feff}" ? "\\u{feff}" : String($1) }
  }

  /// Shows what markup does not allow.
  private static func allowed(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      let isShown =
        scalar.properties.isNoncharacterCodePoint
        || scalar.properties.generalCategory == .control && !["\t", "\n", "\r"].contains(scalar)
      result += isShown ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
    }
  }

  /// Whether a text stands alone as a paragraph: it has no ends of lines, is not blank, and does not begin with `@`.
  private static func isParagraph(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    let isBlank = scalars.allSatisfy { $0.properties.isWhitespace || $0.properties.generalCategory == .control }
    return !isBlank && !scalars.drop { $0 == " " }.starts(with: ["@"])
      && !scalars.contains { ["\n", "\r", "\t", "\u{85}", "\u{2028}", "\u{2029}"].contains($0) }
  }

  private static func trimmed(_ text: String) -> String {
    let scalars = text.unicodeScalars.drop { $0 == " " }
    return String(String.UnicodeScalarView(scalars.reversed().drop { $0 == " " }.reversed()))
  }
}
