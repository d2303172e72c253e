extension Counts {
  /// The answers of all groups, as if of one.
  init(pooling groups: [Counts]) {
    self.init()
    add(groups.flatMap(\.bins))
  }
}
