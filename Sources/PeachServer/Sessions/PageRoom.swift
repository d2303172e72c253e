import PeachAudio
import PeachPitch
import PeachSessions
import PeachStorage
import PeachTerminal
import PeachTrials

/// The surroundings of a session on a page. It belongs to the session's thread; requests reach it through the mailbox.
package final class PageRoom {
  /// The name of the device in the records: Peach does not know what a browser plays on.
  package static let device = "browser"

  let mailbox: PageMailbox
  let words: Words
  let pageClock = PageClock()
  /// Whether the page can vibrate, so that a wrong answer needs no sound.
  let hasBell: Bool
  /// The number of the trial that is presented, from 1 in its session.
  private var number = 1
  /// The number that the listener sees: a block with conditions counts the trials of all its sessions.
  private var shownNumber = 1
  /// Seconds from the answer before to the trial that is presented.
  private var pause = 0.0
  /// The moment of the last answer or gap.
  private var lastEvent: Double?
  /// The feedback of the trial that was answered last.
  var feedback: PageOutcome.Feedback?
  var isWrong = false
  private var storedTrial: Int?
  private var session = 0
  /// The player of the trial that is presented. Conditions of a block may have players of their own.
  private var pagePlayer: PagePlayer?
  /// The player of the trial that was answered last.
  private var answeredPlayer: PagePlayer?
  /// The player that got the last sound besides those of trials.
  private var extraPlayer: PagePlayer?
  private var rings = false

  init(_ mailbox: PageMailbox, words: Words, vibrates: Bool) {
    self.mailbox = mailbox
    self.words = words
    hasBell = vibrates
  }

  // MARK: Talking to the page

  /// Presents the prepared trial.
  func ask(_ trial: PageTrial) -> Result<PageInput, SessionInterruption> {
    let tick = handOver()
    guard let player = pagePlayer, let prepared = player.prepared else {
      preconditionFailure("a trial without a sound")
    }
    let sounds = [prepared] + [tick].compactMap(\.self)
    return mailbox.ask(PageSituation(trial: trial), sounds: sounds.reduce(into: [:]) { $0[$1.sound.id] = $1.bytes }) {
      // While the listener hears the trial, there is time to make what may come next.
      player.madeAhead().map { ($0.sound.id, $0.bytes) }
    }
  }

  /// Shows how the session ended.
  func show(_ end: PageSituation.PageEnd) {
    let tick = handOver()
    mailbox.show(PageSituation(end: end), sounds: tick.map { [$0.sound.id: $0.bytes] } ?? [:])
  }

  func noteGap() {
    pagePlayer?.noteGap()
    noteEvent()
  }

  /// The pause to the next trial counts from now.
  func noteEvent() { lastEvent = pageClock.now }

  func use(_ player: PagePlayer) { pagePlayer = player }
  func useForExtra(_ player: PagePlayer) { extraPlayer = player }

  func begin(_ number: Int) {
    shownNumber = number
    pause = lastEvent.map { pageClock.now - $0 } ?? 0
    lastEvent = nil
  }

  /// Gives the result of the last answer to the page, which sees it with the next situation.
  ///
  /// - Returns: The sound of a wrong answer.
  private func handOver() -> PagePlayer.Prepared? {
    guard let trial = storedTrial.take() else { return nil }
    let tick = answeredPlayer?.takeExtra()
    mailbox.keep(
      PageOutcome(
        session: session, trial: trial, feedback: feedback, tick: tick?.sound, vibrates: isWrong && rings && hasBell))
    (feedback, isWrong) = (nil, false)
    return tick
  }

  /// A trial with the words and the sound that all kinds have.
  ///
  /// - Parameters:
  ///   - subject: Says whether the sound can be heard again.
  ///   - storesMissing: Whether a trial can be stored without an answer.
  private func trial<Task: SessionTask>(
    _ appearance: SessionAppearance, _ subject: Question<Task>.Subject, title: String, interval: DirectedInterval,
    question: String, storesMissing: Bool
  ) -> PageTrial {
    guard let prepared = pagePlayer?.prepared else { preconditionFailure("a trial without a sound") }
    let place = appearance.length.map {
      words.place($0.block, isPractice: $0.isPractice, trial: shownNumber, of: $0.trials, isUnicode: true)
    }
    var trial = PageTrial(
      key: mailbox.key, session: session, number: number, title: title,
      interval: appearance.showsInterval ? words.interval(interval) : nil, place: place, question: question,
      answers: [], parts: [], onset: 0, sound: prepared.sound, pause: pause)
    let responses = appearance.responses
    trial.deadline = responses.deadline.map {
      PageTrial.Deadline(seconds: $0.seconds, isStored: storesMissing && $0.then != .again)
    }
    trial.confidence = responses.confidence.map { PageTrial.Confidence($0, words) }
    trial.again = responses.repeats.map {
      PageTrial.Again(
        label: words.hearAgain, keys: $0.keys.map(PageKeys.browser), shown: words.keys($0.keys, isUnicode: true),
        isPossible: subject == .answer(mayRepeat: true))
    }
    return trial
  }
}

