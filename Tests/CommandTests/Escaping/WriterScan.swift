import Foundation

/// Finds the files that write another language: those that call `Escaping`, and those that write its signs by hand.
struct WriterScan {
  /// A place in a source file that writes a language.
  struct Place: Hashable, CustomStringConvertible {
    var file: String
    /// Why it is taken for a writer.
    var sign: String

    var description: String { "\(file): \(sign)" }
  }

  /// Files in which escaping is written, and is not looked for.
  static let folder = "PeachSupport/Configuration/Escaping/"

  /// - Parameter sources: The text of each file, by its path below `Sources`.
  static func places(in sources: [(path: String, text: String)]) -> [Place] {
    let signs = signs()
    return sources.filter { !$0.path.hasPrefix(folder) }.flatMap { file, text in
      let code = text.split(separator: "\n").filter { line in !line.drop { $0 == " " }.hasPrefix("//") }
        .joined(separator: "\n")
      let range = NSRange(code.startIndex..., in: code)
      return signs.filter { _, regex in regex.firstMatch(in: code, range: range) != nil }
        .map { Place(file: file, sign: $0.name) }
    }
  }

  private static let elements =
    "svg|g|text|title|desc|style|rect|path|polygon|polyline|circle|use|p|b|i|a|div|span|table|thead|tbody|tr|td|th|h[1-6]|"
    + "ul|ol|li|dl|dt|dd|pre|code|script|meta|base|link|html|head|body|main|nav|section|header|footer|figure|figcaption|"
    + "details|summary|img|iframe|object|embed|form|input|button|br|hr|em|strong"

  private static func signs() -> [(name: String, regex: NSRegularExpression)] {
    patterns.map { name, pattern in
      do { return (name, try NSRegularExpression(pattern: pattern)) } catch { preconditionFailure("\(name): \(error)") }
    }
  }

  private static let patterns: [(name: String, pattern: String)] = [
    ("calls Escaping", #"\bEscaping\.[a-z]"#),
    ("writes markup", "\"[^\"\\n]*</?(?:\(elements))(?:[ >/]|\\\\)"),
    ("writes markup on several lines", "(?m)^ *<(?:\(elements)|!DOCTYPE|\\?xml)[ >]"),
    ("writes a declaration of markup", #""<(?:\?xml|!DOCTYPE|!--)"#),
    ("writes references of markup", #"&(?:amp|lt|gt|quot|apos|#[0-9]+);"#),
    ("uses the library for templates", "import Mustache|MustacheTemplate|htmlEscape"),
    (
      "replaces a special character",
      ##"\.replacing(?:Occurrences\(of: |\()#?["/](?:\\?["'\\`<>&|$%;*_\[\]{}]|\\[tnr])["/]"##
    ),
    ("joins fields by commas or tabs", #"joined\(separator: "(?:,|\\t|;)"\)"#),
    ("writes JSON by hand", ##"\\"[a-zA-Z_]+\\": ?|\{\\""##),
    ("doubles quotation marks", ##""\\"\\""|''''|'\\\\''"##),
    ("writes a script of gnuplot", #""set (?:label|title|terminal|xlabel|ylabel|object|xtics)"#),
    ("writes a script of gnuplot on several lines", #"(?m)^ *set (?:label|terminal|encoding|output) "#),
    ("writes Markdown", ##"```(?:\\\(|\n)|\| --- |"\| ?"|"\| \\\(|"# \\\("##),
    ("writes BibTeX", #""@\\\("#),
    ("writes a manual page", #"\.TH |\.SH "#),
    ("writes a notebook", #"kind: \.code\b"#),
    ("runs a shell", #""/bin/sh"|"/bin/bash"|"-c", "#),
  ]
}
