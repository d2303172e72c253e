import Foundation
import PeachSupport
import Testing

/// The examples of NIST (FIPS 180-4, and the long one of its examples page), and lengths about a block.
@Suite struct SHA256Tests {
  private func digest(_ text: String) -> String {
    var hash = SHA256()
    hash.add(text.utf8)
    return hash.finish()
  }

  @Test func `the published examples come out`() {
    #expect(digest("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(digest("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      digest("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
        == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
    #expect(
      digest(String(repeating: "a", count: 1_000_000))
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  /// By Python's hashlib.
  @Test(arguments: zip([55, 56, 63, 64, 65, 119, 120], SHA256Tests.ofRows))
  func `every length about a block`(count: Int, expected: String) {
    #expect(digest(String(repeating: "x", count: count)) == expected)
  }

  private static let ofRows = [
    "d5e285683cd4efc02d021a5c62014694958901005d6f71e89e0989fac77e4072",
    "04c26261370ee7541549d16dee320c723e3fd14671e66a099afe0a377c16888e",
    "75220b47218278e656f2013bb8f0c455a25eaf01e86c64924e9d48d89776d6f2",
    "7ce100971f64e7001e8fe5a51973ecdfe1ced42befe7ee8d5fd6219506b5393c",
    "9537c5fdf120482f7d58d25e9ed583f52c02b4e304ea814db1633ad565aed7e9",
    "000b48d4edf0fa7bee3c6236ecd2785baa5db4eeb8bb54341b029e0d9fa5fb0c",
    "13f05a0b594787f5ecd315edc96141bd3243203d1b7d4f0836f37308b276ba98",
  ]

  @Test func `a file has the digest of its bytes, also in pieces, and a missing file has none`() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "peach-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: url) }
    let text = String(repeating: "0123456789", count: 20_001)
    try Data(text.utf8).write(to: url)
    #expect(SHA256.of(file: url.path) == digest(text))
    #expect(SHA256.of(file: url.path + "-not-there") == nil)
  }
}
