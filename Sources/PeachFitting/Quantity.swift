/// A reading of a fitted curve with a standard error and an interval.
package enum Quantity: Hashable, Sendable, CaseIterable {
  /// The threshold, in level units.
  case threshold
  /// F⁻¹(0.95) − F⁻¹(0.05), in level units; on log10 in units of that.
  case width
  /// The point of subjective equality, where F is ½: in level units; the threshold itself where no proportion is asked.
  case pse
}
