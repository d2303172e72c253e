import ArgumentParser
import PeachAudio
import PeachExperiments
import PeachReporting
import PeachSessions
import PeachSimulation
import PeachSupport
import PeachTrials

struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Write or draw the sound of a trial.",
    discussion: """
      The experiment's task describes the sounds in the section sounds: see docs/how-to/composed-sounds.md. The same file, \
      level, cell, replicate and trial make the same samples. Peach refuses to clip. With --listener Peach makes a trial of \
      a live session again, sample for sample; sound files must be in the current folder. A figure shows waveform, \
      spectrum and spectrogram.

      Examples:
        peach new forced-choice
        peach render my-forced-choice.yaml --level 4 -o trial.wav
        peach render my-forced-choice.yaml --level 4 --trial 7 --target 1 \\
          --rate 96000 --sample-format float -o trial.wav --figure trial.png
        peach render --listener P07 --session 3 --trial 12 -o trial.wav
      """)

  @Argument(help: "An experiment file (YAML).", completion: .file(extensions: ["yaml", "yml"]))
  var experiment: String?

  @OptionGroup var stored: SessionOptions

  // A level in dB is often negative.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Level of the trial, as a strategy would choose it, in the task's unit.", valueName: "LEVEL"))
  var level: Double?

  @Option(
    name: [.short, .customLong("output")], help: ArgumentHelp("The sound file.", valueName: "FILE.wav"),
    completion: .file(extensions: ["wav"]))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Draw waveform, spectrum and spectrogram; the name's ending selects SVG, PNG or PDF.",
      valueName: "FILE.svg|png|pdf"), completion: .file(extensions: FigureFiles.endings))
  var figure: String?

  @Option(help: FigureOptions.widthHelp)
  var width: FigureColumns?

  @Option(help: ArgumentHelp("The number of the trial, from 1; it selects the random numbers, too.", valueName: "N"))
  var trial = 1

  @Option(
    help: ArgumentHelp(
      "The replicate, from 1; it selects the random numbers, such as noises and the order of intervals.",
      valueName: "N"))
  var replicate = 1

  @Option(
    help: ArgumentHelp(
      "The interval with the target, from 1; 0 for no target. By default Peach draws it.", valueName: "N"))
  var target: Int?

  @Option(
    help: ArgumentHelp(
      """
      Number of the combination of strategy, listener and varied values to render, from 1, in the order in which \
      peach check lists them.
      """, valueName: "N"))
  var cell = 1

  @Option(
    help: ArgumentHelp("Samples per second instead of those of the file: 44100, 48000 or 96000.", valueName: "HZ"))
  var rate: Int?

  @Option(
    name: .customLong("sample-format"),
    help: "Bits per sample, or float; default 24, or that of the session.")
  var format: SampleFormat?

  @Option(
    name: .customLong("full-scale"),
    help: ArgumentHelp("For levels in dB SPL: the level of a sine with peak 1, in dB SPL.", valueName: "DB"))
  var fullScale = 100.0

  @Flag(help: "Replace existing files.")
  var force = false

  @OptionGroup var layout: PageOptions

  func validate() throws {
    try OutputFile.check(output, of: "--output")
    guard output != nil || figure != nil else {
      throw ValidationError("--output: missing; expected a sound file, or a picture with --figure")
    }
    if width != nil, figure == nil { throw ValidationError("--width: needs --figure") }
    if let figure { _ = try FigureOptions.ending(of: figure, "--figure") }
    try validateSource()
    if let level, !level.isFinite { throw ValidationError("--level: expected a number, got \(level)") }
    for (name, value) in [("--trial", trial), ("--replicate", replicate), ("--cell", cell)] where value < 1 {
      throw ValidationError("\(name): expected a whole number ≥ 1, got \(value)")
    }
    guard trial <= TrackPlayer.longestTrack else {
      throw ValidationError("--trial: expected a number from 1 to \(TrackPlayer.longestTrack), got \(trial)")
    }
    if let rate, SampleRate(rawValue: rate) == nil {
      let rates = SampleRate.allCases.map { String($0.rawValue) }.joined(separator: ", ")
      throw ValidationError("--rate: expected one of \(rates), got \(rate)")
    }
    guard (0...200).contains(fullScale) else {
      throw ValidationError("--full-scale: expected a number from 0 to 200 dB SPL, got \(fullScale.shortest)")
    }
  }

  private func validateSource() throws {
    guard (experiment == nil) == stored.isGiven else {
      throw ValidationError("expected EXPERIMENT.yaml --level LEVEL, or --listener ID --session N --trial N")
    }
    guard experiment == nil else {
      if level == nil { throw ValidationError("--level: missing; expected a number in the task's unit") }
      return
    }
    try stored.requireBoth()
    let given = [
      ("--level", level != nil), ("--target", target != nil), ("--rate", rate != nil), ("--replicate", replicate != 1),
      ("--cell", cell != 1), ("--full-scale", fullScale != SoundOutput.usualFullScale),
    ]
    if let other = given.first(where: \.1) {
      throw ValidationError("\(other.0): cannot be combined with --listener: the trial sounds as it was played")
    }
  }

  func run() throws {
    if let listener = stored.listener, let session = stored.session {
      try makeAgain(session, of: listener)
    } else if let experiment, let level {
      try make(experiment, at: level)
    }
  }

  private func makeAgain(_ session: Int, of listener: String) throws {
    let database = try ListenerDatabase.opened(for: [listener])
    do {
      let made = try asUsage {
        try StoredSession(session, of: listener, in: database, kinds: Peach.kinds)
          .sound(ofTrial: trial, in: database, folder: ".")
      }
      try write(made.sound, made.format, sources: [])
    } catch let error as SoundError {
      throw Failure(
        status: ExitStatus.wrongContent, message: "session \(session) of \(listener), trial \(trial): \(error)")
    }
  }

  /// - Parameter own: The format of the session; `nil` for none.
  private func write(
    _ sound: ComposedStimulus.Trial, _ own: SampleFormat?, sources: [String]
  ) throws {
    let written = try output.map { try OutputFile($0, force: force, sources: sources) }
    if let figure {
      let picture = try OutputFile(figure, force: force, sources: sources)
      picture.write(
        bytes: try FigureFiles.bytes(
          of: .stimulus(sound), width: width?.width ?? .single, ending: FigureOptions.ending(of: figure, "--figure")))
      try picture.finish()
    }
    written?.write(bytes: try SoundFile.bytes(of: sound.sound, format: format ?? own ?? .pcm24))
    try written?.finish()
    guard output != "-", let path = output ?? figure else { return }
    Standard.output(RenderText.text(of: sound, in: path, layout.page))
  }

  private func make(_ experiment: String, at level: Double) throws {
    let plan = try Experiment.readHere(experiment).plan
    guard cell <= plan.cells.count else {
      throw Failure(
        status: ExitStatus.commandLine,
        message: "--cell: expected a number from 1 to \(plan.cells.count), got \(cell)\n  hint: peach check "
          + "\(SafeText.forShell(experiment)) lists them")
    }
    let chosen = plan.cells[cell - 1]
    guard let stimulus = chosen.task.composed else {
      throw Failure(
        status: ExitStatus.wrongContent,
        message: "\(SafeText.line(experiment)): task.sounds: missing; expected the sounds of a trial\n"
          + "  hint: peach new forced-choice prints an example")
    }
    if let target, !(0...stimulus.sounding).contains(target) || stimulus.hasReminder && target == 1 {
      throw Failure(
        status: ExitStatus.commandLine,
        message: stimulus.hasReminder
          ? "--target: expected 0 or 2, because the first sound is the standard, got \(target)"
          : "--target: expected a number from 0 to \(stimulus.sounding), got \(target)")
    }
    let names = StreamNames(seed: plan.seed, listener: chosen.listener, strategy: chosen.strategy)
    let draws = SoundDraws(
      level: level, sounds: names.sounds(replicate: replicate), trial: trial,
      folder: ParentFolder.of(experiment))
    let targets =
      target.map(stimulus.targets(only:))
      ?? chosen.task.form?.orders[names.order(ofTrial: trial, replicate: replicate, below: chosen.task.orders)] ?? []
    do {
      let sound = try stimulus.rendered(
        draws, targets: targets, rate: rate.flatMap(SampleRate.init(rawValue:)) ?? stimulus.sampleRate,
        output: SoundOutput(fullScale: fullScale))
      try write(sound, nil, sources: [experiment])
    } catch let error as SoundError {
      throw Failure(
        status: ExitStatus.wrongContent, message: "\(SafeText.line(experiment)): level \(level.shortest): \(error)"
      )
    }
  }
}

