import ArgumentParser
import PeachFitting

/// Options of `peach fit --population`.
struct PopulationOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Fit all listeners together in one multilevel model. COLUMN identifies the listener; --within and --between name \
      conditions and groups.
      """, valueName: "COLUMN"))
  var population: String?

  @Option(
    name: .customLong("between"), parsing: .upToNextOption,
    help: ArgumentHelp("With --population: columns that name groups of listeners.", valueName: "COLUMN"))
  var betweenColumns: [String] = []

  var between: [String] { betweenColumns.flatMap { $0.split(separator: ",").map(String.init) } }

  @Option(
    help: ArgumentHelp(
      """
      With --population: effects of conditions vary from listener to listener (varying, the default), or are the \
      same for all (common).
      """,
      valueName: "varying|common"))
  var effects: Effects?

  @Option(
    help: ArgumentHelp(
      """
      With --population: which two numbers of a curve vary over listeners: threshold-width (default), or \
      intercept-slope, a generalised linear mixed model.
      """, valueName: "threshold-width|intercept-slope"))
  var coordinates: PopulationModel.Coordinates?

  @Option(
    help: ArgumentHelp(
      """
      With --population: number of quadrature points for each random effect, 1 to 25. More points are more exact but \
      slower; 1 is Laplace's approximation. Default 11, or 1 if effects of conditions vary over listeners (--effects).
      """, valueName: "N"))
  var points: Int?

  @Option(
    help: ArgumentHelp(
      """
      With --population and --method bayes: how many draws each of the four chains keeps, 100 to 100 000. \
      Default 1000.
      """, valueName: "N"))
  var draws: Int?

  @Option(
    help: ArgumentHelp(
      """
      With --population: write the fit, its data and a Jupyter notebook that draws them into a new folder.
      """, valueName: "DIR"), completion: .directory)
  var notebook: String?

  enum Effects: String, CaseIterable, ExpressibleByArgument {
    case varying, common
  }
}

extension PopulationModel.Coordinates: ExpressibleByArgument {}
