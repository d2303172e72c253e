/// Reads JSON through any decoder of it.
extension Value: Decodable {
  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Decodes JSON. Whole numbers become `integer`, or `unsigned` above `Int.max`. Keys of a mapping are sorted. A
  /// `null` in a mapping is left out, and in a list it is an empty text; a `null` alone is an error.
  public init(from decoder: any Decoder) throws {
    if let fields = try? decoder.container(keyedBy: Key.self) {
      self = .mapping(
        try fields.allKeys.sorted { $0.stringValue < $1.stringValue }.compactMap { key in
          try fields.decodeNil(forKey: key) ? nil : Field(key.stringValue, fields.decode(Value.self, forKey: key))
        })
      return
    }
    if var items = try? decoder.unkeyedContainer() {
      var values: [Value] = []
      while !items.isAtEnd { values.append(try items.decodeNil() ? .text("") : items.decode(Value.self)) }
      self = .list(values)
      return
    }
    let one = try decoder.singleValueContainer()
    if let flag = try? one.decode(Bool.self) {
      self = .flag(flag)
    } else if let whole = try? one.decode(Int.self) {
      self = .integer(whole)
    } else if let whole = try? one.decode(UInt64.self) {
      self = .unsigned(whole)
    } else if let number = try? one.decode(Double.self) {
      self = .number(number)
    } else {
      self = .text(try one.decode(String.self))
    }
  }
}
