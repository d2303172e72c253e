package import PeachAnalysis
import PeachFitting
import PeachMath
import PeachSupport

extension Figure {
  /// Regions of threshold and width that hold the true ones with 50, 80 and 95 % confidence, by the likelihood ratio.
  ///
  /// - Returns: `nil` if no curve was fitted, or the data do not bound it.
  package static func likelihoodContours(_ fit: FitRow, unit: String?, name: String = "likelihood") -> Figure? {
    guard let surface = fit.surface, let place = fit.result.location else { return nil }
    let tracing = ContourTracing(surface)
    var layers: [Layer] = [95.0, 80, 50].enumerated().compactMap { number, percent in
      let lines = tracing.lines(at: LikelihoodSurface.drop(at: percent / 100))
      if lines.isEmpty { return nil }
      // A point without y separates two lines.
      let data = lines.flatMap { line in line.map { Datum($0.x, $0.y) } + [Datum(nil, nil)] }.dropLast()
      return Layer("\(percent.shortest) % region", .contour, .series(number), Array(data))
    }
    if layers.isEmpty { return nil }
    let level = fit.settings.scale.level(at: place)
    layers.append(Layer("estimate", .cross, .ink, [Datum(level, fit.result.width)]))
    let isLog = fit.settings.scale != .linear && (surface.levels.first ?? 0) > 0
    let widthUnit = fit.settings.scale == .log10 ? "log10 \(unit ?? "level")" : unit
    let panel = Panel(
      x: FigureAxis(label(fit), unit: unit, scale: isLog ? .log : .linear),
      y: FigureAxis("width, from F = 0.05 to 0.95", unit: widthUnit, scale: .log), layers: layers)
    let group = fit.key.isEmpty ? "" : " of \(fit.name)"
    return Figure(
      name: name, title: "Likely values of \(label(fit)) and width\(group)",
      description:
        "The likelihood is highest at \(level.brief), width \(fit.result.width?.brief ?? "none"); the region of "
        + "95 % reaches from \(reach(layers[0], \.x)) and in width from \(reach(layers[0], \.y)).",
      caption:
        "Lines: regions that hold threshold and width together with the stated confidence. Cross: the estimate. A long region says "
        + "that the data do not determine both.",
      panels: [panel])
  }

  /// The curve is placed at the level where F is ½. That is the threshold unless another proportion is asked for.
  private static func label(_ fit: FitRow) -> String {
    if fit.settings.reading == .direction { return "PSE" }
    return fit.settings.at == nil ? "threshold" : "level where F is ½"
  }

  private static func reach(_ layer: Layer, _ value: (Datum) -> Double?) -> String {
    let values = layer.data.compactMap(value)
    return "\(values.min()?.brief ?? "") to \(values.max()?.brief ?? "")"
  }
}

/// Traces lines of equal height by marching squares.
///
/// Source: Lorensen & Cline (1987), Comput. Graph. 21:163–169, in two dimensions.
struct ContourTracing {
  private let surface: LikelihoodSurface
  private let columns: Int

  init(_ surface: LikelihoodSurface) {
    self.surface = surface
    columns = surface.levels.count
  }

  /// An edge of the grid that a line crosses: from a node to the next one in its row or column.
  private struct Edge: Hashable {
    var node: Int
    var isUp: Bool
  }

  func lines(at height: Double) -> [[(x: Double, y: Double)]] {
    var links: [Edge: [Edge]] = [:]
    var order: [Edge] = []
    for row in 0..<(surface.rows - 1) {
      for column in 0..<(columns - 1) {
        let node = row * columns + column
        for (a, b) in crossings(node, height) {
          for edge in [a, b] where links[edge] == nil { order.append(edge) }
          links[a, default: []].append(b)
          links[b, default: []].append(a)
        }
      }
    }
    var isDone: Set<Edge> = []
    func follow(from start: Edge) -> [(x: Double, y: Double)] {
      var line = [start]
      isDone.insert(start)
      while let next = links[line[line.count - 1]]?.first(where: { !isDone.contains($0) }) {
        line.append(next)
        isDone.insert(next)
      }
      let isClosed = line.count > 2 && links[line[line.count - 1]]?.contains(start) == true
      return (isClosed ? line + [start] : line).map { point($0, height) }
    }
    // Open lines are followed from their ends first. The remaining lines are closed.
    var lines = order.filter { links[$0]?.count == 1 }.compactMap { isDone.contains($0) ? nil : follow(from: $0) }
    for edge in order where !isDone.contains(edge) { lines.append(follow(from: edge)) }
    return lines
  }

  /// The pieces of the line in one square.
  private func crossings(_ node: Int, _ height: Double) -> [(Edge, Edge)] {
    let nodes = [node, node + 1, node + columns + 1, node + columns]
    let corners = nodes.map { surface.drops[$0] < height }
    let edges = [
      Edge(node: node, isUp: false), Edge(node: node + 1, isUp: true), Edge(node: node + columns, isUp: false),
      Edge(node: node, isUp: true),
    ]
    let crossed = edges.indices.filter { corners[$0] != corners[($0 + 1) % 4] }.map { edges[$0] }
    if crossed.count == 2 { return [(crossed[0], crossed[1])] }
    if crossed.count < 4 { return [] }
    // A saddle: the value in the middle decides which corners belong together.
    let sum: Double = nodes.reduce(0) { $0 + surface.drops[$1] }
    let middle = sum / 4 < height
    return middle == corners[0]
      ? [(crossed[0], crossed[1]), (crossed[2], crossed[3])] : [(crossed[3], crossed[0]), (crossed[1], crossed[2])]
  }

  private func point(_ edge: Edge, _ height: Double) -> (x: Double, y: Double) {
    let other = edge.node + (edge.isUp ? columns : 1)
    let (a, b) = (surface.drops[edge.node], surface.drops[other])
    let share = a == b || !a.isFinite || !b.isFinite ? 0.5 : (height - a) / (b - a)
    let (x, next) = (surface.levels[edge.node % columns], surface.levels[other % columns])
    return (
      x + share * (next - x), surface.widths[edge.node] + share * (surface.widths[other] - surface.widths[edge.node])
    )
  }
}
