import PeachPitch
import PeachTrials

/// Every interval, reference note and order of a task, with its share of the trials. A task without notes has one place.
struct TaskPlaces {
  /// Places of a task, some of which may share one comparison because their answers are equally probable.
  struct List {
    fileprivate var comparisons: [Comparison]
    fileprivate var places: [(comparison: Int, share: Double)]

    /// Sums share × value × factor over all places, in the order of the task. It evaluates each comparison once, and adds
    /// equal values one by one: a product would round another way.
    func sum(times factor: Double, of value: (Comparison) -> Double) -> Double {
      withUnsafeTemporaryAllocation(of: Double.self, capacity: comparisons.count) { values in
        for index in comparisons.indices { values.initializeElement(at: index, to: value(comparisons[index])) }
        var sum = 0.0
        for place in places { sum += place.share * values[place.comparison] * factor }
        return sum
      }
    }
  }

  /// Each place with a comparison of its own.
  let all: List
  /// One comparison for each order of the notes, for listeners who answer alike on all notes.
  let byOrder: List

  init(_ task: TrialTask) {
    guard let first = task.choices.first else {
      let none = Comparison(reference: task.notes.lowerBound, interval: .prime, offset: 0, level: Level(0))
      all = List(comparisons: [none], places: [(0, 1)])
      byOrder = all
      return
    }
    let orders = task.orders
    func comparison(_ choice: TrialTask.Choice, _ index: Int) -> Comparison {
      var comparison = Comparison(
        reference: choice.reference(at: index / orders), interval: choice.interval, offset: 0, level: Level(0))
      comparison.order = index % orders
      return comparison
    }
    var all = List(comparisons: [], places: [])
    var byOrder = List(comparisons: (0..<orders).map { comparison(first, $0) }, places: [])
    for choice in task.choices {
      let share = 1 / Double(task.choices.count * choice.count * orders)
      for index in 0..<(choice.count * orders) {
        all.places.append((all.comparisons.count, share))
        all.comparisons.append(comparison(choice, index))
        byOrder.places.append((index % orders, share))
      }
    }
    (self.all, self.byOrder) = (all, byOrder)
  }
}
