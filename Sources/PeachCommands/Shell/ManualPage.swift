import ArgumentParser
import Foundation
import PeachSupport

/// The manual page of one command, made from what its help is made of.
///
/// Source: man(7) of groff 1.22; characters beyond ASCII are written as `\[u03C8]`, which needs no encoding.
struct ManualPage {
  /// With its file's name, such as `peach-fit.1`.
  let name: String
  let text: String

  /// One for the program and for each command in it.
  static func all() throws -> [ManualPage] {
    let dump = try JSONDecoder().decode(ToolDump.self, from: Data(RootCommand._dumpHelp().utf8))
    var pages: [ManualPage] = []
    func add(_ type: any ParsableCommand.Type, _ described: ToolDump.Command, _ path: [String]) {
      let path = path + [described.commandName]
      let inside = type.configuration.subcommands.compactMap { inner in
        described.subcommands?.first { $0.commandName == inner._commandName }.map { (inner, $0) }
      }.filter { $1.shouldDisplay ?? true }
      pages.append(ManualPage(type, described, path, inside: inside.map(\.1)))
      for (inner, described) in inside { add(inner, described, path) }
    }
    add(RootCommand.self, dump.command, [])
    return pages
  }

  private init(
    _ type: any ParsableCommand.Type, _ command: ToolDump.Command, _ path: [String], inside: [ToolDump.Command]
  ) {
    name = path.joined(separator: "-") + ".1"
    let title = path.joined(separator: "-")
    let usage = type == RootCommand.self ? "peach <command> ..." : RootCommand.usageString(for: type)
    var text = """
      .\\" Made by peach from its help.
      .TH \(Escaping.roff(title.uppercased())) 1 "" "peach \(Peach.version)" "Peach"
      .SH NAME
      \(Escaping.roff(title)) \\- \(Escaping.roff(command.abstract ?? ""))
      .SH SYNOPSIS
      .nh
      .ad l
      \(Escaping.roff(usage.split(separator: " ").joined(separator: " ")))

      """
    if let discussion = command.discussion { text += ".SH DESCRIPTION\n" + Roff.paragraphs(discussion) }
    if !inside.isEmpty {
      text += ".SH COMMANDS\n"
      for command in inside {
        text += ".TP\n.B \(Escaping.roff(command.commandName))\n\(Escaping.roff(command.abstract ?? ""))\n"
      }
    }
    let arguments = (command.arguments ?? []).filter { $0.shouldDisplay && !$0.isCommon }
    if !arguments.isEmpty { text += ".SH OPTIONS\n" + arguments.map(\.page).joined() }
    self.text = text + ManualPage.rest(path, inside)
  }

  private static func rest(_ path: [String], _ inside: [ToolDump.Command]) -> String {
    let related =
      path.count == 1 ? inside.map { "\(path[0])-\($0.commandName)" } : [path.dropLast().joined(separator: "-")]
    let list = related.map { ".BR \(Escaping.roff($0)) (1)" }.joined(separator: " ,\n")
    return """
      .SH EXIT STATUS
      0 done; 1 done, but a run was stopped by an error, or with
      .B \\-\\-strict
      a fit is not ok; 64 wrong command line; 65 wrong content of a file; 70 a bug; 74 cannot read or write, or the player
      failed; 130 interrupted.
      .SH SEE ALSO
      \(list)

      """
  }
}

/// The part of the argument parser's JSON about the commands that pages need.
private struct ToolDump: Decodable {
  struct Command: Decodable {
    var commandName: String
    var abstract: String?
    var discussion: String?
    var shouldDisplay: Bool?
    var subcommands: [Command]?
    var arguments: [Argument]?
  }

  struct Argument: Decodable {
    struct Name: Decodable {
      var kind: String
      var name: String
    }

    var kind: String
    var shouldDisplay: Bool
    var names: [Name]?
    var valueName: String?
    var defaultValue: String?
    var allValues: [String]?
    var abstract: String?

    /// Whether every command has this option.
    var isCommon: Bool { names?.contains { ["help", "version"].contains($0.name) } == true }

    /// A tagged paragraph: how it is written, and what it is.
    var page: String {
      let dashed = (names ?? []).map { ($0.kind == "short" ? "-" : "--") + $0.name }
      let value = "<\(valueName ?? "value")>"
      let tag =
        switch kind {
        case "positional": value
        case "flag": dashed.joined(separator: ", ")
        default: dashed.joined(separator: ", ") + " " + value
        }
      let listed = (allValues ?? []).joined(separator: ", ")
      let values = listed.isEmpty || abstract?.contains(listed) == true ? "" : " One of \(listed)."
      let usual = defaultValue.map { " Default \($0)." } ?? ""
      return ".TP\n.B \(Escaping.roff(tag))\n\(Escaping.roff((abstract ?? "") + values + usual))\n"
    }
  }

  var command: Command
}

/// Text as the formatter of manual pages reads it.
private enum Roff {
  /// Paragraphs as a help has them: filled, but for those indented, whose lines stay as they are.
  static func paragraphs(_ text: String) -> String {
    var result = ""
    var isIndented = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("  ") != isIndented, !line.isEmpty {
        result += isIndented ? ".fi\n.RE\n" : ".RS 2\n.nf\n"
        isIndented.toggle()
      }
      result += line.isEmpty ? ".PP\n" : Escaping.roff(String(line.drop { $0 == " " })) + "\n"
    }
    return result + (isIndented ? ".fi\n.RE\n" : "")
  }
}
