import PeachSupport

/// The README of a data set.
enum ReadMe {
  static func text(_ source: DataSource, _ files: [TableFile], notebook: Notebook?) -> String {
    let experiments = source.sidecars.filter { $0.content["task"] != nil }.map { "materials/\($0.name).json" }
    let isTSV = files.contains { $0.format == .tsv }
    let rows = files.map { "| \($0.written.path) | \(text(of: $0.table.summary)) |\n" }.joined()
    return """
      # \(text(of: source.title))

      \(text(of: source.description))

      | file | contents |
      | --- | --- |
      \(rows)
      `\(DataDictionary.file)` and `\(DataPackage.file)` describe every column with its unit, type and meaning. The command
      `frictionless validate \(DataPackage.file)` checks the tables and their SHA-256 digests.
      \(sidecars(experiments, source, isTSV: isTSV))\(notebook.map(words) ?? "")
      Numbers have a decimal point. A missing value is \(isTSV ? "`n/a`" : "empty"), never 0. If a text begins with `=`, `+`, \
      `-` or `@`, also after spaces or invisible characters,
      an apostrophe stands before it. It keeps spreadsheets from running the text. `peach fit` and `peach import` remove it.

      """
  }

  private static func sidecars(_ files: [String], _ source: DataSource, isTSV: Bool) -> String {
    guard let first = files.first else { return "" }
    let what = source.isLive ? "the experiment and the device of each session" : "the complete experiment with its seed"
    let again =
      !source.isLive || isTSV
      ? ""
      : """

      Import the sessions into the records of another computer:

      ```
      peach import data/*.csv
      ```

      """
    return """

      `materials` contains \(what), and the version of peach that made the data. Each file there with a task is also an \
      experiment file:

      ```
      peach check \(first)
      ```
      \(again)
      """
  }

  /// Escapes untrusted text, on one line.
  private static func text(of text: String) -> String { Escaping.markdown(SafeText.line(text)) }

  private static func words(_ notebook: Notebook) -> String {
    """

    `notebook.ipynb` loads the tables, \(notebook.purpose). Its functions are in \(notebook.moduleNames):

    ```
    pip install -r requirements.txt jupyter
    jupyter lab notebook.ipynb
    ```

    """
  }
}
