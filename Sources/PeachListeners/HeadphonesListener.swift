package import PeachSupport
package import PeachTrials

/// A listener of a headphone screening, who passes with the published probability for headphones or for loudspeakers.
///
/// Each of the six trials is answered correctly with the probability that leads to the published rate. Other tasks need
/// another listener.
package struct HeadphonesListener: ListenerDeclaration {
  package static let kind = "headphones"
  package static let summary = "passes a headphone screening as often as listeners with headphones or loudspeakers do"
  package static let source =
    "Woods et al. (2017), doi:10.3758/s13414-017-1361-2; Milne et al. (2021), doi:10.3758/s13428-020-01514-0"
  package static let example = "worn: true, test: huggins"

  private let proportion: Double

  package static func read(_ reader: Reader, in task: TrialTask) -> HeadphonesListener {
    let isWorn = reader.flag("worn", default: true, "Whether the listener wears headphones; false: loudspeakers")
    let test: HeadphoneTest = reader.choice("test", "The headphone test; a study's screening fills it in")
    if task.kind == .comparison || task.alternatives != 3 {
      reader.report(
        "expected a forced choice among three sounds: this listener answers headphone tests only", at: "test",
        hint: "a study's screening uses it: peach live --responder \"headphones worn=false\"")
    }
    let rates = test.rates
    return HeadphonesListener(
      proportion: test.proportionCorrect(toPassWith: isWorn ? rates.headphones : rates.loudspeakers))
  }

  package mutating func answer(_ comparison: Comparison, using random: inout RandomStream) -> Answer {
    Answer(isHigher: random.unit() < proportion)
  }

  package func probability(of comparison: Comparison) -> Double { proportion }

  package var isSameOnAllNotes: Bool { true }
  package var lapse: Double { 1 - proportion }
}
