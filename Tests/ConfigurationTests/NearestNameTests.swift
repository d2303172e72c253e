import PeachSupport
import Testing

@Suite struct NearestNameTests {
  private static let names = ["start", "step", "stop", "limits", "estimator", "step-from", "jnd"]

  @Test(
    arguments: [
      ("strat", "start"),  // neighbours swapped
      ("stat", "start"),  // a letter left out
      ("sttart", "start"),  // a letter too many
      ("limitz", "limits"),  // another letter
      ("LIMITS", "limits"),  // capitals
      ("estimater", "estimator"), ("jdn", "jnd"), ("step_from", "step-from"),
    ])
  func `a slip is traced to its name`(slip: String, name: String) {
    #expect(NearestName.of(slip, among: Self.names) == name)
    #expect(NearestName.hint(for: slip, among: Self.names, listing: "keys here") == "did you mean '\(name)'?")
  }

  @Test(arguments: ["", "colour", "xyz", "narrowing", "🎵🎵🎵"])
  func `a word that is not near any name gets the list`(word: String) {
    #expect(NearestName.of(word, among: Self.names) == nil)
    #expect(
      NearestName.hint(for: word, among: Self.names, listing: "keys here")
        == "keys here: start, step, stop, limits, estimator, step-from, jnd")
  }

  @Test func `there is no hint if there are no names`() {
    #expect(NearestName.of("start", among: []) == nil)
    #expect(NearestName.hint(for: "start", among: [], listing: "keys here") == nil)
  }

  @Test func `the first of equally near names wins, an exact one before all`() {
    #expect(NearestName.of("stip", among: ["step", "stop"]) == "step")
    #expect(NearestName.of("stip", among: ["stop", "step"]) == "stop")
    #expect(NearestName.of("stop", among: ["step", "stop"]) == "stop")
  }

  @Test func `a swap of neighbours counts as one slip`() {
    // Two replacements would be more than a third of three letters.
    #expect(NearestName.of("bac", among: ["abc"]) == "abc")
    #expect(NearestName.of("cba", among: ["abc"]) == nil)
  }

  @Test func `a word of any length is compared`() {
    let long = String(repeating: "a", count: 100_000)
    #expect(NearestName.of(long, among: Self.names) == nil)
    #expect(NearestName.of(long, among: [long]) == long)
  }
}
