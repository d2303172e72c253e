import PeachPitch
import PeachSupport

/// A sound that a page of a study offers: a trial of a block, which is not asked.
package struct SoundExample: Hashable, Sendable {
  /// In the unit of the block's task.
  package var level: Double
  /// The right answer; `nil` for the first that has the target.
  package var answer: String?
  /// The block; `nil` for the block of the page, or the first one.
  package var block: String?

  package init(level: Double, answer: String? = nil, block: String? = nil) {
    self.level = level
    self.answer = answer
    self.block = block
  }

  /// The trial that is heard.
  ///
  /// - Returns: `nil` if the task has no such answer.
  package func comparison(in task: TrialTask) -> Comparison? {
    let names = task.kind == .matching ? TrialTask.pitchAnswers : task.answerNames
    guard answer.map(names.contains) ?? true else { return nil }
    let isLower = answer == "lower" || answer == nil && level < 0
    let isNoise = task.form == .yesNo && answer == "no"
    var comparison: Comparison
    if let choice = task.choices.first {
      let offset = isLower ? -abs(level) : abs(level)
      comparison = Comparison(
        reference: choice.reference(at: choice.count / 2), interval: choice.interval, offset: offset,
        level: Level(task.axis.isSigned ? offset : abs(level)))
    } else {
      comparison = Comparison(
        reference: task.notes.lowerBound, interval: .prime, offset: level,
        level: Level(level, kind: isNoise ? .noise : .test))
    }
    if let form = task.form, form != .yesNo {
      let wanted = answer.flatMap { form.answers.firstIndex(of: $0) }
      comparison.order = form.orders.firstIndex { wanted == nil || form.rightAnswer(to: $0) == wanted } ?? 0
    }
    return comparison
  }

  static func read(_ reader: Reader) -> SoundExample {
    SoundExample(
      level: reader.number("level", unit: "axis", "Level of the target"),
      answer: reader.optionalText("answer", "The right answer, such as higher or second"),
      block: reader.optionalText(
        "block",
        "Block whose sounds the example plays; default the block of the page, or the first block if the page has none"))
  }

  var value: Value {
    var fields: [Value.Field] = [.init("level", .number(level))]
    if let answer { fields.append(.init("answer", .text(answer))) }
    if let block { fields.append(.init("block", .text(block))) }
    return .mapping(fields)
  }
}
