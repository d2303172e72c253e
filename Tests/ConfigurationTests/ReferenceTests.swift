import PeachSupport
import Testing

@Suite struct ReferenceTests {
  private let levitt = Reference(
    ["Levitt, H."], 1971, "Transformed up-down methods", "J. Acoust. Soc. Am.", doi: "10.1121/1.1912375")

  @Test(arguments: [
    "Levitt (1971)", " Levitt (1971), eq. 3", "as printed, doi:10.1121/1.1912375", "DOI:10.1121/1.1912375",
  ])
  func `a source names a publication by author and year or by DOI`(part: String) {
    #expect(levitt.isNamed(in: part[...]))
  }

  @Test(arguments: [
    "Levitt (1972)", "Cornsweet (1971)", "after Levitt (1971)", "Levitt (1971), doi:10.1121/1.1906716", "",
  ])
  func `a source of another publication does not name it`(part: String) {
    #expect(!levitt.isNamed(in: part[...]))
  }

  @Test func `a reference without authors is a programmer's error`() async {
    await #expect(processExitsWith: .failure) { _ = Reference([], 1971, "Untitled", "Journal") }
  }
}
