import Configuration
import Glibc
import Processes

/// Draws figures through gnuplot, which is a program beside us.
///
/// Source: gnuplot 5.4 (Debian's gnuplot-nox), its manual's sections on svg, pdfcairo and pngcairo.
public enum Gnuplot {
  /// How long it may take, in seconds.
  package static let patience = 30.0

  /// An SVG element for a page: it takes the page's text colour, is dark where the page is, and is as wide as its place.
  ///
  /// - Throws: `FigureError`, as where gnuplot is missing.
  public static func svg(_ figure: Figure) throws(FigureError) -> String {
    try SVGPicture(figure, drawing: run(GnuplotScript(figure, .svg, hasTitle: false).text)).element
  }

  /// The bytes of a file.
  static func picture(_ figure: Figure, _ format: GnuplotScript.Format) throws(FigureError) -> [UInt8] {
    let bytes = try run(GnuplotScript(figure, format, hasTitle: true).text)
    return format == .svg ? Array(SVGPicture(figure, drawing: bytes).file.utf8) : bytes
  }

  /// What gnuplot makes of a script.
  ///
  /// - Parameters:
  ///   - program: Another one, in tests.
  ///   - patience: In seconds.
  package static func run(_ script: String, program: String = "gnuplot", patience: Double = patience)
    throws(FigureError)
    -> [UInt8]
  {
    let (input, output, messages) = try files(script)
    let child: ChildProcess
    do throws(ChildProcess.ErrorNumber) {
      child = try ChildProcess(
        program, ["-d", "-"], input: input.descriptor, output: output.descriptor, error: messages.descriptor)
    } catch {
      if error.value == ENOENT {
        throw FigureError(
          "gnuplot, which draws the figures, is not there", hint: "sudo apt install gnuplot-nox; tables need no gnuplot"
        )
      }
      throw FigureError("gnuplot cannot be started: \(String(cString: strerror(error.value)))")
    }
    var waited = 0.0
    while child.poll() == nil, waited < patience {
      usleep(2000)
      waited += 0.002
    }
    guard let end = child.end else {
      child.kill()
      throw FigureError("gnuplot, which draws the figures, was not done within \(patience.shortest) s")
    }
    let said = messages.text
    guard end == .exit(0), !output.bytes.isEmpty else {
      let reason = said.split(separator: "\n").last { !$0.allSatisfy { " ^\t".contains($0) } }.map { line in
        String(line.drop { $0 == " " })
      }
      throw FigureError("gnuplot cannot draw a figure: \(Shown.line(reason ?? "it does not say why"))")
    }
    return output.bytes
  }

  private static func files(
    _ script: String
  ) throws(FigureError) -> (input: UnnamedFile, output: UnnamedFile, messages: UnnamedFile) {
    do throws(TemporaryFileError) {
      let input = try UnnamedFile()
      try input.write(script)
      return (input, try UnnamedFile(), try UnnamedFile())
    } catch {
      throw FigureError(error.reason, hint: error.hint)
    }
  }
}
