import Foundation
import PeachAnalysis
import PeachReporting
import PeachSessions
import PeachStorage
import PeachSupport
import PeachTerminal

/// A listener's profile for the screens of training.
struct ProfilePages {
  private let profile: ListenerProfile
  private let thresholds: [SmoothedThreshold]
  private let settings: TrainingSettings
  private let isPlain: Bool

  /// Reads the records on another thread, which takes up to a second.
  init(of listener: String, in database: LiveDatabase, _ settings: TrainingSettings, isPlain: Bool) throws {
    let jobs = ProcessInfo.processInfo.activeProcessorCount
    (profile, thresholds) = try Waiting.value {
      let profile = try await ListenerProfile(of: listener, in: database, jobs: jobs)
      return (profile, await profile.smoothedThresholds(jobs: jobs))
    }
    self.settings = settings
    self.isPlain = isPlain
  }

  private var words: ProfileWords { settings.language.words == .german ? .german : .english }

  /// The small picture.
  func preview(_ width: Int, _ rows: Int) -> [String] {
    ProfilePreview.lines(
      profile, thresholds: thresholds, notes: settings.notes.range(profile.statistics), words: words, isPlain: isPlain,
      width: width, rows: rows)
  }

  /// All of it.
  func lines(_ columns: Int) -> [String] {
    let text = ProfileText(
      profile, thresholds: thresholds, notes: settings.notes.range(profile.statistics), words: words, isPlain: isPlain)
    return text.text(in: PageWidth(columns: columns - 2)).split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "  \($0)" }
  }
}

/// Work of other threads that this one waits for.
private enum Waiting {
  private final class Box<T: Sendable>: @unchecked Sendable {
    var result: Result<T, any Error>?
  }

  static func value<T: Sendable>(_ work: @escaping @Sendable () async throws -> T) throws -> T {
    let box = Box<T>()
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      do { box.result = .success(try await work()) } catch { box.result = .failure(error) }
      done.signal()
    }
    done.wait()
    guard let result = box.result else { preconditionFailure("the work ended without a result") }
    return try result.get()
  }
}
