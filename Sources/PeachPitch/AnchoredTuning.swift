/// A tuning whose intervals are the same above every note: the reference note sounds as in equal temperament, and the
/// interval is built on it. Down is the reciprocal of up.
package protocol AnchoredTuning: TuningSystem {
  /// The size of an interval upwards.
  func size(of interval: MusicalInterval) -> Cents
}

extension AnchoredTuning {
  package func size(of interval: DirectedInterval, above reference: MIDINote) -> Cents {
    let size = size(of: interval.interval)
    return interval.direction == .up ? size : -size
  }
}
