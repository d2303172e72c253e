import PeachMath
import PeachSupport
import PeachTrials

/// The settings of a listener with distributions instead of some numbers, and the listeners drawn from them.
struct People: Sendable {
  /// The drawn parameters, in the order of the file.
  private let draws: [Draw]
  private let path: String
  private var node: Node
  private let task: TrialTask
  private let kinds: ListenerRegistry
  /// Two draws that hang together; `nil` if all are independent.
  private var correlation: Correlation?

  private struct Correlation: Sendable {
    var first: Int
    var second: Int
    /// The correlation of the normal deviates.
    var r: Double
  }

  private struct Draw: Sendable {
    var distribution: ParameterDistribution
    var place: Place
    var path: String
    /// The resolved distribution.
    var told: Value
  }

  /// How many numbers are drawn.
  var count: Int { draws.count }
  /// The parameters that are drawn; `nil` if one stands deeper than in the listener's own settings.
  let drawnKeys: [String]?

  /// - Parameter path: The path of the node, for messages.
  init(_ node: Node, path: String, in task: TrialTask, among kinds: ListenerRegistry, _ diagnostics: Diagnostics) {
    var draws: [Draw] = []
    func walk(_ node: Node, _ path: String) {
      if let entry = ParameterDistribution.entry(node) {
        _ = Reader.read(entry.value, path: "\(path).\(entry.key)", diagnostics: diagnostics) { reader in
          let distribution = ParameterDistribution.read(entry.key, reader)
          let told = Value.mapping([Value.Field(entry.key, .mapping(reader.resolved))])
          draws.append(Draw(distribution: distribution, place: node.place, path: path, told: told))
        }
        return
      }
      switch node {
      case .mapping(let entries, _): for entry in entries { walk(entry.value, "\(path).\(entry.key)") }
      case .sequence(let items, _): for (place, item) in items.enumerated() { walk(item, "\(path)[\(place + 1)]") }
      case .scalar, .refused: break
      }
    }
    walk(node, path)
    let keys = draws.compactMap { draw in
      draw.path.hasPrefix(path + ".") ? String(draw.path.dropFirst(path.count + 1)) : nil
    }
    drawnKeys = keys.count == draws.count && keys.allSatisfy { !$0.contains(".") && !$0.contains("[") } ? keys : nil
    (self.draws, self.path, self.node, self.task, self.kinds) = (draws, path, node, task, kinds)
  }

  var medians: [Double] { draws.map(\.distribution.median) }

  /// Takes one draw for each distribution.
  ///
  /// A correlation is that of a Gaussian copula: normal numbers, and the logarithms of log-normal ones, are bivariate normal.
  ///
  /// Source: Nelsen (2006), An introduction to copulas, 2nd ed., §2.9.
  func drawn(using random: inout RandomStream) -> [Double] {
    guard let correlation else { return draws.map { $0.distribution.drawn(random.unit()) } }
    var units = draws.map { _ in random.unit() }
    func deviate(_ place: Int) -> Double { NormalDistribution.quantile(units[place] + 0x1p-54) }
    let r = correlation.r
    let second = r * deviate(correlation.first) + (1 - r * r).squareRoot() * deviate(correlation.second)
    units[correlation.second] = min(NormalDistribution.cumulative(second), 1 - 0x1p-53)
    return zip(draws, units).map { $0.distribution.drawn($1) }
  }

  /// Reads `{of: [jnd, bias], r: 0.4}`, which names two of the drawn parameters.
  mutating func readCorrelation(_ reader: Reader) {
    let names = reader.words(
      "of", required: true, "Two parameters with distributions, such as [jnd, bias]")
    let r = reader.number(
      "r", unit: "1", in: .within(-0.999...0.999),
      "Correlation of the two, as normal deviates: of the logarithm of a log-normal parameter")
    guard let names, !reader.isDescribing else { return }
    reader.resolve("of", .list(names.map { .text($0.text) }))
    let own = draws.map { $0.path.hasPrefix(path + ".") ? String($0.path.dropFirst(path.count + 1)) : $0.path }
    let places = names.map { name in own.firstIndex(of: name.text) }
    guard places.count == 2, let first = places[0], let second = places[1], first != second else {
      let there = own.isEmpty ? "no parameter has one" : "these have one: \(own.joined(separator: ", "))"
      reader.report(
        "expected two different parameters with distributions; \(there)", at: "of",
        hint: "write of: [jnd, bias] if both have distributions")
      return
    }
    correlation = Correlation(first: first, second: second, r: r)
  }

