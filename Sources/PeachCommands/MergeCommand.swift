import ArgumentParser
import PeachAnalysis
import PeachReporting
import PeachSessions
import PeachStorage
import PeachSupport

struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Merge the shards of a simulation into one results file.",
    discussion: """
      The result holds exactly the runs that a simulation without --shard would store. Peach rejects shards of another \
      experiment or build, duplicate, missing or unfinished shards, and damaged runs. It then writes nothing.

      Examples:
        peach simulate experiments/strategy-comparison.yaml --shard 1/2
        peach simulate experiments/strategy-comparison.yaml --shard 2/2
        peach merge strategy-comparison-1-of-2.sqlite strategy-comparison-2-of-2.sqlite -o whole.sqlite
      """)

  @Argument(
    help: ArgumentHelp("The results files of all shards.", valueName: "SHARD.sqlite"),
    completion: .file(extensions: ["sqlite"]))
  var shards: [String]

  @Option(
    name: [.short, .customLong("output")],
    help: ArgumentHelp("The results file to write; default NAME.sqlite in this folder.", valueName: "RESULTS.sqlite"))
  var output: String?

  @Flag(help: "Replace an existing file.")
  var force = false

  func validate() throws {
    try OutputFile.check(output, of: "--output")
    if output == "-" { throw ValidationError("--output: expected a file; results cannot go to standard output") }
    if let output { try OutputFile.checkResults(output) }
  }

  func run() throws {
    for shard in shards { try InputFile.check(shard, is: .results) }
    let merging = try ResultsMerging(shards)
    let path = output ?? "\(merging.name).sqlite"
    if let found = try OutputFile.status(path) {
      if let shard = shards.first(where: { OutputFile.isSame(found, $0) }) {
        throw RecordsError(
          .inaccessible, path: path, reason: "is one of the shards, \(SafeText.line(shard))",
          hint: "choose another file with -o")
      }
      guard found.st_mode & S_IFMT == S_IFREG else {
        throw RecordsError(
          .inaccessible, path: path, reason: "cannot be written: it is not an ordinary file",
          hint: "choose another file with -o")
      }
      guard force else { throw DraftFile.refusal(of: path, EEXIST) }
      guard ResultsFile.isOurs(path) else {
        throw RecordsError(
          .inaccessible, path: path, reason: "is not a results file of Peach; refusing to overwrite it",
          hint: "choose another file with -o")
      }
    }
    Interruption.listen()
    let bar = ProgressBar(counting: "shards")
    defer { bar.clear() }
    let isMade = try merging.merge(into: path, replacing: force) {
      bar.show(done: $0, total: shards.count, new: $0)
      return !Interruption.isRequested
    }
    bar.clear()
    guard isMade else {
      Standard.error("interrupted; no file was written\n")
      throw ExitCode(Interruption.status)
    }
    Standard.output(
      """
      \(TextTable.counted(merging.runs, "run")) of \(TextTable.counted(shards.count, "shard"))
      results: \(SafeText.line(path))
      next:
        peach report \(SafeText.forShell(path))
        peach export \(SafeText.forShell(path)) --table summary

      """)
    if merging.failed > 0 { try FailedRuns.tell(of: ResultsFile.open(path)) }
  }
}
