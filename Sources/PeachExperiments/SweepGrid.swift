import PeachSupport

/// All that an experiment varies, in the order of its columns: the axes that its cells are crossed on. A sweep in its
/// place is an axis of its own; all uses of a named sweep are one.
struct SweepGrid {
  /// The index of each axis's value; -1 if a part or cell does not vary it.
  typealias Choice = [Int]

  private(set) var axes: [Sweep] = []
  private var places: [String: Int] = [:]

  init(_ sweeps: [Sweep]) {
    for sweep in sweeps where places[sweep.path] == nil {
      places[sweep.path] = axes.count
      axes.append(sweep)
    }
  }

  var paths: [String] { axes.map(\.path) }

  /// - Precondition: The grid was made from it.
  func place(of sweep: Sweep) -> Int {
    guard let place = places[sweep.path] else { preconditionFailure("a sweep of another experiment") }
    return place
  }

  /// Every choice of one value for each of some sweeps, the last axis varying fastest.
  func choices(of sweeps: [Sweep]) -> [Choice] {
    var choices = [Choice(repeating: -1, count: axes.count)]
    for place in Set(sweeps.map(place)).sorted() {
      choices = choices.flatMap { choice in
        axes[place].choices.indices.map { value in
          var chosen = choice
          chosen[place] = value
          return chosen
        }
      }
    }
    return choices
  }

  /// How many choices these are.
  func count(of sweeps: [Sweep]) -> Double {
    Set(sweeps.map(place)).reduce(1) { $0 * Double(axes[$1].choices.count) }
  }

  /// The part of a choice that belongs to some sweeps.
  func part(_ choice: Choice, of sweeps: [Sweep]) -> Choice {
    var part = Choice(repeating: -1, count: axes.count)
    for place in sweeps.map(place) { part[place] = choice[place] }
    return part
  }

  /// The values of a choice as columns have them, empty if one is not varied.
  func texts(_ choice: Choice) -> [String] { zip(axes, choice).map { $1 < 0 ? "" : $0.choices[$1].text } }
}
