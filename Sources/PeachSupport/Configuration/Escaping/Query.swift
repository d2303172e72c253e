extension Escaping {
  /// A value in the query of an address: everything except letters, digits and `-._~` as percent escapes of UTF-8.
  ///
  /// Source: RFC 3986, §2.1 and §2.3.
  package static func query(_ text: String) -> String {
    text.utf8.map { byte in
      let isPlain =
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
        || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || Array("-._~".utf8).contains(byte)
      return isPlain
        ? String(UnicodeScalar(byte)) : "%" + hexadecimal(UInt32(byte), digits: 2).uppercased()
    }.joined()
  }
}
