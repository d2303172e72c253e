extension Gnuplot {
  /// The gnuplot that draws here, such as `5.4 patchlevel 4`: another one may draw the same figure with other lines. `nil` if none
  /// can be run.
  public static var version: String? {
    let script = "set print '-'; print sprintf('%.1f patchlevel %s', GPVAL_VERSION, GPVAL_PATCHLEVEL)\n"
    guard let bytes = try? run(script) else { return nil }
    let version = String(decoding: bytes, as: UTF8.self).split(separator: "\n").first.map(String.init) ?? ""
    return version.wholeMatch(of: /[0-9]+\.[0-9]+ patchlevel [0-9A-Za-z.]{1,20}/) == nil ? nil : version
  }

  /// The SVG element of a figure with its title, description and style, and with nothing drawn.
  public static func undrawn(_ figure: Figure) -> String { SVGPicture(figure, drawing: []).element }
}
