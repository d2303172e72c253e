import PeachExperiments
import PeachSimulation
package import PeachStrategies
package import PeachSupport
import PeachTrials

/// The page of one strategy, from its declaration, for `peach list strategies NAME` and for the documentation.
package struct StrategyPage {
  package let strategy: any StrategyDeclaration.Type

  package init(_ strategy: any StrategyDeclaration.Type) { self.strategy = strategy }

  package var name: String { strategy.kind }

  package var facts: [(key: String, text: String)] {
    [
      ("summary", strategy.summary), ("rule", strategy.rule), ("when to use it", strategy.use),
      ("converges on", strategy.convergence), ("source", strategy.source),
      ("example", "{name: NAME, kind: \(name), \(strategy.example)}"), ("task of the example", strategy.exampleTask),
    ]
      + (hasUnitOfTask
        ? [(LevelParameters.unit, "stands for the task's unit of levels; cents if notes are compared")] : [])
  }

  /// The facts of the worked example: its answers, and what a reader sees in them.
  package var exampleFacts: [(key: String, text: String)] {
    [("responses of the example", strategy.exampleResponses), ("note on the example", strategy.exampleNote)]
  }

  private var task: TrialTask? { try? TrialTask(parsing: strategy.exampleTask) }

  /// The parameters, with `UNIT` for the task's unit of levels unless the strategy asks for notes. Parameters of signed
  /// axes are included.
  package var parameters: [Parameter] {
    guard let task else { return [] }
    var parameters = LevelParameters.of(task, hasUnitOfTask: hasUnitOfTask, self.parameters(in:))
    guard task.kind == .comparison else { return parameters }
    var signed = task.signed
    if hasUnitOfTask { signed.axis.unit = LevelParameters.unit }
    var place = 0
    for parameter in self.parameters(in: signed) {
      if let known = parameters.firstIndex(where: { $0.name == parameter.name }) {
        place = known + 1
      } else {
        parameters.insert(parameter, at: place)
        place += 1
      }
    }
    return parameters
  }

  var hasUnitOfTask: Bool { !(strategy is any DeclaredComparisonStrategy.Type) }

  private func parameters(in task: TrialTask) -> [Parameter] {
    Reader.describe { _ = strategy.factory(from: $0, in: StrategyContext(task: task, stop: nil)) }
  }

  package var parameterTable: ParameterTable { ParameterTable(parameters, source: strategy.source) }

  // MARK: The worked example

  /// The experiment file of the worked example.
  package var experiment: String {
    let listener =
      task?.hasNotes == false
      ? "{name: listener, kind: psychometric, function: logistic, threshold: 20, slope: 0.5}"
      : "{name: listener, kind: gaussian, jnd: 10}"
    return """
      name: \(name)
      seed: 7
      task: \(strategy.exampleTask)
      listeners:
        - \(listener)
      strategies:
      \(StrategyPage.folded("  - {name: \(name), kind: \(name), \(strategy.example)}"))
      stop: {trials: 60}
      replicates: 1000

      """
  }

  /// The command that follows the strategy of that file.
  package var command: String {
    "peach trace \(name).yaml --strategy \(name) --responses \(strategy.exampleResponses)"
      + (strategy is ProcessStrategy.Type ? " --allow-processes" : "")
  }

  /// The output of the command.
  package var trace: String {
    get throws {
      let plan = try Experiment.parse(experiment, file: "\(name).yaml").plan
      let cell = plan.cells[0]
      let answers = try Responses.read(strategy.exampleResponses, for: cell.task)
      return TraceText(cell, seed: plan.seed, answers: answers).text(in: PageWidth(columns: PageWidth.usual))
    }
  }

  /// Breaks a mapping on one line after commas, and indents what follows under its owner.
  private static func folded(_ text: String) -> String {
    var lines = [""]
    for (index, piece) in text.split(separator: ", ").enumerated() {
      if index > 0 { lines[lines.count - 1] += "," }
      if index > 0, lines[lines.count - 1].count + piece.count < 100 {
        lines[lines.count - 1] += " " + piece
      } else {
        lines.append((index > 0 ? "     " : "") + piece)
      }
    }
    return lines.dropFirst().joined(separator: "\n")
  }
}
