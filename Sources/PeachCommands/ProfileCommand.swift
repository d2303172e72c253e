import ArgumentParser
import Foundation
import PeachAnalysis
import PeachReporting
import PeachSessions
import PeachStorage
import PeachSupport
import PeachTerminal

struct ProfileCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile",
    abstract: "Show a listener's thresholds, weak spots and trend.",
    discussion: """
      Peach uses the trials of training and experiments, without simulated responders and without sessions that were reset. \
      Mean and SD describe the presented differences. Thresholds at 75 % correct come from fits of the answers "higher" \
      and "lower" to the signed difference, with a lapse rate of 0.01. The trend is a test of whether thresholds change over \
      the trials. The page is in the listener's language.

      Examples:
        peach profile
        peach profile P07 -o P07.svg
        peach profile P07 -o P07.png --preview
      """)

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case table, json
  }

  @Argument(help: "The listener.", completion: Completions.listeners)
  var id = "me"

  @Option(
    name: [.short, .customLong("output")],
    help: ArgumentHelp(
      "Write a picture of the keyboard to this file; its extension selects SVG or PNG.", valueName: "FILE.svg|FILE.png"),
    completion: .file(extensions: ["svg", "png"]))
  var output: String?

  @Option(help: "Output format.")
  var format: Format?

  @Flag(help: "Make a small picture: only the piano keys and the band of the thresholds.")
  var preview = false

  @Flag(help: "Make a dark PNG; an SVG follows the viewer's colour scheme.")
  var dark = false

  @Flag(help: "Replace an existing file.")
  var force = false

  @OptionGroup var layout: PageOptions

  private var isPNG: Bool { output?.lowercased().hasSuffix(".png") == true }

  func validate() throws {
    try ListenerOption.check(id, of: "ID")
    try OutputFile.check(output, of: "--output")
    if let output {
      guard isPNG || output == "-" || output.lowercased().hasSuffix(".svg") else {
        throw ValidationError("--output: expected a name that ends in .svg or .png, got \(SafeText.quoted(output))")
      }
      if format != nil { throw ValidationError("--format: cannot be combined with --output; leave out one of them") }
    } else if preview || dark {
      throw ValidationError("--\(preview ? "preview" : "dark"): needs a picture, -o FILE.svg or -o FILE.png")
    }
    if dark, !isPNG { throw ValidationError("--dark: needs -o FILE.png; an SVG follows the viewer's colour scheme") }
  }

  func run() async throws {
    let live = try ListenerDatabase.existing()
    let settings = try live?.trainingSettings(of: id).settings ?? TrainingSettings.standard
    let profile = try await self.profile(in: live)
    let notes = settings.notes.range(profile.statistics)
    let words = settings.language.words == .german ? ProfileWords.german : ProfileWords.english
    if format == .json { return Standard.data(ProfileJSON.text(profile, notes: notes)) }
    let thresholds = await profile.smoothedThresholds(jobs: ProcessInfo.processInfo.activeProcessorCount)
    if let output {
      let picture = KeyboardPicture(
        of: profile, thresholds: thresholds, notes: notes, texts: KeyboardPicture.Texts(words),
        size: preview ? .preview : .full)
      return try write(picture, to: output, beside: live)
    }
    let text = ProfileText(
      profile, thresholds: thresholds, notes: notes, words: words, isPlain: Standard.isPlain)
    Standard.output(text.text(in: layout.page))
  }

  /// The profile of a listener; empty if there is none yet. Names other than the default must exist.
  private func profile(in live: LiveDatabase?) async throws -> ListenerProfile {
    if id != "me" { _ = try ListenerDatabase.opened(for: [id]) }
    let jobs = ProcessInfo.processInfo.activeProcessorCount
    guard let live else { return await ListenerProfile(of: id, [], jobs: jobs) }
    return try await ListenerProfile(of: id, in: live, jobs: jobs)
  }

  private func write(_ picture: KeyboardPicture, to output: String, beside live: LiveDatabase?) throws {
    let file = try OutputFile(output, force: force, sources: live.map { [$0.path] } ?? [])
    if isPNG {
      do {
        file.write(bytes: try picture.png(isDark: dark))
      } catch {
        throw Failure(status: ExitStatus.inaccessible, message: "--output: \(error)")
      }
    } else {
      file.write(picture.svg)
    }
    try file.finish()
    if output != "-" { Standard.output("profile: \(SafeText.line(output))\n") }
  }
}
