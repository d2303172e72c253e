import PeachMath
import PeachSupport

/// The position of each group's coordinates among the unknowns of a joint fit, and the search box. The box of a shared
/// coordinate spans the bounds of all groups.
struct JointModel {
  /// How many unknowns there are.
  private(set) var count = 0
  /// Each group's unknowns by coordinate; −1 if it is fixed or tied.
  private(set) var indices: [SIMD4<Int>]
  private(set) var low: [Double] = []
  private(set) var high: [Double] = []
  /// The most an unknown moves at once: far from the peak the quadratic is a poor guide.
  private(set) var longest: [Double] = []
  /// A small move of each.
  private(set) var nudges: [Double] = []
  private let models: [FitModel]

  /// - Parameters:
  ///   - boxes: The box of each group's coordinates, of all coordinates.
  ///   - shared: The coordinates in common.
  init(_ models: [FitModel], boxes: [JointBox], chart: JointChart, shared: ParameterSet) {
    self.models = models
    indices = models.map { _ in SIMD4(repeating: -1) }
    guard let free = models.first?.free else { return }
    for slot in 0..<4 where free.contains(slot) {
      if shared.contains(slot) {
        let ends = (boxes.map { $0.low[slot] }.min() ?? 0, boxes.map { $0.high[slot] }.max() ?? 0)
        for group in models.indices { indices[group][slot] = count }
        append(ends, slot, chart)
      } else {
        for group in models.indices {
          indices[group][slot] = count
          append((boxes[group].low[slot], boxes[group].high[slot]), slot, chart)
        }
      }
    }
  }

  private mutating func append(_ ends: (low: Double, high: Double), _ slot: Int, _ chart: JointChart) {
    count += 1
    low.append(ends.low)
    high.append(ends.high)
    let isRatio = slot == 0 && chart == .twoSided
    longest.append(isRatio ? 2 : [.infinity, 2, 0.1, 0.1][slot])
    nudges.append(isRatio ? 0.3 : [(ends.high - ends.low) / 100, 0.1, 0.01, 0.01][slot])
  }

  /// The coordinates of one group.
  func place(of group: Int, in unknowns: [Double]) -> FitPoint {
    var place = models[group].low
    for slot in 0..<4 where indices[group][slot] >= 0 { place[slot] = unknowns[indices[group][slot]] }
    return place
  }

  /// Unknowns from coordinates of every group: what is shared is the mean by weight.
  func unknowns(of places: [FitPoint], weights: [Double]) -> [Double] {
    var sums = [Double](repeating: 0, count: count)
    var totals = sums
    for (group, place) in places.enumerated() {
      for slot in 0..<4 where indices[group][slot] >= 0 {
        let isOwn = !isShared(slot)
        sums[indices[group][slot]] += (isOwn ? 1 : weights[group]) * place[slot]
        totals[indices[group][slot]] += isOwn ? 1 : weights[group]
      }
    }
    return clamped(zip(sums, totals).map { $0 / $1 })
  }

  /// Whether groups have a coordinate in common; a single group has none.
  func isShared(_ slot: Int) -> Bool {
    indices.count > 1 && indices[0][slot] >= 0 && indices[0][slot] == indices[1][slot]
  }

  func bounds(of group: Int, _ slot: Int) -> (low: Double, high: Double) {
    let index = indices[group][slot]
    return (low[index], high[index])
  }

  /// A group's coordinates inside the box, the fixed ones where they are fixed.
  func clamped(_ place: FitPoint, _ group: Int) -> FitPoint {
    var result = models[group].low
    for slot in 0..<4 where indices[group][slot] >= 0 {
      let (low, high) = bounds(of: group, slot)
      result[slot] = min(max(place[slot], low), high)
    }
    return result
  }

  func clamped(_ unknowns: [Double]) -> [Double] {
    unknowns.indices.map { min(max(unknowns[$0], low[$0]), high[$0]) }
  }
}

/// The bounds of one group's coordinates.
struct JointBox {
  var low: FitPoint
  var high: FitPoint

  init(_ model: FitModel, _ chart: JointChart, _ settings: FitSettings, _ shape: FunctionShape) {
    (low, high) = (model.low, model.high)
    guard let at = settings.at, chart != .curve else { return }
    // The asked proportion lies between the asymptotes.
    high[2] = max(low[2], min(high[2], at - Self.room))
    high[3] = max(low[3], min(high[3], 1 - at - Self.room))
    if chart == .threshold {
      let reach = high[0] - low[0]
      low[0] -= reach
      high[0] += reach
    } else {
      let ratio = high[0] / exp(low[1])
      (low[0], high[0]) = (-ratio, ratio)
      low[1] += log(shape.width) - 7
      high[1] += log(shape.width) + 3
    }
  }

  private static var room: Double { 1e-6 }

  /// Room for a threshold so far off that every answer of the group is explained to the last.
  mutating func widen(by reach: Double, isAllPositive: Bool) {
    if isAllPositive { low[0] -= reach } else { high[0] += reach }
  }
}
