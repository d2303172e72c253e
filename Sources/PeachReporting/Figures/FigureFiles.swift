import PeachStorage
import PeachSupport

/// Writes pictures into a folder: NAME.svg, NAME.pdf and NAME.png for each figure.
package enum FigureFiles {
  /// Writes all pictures or none: a full disk leaves the folder as it was.
  ///
  /// - Parameters:
  ///   - width: The width in print.
  ///   - folder: The folder, which is created if it does not exist.
  ///   - force: Whether files of the same names are replaced.
  /// - Returns: The paths, in the order of the figures.
  /// - Throws: `FigureError` if a picture cannot be drawn, `RecordsError` if it cannot be written.
  @discardableResult
  package static func write(
    _ figures: [Figure], width: FigureWidth = .single, to folder: String, force: Bool
  ) throws -> [String] {
    // All pictures are drawn before the first one is written.
    let pictures = try figures.flatMap { figure in
      try GnuplotScript.Format.allCases.map { format in
        ("\(folder)/\(figure.name).\(format.rawValue)", try Gnuplot.picture(figure, format, width))
      }
    }
    let isNew = mkdir(folder, 0o777) == 0
    guard isNew || errno == EEXIST else { throw DraftFile.refusal(of: folder, errno) }
    do {
      if !force, let taken = pictures.first(where: { access($0.0, F_OK) == 0 }) {
        throw DraftFile.refusal(of: taken.0, EEXIST)
      }
      try place(pictures, replacing: force)
    } catch {
      if isNew { rmdir(folder) }
      throw error
    }
    return pictures.map(\.0)
  }

  /// Gives the files their names once all of them are on the disk.
  private static func place(_ pictures: [(String, [UInt8])], replacing replaces: Bool) throws(RecordsError) {
    var drafts: [(path: String, file: DraftFile)] = []
    for (path, bytes) in pictures {
      let draft = try DraftFile(of: path)
      try write(bytes, to: draft.descriptor, path)
      guard fsync(draft.descriptor) == 0 else { throw DraftFile.refusal(of: path, errno) }
      drafts.append((path, draft))
    }
    var placed: [String] = []
    do throws(RecordsError) {
      for (path, draft) in drafts {
        let wasThere = access(path, F_OK) == 0
        try draft.place(replacing: replaces)
        if !wasThere { placed.append(path) }
      }
    } catch {
      for path in placed { unlink(path) }
      throw error
    }
  }

  /// The endings of files that a figure can be drawn into.
  package static let endings = GnuplotScript.Format.allCases.map(\.rawValue)

  /// The bytes of one picture.
  ///
  /// - Parameters:
  ///   - width: The width in print.
  ///   - ending: The ending of the file, one of `endings`. Any other gives SVG.
  /// - Throws: `FigureError` if it cannot be drawn.
  package static func bytes(
    of figure: Figure, width: FigureWidth = .single, ending: String
  ) throws(FigureError) -> [UInt8] {
    try Gnuplot.picture(figure, GnuplotScript.Format(rawValue: ending) ?? .svg, width)
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32, _ path: String) throws(RecordsError) {
    let failure = bytes.withUnsafeBytes { bytes -> Int32? in
      var done = 0
      while done < bytes.count {
        let count = Glibc.write(descriptor, bytes.baseAddress! + done, bytes.count - done)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return errno }
        done += count
      }
      return nil
    }
    if let failure { throw DraftFile.refusal(of: path, failure) }
  }
}
