import PeachSupport

/// Chooses the numbers next to an axis: few and round, with a decimal point in every locale.
enum AxisTicks {
  struct Tick: Hashable {
    var value: Double
    var text: String
  }

  /// - Parameters:
  ///   - count: The approximate number of ticks that fit.
  ///   - isWhole: Whether all ticks are whole numbers.
  static func linear(_ low: Double, _ high: Double, count: Int, isWhole: Bool = false) -> [Tick] {
    let rough = (high - low) / Double(max(1, count))
    guard rough > 0, rough.isFinite else { return [] }
    let power = pow(10, floor(log10(rough)))
    let heads = isWhole ? [1, 2, 5, 10] : [1, 2, 2.5, 5, 10]
    let step = max(isWhole ? 1 : 0, (heads.first { $0 * power >= rough * 0.999 } ?? 10) * power)
    guard step > 0, step.isFinite else { return [] }
    let decimals = decimals(of: step)
    let first = (low / step - 1e-9).rounded(.up)
    let last = (high / step + 1e-9).rounded(.down)
    guard last >= first, last - first < 50 else { return [] }
    return stride(from: first, through: last, by: 1).map { place in
      let value = place == 0 ? 0 : place * step
      return Tick(value: value, text: text(value, decimals: decimals))
    }
  }

  /// Ticks at 1, 2 and 5 times each power of ten if they fit, else at the powers only. A range of less than half a
  /// power has the ticks of a linear axis.
  static func log(_ low: Double, _ high: Double, count: Int) -> [Tick] {
    let (first, last) = (floor(log10(low) - 1e-9), ceil(log10(high) + 1e-9))
    guard first.isFinite, last.isFinite, last > first else { return [] }
    if log10(high / low) < 0.5 { return linear(low, high, count: count) }
    func ticks(_ heads: [Double], every: Double = 1) -> [Tick] {
      var ticks: [Tick] = []
      for power in stride(from: first, through: last, by: every) {
        for head in heads {
          let value = head * pow(10, power)
          guard value >= low * 0.999999, value <= high * 1.000001 else { continue }
          ticks.append(Tick(value: value, text: text(value, decimals: max(0, Int(-power)))))
        }
      }
      return ticks
    }
    let choices = [ticks([1, 2, 5]), ticks([1, 3]), ticks([1])]
    if let fitting = choices.first(where: { $0.count <= count + 1 && $0.count > 1 }) { return fitting }
    if choices[2].count <= 1 { return choices[0] }
    return ticks([1], every: ((last - first) / Double(count)).rounded(.up))
  }

  private static func decimals(of step: Double) -> Int {
    var (decimals, scaled) = (0, step)
    while decimals < 12, abs(scaled - scaled.rounded()) > 1e-6 * scaled {
      (decimals, scaled) = (decimals + 1, scaled * 10)
    }
    return decimals
  }

  static func text(_ value: Double, decimals: Int) -> String {
    let value = value == 0 ? 0 : value
    let size = abs(value)
    var text = value.brief
    if size < 1e6, size >= 1e-5 || size == 0, decimals <= 8 {
      let scale = pow(10, Double(decimals))
      text = ((value * scale).rounded() / scale).shortest
      // All texts have equally many decimals.
      if decimals > 0, !text.contains("e") {
        let there = text.split(separator: ".").dropFirst().first?.count ?? 0
        text += (there == 0 ? "." : "") + String(repeating: "0", count: max(0, decimals - there))
      }
    }
    return text.replacing("-", with: "−")
  }
}
