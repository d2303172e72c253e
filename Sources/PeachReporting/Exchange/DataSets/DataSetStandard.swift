import PeachSupport

/// A standard for data sets: the names of the files, and their descriptions. The option `--standard` names it.
///
/// To add one: a new file with a type that conforms, and its name in `DataSetStandards`. The data package, the data
/// dictionary, the sidecars in `materials` and the readme are the same for all.
package protocol DataSetStandard {
  /// The word for the option: `bids`.
  static var name: String { get }
  /// The standard's own name: `BIDS`.
  static var title: String { get }
  /// A file that only data sets of this standard have; `nil` for the first standard.
  static var mark: String? { get }
  /// The name of the readme.
  static var readMe: String { get }
  /// Whether trials lie in one file for each listener, and the table of participants holds all listeners.
  static var isSplitByListener: Bool { get }

  init(_ source: DataSource)

  /// The tables, as the data dictionary describes them.
  var tables: [SourceTable] { get }

  /// Writes the tables and their descriptions.
  ///
  /// - Returns: The files of the tables.
  func write(in folder: DataFolder) throws -> [TableFile]

  /// The files in which a table of the source stands.
  func parts(of table: SourceTable) throws -> [DataSetPart]
}

/// A file of a data set, and the rows of its table that stand there.
package struct DataSetPart {
  /// The path in the data set.
  var path: String
  /// Whether a row of the table stands in this file.
  var holds: ([Value?]) -> Bool = { _ in true }
}

/// The standards that can be named. One word here makes a new one known everywhere.
package enum DataSetStandards {
  /// All standards, the default first.
  package static var all: [any DataSetStandard.Type] { [PsychDS.self, BIDS.self] }

  /// The standard with that name, or `nil` if there is none.
  package static func named(_ name: String) -> (any DataSetStandard.Type)? { all.first { $0.name == name } }
}
