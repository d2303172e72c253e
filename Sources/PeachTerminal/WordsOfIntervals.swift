package import PeachPitch

extension Words {
  /// An interval as a listener sees it: "Perfect Fifth Up", "Reine Quinte aufwärts".
  package func interval(_ interval: DirectedInterval) -> String {
    guard language == .german else { return interval.title }
    let name = Self.germanIntervals[interval.interval.semitones]
    return interval == .prime ? name : name + (interval.direction == .up ? " aufwärts" : " abwärts")
  }

  private static let germanIntervals = [
    "Prime", "Kleine Sekunde", "Große Sekunde", "Kleine Terz", "Große Terz", "Reine Quarte", "Tritonus",
    "Reine Quinte", "Kleine Sexte", "Große Sexte", "Kleine Septime", "Große Septime", "Oktave",
  ]
}
