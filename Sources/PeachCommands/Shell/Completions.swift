import ArgumentParser
import Foundation
import PeachExperiments
import PeachMath
import PeachPitch
import PeachReporting
import PeachSessions
import PeachSimulation
import PeachStorage
import PeachSupport

/// The values that a shell offers, where a list does not say them all: what came before, or what is stored, says which.
enum Completions {
  static let functions = CompletionKind.list(BuiltInFunctions.all.map { $0.name })
  static let intervals = CompletionKind.list(DirectedInterval.all.map(\.name))
  static let tunings = CompletionKind.list(BuiltInTunings.names)
  static let tables = CompletionKind.list(
    (ResultsTables.all.map { $0.name } + ListenerTables.all.map { $0.name }).reduce(into: []) { names, name in
      if !names.contains(name) { names.append(name) }
    })

  /// The second word of `peach list`: a name of the kind that the first says.
  static let listed = CompletionKind.custom { words, _, _ in
    let kind = words.lazy.compactMap(ListCommand.Kind.init(rawValue:)).first
    return kind.map { Catalogue.list($0).rows.compactMap { $0.first ?? nil } } ?? []
  }

  /// Completes strategies of the named experiment file, otherwise those of training.
  static let strategies = CompletionKind.custom { words, _, _ in
    guard let file = words.first(where: { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") }) else {
      return TrainingSettings.choices(of: "strategy")
    }
    guard let plan = try? Experiment.readHere(file).plan else { return [] }
    return plan.cells.map(\.strategy).reduce(into: []) { names, name in
      if !names.contains(name) { names.append(name) }
    }
  }

  static let listeners = CompletionKind.custom { _, _, _ in
    ((try? ListenerDatabase.existing()?.listeners().map(\.id)) ?? []).filter(Escaping.isShellWord)
  }

  /// A key of the settings, and after it the words that its value can be.
  static let settings = CompletionKind.custom { words, place, _ in
    let keys = TrainingSettings.parameters.map(\.name)
    guard place > 0, place <= words.count, keys.contains(words[place - 1]) else { return keys }
    return TrainingSettings.choices(of: words[place - 1]) + ["default"]
  }

  /// Completes the argument of `peach live`: training, or an experiment file below the folder of the word.
  ///
  /// bash expands what is offered (`compgen -W`), so that a file's name could run a command: only plain words are offered.
  static let live = CompletionKind.custom { _, _, prefix in
    let folder = prefix.lastIndex(of: "/").map { String(prefix[...$0]) } ?? ""
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
    let files = names.filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") }
    let folders = names.filter { name in
      !name.hasPrefix(".")
        && (try? URL(fileURLWithPath: folder + name).resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true
    }
    return ["comparison"]
      + (files + folders.map { $0 + "/" }).sorted().map { folder + $0 }.filter(Escaping.isShellWord)
  }
}

extension TrainingSettings {
  /// The words that a setting can be; empty where it is no choice.
  fileprivate static func choices(of key: String) -> [String] {
    guard case .choice(let names) = parameters.first(where: { $0.name == key })?.kind else { return [] }
    return names
  }
}
