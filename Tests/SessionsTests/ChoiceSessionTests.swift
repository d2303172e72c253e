import PeachAudio
import PeachSessions
import PeachTrials
import Testing

/// Choices among notes go the way of comparisons.
@Suite struct ChoiceSessionTests {
  private typealias Script = ScriptedSession.Script

  @Test func `three notes sound, and an answer is accepted from the last one on`() throws {
    let scripted = try ScriptedSession(
      form: .oddity, most: 1,
      [
        Script(state: .playingNote(1), after: 0.5, event: .input(.choice(0), at: 0)),
        Script(state: .playingNote(2), after: 0.25, event: .input(.choice(1), at: 0)),
      ])
    #expect(try scripted.session.run() == .finished)
    let isCorrect = scripted.stored[0].isCorrect == true
    #expect(
      scripted.journal.prefix(9) == [
        "0 prepare", "0 playingNote(0)", "0 start", "1267 playingNote(1)", "2517 playingNote(2)", "2767 release",
        "2767 store", "2767 showingFeedback(isCorrect: Optional(\(isCorrect)))",
        isCorrect ? "3167 silence" : "2767 tick",
      ])
    #expect(scripted.stored[0].answer == "second")
    #expect(scripted.prepared[0].parts.count == 3)
  }

  /// What was heard says whether the answer is right: the notes that are off differ from the others in every sample.
  @Test(arguments: ChoiceForm.ofNotes) func `an answer is judged by the order of the notes that were rendered`(
    form: ChoiceForm
  ) throws {
    var rights: Set<Bool> = []
    for trials in 1...12 {
      let scripted = try ScriptedSession(
        form: form, most: trials,
        (1...trials).map {
          Script(state: .awaitingAnswer, occurrence: $0, after: 0.1, event: .input(.choice(0), at: 0))
        })
      #expect(try scripted.session.run() == .finished)
      let record = try #require(scripted.stored.last)
      let sound = scripted.prepared[trials - 1]
      let notes = sound.parts.map { Array(sound.samples[($0.start + 4000)..<($0.start + 8000)]) }
      let order = try #require(record.order)
      for (note, letter) in zip(notes, order) {
        for (other, otherLetter) in zip(notes, order) { #expect((note == other) == (letter == otherLetter)) }
      }
      let isRight = form.rightAnswer(to: order.map { $0 == "B" }) == 0
      #expect(record.isCorrect == isRight)
      rights.insert(isRight)
    }
    #expect(rights == [true, false])
  }

  @Test func `varied levels change from note to note and give no clue to the odd note`() throws {
    let scripted = try ScriptedSession(
      form: .oddity, most: 1, loudness: 1,
      [Script(state: .awaitingAnswer, after: 0.1, event: .input(.choice(0), at: 0))])
    #expect(try scripted.session.run() == .finished)
    #expect(Set(scripted.prepared[0].parts.map(\.level)).count == 3)
  }

  @Test func `the time between trials begins after feedback and shows nothing`() throws {
    let scripted = try ScriptedSession(
      interTrialInterval: 1.5, most: 2,
      [
        Script(state: .playingTargetNote, after: 0.4, event: .input(.lower, at: 0)),
        Script(state: .playingTargetNote, occurrence: 2, after: 0.4, event: .input(.lower, at: 0)),
      ])
    #expect(try scripted.session.run() == .finished)
    #expect(scripted.journal.contains("2067 idle"))
    #expect(scripted.journal.contains("3567 playingReferenceNote"))
    // None follows the last.
    #expect(scripted.journal.count { $0.hasSuffix("idle") } == 1)
  }
}
