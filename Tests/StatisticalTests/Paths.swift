import Foundation

enum Paths {
  /// Where the experiments of the project are.
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "experiments")

  /// An experiment of the project.
  static func experiment(_ name: String) -> String { folder.appending(path: name).path }
}