  /// The settings with numbers instead of distributions. A distribution that could not be read has already been
  /// reported.
  func node(_ numbers: [Double]) -> Node {
    guard numbers.count == draws.count else { return .refused(place: node.place) }
    var next = 0
    func filled(_ node: Node) -> Node {
      if ParameterDistribution.entry(node) != nil, next < draws.count {
        next += 1
        return .scalar(text: numbers[next - 1].shortest, isQuoted: false, place: node.place)
      }
      switch node {
      case .scalar, .refused: return node
      case .sequence(let items, let place): return .sequence(items.map(filled), place: place)
      case .mapping(let entries, let place):
        return .mapping(
          entries.map { Node.Entry(key: $0.key, place: $0.place, value: filled($0.value)) }, place: place)
      }
    }
    return filled(node)
  }

  /// Keeps the checksums of program files from the first read, so that no run uses a changed file.
  ///
  /// - Parameter value: The resolved settings.
  mutating func keepFiles(of value: Value) {
    func kept(_ node: Node, _ value: Value) -> Node {
      switch (node, value) {
      case (.sequence(let items, let place), .list(let values)) where items.count == values.count:
        return .sequence(zip(items, values).map(kept), place: place)
      case (.mapping(var entries, let place), .mapping):
        for index in entries.indices {
          guard let inner = value[entries[index].key] else { continue }
          entries[index].value = kept(entries[index].value, inner)
        }
        if value["kind"]?.word == Program.kind, case .mapping(let files)? = value["sha256"] {
          let known = files.map { file in
            Node.Entry(
              key: file.key, place: place,
              value: .scalar(text: file.value.word ?? "", isQuoted: true, place: place))
          }
          entries.removeAll { $0.key == "sha256" }
          entries.append(Node.Entry(key: "sha256", place: place, value: .mapping(known, place: place)))
        }
        return .mapping(entries, place: place)
      default: return node
      }
    }
    node = kept(node, value)
  }

  /// The resolved settings, with the distributions instead of the drawn numbers.
  func told(_ value: Value) -> Value {
    var next = 0
    func told(_ node: Node, _ value: Value) -> Value {
      if ParameterDistribution.entry(node) != nil, next < draws.count {
        next += 1
        return draws[next - 1].told
      }
      switch (node, value) {
      case (.sequence(let items, _), .list(let values)) where items.count == values.count:
        return .list(zip(items, values).map(told))
      case (.mapping(let entries, _), .mapping(var fields)):
        for entry in entries {
          guard let place = fields.firstIndex(where: { $0.key == entry.key }) else { continue }
          fields[place].value = told(entry.value, fields[place].value)
        }
        return .mapping(fields)
      default: return value
      }
    }
    return told(node, value)
  }

  /// The listener with these numbers, or what is wrong with them.
  func listener(_ numbers: [Double]) throws(ConfigurationError) -> any Listener {
    let diagnostics = Diagnostics()
    let listener = Reader.read(node(numbers), path: "of", diagnostics: diagnostics) {
      InnerListener.nested($0, in: task, among: kinds)
    }
    try diagnostics.check()
    return (listener ?? nil) ?? InnerListener.standIn
  }

  /// Reports distributions of which something may be drawn that the listener's parameter cannot be.
  func checkEnds(_ diagnostics: Diagnostics) {
    for (place, draw) in draws.enumerated() {
      for end in draw.distribution.ends {
        var numbers = medians
        numbers[place] = end
        do throws(ConfigurationError) {
          _ = try listener(numbers)
        } catch {
          let reason = error.problems.first?.message ?? ""
          diagnostics.report(
            Problem(
              place: draw.place, path: draw.path,
              message:
                "a value drawn from this distribution may be invalid: \(reason)",
              hint:
                "choose a distribution within the range: log-normal values are above 0, beta values between 0 and 1; "
                + "for a normal distribution, state the limits low and high"))
          break
        }
      }
    }
  }
}
