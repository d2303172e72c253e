import ArgumentParser
import Configuration
import Fitting
import Inference
import Reports

/// The columns that tell groups apart, and what groups have in common.
enum FitGroups {
  /// Their names stand beside the columns of fits, where they must not mean something else.
  static func check(_ by: [String], hasResiduals: Bool) throws {
    for (index, name) in by.enumerated() {
      if by[..<index].contains(name) { throw ValidationError("--by: \(Shown.quoted(name)) twice") }
      let taken = FitTable.columns + (hasResiduals ? ResidualsTable.columns : [])
      if taken.contains(name) {
        throw ValidationError("--by: fits have a column \(Shown.quoted(name)) of their own; rename that of the data")
      }
    }
  }

  /// - Parameter within: The columns that name participants.
  static func check(within: [String], by: [String], isComparing: Bool, isSharing: Bool) throws {
    if within.isEmpty { return }
    if !isComparing { throw ValidationError("--within: expected with --compare, whose differences it is of") }
    if isSharing { throw ValidationError("--within: expected without --share, whose models are of all groups") }
    if let other = within.first(where: { !by.contains($0) }) {
      throw ValidationError("--within: expected columns of --by, got \(Shown.quoted(other)); add it to --by too")
    }
    if by.allSatisfy(within.contains) {
      throw ValidationError("--within: expected a further column in --by, which tells the conditions apart")
    }
  }

  /// - Parameter text: As `threshold,width`; nil for none.
  static func shared(
    _ text: String?, isComparing: Bool, by: [String], _ method: FitRequest.Method
  ) throws -> SharedParameters {
    guard text != nil || isComparing else { return SharedParameters([]) }
    let option = text == nil ? "--compare" : "--share"
    if by.isEmpty { throw ValidationError("\(option): expected --by, which tells the groups apart") }
    if method == .bayes {
      throw ValidationError("\(option): expected method ml or reduced, by which groups are compared")
    }
    let known = FitStatus.Parameter.allCases.map(\.rawValue)
    var found: Set<FitStatus.Parameter> = []
    for name in (text ?? "").split(separator: ",", omittingEmptySubsequences: text == nil).map(String.init) {
      guard let parameter = FitStatus.Parameter(rawValue: name) else {
        let hint = NearestName.of(name, among: known).map { "; did you mean \(Shown.quoted($0))?" } ?? ""
        throw ValidationError(
          "--share: expected names from \(known.joined(separator: ",")), got \(Shown.quoted(name))\(hint)")
      }
      found.insert(parameter)
    }
    return SharedParameters(found)
  }
}
