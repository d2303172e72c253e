import ArgumentParser
import Reports

/// The columns that tell groups apart.
enum FitGroups {
  /// Their names stand beside the columns of fits, where they must not mean something else.
  static func check(_ by: [String], hasResiduals: Bool) throws {
    for (index, name) in by.enumerated() {
      if by[..<index].contains(name) { throw ValidationError("--by: '\(name)' twice") }
      let taken = FitTable.columns + (hasResiduals ? ResidualsTable.columns : [])
      if taken.contains(name) {
        throw ValidationError("--by: fits have a column '\(name)' of their own; rename that of the data")
      }
    }
  }
}
