import Foundation
import PeachAnalysis
import PeachExperiments
import PeachFitting
import PeachReporting
import PeachSimulation
import PeachStorage
import PeachSupport
import PeachTrials
import Testing

/// Notebooks: what stands in their cells. `Tests/notebooks.py` runs them.
@Suite struct NotebookTests {
  private let fixture: Fixture

  init() throws { fixture = try Fixture() }

  private func write(_ source: DataSource, _ fits: SourceTable, isLive: Bool) throws {
    _ = try DataSet.write(
      source, to: fixture.path("set"), replacing: true, standard: PsychDS.self,
      notebook: Notebook(fits: fits, isLive: isLive), isCancelled: { false })
  }

  private func cells() throws -> [[String: Any]] {
    let notebook = try fixture.json("set/notebook.ipynb")
    #expect(notebook["nbformat"] as? Int == 4 && notebook["nbformat_minor"] as? Int == 5)
    return try #require(notebook["cells"] as? [[String: Any]])
  }

  private func words(_ cell: [String: Any]) -> String { (cell["source"] as? [String] ?? []).joined() }

  @Test func `the code of a notebook does not depend on the names in the data`() async throws {
    let results = try await fixture.results()
    let fits = try await NotebookFits.ofResults(results, kinds: .builtIn)
    try write(try .results(results, kinds: .builtIn), fits, isLive: false)
    let one = try fixture.text("set/notebook.ipynb")
    let module = try fixture.text("set/peach_notebook.py")
    let other = try await fixture.results(
      Fixture.experiment.replacing("two-ears.v2", with: "x").replacing("keen", with: "zzz9"), as: "b.sqlite")
    let others = try await NotebookFits.ofResults(other, kinds: .builtIn)
    try write(try .results(other, kinds: .builtIn), others, isLive: false)
    #expect(try fixture.text("set/notebook.ipynb") == one)
    #expect(try fixture.text("set/peach_notebook.py") == module)
    #expect(
      try cells().filter { $0["cell_type"] as? String == "code" }.allSatisfy {
        words($0).contains("zzz9") == false
      })
  }

  @Test func `every figure says what it leaves out, strategies keep one colour, and failures are marked`() async throws
  {
    let results = try await fixture.results()
    try write(
      try .results(results, kinds: .builtIn), try await NotebookFits.ofResults(results, kinds: .builtIn), isLive: false)
    let code = try cells().filter { $0["cell_type"] as? String == "code" }.map(words)
    let figures = code.filter { $0.contains("plt.show()") }
    #expect(figures.count == 3)
    for figure in figures { #expect(figure.contains("pn.print_left_out("), "\(figure)") }
    // The common ranking gives a row its colour, its fill and its name, with brackets and failures.
    for figure in figures.prefix(2) {
      for key in ["colour", "fill", "label"] { #expect(figure.contains("\"\(key)\"]"), "\(figure)") }
    }
    #expect(figures[2].contains("color=colour[fit[by]]"))
    let module = try fixture.text("set/peach_notebook.py")
    #expect(module.contains("% no threshold\" if often") && module.contains("CAUTION if often"))
  }

  @Test func `the notebook of listeners says what its figures leave out, and joins no sessions`() async throws {
    let live = try fixture.listeners()
    let fits = try await NotebookFits.ofListeners(["P07"], in: live)
    try write(try .listeners(["P07"], in: live, kinds: .builtIn), fits, isLive: true)
    let figures = try cells().map(words).filter { $0.contains("plt.show()") && !$0.contains("\"matching\"") }
    #expect(figures.count == 3)
    for figure in figures { #expect(figure.contains("print_left_out("), "\(figure)") }
    #expect(!figures.contains { $0.contains("\"o-\"") })
  }

  @Test func `every cell is as the format has it`() async throws {
    let live = try fixture.listeners()
    let fits = try await NotebookFits.ofListeners(["P07"], in: live)
    try write(try .listeners(["P07"], in: live, kinds: .builtIn), fits, isLive: true)
    let cells = try cells()
    #expect(cells.compactMap { $0["id"] as? String } == (1...cells.count).map { "cell-\($0)" })
    for cell in cells {
      let isCode = cell["cell_type"] as? String == "code"
      #expect((cell["outputs"] as? [Any])?.isEmpty == (isCode ? true : nil))
      #expect((cell["execution_count"] is NSNull) == isCode)
      #expect(!words(cell).isEmpty && !words(cell).hasSuffix("\n"))
    }
    #expect(try fixture.text("set/requirements.txt").contains("scipy=="))
    #expect(try fixture.files("set").contains("data/subject-P07_description-fits_data.csv"))
  }

  @Test func `a notebook has the fits of peach fit, one for each strategy, listener and varied value`() async throws {
    let fits = try await NotebookFits.ofResults(try await fixture.results(), kinds: .builtIn)
    #expect(fits.columns.suffix(3).map(\.name) == ["strategy", "listener", "vary_listeners_keen_jnd"])
    var rows: [[String]] = []
    try fits.rows { row in rows.append(row.suffix(3).map { $0?.json() ?? "" }) }
    #expect(
      rows == [
        ["\"kazez\"", "\"keen\"", "\"4\""], ["\"kazez\"", "\"keen\"", "\"8\""], ["\"kazez\"", "\"Keen.2\"", ""],
        ["\"2-down\"", "\"keen\"", "\"4\""], ["\"2-down\"", "\"keen\"", "\"8\""], ["\"2-down\"", "\"Keen.2\"", ""],
      ])
  }

  @Test func `no stored trials are no fits`() async throws {
    let results = try await fixture.results(Fixture.experiment.replacing("keep-trials: 2", with: "keep-trials: 0"))
    var count = 0
    try await NotebookFits.ofResults(results, kinds: .builtIn).rows { _ in count += 1 }
    #expect(count == 0)
  }
}
