import PeachSupport

extension SoundDevice {
  /// The problem that keeps the device from playing: aplay opens it, and plays nothing. `nil` if it can play, or if it does
  /// not answer in time.
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
