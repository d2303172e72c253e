import PeachAnalysis
import PeachFitting
import PeachSupport
import Testing

/// Tables whose columns are called as other programs call them.
@Suite struct NamesOfOthersTests {
  private func read(
    _ text: String, _ reading: Reading = .accuracy, by: [String] = [], naming: NamedColumns = NamedColumns(),
    mark: DecimalMark? = nil
  ) throws -> Observations {
    var ways = Observations.Ways()
    ways.naming = naming
    ways.mark = mark
    let format = try DelimitedFormat.find(in: Array(text.utf8), isWhole: true, file: "d.csv")
    var reader = DelimitedReader(file: "d.csv", format: format)
    let table = Formatted(table: try reader.take(Array(text.utf8), isLast: true), format: format)
    try reader.check()
    return try Observations.read(table, reading: reading, by: by, ways)
  }

  /// A table of a text whose separator was found.
  private struct Formatted: ObservationSource {
    var table: FieldTable
    var format: DelimitedFormat?

    var source: String { table.source }
    var columns: [String] { table.columns }
    var headerLine: Int { table.headerLine }
    var isEmpty: Bool { table.count == 0 }
    func hasValues(_ column: Int) -> Bool { table.hasValues(column) }
    func sample(_ column: Int) -> [String] { table.sample(column) }
    func forEachPart(_ body: (any ObservationTable) -> Void) { body(table) }
  }

  private func problem(
    _ text: String, _ reading: Reading = .accuracy, _ naming: NamedColumns = NamedColumns(), mark: DecimalMark? = nil
  ) -> String {
    do {
      let read = try read(text, reading, naming: naming, mark: mark)
      return "read: \(read.groups.map(\.counts.bins))"
    } catch {
      return "\(error)"
    }
  }

  @Test(
    arguments: [
      ("StimLevels,NumPos,OutOfNum\n5,8,10\n", "level from 'StimLevels', n from 'OutOfNum', k from 'NumPos'"),
      ("x,ncorrect,ntrials\n5,8,10\n", "level from 'x', n from 'ntrials', k from 'ncorrect'"),
      ("stimulus,N,hits\n5,10,8\n", "level from 'stimulus', n from 'N', k from 'hits'"),
      (
        "Stimulus_Level,n_trials,n_correct\n5,10,8\n",
        "level from 'Stimulus_Level', n from 'n_trials', k from 'n_correct'"
      ),
      ("intensity,n,corr_mean\n5,10,0.8\n", "level from 'intensity', k/n from 'corr_mean'"),
      ("Level_dB,n,k\n5,10,8\n", "level from 'Level_dB'"),
    ])
  func `counts are found under the names of other programs, with a note`(text: String, taken: String) throws {
    let read = try read(text)
    #expect(read.groups.map(\.counts.bins) == [[bin(5, 10, 8)]])
    #expect(read.taken == taken)
  }

  @Test(
    arguments: [
      ("intensity,response\n5,1\n7,0\n", "level from 'intensity', correct from 'response'"),
      (
        "trials.intensity,key_resp.corr,trials.response\n5,1,0\n7,0,1\n",
        "level from 'trials.intensity', correct from 'key_resp.corr'"
      ),
      ("x,y\n5,TRUE\n7,FALSE\n", "level from 'x', correct from 'y'"),
      ("LEVEL,Correct\n5,True\n7,False\n", "level from 'LEVEL', correct from 'Correct'"),
      ("level,accuracy\n5,1.0\n7,0.0\n", "correct from 'accuracy'"),
      ("level,resp\n5,yes\n7,No\n", "answer from 'resp'"),
      (
        "Pegel (dB);Richtig\n5;wahr\n7;falsch\n",
        "columns between semicolons, level from 'Pegel (dB)', correct from 'Richtig'"
      ),
      // A picture and a key are neither level nor answer.
      ("stimulus,x,response,corr\nface.png,5,f,1\nhouse.png,7,j,0\n", "level from 'x', correct from 'corr'"),
    ])
  func `trials are found under the names of other programs, with a note`(text: String, taken: String) throws {
    let read = try read(text)
    #expect(read.groups.map(\.counts.bins) == [[bin(5, 1, 1), bin(7, 1, 0)]])
    #expect(read.taken == taken)
  }

