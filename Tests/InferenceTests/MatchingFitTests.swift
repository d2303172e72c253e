import PeachFitting
import PeachTrials
import Testing

/// The numbers are those of numpy.linalg.lstsq and of scipy.optimize (SciPy 1.17.1: Nelder–Mead to 1e-11, brentq along
/// profiles), made for this test.
@Suite struct MatchingFitTests {
  private let offsets = [
    -93.5, -71.2, -55.8, -40.1, -22.6, -8.3, 3.9, 17.4, 35.2, 48.7, 66.1, 82.4, 91.3, 97.8,
  ]
  private let errors = [-4.2, 3.1, -9.6, 2.2, 7.7, -1.3, 11.4, 5.8, 16.9, 1.5, 13.6, 4.4, 20.1, 8.8]

  /// - Parameter range: Of a control that stops the errors; nil for none.
  private func notes(range: Double? = nil) -> [MatchedNote] {
    zip(offsets, errors).map { offset, error in
      let stopped = range.map { min(offset + $0, max(offset - $0, error)) } ?? error
      return MatchedNote(note: 60, initialOffset: offset, error: stopped, range: range)
    }
  }

  private func check(
    _ figure: MatchingFit.Figure?, _ value: Double, _ low: Double, _ high: Double, within tolerance: Double,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let figure = try #require(figure, sourceLocation: location)
    let found = [figure.value, try #require(figure.interval.low), try #require(figure.interval.high)]
    for (found, expected) in zip(found, [value, low, high]) {
      #expect(abs(found - expected) <= tolerance * abs(expected), "\(found), not \(expected)", sourceLocation: location)
    }
  }

  @Test func `a control that is never at its end leaves least squares with exact intervals`() throws {
    for range in [nil, 300.0] {
      let fit = MatchingFit(notes(range: range))
      #expect(fit.status == .ok)
      #expect(fit.trials == 14)
      #expect(fit.censored == 0)
      try check(fit.constantError, 4.80962382, 1.0504059457934898, 8.568841688157795, within: 1e-8)
      try check(fit.underAdjustment, 0.08635338, 0.024731111032160018, 0.14797565119310138, within: 1e-7)
      try check(fit.variableError, 6.353565463461239, 4.5560527520469, 10.488053768806283, within: 1e-12)
    }
  }

  @Test func `errors at an end of the control are at least so far`() throws {
    let fit = MatchingFit(notes(range: 75))
    #expect(fit.status == .ok)
    #expect(fit.censored == 3)
    try check(fit.constantError, 5.089601221454415, 0.6240795425396903, 9.448545632650358, within: 1e-7)
    try check(fit.underAdjustment, 0.09100991263124066, 0.002215511834972776, 0.1661375750429305, within: 1e-6)
    try check(fit.variableError, 6.727282489883258, 4.679628199956777, 12.11240042699056, within: 1e-7)
  }

  @Test func `a listener without scatter has a line and intervals of no width`() throws {
    let exact = offsets.map { MatchedNote(note: 60, initialOffset: $0, error: 3.3 + 0.25 * $0, range: 100) }
    let fit = MatchingFit(exact)
    #expect(fit.status == .ok)
    #expect(fit.variableError == MatchingFit.Figure(value: 0, interval: ConfidenceInterval(low: 0, high: 0)))
    try check(fit.constantError, 3.3, 3.3, 3.3, within: 1e-12)
    try check(fit.underAdjustment, 0.25, 0.25, 0.25, within: 1e-12)
    // One at the end, where the line would have gone beyond.
    let stopped = exact + [MatchedNote(note: 60, initialOffset: -99, error: -24, range: 75)]
    let other = MatchingFit(stopped)
    #expect(other.censored == 1)
    #expect(other.constantError == fit.constantError)
  }

  @Test func `too few matchings, or one offset, have a status and no figures`() {
    let two = MatchingFit(Array(notes().prefix(2)))
    #expect(two.status == .tooFewTrials)
    #expect(two.trials == 2)
    #expect(two.constantError == nil && two.variableError == nil && two.underAdjustment == nil)
    let ends = notes(range: 75).filter { $0.error == -18.5 || $0.error > 20.5 || $0.initialOffset < -60 }
    #expect(MatchingFit(ends).status == .tooFewTrials)
    let one = (0..<9).map { MatchedNote(note: 60, initialOffset: 50, error: Double($0 * $0), range: nil) }
    #expect(MatchingFit(one).status == .oneOffset)
    #expect(MatchingFit([]).status == .tooFewTrials)
  }

  @Test func `each note is fitted separately`() {
    var all = notes()
    for place in all.indices where place % 3 == 0 { all[place].note = 48 }
    let analysis = MatchingAnalysis(of: all)
    #expect(analysis.all == MatchingFit(notes()))
    #expect(analysis.notes.map(\.note) == [48, 60])
    #expect(analysis.notes[0].fit == MatchingFit(all.filter { $0.note == 48 }))
    #expect(analysis.notes.map(\.fit.trials) == [5, 9])
  }
}
