import ArgumentParser
import PeachAudio
import PeachExperiments
import PeachPitch
import PeachReporting
import PeachSessions
import PeachStorage
import PeachSupport

struct CalibrateLevelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "level",
    abstract: "Measure the level and delay of a sound device.",
    discussion: """
      Peach plays a tone and asks for the reading of a sound-level meter. Afterwards you can state levels in dB SPL, and Peach \
      rejects levels above the safe limit. Each device and channel has one profile for all listeners of this machine. Set the \
      device's volume first, and do not change it afterwards.
      With --loopback Peach plays bursts on the device, records them, and measures the delay. Response times start after \
      that delay.

      Examples:
        peach calibrate level
        peach calibrate level --device hw:1 --channel left --reading 68.2
        peach calibrate level --frequency 250 --frequency 1000 --frequency 4000
        peach calibrate level --voltage 0.1 --sensitivity 110
        peach calibrate level --loopback --capture hw:1
        peach settings level "65 dB SPL"
      """)

  @Option(help: ArgumentHelp("Name of the sound device; the command aplay -L lists the names.", valueName: "NAME"))
  var device = "default"

  @Option(help: "The channel that plays.")
  var channel: Channel = .both

  @Option(help: ArgumentHelp("The sound of the tone: see peach list sounds.", valueName: "NAME"))
  var waveform = "sine"

  @Option(help: ArgumentHelp("Frequency of the tone; may be repeated. Default 1000.", valueName: "HZ"))
  var frequency: [Double] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Level of the tone; 0 dB FS is a sine with peak 1.
      """, valueName: "dB FS"))
  var level = -20.0

  @Option(help: ArgumentHelp("Duration of the tone, in seconds.", valueName: "S"))
  var seconds = 5.0

  @Option(
    help: ArgumentHelp(
      "Reading of the meter, in dB SPL; one for each frequency. Peach asks by default.", valueName: "dB SPL"))
  var reading: [Double] = []

  @Option(
    help: ArgumentHelp(
      """
      Voltage of the tone at the transducer (such as a headphone), if you have no reading of a sound-level meter; \
      needs --sensitivity.
      """, valueName: "V"))
  var voltage: Double?

  @Option(
    help: ArgumentHelp(
      """
      Sensitivity of the transducer: its level in dB SPL at 1 V; needs --voltage.
      """, valueName: "dB SPL"))
  var sensitivity: Double?

  @Option(
    help: ArgumentHelp(
      """
      A CSV file of readings of tones at --level, with columns frequency_hz and reading_db; Peach plays nothing.
      """, valueName: "FILE.csv"),
    completion: .file(extensions: ["csv"]))
  var table: String?

  @Option(
    help: ArgumentHelp(
      "Highest safe level, in dB SPL; default the stored one, or 85 if nothing is stored.", valueName: "dB SPL"))
  var limit: Double?

  @Flag(help: "Measure the delay of the device: play bursts and record them.")
  var loopback = false

  @Option(
    help: ArgumentHelp(
      "Name of the device to record from with --loopback; the command arecord -L lists the names.", valueName: "NAME"))
  var capture = "default"

  @Option(help: ArgumentHelp("State the delay of the device, in ms, instead of measuring it.", valueName: "MS"))
  var onsetLatency: Double?

  @Flag(help: "List the stored measurements of all devices.")
  var list = false

  @Flag(help: "Delete the stored measurements of this device and channel.")
  var forget = false

  @OptionGroup var layout: PageOptions

  func validate() throws {
    try DeviceOptions.check("--level", level, unit: "dB FS", in: .within(-90...0))
    try DeviceOptions.check("--seconds", seconds, unit: "s", in: .within(0.1...60))
    if let limit { try DeviceOptions.check("--limit", limit, unit: "dB SPL", in: .within(0...120)) }
    for reading in reading { try DeviceOptions.check("--reading", reading, unit: "dB SPL", in: .within(0...140)) }
    for frequency in frequency {
      try DeviceOptions.check("--frequency", frequency, unit: "Hz", in: .within(20...19_000))
    }
    if let voltage { try DeviceOptions.check("--voltage", voltage, unit: "V", in: .positive) }
    if let sensitivity { try DeviceOptions.check("--sensitivity", sensitivity, unit: "dB SPL", in: .within(0...200)) }
    if let onsetLatency { try DeviceOptions.check("--onset-latency", onsetLatency, unit: "ms", in: .within(0...1000)) }
    if device.isEmpty {
      throw ValidationError("--device: expected a device name, as the command aplay -L lists them, got ''")
    }
    if Set(frequency).count < frequency.count {
      throw ValidationError("--frequency: expected each frequency only once")
    }
    if (voltage == nil) != (sensitivity == nil) {
      throw ValidationError(
        "--voltage, --sensitivity: expected both: the voltage of the tone, and the level in dB SPL at 1 V")
    }
    if [!reading.isEmpty, voltage != nil, table != nil].count(where: { $0 }) > 1 {
      throw ValidationError("--reading, --voltage, --table: expected only one of these")
    }
    if !reading.isEmpty, reading.count != frequencies.count {
      throw ValidationError(
        "--reading: expected one reading for each of the \(frequencies.count) frequencies, got \(reading.count)")
    }
    if voltage != nil, frequencies.count > 1 {
      throw ValidationError("--voltage: expected one frequency; use --reading for several")
    }
    if loopback, onsetLatency != nil {
      throw ValidationError("--onset-latency: cannot be combined with --loopback, which measures it")
    }
  }

  private var frequencies: [Double] { frequency.isEmpty ? [1000] : frequency }

  /// Whether the level is measured, rather than the delay alone.
  private var isOfLevel: Bool {
    !reading.isEmpty || voltage != nil || table != nil || !frequency.isEmpty || !loopback && onsetLatency == nil
  }

  func run() throws {
    if list { return try showAll() }
    if forget { return try forgetDevice() }
    let timbre: any Timbre
    do {
      timbre = try BuiltInTimbres.named(waveform)
    } catch {
      throw ValidationError("--waveform: \(error.reason)\(error.hint.map { "; \($0)" } ?? "")")
    }
    let calibration = DeviceCalibration(
      device: SoundDevice(device), channel: channel, timbre: timbre, level: try AmplitudeDB(level), seconds: seconds)
    var profile = try calibration.profile(in: try ListenerDatabase.existing())
    do {
      if isOfLevel { profile = try measured(calibration, profile) }
      if let limit { profile.limit = limit }
      if loopback {
        try calibration.check(nil, profile, limit: safeLimit(profile))
        profile.onsetLatency = max(0, try measuredLatency())
      }
    } catch let error as SoundError {
      throw Failure(status: ExitStatus.inaccessible, message: error.description)
    }
    if let onsetLatency { profile.onsetLatency = onsetLatency / 1000 }
    profile.calibratedAt = DeviceOptions.now
    profile.version = Peach.version
    try ListenerDatabase.open().store(profile)
    Standard.output(DeviceText.facts(profile).text(to: layout.page.text()))
  }

  // MARK: Level

  private func safeLimit(_ profile: DeviceProfile) -> Double { limit ?? profile.limit ?? DeviceCalibration.usualLimit }

  private func measured(_ calibration: DeviceCalibration, _ profile: DeviceProfile) throws -> DeviceProfile {
    let limit = safeLimit(profile)
    if let table {
      let readings = try DeviceReadings.read(TextFile.read(table), file: table, level: level)
      return calibration.profile(profile, with: readings, limit: limit)
    }
    let tones = frequencies.map { Frequency(unchecked: $0) }
    for tone in tones { try calibration.check(tone, profile, limit: limit) }
    var readings: [DeviceCalibration.Reading] = []
    for (place, tone) in tones.enumerated() {
      // What was read just now tells more than what was known before.
      if !readings.isEmpty {
        try calibration.check(tone, calibration.profile(profile, with: readings, limit: limit), limit: limit)
      }
      let what =
        "\(calibration.timbre.name), \(tone.hertz.shortest) Hz, \(level.shortest) dB FS on \(SafeText.cut(device))"
      Standard.error("\(what): playing for \(seconds.shortest) s\n")
      let played = try calibration.play(tone)
      readings.append(DeviceCalibration.Reading(frequency: tone, level: played, pressure: try pressure(place)))
    }
    return calibration.profile(profile, with: readings, limit: limit)
  }

  /// Reads the level of a tone from a meter, in dB SPL.
  private func pressure(_ place: Int) throws -> Double {
    if !reading.isEmpty { return reading[place] }
    if let voltage, let sensitivity {
      return DeviceCalibration.pressure(ofVoltage: voltage, sensitivity: sensitivity)
    }
    while true {
      Standard.error("what does the meter read, in dB SPL? ")
      guard let line = Standard.line() else {
        throw Failure(
          status: ExitStatus.commandLine, message: "no reading was given\n  hint: state it with --reading")
      }
      let text = FieldTable.trimmed(line)
      if let number = NumberGrammar.double(text), (0...140).contains(number) { return number }
      Standard.error("expected a number (dB SPL) in [0, 140], got \(SafeText.quoted(text))\n")
    }
  }

  // MARK: Delay

  private func measuredLatency() throws -> Double {
    Standard.error("playing bursts on \(SafeText.cut(device)), recording \(SafeText.cut(capture))\n")
    let found = try Loopback.measure(
      playing: SoundDevice(device), recording: SoundDevice(capture), level: try AmplitudeDB(level), channel: channel)
    guard let median = found.median, let range = found.range, 2 * found.latencies.count > found.bursts else {
      throw Failure(
        status: ExitStatus.inaccessible,
        message:
          "\(found.latencies.count) of \(found.bursts) bursts were found in the recording from "
          + "\(SafeText.quoted(capture))\n"
          + "  hint: connect the device's output to its input, or choose another input with --capture")
    }
    Standard.error(
      "\(found.latencies.count) of \(found.bursts) bursts: median \(DeviceText.milliseconds(median)), "
        + "\(DeviceText.milliseconds(range.lowerBound)) to \(DeviceText.milliseconds(range.upperBound))\n")
    if median < 0 { Standard.error("the recording began before the playback, so Peach stores a delay of 0\n") }
    return median
  }

  // MARK: What is stored

  private func showAll() throws {
    let profiles = try ListenerDatabase.existing()?.deviceProfiles() ?? []
    Standard.output(DeviceText.table(profiles).text(in: layout.page))
    if profiles.isEmpty, Standard.errorIsTerminal { Standard.error("measure one: peach calibrate level\n") }
  }

  private func forgetDevice() throws {
    guard try ListenerDatabase.existing()?.forgetDevice(device, channel.rawValue) == true else {
      throw Failure(
        status: ExitStatus.commandLine,
        message: "there are no measurements of \(SafeText.quoted(device)), channel \(channel.rawValue)\n"
          + "  hint: peach calibrate level --list shows all measurements")
    }
    Standard.output("\(SafeText.cut(device)), channel \(channel.rawValue): forgotten\n")
  }
}
