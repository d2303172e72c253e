import Glibc
import PeachTerminal
import Testing

@Suite struct SignalsTests {
  private func handler(of number: Int32) -> Int {
    var action = sigaction()
    sigaction(number, nil, &action)
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
  }

  @Test func `asking whether a signal is ignored changes nothing`() {
    let number: Int32 = 50
    let before = handler(of: number)
    defer { signal(number, SIG_DFL) }
    #expect(before == unsafeBitCast(SIG_DFL, to: Int.self))
    #expect(!Signals.isIgnored(number))
    signal(number) { _ in }
    let ours = handler(of: number)
    #expect(ours != before)
    #expect(!Signals.isIgnored(number))
    #expect(handler(of: number) == ours)
    signal(number, SIG_IGN)
    #expect(Signals.isIgnored(number))
    #expect(handler(of: number) == unsafeBitCast(SIG_IGN, to: Int.self))
  }
}
