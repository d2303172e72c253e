extension Words {
  /// A signed error in whole cents: "+4 cents".
  package func signedError(cents: Int) -> String {
    let sign = cents > 0 ? "+" : cents < 0 ? "−" : ""
    return "\(sign)\(abs(cents)) \(unit(of: cents))"
  }

  /// An error as it is read aloud: "4 cents sharp", "27 cents flat", "Dead center".
  package func spokenError(cents: Int) -> String {
    cents == 0 ? deadCenter : "\(abs(cents)) \(unit(of: cents)) \(cents > 0 ? sharp : flat)"
  }

  private func unit(of cents: Int) -> String { abs(cents) == 1 ? cent : self.cents }
}
