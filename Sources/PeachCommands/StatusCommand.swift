import ArgumentParser
import PeachAnalysis
import PeachReporting
import PeachSessions
import PeachStorage
import PeachSupport

struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show the progress of results files and missing shards.",
    discussion: """
      You can inspect files while a simulation writes them.

      Examples:
        peach status strategy-comparison.sqlite
        peach status shards/*.sqlite
      """)

  @Argument(
    help: ArgumentHelp("Results files.", valueName: "RESULTS.sqlite"), completion: .file(extensions: ["sqlite"]))
  var results: [String]

  @Option(help: "Output format.")
  var format: OutputFormat = .table

  @OptionGroup var layout: PageOptions

  func run() throws {
    let files = try results.map { path in
      try InputFile.check(path, is: .results)
      return try ResultsFile.open(path).progress()
    }
    switch format {
    case .table:
      Standard.output(StatusTable.text(files, in: layout.page))
      for set in ShardSet.sets(of: files) { Standard.output("\n" + text(of: set)) }
    case .csv:
      Standard.data(CSV.header(StatusTable.columns))
      for file in files { Standard.data(CSV.line(StatusTable.row(file))) }
    case .json: Standard.data(JSONRows.text(StatusTable.columns, files.map(StatusTable.row)))
    }
  }

  /// How far a simulation is, and the commands that end it.
  private func text(of set: ShardSet) -> String {
    let first = set.parts[0]
    let stored = set.parts.reduce(0) { $0 + $1.stored }
    let all = first.cells * first.simulation.replicates
    var facts = FactList()
    facts.add(SafeText.cut(first.simulation.name), "\(TextTable.grouped(stored)) of \(TextTable.counted(all, "run"))")
    if !set.missing.isEmpty { facts.add("missing", "shards \(ShardSet.words(set.missing)) of \(set.count)") }
    if !set.isWhole, !set.unfinished.isEmpty {
      facts.add("unfinished", "shards \(ShardSet.words(set.unfinished.map(\.simulation.shard.number)))")
    }
    if let (one, two) = set.twice { facts.add("twice", "\(SafeText.line(one.path)), \(SafeText.line(two.path))") }
    return facts.text(to: layout.page.text()) + "next:\n" + next(set)
  }

  private func next(_ set: ShardSet) -> String {
    let first = set.parts[0]
    if set.isComplete, set.isWhole { return "  peach report \(SafeText.forShell(first.path))\n" }
    if set.isComplete {
      let paths = set.once.map { SafeText.forShell($0.path) }.joined(separator: " ")
      return "  peach merge \(paths)\n"
    }
    let shards = Set(set.missing).union(set.unfinished.map(\.simulation.shard.number)).sorted()
    let lines = shards.prefix(StatusCommand.mostShown).map { number in
      simulate(first, Shard(number, of: set.count), set.parts.first { $0.simulation.shard.number == number })
    }
    return lines.joined()
      + (shards.count > lines.count
        ? "  and so on; an array of jobs takes them as --array=\(ShardSet.words(shards))\n" : "")
  }

  /// - Parameters:
  ///   - first: A part that is there.
  ///   - unfinished: The shard's own file, where it has begun.
  private func simulate(_ first: ResultsProgress, _ shard: Shard, _ unfinished: ResultsProgress?) -> String {
    let seed = UInt64(first.simulation.seed, radix: 16).map { " --seed \($0)" } ?? ""
    return "  peach simulate EXPERIMENT.yaml\(seed) --replicates \(first.simulation.replicates)"
      + (shard.isWhole ? "" : " --shard \(shard)") + (unfinished.map { " -o \(SafeText.forShell($0.path))" } ?? "")
      + "\n"
  }

  private static let mostShown = 4
}
