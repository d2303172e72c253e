import PeachSupport

extension AplayPlayer {
  /// Plays a sound and waits until aplay has ended by itself.
  ///
  /// - Throws: `SoundError` if it could not be played.
  package func playToEnd(_ sound: RenderedSound) throws(SoundError) {
    try play(sound)
    while try !hasStarted() { usleep(1000) }
    // It ends up to two seconds after its sound.
    while isPlaying {
      try check()
      usleep(5000)
    }
    silence()
  }
}
