import Foundation
import Testing

/// What `make install` puts beside the program: manual pages, and what shells complete.
@Suite struct ShellTests {
  private let workshop: Workshop

  init() throws { workshop = try Workshop(Experiments.comparison()) }

  private static let commands = [
    "new", "simulate", "merge", "status", "reproduce", "check", "plan", "trace", "live", "calibrate", "audit", "fit",
    "export",
    "dprime", "settings",
    "listener", "list",
  ]

  @Test func `every command has a manual page`() throws {
    #expect(try workshop.shell("mkdir pages && $peach manual pages").output == "")
    let files = try FileManager.default.contentsOfDirectory(atPath: workshop.path("pages")).sorted()
    let pages = Set(files)
    #expect(pages.isSuperset(of: ["peach.1", "peach-listener-add.1"] + Self.commands.map { "peach-\($0).1" }))
    #expect(!pages.contains("peach-manual.1"))
    for file in files {
      let text = try workshop.text("pages/\(file)")
      for section in [".SH NAME\n", ".SH SYNOPSIS\n", ".SH EXIT STATUS\n", ".SH SEE ALSO\n"] {
        #expect(text.contains(section), "\(file)")
      }
      #expect(text.unicodeScalars.allSatisfy { $0.isASCII }, "\(file)")
    }
    let export = try workshop.text("pages/peach-export.1")
    #expect(export.contains(".TP\n.B \\-\\-table <NAME>\nWhich table.\n"))
    #expect(export.contains(".nf\n"))
  }

  @Test func `the formatter finds nothing wrong with the pages`() throws {
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/groff") else { return }
    let outcome = try workshop.shell(
      "mkdir pages && $peach manual pages && for page in pages/*; do groff -man -ww -Tutf8 $page || echo $page; done")
    #expect(outcome.status == 0)
    #expect(outcome.error == "")
    #expect(outcome.output.contains("Compute d′ from hits"))
  }

  @Test func `a missing folder is reported`() throws {
    let outcome = try workshop.peach("manual", "nowhere")
    #expect(outcome.status == 74)
    #expect(outcome.output == "")
    #expect(outcome.error.contains("nowhere/peach.1: cannot be written: "), "\(outcome.error)")
  }

  /// What bash offers for the last of the words.
  private func offered(_ words: String...) throws -> [String] {
    let quoted = (["peach"] + words).map { "'\($0)'" }.joined(separator: " ")
    let script = """
      source completion
      PATH=$(dirname $peach):$PATH
      COMP_WORDS=(\(quoted)); COMP_CWORD=\(words.count); COMP_LINE="${COMP_WORDS[*]}"; COMP_POINT=${#COMP_LINE}
      COMP_TYPE=9
      _peach peach '\(words.last ?? "")' '\(words.dropLast().last ?? "peach")'
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    try workshop.write("complete.sh", script)
    let outcome = try workshop.shell(
      "$peach --generate-completion-script bash > completion && bash complete.sh",
      environment: ["PEACH_HOME": workshop.path("home")])
    #expect(outcome.error == "")
    return outcome.output.split(separator: "\n").map(String.init)
  }

  @Test func `a shell completes commands and the values of their options`() throws {
    let all = try offered("")
    #expect(Set(all).isSuperset(of: Self.commands))
    #expect(!all.contains("manual"))
    #expect(
      try offered("export", "x", "--table", "")
        == [
          "runs", "trials", "matching", "summary", "timing", "failures", "differences", "checkpoints", "criteria",
          "sessions", "pages",
        ])
    #expect(try offered("fit", "x.csv", "--function", "re") == ["reversed-gumbel"])
    #expect(try offered("fit", "x.csv", "--reading", "") == ["accuracy", "direction"])
    #expect(try offered("live", "--interval", "tri") == ["tritone-up", "tritone-down"])
    #expect(try offered("live", "--tuning", "w") == ["werckmeister-3"])
    #expect(try offered("list", "strategies", "psi") == ["psi", "psi-marginal"])
    #expect(try offered("settings", "lan") == ["language"])
    #expect(try offered("settings", "language", "") == ["auto", "en", "de", "default"])
  }

  @Test func `completion offers the strategies of the file and the existing listeners`() throws {
    #expect(try offered("live", "--strategy", "") == ["kazez", "adaptive"])
    #expect(try offered("trace", "experiment.yaml", "--strategy", "") == ["kazez", "two-down", "weighted"])
    #expect(try offered("live", "") == ["comparison", "experiment.yaml"])
    #expect(try offered("trace", "--listener", "") == [])
    let added = try workshop.run(["listener", "add", "P07"], environment: ["PEACH_HOME": workshop.path("home")])
    #expect(added.status == 0)
    #expect(try offered("trace", "--listener", "") == ["P07"])
  }

  @Test(arguments: [("zsh", "#compdef peach\n"), ("fish", "function ")])
  func `there is a script for other shells too`(shell: String, start: String) throws {
    let outcome = try workshop.peach("--generate-completion-script", shell)
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix(start), "\(outcome.output.prefix(80))")
    #expect(outcome.output.contains("reversed-gumbel"))
  }
}
