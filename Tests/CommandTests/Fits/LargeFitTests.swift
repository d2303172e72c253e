import Testing

/// Data that are large.
@Suite struct LargeFitTests {
  /// Twelve megabytes in the memory that the program itself takes, nearly; a copy of each field took 360 MB.
  @Test func `a long file is read as it comes`() throws {
    let workshop = try Workshop()
    let rows = ["2,0", "4,1", "4,0", "8,1", "8,1", "16,1", "16,1", "16,0"].map { $0 + ",test\n" }.joined()
    try workshop.write("long.csv", "level,correct,trial_kind\n" + String(repeating: rows, count: 150_000))
    let outcome = try workshop.shell("ulimit -v 250000; $peach fit long.csv --guess 0 --lapse 0 --format csv")
    #expect(outcome.status == 0)
    #expect(outcome.error == FitSamples.adaptive + FitSamples.halfNormal + "\n")
    #expect(outcome.lines[1].contains(",1200000,4,ok,"))
  }
}
