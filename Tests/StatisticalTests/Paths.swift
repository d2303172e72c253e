import Foundation

enum Paths {
  /// An experiment of the project.
  static func experiment(_ name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("experiments/\(name)").path
  }
}