extension PageRoom: LiveSessionIO {
  var clock: any SessionClock { pageClock }
  var isSilent: Bool { false }

  func player(_ wish: PlayerRequest) -> any TrialPlayer { PagePlayer(wish.format, wish.channel, in: self) }

  func sleep(until moment: Double) -> SessionInterruption? {
    pageClock.move(to: moment)
    return mailbox.interruption()
  }

  func suspend() {}
  func close() {}
  func present(_ trial: Int, of session: SessionRecord) { (self.session, number) = (session.number, trial) }
  var pagePresentation: PagePresentation? { mailbox.presentation }

  func stored(_ trial: Int) {
    storedTrial = trial
    answeredPlayer = pagePlayer
    noteEvent()
  }
}

extension PageRoom: ComparisonIO {
  func person(_ appearance: SessionAppearance) -> any Responder<ComparisonTask> {
    rings = appearance.rings
    return PageResponder(
      self, deadline: appearance.responses.deadline?.seconds,
      trial: { [unowned self] in self.trial(of: $0, appearance) },
      inputs: { answer, _ in
        let input: ComparisonAnswer?
        if let form = appearance.form {
          input = form.answers.firstIndex { $0 == answer.answer }.map(ComparisonAnswer.choice)
        } else {
          input = answer.answer == "higher" ? .higher : .lower
        }
        return input.map { [($0, answer.seconds)] } ?? []
      })
  }

  private func trial(of question: Question<ComparisonTask>, _ appearance: SessionAppearance) -> PageTrial {
    let (comparison, sound) = (question.trial.comparison, question.trial.sound)
    let interval = comparison.interval
    var trial: PageTrial
    if let form = appearance.form {
      let choice = words.choice(form, isComposed: appearance.isComposed)
      trial = self.trial(
        appearance, question.subject, title: choice.title, interval: interval,
        question: appearance.question.map { words.text($0) } ?? choice.question, storesMissing: true)
      let isOfParts = form.answers.count == sound.parts.count && form.answers[0] == "first"
      trial.answers = form.answers.enumerated().map { place, value in
        let ends = place == 0 ? ["ArrowLeft"] : place == form.answers.count - 1 ? ["ArrowRight"] : []
        let letters = form == .yesNo ? [["y", "j"], ["n"]][place] : []
        return PageTrial.Answer(
          value: value, label: choice.answers[place], keys: ["\(place + 1)"] + letters + ends,
          part: isOfParts ? place : nil)
      }
      trial.parts = sound.parts.indices.map {
        PageRoom.part($0, of: sound, words.part($0, isComposed: appearance.isComposed))
      }
    } else {
      trial = self.trial(
        appearance, question.subject,
        title: words.mode(TrainingMode(.comparison, isInterval: appearance.showsInterval)),
        interval: interval, question: words.question, storesMissing: true)
      trial.answers = [
        PageTrial.Answer(value: "higher", label: words.higher, keys: ["ArrowUp", "h", "u"]),
        PageTrial.Answer(value: "lower", label: words.lower, keys: ["ArrowDown", "l", "t", "d"]),
      ]
      trial.parts = zip([words.referenceNote, words.targetNote], sound.parts.indices).map {
        PageRoom.part($1, of: sound, $0)
      }
    }
    trial.answers = PageKeys.answers(trial.answers, appearance.responses, words)
    trial.onset = trial.parts.last?.start ?? 0
    trial.duration = sound.duration
    return trial
  }

  private static func part(_ part: Int, of sound: RenderedSound, _ label: String) -> PageTrial.Part {
    let start = sound.parts[part].start
    let next = part + 1 < sound.parts.count ? sound.parts[part + 1].start : sound.samples.count
    let right = sound.right ?? sound.samples
    let last = (start..<next).last { sound.samples[$0] != 0 || right[$0] != 0 } ?? start
    return PageTrial.Part(
      label: label, start: sound.onset(of: part), end: Double(last + 1) / sound.sampleRate.hertz)
  }

  func display(_ appearance: SessionAppearance) -> any SessionDisplay<ComparisonTask> {
    PageDisplay(self) { [words] state in
      switch state {
      case .showingFeedback(isCorrect: true): .init(kind: "right", text: words.right, spoken: words.right)
      case .showingFeedback(isCorrect: false): .init(kind: "wrong", text: words.wrong, spoken: words.wrong)
      case .showingRight(let right):
        appearance.form.map {
          let text = "\(words.wrong): \(words.choice($0).answers[right])"
          return .init(kind: "wrong", text: text, spoken: text)
        }
      default: nil
      }
    }
  }
}

extension PageRoom: MatchingIO {
  func person(_ appearance: SessionAppearance) -> any Responder<MatchingTask> {
    PageResponder(
      self, deadline: appearance.responses.deadline?.seconds,
      trial: { [unowned self] in self.trial(of: $0, appearance) },
      inputs: { answer, _ in
        (answer.moves ?? []).map { (MatchingInput.move(to: $0[1]), $0[0]) } + [(.commit, answer.seconds)]
      })
  }

