import Foundation
import Testing

@Suite struct TuningPageTests {
  private func page(_ workshop: Workshop, _ name: String) throws -> [String: Any] {
    let outcome = try workshop.peach("list", "tunings", name, "--format", "json")
    #expect(outcome.status == 0)
    #expect(outcome.error == "")
    return try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
  }

  @Test(arguments: [
    ("equal-temperament", "perfect-fifth", "700.0000 cents"), ("just-intonation", "tritone", "590.2237 cents"),
    ("pythagorean", "tritone", "611.7300 cents"), ("meantone", "minor-sixth", "772.6274 cents"),
    ("werckmeister-3", "major-third", "390.2250 cents"), ("19-edo", "perfect-fifth", "694.7368 cents"),
  ])
  func `a page has the sizes of the 13 intervals`(name: String, interval: String, size: String) throws {
    let page = try page(Workshop(), name)
    #expect(page["name"] as? String == name)
    #expect(page[interval] as? String == size)
    #expect(page["prime"] as? String == "0.0000 cents")
    #expect(page["octave"] as? String == "1200.0000 cents")
    #expect(page.count { $0 != "summary" && ($1 as? String)?.hasSuffix(" cents") == true } == 13)
    #expect(try Workshop().peach("list", "tunings", name).output.contains(size))
  }

  @Test func `a page says what the intervals are built on`() throws {
    #expect((try page(Workshop(), "pythagorean")["built_on"] as? String)?.hasPrefix("the reference note") == true)
    #expect((try page(Workshop(), "meantone")["built_on"] as? String)?.hasPrefix("the tonic") == true)
  }

  @Test func `a Scala file has a page too`() throws {
    let workshop = try Workshop("A third of an octave\n3\n5/4\n25/16\n2/1\n", as: "third.scl")
    let page = try page(workshop, "scala:third.scl")
    #expect((page["name"] as? String)?.hasPrefix("scala:third:") == true)
    #expect(page["description"] as? String == "A third of an octave")
    #expect(page["major-third"] as? String == "386.3137 cents")
    #expect((page["map"] as? String)?.contains("[0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2]") == true)
  }

  @Test func `a name nearly written is known`() throws {
    let outcome = try Workshop().peach("list", "tunings", "19-TET")
    #expect(outcome.status == 64)
    #expect(outcome.error.contains("no tunings named '19-TET'; did you mean '19-edo'?"))
  }

  @Test func `an error in a Scala file is reported`() throws {
    let workshop = try Workshop("x\n1\n-2/1\n", as: "bad.scl")
    let outcome = try workshop.peach("list", "tunings", "scala:bad.scl")
    #expect(outcome.status == 65)
    #expect(outcome.output == "")
    #expect(
      outcome.error
        == "bad.scl:3:1: expected a positive ratio, got '-2/1'\n  hint: cents may be negative, with a period: -5.0\n")
    let missing = try workshop.peach("list", "tunings", "scala:none.scl")
    #expect(missing.status == 74)
    #expect(missing.error == "none.scl: cannot be read: No such file or directory\n")
  }

  @Test func `a results file remembers the scale of its experiment`() throws {
    let workshop = try Workshop(
      """
      name: scaled
      seed: 3
      task: {kind: comparison, intervals: [octave-down], tuning: scala:small.scl, map: [0,0,0,0,0,0,1,1,1,1,1,1]}
      listeners: [{name: ann, kind: gaussian, jnd: 9}]
      strategies: [{name: s, kind: random, level: 20}]
      stop: {trials: 7}
      replicates: 2

      """)
    try workshop.write("small.scl", "small\n2\n3/2\n2/1\n")
    #expect(try workshop.peach("simulate", "experiment.yaml").status == 0)
    let trials = try workshop.peach("export", "scaled.sqlite", "--table", "trials")
    #expect(trials.lines[1].contains(/,octave-down,scala:small:[0-9a-f]{8},/))
    try workshop.write("small.scl", "small\n2\n4/3\n2/1\n")
    let changed = try workshop.peach("simulate", "experiment.yaml")
    #expect(changed.status == 65)
    #expect(changed.error.contains(/task\.tuning is scala:small:[0-9a-f]{8} in the file, scala:small:[0-9a-f]{8} in/))
  }
}