extension SampleFormat: ExpressibleByArgument {
  /// The sample format that an option names: `16` or `24` for whole numbers of so many bits, `float` for 32-bit
  /// floating-point numbers. `nil` for any other word, which the command then reports.
  public init?(argument: String) { self.init(word: argument) }
  /// The words that an option of sample formats accepts, for help and completion: `16`, `24` and `float`.
  public static var allValueStrings: [String] { allCases.map(\.word) }
}

/// Describes a rendered trial, interval by interval.
enum RenderText {
  static func text(of trial: ComposedStimulus.Trial, in path: String, _ page: PageWidth) -> String {
    let samples = trial.samples
    let seconds = TextTable.fixed(Double(samples.frames) / samples.rate.hertz, 3)
    var table = TextTable([
      TextColumn("interval"), TextColumn("onset_s", .number), TextColumn("duration_s", .number),
      TextColumn("left_dB_FS", .number), TextColumn("right_dB_FS", .number),
    ])
    for (number, range) in zip(1..., trial.intervals) {
      table.add([
        "\(number)\(trial.targets[number - 1] ? " target" : "")",
        TextTable.fixed(Double(range.lowerBound) / samples.rate.hertz, 6),
        TextTable.fixed(Double(range.count) / samples.rate.hertz, 6),
        decibels(StereoSamples.rootMeanSquare(samples.left[range]) * 2.0.squareRoot()),
        decibels(StereoSamples.rootMeanSquare(samples.right[range]) * 2.0.squareRoot()),
      ])
    }
    return "\(SafeText.line(path)): \(seconds) s at \(samples.rate), peak \(decibels(samples.peak)) dB FS\n\n"
      + table.text(in: page) + "\n"
      + TextTable.paragraph(
        "levels: of the whole interval, ramps included, for the left and the right ear; 0 dB FS is a sine with "
          + "peak 1", to: page.text())
  }

  private static func decibels(_ amplitude: Double) -> String {
    amplitude == 0 ? "silent" : TextTable.fixed(20 * log10(amplitude), 1)
  }
}
