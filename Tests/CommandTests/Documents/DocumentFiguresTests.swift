import Foundation
import Testing

/// The figures of README and docs are the ones that the program draws today. After a change of figures run `make figures`,
/// and look at the pictures.
@Suite struct DocumentFiguresTests {
  @Test func `the figures of the documents are drawn again, byte for byte`() throws {
    let top = DocumentPages.top
    let folder = FileManager.default.temporaryDirectory.appending(path: "figures-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.currentDirectoryURL = top
    process.arguments = ["docs/figures/make.sh", Workshop.program, folder.path]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let committed = top.appending(path: "docs/figures")
    let names = try FileManager.default.contentsOfDirectory(atPath: committed.path).filter { $0.hasSuffix(".svg") }
    #expect(names.sorted() == ["comparison.svg", "fit.svg", "profile.svg", "tracks.svg"])
    for name in names {
      let isSame =
        try Data(contentsOf: committed.appending(path: name)) == Data(contentsOf: folder.appending(path: name))
      #expect(isSame, "docs/figures/\(name) is not what the program draws: run make figures")
    }
  }
}
