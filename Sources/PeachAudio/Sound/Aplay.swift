import PeachSupport

/// How aplay is called, and what is made of what it says.
///
/// Source: aplay(1) of alsa-utils 1.2.8.
enum Aplay {
  /// The device's buffer, in microseconds: a sound goes on that long after its end.
  static let bufferMicroseconds = 40_000
  /// The period of aplay, in microseconds.
  static let periodMicroseconds = 10_000

  /// Starts to play what its standard input holds.
  ///
  /// - Parameter samples: Their rate and format where the input is samples alone; `nil` for a sound file, which says it.
  static func start(
    _ input: Int32, samples: (rate: SampleRate, format: SampleFormat, channel: Channel)? = nil, device: SoundDevice,
    messages: UnnamedFile
  ) throws(SoundError) -> ChildProcess {
    var arguments = ["--quiet", "--buffer-time=\(bufferMicroseconds)", "--period-time=\(periodMicroseconds)"]
    if let (rate, format, channel) = samples {
      arguments += [
        "--file-type=raw", "--format=\(name(of: format))", "--rate=\(rate.rawValue)", "--channels=\(channel.count)",
      ]
    }
    if device != .standard { arguments += ["--device=\(device.name)"] }
    return try run(arguments, input: input, output: messages.descriptor, error: messages.descriptor)
  }

  /// The ALSA name of a format.
  static func name(of format: SampleFormat) -> String {
    switch format {
    case .pcm16: "S16_LE"
    case .pcm24: "S24_3LE"
    case .float32: "FLOAT_LE"
    }
  }

  /// Starts to play no samples at all, which opens the device.
  static func open(
    _ device: SoundDevice, nothing: UnnamedFile, messages: UnnamedFile
  ) throws(SoundError) -> ChildProcess {
    let arguments = ["--quiet", "--file-type=raw", "--format=S16_LE", "--rate=44100"]
    return try run(
      arguments + (device == .standard ? [] : ["--device=\(device.name)"]), input: nothing.descriptor,
      output: messages.descriptor, error: messages.descriptor)
  }

  /// How long `aplay -L` may take, in hundredths of a second: a sound server that hangs must not stop a screen.
  private static let listingPatience = 200

  /// The names of the devices there are: lines of `aplay -L` that are not indented.
  static func devices() -> [String] {
    guard let output = try? UnnamedFile(), let nothing = try? UnnamedFile(),
      let child = try? run(
        ["--list-pcms"], input: nothing.descriptor, output: output.descriptor, error: nothing.descriptor)
    else { return [] }
    for _ in 0..<listingPatience where child.poll() == nil { usleep(10_000) }
    child.kill()
    return output.text.split(separator: "\n").filter { !$0.hasPrefix(" ") }.map(String.init)
  }

  /// Starts to record samples of 16 bits of one channel to a descriptor.
  static func record(
    _ device: SoundDevice, rate: SampleRate, nothing: UnnamedFile, to output: Int32, messages: UnnamedFile
  ) throws(SoundError) -> ChildProcess {
    let arguments = [
      "--quiet", "--file-type=raw", "--format=S16_LE", "--rate=\(rate.rawValue)", "--channels=1",
      "--buffer-time=100000", "--period-time=5000", "--device=\(device.name)",
    ]
    return try run(arguments, by: "arecord", input: nothing.descriptor, output: output, error: messages.descriptor)
  }

  private static func run(
    _ arguments: [String], by program: String = "aplay", input: Int32, output: Int32, error: Int32
  ) throws(SoundError) -> ChildProcess {
    do throws(ChildProcess.ErrorNumber) {
      return try ChildProcess(program, arguments, input: input, output: output, error: error)
    } catch {
      if error.value == ENOENT {
        let work = program == "aplay" ? "plays the sounds" : "records what is played"
        throw SoundError(
          "the program \(program), which \(work), is not installed", hint: "sudo apt-get install alsa-utils")
      }
      throw SoundError("\(program) cannot be started: \(String(cString: strerror(error.value)))")
    }
  }

  /// Why aplay ended before its sound did.
  static func failure(
    _ end: ChildProcess.End, device: SoundDevice, said messages: String, work: String = "played"
  ) -> SoundError {
    switch end {
    case .signal(let number):
      return SoundError(
        work == "played"
          ? "aplay, which plays the sounds, was ended from outside (system signal \(number))"
          : "the program arecord, which records what is played, was ended from outside (system signal \(number))")
    case .exit:
      // Only its last line says anything of use: "aplay: main:831: audio open error: No such file or directory".
      let line = messages.split(separator: "\n").last.map(String.init) ?? "the program gave no reason"
      let reason = line.split(separator: ": ").dropFirst(2).joined(separator: ": ")
      let names = devices().filter { !SoundDevice($0).isMute }
      let hint =
        work != "played"
        ? "choose an input device with --capture; arecord -L lists them"
        : names.isEmpty
          ? "aplay -L, which lists sound devices, names none that can play"
          : "choose one of these sound devices (from aplay -L) with --device: \(names.joined(separator: ", "))"
      return SoundError(
        "the sound device \(SafeText.quoted(device.name)) cannot be \(work): \(reason.isEmpty ? line : reason)",
        hint: hint
      )
    }
  }
}
