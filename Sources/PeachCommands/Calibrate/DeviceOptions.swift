import ArgumentParser
import PeachSessions
import PeachSupport

/// Checks of what is said of a device on the command line.
enum DeviceOptions {
  static func check(_ option: String, _ value: Double, unit: String, in bounds: Bounds) throws {
    guard bounds.contains(value) else {
      throw ValidationError("\(option): expected a number (\(unit)) \(bounds), got \(value.shortest)")
    }
  }

  static var now: String { Timestamp.now() }
}
