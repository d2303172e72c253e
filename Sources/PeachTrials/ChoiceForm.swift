/// A choice by pitch among several notes, each the reference note or the other one, whose pitch is off.
///
/// Its strategies move by correct and wrong answers, its fits are read by accuracy, and a guess is right once in as many
/// times as there are answers. Where "same" and "different" are equally often asked, that is half the time.
///
/// Source: Macmillan & Creelman (2005), Detection theory: A user's guide, 2nd ed., ch. 9.
public enum ChoiceForm: String, CaseIterable, Sendable {
  /// Two of three notes are the same: which is the odd one?
  case oddity
  /// The note in the middle is one of the outer two: the first or the last?
  case axb
  /// Two notes: same or different?
  case sameDifferent = "same-different"

  /// The orders of the notes, each as likely as the others: true for the note that is off.
  package var orders: [[Bool]] {
    switch self {
    case .oddity: ChoiceForm.oddOnes
    case .axb: ChoiceForm.betweens
    case .sameDifferent: ChoiceForm.pairs
    }
  }

  private static let oddOnes = (0..<3).flatMap { odd in
    [true, false].map { isOff in (0..<3).map { ($0 == odd) == isOff } }
  }
  private static let betweens = [false, true].flatMap { first in [first, !first].map { [first, $0, !first] } }
  private static let pairs = [false, true].flatMap { first in [first, !first].map { [first, $0] } }

  /// How many notes a trial has.
  package var notes: Int { orders[0].count }

  /// The possible answers of a listener.
  package var answers: [String] {
    switch self {
    case .oddity: ["first", "second", "third"]
    case .axb: ["first", "last"]
    case .sameDifferent: ["same", "different"]
    }
  }

  /// The order of a trial's notes.
  package func order(of comparison: Comparison) -> [Bool] { orders[comparison.order] }

  /// The index of an order from its text; `nil` for an unknown order.
  package func place(ofOrder text: String) -> Int? { orders.firstIndex { ChoiceForm.text($0) == text } }

  /// The index of the correct answer of a trial.
  package func rightAnswer(to comparison: Comparison) -> Int { rightAnswer(to: order(of: comparison)) }

  /// The index of the correct answer for an order of the notes.
  package func rightAnswer(to order: [Bool]) -> Int {
    switch self {
    case .oddity: (0..<3).first { note in order.count { $0 == order[note] } == 1 } ?? 0
    case .axb: order[1] == order[0] ? 0 : 1
    case .sameDifferent: order[0] == order[1] ? 0 : 1
    }
  }

  /// An order as it is written: A is the reference note, B the other.
  package static func text(_ order: [Bool]) -> String { String(order.map { $0 ? "B" : "A" }) }
}
