import Foundation
import PeachExperiments
import Testing

/// What the documents say is true of the program that was built.
@Suite struct DocumentsTests {
  private static let top = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: Self.top.appending(path: path)), as: UTF8.self)
  }

  @Test func `every experiment of the project passes the check`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.top.appending(path: "experiments").path)
      .filter { $0.hasSuffix(".yaml") }
    #expect(!files.isEmpty)
    for file in files {
      _ = try Experiment.read(Self.top.appending(path: "experiments/\(file)").path)
      #expect(try text("experiments/README.md").contains("## \(file.dropLast(5))"), "experiments/README.md on \(file)")
    }
  }

  @Test func `every data set of the project is fitted and has a stated source`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.top.appending(path: "experiments/data").path)
    #expect(!files.isEmpty)
    for file in files {
      let fit = try Workshop().peach("fit", Self.top.appending(path: "experiments/data/\(file)").path, "--strict")
      #expect(fit.status == 0, "\(file): \(fit.error)")
      #expect(try text("experiments/README.md").contains("`data/\(file)`"), "experiments/README.md on \(file)")
    }
  }

  @Test func `every check that the validation names has a suite of tests`() throws {
    let suites = Set(try FileManager.default.contentsOfDirectory(atPath: Self.top.appending(path: "Tests").path))
    let rows = try text("VALIDATION.md").split(separator: "\n").filter {
      $0.hasPrefix("| ") && $0.hasSuffix("Tests` |")
    }
    #expect(rows.count > 20)
    for row in rows {
      let places = row.split(separator: "|").last.map(String.init) ?? ""
      for place in places.split(separator: ",") {
        #expect(suites.contains(place.trimmingCharacters(in: [" ", "`"])), "\(row)")
      }
    }
  }

  @Test func `the version is the same everywhere`() throws {
    let line = try Workshop().peach("--version").output
    let version = try #require(line.firstMatch(of: /^peach (\S+) \(/)).output.1
    #expect(try text("README.md").contains("Peach, version \(version)"))
    #expect(try text("CITATION.cff").contains("\nversion: \(version)\n"))
    #expect(try text("CHANGELOG.md").contains("\n## \(version)"))
    #expect(try text("python/pyproject.toml").contains("\nversion = \"\(version)\"\n"))
  }
}
