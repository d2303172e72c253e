import ArgumentParser

/// What commands with figures share.
struct FigureOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("A folder for the figures, each as SVG, PDF and PNG.", valueName: "DIR"),
    completion: .directory)
  var figures: String?

  func validate() throws { try OutputFile.check(figures, of: "--figures") }
}
