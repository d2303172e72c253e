import ArgumentParser
import PeachMath
import PeachReporting
import PeachSupport

/// The question to `peach dprime`: a task, and either hits and false alarms or correct answers.
struct DPrimeQuestion {
  private enum Evidence {
    case rates(any TwoResponseTask, hits: ProportionOption, falseAlarms: ProportionOption)
    case correct(ProportionOption)
  }

  let task: any DetectionTask
  private let kind: DPrimeTask
  private let correction: ProportionCorrection
  private let evidence: Evidence

  init(_ command: DPrimeCommand) throws {
    kind = command.task
    task = try command.task.model(alternatives: command.alternatives, rule: command.rule)
    correction = command.correction
    switch (command.hits, command.falseAlarms, command.correct) {
    case (nil, nil, let correct?):
      evidence = .correct(try ProportionOption("--correct", correct, correction: correction))
    case (let hits?, let falseAlarms?, nil):
      guard let task = task as? any TwoResponseTask else {
        throw ValidationError("--hits: the task \(task.title) has no hits; use --correct")
      }
      evidence = .rates(
        task, hits: try ProportionOption("--hits", hits, correction: correction),
        falseAlarms: try ProportionOption("--false-alarms", falseAlarms, correction: correction))
    default: throw DPrimeQuestion.incomplete(command, task)
    }
  }

  private static func incomplete(_ command: DPrimeCommand, _ task: any DetectionTask) -> ValidationError {
    let hasRates = task is any TwoResponseTask
    if command.correct != nil {
      return ValidationError("--correct: cannot be combined with \(command.hits == nil ? "--false-alarms" : "--hits")")
    }
    if command.hits == nil && command.falseAlarms == nil || !hasRates {
      return ValidationError(
        "\(command.task.rawValue): expected "
          + (hasRates ? "--hits K/N and --false-alarms K/N, or --correct P" : "--correct P"))
    }
    return command.hits == nil
      ? ValidationError("--false-alarms: expected with --hits K/N")
      : ValidationError("--hits: expected with --false-alarms K/N")
  }

  /// The proportions, for people.
  var given: [SensitivityText.Given] {
    switch evidence {
    case .rates(let task, let hits, let falseAlarms):
      [
        SensitivityText.Given(
          name: "hits", count: hits.count, proportion: hits.proportion, meaning: task.hitMeaning),
        SensitivityText.Given(
          name: "false alarms", count: falseAlarms.count, proportion: falseAlarms.proportion,
          meaning: task.falseAlarmMeaning),
      ]
    case .correct(let correct):
      [SensitivityText.Given(name: "correct", count: correct.count, proportion: correct.proportion)]
    }
  }

  /// - Throws: `ValidationError` where there is no finite d′.
  func answer() throws -> Sensitivity {
    do {
      return switch evidence {
      case .rates(let task, let hits, let falseAlarms):
        try task.sensitivity(hits: hits.proportion, falseAlarms: falseAlarms.proportion)
      case .correct(let correct): try task.sensitivity(correct: correct.proportion)
      }
    } catch SensitivityError.infinite {
      throw infinite
    } catch SensitivityError.belowChance {
      throw belowChance
    }
  }

  private var options: [ProportionOption] {
    switch evidence {
    case .rates(_, let hits, let falseAlarms): [hits, falseAlarms]
    case .correct(let correct): [correct]
    }
  }

  private var infinite: ValidationError {
    let culprit = options.first(where: \.proportion.isExtreme) ?? options[0]
    let remedy =
      culprit.count == nil
      ? "expected counts, K/N, with --correction loglinear or half"
      : "--correction loglinear or --correction half keeps it finite"
    return ValidationError("\(culprit.name): \(culprit.text) makes d′ infinite; \(remedy)")
  }

  private var belowChance: ValidationError {
    let corrected = correction == .none ? "" : ", corrected,"
    switch evidence {
    case .rates(_, let hits, let falseAlarms):
      return ValidationError(
        "--hits: \(hits.text)\(corrected) is below the false alarms, \(falseAlarms.text). In "
          + "\(kind.rawValue), no d′ predicts this; check whether you exchanged hits and false alarms")
    case .correct(let correct):
      return ValidationError(
        "--correct: \(correct.text)\(corrected) is below chance, \(TextTable.fixed(task.chance, 4)). In "
          + "\(kind.rawValue), no d′ predicts this; check whether you exchanged correct and wrong")
    }
  }
}
