import Foundation
import FoundationXML
import PeachAnalysis
import PeachFitting
import PeachPitch
import PeachReporting
import PeachStorage
import PeachTrials
import Testing

/// The profile on a keyboard, in each state that it can have.
@Suite struct KeyboardPictureTests {
  private static let isRecording = ProcessInfo.processInfo.environment["PEACH_RECORD"] == "1"
  private static let texts = KeyboardPicture.Texts(
    title: "Profile", empty: "Start training to build your profile", tooFew: "Too few answers for a threshold",
    threshold: "threshold and 95 % interval", dots: "larger dot: more trials", cents: "cents",
    nearer: "nearer to the keys: smaller, so better")

  private static func picture(
    _ profile: ListenerProfile, notes: ClosedRange<MIDINote>, texts: KeyboardPicture.Texts = texts,
    size: KeyboardPicture.Size = .full
  ) async -> KeyboardPicture {
    KeyboardPicture(
      of: profile, thresholds: await profile.smoothedThresholds(jobs: 1), notes: notes, texts: texts, size: size)
  }

  /// Drawn from one threshold alone.
  private static func picture(
    _ threshold: Double, size: KeyboardPicture.Size = .full
  ) async throws -> KeyboardPicture {
    let interval = ConfidenceInterval(low: 0.7 * threshold, high: 1.5 * threshold)
    return KeyboardPicture(
      of: await ListenerProfile(of: "P07", [], jobs: 1),
      thresholds: [
        SmoothedThreshold(note: 60, trials: 40, effectiveTrials: 40, threshold: threshold, interval: interval),
        SmoothedThreshold(
          note: 65, trials: 40, effectiveTrials: 40, threshold: 40, interval: ConfidenceInterval(low: 30, high: 50)),
      ], notes: try MIDINote(60)...MIDINote(72), texts: texts, size: size)
  }

  static func profile(_ listener: String = "P07", notes: [Int], each: Int) async -> ListenerProfile {
    var random = RandomStream(seed: 31)
    let trials = (0..<each).flatMap { round in
      notes.map { note in
        let size = 4 + 30 * random.unit() * (1 + Double(note % 5)) / 3
        let offset = random.unit() < 0.5 ? size : -size
        let heard = erfc(-offset / (12 * 2.0.squareRoot())) / 2
        return ProfiledComparison(
          session: round + 1, reference: note, target: note, offset: offset, isHigher: random.unit() < heard,
          sessionTimestamp: nil)
      }
    }
    return await ListenerProfile(of: listener, trials, jobs: 1)
  }

  private static let states: [(name: String, notes: [Int], each: Int)] = [
    ("empty", [], 0), ("one-note", [67], 1), ("sparse", [38, 40, 41, 42, 55, 60, 61, 79], 6),
    ("full", Array(36...84), 12),
  ]

  @Test(arguments: states.map(\.name), [KeyboardPicture.Size.full, .preview])
  func `every state is drawn as it was looked at`(state: String, size: KeyboardPicture.Size) async throws {
    let made = try #require(Self.states.first { $0.name == state })
    let profile = await Self.profile(notes: made.notes, each: made.each)
    let picture = await Self.picture(profile, notes: try MIDINote(36)...MIDINote(84), size: size)
    let file = "keyboard-\(state)\(size == .preview ? "-preview" : "").svg"
    if Self.isRecording {
      let source = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden/\(file)")
      try Data(picture.svg.utf8).write(to: source)
      return
    }
    let golden = try #require(Bundle.module.url(forResource: "Golden", withExtension: nil)).appending(path: file)
    let recorded = try String(contentsOf: golden, encoding: .utf8)
    let lines = zip(recorded.split(separator: "\n"), picture.svg.split(separator: "\n"))
    let first = lines.first { $0 != $1 }.map { "\($0) is now \($1)" } ?? "its length"
    #expect(recorded == picture.svg, "\(file): \(first.prefix(400)); PEACH_RECORD=1 records it anew")
  }

