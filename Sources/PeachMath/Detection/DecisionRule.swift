/// How an observer decides in a task with several observations and no order among them.
///
/// Source: Macmillan & Creelman (2005), Detection theory: A user's guide, 2nd ed., ch. 9.
package enum DecisionRule: String, CaseIterable, Sendable {
  /// By how far observations are apart. All that can be done where the standard roves from trial to trial.
  case difference
  /// By the likelihood of observations that are independent. The best rule where the two stimuli are fixed.
  case independent
}
