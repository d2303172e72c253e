import PeachTrials
import Testing

/// The answers that questions accept, those of simulated listeners, and versions of consent texts.
@Suite struct LabQuestionTests {
  private static let age = question(.number(range: 18...99, unit: "years", isWhole: true))
  private static let weight = question(.number(range: -1.5...2.5, unit: "", isWhole: false))
  private static let instrument = question(
    .choice(["none", "violin", "7"].map { LabQuestion.Option(name: $0, text: PageText(english: $0, german: $0)) }))
  private static let effort = question(.scale(range: -2...4, labels: [:]))
  private static let remark = question(.text(longest: 12))

  private static func question(_ kind: LabQuestion.Kind, isOptional: Bool = false) -> LabQuestion {
    var question = LabQuestion(name: "q", ask: PageText(english: "How?", german: "Wie?"), kind: kind)
    question.isOptional = isOptional
    return question
  }

  @Test(arguments: [
    (age, "34", "34"), (age, " 34\t", "34"), (age, "34.0", "34"), (age, "18", "18"), (age, "99", "99"),
    (age, "17", nil),
    (age, "100", nil), (age, "34.5", nil), (age, "", nil), (age, "old", nil), (age, "nan", nil), (age, "-", nil),
    (weight, "1.25", "1.25"), (weight, "1,25", "1.25"), (weight, "-1.5", "-1.5"), (weight, "1,2.5", nil),
    (weight, "2.51", nil), (instrument, "2", "violin"), (instrument, "violin", "violin"), (instrument, "3", "7"),
    (instrument, "7", nil), (instrument, "0", nil), (instrument, "Violin", nil), (effort, "-2", "-2"),
    (effort, "4", "4"),
    (effort, "5", nil), (effort, "1.5", nil), (remark, "well, fine", "well, fine"), (remark, "  ", nil),
    (remark, "twelve chars", "twelve chars"), (remark, "thirteen char", nil), (remark, "zwölf Zeiche", "zwölf Zeiche"),
  ])
  func `a typed answer is accepted within its range only`(question: LabQuestion, typed: String, value: String?) {
    #expect(question.answer(typed, isNumbered: true) == value.map(LabAnswer.value))
  }

  @Test func `options are named by name where they have no numbers`() {
    #expect(Self.instrument.answer("7", isNumbered: false) == .value("7"))
    #expect(Self.instrument.answer("2", isNumbered: false) == nil)
  }

  @Test(arguments: [age, weight, instrument, effort, remark])
  func `a refusal is an answer to optional questions only`(question: LabQuestion) {
    var optional = question
    optional.isOptional = true
    #expect(question.answer("-", isNumbered: true) == nil)
    #expect(optional.answer(" - ", isNumbered: true) == .refused)
    #expect(optional.expectation == question.expectation + ", or - for a refusal to answer")
  }

  /// Every option and every step of a scale in 400 draws: the chance that one of seven is missing is below 1e-25.
  @Test(arguments: [age, weight, instrument, effort, remark])
  func `a simulated answer is an allowed one, and every allowed one comes`(question: LabQuestion) throws {
    var random = RandomStream(seed: 5)
    var seen: Set<String> = []
    for _ in 1...400 {
      let answer = question.simulated(using: &random)
      guard case .value(let text) = answer else {
        Issue.record("a refusal")
        return
      }
      #expect(question.answer(text, isNumbered: false) == answer)
      seen.insert(text)
    }
    switch question.kind {
    case .choice(let options): #expect(seen.count == options.count)
    case .scale(let range, _): #expect(seen.count == range.count)
    case .number: #expect(seen.count > 70)
    case .text: #expect(seen == ["simulated"])
    }
  }

  @Test func `a question between blocks follows its blocks, and practice only if it is named`() {
    var question = Self.effort
    #expect(!question.follows("one"))
    question.moment = .between
    #expect(question.follows("one") && !question.follows(LabBlock.practiceName))
    question.blocks = ["two", LabBlock.practiceName]
    #expect(!question.follows("one") && question.follows("two"))
    #expect(question.follows(LabBlock.practiceName))
  }

  /// The digests are those of sha256sum of the pages with form feeds.
  @Test func `a consent text has a version in each language`() {
    let pages = [PageText(english: "May we?", german: "Dürfen wir?")]
    #expect(
      ConsentVersion(of: pages, in: .english) == ConsentVersion(digest: "0c5f820edbd761fa", language: .english))
    #expect(ConsentVersion(of: pages, in: .german) == ConsentVersion(digest: "52848b97086d77dd", language: .german))
    let two = ["a", "b"].map { PageText(english: $0, german: $0) }
    #expect(ConsentVersion(of: two, in: .german)?.digest == "b1996d78cfc6e3e3")
    #expect(ConsentVersion(of: [], in: .german) == nil)
  }
}
