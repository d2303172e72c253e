/// The unread output of a program: one line of JSON for each message, with its number.
package struct ReplyLine: Sendable {
  /// Bytes of an answer.
  static let longest = 65_536

  private var bytes: [UInt8] = []
  /// How many of them are known to end no line.
  private var searched = 0

  package init() { bytes.reserveCapacity(4096) }

  var isEmpty: Bool { bytes.isEmpty }

  package mutating func append(_ said: some Collection<UInt8>) { bytes.append(contentsOf: said) }

  /// Takes the next line.
  ///
  /// - Parameter type: The type of the message that it answers; `nil` if several wait for an answer.
  /// - Returns: `nil` while the line has no end.
  package mutating func next(_ type: String?) throws(ProgramFault) -> Reply? {
    let answered = "answered" + (type.map { " '\($0)'" } ?? "")
    let found = bytes[searched...].firstIndex(of: 0x0a)
    guard found ?? bytes.count <= Self.longest else {
      throw ProgramFault(reason: "\(answered) with a line of more than \(Self.longest) bytes")
    }
    guard let end = found else {
      searched = bytes.count
      return nil
    }
    let reply = bytes.withUnsafeBufferPointer { Reply(line: UnsafeBufferPointer(rebasing: $0[..<end])) }
    guard let reply else { throw ProgramFault(reason: "\(answered) with \(shown), which is not a JSON object") }
    bytes.removeFirst(end + 1)
    searched = 0
    return reply
  }

  /// Output without a request, in words; `nil` if there is none.
  var excess: String? { bytes.isEmpty ? nil : "sent more than one answer: \(shown)" }

  /// The first line, as messages have it.
  private var shown: String {
    SafeText.quoted(String(decoding: bytes.prefix { $0 != 0x0a }.prefix(200), as: UTF8.self))
  }
}

extension ProgramFault {
  /// Characters of a line of stderr: the last word of an error is what tells.
  private static let longestSaid = 200

  /// The fault, with the program's last lines on stderr.
  package init(_ program: String, _ what: String, saying errors: [UInt8]) {
    let lines = String(decoding: errors, as: UTF8.self).split(whereSeparator: \.isNewline).suffix(3)
    let said = lines.map { $0.trimmed }.filter { !$0.isEmpty }
      .map { SafeText.cut($0, to: ProgramFault.longestSaid) }.joined(separator: " | ")
    reason = "\(program) \(what)" + (said.isEmpty ? "" : "; on stderr: \(said)")
  }
}

extension Substring {
  fileprivate var trimmed: String {
    var text = drop { $0.isWhitespace }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
