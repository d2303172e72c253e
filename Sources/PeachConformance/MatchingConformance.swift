import Foundation
public import PeachListeners
import PeachPitch
import PeachSupport
public import PeachTrials
public import Testing

/// Checks the promises of every listener who tunes, and records each broken promise as an issue of the running test.
///
/// The listener leaves the control at a position of −1…1, after a finite time and a number of turns that are not
/// negative. It draws the same number of values on every trial, at most 1000. A seed determines its results, and a copy
/// has a memory of its own. If the listener states a truth, its errors agree with it.
///
/// The errors come from 4000 matchings in which the control reaches no end. The check compares their mean, their spread
/// and their slope over the initial offset with the truth, each with a false-alarm rate of 1e-9.
///
/// - Parameters:
///   - task: A task of kind matching, with notes; another task stops the program.
///   - seed: The seed of the listener's random numbers.
///   - sourceLocation: The line of the test that the issues name; by default the line of this call.
///
/// ```swift
/// checkMatchingListener(tuner, in: try TrialTask(parsing: "{kind: matching}"))
/// ```
public func checkMatchingListener(
  _ listener: any MatchingListener, in task: TrialTask, seed: UInt64 = 20_260_211,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  brokenPromises(of: listener, in: task, seed: seed).record(sourceLocation)
}

/// The promises that it breaks, in words.
package func brokenPromises(
  of listener: any MatchingListener, in task: TrialTask, seed: UInt64 = 20_260_211
) -> [String] {
  let check = MatchingCheck(listener: listener, task: task, seed: seed)
  check.leavesWhatCanBe()
  check.isDeterminedBySeed()
  check.forks()
  check.errsAsStated()
  return check.findings.messages
}

/// Checks the declaration of a listener who tunes, and records each broken promise as an issue of the running test.
///
/// - No text is empty, `kind` is a valid name, and `source` names every reference.
/// - Every parameter is declared once and has a meaning. Numbers that may have decimals have a unit, `1` for none.
/// - The settings are accepted. For each parameter, numbers outside the bounds, decimals in place of a whole number and
///   unknown words are refused, with a message that begins with "expected" and contains "got".
///
/// - Parameters:
///   - kind: The type of the listener.
///   - settings: Valid settings as in an experiment file, without `name` and `kind`.
///   - task: The task for which the settings are valid.
///   - sourceLocation: The line of the test that the issues name; by default the line of this call.
public func checkDeclaration(
  _ kind: any MatchingListenerDeclaration.Type, _ settings: Setting, in task: TrialTask,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  DeclarationCheck(
    texts: [kind.kind, kind.summary], source: kind.source, references: kind.references, settings: settings,
    parameters: Reader.describe { _ = kind.read($0, in: task) },
    problems: { settings in
      DeclarationCheck.problems { () throws(ConfigurationError) in
        _ = try settings.matchingListener(of: kind, in: task)
      }
    }
  ).run().record(sourceLocation)
}

private struct MatchingCheck {
  let listener: any MatchingListener
  let task: TrialTask
  let seed: UInt64
  let findings = Findings()

  private func matchings(_ count: Int) -> [PitchMatching] {
    var draws = MatchingDraws(task, using: RandomStream(seed: ~seed))
    return (0..<count).map { _ in draws.next() }
  }

  func leavesWhatCanBe() {
    var (listener, random) = (listener, RandomStream(seed: seed))
    var count: Int?
    for matching in matchings(157) {
      let before = random
      let tuned = listener.tune(matching, using: &random)
      findings.expect(-1...1 ~= tuned.position, "the control is left at \(tuned.position)")
      findings.expect(tuned.seconds >= 0 && tuned.seconds.isFinite, "it takes \(tuned.seconds) s")
      findings.expect(tuned.adjustments >= 0, "the direction changes \(tuned.adjustments) times")
      let drawn = drawCount(from: before, to: random)
      findings.expect(
        drawn != nil && (count == nil || count == drawn),
        "\(drawn.map(String.init) ?? "unknown") draws from \(matching.initialOffset.value), elsewhere \(count ?? 0)")
      count = drawn
    }
  }

  private func session(_ count: Int, _ listener: inout any MatchingListener) -> [TunedControl] {
    var random = RandomStream(seed: seed)
    return matchings(count).map { listener.tune($0, using: &random) }
  }

  func isDeterminedBySeed() {
    var (first, second) = (listener, listener)
    findings.expect(session(57, &first) == session(57, &second), "the same notes and seed are tuned in two ways")
  }

  func forks() {
    var stem = listener
    _ = session(31, &stem)
    var (whole, fork) = (stem, stem)
    let expected = session(57, &whole)
    _ = session(9, &fork)
    findings.expect(session(57, &stem) == expected, "a copy's matchings change the listener it was copied from")
  }

  func errsAsStated() {
    guard let truth = listener.truth else { return }
    var (listener, random) = (listener, RandomStream(seed: seed))
    let done = matchings(4000).map { matching -> (offset: Double, excess: Double) in
      var wide = matching
      wide.range = 1e6
      let error = wide.error(at: listener.tune(wide, using: &random).position).value
      let offset = matching.initialOffset.value
      return (offset, error - truth.constantError - truth.underAdjustment * offset)
    }
    let count = Double(done.count)
    // Of the normal distribution, 1e-9 to both sides.
    let reach = 6.11
    let spread = truth.variableError
    // What rounding leaves of positions on so long a control.
    let least = 1e-6
    let mean = done.reduce(0) { $0 + $1.excess } / count
    findings.expect(
      abs(mean) <= reach * spread / count.squareRoot() + least, "errors are \(mean) cents from the constant error")
    let squares = done.reduce(0) { $0 + $1.offset * $1.offset }
    let slope = done.reduce(0) { $0 + $1.offset * $1.excess } / squares
    findings.expect(
      abs(slope) <= reach * spread / squares.squareRoot() + least, "the slope is \(slope) from the under-adjustment")
    let deviation = (done.reduce(0) { $0 + $1.excess * $1.excess } / count).squareRoot()
    findings.expect(
      abs(deviation - spread) <= reach * spread / (2 * count).squareRoot() + least,
      "errors spread by \(deviation), not by \(spread)")
  }
}
