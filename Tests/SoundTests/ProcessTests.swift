import CProcess
import Foundation
import Testing

@Suite struct ProcessTests {
  @Test func `a file without a name is in no folder and can be written and read`() throws {
    let file = peach_unnamed_file("/tmp")
    defer { close(file) }
    #expect(file >= 0)
    var status = stat()
    #expect(fstat(file, &status) == 0)
    #expect(status.st_nlink == 0)
    #expect(write(file, "abc", 3) == 3)
    var bytes = [UInt8](repeating: 0, count: 8)
    #expect(pread(file, &bytes, 8, 0) == 3)
    #expect(peach_unnamed_file("/no/such/folder") == -1)
    #expect(errno == ENOENT)
  }

  @Test func `a program that is not there is an error of the call`() {
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("no-such-program"), nil]
    defer { free(arguments[0]) }
    var environment: [UnsafeMutablePointer<CChar>?] = [nil]
    #expect(peach_spawn("no-such-program", &arguments, &environment, 0, 1, 2) == -1)
    #expect(errno == ENOENT)
    #expect(peach_spawn("true", &arguments, &environment, 0, 1, -1) == -1)
    #expect(errno == EBADF)
  }

  /// Other tests open and close a few meanwhile.
  @Test func `starts that fail leave no descriptor open`() throws {
    var arguments: [UnsafeMutablePointer<CChar>?] = [nil]
    var environment: [UnsafeMutablePointer<CChar>?] = [nil]
    let before = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    for _ in 0..<500 { #expect(peach_spawn("no-such-program", &arguments, &environment, 0, 1, 2) == -1) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count < before + 250)
  }
}
