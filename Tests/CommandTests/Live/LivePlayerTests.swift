import Foundation
import PeachStorage
import PeachTrials
import Testing

/// Players that are not there, do not play, or die.
@Suite struct LivePlayerTests {
  private let live: LiveWorkshop

  init() throws { live = try LiveWorkshop() }

  /// Runs a session whose standard input stays open for a while, and expects its one message.
  private func expectFailure(
    _ message: String, _ arguments: String = "", location: SourceLocation = #_sourceLocation
  ) throws {
    let outcome = try live.shell("sleep 7 | $peach live short.yaml \(arguments)")
    #expect(outcome.status == 74, sourceLocation: location)
    #expect(outcome.error == message, sourceLocation: location)
    #expect(try live.trials().isEmpty, sourceLocation: location)
    // Its number is free for the next.
    #expect(try live.sessions().isEmpty, sourceLocation: location)
    try live.expectNothingLeft(location)
  }

  /// Whether a command can have a table of processes of its own.
  private static let canIsolate = (try? Workshop().shell("unshare -Urpf true").status) == 0

  /// The table of processes is one of its own: a signal sent to -1 would reach every process of ours.
  @Test(.enabled(if: canIsolate)) func `aplay is not there, and no other process hears of it`() throws {
    let outcome = try live.shell(
      """
      exec unshare -Urpf /bin/sh -c '
        sleep 30 & other=$!
        PATH=$PWD/bin $peach live short.yaml; echo $?
        kill -0 $other && echo lives; kill $other'
      """)
    #expect(outcome.output == "Trial 1 of 40\n74\nlives\n")
    #expect(
      outcome.error
        == "the program aplay, which plays the sounds, is not installed\n  hint: sudo apt-get install alsa-utils\n")
    #expect(try live.sessions().isEmpty)
    try live.expectNothingLeft()
  }

  @Test func `an unknown device is reported with the available ones`() throws {
    let list = try live.shell("LC_ALL=C aplay -L | grep -v '^ ' | grep -vx null")
    // A device that plays nothing is no help.
    let names = list.output.split(separator: "\n").joined(separator: ", ")
    let hint =
      names.isEmpty
      ? "aplay -L, which lists sound devices, names none that can play"
      : "choose one of these sound devices (from aplay -L) with --device: \(names)"
    try expectFailure(
      """
      the sound device 'nonsense' cannot be played: audio open error: No such file or directory
        hint: \(hint)

      """, "--device nonsense")
  }

  @Test func `a player that fails at once is reported with the reason`() throws {
    try live.setPlayer(
      """
      if [ "$1" = --list-pcms ]; then echo card; echo '    A card'; exit; fi
      echo 'a warning' >&2; echo 'aplay: main:831: audio open error: Device or resource busy' >&2; exit 1
      """)
    try expectFailure(
      "the sound device 'default' cannot be played: audio open error: Device or resource busy\n"
        + "  hint: choose one of these sound devices (from aplay -L) with --device: card\n")
  }

  @Test func `a player that ends well without reading has played nothing`() throws {
    try live.setPlayer("exit 0")
    try expectFailure(
      "the sound device 'default' cannot be played: the program gave no reason\n  hint: aplay -L, which lists "
        + "sound devices, names none that can play\n"
    )
  }

  @Test func `a player that dies during the notes`() throws {
    #expect(try live.peach("settings", "note-duration", "1").status == 0)
    try live.setPlayer("cat > /dev/null; sleep 1.3; kill -9 $$")
    let outcome = try live.shell("sleep 4 | $peach live comparison")
    #expect(
      outcome
        == Workshop.Outcome(
          status: 74, output: "higher or lower? \n",
          error: "aplay, which plays the sounds, was ended from outside (system signal 9)\n"))
    #expect(try live.trials().isEmpty)
    #expect(try live.sessions().isEmpty)
    try live.expectNothingLeft()
  }

  @Test func `a player that dies leaves the answers before it and the terminal as it was`() throws {
    #expect(try live.peach("settings", "note-duration", "1").status == 0)
    // The second sound is the end of it.
    try live.setPlayer("cat > /dev/null; if [ -e second ]; then kill -9 $$; fi; touch second; exec sleep 60")
    let sitting = try live.sit("live", "comparison")
    try sitting.see("target note")
    try sitting.type("h")
    #expect(try sitting.finish() == 74)
    live.expectRestored(sitting)
    #expect(
      sitting.picture.text.trimmingCharacters(in: .whitespacesAndNewlines)
        == "aplay, which plays the sounds, was ended from outside (system signal 9)")
    #expect(try live.trials().map(\.answer) == ["higher"])
    try live.expectNothingLeft()
  }

  @Test func `a player that never reads is given up after five seconds`() throws {
    try live.setPlayer("exec sleep 60")
    try expectFailure(
      "aplay, the program that plays the sounds, has not begun to play within 5 s\n  hint: try another --device\n")
  }
}
