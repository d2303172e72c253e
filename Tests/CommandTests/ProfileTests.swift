import Foundation
import PeachStorage
import PeachTrials
import Testing

/// `peach profile`: what a listener reads of what was learnt, in every state.
@Suite struct ProfileTests {
  private let workshop: Workshop

  init() throws { workshop = try Workshop() }

  private func peach(_ arguments: String..., locale: String = "C.UTF-8") throws -> Workshop.Outcome {
    try workshop.run(
      arguments, environment: ["PEACH_HOME": workshop.path("home"), "LC_ALL": locale, "COLUMNS": "80"])
  }

  /// Two sessions of `me`: three comparisons and one matching.
  private func listen() throws {
    let live = try LiveDatabase.open(at: workshop.path("home/peach.sqlite"))
    let heard = Presentation(tuning: "equal-temperament", referencePitch: 440, noteDuration: 1, gap: 0)
    func session(_ kind: SessionKind) throws -> SessionRecord {
      try live.beginSession(
        SessionRecord(
          listener: "me", kind: kind, name: "training", strategy: "kazez", experiment: "{}", profile: "{}",
          seed: "00000000000000ff", responder: nil, scale: "log", version: "1", build: "b"))
    }
    let comparisons = try session(.comparison)
    for (place, (note, offset)) in [(40, 100.0), (40, -50), (61, 62.5)].enumerated() {
      var record = TrialRecord(trial: place + 1, level: abs(offset), heard: heard)
      (record.reference, record.target, record.interval) = (note, note, "prime")
      (record.offset, record.answer, record.isCorrect) = (offset, "higher", offset > 0)
      record.heard.timestamp = "2026-11-21T08:00:0\(place)Z"
      try live.append(record, to: comparisons)
    }
    try live.append(
      MatchingRecord(
        trial: 1, reference: 60, target: 60, interval: "prime", initialOffset: 50, error: -3.5, adjustments: 2,
        heard: heard), to: session(.matching))
  }

  private static let empty = """
    Profile: me

    Pitch matching
      matchings     0
      mean |error|  –
                    Start pitch matching to see your accuracy

    Start training to build your profile
     100 ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░


       0
         ▁█▁█▁▁█▁█▁█▁▁█▁█▁▁█▁█▁█▁▁█▁█▁▁█▁█▁█▁▁█▁█▁▁█▁█▁█▁▁
         C2          C3          C4          C5          C6

    All notes
      trials                       0
      differences presented, mean  –
      threshold                    –
      Trend                        –
      Weak spots                   –

    """

  @Test func `without answers there is a keyboard, and dashes for numbers`() throws {
    #expect(try peach("profile") == Workshop.Outcome(status: 0, output: Self.empty, error: ""))
    let plain = Self.empty.replacing("░", with: ".").replacing("▁", with: "_").replacing("█", with: "#")
    #expect(try peach("profile", "me", locale: "C").output == plain)
    #expect(try !workshop.files.contains("home"))
  }

