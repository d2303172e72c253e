import PeachPitch
import PeachTrials

/// The peer of the trial loop: one hand-written loop, everything inlined by hand, nothing pluggable. It shares with Peach
/// the generator, the normals, the draws of the task, the buffer of trials, and the step and stop rules.
enum HandLoop {
  /// - Returns: The sum of the last presented levels, so that no work can be left out.
  static func run(replicates: ClosedRange<Int>, names: StreamNames, sigma: Double, lapse: Double) -> Double {
    var sum = 0.0
    var trials: [CompletedComparison] = []
    for replicate in replicates {
      var task = names.task.stream(replicate: replicate)
      var random = names.listener.stream(replicate: replicate)
      trials.removeAll(keepingCapacity: true)
      var level = 100.0
      var correctInRow = 0
      var reversals = 0
      var direction = 0
      var factor = 2.0
      while trials.count < 60 {
        _ = task.index(below: 1)
        let note = 36 + task.index(below: 49)
        let offset = task.sign() * level
        let isLapse = random.unit() < lapse
        let guess = random.unit() < 0.5
        let heard = offset + sigma * random.normal()
        let isHigher = isLapse ? guess : heard > 0
        let comparison = Comparison(
          reference: MIDINote(unchecked: note), interval: .prime, offset: offset, level: Level(level))
        trials.append(CompletedComparison(comparison, isHigher: isHigher, seconds: 0))
        var move = 0
        if isHigher == (offset > 0) {
          correctInRow += 1
          if correctInRow == 2 {
            correctInRow = 0
            move = -1
          }
        } else {
          correctInRow = 0
          move = 1
        }
        if move != 0 {
          if direction != 0, direction != move {
            reversals += 1
            if reversals == 2 { factor = 1.414 }
          }
          direction = move
          level = move < 0 ? level / factor : level * factor
        }
      }
      sum += trials[59].comparison.level.value
    }
    return sum
  }
}
