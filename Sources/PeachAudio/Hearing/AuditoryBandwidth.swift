/// The width of auditory filters.
package enum AuditoryBandwidth {
  /// The equivalent rectangular bandwidth of the filter centred at a frequency; both are in Hz.
  ///
  /// Source: Glasberg & Moore (1990), Hear. Res. 47:103–138, doi:10.1016/0378-5955(90)90170-T.
  package static func equivalent(at hertz: Double) -> Double { 24.7 * (4.37 * hertz / 1000 + 1) }
}
