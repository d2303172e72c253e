import ArgumentParser
import PeachExperiments
import PeachFitting
import PeachSessions
import PeachStorage
import PeachSupport

/// The ways a command ends; the numbers are those of sysexits.h where it has one.
enum ExitStatus {
  static let done: Int32 = 0
  static let runFailed: Int32 = 1
  static let commandLine: Int32 = 64
  static let wrongContent: Int32 = 65
  static let bug: Int32 = 70
  static let inaccessible: Int32 = 74
}

/// A command that cannot go on, with what to say and the number to end with.
struct Failure: Error {
  var status: Int32
  var message: String

  /// Says what went wrong on stderr and ends the process.
  static func exit(_ error: any Error) -> Never {
    let failure = Failure(error)
    guard let failure else { exitAsParsed(error) }
    let message = failure.message
    Standard.error(
      (Standard.errorIsTerminal ? HelpText.fitted(message, to: Standard.errorWidth) : message) + "\n")
    Glibc.exit(failure.status)
  }

  /// Says what the argument parser has to say: help and versions on stdout, what is wrong with the arguments on stderr.
  private static func exitAsParsed(_ error: any Error) -> Never {
    let status = RootCommand.exitCode(for: error).rawValue
    let isAnswer = status == ExitStatus.done
    let width = isAnswer ? Standard.outputWidth : Standard.errorIsTerminal ? Standard.errorWidth : nil
    let message = RootCommand.fullMessage(for: error, columns: width)
    let text = width.map { HelpText.fitted(message, to: $0) } ?? message
    if isAnswer {
      Standard.data(text.isEmpty ? "" : text + "\n")
    } else if !text.isEmpty {
      Standard.error(withShownArguments(text) + "\n")
    }
    Glibc.exit(status)
  }

  /// The parser quotes arguments, and their names and values, as they are.
  private static func withShownArguments(_ text: String) -> String {
    let words = CommandLine.arguments.dropFirst().flatMap { word in
      [word] + word.split(separator: "=", maxSplits: 1).map(String.init)
    }
    return words.reduce(text) { text, word in
      SafeText.cut(word) == word ? text : text.replacing("'\(word)'", with: SafeText.quoted(word))
    }
  }

  /// Nil for what the argument parser knows better how to say.
  private init?(_ error: any Error) {
    switch error {
    case let error as Failure: self = error
    case let error as ConfigurationError:
      self = Failure(status: ExitStatus.wrongContent, message: SourceExcerpt.description(of: error))
    case let error as InputError:
      self = Failure(status: ExitStatus.inaccessible, message: error.description)
    case let error as LiveSessionError:
      let status =
        switch error.cause {
        case .request: ExitStatus.commandLine
        case .content: ExitStatus.wrongContent
        case .inaccessible: ExitStatus.inaccessible
        case .strategy: ExitStatus.runFailed
        }
      self = Failure(status: status, message: error.told)
    case let error as RecordsError:
      let status =
        switch error.code {
        case .refused: ExitStatus.commandLine
        case .wrongContent: ExitStatus.wrongContent
        case .inaccessible: ExitStatus.inaccessible
        }
      self = Failure(status: status, message: error.description)
    default:
      guard RootCommand.exitCode(for: error) == .failure, !(error is ExitCode) else { return nil }
      self = Failure(status: ExitStatus.bug, message: "a bug in peach: \(error)")
    }
  }

  init(status: Int32, message: String) {
    self.status = status
    self.message = message
  }
}

extension LiveSessionError {
  /// The error in the words of a command, with the name of the option.
  var told: String { (subject.map { "--\($0.rawValue): " } ?? "") + description }
}

extension ParsableCommand {
  /// Runs `body`, whose requests are those of the command line: its usage is shown with what is wrong.
  func asUsage<T>(_ body: () throws -> T) throws -> T {
    do {
      return try body()
    } catch let error as LiveSessionError where error.cause == .request {
      throw ValidationError(error.told)
    }
  }
}
