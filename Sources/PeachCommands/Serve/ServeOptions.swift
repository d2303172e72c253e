package import ArgumentParser
import PeachSupport

/// The options of `peach serve`. The program `peach-serve` reads the same ones.
package struct ServeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "An experiment file instead of training; with a section lab it is a study.", valueName: "EXPERIMENT.yaml"),
    completion: .file(extensions: ["yaml", "yml"]))
  package var study: String?

  @Option(
    help: ArgumentHelp(
      "ID of a listener who gets a link; may be repeated. The default is the ID \"me\".", valueName: "ID"),
    completion: Completions.listeners)
  package var listener: [String] = []

  @Flag(
    help: "Print one link for everyone. Add &id=ID to it to state the listener's ID; otherwise the page makes one up.")
  package var anyone = false

  @Option(help: ArgumentHelp("The strategy, if an experiment file has several.", valueName: "NAME"))
  package var strategy: String?

  @Option(help: ArgumentHelp("The port; 0 for any free one.", valueName: "N"))
  package var port = 8080

  @Option(
    help: ArgumentHelp(
      "Network address of the server; default 127.0.0.1, which only this computer reaches. Requires --public-url.",
      valueName: "ADDRESS"))
  package var host: String?

  @Option(
    name: .customLong("public-url"),
    help: ArgumentHelp(
      """
      Public web address with which the listeners' links begin, such as https://lab.example: that of the web server \
      that passes requests on to Peach (reverse proxy).
      """, valueName: "URL"))
  package var publicURL: String?

  @Option(
    help: ArgumentHelp(
      "Where listeners go after a study; {id} stands for the listener's ID.", valueName: "URL"))
  package var completion: String?

  @Option(
    name: .customLong("resume-within"),
    help: ArgumentHelp(
      "Longest break in h after which a listener may continue a block of a study; default unlimited.",
      valueName: "HOURS"))
  package var resumeWithin: Double?

  @Option(help: ArgumentHelp("The largest number of sessions at the same time.", valueName: "N"))
  package var sessions = 200

  @Option(help: ArgumentHelp("End a session after N answers.", valueName: "N"))
  package var trials: Int?

  @Option(help: ArgumentHelp("Seed of all random streams; default random, or that of the file.", valueName: "N"))
  package var seed: UInt64?

  @OptionGroup var processes: ProcessOptions

  package init() {}

  package func validate() throws {
    for id in listener { try ListenerOption.check(id, of: "--listener") }
    guard (0...65_535).contains(port) else { throw ValidationError("--port: expected 0 to 65535, got \(port)") }
    guard (1...1000).contains(sessions) else {
      throw ValidationError("--sessions: expected 1 to 1000, got \(sessions)")
    }
    if let trials, trials < 1 { throw ValidationError("--trials: expected a whole number ≥ 1, got \(trials)") }
    if host != nil, publicURL == nil {
      throw ValidationError(
        "--host: requires --public-url, the https address of the reverse proxy\n  hint: docs/how-to/serve.md shows one")
    }
    for (option, value) in [("--public-url", publicURL), ("--completion", completion)] {
      guard let value else { continue }
      guard value.wholeMatch(of: #/https?://[^\s/?#]+([/?#][^\s"<>]*)?/#) != nil else {
        throw ValidationError(
          "\(option): expected an address such as https://lab.example, got \(SafeText.quoted(value))")
      }
    }
    if let publicURL, publicURL.wholeMatch(of: #/https?://[^\s/?#]+/?/#) == nil {
      throw ValidationError("--public-url: expected an address without a path, such as https://lab.example")
    }
    if let resumeWithin, !(resumeWithin > 0 && resumeWithin <= 100_000) {
      throw ValidationError("--resume-within: expected more than 0 h, at most 100000 h, got \(resumeWithin)")
    }
    if study == nil {
      if resumeWithin != nil { throw ValidationError("--resume-within: requires --study") }
      if strategy != nil { throw ValidationError("--strategy: requires --study") }
      if completion != nil { throw ValidationError("--completion: requires --study") }
    }
  }
}
