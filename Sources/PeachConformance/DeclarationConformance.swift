public import PeachListeners
public import PeachStrategies
import PeachSupport
public import PeachTrials
public import Testing

/// Checks the declaration of a strategy, and records each broken promise as an issue of the running test.
///
/// - No text is empty, `kind` is a valid name, and `source` names every reference.
/// - Every parameter is declared once and has a meaning. Numbers that may have decimals have a unit, `1` for none.
/// - The settings are accepted. For each parameter, numbers outside the bounds, decimals in place of a whole number and
///   unknown words are refused, with a message that begins with "expected" and contains "got".
///
/// - Parameters:
///   - kind: The type of the strategy.
///   - settings: Valid settings as in an experiment file, without `name` and `kind`.
///   - task: The task for which the settings are valid.
///   - sourceLocation: The line of the test that the issues name; by default the line of this call.
///
/// ```swift
/// checkDeclaration(
///   BuiltInStrategies.registry["quest"]!, ["prior": ["mean": 20, "sd": 1], "slope": 1.3], in: task)
/// ```
public func checkDeclaration(
  _ kind: any StrategyDeclaration.Type, _ settings: Setting, in task: TrialTask,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let context = StrategyContext(task: task, stop: .trials(57))
  DeclarationCheck(
    texts: [kind.kind, kind.summary, kind.rule, kind.use, kind.convergence],
    source: kind.source, references: kind.references, settings: settings,
    parameters: Reader.describe { _ = kind.factory(from: $0, in: context) },
    problems: { settings in
      DeclarationCheck.problems { () throws(ConfigurationError) in _ = try settings.factory(of: kind, in: context) }
    }
  ).run().record(sourceLocation)
}

/// Checks the declaration of a listener who answers, and records each broken promise as an issue of the running test.
///
/// - No text is empty, `kind` is a valid name, and `source` names every reference.
/// - Every parameter is declared once and has a meaning. Numbers that may have decimals have a unit, `1` for none.
/// - The settings are accepted. For each parameter, numbers outside the bounds, decimals in place of a whole number and
///   unknown words are refused, with a message that begins with "expected" and contains "got".
///
/// - Parameters:
///   - kind: The type of the listener.
///   - settings: Valid settings as in an experiment file, without `name` and `kind`.
///   - task: The task for which the settings are valid.
///   - sourceLocation: The line of the test that the issues name; by default the line of this call.
public func checkDeclaration(
  _ kind: any ListenerDeclaration.Type, _ settings: Setting, in task: TrialTask,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  brokenPromises(of: kind, settings, in: task).record(sourceLocation)
}

/// The promises that the declaration breaks, in words.
package func brokenPromises(
  of kind: any ListenerDeclaration.Type, _ settings: Setting, in task: TrialTask
) -> [String] {
  DeclarationCheck(
    texts: [kind.kind, kind.summary], source: kind.source, references: kind.references, settings: settings,
    parameters: Reader.describe { _ = kind.read($0, in: task) },
    problems: { settings in
      DeclarationCheck.problems { () throws(ConfigurationError) in _ = try settings.listener(of: kind, in: task) }
    }
  ).run()
}

struct DeclarationCheck {
  /// All texts but the source, the name first.
  let texts: [String]
  let source: String
  var references: [Reference] = []
  let settings: Setting
  let parameters: [Parameter]
  let problems: (Setting) -> [Problem]
  let findings = Findings()

  static func problems(_ body: () throws(ConfigurationError) -> Void) -> [Problem] {
    do {
      try body()
      return []
    } catch {
      return error.problems
    }
  }

  private func expect(_ condition: Bool, _ message: @autoclosure () -> String) { findings.expect(condition, message()) }

  /// Returns the findings in words; empty if there are none.
  func run() -> [String] {
    expect(Reader.isName(texts[0]), "'\(texts[0])' is no name for files")
    let all = texts + [source]
    expect(all.allSatisfy { !$0.isEmpty }, "a text is empty: \(all)")
    for reference in references {
      let isNamed = source.split(separator: ";").contains { reference.isNamed(in: $0) }
      expect(isNamed, "the source does not name the reference '\(reference.title)': \(source)")
    }
    let refused = problems(settings)
    expect(refused.isEmpty, "the settings are refused: \(refused)")
    for parameter in parameters {
      let name = parameter.name
      expect(!parameter.meaning.isEmpty, "\(name) has no meaning")
      expect(parameters.filter { $0.name == name }.count == 1, "\(name) is declared more than once")
      switch parameter.kind {
      case .number(let bounds), .numbers(let bounds), .grid(let bounds):
        expect(!parameter.unit.isEmpty, "\(name) has no unit; 1 stands for none")
        for value in bounds.outside { isRefused(value.shortest, parameter) }
      case .integer(let range):
        isRefused(String(range.lowerBound - 1), parameter)
        if range.upperBound < Int.max { isRefused(String(range.upperBound + 1), parameter) }
        isRefused((Double(range.lowerBound) + 0.37).shortest, parameter)
      case .choice, .flag: isRefused("no-such-word", parameter)
      case .text, .form, .section: break
      }
    }
    return findings.messages
  }

  /// A value must be refused where it stands, in words that say what is expected.
  private func isRefused(_ text: String, _ parameter: Parameter) {
    var value = Setting.scalar(text)
    if case .numbers = parameter.kind { value = .list([value, value]) }
    let found = problems(settings.replacing(parameter.name, with: value))
    let place = parameter.name.replacing("[]", with: "[1]")
    expect(
      found.contains { $0.path == place && $0.message.hasPrefix("expected") && $0.message.contains("got") },
      "\(parameter.name): \(text) is not refused; problems: \(found)")
  }
}
