import PeachServer
import PeachStorage
import Testing

@Suite struct LinkTests {
  @Test func `tokens have 128 random bits in 32 digits`() {
    let tokens = (0..<1000).map { _ in PageLinks.token() }
    #expect(Set(tokens).count == 1000)
    #expect(tokens.allSatisfy { $0.count == 32 && $0.allSatisfy(\.isHexDigit) })
  }
}
