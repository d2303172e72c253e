import CProcess
import Foundation
import PeachAudio
import Testing

@Suite struct RecorderTests {
  private var openDescriptors: Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.count ?? 0
  }

  @Test func `a recorder that cannot start leaves no descriptor open`() {
    // No program takes an argument of this length.
    let device = SoundDevice(String(repeating: "x", count: 200_000))
    let before = openDescriptors
    for _ in 1...400 {
      #expect(throws: SoundError.self) { try Recorder(device) }
    }
    // Other tests of this process open files meanwhile.
    #expect(openDescriptors - before < 200)
  }

  @Test func `both ends of a pipe are closed on exec from the beginning, and both wait`() {
    var ends: [Int32] = [-1, -1]
    #expect(peach_pipe(&ends, -1) == 0)
    for end in ends {
      #expect(fcntl(end, F_GETFD) == FD_CLOEXEC)
      #expect(fcntl(end, F_GETFL) & O_NONBLOCK == 0)
      close(end)
    }
  }
}
