import PeachSupport

/// Makes PDF and PNG files with gnuplot, a separate program.
///
/// Source: gnuplot 5.4 (Debian's gnuplot-nox), its manual's sections on pdfcairo and pngcairo.
package enum Gnuplot {
  /// The time limit in seconds.
  package static let patience = 30.0

  /// The bytes of a file.
  static func picture(_ figure: Figure, _ format: GnuplotScript.Format, _ width: FigureWidth) throws(FigureError)
    -> [UInt8]
  {
    if format == .svg { return Array(SVGPicture(figure, width: width).file.utf8) }
    let drawing = FigureDrawing(figure, width)
    let script = GnuplotScript(
      drawing.shapes, width: drawing.width, height: drawing.height, scale: format == .png ? 300.0 / 72 : nil)
    return try draw(script.text, format)
  }

  /// The complete picture that gnuplot makes from a script.
  ///
  /// - Throws: `FigureError`, also if gnuplot writes something else or an incomplete picture.
  static func draw(_ script: String, _ format: GnuplotScript.Format) throws(FigureError) -> [UInt8] {
    let bytes = try run(script)
    guard format.isWhole(bytes) else {
      throw FigureError(
        "gnuplot cannot draw a figure: its output is not a whole \(format.rawValue.uppercased()) picture",
        hint: "gnuplot --version must print gnuplot 5 or later; sudo apt install gnuplot-nox brings it")
    }
    return bytes
  }

  /// The output of gnuplot for a script.
  ///
  /// - Parameters:
  ///   - program: The program; tests give another one.
  ///   - patience: The time limit in seconds.
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
          "the program gnuplot, which draws the figures, is not installed",
          hint: "sudo apt install gnuplot-nox; SVG, reports and tables need no gnuplot"
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
      throw FigureError(
        "gnuplot, which draws the figures, did not finish within \(patience.shortest) s; run the command again when "
          + "the computer is less busy")
    }
    let said = messages.text
    guard end == .exit(0), !output.bytes.isEmpty else {
      let reason = said.split(separator: "\n").last { !$0.allSatisfy { " ^\t".contains($0) } }.map { line in
        String(line.drop { $0 == " " })
      }
      throw FigureError("gnuplot cannot draw a figure: \(SafeText.line(reason ?? "it does not say why"))")
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

extension GnuplotScript.Format {
  /// Whether bytes begin and end as a picture of this format does.
  ///
  /// Source: ISO 32000-1, 7.5; PNG (third edition), 5.2 and 11.2.5.
  func isWhole(_ bytes: [UInt8]) -> Bool {
    switch self {
    // Peach writes it itself.
    case .svg: return true
    case .pdf:
      return bytes.starts(with: "%PDF-".utf8)
        && bytes.suffix(16).split(separator: 0x0a).last?.starts(with: "%%EOF".utf8) == true
    case .png:
      return bytes.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
        && bytes.dropLast(4).suffix(4).elementsEqual("IEND".utf8)
    }
  }
}
