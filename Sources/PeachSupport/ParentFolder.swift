/// The folder that a file is in or would be in.
package enum ParentFolder {
  /// - Returns: `.` for a name without a folder.
  package static func of(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
