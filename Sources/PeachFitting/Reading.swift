/// The way to read trials for a fit: by accuracy or by direction.
package enum Reading: String, CaseIterable, Sendable {
  /// The proportion correct (yes, in yes/no) against the level.
  case accuracy
  /// The proportion of answers "higher" against the signed level.
  case direction
}
