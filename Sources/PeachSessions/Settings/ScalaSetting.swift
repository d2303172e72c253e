import Foundation
import PeachPitch
import PeachSupport

/// The tuning of a Scala file that a setting names by its path. The path is kept whole, since the next command may run in
/// another folder; the file is read again for every session, which stores its text.
enum ScalaSetting {
  static func tuning(_ name: String) throws -> any TuningSystem {
    let given = String(name.dropFirst(ScalaScale.prefix.count))
    let path = URL(fileURLWithPath: given).standardized.path
    guard !given.isEmpty, isFile(path), let file = FileHandle(forReadingAtPath: path),
      let bytes = try? file.read(upToCount: ScalaFile.greatestSize + 1)
    else {
      throw SettingError("expected a Scala tuning file (.scl), got \(SafeText.quoted(given)), which cannot be read")
    }
    guard bytes.count <= ScalaFile.greatestSize else {
      throw SettingError("expected a Scala tuning file (.scl), got \(SafeText.quoted(given)), which is too large")
    }
    do {
      return try ScalaScale(ScalaFile(bytes: Array(bytes), file: given), label: path)
    } catch let error as ConfigurationError {
      throw SettingError(
        "expected a valid Scala tuning file (.scl): \(error.problems.first?.description ?? "\(error)")")
    } catch {
      throw SettingError(
        "\(error)", hint: "to use a map with another number of notes than 12, write it in an experiment file")
    }
  }

  /// A pipe would be waited for, in the middle of a session too.
  private static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }
}
