import ArgumentParser
import PeachAudio
import PeachExperiments
import PeachReporting
import PeachSimulation
import PeachSupport
import PeachTrials

struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Write the sound of a trial to a WAV file.",
    discussion: """
      The experiment's task describes the sounds in the section sounds: see docs/how-to/composed-sounds.md. The same file, \
      level, cell, replicate and trial make the same samples. Peach refuses to clip.

      Examples:
        peach new forced-choice
        peach render my-forced-choice.yaml --level 4 -o trial.wav
        peach render my-forced-choice.yaml --level 4 --trial 7 --target 1 \\
          --rate 96000 --sample-format float -o trial.wav
      """)

  @OptionGroup var file: ExperimentOptions

  // A level in dB is often negative.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The level that the strategy asks for, in the task's unit.", valueName: "LEVEL"))
  var level: Double

  @Option(
    name: [.short, .customLong("output")], help: ArgumentHelp("The sound file.", valueName: "FILE.wav"),
    completion: .file(extensions: ["wav"]))
  var output: String

  @Option(help: ArgumentHelp("The trial, from 1; its draws depend on it.", valueName: "N"))
  var trial = 1

  @Option(help: ArgumentHelp("The replicate or session, from 1.", valueName: "N"))
  var replicate = 1

  @Option(
    help: ArgumentHelp(
      "The interval with the target, from 1; 0 for no target. By default Peach draws it.", valueName: "N"))
  var target: Int?

  @Option(help: ArgumentHelp("The cell of a sweep, from 1, in the order of peach check.", valueName: "N"))
  var cell = 1

  @Option(help: ArgumentHelp("Samples per second: 44100, 48000 or 96000.", valueName: "HZ"))
  var rate = 48_000

  @Option(name: .customLong("sample-format"), help: "Bits per sample, or float.")
  var format: SampleFormat = .pcm24

  @Option(
    name: .customLong("full-scale"),
    help: ArgumentHelp("For levels in dB SPL: the level of a sine with peak 1, in dB SPL.", valueName: "DB"))
  var fullScale = 100.0

  @Flag(help: "Replace an existing file.")
  var force = false

  @OptionGroup var layout: PageOptions

  func validate() throws {
    try OutputFile.check(output, of: "--output")
    if !level.isFinite { throw ValidationError("--level: expected a number, got \(level)") }
    for (name, value) in [("--trial", trial), ("--replicate", replicate), ("--cell", cell)] where value < 1 {
      throw ValidationError("\(name): expected a whole number ≥ 1, got \(value)")
    }
    guard trial <= TrackPlayer.longestTrack else {
      throw ValidationError("--trial: expected a number from 1 to \(TrackPlayer.longestTrack), got \(trial)")
    }
    if SampleRate(rawValue: rate) == nil {
      let rates = SampleRate.allCases.map { String($0.rawValue) }.joined(separator: ", ")
      throw ValidationError("--rate: expected one of \(rates), got \(rate)")
    }
    guard (0...200).contains(fullScale) else {
      throw ValidationError("--full-scale: expected a number from 0 to 200 dB SPL, got \(fullScale.shortest)")
    }
  }

  func run() throws {
    let plan = try Experiment.readHere(file.experiment).plan
    guard cell <= plan.cells.count else {
      throw Failure(
        status: ExitStatus.commandLine,
        message: "--cell: expected a number from 1 to \(plan.cells.count), got \(cell)\n  hint: peach check "
          + "\(SafeText.forShell(file.experiment)) lists them")
    }
    let chosen = plan.cells[cell - 1]
    guard let stimulus = chosen.task.stimulus as? ComposedStimulus else {
      throw Failure(
        status: ExitStatus.wrongContent,
        message: "\(SafeText.line(file.experiment)): task.sounds: missing; expected the sounds of a level task\n"
          + "  hint: peach new forced-choice shows one")
    }
    if let target, !(0...stimulus.intervals).contains(target) {
      throw Failure(
        status: ExitStatus.commandLine,
        message: "--target: expected a number from 0 to \(stimulus.intervals), got \(target)")
    }
    let names = StreamNames(seed: plan.seed, listener: chosen.listener, strategy: chosen.strategy)
    let draws = SoundDraws(
      level: level, sounds: names.sounds(replicate: replicate), trial: trial, folder: folder)
    let place =
      target ?? 1 + names.order(ofTrial: trial, replicate: replicate, below: chosen.task.orders)
    do {
      let sound = try stimulus.rendered(
        draws, target: place, rate: SampleRate(rawValue: rate) ?? .hz48000, fullScale: fullScale)
      let written = try OutputFile(output, force: force, sources: [file.experiment])
      written.write(bytes: try SoundFile.bytes(of: sound.samples, format: format))
      try written.finish()
      if output != "-" { Standard.output(RenderText.text(of: sound, in: output, at: level, layout.page)) }
    } catch let error as SoundError {
      throw Failure(
        status: ExitStatus.wrongContent, message: "\(SafeText.line(file.experiment)): level \(level.shortest): \(error)"
      )
    }
  }

  /// The folder of the experiment file, in which sound files are.
  private var folder: String {
    guard let slash = file.experiment.lastIndex(of: "/") else { return "." }
    return slash == file.experiment.startIndex ? "/" : String(file.experiment[..<slash])
  }
}

extension SampleFormat: ExpressibleByArgument {
  public init?(argument: String) { self.init(word: argument) }
  public var defaultValueDescription: String { word }
  public static var allValueStrings: [String] { allCases.map(\.word) }
}

/// Describes a rendered trial, interval by interval.
enum RenderText {
  static func text(of trial: ComposedStimulus.Trial, in path: String, at level: Double, _ page: PageWidth) -> String {
    let samples = trial.samples
    let seconds = TextTable.fixed(Double(samples.frames) / samples.rate.hertz, 3)
    var table = TextTable([
      TextColumn("interval"), TextColumn("onset_s", .number), TextColumn("duration_s", .number),
      TextColumn("left_dB_FS", .number), TextColumn("right_dB_FS", .number),
    ])
    for (number, range) in zip(1..., trial.intervals) {
      table.add([
        "\(number)\(number == trial.target ? " target" : "")",
        TextTable.fixed(Double(range.lowerBound) / samples.rate.hertz, 6),
        TextTable.fixed(Double(range.count) / samples.rate.hertz, 6),
        decibels(StereoSamples.rootMeanSquare(samples.left[range]) * 2.0.squareRoot()),
        decibels(StereoSamples.rootMeanSquare(samples.right[range]) * 2.0.squareRoot()),
      ])
    }
    return "\(SafeText.line(path)): \(seconds) s at \(samples.rate), peak \(decibels(samples.peak)) dB FS\n\n"
      + table.text(in: page) + "\n"
      + TextTable.paragraph(
        "levels: of each whole interval, ramps included; 0 dB FS is a sine with peak 1", to: page.text())
  }

  private static func decibels(_ amplitude: Double) -> String {
    amplitude == 0 ? "silent" : TextTable.fixed(20 * log10(amplitude), 1)
  }
}
