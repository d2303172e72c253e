extension Counts {
  /// The answers of all groups, as if of one.
  init(pooling groups: [Counts]) {
    self.init()
    add(groups.flatMap(\.bins))
    for group in groups {
      catches.correct += group.catches.correct
      catches.wrong += group.catches.wrong
    }
  }
}
