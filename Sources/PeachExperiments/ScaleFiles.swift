package import PeachPitch
package import PeachSupport
import PeachTrials

/// Reads the Scala files that a task names, and puts their texts into the task.
///
/// A task that says `tuning: scala:FILE` is taken as if it said `tuning: scala:NAME:HASH` and had the file's text under
/// that name in `scales`: NAME is the file's, HASH is made of its text. So the resolved experiment, which is stored and
/// makes the digest, has the whole scale in it and reads back without the file, also where tunings vary.
package enum ScaleFiles {
  /// A file with the label that tells it from others, NAME:HASH.
  package static func read(_ path: String) throws -> (file: ScalaFile, label: String) {
    // A name of its own, never standard input.
    let bytes = try TextFile.bytes(of: path == "-" ? "./-" : path, atMost: ScalaFile.greatestSize)
    let file = try ScalaFile(bytes: bytes, file: path)
    return (file, label(named: name(of: path), text: file.text))
  }

  private static func hasNotes(_ task: Node) -> Bool {
    let others = [TrialTask.Kind.forcedChoice, .yesNo].map(\.rawValue)
    return task["sounds"] == nil && !(task["kind"]?.text.map(others.contains) ?? false)
  }

  /// The task with the texts of its files in `scales`. What is wrong with a file is reported, and the tuning refused.
  package static func embedded(in task: Node, diagnostics: Diagnostics) -> Node {
    guard case .mapping(var entries, let place) = task, hasNotes(task), let tuning = task["tuning"]
    else { return task }
    let known = if case .mapping(let scales, _) = task["scales"] { scales.map(\.key) } else { [String]() }
    var reading = Reading(known: known, diagnostics: diagnostics)
    let embedded = reading.tuning(tuning)
    guard !reading.scales.isEmpty || reading.hasFailed else { return task }
    for index in entries.indices where entries[index].key == "tuning" {
      entries[index].value = reading.hasFailed ? .refused(place: tuning.place) : embedded
    }
    if let index = entries.firstIndex(where: { $0.key == "scales" }) {
      if case .mapping(let scales, let place) = entries[index].value {
        entries[index].value = .mapping(scales + reading.scales, place: place)
      }
    } else if !reading.scales.isEmpty {
      entries.append(
        Node.Entry(key: "scales", place: tuning.place, value: .mapping(reading.scales, place: tuning.place)))
    }
    return .mapping(entries, place: place)
  }

  /// Whether a label is that of a text.
  static func isLabel(_ label: String, of text: String) -> Bool {
    guard let colon = label.lastIndex(of: ":") else { return false }
    let name = String(label[..<colon])
    return name == safe(name) && label == self.label(named: name, text: text)
  }

  private static func label(named name: String, text: String) -> String {
    var hash = SipHash(key: SipHash.Words(0, 0))
    hash.add(text)
    return "\(name):\(hash.finish().hex.prefix(8))"
  }

  /// The file's name without its folder and ending.
  private static func name(of path: String) -> String {
    let last = path.split(separator: "/").last.map(String.init) ?? ""
    return safe(last.lowercased().hasSuffix(".scl") ? String(last.dropLast(4)) : last)
  }

  /// A name fit for a column: letters, digits, + . _ -, at most 60 of them.
  private static func safe(_ name: String) -> String {
    let letters = name.unicodeScalars.prefix(60).map { letter in
      letter.isASCII && (letter.properties.isAlphabetic || "0123456789+._-".unicodeScalars.contains(letter))
        ? letter : "_"
    }
    return letters.isEmpty ? "_" : String(String.UnicodeScalarView(letters))
  }

  /// A file that an experiment names, relative to the folder of the experiment file.
  package static func path(to file: String, from experiment: String) -> String {
    guard !file.hasPrefix("/"), let slash = experiment.lastIndex(of: "/") else { return file }
    return experiment[...slash] + file
  }

  /// One tuning, or several that vary, with the files they name.
  private struct Reading {
    var known: [String]
    let diagnostics: Diagnostics
    var scales: [Node.Entry] = []
    var hasFailed = false

    /// The node with labels instead of files.
    mutating func tuning(_ node: Node) -> Node {
      switch node {
      case .scalar(let text, let isQuoted, let place):
        return .scalar(text: name(text, place), isQuoted: isQuoted, place: place)
      case .sequence(let items, let place): return .sequence(items.map { tuning($0) }, place: place)
      case .mapping(let entries, let place):
        return .mapping(
          entries.map { Node.Entry(key: $0.key, place: $0.place, value: tuning($0.value)) }, place: place)
      case .refused: return node
      }
    }

    private mutating func name(_ text: String, _ place: Place) -> String {
      let file = String(text.dropFirst(ScalaScale.prefix.count))
      guard text.hasPrefix(ScalaScale.prefix), !file.isEmpty, !known.contains(file) else { return text }
      do {
        let (scale, label) = try ScaleFiles.read(ScaleFiles.path(to: file, from: place.file))
        if !known.contains(label) {
          known.append(label)
          scales.append(
            Node.Entry(key: label, place: place, value: .scalar(text: scale.text, isQuoted: true, place: place)))
        }
        return ScalaScale.prefix + label
      } catch let error as ConfigurationError {
        error.problems.forEach(diagnostics.report)
      } catch {
        let reason =
          (error as? InputError).map { "'\(SafeText.line($0.path))', which cannot be read: \($0.reason)" } ?? "\(error)"
        diagnostics.report(
          Problem(
            place: place, path: "task.tuning", message: "expected a Scala tuning file (.scl), got \(reason)",
            hint: "FILE in scala:FILE must be in the folder of the experiment file"))
      }
      hasFailed = true
      return text
    }

  }
}
