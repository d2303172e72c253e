package import PeachSupport

/// The level of a sound that each listener sets to be comfortable, on each day before the first block.
package struct LabComfort: Sendable {
  package static let key = "comfort"
  /// The name of its sound among the plans of a study.
  package static let partName = "comfort"

  /// The sound, without its level, as composed sounds are described.
  package var sound: Node?
  package var scale: SoundLevelScale
  /// The level at the beginning, the step and the highest level, in dB on the scale.
  package var start: Double
  package var step: Double
  package var highest: Double
  package var place: Place

  /// The level after a step up or down; `nil` if it is too high.
  package func level(after level: Double, isLouder: Bool) -> Double? {
    let next = level + (isLouder ? step : -step)
    return isLouder && next > highest + 1e-9 ? nil : next
  }

  static func read(_ lab: Reader) -> LabComfort? {
    lab.section(key, "A comfortable level, which each listener sets by keys on each day before the first block") {
      reader in
      let parameter = Parameter(
        name: "sound", kind: .section, fallback: nil,
        meaning: "The sound, with the keys of a standard of composed sounds, without its level")
      let sound = reader.node(parameter, required: true)
      if let sound { reader.resolve("sound", Value(of: sound)) }
      if let sound, sound["level"] != nil {
        reader.report("expected a sound without level, because the listener sets it", at: "sound", hint: "state start")
      }
      let scale: SoundLevelScale =
        reader.choice(
          "levels", from: [SoundLevelScale.fullScale, .pressure].map(\.rawValue),
          default: SoundLevelScale.fullScale.rawValue,
          "Unit of start and highest: dB FS or dB SPL, for which the device must be calibrated"
        ) == SoundLevelScale.pressure.rawValue ? .pressure : .fullScale
      let start = reader.number("start", unit: "dB", in: .within(-120...120), default: -50, "Level at the beginning")
      let highest = reader.number(
        "highest", unit: "dB", in: .within(-120...120), default: -10,
        "Highest level that the listener can set; it must be safe on the device")
      if start > highest {
        reader.report("expected at most highest, \(highest.shortest), got \(start.shortest)", at: "start")
      }
      return LabComfort(
        sound: sound, scale: scale, start: start,
        step: reader.number("step", unit: "dB", in: .within(0.1...10), default: 2, "Step of one key press"),
        highest: highest, place: reader.place)
    }
  }
}
