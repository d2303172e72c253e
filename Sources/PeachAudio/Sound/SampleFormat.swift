/// How samples stand in a file.
package enum SampleFormat: String, CaseIterable, Hashable, Sendable {
  /// Whole numbers of 16 bits, full scale ±32 767, with triangular dither (`Dither`).
  case pcm16
  /// Whole numbers of 24 bits, full scale ±8 388 607.
  case pcm24
  /// IEEE numbers of 32 bits, full scale ±1.
  case float32

  package var bytesPerSample: Int {
    switch self {
    case .pcm16: 2
    case .pcm24: 3
    case .float32: 4
    }
  }

  /// The name in settings: `16`, `24`, `float`.
  package var word: String {
    switch self {
    case .pcm16: "16"
    case .pcm24: "24"
    case .float32: "float"
    }
  }

  package init?(word: String) {
    guard let format = Self.allCases.first(where: { $0.word == word }) else { return nil }
    self = format
  }
}
