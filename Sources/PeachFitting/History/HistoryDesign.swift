/// Trials in their order with what came before each: the rows of a regression of answers on level and history.
///
/// A row is 1, the signed level, the previous 1…N answers (+1 higher, −1 lower) and the signs of the previous 1…N
/// stimuli (0 if a stimulus was 0); with notes also the pitch of this reference note and of the previous 1…N, less the
/// mean of all. The first N trials of a run have no whole history and are left out, of every model
/// alike.
struct HistoryDesign {
  /// Row by row.
  let values: [Double]
  let isHigher: [Bool]
  let columns: Int
  let runs: Int

  var rows: Int { isHigher.count }

  init(_ trials: [HistoryKernel.Trial], lags: Int, hasNotes: Bool) {
    columns = 2 + 2 * lags + (hasNotes ? 1 + lags : 0)
    let mean = hasNotes ? trials.reduce(0) { $0 + ($1.note ?? 0) } / Double(max(1, trials.count)) : 0
    var values: [Double] = []
    var isHigher: [Bool] = []
    var runs = 0
    var start = trials.startIndex
    while start < trials.endIndex {
      let end = trials[start...].firstIndex { $0.run != trials[start].run } ?? trials.endIndex
      for place in (start + lags)..<max(start + lags, end) {
        let before = (1...lags).map { trials[place - $0] }
        values += [1, trials[place].level] + before.map { $0.isHigher ? 1 : -1 } + before.map(\.sign)
        if hasNotes { values += ([trials[place]] + before).map { ($0.note ?? mean) - mean } }
        isHigher.append(trials[place].isHigher)
      }
      if end - start > lags { runs += 1 }
      start = end
    }
    (self.values, self.isHigher, self.runs) = (values, isHigher, runs)
  }
}

extension HistoryKernel.Trial {
  fileprivate var sign: Double { level > 0 ? 1 : level < 0 ? -1 : 0 }
}
