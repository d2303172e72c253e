import ArgumentParser
import PeachFitting
import PeachReporting
import PeachSupport

/// The columns that tell groups apart, and what groups have in common.
enum FitGroups {
  /// Their names are next to the columns of fits, where they must not mean something else.
  static func check(_ by: [String], hasResiduals: Bool) throws {
    for (index, name) in by.enumerated() {
      if by[..<index].contains(name) { throw ValidationError("--by: column \(SafeText.quoted(name)) is named twice") }
      let taken = FitTable.columns + (hasResiduals ? ResidualsTable.columns : [])
      if taken.contains(name) {
        throw ValidationError(
          "--by: the table of fits already has a column \(SafeText.quoted(name)); rename that column of your data")
      }
    }
  }

  /// - Parameter within: The columns that name participants.
  static func check(within: [String], by: [String], isComparing: Bool, isSharing: Bool) throws {
    if within.isEmpty { return }
    if !isComparing { throw ValidationError("--within: needs --compare or --population") }
    if isSharing {
      throw ValidationError("--within: cannot be combined with --share, which fits one model to all groups")
    }
    if let other = within.first(where: { !by.contains($0) }) {
      throw ValidationError(
        "--within: expected columns that --by names too, got \(SafeText.quoted(other)); add it to --by")
    }
    if by.allSatisfy(within.contains) {
      throw ValidationError(
        "--within: --by names only columns of participants; add the column that names the conditions to --by")
    }
  }

  /// - Parameter text: As `threshold,width`; nil for none.
  static func shared(
    _ text: String?, isComparing: Bool, by: [String], _ method: FitRequest.Method
  ) throws -> SharedParameters {
    guard text != nil || isComparing else { return SharedParameters([]) }
    let option = text == nil ? "--compare" : "--share"
    if by.isEmpty { throw ValidationError("\(option): needs --by, which names the groups") }
    if method == .bayes {
      throw ValidationError("\(option): needs --method ml or reduced")
    }
    let known = FitParameter.allCases.map(\.rawValue)
    var found: Set<FitParameter> = []
    for name in (text ?? "").split(separator: ",", omittingEmptySubsequences: text == nil).map(String.init) {
      guard let parameter = FitParameter(rawValue: name) else {
        let hint = NearestName.ending(for: name, among: known)
        throw ValidationError(
          "--share: expected names from \(known.joined(separator: ",")), got \(SafeText.quoted(name))\(hint)")
      }
      found.insert(parameter)
    }
    return SharedParameters(found)
  }
}
