import PeachSupport

/// A Jupyter notebook next to the tables of a data set, which it loads, draws and fits again.
///
/// Its code is the same whatever the data: names and units are read from `datapackage.json` and the tables, and are never
/// put into code. Source of the format: nbformat 4.5 (nbformat.readthedocs.io).
package struct Notebook {
  static let file = "notebook.ipynb"

  /// The tables that only the notebook reads, such as the fits by peach that are made again.
  let tables: [SourceTable]
  let cells: [NotebookCell]
  /// The Python modules that cells import.
  let modules: [(name: String, text: String)]
  /// The words that follow "loads the tables," in the README.
  let purpose: String

  init(tables: [SourceTable], cells: [NotebookCell], modules: [(name: String, text: String)], purpose: String) {
    (self.tables, self.cells, self.modules, self.purpose) = (tables, cells, modules, purpose)
  }

  package init(fits: SourceTable, isLive: Bool) {
    self.init(
      tables: [fits],
      cells: [.heading(isLive), .load]
        + (isLive ? [.tracks] : [.performanceWords, .performance, .estimates])
        + [.fitWords, .fit, .curves] + (isLive ? [.overTime, .matching] : []),
      modules: [(NotebookModule.file, NotebookModule.text)],
      purpose: "plots them, and repeats the fits with scipy")
  }

  static let requirements = """
    # Python 3.11 or newer. Checked with these versions; newer ones should do.
    matplotlib==3.11.2
    numpy==2.4.6
    pandas==3.1.1
    scipy==1.17.1

    """

  var files: [(name: String, text: String)] {
    [(Notebook.file, text)] + modules + [("requirements.txt", Notebook.requirements)]
  }

  /// The modules of Python, in words.
  var moduleNames: String { modules.map { "`\($0.name)`" }.joined(separator: " and ") }

  private var text: String {
    let written = cells.enumerated().map { place, cell in cell.json(number: place + 1) }
    return """
      {
       "cells": [
      \(written.joined(separator: ",\n"))
       ],
       "metadata": {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"}
       },
       "nbformat": 4,
       "nbformat_minor": 5
      }

      """
  }
}

/// A cell of a notebook.
struct NotebookCell {
  enum Kind { case words, code }

  var kind: Kind
  var source: String

  /// - Parameter number: From 1; makes its ID.
  func json(number: Int) -> String {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    let written = lines.enumerated().map { place, line in
      "    " + Escaping.json(line + (place < lines.count - 1 ? "\n" : ""))
    }.joined(separator: ",\n")
    let code = kind == .code ? "   \"execution_count\": null,\n" : ""
    let outputs = kind == .code ? "   \"outputs\": [],\n" : ""
    return """
        {
         "cell_type": "\(kind == .code ? "code" : "markdown")",
      \(code)   "id": "cell-\(number)",
         "metadata": {},
      \(outputs)   "source": [
      \(written)
         ]
        }
      """
  }
}