  @Test func `a few answers are means, and the words are the listener's`() throws {
    try listen()
    #expect(try peach("settings", "language", "de").status == 0)
    let shown = """

      Zu wenige Antworten für eine Schwelle; bitte weiter üben
       100 ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░
      """
    let outcome = try peach("profile")
    #expect(outcome.status == 0 && outcome.error == "")
    #expect(outcome.lines.first == "Profil: me")
    #expect(outcome.output.contains(shown), "\(outcome.output)")
    let text = """
      Alle Töne
        Versuche                          3
        dargebotene Unterschiede, Mittel  68.8 Cent (SD 8.8)
        Schwelle                          –
      """
    #expect(outcome.output.contains(text))
    #expect(
      outcome.output.contains(
        "E2          2    75.0  35.4         –     –\nC#4         1    62.5     –         –     –\n"))
    #expect(outcome.output.contains("1        2026-11-21         3         –     –\n"))
    let matching = """
      Stimmen
        gestimmt            1
        mittlerer |Fehler|  3.5 Cent (SD –)
        konstanter Fehler   –
        variabler Fehler    –
        Rest des Anfangs    –

      """
    #expect(outcome.output.contains(matching))
    #expect(outcome.lines.allSatisfy { $0.count <= 80 })
  }

  @Test func `programs read it as JSON with null for missing values`() throws {
    try listen()
    let json = """
      {
        "listener": "me",
        "trials": 3,
        "mean_cents": 68.75,
        "sd_cents": 8.838834764831844,
        "threshold_cents": null,
        "threshold_low_cents": null,
        "threshold_high_cents": null,
        "status": "one-answer",
        "trend": null,
        "original_trend": null,
        "weak_spots": [36, 37, 38, 39, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84],
        "matching": {"matchings": 1, "mean_error_cents": 3.5, "sd_cents": null, "constant_error_cents": null, "constant_error_low_cents": null, "constant_error_high_cents": null, "variable_error_cents": null, "variable_error_low_cents": null, "variable_error_high_cents": null, "under_adjustment": null, "under_adjustment_low": null, "under_adjustment_high": null},
        "matching_notes": [
          {"note": 60, "matchings": 1, "constant_error_cents": null, "constant_error_low_cents": null, "constant_error_high_cents": null, "variable_error_cents": null, "variable_error_low_cents": null, "variable_error_high_cents": null, "under_adjustment": null, "under_adjustment_low": null, "under_adjustment_high": null}
        ],
        "notes": [
          {"note": 40, "trials": 2, "mean_cents": 75, "sd_cents": 35.35533905932738, "threshold_cents": null, "threshold_low_cents": null, "threshold_high_cents": null, "status": "one-answer"},
          {"note": 61, "trials": 1, "mean_cents": 62.5, "sd_cents": null, "threshold_cents": null, "threshold_low_cents": null, "threshold_high_cents": null, "status": "too-few-levels"}
        ],
        "timeline": [
          {"first_session": 1, "last_session": 1, "timestamp": "2026-11-21T08:00:00Z", "trials": 3, "threshold_cents": null, "threshold_low_cents": null, "threshold_high_cents": null, "status": "one-answer"}
        ]
      }

      """
    let outcome = try peach("profile", "--format", "json")
    #expect(outcome == Workshop.Outcome(status: 0, output: json, error: ""))
    #expect(try peach("listener", "reset", "me", "--comparison").status == 0)
    let after = try peach("profile", "--format", "json").output
    #expect(after.contains("\"trials\": 0,") && after.contains("\"matchings\": 1,"))
    #expect(try peach("listener", "reset", "me", "--matching").status == 0)
    #expect(try peach("profile").output == Self.empty)
  }

  @Test func `the picture is SVG or PNG by the name of its file, and replaces none unasked`() throws {
    try listen()
    for name in ["me.svg", "me.png", "small.SVG"] {
      let outcome = try peach("profile", "-o", name, "--preview")
      #expect(outcome == Workshop.Outcome(status: 0, output: "profile: \(name)\n", error: ""))
    }
    #expect(try workshop.text("me.svg").hasPrefix("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<svg "))
    #expect(try workshop.read("me.png").starts(with: [0x89, 0x50, 0x4e, 0x47]))
    #expect(try peach("profile", "-o", "-").output.hasSuffix("</svg>\n"))
    let light = try workshop.read("me.png")
    let again = try peach("profile", "-o", "me.png")
    #expect(again.status == 74 && again.output == "" && again.error.contains("me.png"))
    #expect(try workshop.read("me.png") == light)
    #expect(try peach("profile", "-o", "me.png", "--dark", "--preview", "--force").status == 0)
    #expect(try workshop.read("me.png") != light)
  }

  @Test(arguments: [
    (["nobody"], "no listener 'nobody'\n  hint: no listener has any records yet\n"),
    (["../me"], "Error: ID: expected a name, got '../me'"),
    (["-o", "me.pdf"], "Error: --output: expected a name that ends in .svg or .png, got 'me.pdf'"),
    (["-o", ""], "Error: --output: expected a file, got ''"),
    (["--dark"], "Error: --dark: needs a picture, -o FILE.svg or -o FILE.png"),
    (["-o", "me.svg", "--dark"], "Error: --dark: needs -o FILE.png; an SVG follows the viewer's colour scheme"),
    (["-o", "me.svg", "--format", "json"], "Error: --format: cannot be combined with --output; leave out one of them"),
  ])
  func `options that cannot be shown are rejected in words`(arguments: [String], error: String) throws {
    let outcome = try workshop.run(
      ["profile"] + arguments, environment: ["PEACH_HOME": workshop.path("home"), "LC_ALL": "C.UTF-8"])
    #expect(outcome.status == 64 && outcome.output == "")
    #expect(outcome.error.hasPrefix(error), "\(outcome.error)")
    #expect(try workshop.files.isEmpty)
  }
}
