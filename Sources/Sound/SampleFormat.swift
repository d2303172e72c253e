/// How samples stand in a file.
public enum SampleFormat: String, CaseIterable, Hashable, Sendable {
  /// Whole numbers of 24 bits, full scale ±8 388 607.
  case pcm24
  /// IEEE numbers of 32 bits, full scale ±1.
  case float32

  public var bytesPerSample: Int { self == .pcm24 ? 3 : 4 }
}
