import Foundation
import PeachStorage

/// What tests of days in the lab have in common: small studies, and what is stored of them.
extension LiveWorkshop {
  /// Practice and three blocks of unison and intervals, balanced; notes are short.
  static func study(trials: Int = 8, practice: Int = 2) -> String {
    """
    name: study
    seed: 20261123
    task: {kind: comparison, notes: [C3, C4], note-duration: 0.05}
    listeners:
      - {name: keen, kind: gaussian, jnd: 12}
    strategies:
      - {name: steps, kind: weighted-up-down, start: 100, target: 0.75, step: {factor: 1.68}, catch: {every: 5, level: 200}}
      - {name: kazez, kind: kazez}
    stop: {trials: \(trials)}
    replicates: 10
    lab:
      consent: {en: May we store your answers?, de: Dürfen wir deine Antworten speichern?}
      instructions:
        - {en: Which tone is higher?, de: Welcher Ton ist höher?}
        - {en: Guess if you have to., de: "Rate, wenn du musst."}
      practice: {strategy: steps, trials: \(practice), feedback: true}
      feedback: false
      progress: true
      order: williams
      break: {seconds: 1, text: {en: Rest your ears., de: Ruh deine Ohren aus.}}
      blocks:
        - {name: unison, strategy: steps}
        - {name: fifth, strategy: steps, task: {intervals: [perfect-fifth-up]}}
        - {name: trained, strategy: kazez, instructions: {en: Now for training., de: Nun zur Übung.}}

    """
  }

  /// The same for pitch matchings, in the order of the file.
  static let matchingStudy = """
    name: tuning
    seed: 7
    task: {kind: matching, notes: [C3, C4], note-duration: 0.05, offset: 50}
    listeners:
      - {name: tuner, kind: tuner, constant: 4, spread: 8, under-adjustment: 0.1}
    stop: {trials: 6}
    replicates: 10
    lab:
      blocks:
        - {name: prime, trials: 5}
        - {name: fifth, task: {intervals: [perfect-fifth-down]}}

    """

  /// A home of its own with the study in it.
  func home(_ name: String) -> [String: String] { environment.merging(["PEACH_HOME": workshop.path(name)]) { $1 } }

  func database(_ home: String) throws -> LiveDatabase {
    try LiveDatabase.open(at: workshop.path("\(home)/peach.sqlite"))
  }

  /// A day without a person.
  func day(_ file: String = "study.yaml", of listener: String, by responder: String = "gaussian jnd=12") -> [String] {
    ["live", file, "--listener", listener, "--responder", responder, "--fast"]
  }

  func export(_ table: String, from home: String = "home") throws -> Workshop.Outcome {
    try workshop.run(["export", "--all-listeners", "--table", table], environment: self.home(home))
  }
}

extension Workshop.Outcome {
  /// The rows of a CSV without quoted fields, by the names of their columns.
  var rows: [[String: String]] {
    let header = lines[0].components(separatedBy: ",")
    return lines.dropFirst().filter { !$0.isEmpty }.map { line in
      Dictionary(uniqueKeysWithValues: zip(header, line.components(separatedBy: ",")))
    }
  }
}
