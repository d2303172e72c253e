import CGSL

/// Discrete Fourier transforms of real values, 2ᵏ of them, in place.
///
/// A spectrum stands as GSL has it: real parts of frequencies 0…n/2, then imaginary parts of n/2 − 1…1; that of frequency
/// k is at n − k.
///
/// Source: Sorensen et al. (1987), IEEE Trans. Acoust. Speech Signal Process. 35:849–863, as in GSL's radix-2 routines.
package enum FourierTransform {
  /// The spectrum of values followed by zeros.
  ///
  /// - Parameter length: 2ᵏ, at least as many as there are values.
  package static func spectrum(of values: [Double], length: Int) -> [Double] {
    var spectrum = values + [Double](repeating: 0, count: length - values.count)
    forward(&spectrum)
    return spectrum
  }

  /// From values to their spectrum.
  ///
  /// - Precondition: There are 2ᵏ values.
  package static func forward(_ values: inout [Double]) {
    check(values)
    let count = values.count
    values.withUnsafeMutableBufferPointer { _ = gsl_fft_real_radix2_transform($0.baseAddress, 1, count) }
  }

  /// From a spectrum back to values.
  ///
  /// - Precondition: There are 2ᵏ values.
  package static func inverse(_ spectrum: inout [Double]) {
    check(spectrum)
    let count = spectrum.count
    if let own = InverseTransform.of(length: count) { return own.apply(to: &spectrum) }
    spectrum.withUnsafeMutableBufferPointer { _ = gsl_fft_halfcomplex_radix2_inverse($0.baseAddress, 1, count) }
  }

  /// The least power of two, from 2 on, that is not below a number of values.
  package static func length(holding count: Int) -> Int {
    var length = 2
    while length < count { length *= 2 }
    return length
  }

  private static func check(_ values: [Double]) {
    precondition(!values.isEmpty && values.count & (values.count - 1) == 0, "\(values.count) is no power of two")
    GSL.ready
  }
}
