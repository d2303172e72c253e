import ArgumentParser
import PeachReporting
import PeachSupport

/// Options of all commands that make figures.
struct FigureOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Write the figures to this folder, each as SVG, PDF and PNG.", valueName: "DIR"),
    completion: .directory)
  var figures: String?

  @Option(help: FigureOptions.widthHelp)
  var width: FigureColumns?

  /// The ending of a picture's name: svg, png or pdf.
  ///
  /// - Throws: `ValidationError` for any other.
  static func ending(of path: String, _ option: String) throws -> String {
    guard let ending = FigureFiles.endings.first(where: { path.lowercased().hasSuffix(".\($0)") }) else {
      throw ValidationError(
        "\(option): expected a name that ends in .svg, .png or .pdf, got \(SafeText.quoted(path))")
    }
    return ending
  }

  static let widthHelp: ArgumentHelp =
    "Width of figure files: 89 mm (single column) or 183 mm (double); default single."

  func validate() throws {
    try OutputFile.check(figures, of: "--figures")
    if width != nil, figures == nil { throw ValidationError("--width: needs --figures") }
  }
}

/// The width of figure files.
enum FigureColumns: String, CaseIterable, ExpressibleByArgument {
  case single, double

  var width: FigureWidth { self == .single ? .single : .double }
}
