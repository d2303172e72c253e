extension Sequence where Element: Hashable {
  /// The elements without repetition, in the order in which they first occur.
  package var distinct: [Element] {
    var known: Set<Element> = []
    return filter { known.insert($0).inserted }
  }
}
