import Glibc
import PeachMath
import Testing

@Suite struct RootTests {
  @Test func `a root is found to the last digits`() throws {
    let root = try #require(Root.find(in: 0.3...2.7) { cos($0) - 0.2385 * $0 })
    #expect(abs(cos(root) - 0.2385 * root) < 1e-12)
  }

  @Test func `an end that is a root is given as it is`() {
    #expect(Root.find(in: 1.25...3) { $0 - 1.25 } == 1.25)
    #expect(Root.find(in: -2...1.25) { $0 - 1.25 } == 1.25)
  }

  @Test func `there is no root without a change of sign`() {
    #expect(Root.find(in: 0...2) { $0 * $0 + 0.3 } == nil)
    #expect(Root.find(in: 0...2) { _ in .nan } == nil)
  }

  @Test func `the simplex refuses a start without unknowns`() {
    #expect(throws: GSLError.self) { try Simplex.minimum(start: [], steps: [], tolerance: 1e-6) { _ in 0 } }
  }
}
