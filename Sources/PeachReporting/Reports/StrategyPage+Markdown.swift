package import PeachStrategies
import PeachSupport

extension StrategyPage {
  /// The strategy's page in the documentation. DocC adds it to the type's own comment.
  package var markdown: String {
    get throws {
      let sections = [
        ("Rule", Markdown.paragraph(strategy.rule)),
        ("When to use it", Markdown.paragraph(strategy.use)),
        ("Converges on", Markdown.paragraph(Markdown.sentence(strategy.convergence))),
        ("Source", Markdown.paragraph(Markdown.sentence(strategy.source))),
        ("A worked example", try workedExample),
        ("Parameters", parameterSection),
      ]
      return "# \(StrategyPage.symbol(strategy))\n\n"
        + Markdown.paragraph("**\(name)**: " + Markdown.sentence(strategy.summary, capitalised: false))
        + sections.map { "\n## \($0)\n\n\($1)" }.joined()
    }
  }

  /// A DocC link to a type, or code if DocC does not know it.
  private static func symbol(_ type: any StrategyDeclaration.Type) -> String { "``\(type)``" }

  private var workedExample: String {
    get throws {
      let note = strategy.exampleNote.isEmpty ? "" : "\n" + Markdown.paragraph(strategy.exampleNote)
      return "`\(name).yaml`:\n\n" + Markdown.fenced("yaml", experiment) + "\n"
        + Markdown.fenced("", "$ \(command)\n" + (try trace)) + note
    }
  }

  private var parameterSection: String {
    Markdown.paragraph(
      (hasUnitOfTask ? "UNIT is the task's unit of levels, cents if notes are compared. " : "")
        + "A key that is required inside a mapping is required only if you state the mapping; "
        + "`peach list strategies \(name)` shows the same.") + "\n" + parameterTable.markdown
  }

  /// The first page of the documentation of all strategies.
  package static func index(_ registry: StrategyRegistry) -> String {
    let families = StrategyFamily.allCases.map { family in
      (family, registry.kinds.filter { $0.family == family })
    }
    let sections = families.filter { !$1.isEmpty }.map { family, kinds in
      let rows = kinds.map { kind in
        [
          "[\(kind.kind)](\(kind.kind).md)", symbol(kind), Markdown.cell(kind.summary), Markdown.cell(kind.convergence),
        ]
      }
      return "\n## \(family.rawValue)\n\n" + Markdown.table(["strategy", "type", "what it does", "converges on"], rows)
    }
    return """
      # ``Strategies``

      The procedures that experiment files can name, each with its rule, its source, a worked example and its parameters.

      A strategy chooses the next level and learns from the answer. `peach list strategies NAME` shows the same page without
      the worked example. `peach trace` shows the levels that a strategy chooses after answers that you state.
      CONTRIBUTING.md explains how to add a strategy.

      """ + sections.joined()
  }
}
