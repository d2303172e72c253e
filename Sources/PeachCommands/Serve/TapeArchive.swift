import Foundation
import PeachSupport

/// A folder as one file in the format ustar, which `tar` and the file managers of all systems open.
///
/// Source: IEEE Std 1003.1-2017, pax, section "ustar Interchange Format".
package enum TapeArchive {
  private static let block = 512

  /// The archive of all files in a folder, in the order of their paths.
  ///
  /// - Parameter name: The folder's name in the archive.
  /// - Throws: `Failure` if a path does not fit into a header, and the error of a file that cannot be read.
  package static func bytes(of folder: String, as name: String) throws -> [UInt8] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
    var archive: [UInt8] = []
    for path in paths {
      let file = "\(folder)/\(path)"
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: file, isDirectory: &isFolder), !isFolder.boolValue else { continue }
      let content = [UInt8](try Data(contentsOf: URL(filePath: file)))
      archive += try header(of: "\(name)/\(path)", size: content.count)
      archive += content
      archive += [UInt8](repeating: 0, count: (block - content.count % block) % block)
    }
    return archive + [UInt8](repeating: 0, count: 2 * block)
  }

  private static let longestName = 100
  private static let longestFolder = 155

  private static func header(of path: String, size: Int) throws(Failure) -> [UInt8] {
    var (folder, name) = ([UInt8](), Array(path.utf8))
    if name.count > longestName {
      let slash = name.indices.first { name[$0] == UInt8(ascii: "/") && name.count - $0 - 1 <= longestName }
      guard let slash, slash <= longestFolder else {
        throw Failure(
          status: ExitStatus.wrongContent,
          message: "\(SafeText.line(path)): the name is too long for an archive"
            + "\n  hint: write the data set with peach export --study NAME --dataset FOLDER")
      }
      (folder, name) = (Array(name[..<slash]), Array(name[(slash + 1)...]))
    }
    var header = [UInt8](repeating: 0, count: block)
    func put(_ bytes: some Collection<UInt8>, at place: Int) {
      header.replaceSubrange(place..<(place + bytes.count), with: bytes)
    }
    func octal(_ number: Int, digits: Int) -> [UInt8] {
      let text = String(number, radix: 8)
      return Array((String(repeating: "0", count: max(0, digits - text.count)) + text).utf8)
    }
    put(name, at: 0)
    put(octal(0o644, digits: 7), at: 100)
    put(octal(0, digits: 7), at: 108)
    put(octal(0, digits: 7), at: 116)
    put(octal(size, digits: 11), at: 124)
    put(octal(0, digits: 11), at: 136)
    put([UInt8](repeating: UInt8(ascii: " "), count: 8), at: 148)
    put("0".utf8, at: 156)
    put("ustar".utf8, at: 257)
    put("00".utf8, at: 263)
    put(folder, at: 345)
    let sum = header.reduce(0) { $0 + Int($1) }
    put(octal(sum, digits: 6) + [0, UInt8(ascii: " ")], at: 148)
    return header
  }
}
