import Glibc
import PeachExperiments
import PeachPitch
import PeachSimulation
import PeachSupport
import PeachTrials
import Testing

@Suite struct ResponsesTests {
  private func comparison() throws -> TrialTask { try Files.plan(Files.comparison).cells[0].task }
  private func level() throws -> TrialTask { try Files.plan(Files.level).cells[0].task }

  /// Reads a file of this text; what is wrong with it names it "r.csv".
  private func read(_ text: String, for task: TrialTask) throws -> [Trace.Answer] {
    var template = Array("/tmp/peach-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    try #require(descriptor >= 0)
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer { unlink(path) }
    let bytes = Array(text.utf8)
    try #require(write(descriptor, bytes, bytes.count) == bytes.count)
    close(descriptor)
    do {
      return try Responses.read(path, for: task)
    } catch let error as ConfigurationError {
      throw ConfigurationError(
        error.problems.map { problem in
          var problem = problem
          problem.place.file = "r.csv"
          return problem
        })
    }
  }

  private func problems(_ text: String, for task: TrialTask) throws -> String {
    let error = #expect(throws: ConfigurationError.self) { try read(text, for: task) }
    return try #require(error).description
  }

  @Test func `ones and zeros are positive and negative answers`() throws {
    let answers = try Responses.read("1101", for: comparison())
    #expect(answers == [true, true, false, true].map { Trace.Answer(.positive($0)) })
    #expect(try Responses.read("10", for: level()) == [true, false].map { Trace.Answer(.positive($0)) })
  }

  @Test func `h and l are higher and lower, where there is a higher`() throws {
    #expect(try Responses.read("hlh", for: comparison()) == [true, false, true].map { Trace.Answer(.higher($0)) })
    let error = #expect(throws: ConfigurationError.self) { try Responses.read("hl", for: level()) }
    #expect(
      error?.description == "--responses:1:1: expected 1 and 0, because forced-choice has no answers higher and lower")
  }

  @Test func `answers may be copied from a list`() throws {
    for text in ["1,0,1", "1, 0, 1", "1,0,1,"] {
      #expect(try Responses.read(text, for: level()) == [true, false, true].map { Trace.Answer(.positive($0)) })
    }
    #expect(try Responses.read("h,l", for: comparison()) == [true, false].map { Trace.Answer(.higher($0)) })
  }

  @Test func `both kinds of letters at once are refused`() throws {
    let error = #expect(throws: ConfigurationError.self) { try Responses.read("11h0", for: comparison()) }
    #expect(error?.description == "--responses:1:1: expected only 1 and 0, or only h (higher) and l (lower), got both")
  }

  @Test func `anything else is a file, or is refused where it does not look like one`() throws {
    let error = #expect(throws: InputError.self) { try Responses.read("/tmp/no-such.csv", for: comparison()) }
    #expect(error?.description == "/tmp/no-such.csv: cannot be read: No such file or directory")
    for text in ["", "11x1", "1 1 0"] {
      let refused = #expect(throws: ConfigurationError.self) { try Responses.read(text, for: comparison()) }
      #expect(
        refused?.description
          == "--responses:1:1: expected answers (1 and 0, or h and l) or a CSV file, got '\(text)'")
    }
  }

  @Test func `a table contains presented levels and answers`() throws {
    let answers = try read(
      """
      reference_note,interval,offset_cents,answer,correct
      60,perfect-fifth-up,-12.5,lower,1
      C#4,,,higher,
      ,,25,,0

      """, for: comparison())
    #expect(answers.count == 3)
    #expect(answers[0].meaning == .higher(false))
    #expect(answers[0].reference == (try MIDINote(60)))
    #expect(answers[0].interval == DirectedInterval(.perfectFifth, .up))
    #expect(answers[0].level == 12.5)
    #expect(answers[0].isSharp == false)
    #expect(answers[1].meaning == .higher(true))
    #expect(answers[1].reference == (try MIDINote(61)))
    #expect(answers[1].level == nil && answers[1].interval == nil && answers[1].isSharp == nil)
    #expect(answers[2].meaning == .correct(false))
    #expect(answers[2].level == 25)
    #expect(answers[2].isSharp == true)
  }

  @Test func `a table of a task without notes has levels in its unit, or plain`() throws {
    #expect(try read("level_dB,correct\n-3,1\n", for: level()).map(\.level) == [-3])
    #expect(
      try read("level,answer\n4,yes\n5,no\n", for: level()).map(\.meaning) == [.positive(true), .positive(false)])
  }

  @Test func `a table without answers is refused`() throws {
    #expect(
      try problems("level,n\n1,2\n", for: comparison()) == """
        r.csv:1:1: missing column answer or correct
          hint: columns here: level, n
        """)
  }

  @Test func `every wrong field is named by its line`() throws {
    #expect(
      try problems(
        """
        reference_note,interval,offset_cents,level_cents,answer,correct
        60,prime,10,10,higher,1
        200,prime,10,10,higher,1
        60,octav,1O,10,lower,0

        60,prime,10,0,lower,0
        60,prime,10,10,up,1
        60,prime,10,10,,true
        60,prime,nan,,,1
        """, for: comparison()) == """
          r.csv:3:1: expected a note, got '200'
          r.csv:4:1: expected an interval, got 'octav'
          r.csv:4:1: expected a number, got '1O'
          r.csv:6:1: expected a level > 0 on a log axis, got 0
          r.csv:7:1: expected higher, lower, yes or no, got 'up'
          r.csv:8:1: expected an answer (higher, lower, yes, no) or correct (1, 0), got 'true'
          r.csv:9:1: expected a number, got 'nan'
          """)
  }
}
