/// A sound device, as aplay names it.
public struct SoundDevice: Hashable, Sendable {
  /// The name that stands for whatever the machine plays on.
  public static let standard = SoundDevice("default")

  public var name: String

  public init(_ name: String) { self.name = name }

  /// Whether nothing that is played there can be heard: ALSA's `null`, by itself or behind a plug-in.
  public var isMute: Bool { name.split(separator: ":").last == "null" }
}
