import PeachExperiments
import PeachSimulation
import PeachSupport
import PeachTrials
import Testing

/// The questions of a study: what is wrong with them in a file, and that a resolved file has the same.
@Suite struct QuestionFileTests {
  private static let file = """
    name: t
    seed: 1
    task: {kind: comparison, notes: [C3, C4]}
    listeners: [{name: ann, kind: gaussian, jnd: 5}]
    strategies: [{name: k, kind: kazez}]
    stop: {trials: 60}
    replicates: 10
    lab:
      practice: {trials: 5}
      blocks: [{name: one}, {name: two}]
      questions:
        - {name: age, about: listener, ask: {en: Age?, de: Alter?}, kind: number, unit: years, range: [18, 99], whole: true}
        - {name: aids, about: listener, meaning: Hearing aids, kind: choice, options: [{name: no, text: {en: no, de: nein}}, {name: yes, text: {en: yes, de: ja}}]}
        - {name: effort, ask: {en: Hard?, de: Schwer?}, when: between, blocks: [two, practice], kind: scale, from: 1, to: 5, labels: {1: {en: easy, de: leicht}, 5: {en: hard, de: schwer}}}
        - {name: remark, ask: {en: Well?, de: Und?}, when: after, optional: true, kind: text, longest: 80}

    """

  @Test func `questions are read with all that they need`() throws {
    let questions = try #require(try Experiment.parse(Self.file, file: "x.yaml").lab?.day.questions)
    #expect(questions.map(\.name) == ["age", "aids", "effort", "remark"])
    #expect(questions.map(\.subject) == [.listener, .listener, .study, .study])
    #expect(questions.map(\.moment) == [.before, .before, .between, .after])
    #expect(questions.map(\.isOptional) == [false, false, false, true])
    #expect(questions[0].kind == .number(range: 18...99, unit: "years", isWhole: true))
    #expect(questions[1].ask == nil && questions[1].description == "Hearing aids")
    #expect(questions[0].description == "Age?" && questions[0].ask?.german == "Alter?")
    #expect(questions[2].blocks == ["two", "practice"])
    #expect(
      questions[2].kind
        == .scale(
          range: 1...5,
          labels: [1: PageText(english: "easy", german: "leicht"), 5: PageText(english: "hard", german: "schwer")]))
    #expect(questions[3].kind == .text(longest: 80))
  }

  @Test func `a resolved file has the same questions, and they decide the digest`() throws {
    let experiment = try Experiment.parse(Self.file, file: "x.yaml")
    let again = try Experiment.parse(experiment.plan.resolved.json(), file: "again")
    #expect(again.lab?.day.questions == experiment.lab?.day.questions)
    #expect(again.plan.digest == experiment.plan.digest)
    let other = try Experiment.parse(Self.file.replacing("schwer}", with: "sehr schwer}"), file: "x.yaml")
    #expect(other.plan.digest != experiment.plan.digest)
  }

  @Test(arguments: [
    (
      "ask: {en: Age?, de: Alter?}, kind: number", "ask: {en: Age?}, kind: number",
      "12:41: lab.questions[1].ask.de: missing; expected the text in German"
    ),
    (
      "kind: number", "kind: numbr",
      "12:71: lab.questions[1].kind: expected one of text, number, choice, scale, got 'numbr'\n  hint: did you mean 'number'?"
    ),
    (
      "range: [18, 99]", "range: [99, 18]",
      "12:99: lab.questions[1].range: expected the lowest number first, got 99 and 18"
    ),
    (
      "range: [18, 99]", "range: [18.2, 18.7]",
      "12:99: lab.questions[1].range: expected a range with a whole number in it, because whole is true"
    ),
    ("range: [18, 99], ", "", "12:7: lab.questions[1].range: missing; expected a list of numbers (years)"),
    (
      "name: age, about", "name: place, about",
      "12:14: lab.questions[1].name: expected another name, because the table of participants has a column place of its own"
    ),
    (
      "name: age, about: listener", "name: age, when: between, about: listener",
      "12:25: lab.questions[1].when: expected before or after, because a question about the listener is asked once"
    ),
    (
      "about: listener, meaning: Hearing aids,", "",
      "13:7: lab.questions[2].ask: missing; expected the question to the listener\n"
        + "  hint: with about: listener it may be left out; then peach listener describe enters the answer"
    ),
    (
      "meaning: Hearing aids,", "",
      "13:7: lab.questions[2].meaning: missing; expected a description of the answer, because the question has no key ask"
    ),
    (
      "meaning: Hearing aids,", "meaning: Hearing aids, when: after,",
      "13:66: lab.questions[2].when: can be used only with the key ask; without it, no listener is asked"
    ),
    (
      ", {name: yes, text: {en: yes, de: ja}}]", "]",
      "13:83: lab.questions[2].options: expected at least two answers, got 1"
    ),
    (
      "{name: yes, text", "{name: no, text",
      "13:129: lab.questions[2].options[2].name: expected each name once, got 'no' twice"
    ),
    (
      "blocks: [two, practice]", "blocks: [too]",
      "14:76: lab.questions[3].blocks: expected names of practice, one, two, got 'too'\n  hint: did you mean 'two'?"
    ),
    (
      "when: between, blocks: [two, practice]", "blocks: [two]",
      "14:61: lab.questions[3].blocks: can be used only with when: between"
    ),
    (
      "to: 5, labels: {1: {en: easy, de: leicht}, 5", "to: 5, labels: {1: {en: easy, de: leicht}, 4",
      "14:130: lab.questions[3].labels.5: missing; expected a label at both ends of the scale"
    ),
    (
      "labels: {1: {en: easy, de: leicht}, 5", "labels: {1: {en: easy, de: leicht}, 9: {en: a, de: b}, 5",
      "14:161: lab.questions[3].labels.9: expected a number from 1 to 5, got '9'"
    ),
    (
      "from: 1, to: 5", "from: 5, to: 1",
      "14:119: lab.questions[3].to: expected from < to, got from: 5 and to: 1"
    ),
    (
      "name: remark", "name: age",
      "15:14: lab.questions[4].name: expected each name once, got 'age' twice"
    ),
    (
      "longest: 80", "longest: 0",
      "15:100: lab.questions[4].longest: expected a whole number (characters) from 1 to 1000, got '0'"
    ),
    (
      "longest: 80", "options: 80",
      "15:91: lab.questions[4].options: unknown key\n  hint: did you mean 'optional'?"
    ),
  ])
  func `a wrong question is reported with place, cause and remedy`(old: String, new: String, message: String) {
    let problems = Files.problems(Files.changed(Self.file, [(old, new)])) ?? ""
    #expect(problems.split(separator: "\nx.yaml").first.map(String.init) == "x.yaml:" + message, "\(problems)")
  }
}
