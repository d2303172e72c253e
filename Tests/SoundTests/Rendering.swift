import CProcess
import Glibc
import PeachAudio
import PeachPitch
import Testing

/// A tone, for tests that know their numbers to be valid.
func tone(_ hertz: Double, _ decibels: Double = -12, key: Int = 69) throws -> Tone {
  Tone(frequency: try Frequency(hertz), level: try AmplitudeDB(decibels), key: try MIDINote(key))
}

/// A pair of notes; what is not said has values that are not the defaults of a session.
func pair(
  _ reference: Tone, _ target: Tone, duration: Double = 0.9, gap: Double = 0, ramp: Double = 0.015,
  timbre: any Timbre = Sine(), rate: SampleRate = .hz44100
) throws -> TonePair {
  TonePair(
    reference: reference, target: target, noteDuration: duration, gap: gap, ramp: try Ramp(ramp), timbre: timbre,
    sampleRate: rate)
}

/// The samples of one note of a pair, as doubles.
extension RenderedSound {
  var targetStart: Int { parts[1].start }
  var referenceLevel: AmplitudeDB { parts[0].level }
  var targetLevel: AmplitudeDB { parts[1].level }

  var referenceNote: [Double] { samples[..<noteLength].map(Double.init) }
  var targetNote: [Double] { samples[targetStart...].map(Double.init) }
  private var noteLength: Int { samples.count - targetStart }
}

/// A file without a name, written and read back as bytes.
func written(_ body: (Int32) throws -> SoundFile.Layout) throws -> (bytes: [UInt8], layout: SoundFile.Layout) {
  let file = peach_unnamed_file("/tmp")
  try #require(file >= 0)
  defer { close(file) }
  let layout = try body(file)
  return (try contents(of: file), layout)
}

/// The whole of an open file.
func contents(of file: Int32) throws -> [UInt8] {
  var status = stat()
  try #require(fstat(file, &status) == 0)
  var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
  try #require(pread(file, &bytes, bytes.count, 0) == bytes.count)
  return bytes
}

/// The error that a body throws, as a user reads it.
func message(_ body: () throws -> Void) -> String {
  do {
    try body()
    return "no error"
  } catch {
    return "\(error)"
  }
}
