import Foundation
import PeachExperiments
import PeachPitch
import PeachSimulation
import PeachStorage
import PeachSupport
import PeachTrials
import Testing

/// Programs beside us in the place of strategies and listeners.
@Suite struct ProcessRunTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "experiments/process")

  init() { ProgramPermission.give() }

  /// One cell, its programs looked for in a folder.
  private func plan(listener: String, strategy: String, in folder: URL = folder, trials: Int = 60) throws -> Plan {
    try Experiment.parse(
      """
      name: sample
      seed: 42
      task: {kind: comparison, notes: [C2, C6]}
      listeners: [{name: ann, \(listener)}]
      strategies: [{name: s, \(strategy)}]
      stop: {trials: \(trials)}
      replicates: 40
      keep-trials: 40
      """, file: folder.appending(path: "sample.yaml").path
    ).plan
  }

  private func runs(_ plan: Plan, _ replicates: ClosedRange<Int> = 1...40) throws -> BatchRecord {
    try #require(plan.batch(of: 0, plan.cellRecords[0], replicates))
  }

  private static let builtIn = "kind: weighted-up-down, start: 100, target: 0.75, step: {factor: 1.414}"
  private static let gaussian = "kind: gaussian, jnd: 12, lapse: 0.02, bias: 1"

  @Test func `the strategy in Python is the one that is built in, trial for trial`() throws {
    let own = try runs(try plan(listener: Self.gaussian, strategy: Self.builtIn))
    let python = try runs(
      try plan(
        listener: Self.gaussian,
        strategy:
          "kind: process, command: [python3, strategy.py], target: 0.75, settings: {start: 100, target: 0.75, factor: 1.414}"
      ))
    #expect(own.trials.count == 40 * 60)
    #expect(python.trials == own.trials)
    #expect(python.runs == own.runs)
    #expect(python.estimates == own.estimates)
  }

  @Test func `the listener in Python is the one that is built in, draw for draw`() throws {
    let own = try runs(try plan(listener: Self.gaussian, strategy: Self.builtIn))
    let python = try runs(
      try plan(
        listener:
          "kind: process, command: [python3, listener.py], settings: {jnd: 12, lapse: 0.02, bias: 1}, truth: {\(Self.gaussian)}",
        strategy: Self.builtIn))
    #expect(python.trials == own.trials)
    #expect(python.runs == own.runs)
    #expect(python.estimates == own.estimates)
  }

  // MARK: Several tracks at a time

  @Test(arguments: [2, 7, 64])
  func `several tracks at a time give the same runs`(tracks: Int) throws {
    let own = try runs(try plan(listener: Self.gaussian, strategy: Self.builtIn))
    let python = try runs(
      try plan(
        listener:
          "kind: process, command: [python3, listener.py], tracks: \(tracks), settings: {jnd: 12, lapse: 0.02, bias: 1}, truth: {\(Self.gaussian)}",
        strategy:
          "kind: process, command: [python3, strategy.py], tracks: \(tracks), target: 0.75, settings: {start: 100, target: 0.75, factor: 1.414}"
      ))
    #expect(python.trials == own.trials)
    #expect(python.runs == own.runs)
    #expect(python.estimates == own.estimates)
  }

  /// Keeps its tracks apart, and goes wrong at the sixth trial of a track whose seed is a multiple of 3, in a way of its
  /// first argument. It answers the second of two messages first.
  private static let partlyFaulty = """
    import json, os, select, sys, time
    tracks = {}
    def reply(line):
        message = json.loads(line)
        track = message["track"]
        if message["type"] == "start":
            tracks[track] = [message["seed"] % 3 == 0, 0]
        elif message["type"] == "tell":
            tracks[track][1] += 1
        is_faulty, trials = tracks[track]
        answer = {"id": message["id"], "level": 10.0 + trials}
        if message["type"] == "estimate":
            answer = {"id": message["id"], "threshold": 10.0 + trials}
        elif is_faulty and trials == 5:
            if sys.argv[1] == "ends":
                raise ValueError("no such thing")
            elif sys.argv[1] == "hangs":
                time.sleep(60)
            elif sys.argv[1] == "other-id":
                answer["id"] = 7000000
            elif sys.argv[1] == "far":
                answer["level"] = 1e3
        return json.dumps(answer) + "\\n"
    while line := sys.stdin.buffer.readline():
        lines = [line]
        if sys.stdin.buffer.peek(1) if select.select([0], [], [], 0)[0] else False:
            lines.insert(0, sys.stdin.buffer.readline())
        for line in lines:
            sys.stdout.write(reply(line))
        sys.stdout.flush()
    """

  @Test(arguments: [
    ("ends", "ended with status 1 instead of an answer to 'tell'"), ("hangs", "did not answer 'tell' in 2 s"),
    ("other-id", "answered with id 7000000, for which no message waits"),
    ("far", "asked for level 1000, outside its limits [0.1, 100]"),
  ])
  func `an error stops only the run in which it occurs`(what: String, fault: String) throws {
    let folder = try Folder()
    try Data(Self.partlyFaulty.utf8).write(to: folder.url.appending(path: "faulty.py"))
    let plan = try plan(
      listener: Self.gaussian,
      strategy: "kind: process, command: [python3, faulty.py, \(what)], tracks: 5, timeout: 2, limits: [0.1, 100]",
      in: folder.url, trials: 8)
    let batch = try runs(plan, 1...16)
    #expect(batch.runs.map(\.replicate) == Array(1...16))
    let faulty = batch.runs.filter { $0.failure != nil }
    // The seed of a program is the first number of the strategy's stream.
    let names = StreamNames(seed: plan.seed, listener: "ann", strategy: "s")
    let expected = (1...16).filter { replicate in
      var streams = names.streams(replicate: replicate)
      return (streams.strategy.next() >> 11) % 3 == 0
    }
    #expect(faulty.map(\.replicate) == expected)
    #expect(!expected.isEmpty && expected.count < 16)
    #expect(
      faulty.allSatisfy { $0.failure?.contains(fault) == true && $0.trials == 5 }, "\(faulty.first?.failure ?? "")")
    let whole = batch.runs.filter { $0.failure == nil }
    #expect(whole.allSatisfy { $0.trials == 8 })
    let own = batch.estimates.filter { $0.estimator == 0 && !expected.contains($0.replicate) }
    #expect(own.allSatisfy { $0.threshold == 18 })
  }

  // MARK: Both next answers ahead

  private static let ahead =
    "kind: process, command: [python3, strategy.py], target: 0.75, settings: {start: 100, target: 0.75, factor: 1.414, "
    + "ahead: true}"

  @Test(arguments: [(1, "stop: {trials: 60}"), (7, "stop: {trials: 60}"), (1, "comfort: {after-errors: 2, level: 90}")])
  func `a strategy that announces both next answers gives the same runs`(tracks: Int, more: String) throws {
    let own = try runs(try plan(listener: Self.gaussian, strategy: "\(Self.builtIn), \(more)"))
    let python = try runs(
      try plan(
        listener:
          "kind: process, command: [python3, listener.py], tracks: \(tracks), settings: {jnd: 12, lapse: 0.02, bias: 1}, truth: {\(Self.gaussian)}",
        strategy: "\(Self.ahead), tracks: \(tracks), \(more)"))
    #expect(python.trials == own.trials)
    #expect(python.runs == own.runs)
    #expect(python.estimates == own.estimates)
  }

  @Test func `a copy of a strategy that announces continues as the first one would have`() throws {
    let cell = try #require(try plan(listener: Self.gaussian, strategy: Self.ahead).cells.first)
    guard case .trials(let factory, _) = cell.work else {
      Issue.record("no trials")
      return
    }
    func play<S: ComparisonStrategy>(_ strategy: S, _ streams: Streams) throws -> ([Double], [Double]) {
      var (strategy, streams) = (strategy, streams)
      func levels(_ strategy: inout S, _ answers: [Bool]) throws -> [Double] {
        try answers.map { isRight in
          let comparison = try #require(try strategy.ask(after: 0))
          strategy.update(
            CompletedComparison(comparison, Answer(isHigher: isRight == (comparison.offset > 0))), using: &streams)
          return abs(comparison.offset)
        }
      }
      _ = try levels(&strategy, [true, true, false, true])
      var copy = strategy
      let later = [true, false, true, true, false, true]
      let first = try levels(&strategy, later)
      let second = try levels(&copy, later)
      #expect(copy.estimates == strategy.estimates)
      #expect(copy.fault == nil && strategy.fault == nil)
      return (first, second)
    }
    var streams = StreamNames(seed: 1, listener: "ann", strategy: "s").streams(replicate: 1)
    let (first, second) = try play(factory.make(using: &streams), streams)
    #expect(first == second)
    #expect(Set(first).count > 3)
  }

  /// Announces 10 cents after each response, and says something else in a way of its first argument. With `waits` it
  /// answers the second trial only once a file exists.
  private static let announcing = """
    import json, os, sys, time
    what, trials = sys.argv[1], 0
    ends = {"threshold": 12.5}
    for line in sys.stdin:
        message = json.loads(line)
        trials = 0 if message["type"] == "start" else trials + 1
        answer = {"id": message["id"]}
        if trials == 0:
            answer["level"] = 10
        answer["ahead"] = {"true": {"level": 10, "estimate": ends}, "false": {"level": 10.0, "stop": False, "estimate": ends}}
        if what == "level" and trials == 3:
            answer["level"] = 11
        elif what == "stop" and trials == 3:
            answer["stop"] = True
        elif what == "estimate" and trials == 3:
            answer["estimate"] = {"threshold": 50}
        elif what == "types" and trials == 3:
            answer["ahead"] = [1]
        elif what == "names" and trials == 3:
            answer["ahead"] = {"True": {"level": 10}}
        elif what == "late":
            answer["estimate"] = dict(ends)
            answer["ahead"] = {"true": {"level": 10}, "false": {"level": 10}}
            if message["type"] == "estimate":
                raise ValueError("was asked")
        elif what == "last" and trials == 8:
            answer["reversals"] = 4
        elif what == "far" and trials == 3:
            answer["ahead"] = {"true": {"level": 1e3}, "false": {"level": 1e3}}
        elif what == "missing" and trials == 3:
            del answer["ahead"]
        elif what == "missing" and trials == 4:
            answer["level"] = 10
        elif what == "ends" and trials == 8:
            raise ValueError("no such thing")
        elif what == "waits-bare":
            answer["ahead"] = {"true": {"level": 10}, "false": {"level": 10}}
        if what.startswith("waits") and trials == 2:
            while not os.path.exists(sys.argv[2]):
                time.sleep(0.01)
        print(json.dumps(answer), flush=True)
    """

  @Test(arguments: [
    ("level", "answered 'tell' with another level or stop than it had announced"),
    ("stop", "answered 'tell' with another level or stop than it had announced"),
    ("estimate", "answered 'tell' with another estimate than it had announced"),
    ("last", "answered 'tell' with another number of reversals than it had announced"),
    ("types", "answered with an ahead that is not an object"),
    ("names", "answered with the unknown key 'True' in ahead; expected true and false"),
    ("far", "asked for level 1000, outside its limits [0.1, 100]"), ("ends", "ended with status 1"), ("missing", nil),
    ("late", nil),
  ])
  func `an answer that differs from the announced one is an error`(what: String, fault: String?) throws {
    let folder = try Folder()
    try Data(Self.announcing.utf8).write(to: folder.url.appending(path: "announcing.py"))
    let plan = try plan(
      listener: Self.gaussian,
      strategy: "kind: process, command: [python3, announcing.py, \(what)], limits: [0.1, 100]",
      in: folder.url, trials: 8)
    let batch = try runs(plan, 1...2)
    for run in batch.runs {
      #expect(fault.map { run.failure?.contains($0) == true } ?? (run.failure == nil), "\(run.failure ?? "no failure")")
    }
    if fault == nil { #expect(batch.estimates.filter { $0.estimator == 0 }.map(\.threshold) == [12.5, 12.5]) }
  }

  @Test(arguments: [
    "kind: interleaved, order: alternating, tracks: [{name: a, %}, {name: b, %}], stop: {trials: 16}",
    "kind: sequence, parts: [{strategy: {%}, trials: 8}, {strategy: {kind: random, level: 5}}], stop: {trials: 12}",
    "kind: sequence, parts: [{strategy: {%}, trials: 9}, {strategy: {kind: random, level: 5}}], stop: {trials: 8}",
  ])
  func `an error in the last answer to a part of a strategy is found too`(whole: String) throws {
    let folder = try Folder()
    try Data(Self.announcing.utf8).write(to: folder.url.appending(path: "announcing.py"))
    for (what, fault) in [
      ("ends", "ended with status 1"), ("last", "another number of reversals than it had announced"),
    ] {
      let part = "kind: process, command: [python3, announcing.py, \(what)], limits: [0.1, 100]"
      let plan = try plan(
        listener: Self.gaussian, strategy: whole.replacing("%", with: part), in: folder.url, trials: 100)
      for run in try runs(plan, 1...2).runs {
        #expect(run.failure?.contains(fault) == true, "\(what): \(run.failure ?? "no failure")")
      }
      let cell = try #require(plan.cells.first)
      let traced = Trace.follow(cell, seed: 1, answers: Array(repeating: .init(.correct(true)), count: 16))
      #expect(traced.fault?.contains(fault) == true, "\(what): \(traced.fault ?? "no fault")")
    }
  }

  @Test(arguments: ["waits", "waits-bare"]) func `nobody waits for a program that announced what follows`(
    what: String
  ) throws {
    let threshold = what == "waits" ? 12.5 : nil
    let folder = try Folder()
    try Data(Self.announcing.utf8).write(to: folder.url.appending(path: "announcing.py"))
    let file = folder.url.appending(path: "go")
    let plan = try plan(
      listener: Self.gaussian,
      strategy:
        "kind: process, command: [python3, announcing.py, \(what), '\(file.path)'], limits: [0.1, 100], timeout: 60, "
        + "estimate: \(what == "waits")",
      in: folder.url, trials: 8)
    guard case .trials(let factory, _)? = plan.cells.first?.work else {
      Issue.record("no trials")
      return
    }
    func play<S: ComparisonStrategy>(_ strategy: S, _ streams: Streams) throws {
      var (strategy, streams) = (strategy, streams)
      for trial in 1...8 {
        let comparison = try #require(try strategy.ask(after: trial - 1))
        let update = strategy.tell(
          CompletedComparison(comparison, Answer(isHigher: true, seconds: 0.5)), of: [], using: &streams)
        #expect(update.estimate?.threshold == threshold)
        // The program waits for the file before it answers the second trial, but its next level and estimate are known.
        if trial == 2 { #expect(FileManager.default.createFile(atPath: file.path, contents: nil)) }
      }
      #expect(strategy.fault == nil)
      #expect(strategy.estimates.first?.threshold == threshold)
    }
    var streams = StreamNames(seed: 1, listener: "ann", strategy: "s").streams(replicate: 1)
    try play(factory.make(using: &streams), streams)
  }

  // MARK: A program that hears

  private static let ear =
    "kind: process, command: [python3, ear.py], hears: true, draws: 6, settings: {noise: 2, lapse: 0.1}"

  /// One cell of a forced choice between noises, one of them louder.
  private func heardPlan(_ listener: String, task: String = "kind: forced-choice") throws -> Plan {
    try Experiment.parse(
      """
      name: heard
      seed: 42
      task:
        {\(task), unit: dB, sounds: {standard: {noise: {from: 200, to: 8000}, duration: 0.02, ramp: 2, level: -30}, target: {level: +x}}}
      listeners: [{name: ann, \(listener)}]
      strategies: [{name: s, kind: transformed-up-down, start: 8, limits: [0, 20], down: 2, step: {linear: 1}}]
      stop: {trials: 40}
      replicates: 3
      keep-trials: 3
      """, file: Self.folder.appending(path: "heard.yaml").path
    ).plan
  }

  /// Its file has 32 bits, so its energies differ from those of `energy` by 1e-6 dB at most.
  @Test func `the ear in Python is the energy detector that is built in, trial for trial`() throws {
    let own = try runs(try heardPlan("kind: energy, noise: 2, lapse: 0.1"), 1...3)
    let python = try runs(try heardPlan(Self.ear), 1...3)
    #expect(python.runs.allSatisfy { $0.failure == nil && $0.trials == 40 })
    #expect(Set(own.trials.map { $0.trial.isCorrect }).count == 2)
    #expect(python.trials == own.trials)
    #expect(python.estimates == own.estimates)
  }

  @Test func `a copy of a program that hears gets the same sounds again`() throws {
    let cell = try #require(try heardPlan(Self.ear).cells.first)
    var listener = try #require(cell.model).hearing(RunSounds(seed: 5, path: ["ann"], replicate: 2))
    var random = RandomStream(seed: 5)
    func answers(_ count: Int, _ level: Double) -> [Answer] {
      (0..<count).map { place in
        var comparison = Comparison(
          reference: cell.task.notes.lowerBound, interval: .prime, offset: level, level: Level(level))
        comparison.order = place % 2
        return listener.answer(comparison, using: &random)
      }
    }
    _ = answers(5, 3)
    let (copy, stream) = (listener, random)
    let first = answers(6, 2)
    (listener, random) = (copy, stream)
    #expect(answers(6, 2) == first)
    #expect(listener.fault == nil)
  }

  @Test(arguments: [
    ("kind: forced-choice", "answer['answer'] = 'fourth'", "without a known word for the key answer"),
    ("kind: yes-no", "answer['answer'] = 'maybe'", "without a known word for the key answer"),
    (
      "kind: forced-choice",
      "open(message['sound'], 'rb').read(); assert 'level' not in message; answer['answer'] = 'second'", ""
    ),
    ("kind: yes-no", "assert open(message['sound'], 'rb').read()[:4] == b'RIFF'; answer['answer'] = 'no'", ""),
    ("kind: same-different", "assert len(message['intervals']) == 2; answer['answer'] = 'same'", ""),
  ])
  func `answers of a program that hears are words of the task`(task: String, act: String, fault: String) throws {
    let folder = try Folder()
    try """
    import json, sys
    for line in sys.stdin:
        message = json.loads(line)
        answer = {"id": message["id"]}
        if message["type"] == "trial":
            \(act)
        print(json.dumps(answer), flush=True)
    """.write(to: folder.url.appending(path: "mine.py"), atomically: true, encoding: .utf8)
    let mine = folder.url.appending(path: "mine.py").path
    let cell = try #require(
      try heardPlan("kind: process, command: [python3, '\(mine)'], hears: true", task: task).cells.first)
    var listener = try #require(cell.model)
    var random = RandomStream(seed: 5)
    var comparison = Comparison(reference: cell.task.notes.lowerBound, interval: .prime, offset: 3, level: Level(3))
    // The two of a pair are the same in the first order.
    comparison.order = task.contains("same") ? 0 : cell.task.orders - 1
    let answer = listener.answer(comparison, using: &random)
    if fault.isEmpty {
      #expect(listener.fault == nil)
      // The second has the target, or the two are the same; "no" to a target is a miss.
      #expect(answer.isHigher == (task != "kind: yes-no"))
    } else {
      #expect(listener.fault?.contains(fault) == true, "\(listener.fault ?? "none")")
    }
  }

  @Test func `estimates count without errors if the truth is unknown`() throws {
    let listener = "kind: process, command: [python3, listener.py], settings: {jnd: 12, lapse: 0.02, bias: 1}"
    let unknown = try plan(listener: listener, strategy: Self.builtIn)
    let known = try plan(listener: "\(listener), truth: {\(Self.gaussian)}", strategy: Self.builtIn)
    let (batch, held) = (try runs(unknown), try runs(known))
    #expect(batch.estimates == held.estimates)
    let cell = unknown.cellRecords[0]
    #expect(cell.estimators.allSatisfy { $0.isTruthUnknown && $0.idealSweat == nil })
    #expect(known.cellRecords[0].estimators.allSatisfy { $0.truth != nil && !$0.isTruthUnknown })
    let rows = Summary.rows(of: batch, cell, .cents)
    #expect(rows.map(\.failures) == Summary.rows(of: batch, known.cellRecords[0], .cents).map(\.failures))
    #expect(rows.allSatisfy { $0.failures[.unreachable] == nil })
    #expect(rows.allSatisfy { $0.bias.value == nil && $0.rootMeanSquareError.value == nil })
  }

  @Test func `it is a part of other strategies, with comfort and catch trials, as the one that is built in`() throws {
    func batch(_ inner: String) throws -> BatchRecord {
      try runs(
        try plan(
          listener: Self.gaussian,
          strategy: "kind: interleaved, tracks: [{name: a, \(inner)}, {name: b, \(inner)}], comfort: {after-errors: 2, "
            + "level: 90}, catch: {every: 7, level: 80}"))
    }
    let own = try batch(Self.builtIn)
    // A program draws the number that is its seed.
    let python = try batch(
      "kind: process, command: [python3, strategy.py], target: 0.75, settings: {start: 100, target: 0.75, factor: 1.414}"
    )
    #expect(python.runs.allSatisfy { $0.failure == nil && $0.trials == 60 })
    #expect(own.runs.allSatisfy { $0.trials == 60 })
  }

  // MARK: What goes wrong

  /// Asks for 10 cents for ever, and in the second of its runs goes wrong at the sixth trial, in a way of its first argument.
  private static let faulty = """
    import json, os, sys, time
    what, starts = sys.argv[1], 0
    for line in sys.stdin:
        message = json.loads(line)
        answer = {"id": message["id"], "level": 10.0, "answer": "higher"}
        if message["type"] == "start":
            starts, trials = starts + 1, 0
        elif message["type"] == "estimate":
            answer = {"id": message["id"], "threshold": None}
        else:
            trials += 1
        text = json.dumps(answer) + "\\n"
        if starts == 2 and trials == 5:
            if what == "ends":
                raise ValueError("no such thing")
            elif what == "killed":
                os.kill(os.getpid(), 9)
            elif what == "hangs":
                time.sleep(60)
            elif what == "nonsense":
                text = "thinking\\n"
            elif what == "nan":
                text = text.replace("10.0", "NaN")
            elif what == "far":
                text = text.replace("10.0", "1e3")
            elif what == "no-level":
                text = '{"id": %d}\\n' % message["id"]
            elif what == "turns":
                text = '{"id": %d, "level": 10, "reversals": 6}\\n' % message["id"]
            elif what == "other-id":
                text = text.replace('"id": ', '"id": 9')
            elif what == "twice":
                text += text
            elif what == "half-turns":
                text = '{"id": %d, "level": 10, "reversals": 0.5}\\n' % message["id"]
            elif what == "endless":
                text = "x" * 100000
        sys.stdout.write(text)
        sys.stdout.flush()
    """

  private func failures(
    _ what: String, listens: Bool = false, _ more: String = ""
  ) throws -> [String?] {
    let folder = try Folder()
    try Data(Self.faulty.utf8).write(to: folder.url.appending(path: "faulty.py"))
    let program = "kind: process, command: [python3, faulty.py, \(what)]\(more)"
    let plan = try plan(
      listener: listens ? program + ", truth: {kind: gaussian, jnd: 12}" : Self.gaussian,
      strategy: listens ? Self.builtIn : program, in: folder.url, trials: 8)
    let batch = try runs(plan, 1...4)
    #expect(batch.runs.map(\.stopReason) == batch.runs.map { $0.failure == nil ? "trials" : "error" })
    #expect(batch.runs.map(\.trials) == batch.runs.map { $0.failure == nil ? 8 : listens ? 4 : 5 })
    return batch.runs.map(\.failure)
  }

  @Test(arguments: [
    (
      "ends", "",
      "ended with status 1 instead of an answer to 'tell'; on stderr: "
        + "raise ValueError(\"no such thing\") | ValueError: no such thing"
    ),
    ("killed", "", "was ended by signal 9 instead of an answer to 'tell'"),
    ("hangs", ", timeout: 2", "did not answer 'tell' in 2 s"),
    ("nonsense", "", "answered 'tell' with 'thinking', which is not a JSON object"),
    ("far", ", limits: [0.1, 100]", "asked for level 1000, outside its limits [0.1, 100]"),
    ("no-level", "", "answered without a level"),
    ("turns", "", "answered with more reversals than there were trials"),
    ("half-turns", "", "answered with 0.5 reversals"),
    ("other-id", "", "answered 'tell' with id 928 instead of its own"),
    ("endless", "", "answered 'tell' with a line of more than 65536 bytes"),
  ])
  func `a failing program causes one error in its run, and the others continue`(
    what: String, more: String, told: String
  ) throws {
    let expected = "trial 6: faulty.py \(told)"
    let failures = try failures(what, more)
    let shown = failures.map { $0?.replacing("File \"<string>\", ", with: "") }
    #expect(shown.map { $0 == nil } == [true, false, true, false])
    for failure in [shown[1], shown[3]] {
      let failure = failure ?? ""
      #expect(what == "ends" ? failure.hasSuffix(String(told.suffix(28))) : failure == expected, "\(failure)")
    }
  }

  @Test func `an invalid number and an extra line are reported with the text`() throws {
    let notANumber = try failures("nan")[1] ?? ""
    #expect(
      notANumber
        == "trial 6: faulty.py answered 'tell' with '{\"id\": 28, \"level\": NaN, \"answer\": \"high…', which is not a JSON object"
    )
    let twice = try failures("twice")[1] ?? ""
    #expect(twice.hasPrefix("trial 6: faulty.py sent more than one answer: '{\"id\": 28, "), "\(twice)")
  }

  @Test(arguments: ["killed", "nonsense"]) func `a listener that goes wrong is one error of its run`(
    what: String
  ) throws {
    let failures = try failures(what, listens: true)
    let told =
      what == "killed"
      ? "was ended by signal 9 instead of an answer to 'trial'"
      : "answered 'trial' with 'thinking', which is not a JSON object"
    #expect(failures == [nil, "trial 5: faulty.py \(told)", nil, "trial 5: faulty.py \(told)"])
  }

  @Test func `a missing program is reported in every run`() throws {
    let plan = try plan(listener: Self.gaussian, strategy: "kind: process, command: [no-such-program-of-peach]")
    let failures = try runs(plan, 1...13).runs.map(\.failure)
    let missing = "trial 1: no-such-program-of-peach cannot be started: No such file or directory"
    #expect(failures == Array(repeating: missing, count: 13))
  }

  // MARK: What programs are

  @Test func `a population takes no program that has changed since it was read`() throws {
    let folder = try Folder()
    let file = folder.url.appending(path: "listener.py")
    try FileManager.default.copyItem(at: Self.folder.appending(path: "listener.py"), to: file)
    let plan = try plan(
      listener: "kind: population, of: {kind: process, command: [python3, listener.py], "
        + "settings: {jnd: {uniform: {from: 10, to: 14}}}, truth: {kind: gaussian, jnd: 12}}",
      strategy: Self.builtIn, in: folder.url, trials: 8)
    let before = try #require(SHA256.of(file: file.path))
    try Data((try String(contentsOf: file, encoding: .utf8) + "# changed\n").utf8).write(to: file)
    let after = try #require(SHA256.of(file: file.path))
    let told =
      "trial 1: \(file.path) has changed: its SHA-256 checksum was \(before.prefix(12))… and is now \(after.prefix(12))…"
    #expect(try runs(plan, 1...2).runs.map(\.failure) == [told, told])
  }

  @Test func `a file is known by its path too, and no sha256 of the experiment hides it`() throws {
    let folder = try Folder()
    for name in ["mine.py", "other.py"] { try Data(name.utf8).write(to: folder.url.appending(path: name)) }
    let file = folder.path("mine.py")
    let sha256 = try #require(SHA256.of(file: folder.path("other.py")))
    func known(_ words: String, _ more: String = "") throws -> [String] {
      let plan = try plan(
        listener: Self.gaussian, strategy: "kind: process, command: [python3, \(words)]\(more)", in: folder.url)
      return Program.all(in: plan.resolved, of: folder.path("sample.yaml")).flatMap { $0.program.scripts.map(\.word) }
    }
    #expect(try known("mine.py, other.py") == ["mine.py", "other.py"])
    #expect(try known(file) == [file])
    #expect(try known("mine.py", ", sha256: {}") == ["mine.py"])
    #expect(try known("mine.py, other.py", ", sha256: {other.py: \(sha256)}") == ["mine.py", "other.py"])
    let error = try #require(
      #expect(throws: ConfigurationError.self) { try known("mine.py", ", sha256: {hers.py: \(sha256)}") })
    #expect(error.problems.map(\.message) == ["expected only files that command names, got 'hers.py'"])
  }
}
