extension Counts {
  /// The answers of all groups, as if of one.
  init(pooling groups: [Counts]) {
    var bins: [Bin] = []
    for bin in groups.flatMap(\.bins).sorted(by: { $0.level < $1.level }) {
      if let last = bins.last, last.level == bin.level {
        bins[bins.count - 1].trials += bin.trials
        bins[bins.count - 1].positives += bin.positives
      } else {
        bins.append(bin)
      }
    }
    self.init(bins)
  }
}
