import Configuration
import Glibc

extension KeyboardPicture {
  /// The bytes of a picture of twice its size, on white or on black.
  ///
  /// - Throws: `FigureError`, as where gnuplot is missing.
  public func png(isDark: Bool = false) throws(FigureError) -> [UInt8] {
    try Gnuplot.draw(script(isDark: isDark), .png)
  }

  /// Shapes as curves in the order in which they lie upon each other; texts are above all.
  private func script(isDark: Bool) -> String {
    func colour(_ shade: Palette.Shade) -> String { "rgb '\(Palette.hex(isDark ? shade.dark : shade.light))'" }
    let (wide, high) = (Int(width), Int(height))
    var (blocks, curves, labels) = ("", [String](), "")
    func add(_ points: [KeyboardShape.Point], _ style: String) {
      blocks += "$s\(curves.count) << EOD\n" + points.map { "\($0.x) \($0.y)\n" }.joined() + "EOD\n"
      curves.append("$s\(curves.count) \(style) notitle")
    }
    func fill(_ points: [KeyboardShape.Point], _ shade: Palette.Shade, _ opacity: Double) {
      add(points, "with filledcurves closed fc \(colour(shade)) fs transparent solid \(opacity) noborder")
    }
    for shape in shapes {
      switch shape {
      case .area(let points, let shade, let opacity): fill(points, shade, opacity)
      case .key(let left, let top, let right, let bottom, let shade):
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)]
        let points = corners.map { KeyboardShape.Point($0.0, $0.1) }
        fill(points, shade, 1)
        add(points, "with lines lw 0.5 lc \(colour(Palette.edge))")
      case .line(let points, let shade, let width): add(points, "with lines lw \(width / 2) lc \(colour(shade))")
      case .disc(let middle, let radius, let shade):
        fill(
          (0..<24).map { step in
            let angle = Double(step) / 12 * .pi
            return KeyboardShape.Point(middle.x + radius * cos(angle), middle.y + radius * sin(angle))
          }, shade, 1)
      case .text(let text, let place, let anchor, let size, let shade):
        let align = [.start: "left", .middle: "center", .end: "right"][anchor] ?? "left"
        labels +=
          "set label \(Escaping.gnuplot(text)) at \(place.x),\(place.y - 0.33 * size) \(align) front "
          + "font ',\(size * 0.76)' textcolor \(colour(shade))\n"
      }
    }
    return """
      set encoding utf8
      set terminal pngcairo noenhanced size \(2 * wide),\(2 * high) font 'sans,10' fontscale 2 linewidth 2 \
      background \(colour(Palette.ground).dropFirst(4))
      unset key; unset border; unset tics
      set lmargin 0; set rmargin 0; set tmargin 0; set bmargin 0
      set xrange [0:\(wide)]; set yrange [\(high):0]
      \(labels)\(blocks)plot \(curves.joined(separator: ", \\\n  "))

      """
  }
}
