/// A choice that a listener makes in a trial, among notes or composed sounds.
///
/// Among notes only oddity, AXB and same–different are possible; among composed sounds every form is. Strategies use
/// correct and wrong answers; in yes/no they use "yes" and "no". Fits use accuracy. In every form but yes/no, a guess
/// among n possible answers is correct with probability 1/n, because all of them are equally often correct.
///
/// Source: Macmillan & Creelman (2005), Detection theory: A user's guide, 2nd ed., ch. 6, 7 and 9.
public enum ChoiceForm: Hashable, Sendable {
  /// Three notes or sounds, two of them the same: which is the odd one?
  case oddity
  /// Three notes or sounds, the middle one equal to the first or the last: to which?
  case axb
  /// Two notes or sounds: same or different?
  case sameDifferent
  /// Several intervals, from 2 to 9, exactly one of them with the target: which one?
  case forcedChoice(intervals: Int)
  /// A single interval, with the target or without: yes or no?
  case yesNo

  /// The choices that can be made among notes.
  package static let ofNotes: [ChoiceForm] = [.oddity, .axb, .sameDifferent]

  /// The most intervals of a forced choice: each has a key of its own.
  package static let mostIntervals = 9

  /// The answers to all choices, each once.
  package static let allAnswers: [String] = (ofNotes + [.forcedChoice(intervals: mostIntervals), .yesNo])
    .flatMap(\.answers)
    .reduce(into: []) { known, answer in if !known.contains(answer) { known.append(answer) } }

  /// The kind of the tasks with this choice.
  package var kind: TrialTask.Kind {
    switch self {
    case .oddity: .oddity
    case .axb: .axb
    case .sameDifferent: .sameDifferent
    case .forcedChoice: .forcedChoice
    case .yesNo: .yesNo
    }
  }

  /// The orders of the notes or intervals, each as likely as the others: true for the one that is off, or has the target.
  /// Yes/no has one order; whether its interval has the target is the strategy's.
  package var orders: [[Bool]] {
    switch self {
    case .oddity: ChoiceForm.oddOnes
    case .axb: ChoiceForm.betweens
    case .sameDifferent: ChoiceForm.pairs
    case .forcedChoice(let count): (0..<count).map { place in (0..<count).map { $0 == place } }
    case .yesNo: [[true]]
    }
  }

  private static let oddOnes = (0..<3).flatMap { odd in
    [true, false].map { isOff in (0..<3).map { ($0 == odd) == isOff } }
  }
  private static let betweens = [false, true].flatMap { first in [first, !first].map { [first, $0, !first] } }
  private static let pairs = [false, true].flatMap { first in [first, !first].map { [first, $0] } }

  /// How many notes or intervals a trial has.
  package var notes: Int { orders[0].count }

  /// The possible answers of a listener.
  package var answers: [String] {
    switch self {
    case .oddity: ["first", "second", "third"]
    case .axb: ["first", "last"]
    case .sameDifferent: ["same", "different"]
    case .forcedChoice(let count): Array(ChoiceForm.ordinals.prefix(count))
    case .yesNo: ["yes", "no"]
    }
  }

  private static let ordinals = [
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
  ]

  /// The order of a trial's notes or intervals.
  package func order(of comparison: Comparison) -> [Bool] {
    self == .yesNo ? [comparison.level.kind != .noise] : orders[comparison.order]
  }

  /// The index of an order from its text; `nil` for an unknown order.
  package func place(ofOrder text: String) -> Int? {
    if self == .yesNo { return ["A", "B"].contains(text) ? 0 : nil }
    return orders.firstIndex { ChoiceForm.text($0) == text }
  }

  /// The index of the correct answer of a trial.
  package func rightAnswer(to comparison: Comparison) -> Int { rightAnswer(to: order(of: comparison)) }

  /// The index of the correct answer for an order of the notes or intervals.
  package func rightAnswer(to order: [Bool]) -> Int {
    switch self {
    case .oddity: (0..<3).first { note in order.count { $0 == order[note] } == 1 } ?? 0
    case .axb: order[1] == order[0] ? 0 : 1
    case .sameDifferent: order[0] == order[1] ? 0 : 1
    case .forcedChoice: order.firstIndex(of: true) ?? 0
    case .yesNo: order[0] ? 0 : 1
    }
  }

  /// Whether an answer is what a strategy of levels hears as positive: correct, or in yes/no "yes".
  ///
  /// - Parameter answer: Its index.
  package func isPositive(_ answer: Int, to comparison: Comparison) -> Bool {
    self == .yesNo ? answer == 0 : answer == rightAnswer(to: comparison)
  }

  /// The index of an answer that is positive or not. Of several wrong answers it is the one after the right one.
  package func answer(isPositive: Bool, to comparison: Comparison) -> Int {
    answer(isPositive: isPositive, to: order(of: comparison))
  }

  /// The same for an order of the notes or intervals.
  package func answer(isPositive: Bool, to order: [Bool]) -> Int {
    if self == .yesNo { return isPositive ? 0 : 1 }
    let right = rightAnswer(to: order)
    return isPositive ? right : (right + 1) % answers.count
  }

  /// An order as it is written: A is the reference note or the standard, B the note that is off or the target.
  package static func text(_ order: [Bool]) -> String { String(order.map { $0 ? "B" : "A" }) }
}
