import Configuration

/// What a person who opens the folder reads first.
enum ReadMe {
  static let file = "README.md"

  static func text(_ source: DataSource, _ files: [TableFile], hasNotebook: Bool) -> String {
    let experiments = source.sidecars.filter { $0.content["task"] != nil }.map { "materials/\($0.name).json" }
    let isTSV = files.contains { $0.format == .tsv }
    let rows = files.map { "| \($0.written.path) | \(text(of: $0.table.summary)) |\n" }.joined()
    return """
      # \(text(of: source.title))

      \(text(of: source.description))

      | file | what it holds |
      | --- | --- |
      \(rows)
      Every column, with its unit, type and meaning, is in `\(DataDictionary.file)`, and again in `\(DataPackage.file)`, by which
      `frictionless validate \(DataPackage.file)` checks the tables and the digest of each.
      \(sidecars(experiments, source, isTSV: isTSV))\(hasNotebook ? notebook : "")
      Numbers have a decimal point. Missing is \(isTSV ? "`n/a`" : "empty"), never 0. An apostrophe before a text \
      that begins with `=`, `+`, `-` or `@`, also behind spaces or invisible characters, keeps spreadsheets
      from running it; `peach fit` and `peach import` take it away again.

      """
  }

  private static func sidecars(_ files: [String], _ source: DataSource, isTSV: Bool) -> String {
    guard let first = files.first else { return "" }
    let what = source.isLive ? "what was run in each session, on what device" : "the whole experiment with its seed"
    let again =
      !source.isLive || isTSV
      ? ""
      : """

      The sessions go into the records of another computer with

      ```
      peach import data/*.csv
      ```

      """
    return """

      `materials` holds \(what), and which peach made the data. Each file there with a task is an experiment file too:

      ```
      peach check \(first)
      ```
      \(again)
      """
  }

  /// Escapes untrusted text, on one line.
  private static func text(of text: String) -> String { Escaping.markdown(Shown.line(text)) }

  private static let notebook = """

    `notebook.ipynb` loads the tables, draws them and fits them again with scipy:

    ```
    pip install -r requirements.txt jupyter
    jupyter lab notebook.ipynb
    ```

    """
}