  private func trial(of question: Question<MatchingTask>, _ appearance: SessionAppearance) -> PageTrial {
    let (matching, sound) = (question.trial.matching, question.trial.sound)
    var trial = self.trial(
      appearance, question.subject,
      title: words.mode(TrainingMode(.matching, isInterval: appearance.showsInterval)),
      interval: matching.interval, question: words.tune, storesMissing: false)
    trial.parts = [
      PageTrial.Part(label: words.referenceNote, start: 0, end: sound.noteDuration),
      PageTrial.Part(label: words.tune, start: sound.onset, end: .greatestFiniteMagnitude),
    ]
    trial.onset = sound.onset
    trial.held = pagePlayer?.prepared?.held.map { recipe in
      PageTrial.Held(
        frequency: recipe.frequency.hertz, highest: recipe.highest.hertz, amplitudes: recipe.amplitudes,
        glide: recipe.glide, ramp: recipe.ramp, release: recipe.release, range: matching.range,
        channel: pagePlayer?.channelName ?? "both", keys: PageKeys.turns(appearance.responses.keys),
        help: appearance.responses.keys.map { PageKeys.help($0, words) })
    }
    return trial
  }

  func display(_ appearance: SessionAppearance) -> any SessionDisplay<MatchingTask> {
    PageDisplay(self) { [words] state in
      guard case .showingFeedback(let cents) = state else { return nil }
      return .init(
        kind: "error", text: words.signedError(cents: cents), spoken: words.spokenError(cents: cents), cents: cents)
    }
  }
}

extension PageRoom: StudyIO {
  func turn(_ page: LabPage, listener: String, playing sound: PageSound?) -> PageTurn {
    var shown = PageSituation.PageText(
      kind: PageRoom.name(of: page.kind), title: words.title(of: page), text: words.text(of: page),
      wait: page.shortest, buttons: buttons(of: page))
    let tick = handOver()
    var example: PagePlayer.Prepared?
    if let sound {
      // A level that the listener sets sounds already.
      if case .comfort = page.kind { shown.playsAtOnce = true } else { _ = sound.play() }
      example = extraPlayer?.takeExtra()
      // The study reports the problem.
      guard let example, sound.problem == nil else { return .left }
      (shown.sound, shown.play) = (example.sound, words.play(on: page))
    }
    let sounds = [tick, example].compactMap(\.self).reduce(into: [:]) { $0[$1.sound.id] = $1.bytes }
    while true {
      switch mailbox.ask(PageSituation(page: shown), sounds: sounds) {
      case .success(.turn(let turn)): return turn
      case .success: continue
      case .failure(.signal(let number)): return .signal(number)
      case .failure: return .left
      }
    }
  }

  private func buttons(of page: LabPage) -> [PageSituation.PageText.Button] {
    var buttons: [PageSituation.PageText.Button]
    switch page.kind {
    case .consent(isLast: true):
      buttons = [.init(.next, label: words.lab.agree), .init(.declined, label: words.lab.decline)]
    case .comfort(let canRaise):
      buttons = [.init(.next, label: words.comfort.accept), .init(.softer, label: words.comfort.softer)]
      if canRaise { buttons.append(.init(.louder, label: words.comfort.louder)) }
    default: buttons = [.init(.next, label: words.lab.goOn)]
    }
    if page.canGoBack { buttons.append(.init(.back, label: words.lab.back)) }
    return buttons
  }

  var language: PageLanguage { words.pageLanguage }

  func ask(_ page: QuestionPage, listener: String) -> QuestionTurn {
    let sounds = handOver().map { [$0.sound.id: $0.bytes] } ?? [:]
    var problem: String?
    while true {
      let shown = PageSituation.PageText(
        kind: "question", title: words.title(of: page), text: words.text(page.text), wait: 0,
        buttons: [.init(.answered, label: words.lab.goOn)],
        question: PageSituation.Question(page.question, words, problem: problem))
      switch mailbox.ask(PageSituation(page: shown), sounds: sounds) {
      case .success(.reply(let text)):
        if let answer = page.question.answer(text, isNumbered: false) { return .answered(answer) }
        problem = words.refusal(of: page.question, isEmpty: text.isEmpty)
      case .success: continue
      case .failure(.signal(let number)): return .signal(number)
      case .failure: return .left
      }
    }
  }

  private static func name(of kind: LabPage.Kind) -> String {
    switch kind {
    case .consent: "consent"
    case .instructions: "instructions"
    case .screening: "screening"
    case .comfort: "comfort"
    case .practice: "practice"
    case .block: "block"
    case .welcomeBack: "welcome-back"
    case .rest: "rest"
    case .endOfDay: "thanks"
    case .thanks, .screenedOut: "thanks"
    }
  }
}
