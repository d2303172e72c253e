import PeachExperiments
import PeachSimulation
import PeachSupport
import PeachTrials
import Testing

@Suite struct TemplateTests {
  @Test(arguments: ExperimentTemplate.allCases)
  func `a template is read, names its own file and fits a page`(template: ExperimentTemplate) throws {
    let text = template.text(file: "mine.yaml")
    let plan = try Experiment.parse(text, file: "mine.yaml").plan
    #expect((1...18).contains(plan.cells.count))
    #expect((100...500).contains(plan.replicates))
    #expect(text.contains("peach simulate mine.yaml") && !text.contains("FILE"))
    #expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n"))
    for line in text.split(separator: "\n") { #expect(line.count <= 120, "\(line)") }
  }

  @Test func `the page of the root has the keys that the reader takes`() throws {
    let names = Experiment.parameters.map(\.name).filter { !$0.contains(".") }
    #expect(
      Files.problems("seed: 1", "seed: 1\ncolour: red")
        == "x.yaml:3:1: colour: unknown key\n  hint: keys here: \(names.joined(separator: ", "))")
    #expect(Experiment.parameters.map(\.name).contains("stop.trials"))
  }

  @Test(arguments: [("comparison", "kind: comparison"), ("forced-choice", "kind: forced-choice, unit: dB")])
  func `the page of a task has the keys that the reader takes`(kind: String, task: String) throws {
    let names = Experiment.taskParameters(of: .init(rawValue: kind)).map(\.name)
    #expect(
      Files.problems(Files.comparison, "kind: comparison", "\(task), zzzzzz: 1")?.contains(
        "unknown key\n  hint: keys here: \(names.joined(separator: ", "))") == true, "\(names)")
  }
}
