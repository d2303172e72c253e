import PeachPitch
import PeachSupport
import PeachTrials
import Testing

/// Which keys a listener of a study has.
@Suite struct ResponseRulesTests {
  private func task() throws -> TrialTask {
    try #require(
      try TrialTask.comparison(
        intervals: [.prime], notes: MIDINote(48)...MIDINote(72), tuning: EqualTemperament(),
        referencePitch: Frequency(440), noteDuration: 1, gap: 0))
  }

  private var rules: ResponseRules {
    var rules = ResponseRules()
    rules.keys = ResponseKeys([.init("higher", ["k", "up"]), .init("lower", ["j", "down"]), .init("yes", ["k"])])
    rules.swap = .byPlace
    return rules
  }

  @Test(arguments: [1, 2, 3, 4, 6, 8]) func `half of the listeners have swapped keys, within each order too`(rows: Int)
  {
    let places = Array(1...(4 * rows))
    #expect(places.count { ResponseRules.isSwapped(place: $0, design: rows) } == 2 * rows)
    for row in 0..<rows {
      let own = places.filter { ($0 - 1) % rows == row }
      #expect(own.count { ResponseRules.isSwapped(place: $0, design: rows) } == 2)
    }
  }

  @Test func `swapped keys change places, and those of other tasks are left out`() throws {
    let task = try task()
    let first = rules.inForce(for: task, place: 1, design: 1)
    let second = rules.inForce(for: task, place: 2, design: 1)
    #expect(first.isSwapped == false && second.isSwapped == true)
    #expect(first.keys?.answer(by: "k") == "higher" && first.keys?.answer(by: "down") == "lower")
    #expect(second.keys?.answer(by: "k") == "lower" && second.keys?.answer(by: "down") == "higher")
    #expect(first.keys?.answers.count == 2)
    #expect(
      second.value?.json() == #"{"keys": {"higher": ["j", "down"], "lower": ["k", "up"]}, "swapped": true}"#)
  }

  @Test func `without rules a session has none`() throws {
    let responses = ResponseRules().inForce(for: try task(), place: 2, design: 1)
    #expect(responses == SessionResponses() && responses.value == nil)
  }

  @Test func `keys must serve every answer of a task, and one alone`() throws {
    let task = try task()
    #expect(rules.problem(for: task) == nil)
    var half = rules
    half.keys = ResponseKeys([.init("higher", ["k"])])
    #expect(half.problem(for: task) == "keys: expected keys for each answer, but lower has none")
    half.keys = ResponseKeys([.init("higher", ["k"]), .init("lower", ["j", "k"])])
    #expect(half.problem(for: task) == "keys: the keyboard key k is stated for both higher and lower")
    half.keys = nil
    #expect(half.problem(for: task) == "swap: expected keys for the answers higher, lower, which are swapped")
    var again = rules
    again.repeats = RepeatRule(most: 1, keys: ["k"])
    #expect(again.problem(for: task) == "repeat: the keyboard key k already gives the answer higher")
  }

  @Test func `a block states the rules that differ`() {
    var study = rules
    study.deadline = ResponseDeadline(seconds: 3, then: .again)
    var block = ResponseRules()
    block.deadline = ResponseDeadline(seconds: 1, then: .wrong)
    let both = block.over(study)
    #expect(both.deadline == block.deadline && both.keys == study.keys && both.swap == .byPlace)
  }

  @Test func `an example is a trial with its answer`() throws {
    let task = try task()
    let lower = try #require(SoundExample(level: 50, answer: "lower").comparison(in: task))
    #expect(lower.offset == -50 && lower.level.value == 50 && lower.reference.number == 60)
    #expect(SoundExample(level: 50).comparison(in: task)?.offset == 50)
    #expect(SoundExample(level: 50, answer: "second").comparison(in: task) == nil)
    let odd = try #require(
      try TrialTask.choice(
        .oddity, notes: MIDINote(48)...MIDINote(72), tuning: EqualTemperament(), referencePitch: Frequency(440),
        noteDuration: 1, gap: 0))
    for (index, answer) in ChoiceForm.oddity.answers.enumerated() {
      let comparison = try #require(SoundExample(level: 30, answer: answer).comparison(in: odd))
      #expect(ChoiceForm.oddity.rightAnswer(to: comparison) == index)
    }
  }
}
