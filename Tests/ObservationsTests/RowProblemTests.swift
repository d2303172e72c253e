import PeachAnalysis
import PeachFitting
import Testing

@Suite struct RowProblemTests {
  @Test func `every wrong level is named by its line`() {
    #expect(
      problems(
        """
        level_cents,correct
        5,1
        five,1
        "1,5",1
        NaN,1
        inf,0
        -Infinity,0
        1e999,0
        0x10,0
        12 cents,0
        ,1
        NA,1
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa,1

        """) == """
          d.csv:3:1: column 'level_cents': expected a finite number, got 'five'
          d.csv:4:1: column 'level_cents': expected a finite number, got '1,5'
            hint: write decimals with a point: 1.5
          d.csv:5:1: column 'level_cents': missing; expected a number
          d.csv:6:1: column 'level_cents': expected a finite number, got 'inf'
          d.csv:7:1: column 'level_cents': expected a finite number, got '-Infinity'
          d.csv:8:1: column 'level_cents': expected a finite number, got '1e999'
          d.csv:9:1: column 'level_cents': expected a finite number, got '0x10'
          d.csv:10:1: column 'level_cents': expected a finite number, got '12 cents'
          d.csv:11:1: column 'level_cents': missing; expected a number
          d.csv:12:1: column 'level_cents': missing; expected a number
          d.csv:13:1: column 'level_cents': expected a finite number, got 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…'
          """)
  }

  @Test func `levels too large for arithmetic are rejected, and all others are read`() throws {
    #expect(
      problems("level,n,k\n1.1e100,9,3\n-1e101,9,3\n9e-101,9,3\n-1e-300,9,3\n4e-324,9,3\n") == """
        d.csv:2:1: column 'level': expected 0, or a number between 1e-100 and 1e100 in size, got '1.1e100'
          hint: use a unit in which levels are nearer to 1
        d.csv:3:1: column 'level': expected 0, or a number between 1e-100 and 1e100 in size, got '-1e101'
          hint: use a unit in which levels are nearer to 1
        d.csv:4:1: column 'level': expected 0, or a number between 1e-100 and 1e100 in size, got '9e-101'
          hint: use a unit in which levels are nearer to 1
        d.csv:5:1: column 'level': expected 0, or a number between 1e-100 and 1e100 in size, got '-1e-300'
          hint: use a unit in which levels are nearer to 1
        d.csv:6:1: column 'level': expected 0, or a number between 1e-100 and 1e100 in size, got '4e-324'
          hint: use a unit in which levels are nearer to 1
        """)
    let read = try observations("level,n,k\n1e100,9,3\n-1e-100,9,3\n0,9,3\n")
    #expect(read.groups[0].counts.bins.map(\.level) == [-1e-100, 0, 1e100])
  }

  @Test func `every wrong response is named by its line`() {
    #expect(
      problems(
        """
        offset,answer,correct,trial_kind
        5,higher,2,
        5,higher,right,
        5,,,
        5,up,,
        5,lower,1,
        0,,x,
        five,,nope,test
        5,higher,1,tset
        5,higher,1,Test

        """) == """
          d.csv:2:10: column 'correct': expected 1 or 0, got '2'
            hint: for counts use the columns n (trials) and k (correct answers)
          d.csv:3:10: column 'correct': expected 1 or 0, got 'right'
          d.csv:4:4: column 'correct': missing; expected 1 or 0
          d.csv:5:3: column 'answer': expected higher, lower, yes or no, got 'up'
          d.csv:6:9: column 'correct': expected 0 for the answer lower at offset 5, got 1
            hint: higher is correct if the offset is above 0
          d.csv:7:4: column 'correct': expected 1 or 0, got 'x'
          d.csv:8:1: column 'offset': expected a finite number, got 'five'
          d.csv:8:7: column 'correct': expected 1 or 0, got 'nope'
          d.csv:9:12: column 'trial_kind': expected a kind of trial (test, noise, catch or comfort), got 'tset'
          d.csv:10:12: column 'trial_kind': expected a kind of trial (test, noise, catch or comfort), got 'Test'
          """)
  }

  @Test func `an answer that is missing, where there is no correct`() {
    #expect(
      problems("level,answer\n5,yes\n6,\n") == "d.csv:3:3: column 'answer': missing; expected higher, lower, yes or no")
  }

  @Test func `noise among the signals is noticed`() {
    #expect(
      problems("level,answer,correct\n5,yes,1\n0,no,1\n") == """
        d.csv:3:6: column 'correct': expected 0 for the answer no, got 1
          hint: for a trial without a signal, set the column trial_kind to noise
        """)
  }

  @Test func `two kinds of answers in one column are reported once`() {
    #expect(
      problems("offset,answer\n5,higher\n\n6,yes\n7,no\n8,lower\n") == """
        d.csv:4:3: column 'answer': got 'yes' after 'higher' in line 2
          hint: fit the answers higher and lower separately from the answers yes and no
        """)
  }

  @Test func `higher and lower with an unsigned level are reported once`() {
    #expect(
      problems("level_cents,answer\n5,higher\n6,lower\n") == """
        d.csv:2:3: column 'answer': whether higher or lower is correct depends on the sign of the offset, and there \
        is no offset
          hint: add column correct or offset_UNIT, or read signed levels with --reading direction
        """)
  }

  @Test func `levels of 0 and less are refused where the fit needs those above`() throws {
    let text = "level,correct\n5,1\n0,1\n-3,0\n"
    #expect(
      problems(text, positiveLevelsFor: "--log-level") == """
        d.csv:3:1: column 'level': expected a level above 0 for --log-level, got 0
          hint: fit without --log-level, or remove these rows
        d.csv:4:1: column 'level': expected a level above 0 for --log-level, got -3
          hint: fit without --log-level, or remove these rows
        """)
    #expect(
      problems("level,n,k\n0,5,1\n", positiveLevelsFor: "--function weibull") == """
        d.csv:2:1: column 'level': expected a level above 0 for --function weibull, got 0
          hint: fit without --function weibull, or remove these rows
        """)
    // What is not fitted needs no level above 0.
    let read = try observations(
      "offset,answer,trial_kind\n0,higher,\n-3,lower,\n0,,noise\n", positiveLevelsFor: "--log-level")
    #expect(read.groups[0].levels == levels([trial(3, true)]))
  }

  @Test func `data with nothing left to fit are reported with the reasons`() {
    #expect(
      problems("level,answer,trial_kind\n0,yes,noise\n0,no,noise\n9,yes,catch\n")
        == "d.csv:1:1: nothing to fit: 1 catch trial is left out, 2 noise trials are left out")
  }

  @Test func `at most twenty problems are reported`() throws {
    let rows = (1...1000).map { "\($0),x\n" }.joined()
    let lines = try #require(problems("level,correct\n" + rows)).split(separator: "\n")
    #expect(lines.count == 21)
    #expect(lines[0] == "d.csv:2:3: column 'correct': expected 1 or 0, got 'x'")
    #expect(lines[19] == "d.csv:21:4: column 'correct': expected 1 or 0, got 'x'")
    #expect(lines[20] == "and 980 more problems")
  }

  @Test func `ragged rows and stray quotes come first`() {
    #expect(
      problems("level,correct\n5\n1,5,1\nfive,1\n\"5\"x,1\n\"6,1\n") == """
        d.csv:2:1: expected 2 fields, got 1
        d.csv:3:1: expected 2 fields, got 3
          hint: write decimals with a point, and put text with a comma in quotes
        d.csv:5:1: expected a comma or the end of the line after a closing quote
          hint: write a quote within quotes twice
        d.csv:6:1: a quote is opened but never closed
        """)
  }
}
