import ArgumentParser

struct CalibrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate", abstract: "Measure a listener's threshold, or the level of a device.",
    subcommands: [CalibrateListenerCommand.self, CalibrateLevelCommand.self])
}