  @Test func `Peach's own names come first, without a note`() throws {
    let read = try read("level_dB,correct,stimulus,response,x\n5,1,3,0,1\n7,0,3,1,1\n")
    #expect(read.groups.map(\.counts.bins) == [[bin(5, 1, 1), bin(7, 1, 0)]])
    #expect(read.taken == nil && read.unit == "dB")
  }

  @Test func `in the direction reading 1 is higher`() throws {
    let text = "x,response\n-5,0\n5,1\n7,1\n"
    #expect(try read(text, .direction).groups.map(\.counts.bins) == [[bin(-5, 1, 0), bin(5, 1, 1), bin(7, 1, 1)]])
    #expect(try read(text, .direction).taken == "level from 'x', answer from 'response'")
    let named = try read("level,key\n-5,lower\n5,HIGHER\n", .direction, naming: NamedColumns(answer: "key"))
    #expect(named.groups.map(\.counts.bins) == [[bin(-5, 1, 0), bin(5, 1, 1)]])
  }

  @Test func `a column called correct is never read as higher`() throws {
    let signed = try read("offset_cents,corr\n-5,1\n-7,0\n5,1\n", .direction)
    #expect(signed.groups.map(\.counts.bins) == [[bin(-7, 1, 1), bin(-5, 1, 0), bin(5, 1, 1)]])
    #expect(signed.taken == "offset from 'offset_cents', correct from 'corr'")
    #expect(
      problem("x,Accuracy\n-5,1\n5,1\n", .direction) == """
        d.csv:1:1: --reading direction needs the columns answer (higher, lower) and offset_UNIT, got x, Accuracy
          hint: without --reading direction, Peach fits the proportion of correct answers
        """)
    for (names, column) in [
      ("ntrials,ncorrect", "ncorrect"), ("n,Hits", "Hits"), ("n,treffer", "treffer"), ("n,corr_mean", "corr_mean"),
    ] {
      #expect(
        problem("offset_cents,\(names)\n-5,10,1\n5,10,1\n", .direction) == """
          d.csv:1:1: \(column) counts correct answers, but --reading direction needs the number of answers higher
            hint: name that column with --k COLUMN; or leave out --reading direction, and Peach fits the \
          proportion of correct answers
          """)
    }
    let said = try read("offset,n,hits\n-5,10,1\n5,10,9\n", .direction, naming: NamedColumns(positives: "hits"))
    #expect(said.groups.map(\.counts.bins) == [[bin(-5, 10, 1), bin(5, 10, 9)]])
    let positive = try read("offset,n,NumPos\n-5,10,1\n5,10,9\n", .direction)
    #expect(positive.groups.map(\.counts.bins) == [[bin(-5, 10, 1), bin(5, 10, 9)]])
  }

  @Test func `at an offset 1 may be correct or higher, which is asked`() throws {
    let text = "offset_cents,response\n-5,1\n7,1\n"
    #expect(
      problem(text) == """
        d.csv:1:1: response: the answer 1 may mean correct, or higher
          hint: --correct response if it means correct, --reading direction if it means higher
        """)
    let correct = try read(text, naming: NamedColumns(correct: "response"))
    #expect(correct.groups.map(\.counts.bins) == [[bin(5, 1, 1), bin(7, 1, 1)]])
    #expect(try read(text, .direction).groups.map(\.counts.bins) == [[bin(-5, 1, 1), bin(7, 1, 1)]])
    #expect(try read("offset,corr\n-5,1\n").groups.map(\.counts.bins) == [[bin(5, 1, 1)]])
  }

  @Test(
    arguments: [
      ("Level,Correct,level_time\n1,1,33\n2,0,35\n", "Level, level_time"),
      ("intensity,offset_time,corr\n1,33,1\n2,35,0\n", "offset_time, intensity"),
      ("intensity,level_order,corr\n1,1,1\n2,2,0\n", "level_order, intensity"),
      ("level,offset_time,correct\n1,33,1\n2,35,0\n", "level, offset_time"),
    ])
  func `two columns that may be the level are asked for`(text: String, names: String) throws {
    #expect(
      problem(text) == """
        d.csv:1:1: expected one column of levels, got \(names)
          hint: choose one with --level COLUMN
        """)
    let level = text.hasPrefix("i") ? "intensity" : text.hasPrefix("L") ? "Level" : "level"
    let said = try read(text, naming: NamedColumns(level: level))
    #expect(said.groups.map(\.counts.bins) == [[bin(1, 1, 1), bin(2, 1, 0)]])
  }

  @Test func `a level with trailing text is reported`() throws {
    #expect(try read("level_time,corr\n1,1\n").taken == "level from 'level_time', correct from 'corr'")
    let signed = try read("intensity,offset_dB,correct\n9,-1,1\n", naming: NamedColumns(level: "offset_dB"))
    #expect(signed.groups.map(\.counts.bins) == [[bin(1, 1, 1)]] && signed.unit == "dB")
  }

  @Test func `a column that counts the rows has no numbers of trials`() throws {
    let rows = try read("trials,intensity,hits\n1,5,1\n2,6,1\n3,7,0\n")
    #expect(rows.groups.map(\.counts.bins) == [[bin(5, 1, 1), bin(6, 1, 1), bin(7, 1, 0)]])
    #expect(rows.taken == "level from 'intensity', correct from 'hits'")
    let lone = try read("n,intensity,response\n1,5,1\n2,6,1\n1,7,0\n")
    #expect(lone.groups.map(\.counts.bins) == [[bin(5, 1, 1), bin(6, 1, 1), bin(7, 1, 0)]])
    #expect(lone.taken == "level from 'intensity', correct from 'response'")
    let both = try read("n,intensity,hits,corr\n1,5,1,1\n2,6,1,1\n1,7,0,0\n2,7,0,0\n")
    #expect(both.groups.map(\.counts.bins) == [[bin(5, 1, 1), bin(6, 1, 1), bin(7, 2, 0)]])
    // Ours are what they are called.
    #expect(try read("level,n,k\n5,1,1\n6,2,1\n7,3,0\n").groups[0].counts.bins.map(\.trials) == [1, 2, 3])
    #expect(try read("level,trials,hits\n5,1,1\n6,2,1\n7,3,2\n").groups[0].counts.bins.map(\.trials) == [1, 2, 3])
  }

  @Test func `counts in place of answers are named with their number of trials`() {
    #expect(
      problem("level,ntrials,correct\n1,50,26\n") == """
        d.csv:2:6: column 'correct': expected 1 or 0, got '26'
          hint: --n ntrials --k correct reads these as counts
        """)
  }

  @Test func `named columns are used in any file`() throws {
    let text = "level,correct,contrast,hit,n,k\n1,1,5,0,10,8\n2,1,7,1,10,9\n"
    let trials = try read(text, naming: NamedColumns(level: "contrast", correct: "hit"))
    #expect(trials.groups.map(\.counts.bins) == [[bin(5, 1, 0), bin(7, 1, 1)]])
    let counts = try read(text, naming: NamedColumns(level: "contrast", trials: "n", positives: "k"))
    #expect(counts.groups.map(\.counts.bins) == [[bin(5, 10, 8), bin(7, 10, 9)]])
    #expect(trials.taken == nil && counts.taken == nil)
    // Half of the counts is found.
    let half = try read("x,hits,shown\n5,8,10\n", naming: NamedColumns(trials: "shown"))
    #expect(half.taken == "level from 'x', k from 'hits'")
    #expect(
      problem(text, .accuracy, NamedColumns(level: "contrst", answer: "kye")) == """
        d.csv:1:1: --level: no column 'contrst'
          hint: did you mean 'contrast'?
        d.csv:1:1: --answer: no column 'kye'
          hint: columns here: level, correct, contrast, hit, n, k
        """)
    #expect(
      problem("level,corr\n1,\n", .accuracy, NamedColumns(correct: "corr"))
        == "d.csv:1:1: --correct: no values in column corr")
  }

  @Test(
    arguments: [
      (
        "easy.intensity,hard.intensity,correct\n1,2,1\n",
        "expected one column of levels, got easy.intensity, hard.intensity\n  hint: choose one with --level COLUMN"
      ),
      (
        "level,first.corr,second.corr\n1,1,0\n",
        "expected one column of answers, got first.corr, second.corr\n  hint: choose it with --correct COLUMN or --answer COLUMN"
      ),
      (
        "x,ntrials,hits,corr\n1,10,5,1\n",
        "expected counts or trials, got ntrials, hits, corr\n  hint: for counts add --n COLUMN and --k COLUMN; "
          + "for trials add --correct COLUMN"
      ),
      (
        "level,response\n1,f\n2,j\n",
        "missing column correct or answer, or columns n and k\n"
          + "  hint: columns here: level, response; assign them with --level, --correct, --answer, --n and --k"
      ),
      (
        "level,answers\n1,f\n",
        "missing column correct or answer, or columns n and k\n  hint: if you mean that column, add --answer answers"
      ),
      (
        "level,hits\n1,5\n",
        "missing column n, the number of trials\n"
          + "  hint: name it with --n COLUMN, or state one number for all rows with --n 40; columns here: level, hits"
      ),
      (
        "5,1\n6,0\n",
        "missing column correct or answer, or columns n and k\n  hint: the first line must name the columns, such as level,correct"
      ),
    ])
  func `an ambiguous column causes a question, and a missing one is named`(text: String, message: String) {
    #expect(problem(text).contains("d.csv:1:1: " + message), "\(problem(text))")
  }

  @Test func `rows of other parts of a session are skipped and counted`() throws {
    let text = "screen,intensity,corr\nhello,,\ntrial,5,1\n,NaN,null\ntrial,7,0\nbye,None,\n"
    let read = try read(text)
    #expect(read.groups.map(\.counts.bins) == [[bin(5, 1, 1), bin(7, 1, 0)]])
    #expect(
      read.taken == "level from 'intensity', correct from 'corr'; 3 rows with neither a level nor an answer are skipped"
    )
    #expect(read.notes == [])
    let own = try self.read("screen,level,correct\nhello,,\ntrial,5,1\n")
    #expect(own.taken == nil && own.notes == ["1 row with neither a level nor an answer is left out"])
    #expect(
      try self.read("level,corr\n5,\n6,1\n").warnings == [
        "1 row without answer is left out; add --refuse-missing to stop at such rows"
      ])
  }

  @Test func `a proportion is of a whole number of answers`() throws {
    #expect(
      try read("x,n,corr_mean\n5,15,0.67\n6,3,1.0\n").groups.map(\.counts.bins) == [[bin(5, 15, 10), bin(6, 3, 3)]])
    #expect(
      problem("x,n,corr_mean\n5,15,0.72\n6,10,80\n") == """
        d.csv:2:6: column 'corr_mean': 0.72 of 15 answers is 10.8, which is not a whole number
          hint: check n; if the counts are in a column, --k COLUMN names it
        d.csv:3:6: column 'corr_mean': expected a proportion from 0 to 1, got '80'
        """)
  }

  // MARK: Numbers

  @Test func `the levels set the decimal mark`() throws {
    let read = try read("x;n;k\n1,5;10,0;3\n2;10;8\n")
    #expect(read.groups.map(\.counts.bins) == [[bin(1.5, 10, 3), bin(2, 10, 8)]])
    #expect(read.taken == "columns between semicolons, decimals with a comma, level from 'x'")
    // Of what is not read decimals may be others.
    let other = try self.read("x;n;k;version\n1,5;10;3;2.4\n2;10;8;2.5\n")
    #expect(other.groups.map(\.counts.bins) == [[bin(1.5, 10, 3), bin(2, 10, 8)]])
    let quoted = try self.read("level,correct\n\"1,5\",1\n\"2,25\",0\n")
    #expect(quoted.groups.map(\.counts.bins) == [[bin(1.5, 1, 1), bin(2.25, 1, 0)]])
    #expect(quoted.taken == "decimals with a comma")
  }

  @Test func `a mark that may be decimal or thousands causes a question`() throws {
    let commas = "level\tn\tk\n1,000\t10\t3\n12,500\t10\t8\n"
    #expect(
      problem(commas) == """
        d.csv:1:1: level: '1,000' may be 1 or 1000
          hint: add --decimal , for the first number or --decimal . for the second
        """)
    #expect(try read(commas, mark: .comma).groups[0].counts.bins == [bin(1, 10, 3), bin(12.5, 10, 8)])
    #expect(try read(commas, mark: .point).groups[0].counts.bins == [bin(1000, 10, 3), bin(12_500, 10, 8)])
    let points = "level;n;k\n1.250;10;3\n2.500;10;8\n"
    #expect(
      problem(points) == """
        d.csv:1:1: level: '1.250' may be 1.25 or 1250
          hint: add --decimal . for the first number or --decimal , for the second
        """)
    #expect(try read(points, mark: .comma).groups[0].counts.bins == [bin(1250, 10, 3), bin(2500, 10, 8)])
    // One that is no thousand tells.
    #expect(
      try read("level\tn\tk\n0,125\t9\t3\n1,250\t9\t8\n").groups[0].counts.bins == [bin(0.125, 9, 3), bin(1.25, 9, 8)])
    #expect(
      problem("level;n;k\n1,5;10;3\n2.5;10;8\n") == """
        d.csv:1:1: level: expected one decimal mark, got numbers with a point and numbers with a comma
          hint: state the decimal mark with --decimal . or --decimal , and Peach takes the other mark as a \
        separator of thousands
        """)
  }

  @Test func `counts that may be thousands are asked for where levels have no decimals`() {
    #expect(
      problem("level;n;k\n1;1.000;600\n2;2.000;900\n") == """
        d.csv:1:1: n: '1.000' may be 1 or 1000
          hint: add --decimal . for the first number or --decimal , for the second
        """)
  }

  @Test func `a number with the other mark is named`() {
    let rows = (1...300).map { "\($0),5;1\n" }.joined()
    #expect(
      problem("level;correct\n" + rows + "3.5;1\n") == """
        d.csv:302:1: column 'level': expected a finite number, got '3.5'
          hint: this table writes decimals with a comma: 3,5
        """)
  }

  // MARK: People and alternatives

  @Test(
    arguments: [
      ("participant", "Peach fits 2 participants together; --by participant fits each separately"),
      ("Subject ID", "Peach fits 2 subjects together; --by 'Subject ID' fits each separately"),
      ("observer", "Peach fits 2 observers together; --by observer fits each separately"),
      ("listener", "Peach fits 2 listeners together; --by listener fits each separately"),
      ("PROLIFIC_PID", "Peach fits 2 participants together; --by PROLIFIC_PID fits each separately"),
    ])
  func `people who are fitted together are noted`(column: String, note: String) throws {
    let text = "\(column),level,correct\nann,5,1\nzoe,6,1\n"
    #expect(try read(text).notes == [note])
    #expect(try read(text, by: [column]).notes == [])
    #expect(try read("\(column),level,correct\nann,5,1\nann,6,1\n").notes == [])
  }

  @Test func `a note names participants next to one run, and runs before participants`() throws {
    let rows = (1...300).map { "1,ann,\($0),1\n" }.joined() + "1,zoe,5,1\n"
    #expect(
      try read("run,participant,level,correct\n" + rows).notes == [
        "Peach fits 2 participants together; --by participant fits each separately"
      ])
    #expect(
      try read("run,listener,level,correct\na/1,a,5,1\na/2,a,6,0\nb/1,b,5,1\n").notes
        == ["Peach fits 3 runs together; --by run fits each separately"])
  }

  @Test func `the position of a mouse is neither a level nor an answer`() throws {
    let level = try read("mouse.x,mouse.y,level,corr\n1,0,5,1\n0,1,6,0\n")
    #expect(level.groups.map(\.counts.bins) == [[bin(5, 1, 1), bin(6, 1, 0)]])
    #expect(problem("mouse.x,mouse.y\n1,0\n0,1\n").contains("missing column level"))
  }

  @Test func `a column of alternatives applies to each group`() throws {
    let text = "ear,level,correct,alternatives\nleft,5,1,3\nleft,6,1,3.0\nright,5,1,\nright,6,1,4\nboth,5,1,\n"
    let read = try read(text, by: ["ear"])
    #expect(read.groups.map(\.alternatives) == [3, 4, nil])
    #expect(
      problem(text) == """
        d.csv:5:11: column 'alternatives': got 4 alternatives after 3 in line 2: their guess rates differ
          hint: --by alternatives fits each number of alternatives separately; --guess or --alternatives sets one \
        for all rows
        """)
    let each = try self.read(text, by: ["alternatives"])
    #expect(each.groups.map(\.key) == [["3"], ["3.0"], [""], ["4"]])
    #expect(each.groups.map(\.alternatives) == [3, 3, nil, 4])
    var ways = Observations.Ways()
    ways.needsAlternatives = false
    let table = try DelimitedText(text, file: "d.csv").table
    #expect(try Observations.read(table, reading: .accuracy, by: [], ways).groups.map(\.alternatives) == [nil])
    #expect(
      problem("level,correct,alternatives\n5,1,0\n6,1,101\n7,1,two\n") == """
        d.csv:2:5: column 'alternatives': expected a whole number from 1 to 100, got 0
          hint: 1 alternative means yes/no
        d.csv:3:5: column 'alternatives': expected a whole number from 1 to 100, got 101
          hint: 1 alternative means yes/no
        d.csv:4:5: column 'alternatives': expected a whole number from 0, got 'two'
        """)
  }
}
