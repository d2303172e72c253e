import ArgumentParser

struct CalibrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate", abstract: "Measure a listener's threshold, or the level of a device.",
    discussion: """
      Examples:
        peach calibrate listener --listener P07
        peach calibrate level --device hw:1 --channel left --reading 68.2
      """,
    subcommands: [CalibrateListenerCommand.self, CalibrateLevelCommand.self])
}
