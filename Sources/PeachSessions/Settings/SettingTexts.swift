import Foundation
import PeachPitch
import PeachSupport
import PeachTrials

extension TrainingSettings.NoteRange {
  private static var keys: ClosedRange<Int> { ReferenceNotes.keys }
  private static let leastSpan = 12

  static let expected =
    "adaptive, or two notes from A0 to C8 (MIDI 21 to 108), an octave or more apart, such as C2-C6 or 36-84"

  init(parsing text: String) throws {
    if text == "adaptive" {
      self = .adaptive
      return
    }
    func refusal(_ hint: String? = nil) -> SettingError {
      SettingError("expected \(Self.expected), got \(SafeText.quoted(text))", hint: hint)
    }
    guard let (low, high) = Self.pair(text) else {
      throw refusal(NearestName.question(for: text, among: ["adaptive"]))
    }
    if let outside = [low, high].first(where: { !Self.keys.contains($0.number) }) {
      throw refusal("\(outside.name) is note \(outside.number)")
    }
    let span = abs(high.number - low.number)
    guard span >= Self.leastSpan else {
      throw refusal("from \(low.name) to \(high.name) is \(span) semitones; the range needs at least 12")
    }
    guard low < high else { throw refusal("did you mean '\(high.name)-\(low.name)'?") }
    self = .fixed(low...high)
  }

  /// A hyphen may also stand in a note's name: C-1.
  private static func pair(_ text: String) -> (MIDINote, MIDINote)? {
    for place in text.indices where text[place] == "-" || text[place] == "–" {
      let (left, right) = (String(text[..<place]), String(text[text.index(after: place)...]))
      if let low = try? MIDINote(parsing: left), let high = try? MIDINote(parsing: right) { return (low, high) }
    }
    return nil
  }

  var text: String {
    switch self {
    case .adaptive: "adaptive"
    case .fixed(let range): "\(range.lowerBound.name)-\(range.upperBound.name)"
    }
  }
}

enum LevelLimits {
  private static let bounds = Bounds.within(0.1...100)

  static let expected = "two numbers \(bounds), the smaller first, such as 0.5-50"

  static func parse(_ text: String) throws -> ClosedRange<Double> {
    let numbers = text.split(whereSeparator: { $0 == "-" || $0 == "–" }).map { NumberGrammar.double(String($0)) }
    let reason =
      "expected two numbers (cents) \(bounds), the smaller first, such as 0.5-50, got \(SafeText.quoted(text))"
    guard numbers.count == 2, let low = numbers[0], let high = numbers[1], bounds.contains(low), bounds.contains(high)
    else { throw SettingError(reason) }
    guard low < high else {
      throw SettingError(reason, hint: low > high ? "did you mean '\(high.shortest)-\(low.shortest)'?" : nil)
    }
    return low...high
  }

  static func text(_ limits: ClosedRange<Double>) -> String {
    "\(limits.lowerBound.shortest)-\(limits.upperBound.shortest)"
  }
}

enum IntervalList {
  static let expected = "prime, or minor-second … octave with -up or -down; several with commas between"

  static func parse(_ text: String) throws -> [DirectedInterval] {
    var intervals: [DirectedInterval] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let word = part.split(separator: " ").joined(separator: " ")
      do {
        let interval = try DirectedInterval(parsing: word)
        guard !intervals.contains(interval) else {
          throw SettingError("expected each interval once, got \(interval.name) twice")
        }
        intervals.append(interval)
      } catch let error as PitchError {
        let names = MusicalInterval.allCases.map(\.name) + DirectedInterval.all.map(\.name)
        throw SettingError(
          error.description, hint: NearestName.question(for: word, among: names))
      }
    }
    return intervals
  }

  static func text(_ intervals: [DirectedInterval]) -> String { intervals.map(\.name).joined(separator: ",") }
}

/// Levels and gains as settings have them.
enum LevelText {
  static func parse(_ text: String) throws -> SoundLevel {
    guard let level = SoundLevel(parsing: text) else {
      throw SettingError("expected \(SoundLevel.expected), got \(SafeText.quoted(text))")
    }
    return level
  }

  static func parseGains(_ text: String) throws -> NoteGains {
    guard let gains = NoteGains(parsing: text) else {
      throw SettingError("expected none, or \(NoteGains.expected), got \(SafeText.quoted(text))")
    }
    return gains
  }
}

/// The tuning of a Scala file that a setting names by its path. The path is kept whole, since the next command may run in
/// another folder; the file is read again for every session, which stores its text.
enum ScalaSetting {
  static func tuning(_ name: String) throws -> any TuningSystem {
    let given = String(name.dropFirst(ScalaScale.prefix.count))
    let path = URL(fileURLWithPath: given).standardized.path
    guard !given.isEmpty, isFile(path), let file = FileHandle(forReadingAtPath: path),
      let bytes = try? file.read(upToCount: ScalaFile.greatestSize + 1)
    else {
      throw SettingError("expected a Scala tuning file (.scl), got \(SafeText.quoted(given)), which cannot be read")
    }
    guard bytes.count <= ScalaFile.greatestSize else {
      throw SettingError("expected a Scala tuning file (.scl), got \(SafeText.quoted(given)), which is too large")
    }
    do {
      return try ScalaScale(ScalaFile(bytes: Array(bytes), file: given), label: path)
    } catch let error as ConfigurationError {
      throw SettingError(
        "expected a valid Scala tuning file (.scl): \(error.problems.first?.description ?? "\(error)")")
    } catch {
      throw SettingError(
        "\(error)", hint: "to use a map with another number of notes than 12, write it in an experiment file")
    }
  }

  /// A pipe would be waited for, in the middle of a session too.
  private static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }
}
