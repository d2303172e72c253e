/// A sound device, as aplay names it.
package struct SoundDevice: Hashable, Sendable {
  /// The name that stands for whatever the machine plays on.
  package static let standard = SoundDevice("default")

  package var name: String

  package init(_ name: String) { self.name = name }

  /// The names of the devices of this machine, as `aplay -L` lists them; empty if there is no aplay.
  package static var names: [String] { Aplay.devices() }

  /// Whether nothing that is played there can be heard: ALSA's `null`, by itself or behind a plug-in.
  package var isMute: Bool { name.split(separator: ":").last == "null" }
}
