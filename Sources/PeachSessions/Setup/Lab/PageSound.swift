package import PeachAudio
import PeachExperiments
import PeachSimulation
import PeachStorage
import PeachSupport
import PeachTrials

/// The sound of an example on a page: played as often as the listener likes.
package final class PageSound {
  private let make: () throws -> (player: any TrialPlayer, sound: RenderedSound)
  private var made: (player: any TrialPlayer, sound: RenderedSound)?
  /// Why it could not be played; `nil` if it could.
  package private(set) var problem: (any Error)?

  /// - Parameter make: Makes the sound and its player when it is first played.
  package init(_ make: @escaping () throws -> (player: any TrialPlayer, sound: RenderedSound)) { self.make = make }

  /// Starts the sound, from its beginning if it is heard already.
  ///
  /// - Returns: Whether it could be started.
  package func play() -> Bool {
    do {
      let made = try self.made ?? make()
      self.made = made
      try made.player.play(made.sound)
      return true
    } catch {
      problem = error
      return false
    }
  }

  package func silence() { made?.player.silence() }
}

extension LiveSessionRunner {
  /// The sound of an example with the task of a block. Its random draws are its own.
  func sound(
    of example: SoundExample, _ task: LiveSessionTask, in room: some LiveSessionIO
  ) throws -> (player: any TrialPlayer, sound: RenderedSound) {
    let record = try record(.comparison, of: task, responder: nil, room)
    guard let comparison = example.comparison(in: task.cell.task) else {
      throw LiveSessionError(.content, "no trial has the answer \(SafeText.quoted(example.answer ?? ""))")
    }
    var sounds = sounds(of: task, record, names(of: task), tick: nil)
    let sound = try sounds.sound(of: comparison, trial: 1)
    return (try room.player(PlayerRequest(task.device, task.sampleFormat, task.channel)), sound)
  }
}
