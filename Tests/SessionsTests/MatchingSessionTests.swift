import Glibc
import PeachAudio
import PeachPitch
import PeachSessions
import PeachStorage
import PeachTrials
import Testing

@Suite struct MatchingSessionTests {
  @Test func `the note follows every turn until the listener is content`() throws {
    let tuner = try ScriptedMatching()
    let session = try tuner.session(most: nil, count: 3)
    #expect(try session.run() == .finished)
    #expect(session.conditions[0].task.status == .finished(.trials))
    #expect(session.trials == 3)
    var draws = tuner.draws
    for (number, record) in tuner.stored.enumerated() {
      let asked = draws.next()
      #expect(record.trial == number + 1)
      #expect(record.reference == asked.reference.number && record.target == record.reference)
      #expect(record.initialOffset == asked.initialOffset.value)
      #expect(abs(record.error) < 1 && record.error * record.initialOffset > 0)
      #expect(record.adjustments == 0)
      #expect(record.heard.responseTime != nil)
      #expect(record.heard.referenceLevel == -12 && record.heard.targetLevel == -12)
      #expect(record.heard.sound == "sine" && record.heard.device == "test")
    }
    let first = tuner.journal.prefix { $0 != "release" }.filter { $0 != "tune" }
    #expect(first == ["prepare", "playingReferenceNote", "playingTunableNote"])
    #expect(!tuner.journal.contains("wrong") && !tuner.journal.contains("tick"))
  }

  @Test func `the sound is the tuning's interval plus the offset plus the error`() throws {
    let tuner = try ScriptedMatching([.init(.perfectFifth, .down)])
    _ = try tuner.session(most: 1).run()
    let record = tuner.stored[0]
    #expect(record.interval == "perfect-fifth-down" && record.target == record.reference - 7)
    let right = 440 * exp2((Double(record.target) - 69) / 12)
    #expect(abs(1200 * log2(tuner.heard[0] / right) - record.initialOffset) < 1e-9)
    #expect(abs(1200 * log2(try #require(tuner.heard.last) / right) - record.error) < 1e-9)
  }

  /// The bug of the original, 2026-02-26 to 03-05: the control mapped onto the correct pitch, so that one who did nothing
  /// was perfect.
  @Test func `a control that was not touched is no perfect match`() throws {
    let tuner = try ScriptedMatching()
    tuner.inputs = []
    _ = try tuner.session(most: 20).run()
    #expect(tuner.stored.allSatisfy { $0.error == $0.initialOffset && $0.adjustments == 0 })
    #expect(tuner.stored.count { abs($0.error) > 10 } > 10)
  }

  @Test func `the control moves the note by its range from where it began, and no farther`() throws {
    let tuner = try ScriptedMatching(offset: 20)
    tuner.inputs = [.move(to: 1), .turn(cents: 5), .commit, .move(to: -3), .commit, .move(to: 0.5), .commit]
    _ = try tuner.session(most: 3).run()
    let moved = tuner.stored.map { $0.error - $0.initialOffset }
    #expect(zip(moved, [20, -20, 10]).allSatisfy { abs($0 - $1) < 1e-12 })
  }

  @Test func `adjustments are changes of direction, not moves`() throws {
    let tuner = try ScriptedMatching()
    tuner.inputs = [
      .turn(cents: 5), .turn(cents: 5), .turn(cents: -3), .turn(cents: -1), .turn(cents: 2), .turn(cents: 0), .commit,
    ]
    _ = try tuner.session(most: 1).run()
    #expect(tuner.stored[0].adjustments == 2)
  }

  @Test func `feedback is the error in whole cents`() throws {
    let tuner = try ScriptedMatching()
    tuner.inputs = [.commit]
    _ = try tuner.session(most: 1).run()
    let cents = Int(tuner.stored[0].initialOffset.rounded())
    #expect(tuner.journal.contains("showingFeedback(cents: \(cents))"))
  }

  // MARK: Interruptions

  @Test(arguments: [SessionInterruption.suspend, .resumed])
  func `a matching that is interrupted is discarded whole and comes again as it was`(
    _ event: SessionInterruption
  ) throws {
    let plain = try ScriptedMatching()
    _ = try plain.session(most: 1).run()
    let tuner = try ScriptedMatching()
    tuner.interruption = (4, event)
    #expect(try tuner.session(most: 1).run() == .finished)
    #expect(tuner.stored.map(\.error) == plain.stored.map(\.error))
    #expect(tuner.stored.map(\.initialOffset) == plain.stored.map(\.initialOffset))
    #expect(tuner.journal.count { $0 == "prepare" } == 2)
    #expect(tuner.heard.count { $0 == tuner.heard[0] } == 2)
    #expect(tuner.journal.contains("suspended") == (event == .suspend))
  }

