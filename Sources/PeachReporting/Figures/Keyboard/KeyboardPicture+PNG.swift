extension KeyboardPicture {
  /// The picture as PNG at twice its size, on white or on black.
  ///
  /// - Throws: `FigureError`, for example if gnuplot is missing.
  package func png(isDark: Bool = false) throws(FigureError) -> [UInt8] {
    try Gnuplot.draw(GnuplotScript(shapes, width: width, height: height, scale: 2, isDark: isDark).text, .png)
  }
}
