import Foundation
import PeachStorage
import PeachTrials
import Testing

/// Answers as lines of standard input that is no terminal.
@Suite struct LiveLineTests {
  private let live: LiveWorkshop

  init() throws { live = try LiveWorkshop() }

  private func answers() throws -> [String] { try live.trials().compactMap(\.answer) }

  @Test func `lines that were all written at once are each the answer of one trial`() throws {
    let outcome = try live.shell(
      "printf 'h\\nl\\nhigher\\nlower\\n' > lines.txt; $peach live short.yaml --device quiet < lines.txt")
    #expect(outcome.status == 0)
    #expect(outcome.error.hasPrefix("session 1 of me, kazez: 4 trials are stored. To see them:\n"))
    let feedback = try live.trials().map { $0.isCorrect == true ? "right" : "wrong" }
    let shown = (feedback + [""]).enumerated().map { "Trial \($0 + 1) of 40\nhigher or lower? \($1)\n" }
    #expect(outcome.output == shown.joined())
    #expect(try answers() == ["higher", "lower", "higher", "lower"])
    #expect(try live.sessions().map(\.endReason) == ["quit"])
    try live.expectNothingLeft()
  }

  @Test func `Windows line ends, space, capitals, German, and a last line without an end`() throws {
    let outcome = try live.shell(
      "printf 'h\\r\\n  T \\r\\nHÖHER\\r\\ntiefer' > lines.txt; $peach live short.yaml --device quiet < lines.txt")
    #expect(outcome.status == 0)
    #expect(try answers() == ["higher", "lower", "higher", "lower"])
  }

  @Test func `a line without an end is the end of the input`() throws {
    let outcome = try live.shell("(sleep 3; printf 'h\\n'; yes | tr -d '\\n') | $peach live short.yaml --device quiet")
    #expect(outcome.status == 0)
    #expect(
      outcome.error.hasPrefix(
        """
        standard input: a line is longer than 64 KB, the longest that Peach reads
          hint: write one answer per line, and end each line with a line break

        """), "\(outcome.error)")
    #expect(try answers() == ["higher"])
  }

  @Test func `a line that is no answer gets the hint, and the trial waits for another`() throws {
    let outcome = try live.shell(
      "printf 'what\\n\\nl\\nq\\nh\\n' > lines.txt; $peach live short.yaml --device quiet < lines.txt")
    #expect(outcome.status == 0)
    let hint = "type h for higher, l for lower, or q to leave\n"
    let question = "higher or lower? "
    #expect(outcome.output.hasPrefix("Trial 1 of 40\n\(question)\n\(hint)\(question)\n\(hint)\(question)"))
    #expect(outcome.output.hasSuffix("higher or lower? \n"))
    #expect(try answers() == ["lower"])
  }

  @Test(arguments: ["< /dev/null", "<&-"]) func `no input at all ends it`(input: String) throws {
    let outcome = try live.shell("$peach live short.yaml --device quiet \(input)")
    #expect(
      outcome
        == Workshop.Outcome(
          status: 0, output: "Trial 1 of 40\nhigher or lower? \n",
          error: "session 1 of me, kazez: no trial was answered\n"))
    #expect(try answers() == [])
    #expect(try live.sessions().map(\.endReason) == ["quit"])
  }

  @Test func `answers may come from a file, and the trials may be fewer`() throws {
    try live.workshop.write("answers.txt", "h\nl\nh\n")
    let outcome = try live.shell("$peach live short.yaml --device quiet --trials 2 < answers.txt")
    #expect(outcome.status == 0)
    #expect(try answers() == ["higher", "lower"])
    #expect(try live.sessions().map(\.endReason) == ["trials"])
  }

  @Test(arguments: ["| head -c 19", ">&-"]) func `a closed standard output is success`(output: String) throws {
    let outcome = try live.shell(
      "(printf 'h\\nl\\n' > lines.txt; $peach live short.yaml --device quiet < lines.txt; echo $? > status) \(output)")
    // It ends where it is noticed, before what was stored is told, or when all answers are given.
    let isTold = outcome.error.hasPrefix("session 1 of me, kazez: 2 trials are stored. To see them:\n")
    #expect(isTold || outcome.error == "")
    #expect(try live.workshop.text("status") == "0\n")
    // What was answered before it was noticed is stored.
    #expect(try answers().first == "higher")
    try live.expectNothingLeft()
  }

  @Test func `lines are in the listener's language and show the interval where there are several`() throws {
    live.environment["LANG"] = "de_DE.UTF-8"
    let outcome = try live.shell(
      "printf 'x\\nh\\n' > lines.txt; $peach live comparison --interval octave-down --trials 1 --device quiet < lines.txt"
    )
    #expect(outcome.status == 0)
    let question = "Oktave abwärts: höher oder tiefer? "
    let asked = "\(question)\nbitte h (höher) oder t (tiefer) eingeben; q beendet\n\(question)"
    #expect([asked + "richtig\n", asked + "falsch\n"].contains(outcome.output), "\(outcome.output)")
    #expect(try live.trials().map(\.interval) == ["octave-down"])
  }

  @Test(arguments: [("INT", 130), ("TERM", 143), ("HUP", 129)] as [(String, Int32)])
  func `a signal ends the session, and the answers are stored`(signal: String, status: Int32) throws {
    let outcome = try live.shell(
      """
      (sleep 3; echo h; sleep 3) | $peach live short.yaml --device quiet & sleep 5
      kill -\(signal) $!
      wait $!
      """)
    #expect(outcome.status == status)
    #expect(outcome.error.hasPrefix("session 1 of me, kazez: 1 trial is stored. To see it:\n"))
    #expect(try answers() == ["higher"])
    #expect(try live.sessions().map(\.endReason) == ["signal \(status - 128)"])
  }
}