  @Test func `leaving keeps finished trials, and the settings return to the same matching`() throws {
    let plain = try ScriptedMatching()
    _ = try plain.session(most: 2).run()
    let inputs = plain.journal.prefix { $0 != "release" }.count { $0 == "tune" } + 1
    let tuner = try ScriptedMatching()
    tuner.interruption = (inputs + 3, .settings)
    let session = try tuner.session(most: 2)
    #expect(try session.run() == .settings)
    #expect(tuner.stored.map(\.error) == [plain.stored[0].error])
    #expect(tuner.journal.suffix(3) == ["silence", "prepare", "silence"] || tuner.journal.last == "idle")
    #expect(try session.run() == .finished)
    #expect(tuner.stored.map(\.initialOffset) == plain.stored.map(\.initialOffset))
    let left = try ScriptedMatching()
    left.interruption = (inputs + 3, .leave)
    #expect(try left.session(most: 2).run() == .left)
    #expect(left.stored.count == 1)
    #expect(left.journal.suffix(2) == ["silence", "idle"])
  }

  // MARK: Simulated listeners

  /// Leaves the control where it is told, trial by trial.
  private struct Puppet: MatchingListener {
    var controls: [TunedControl]
    mutating func tune(_ matching: PitchMatching, using random: inout RandomStream) -> TunedControl {
      controls.removeFirst()
    }
  }

  @Test func `a model leaves the control at its position, with its changes of direction and response time`() throws {
    let positions = [0.0, 1, -1, 0.3, -0.02, 0.01]
    for adjustments in 0...5 {
      let controls = positions.enumerated().map { place, position in
        TunedControl(position: position, adjustments: adjustments, seconds: 0.5 * Double(place + 1))
      }
      let tuner = try ScriptedMatching()
      let responder = SimulatedResponder(
        MatchingAnswerer(Puppet(controls: controls), random: RandomStream(seed: SipHash.Words(1, 2))),
        sleep: { [clock = tuner.clock] moment in
          clock.move(to: moment)
          return nil
        })
      let stimuli = NoteStimuli(
        task: tuner.task, timbre: Sine(), sampleRate: .hz44100, level: try AmplitudeDB(-12), ramp: try Ramp(0.01))
      let session = Session(
        MatchingTask(tuner.draws, until: .trials(1000), stimuli: stimuli), most: controls.count,
        Session.Parts(clock: tuner.clock, player: tuner, responder: responder, store: tuner, display: tuner))
      #expect(try session.run() == .finished)
      for (record, control) in zip(tuner.stored, controls) {
        #expect(record.error == record.initialOffset + control.position * 100)
        #expect(record.adjustments == adjustments, "\(control)")
        #expect(record.heard.responseTime == control.seconds)
      }
    }
  }

  @Test func `a model that is cut short meets the matching again with the same draws`() throws {
    struct Drawing: MatchingListener {
      mutating func tune(_ matching: PitchMatching, using random: inout RandomStream) -> TunedControl {
        TunedControl(position: 2 * random.unit() - 1, adjustments: 2, seconds: 1)
      }
    }
    func errors(interruptedAt moment: Double?) throws -> [Double] {
      let tuner = try ScriptedMatching()
      var due = moment
      let responder = SimulatedResponder(
        MatchingAnswerer(Drawing(), random: RandomStream(seed: SipHash.Words(3, 4))),
        sleep: { [clock = tuner.clock] moment in
          if let at = due, moment >= at {
            due = nil
            clock.move(to: at)
            return .resumed
          }
          clock.move(to: moment)
          return nil
        })
      let stimuli = NoteStimuli(
        task: tuner.task, timbre: Sine(), sampleRate: .hz44100, level: try AmplitudeDB(-12), ramp: try Ramp(0.01))
      let session = Session(
        MatchingTask(tuner.draws, until: .trials(4), stimuli: stimuli), most: nil,
        Session.Parts(clock: tuner.clock, player: tuner, responder: responder, store: tuner, display: tuner))
      _ = try session.run()
      return tuner.stored.map(\.error)
    }
    let plain = try errors(interruptedAt: nil)
    #expect(plain.count == 4 && Set(plain).count == 4)
    // In the reference note, between two moves, and after the last.
    for moment in [0.5, 1.6, 2.2, 4.9] { #expect(try errors(interruptedAt: moment) == plain) }
  }
}
