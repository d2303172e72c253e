import PeachPitch
import PeachTrials
import Testing

@Suite struct ChoiceFormTests {
  @Test func `the orders of each form are all that its rule allows`() {
    func orders(_ form: ChoiceForm) -> [String] { form.orders.map(ChoiceForm.text).sorted() }
    #expect(orders(.oddity) == ["AAB", "ABA", "ABB", "BAA", "BAB", "BBA"])
    #expect(orders(.axb) == ["AAB", "ABB", "BAA", "BBA"])
    #expect(orders(.sameDifferent) == ["AA", "AB", "BA", "BB"])
    #expect(orders(.forcedChoice(intervals: 3)) == ["AAB", "ABA", "BAA"])
  }

  @Test(
    arguments: [
      (ChoiceForm.oddity, "BAA", "first"), (.oddity, "BAB", "second"), (.oddity, "AAB", "third"),
      (.axb, "AAB", "first"), (.axb, "BBA", "first"), (.axb, "ABB", "last"), (.sameDifferent, "BB", "same"),
      (.sameDifferent, "BA", "different"), (.forcedChoice(intervals: 2), "AB", "second"),
      (.forcedChoice(intervals: 9), "AAAAAAAAB", "ninth"), (.yesNo, "B", "yes"), (.yesNo, "A", "no"),
    ]) func `one answer is right`(form: ChoiceForm, order: String, answer: String)
  {
    let order = order.map { $0 == "B" }
    #expect(form.answers[form.rightAnswer(to: order)] == answer)
  }

  @Test(arguments: ChoiceForm.ofNotes + [.forcedChoice(intervals: 4)])
  func `answers are right equally often`(form: ChoiceForm) {
    let counts = form.answers.indices.map { answer in form.orders.count { form.rightAnswer(to: $0) == answer } }
    #expect(Set(counts) == [form.orders.count / form.answers.count])
  }

  @Test func `yes, to a signal and yes to none are both positive, and only one is right`() throws {
    let form = ChoiceForm.yesNo
    for kind in [TrialKind.test, .catch, .noise] {
      let trial = Comparison(reference: try MIDINote(60), interval: .prime, offset: 3, level: Level(3, kind: kind))
      #expect(form.isPositive(0, to: trial) && !form.isPositive(1, to: trial))
      #expect(form.answer(isPositive: true, to: trial) == 0)
      #expect(form.rightAnswer(to: trial) == (kind == .noise ? 1 : 0))
    }
  }

  @Test func `a wrong answer to a forced choice is another one than the right one`() throws {
    for count in 2...ChoiceForm.mostIntervals {
      let form = ChoiceForm.forcedChoice(intervals: count)
      for place in 0..<count {
        var trial = Comparison(reference: try MIDINote(60), interval: .prime, offset: 3, level: Level(3))
        trial.order = place
        #expect(form.answer(isPositive: true, to: trial) == place)
        let wrong = form.answer(isPositive: false, to: trial)
        #expect(wrong != place && form.answers.indices.contains(wrong))
        #expect(form.isPositive(place, to: trial) && !form.isPositive(wrong, to: trial))
      }
    }
  }

  @Test func `a comparison keeps its order if other properties change`() throws {
    var comparison = Comparison(
      reference: try MIDINote(60), interval: .prime, offset: -7.5, level: Level(7.5, kind: .catch, track: 513))
    comparison.order = 5
    comparison.reference = try MIDINote(61)
    comparison.level.value = 8
    comparison.interval = .prime
    #expect(comparison.order == 5)
    #expect(comparison.level == Level(8, kind: .catch, track: 513))
    #expect(comparison.reference.number == 61)
    #expect(comparison.level.kind.isInserted)
  }

  /// Two notes and gaps before the last of three; feedback and what follows it.
  @Test func `a trial takes its notes, its gaps and the time between trials`() throws {
    var task = try #require(
      TrialTask.choice(
        .oddity, notes: try MIDINote(48)...MIDINote(60), tuning: EqualTemperament(), referencePitch: try Frequency(440),
        noteDuration: 0.5, gap: 0.25))
    task.interTrialInterval = 2
    #expect(abs(task.pace.fixed - 3.9) <= 1e-12)
    #expect(task.pace.answer == 0.7)
    #expect(task.guessRate == 1.0 / 3)
  }
}
