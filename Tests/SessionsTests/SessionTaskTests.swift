import Sessions
import Sound
import Testing
import Trials

/// A kind of trial that is not a comparison, in the very same loop.
@Suite struct SessionTaskTests {
  /// Player, responder, store and display of one session on a virtual clock. It turns by a third of what is left until
  /// less than a cent is, and takes a tenth of a second for each turn.
  private final class Tuner: Tuning.HeldNotePlayer, Responder, TrialStore, SessionDisplay {
    typealias Task = Tuning

    let clock = VirtualClock()
    var journal: [String] = []
    var stored: [Tuning.Record] = []
    /// What comes in place of the so-many-th input.
    var interruption: (place: Int, event: SessionInterruption)?
    private var inputs = 0
    private var offset = 0.0
    private var started: Double?

    func prepare(_ sound: RenderedSound) { journal.append("prepare") }
    func start() { started = clock.now }
    func hasStarted() -> Bool { clock.now >= (started ?? .infinity) + 0.002 }
    func delayed(by seconds: Double) -> SoundError { SoundError("nothing began") }
    func check() {}
    func play(_ sound: RenderedSound) { journal.append("tick") }
    func release() { journal.append("release") }
    func silence() { journal.append("silence") }

    func hold(at offset: Double) {
      self.offset = offset
      journal.append("hold \(offset)")
    }

    func tune(to offset: Double) {
      self.offset = offset
      journal.append("tune")
    }

    func wait(until moment: Double, for question: Question<Tuning>?) -> SessionEvent<Tuning.Input>? {
      guard question != nil else {
        clock.move(to: moment)
        return nil
      }
      // Not before 0.1 s after the last one; the loop looks at the player in between.
      guard moment >= next else {
        clock.move(to: moment)
        return nil
      }
      clock.move(to: next)
      inputs += 1
      next = clock.now + 0.1
      if let (place, event) = interruption, place == inputs {
        interruption = nil
        return .interruption(event)
      }
      return .input(abs(offset) < 1 ? .commit : .turn(-offset / 3), at: clock.now)
    }

    private var next = 0.0

    func suspend() { journal.append("suspended") }
    func store(_ record: Tuning.Record) { stored.append(record) }

    func show(_ state: Tuning.State, of trial: Tuning.Trial) {
      journal.append("\(state)")
      if state == .playingTunable { next = clock.now + 0.1 }
    }

    func tick() { journal.append("wrong") }
  }

  private func session(_ tuner: Tuner, _ offsets: [Double]) -> Session<Tuning> {
    Session(
      Tuning(offsets, tuner), most: nil,
      Session.Parts(clock: tuner.clock, player: tuner, responder: tuner, store: tuner, display: tuner))
  }

  @Test func `a held note follows every turn until the listener is content`() throws {
    let tuner = Tuner()
    let session = session(tuner, [9, -40])
    #expect(try session.run() == .finished)
    #expect(session.task.status == .finished(.trials))
    #expect(session.trials == 2)
    // 9 · (2/3)^6 = 0.79 cents, 40 · (2/3)^10 = 0.69.
    #expect(tuner.journal.count { $0 == "tune" } == 16)
    #expect(tuner.stored.map(\.number) == [1, 2])
    #expect(tuner.stored.allSatisfy { abs($0.error) < 1 && $0.error * $0.startOffset > 0 })
    // Six turns and the commit, a tenth of a second each.
    #expect(abs(tuner.stored[0].seconds - 0.7) < 1e-9)
    let first = tuner.journal.prefix { $0 != "release" }.filter { $0 != "tune" }
    #expect(first == ["prepare", "playingReference", "hold 9.0", "playingTunable"])
    #expect(!tuner.journal.contains("wrong"))
  }

  @Test(arguments: [SessionInterruption.suspend, .resumed])
  func `a trial that is interrupted is discarded whole and comes again as it was`(
    _ event: SessionInterruption
  ) throws {
    let plain = Tuner()
    _ = try session(plain, [9]).run()
    let tuner = Tuner()
    tuner.interruption = (4, event)
    #expect(try session(tuner, [9]).run() == .finished)
    #expect(tuner.stored == plain.stored)
    #expect(tuner.journal.filter { $0.hasPrefix("hold") } == ["hold 9.0", "hold 9.0"])
    #expect(tuner.journal.count { $0 == "prepare" } == 2)
    #expect(tuner.journal.contains("suspended") == (event == .suspend))
  }

  @Test func `leaving keeps what was finished, and the settings come back to the same trial`() throws {
    let tuner = Tuner()
    tuner.interruption = (10, .leave)
    let session = session(tuner, [9, 30])
    #expect(try session.run() == .left)
    #expect(tuner.stored.map(\.startOffset) == [9])
    #expect(tuner.journal.suffix(2) == ["silence", "idle"])
    tuner.interruption = (11, .settings)
    #expect(try session.run() == .settings)
    #expect(try session.run() == .finished)
    #expect(tuner.stored.map(\.startOffset) == [9, 30])
  }
}
