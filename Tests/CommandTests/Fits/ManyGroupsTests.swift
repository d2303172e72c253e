import Foundation
import Testing

/// Data of very many groups.
@Suite struct ManyGroupsTests {
  /// All correct, so that nothing takes long.
  private static func data(_ groups: Int) -> String {
    "day,level,n,k\n" + (1...groups).map { "\($0),1,6,6\n" }.joined()
  }

  @Test func `the numbers of very many groups go out as they come, the same as of few`() throws {
    let workshop = try Workshop(Self.data(10_001), as: "many.csv")
    try workshop.write("few.csv", Self.data(3))
    for format in ["csv", "json"] {
      let many = try workshop.fit("many.csv", "--by day --lapse 0 --format \(format) --residuals r.csv")
      let few = try workshop.fit("few.csv", "--by day --lapse 0 --format \(format)")
      #expect(many.status == 0 && few.status == 0)
      let first = few.lines.prefix(format == "csv" ? 4 : 4)
      #expect(many.lines.prefix(first.count) == first)
      if format == "csv" { #expect(many.lines.count == 10_003) }
      if format == "json" {
        let object = try JSONSerialization.jsonObject(with: Data(many.output.utf8)) as? [String: Any]
        #expect((object?["fits"] as? [Any])?.count == 10_001)
        #expect((object?["comparisons"] as? [Any])?.isEmpty == true)
      }
      #expect(try workshop.text("r.csv").split(separator: "\n").count == 10_002)
    }
    let table = try workshop.fit("many.csv", "--by day --lapse 0")
    #expect(table.output.contains("the first 1 000 of 10 001 groups; --format csv has a row for each"))
    #expect(table.output.contains("10001 of 10001: "))
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["PEACH_TEST_LONG"] != nil))
  func `a million groups fit in 600 MB`() throws {
    let workshop = try Workshop(Self.data(1_000_000), as: "many.csv")
    let outcome = try workshop.shell(
      "ulimit -v 900000; $peach fit many.csv --by day --lapse 0 --format csv | wc -l")
    #expect(outcome.output.contains("1000001"))
  }
}
