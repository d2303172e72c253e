import PeachExperiments
import PeachStorage
import PeachSupport
import PeachTrials

/// The intervals of simulated trials that had the target. No results file stores that, because the seed determines it.
///
/// It is known of composed sounds, where nothing else is drawn from the task's stream.
struct SimulatedOrders: Sendable {
  private let form: ChoiceForm
  private let seed: UInt64

  /// `nil` if nothing composed sounded.
  init?(_ simulation: SimulationRecord) {
    guard let seed = UInt64(simulation.seed, radix: 16), let kind = TrialTask.Kind(rawValue: simulation.task),
      Value(storedJSON: simulation.experiment)?["task"]?["sounds"] != nil
    else { return nil }
    switch kind {
    case .forcedChoice: form = .forcedChoice(intervals: simulation.alternatives)
    case .yesNo: form = .yesNo
    case .oddity, .axb, .sameDifferent:
      guard let form = kind.form else { return nil }
      self.form = form
    case .comparison, .matching: return nil
    }
    self.seed = seed
  }

  /// Adds the orders to the trials of a cell, and the answers that follow from them.
  struct Reader {
    private let form: ChoiceForm
    private let streams: StreamNames
    private var replicate = 0
    private var stream = RandomStream(seed: 0)

    init(_ orders: SimulatedOrders, _ cell: CellRecord) {
      form = orders.form
      streams = StreamNames(seed: orders.seed, listener: cell.listener, strategy: cell.strategy)
    }

    /// - Parameter trial: The next one of the replicate; all of them must come in their order.
    mutating func add(to trial: inout TrialRecord, replicate: Int) {
      if replicate != self.replicate || trial.trial == 1 {
        self.replicate = replicate
        stream = streams.task.stream(replicate: replicate)
      }
      let orders = form.orders
      let place = orders.count > 1 ? stream.index(below: orders.count) : 0
      let order = form == .yesNo ? [trial.kind != .noise] : orders[place]
      trial.order = ChoiceForm.text(order)
      guard trial.answer == nil, let isCorrect = trial.isCorrect else { return }
      trial.answer = form.answers[form.answer(isPositive: isCorrect, to: order)]
    }
  }
}
