/// A correction of counts: proportions of 0 and 1 have no finite d′.
package enum ProportionCorrection: String, CaseIterable, Sendable {
  /// Nothing.
  case none
  /// Every proportion is (k + ½)/(n + 1), extreme or not. Its d′ is too small on average, by less than with `half`.
  ///
  /// Source: Hautus (1995), Behav. Res. Methods Instrum. Comput. 27:46–51, doi:10.3758/BF03203619.
  case loglinear
  /// Proportions of 0 and 1 alone are changed, to ½/n and (n − ½)/n.
  ///
  /// Source: Macmillan & Kaplan (1985), Psychol. Bull. 98:185–199, doi:10.1037/0033-2909.98.1.185.
  case half

  /// The counts on either side after the correction.
  func counted(_ positive: Double, _ negative: Double) -> (positive: Double, negative: Double) {
    switch self {
    case .none: (positive, negative)
    case .loglinear: (positive + 0.5, negative + 0.5)
    case .half where positive == 0: (0.5, negative - 0.5)
    case .half where negative == 0: (positive - 0.5, 0.5)
    case .half: (positive, negative)
    }
  }
}
