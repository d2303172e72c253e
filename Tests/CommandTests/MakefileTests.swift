import Foundation
import Testing

/// The program `make` of this machine; `nil` if there is none.
private enum Make {
  static let path = ["/usr/bin/make", "/bin/make"].first { FileManager.default.isExecutableFile(atPath: $0) }
}

/// What `make` does outside the project: it installs, uninstalls and asks for packages.
@Suite(.enabled(if: Make.path != nil, "there is no make"))
struct MakefileTests {
  private static let top = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

  private let workshop: Workshop

  init() throws { workshop = try Workshop() }

  private func make(_ words: String, environment: [String: String] = [:]) throws -> Workshop.Outcome {
    let clean = ["MAKEFLAGS": "", "MAKELEVEL": "", "DESTDIR": "", "make": Make.path ?? "", "top": Self.top]
    return try workshop.shell(
      "unset PREFIX PROGRAM; $make -s -C \"$top\" \(words)", environment: clean.merging(environment) { $1 })
  }

  /// The paths of all files below a folder.
  private func files(_ folder: String) -> [String] {
    let paths = FileManager.default.enumerator(atPath: workshop.path(folder))?.compactMap { $0 as? String } ?? []
    return paths.filter {
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: workshop.path("\(folder)/\($0)"), isDirectory: &isFolder)
        && !isFolder.boolValue
    }.sorted()
  }

  @Test(arguments: [("a b", "/usr local"), ("it's \"mine\"", "/o;p &t"), ("plain", "/usr")])
  func `spaces and quotes in DESTDIR and PREFIX are part of the names`(destination: String, prefix: String) throws {
    // A folder that an unquoted name would hit: of "a b/usr local/bin" the words are "…/a", "b/usr" and "local/bin".
    for name in ["\(workshop.path("a"))/keep", workshop.path("b/keep")] {
      try FileManager.default.createDirectory(
        atPath: (name as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try Data().write(to: URL(filePath: name))
    }
    let place = ["DESTDIR": workshop.path(destination), "prefix": prefix]
    let installed = try make(
      "install PROGRAM=\"$peach\" DESTDIR=\"$DESTDIR\" PREFIX=\"$prefix\"", environment: place)
    #expect(installed.status == 0, "\(installed.error)")
    let top = "\(destination)\(prefix)"
    let found = files(top)
    #expect(
      Set(found).isSuperset(of: [
        "bin/peach", "share/bash-completion/completions/peach", "share/fish/vendor_completions.d/peach.fish",
        "share/man/man1/peach-live.1", "share/man/man1/peach.1", "share/zsh/site-functions/_peach",
      ]), "\(found)")
    #expect(found.count > 20)
    try workshop.write("\(top)/share/man/man1/other.1", "of another program")
    let version = try workshop.shell(
      "\"$program\" --version", environment: ["program": workshop.path("\(top)/bin/peach")])
    #expect(version.status == 0)
    let removed = try make("uninstall DESTDIR=\"$DESTDIR\" PREFIX=\"$prefix\"", environment: place)
    #expect(removed.status == 0, "\(removed.error)")
    #expect(files(top) == ["share/man/man1/other.1"])
    #expect(files("a").contains("keep") && files("b") == ["keep"])
  }

  @Test func `a PREFIX with a tilde is the home folder in every shell`() throws {
    let outcome = try make(
      "install PROGRAM=\"$peach\" 'PREFIX=~/.lo cal'", environment: ["HOME": workshop.path("my home")])
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(files("my home/.lo cal").contains("bin/peach"))
  }

  @Test func `make installs nothing, and make install builds first`() throws {
    let alone = try make("-n")
    #expect(alone.output.contains("simulate experiments/strategy-comparison.yaml"))
    #expect(!alone.output.contains("install -d"))
    let install = try make("-n install").output
    let build = try #require(install.firstRange(of: "build -c release --product peach"))
    let copy = try #require(install.firstRange(of: "install -d"))
    #expect(build.lowerBound < copy.lowerBound)
    #expect(try !make("-n install PROGRAM=/bin/true").output.contains("--product"))
  }

  @Test(arguments: ["deb", "dist", "wheel"])
  func `packages are made of a static program, which is built first unless PROGRAM names it`(kind: String) throws {
    let output = try make("-n \(kind)").output
    let build = try #require(output.firstRange(of: "packaging/program.sh"))
    let pack = try #require(output.firstRange(of: "packaging/\(kind).sh"))
    #expect(build.lowerBound < pack.lowerBound)
    #expect(try !make("-n \(kind) PROGRAM=/bin/true").output.contains("packaging/program.sh"))
  }

  @Test func `packages have the version of the program`() throws {
    let version = try workshop.shell("\"$top/packaging/version.sh\"", environment: ["top": Self.top]).output
    #expect(try workshop.peach("--version").output.hasPrefix("peach \(version.dropLast()) "))
  }

  /// Asks for two packages on a machine that has these programs alone, and knows no package.
  private func packages(_ programs: [String: String]) throws -> Workshop.Outcome {
    let bin = workshop.directory.appending(path: "bin")
    try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
    for (name, script) in programs {
      try workshop.write("bin/\(name)", "#!/bin/sh\n\(script)\n")
      chmod(workshop.path("bin/\(name)"), 0o755)
    }
    let grep = try workshop.shell("command -v grep").output.dropLast()
    try FileManager.default.createSymbolicLink(atPath: workshop.path("bin/grep"), withDestinationPath: String(grep))
    return try make(
      "packages PACKAGES='libone two-dev' PATH=\"$bin\"", environment: ["bin": workshop.path("bin")])
  }

  @Test func `without sudo the command for root is printed, and nothing runs`() throws {
    let outcome = try packages(["id": "echo 1000", "apt-get": "echo ran \"$@\""])
    #expect(outcome.status != 0)
    #expect(outcome.output == "")
    #expect(outcome.error.contains("sudo is not there"), "\(outcome.error)")
    #expect(outcome.error.contains("\n  apt-get update && apt-get install libone two-dev\n"), "\(outcome.error)")
  }

  @Test func `without apt-get the packages are listed`() throws {
    let outcome = try packages(["id": "echo 0"])
    #expect(outcome.status != 0)
    #expect(outcome.output == "")
    #expect(outcome.error.contains("apt-get is not there to install them: libone two-dev\n"), "\(outcome.error)")
  }

  @Test func `root and sudo install missing packages`() throws {
    let asked = "installing with apt-get: libone two-dev\n"
    let done = "update -qq\ninstall -y -qq libone two-dev\n"
    let root = try packages(["id": "echo 0", "apt-get": "echo \"$@\""])
    #expect(root == Workshop.Outcome(status: 0, output: asked + done, error: ""))
    try FileManager.default.removeItem(atPath: workshop.path("bin"))
    let user = try packages(["id": "echo 1000", "apt-get": "echo \"$@\"", "sudo": "\"$@\""])
    #expect(user == Workshop.Outcome(status: 0, output: asked + done, error: ""))
  }
}
