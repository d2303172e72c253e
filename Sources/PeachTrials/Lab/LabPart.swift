/// The block, the day and the condition that tell the sessions of one listener in a study apart.
package struct LabPart: Hashable, Sendable {
  /// The block's name.
  package var block: String
  /// The day's name; `nil` in a study without days.
  package var day: String?
  /// The condition's name; `nil` in a block without conditions.
  package var condition: String?

  package init(block: String, day: String? = nil, condition: String? = nil) {
    self.block = block
    self.day = day
    self.condition = condition
  }

  /// Names of the part as a listener's tables show it: "mixed, low", with the day in front if there are days.
  package var text: String { [day, block, condition].compactMap(\.self).joined(separator: ", ") }
}
