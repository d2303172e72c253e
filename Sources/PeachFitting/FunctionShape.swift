import PeachMath

/// The properties of a standard function F(u) that a fit needs in addition to its values.
struct FunctionShape: Sendable {
  /// F⁻¹(½): fits place a function by its middle.
  let centre: Double
  /// F⁻¹(0.95) − F⁻¹(0.05), the width at a scale of 1.
  let width: Double
  /// Outside these u F is 0 or 1 within 1e-12.
  let lowest: Double
  let highest: Double

  init<Function: PsychometricFunction>(_: Function.Type) {
    centre = Function.standardQuantile(0.5)
    width = Function.standardQuantile(0.95) - Function.standardQuantile(0.05)
    lowest = Function.standardQuantile(1e-12)
    highest = Function.standardQuantile(1 - 1e-12)
  }
}
