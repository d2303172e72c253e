/// A group of related strategies in the lists of the documentation, in their order.
public enum StrategyFamily: String, CaseIterable, Sendable {
  case staircases = "Up-down staircases"
  case steps = "Step procedures"
  case likelihood = "Bayesian and likelihood procedures"
  case classical = "Classical methods"
  case training = "Training"
  case combinators = "Strategies that combine others"
  case other = "Others"
}
