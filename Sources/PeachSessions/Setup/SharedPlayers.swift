import PeachAudio

/// The players of a session: conditions that ask for the same player share it, so that a device is opened once.
final class SharedPlayers {
  private let room: any LiveSessionIO
  private var players: [PlayerRequest: any TrialPlayer] = [:]

  init(_ room: any LiveSessionIO) { self.room = room }

  /// - Throws: `SoundError` if nothing can be played.
  func player(_ request: PlayerRequest) throws(SoundError) -> any TrialPlayer {
    if let known = players[request] { return known }
    let player = try room.player(request)
    players[request] = player
    return player
  }
}
