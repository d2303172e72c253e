import PeachSupport

extension SoundDevice {
  /// What keeps it from being played now: aplay opens it, and plays nothing. Nil where it can be played, and where it
  /// does not answer in time.
  ///
  /// - Parameter patience: In seconds.
  package func problem(patience: Double = 1) -> SoundError? {
    do throws(SoundError) {
      let messages = try UnnamedFile.make()
      let child = try Aplay.open(self, nothing: try UnnamedFile.make(), messages: messages)
      for _ in 0..<Int(patience / 0.01) {
        guard let end = child.poll() else {
          usleep(10_000)
          continue
        }
        return end == .exit(0) ? nil : Aplay.failure(end, device: self, said: messages.text)
      }
      return nil
    } catch {
      return error
    }
  }
}
