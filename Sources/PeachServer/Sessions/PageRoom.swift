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
  private var pagePlayer: PagePlayer?
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
    lastEvent = pageClock.now
  }

  func begin(_ number: Int) {
    shownNumber = number
    pause = lastEvent.map { pageClock.now - $0 } ?? 0
    lastEvent = nil
  }

  /// Gives the result of the last answer to the page, which sees it with the next situation.
  ///
  /// - Returns: The sound of a wrong answer.
  private func handOver() -> PagePlayer.Prepared? {
    let tick = pagePlayer?.takeTick()
    guard let trial = storedTrial.take() else { return tick }
    mailbox.keep(
      PageOutcome(
        session: session, trial: trial, feedback: feedback, tick: tick?.sound, vibrates: isWrong && rings && hasBell))
    (feedback, isWrong) = (nil, false)
    return tick
  }

  /// A trial with the words and the sound that all kinds have.
  private func trial(
    _ appearance: SessionAppearance, title: String, interval: DirectedInterval, question: String
  ) -> PageTrial {
    guard let prepared = pagePlayer?.prepared else { preconditionFailure("a trial without a sound") }
    let place = appearance.length.map {
      words.place($0.block, isPractice: $0.isPractice, trial: shownNumber, of: $0.trials, isUnicode: true)
    }
    return PageTrial(
      key: mailbox.key, session: session, number: number, title: title,
      interval: appearance.showsInterval ? words.interval(interval) : nil, place: place, question: question,
      answers: [], parts: [], onset: 0, sound: prepared.sound, pause: pause)
  }
}

extension PageRoom: LiveSessionIO {
  var clock: any SessionClock { pageClock }
  var isSilent: Bool { false }

  func player(_ wish: PlayerRequest) -> any TrialPlayer {
    let player = PagePlayer(wish.format, wish.channel)
    pagePlayer = player
    return player
  }

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
    lastEvent = pageClock.now
  }
}

extension PageRoom: ComparisonIO {
  func person(_ appearance: SessionAppearance) -> any Responder<ComparisonTask> {
    rings = appearance.rings
    return PageResponder(
      self, trial: { [unowned self] in self.trial(of: $0, appearance) },
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
        appearance, title: choice.title, interval: interval,
        question: appearance.question.map { words.text($0) } ?? choice.question)
      trial.answers = form.answers.enumerated().map { place, value in
        let ends = place == 0 ? ["ArrowLeft"] : place == form.answers.count - 1 ? ["ArrowRight"] : []
        let letters = form == .yesNo ? [["y", "j"], ["n"]][place] : []
        return PageTrial.Answer(value: value, label: choice.answers[place], keys: ["\(place + 1)"] + letters + ends)
      }
      trial.parts = sound.parts.indices.map {
        PageRoom.part($0, of: sound, words.part($0, isComposed: appearance.isComposed))
      }
    } else {
      trial = self.trial(
        appearance, title: words.mode(TrainingMode(.comparison, isInterval: appearance.showsInterval)),
        interval: interval, question: words.question)
      trial.answers = [
        PageTrial.Answer(value: "higher", label: words.higher, keys: ["ArrowUp", "h", "u"]),
        PageTrial.Answer(value: "lower", label: words.lower, keys: ["ArrowDown", "l", "t", "d"]),
      ]
      trial.parts = zip([words.referenceNote, words.targetNote], sound.parts.indices).map {
        PageRoom.part($1, of: sound, $0)
      }
    }
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
      self, trial: { [unowned self] in self.trial(of: $0, appearance) },
      inputs: { answer, _ in
        (answer.moves ?? []).map { (MatchingInput.move(to: $0[1]), $0[0]) } + [(.commit, answer.seconds)]
      })
  }

  private func trial(of question: Question<MatchingTask>, _ appearance: SessionAppearance) -> PageTrial {
    let (matching, sound) = (question.trial.matching, question.trial.sound)
    var trial = self.trial(
      appearance, title: words.mode(TrainingMode(.matching, isInterval: appearance.showsInterval)),
      interval: matching.interval, question: words.tune)
    trial.parts = [
      PageTrial.Part(label: words.referenceNote, start: 0, end: sound.noteDuration),
      PageTrial.Part(label: words.tune, start: sound.onset, end: .greatestFiniteMagnitude),
    ]
    trial.onset = sound.onset
    trial.held = pagePlayer?.prepared?.held.map { recipe in
      PageTrial.Held(
        frequency: recipe.frequency.hertz, highest: recipe.highest.hertz, amplitudes: recipe.amplitudes,
        glide: recipe.glide, ramp: recipe.ramp, release: recipe.release, range: matching.range,
        channel: pagePlayer?.channelName ?? "both")
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
  /// A study with examples is refused before it begins, so that no page has a sound to play.
  func turn(_ page: LabPage, listener: String, playing sound: PageSound?) -> PageTurn {
    var buttons = [PageSituation.PageText.Button(turn: "next", label: words.lab.goOn)]
    switch page.kind {
    case .consent(isLast: true):
      buttons = [
        .init(turn: "next", label: words.lab.agree), .init(turn: "declined", label: words.lab.decline),
      ]
    default: break
    }
    if page.canGoBack { buttons.append(.init(turn: "back", label: words.lab.back)) }
    let shown = PageSituation.PageText(
      kind: PageRoom.name(of: page.kind), title: words.title(of: page), text: words.text(of: page),
      wait: page.shortest, buttons: buttons)
    _ = handOver()
    while true {
      switch mailbox.ask(PageSituation(page: shown)) {
      case .success(.turn(let turn)): return turn
      case .success: continue
      case .failure(.signal(let number)): return .signal(number)
      case .failure: return .left
      }
    }
  }

  var language: PageLanguage { words.pageLanguage }

  func ask(_ page: QuestionPage, listener: String) -> QuestionTurn {
    _ = handOver()
    var problem: String?
    while true {
      let shown = PageSituation.PageText(
        kind: "question", title: words.title(of: page), text: words.text(page.text), wait: 0,
        buttons: [.init(turn: "answered", label: words.lab.goOn)],
        question: PageSituation.Question(page.question, words, problem: problem))
      switch mailbox.ask(PageSituation(page: shown)) {
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
    case .screening, .comfort: "instructions"
    case .practice: "practice"
    case .block: "block"
    case .welcomeBack: "welcome-back"
    case .rest: "rest"
    case .endOfDay: "thanks"
    case .thanks, .screenedOut: "thanks"
    }
  }
}
