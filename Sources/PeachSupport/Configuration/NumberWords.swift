extension Int {
  /// The number as a sentence writes it: `two` to `nine` in words, other numbers in digits.
  package var spelled: String {
    let words = ["two", "three", "four", "five", "six", "seven", "eight", "nine"]
    return words.indices.contains(self - 2) ? words[self - 2] : String(self)
  }
}
