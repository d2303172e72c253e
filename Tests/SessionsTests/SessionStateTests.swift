import Sessions
import Testing

@Suite struct SessionStateTests {
  @Test func `feedback tells right, wrong and neither apart`() {
    let states: [SessionState] = [true, false, nil].map { .showingFeedback(isCorrect: $0) }
    #expect(Set(states).count == 3)
  }
}
