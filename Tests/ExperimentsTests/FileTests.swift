import Glibc
import PeachExperiments
import PeachSimulation
import PeachSupport
import Testing

/// Files that are no text, or no YAML that is read.
@Suite struct FileTests {
  /// What reading a file of these bytes says, its folder left out.
  private func message(of bytes: [UInt8]) throws -> String {
    var template = Array("/tmp/peach-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    try #require(descriptor >= 0)
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer { unlink(path) }
    try #require(write(descriptor, bytes, bytes.count) == bytes.count)
    close(descriptor)
    do {
      _ = try Experiment.read(path)
      return "read"
    } catch {
      return "\(error)".replacing(path, with: "x.yaml")
    }
  }

  @Test func `a missing file and a directory cannot be read`() {
    let missing = #expect(throws: InputError.self) { try Experiment.read("/tmp/no-such-experiment.yaml") }
    #expect(missing?.description == "/tmp/no-such-experiment.yaml: cannot be read: No such file or directory")
    let directory = #expect(throws: InputError.self) { try Experiment.read("/tmp") }
    #expect(directory?.description == "/tmp: cannot be read: it is a directory")
  }

  @Test func `a file that is not UTF-8 is named by the line of the first other byte`() throws {
    let latin = Array("name: t\nquestion: caf".utf8) + [0xe9, 0x0a]
    #expect(
      try message(of: latin) == "x.yaml:2:1: expected UTF-8 text, got other bytes\n  hint: save the file as UTF-8")
  }

  @Test func `a byte order mark and line ends of Windows are no part of the text`() throws {
    let windows = Files.comparison.replacing("\n", with: "\r\n")
    #expect(try message(of: [0xef, 0xbb, 0xbf] + Array(windows.utf8)) == "read")
    #expect(try Files.plan(windows).digest == Files.plan(Files.comparison).digest)
  }

  @Test(
    arguments: [
      ("", "1:1: expected keys and values, got an empty file"),
      ("# nothing\n", "1:1: expected keys and values, got an empty file"),
      ("- name: t\n", "1:1: expected a mapping, got a list"), ("hello\n", "1:1: expected a mapping, got 'hello'"),
      ("name: t\n\u{0}", "2:1: not valid YAML: control characters are not allowed"),
      ("name: t\nquestion: a\u{7}\n", "2:1: not valid YAML: control characters are not allowed"),
      ("[a, b]: 5\n", "1:1: expected a word as key, got a list"),
      (
        "task: {kind: comparison\n",
        "2:1: not valid YAML: did not find expected ',' or '}'"
          + "\n  hint: indent with spaces, and put text with ': ' or ' #' in quotes"
      ),
      (
        "question: why: this\n",
        "1:14: not valid YAML: mapping values are not allowed in this context"
          + "\n  hint: indent with spaces, and put text with ': ' or ' #' in quotes"
      ),
      (
        "task:\n\tkind: comparison\n",
        "2:1: not valid YAML: a tab cannot indent"
          + "\n  hint: indent with spaces; expand -t 2 x.yaml prints the file with spaces for tabs"
      ),
      ("name: t\n---\nname: u\n", "2:1: expected one document, got another after it\n  hint: remove the line ---"),
    ])
  func `anything but a mapping of keys is rejected`(text: String, message: String) {
    #expect(Files.problems(text) == "x.yaml:" + message)
  }

  @Test(arguments: ["!!float 5", "! 5", "!local 5", "!<tag:yaml.org,2002:int> 5"])
  func `tags are not allowed`(value: String) {
    #expect(
      Files.problems("jnd: 5", "jnd: \(value)")
        == "x.yaml:5:38: tags are not allowed\n  hint: write the value without its tag")
  }

  @Test(
    arguments: [
      ("jnd: 5", "jnd: 5, jnd: 6", "5:41", "jnd"), ("seed: 1", "seed: 1\nseed: 1", "3:1", "seed"),
      ("factor: 2", "factor: 2, after-reversals: {2: 1.5, \"2\": 1.2}", "7:107", "2"),
    ])
  func `a key is given once`(old: String, new: String, place: String, key: String) {
    #expect(Files.problems(old, new) == "x.yaml:\(place): key given twice: \(key)\n  hint: keep one of them")
  }

  @Test func `marks of anchors, tags and brackets in texts are text`() throws {
    let question = "a & b" + String(repeating: " *x", count: 30) + String(repeating: " [", count: 150) + " !y"
    #expect(try Files.plan("question: '\(question)'\n" + Files.comparison).question == question)
  }

  @Test(
    arguments: [
      (String(repeating: "[", count: 150), "1:101"), (String(repeating: "[", count: 100_000), "1:1"),
      ("a: " + String(repeating: "{a: ", count: 200), "1:400"),
      (String(repeating: "- ", count: 100_000), "1:201"), (String(repeating: "? ", count: 100_000), "1:201"),
      ((0..<1100).map { String(repeating: " ", count: $0) + "a:\n" }.joined(), "101:101"),
    ])
  func `a file that nests deeper than any experiment is refused`(text: String, place: String) {
    #expect(Files.problems(text) == "x.yaml:\(place): expected at most 100 mappings and lists inside each other")
  }

  @Test func `a file has at most 100000 values and 4 MB`() {
    #expect(
      Files.problems("a: [" + String(repeating: "1,", count: 100_001) + "]")
        == "x.yaml:1:199999: expected at most 100000 values in a file")
    #expect(
      Files.problems(String(repeating: "x", count: 4_000_001))
        == "x.yaml:1:1: expected at most 4 MB of text, got 4000001 bytes")
  }
}