  /// The notes 38, 40, 41, 42, 55, 60, 61 and 79 are five runs of neighbours.
  @Test func `nothing is drawn over notes without data`() async throws {
    let profile = await Self.profile(notes: [38, 40, 41, 42, 55, 60, 61, 79], each: 30)
    let svg = await Self.picture(profile, notes: try MIDINote(36)...MIDINote(84)).svgElement()
    let bands = svg.matches(of: /<polygon points="([^"]*)" class="f-series-0"/).map { $0.output.1 }
    // The last is the legend's; a band has two ends and a middle for each note, above and below.
    #expect(bands.map { $0.split(separator: " ").count } == [6, 10, 6, 8, 6, 4])
    // 29 white keys over 892 pixels from 52: a semitone is 7/12 of 892/29.
    let semitone: Double = 892 * 7 / (29 * 12)
    for (band, notes) in zip(bands.dropLast(), [38...38, 40...42, 55...55, 60...61, 79...79]) {
      let places = band.split(separator: " ").compactMap { $0.split(separator: ",").first.flatMap { Double($0) } }
      #expect(abs(try #require(places.min()) - (52 + Double(notes.lowerBound - 36) * semitone)) < 0.01)
      #expect(abs(try #require(places.max()) - (52 + Double(notes.upperBound - 35) * semitone)) < 0.01)
    }
  }

  /// Four trials of one note are worth fewer than five full ones.
  @Test func `too few trials draw no threshold`() async throws {
    let profile = await Self.profile(notes: [60], each: 4)
    let picture = await Self.picture(profile, notes: try MIDINote(60)...MIDINote(72))
    #expect(picture.description == "C4–C5: Too few answers for a threshold")
    #expect(picture.svgElement().matches(of: /<polyline points="[^"]*" fill="none" class="s-series-0"/).isEmpty)
  }

  private static let languages = [ProfileWords.english, .german].map { KeyboardPicture.Texts($0) }

  @Test(arguments: states.map(\.name), languages)
  func `texts do not touch in either language`(state: String, texts: KeyboardPicture.Texts) async throws {
    let made = try #require(Self.states.first { $0.name == state })
    let profile = await Self.profile(notes: made.notes, each: made.each)
    let picture = await Self.picture(profile, notes: try MIDINote(36)...MIDINote(84), texts: texts)
    #expect(picture.textBoxes.count > 5)
    expectReadable(picture.textBoxes, in: (960, 400), "\(state), \(texts.title)")
  }

  @Test func `an interval that goes on above the picture ends in an arrow`() async throws {
    func arrows(_ high: Double?) async throws -> Int {
      let threshold = SmoothedThreshold(
        note: 60, trials: 40, effectiveTrials: 40, threshold: 20, interval: ConfidenceInterval(low: 10, high: high))
      let picture = KeyboardPicture(
        of: await ListenerProfile(of: "P07", [], jobs: 1), thresholds: [threshold],
        notes: try MIDINote(60)...MIDINote(72), texts: Self.texts)
      // The tip lies on the upper edge.
      return picture.svgElement().matches(of: /<polyline points="[0-9.]+,69 [0-9.]+,64 [0-9.]+,69"/).count
    }
    #expect(try await arrows(30) == 0)
    #expect(try await arrows(300) == 1)
    #expect(try await arrows(nil) == 1)
  }

  @Test func `dots grow with the number of trials`() async throws {
    func threshold(_ note: Int, trials: Int) -> SmoothedThreshold {
      SmoothedThreshold(
        note: note, trials: trials, effectiveTrials: Double(trials), threshold: 20,
        interval: ConfidenceInterval(low: 10, high: 30))
    }
    let picture = KeyboardPicture(
      of: await ListenerProfile(of: "P07", [], jobs: 1),
      thresholds: [threshold(60, trials: 8), threshold(65, trials: 32), threshold(70, trials: 72)],
      notes: try MIDINote(60)...MIDINote(72), texts: Self.texts)
    let radii = picture.svgElement().matches(of: /<circle [^>]*r="([0-9.]+)" class="f-series-0"/).compactMap {
      Double($0.output.1)
    }
    // The last dot is the legend's. Beyond the smallest, the area is in proportion to the trials.
    #expect(radii.count == 4)
    let areas = radii.prefix(3).map { ($0 - 2) * ($0 - 2) }
    #expect(abs(areas[1] / areas[0] - 4) < 0.05 && abs(areas[2] / areas[0] - 9) < 0.1, "\(radii)")
  }

  /// A true tilt from 33 to 8 cents is drawn as one, whatever differences the procedure presented.
  @Test func `a tilted profile is drawn tilted`() async throws {
    var random = RandomStream(seed: 5)
    let trials = (0..<1960).map { trial in
      let note = 36 + trial % 49
      let jnd = 33 * pow(8.0 / 33, Double(note - 36) / 48)
      let size = 5 + 30 * random.unit()
      let offset = random.unit() < 0.5 ? size : -size
      return ProfiledComparison(
        session: 1, reference: note, target: note, offset: offset,
        isHigher: random.unit() < erfc(-offset / (jnd / 0.67449 * 2.0.squareRoot())) / 2, sessionTimestamp: nil)
    }
    let profile = await ListenerProfile(of: "P07", trials, jobs: 1)
    let found = await profile.smoothedThresholds(jobs: 1)
    let (low, high) = (try #require(found.first?.threshold), try #require(found.last?.threshold))
    #expect((22...50).contains(low) && (5...12).contains(high), "\(low) and \(high)")
  }

  @Test func `finer hearing is drawn nearer the keys`() async throws {
    func line(_ threshold: Double) async throws -> Double {
      let svg = try await Self.picture(threshold, size: .preview).svgElement()
      let path = try #require(
        svg.firstMatch(of: /<polyline points="[0-9.]+,([0-9.]+) [^"]*" fill="none" class="s-series-0"/))
      return try #require(Double(path.output.1))
    }
    let (fine, coarse) = (try await line(4), try await line(30))
    #expect(fine > coarse && fine < 74)
  }

  @Test(arguments: [21...108, 60...61, 61...63, 0...5, 120...127])
  func `a keyboard has an octave at least and ends with white keys`(notes: ClosedRange<Int>) async throws {
    let range = try MIDINote(notes.lowerBound)...MIDINote(notes.upperBound)
    let picture = await Self.picture(await Self.profile(notes: [], each: 0), notes: range)
    let keys = picture.svgElement().matches(of: /<rect x="([0-9.]+)" y="272" width="([0-9.]+)"/)
    #expect(keys.count >= 13)
    #expect(abs((keys.compactMap { Double($0.output.1) }.min() ?? 0) - 52) < 0.01)
  }

  @Test(arguments: [
    "<script>alert(1)</script>", "\"quoted\" 'twice'", "`touch /tmp/peach-keyboard`", "\u{202e}gnirts\u{2066}",
    "two\nlines\u{1b}[31m", "]]><!--&amp;", String(repeating: "long ", count: 500),
  ])
  func `hostile text stays text`(text: String) async throws {
    let texts = KeyboardPicture.Texts(
      title: text, empty: text, tooFew: text, threshold: text, dots: text, cents: text, nearer: text)
    for notes in [[], [60, 61]] {
      let profile = await Self.profile(text, notes: notes, each: 30)
      let picture = await Self.picture(profile, notes: try MIDINote(48)...MIDINote(72), texts: texts)
      let elements = try Elements(picture.svg)
      #expect(
        elements.names.isSubset(of: ["svg", "title", "desc", "style", "rect", "polygon", "polyline", "circle", "text"]))
      #expect(elements.references.isEmpty && elements.handlers.isEmpty)
      #expect(picture.svg.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 32 })
      #expect(!picture.svg.contains("\u{202e}") && !picture.svg.contains("\u{2066}"))
      #expect(picture.svg.utf8.count < 100_000)
      #expect(try picture.png().starts(with: [0x89, 0x50, 0x4e, 0x47]))
      #expect(!FileManager.default.fileExists(atPath: "/tmp/peach-keyboard"))
    }
  }

  @Test func `a figure has a text alternative, and is dark in a dark viewer`() async throws {
    let picture = try await Self.picture(12.34)
    #expect(picture.title == "Profile: P07")
    #expect(
      picture.description
        == "C4–C5, cents, threshold and 95 % interval: C4 12.3 (8.64–18.5), F4 40 (30–50). nearer to the keys: "
        + "smaller, so better.")
    let svg = picture.svgElement(id: "k1")
    #expect(svg.contains("role=\"img\" aria-labelledby=\"k1-title\" aria-describedby=\"k1-description\""))
    #expect(svg.contains("<title id=\"k1-title\">Profile: P07</title>"))
    #expect(svg.contains("@media screen and (prefers-color-scheme:dark)"))
    #expect(try picture.png() != picture.png(isDark: true))
  }
}
