// Sessions: the page presents what the server says comes next, and sends what the listener does.

import { Refusal, bytes, call, send } from "/server.js";
import { earlier, forget, keep, pending } from "/queue.js";
import { Sound } from "/sound.js";
import { el, feedback, heading, keyCap, say, show, studyPage } from "/views.js";

const wait = seconds => new Promise(resolve => setTimeout(resolve, Math.max(0, seconds * 1000)));
const retry = [0.5, 1, 2, 4];
/// Seconds after an answer until which the sound of a wrong answer must be over.
const latestTick = 0.3;
/// Seconds before its start that a sound is scheduled.
const early = 0.12;

/// Answers whose trials are not open now. If such a trial comes again, its answer is sent instead of asking twice.
let kept = [];

/// Sends a request until the server has answered or refused it.
async function insist(request, onTrouble) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const response = await request();
      onTrouble(false);
      return response;
    } catch (error) {
      if (error instanceof Refusal && error.code !== "busy") {
        onTrouble(false);
        throw error;
      }
      onTrouble(true);
      await Promise.race([
        wait(retry[Math.min(attempt, retry.length - 1)]),
        new Promise(resolve => addEventListener("online", resolve, { once: true })),
      ]);
    }
  }
}

/// Sends an answer until the server has acknowledged or refused it.
async function deliver(answer, onTrouble) {
  try {
    const response = await insist(() => call("PUT", `answers/${answer.session}/${answer.trial}`, answer.body), onTrouble);
    await forget(answer);
    return response;
  } catch (error) {
    // The trial may be presented again, and then the answer counts.
    if (error.code === "gone") kept.push(answer); else await forget(answer);
    throw error;
  }
}

/// Sends the answers that an earlier page could not.
export async function deliverEarlier() {
  kept = [];
  for (const answer of await earlier()) await deliver(answer, () => {}).catch(() => {});
}

export class Runner {
  /// `end` is called with how the session ended.
  constructor(state, end) {
    this.state = state;
    this.words = state.words;
    this.end = end;
    this.sound = new Sound();
    this.sound.onInterruption = reason => this.interrupted(reason);
    this.isActive = false;
    this.trial = null;
    this.ahead = new Map();
    this.onKey = event => this.key(event);
    this.onHide = () => this.hide();
  }

  async begin(mode) {
    this.mode = mode;
    this.isActive = true;
    document.addEventListener("keydown", this.onKey);
    addEventListener("pagehide", this.onHide);
    await this.sound.unlock();
    await this.open();
  }

  async open() {
    const wish = {
      mode: this.mode, rate: this.sound.rate, resume: kept.at(-1)?.session,
      vibrates: "vibrate" in navigator && navigator.maxTouchPoints > 0,
    };
    await this.follow(await insist(() => call("POST", "session", wish), isOffline => this.offline(isOffline)));
  }

  close() {
    this.isActive = false;
    this.trial = null;
    this.rating = null;
    this.sound.stop();
    document.removeEventListener("keydown", this.onKey);
    removeEventListener("pagehide", this.onHide);
  }

  /// Leaves: the sound stops, and the server discards the open trial.
  async leave() {
    if (!this.isActive) return;
    this.close();
    let end = { reason: "left" };
    try { end = (await call("POST", "leave", {})).next?.end || end; } catch { /* The server notices later. */ }
    this.end(end);
  }

  /// The page goes away. What is unanswered is discarded; what is answered is sent once more.
  hide() {
    this.sound.stop();
    for (const answer of pending()) send("PUT", `answers/${answer.session}/${answer.trial}`, answer.body);
    send("POST", "leave", {});
  }

  /// Shows what comes next, after the feedback to what came before.
  async follow({ outcome, next }) {
    if (!this.isActive) return;
    if (!next) return this.open();
    if (outcome) this.showFeedback(outcome);
    const shown = performance.now();
    this.situation = next;
    const answered = next.trial && kept.find(({ session, trial }) => session === next.trial.session && trial === next.trial.number);
    if (next.trial) {
      for (const other of kept) if (other !== answered) forget(other);
      kept = [];
    }
    if (answered) {
      answered.body.key = next.trial.key;
      return deliver(answered, isOffline => this.offline(isOffline)).then(response => this.follow(response), error => this.troubled(error));
    }
    if (next.trial) {
      let ready;
      try {
        ready = await this.load(next.trial);
      } catch (error) {
        return this.troubled(error);
      }
      const due = shown + next.trial.pause * 1000;
      await wait((due - performance.now()) / 1000 - early);
      if (this.isActive && this.situation === next) await this.present(next.trial, ready, due);
      return;
    }
    if (outcome?.feedback) await wait(0.4);
    if (!this.isActive || this.situation !== next) return;
    if (next.page) {
      this.view = null;
      this.trial = null;
      this.showPage(next.page);
      return;
    }
    this.close();
    this.end(next.end);
  }

  async load(trial) {
    if (this.sound.rate !== trial.sound.rate) await this.sound.unlock(trial.sound.rate);
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.sound.prepare(trial, await this.samples(trial.sound.id));
      } catch (error) {
        if (error instanceof Refusal || !this.isActive) throw error;
        this.offline(true);
        await wait(retry[Math.min(attempt, retry.length - 1)]);
        this.offline(false);
      }
    }
  }

  /// The samples of a sound, which may have come ahead of their trial.
  async samples(id) {
    const ahead = await this.ahead.get(id);
    const samples = ahead || await bytes("sounds/" + id);
    if (!samples) throw new Refusal(410, { code: "gone", error: "the sound belongs to another trial" });
    return samples;
  }

  /// Loads what may come next while the present sound plays, for both results.
  async lookAhead({ sequence }) {
    this.ahead = new Map();
    try {
      const names = await call("GET", "ahead/" + sequence);
      if (this.situation.sequence !== sequence) return;
      this.ahead = new Map(names.map(id => [id, bytes("sounds/" + id).catch(() => null)]));
    } catch { /* The sound is loaded with its trial. */ }
  }

  /// Shows a page of a study, whose sound plays at once or by a button.
  showPage(shown) {
    const samples = shown.sound ? this.samples(shown.sound.id).catch(() => null) : null;
    const play = samples && (async () => {
      await this.sound.unlock(shown.sound.rate);
      const loaded = await samples;
      if (!loaded || !this.isActive || this.situation.page !== shown || !this.sound.isRunning) return;
      this.sound.start({ buffer: this.sound.buffer(Sound.channels(loaded, shown.sound), shown.sound) }, 0);
    });
    studyPage(this.state, shown, (turn, answer) => this.turn(turn, answer), () => this.leave(), play, this.lastTurn);
    if (shown.playsAtOnce) play();
  }

  async turn(turn, answer) {
    this.sound.stop();
    this.lastTurn = turn;
    const { sequence } = this.situation;
    try {
      await this.follow(await insist(() => call("POST", "turn", { sequence, turn, answer }), isOffline => this.offline(isOffline)));
    } catch (error) {
      this.troubled(error);
    }
  }

  // MARK: A trial

  /// Presents a trial at a moment of performance.now().
  async present(trial, ready, due = 0) {
    if (!this.sound.isRunning) return this.pause(trial, ready);
    const current = { ...trial, isAsked: false, moves: [], position: 0 };
    this.trial = current;
    if (!this.view) this.draw(trial);
    const start = this.sound.start(ready, due);
    current.onset = start + trial.onset;
    current.heard = this.sound.heard(current.onset);
    if (!trial.held) this.lookAhead(this.situation);
    this.at(current, start, () => {
      this.draw(trial);
      if (trial.parts[0]?.start === 0) this.light(0);
    });
    trial.parts.forEach((part, place) => {
      if (part.start > 0) this.at(current, start + part.start, () => this.light(place));
      if (part.end < 1e6) this.at(current, start + part.end, () => this.light(place, false));
    });
    this.at(current, current.onset, () => this.ask());
    if (trial.deadline) this.at(current, current.onset + trial.deadline.seconds, () => this.miss());
    if (trial.duration !== undefined) this.at(current, start + trial.duration, () => this.over());
  }

  /// Runs an action when a moment of the context's clock is heard, unless the trial is over by then.
  at(trial, time, action) {
    const check = () => {
      if (this.trial !== trial || trial.isAnswered) return;
      const rest = this.sound.heard(time) - performance.now();
      if (rest <= 1) action(); else setTimeout(check, Math.max(1, rest - 2));
    };
    check();
  }

  interrupted() {
    const { trial } = this;
    if (!trial || trial.isAnswered) return;
    this.trial = null;
    const { sequence } = this.situation;
    this.again = call("POST", "again", { sequence }).catch(error => error);
    this.pause();
  }

  /// The trial is over without an answer, and the server presents it again.
  async comesAgain(reason) {
    this.conclude();
    const { sequence } = this.situation;
    try {
      await this.follow(await insist(() => call("POST", "again", { sequence, reason }), isOffline => this.offline(isOffline)));
    } catch (error) {
      this.troubled(error);
    }
  }

  /// The deadline has passed.
  async miss() {
    const { trial, words } = this;
    if (trial.deadline.isStored) {
      const facts = this.sound.facts(trial.onset);
      this.conclude();
      this.tell(words.tooLate);
      return this.submit(trial, { key: trial.key, missed: true, seconds: trial.deadline.seconds, page: facts });
    }
    const again = this.comesAgain("late");
    this.tell(words.tooLate);
    return again;
  }

  tell(text) {
    this.view.status.textContent = "";
    this.view.feedback.replaceChildren(text);
    say(text);
  }

  /// Hears the sound of the trial again.
  replay(event) {
    const { trial } = this;
    if (!trial || trial.isAnswered) return;
    if (!trial.isAsked || !trial.again.isPossible) return this.refuse(event);
    this.comesAgain("repeat");
  }

  /// Ends the sound and the input of the present trial.
  conclude() {
    this.trial.isAnswered = true;
    this.light(-1);
    this.sound.release();
    this.enable(false);
  }

  /// Waits for a gesture, because browsers let nothing sound without one, and presents the trial again.
  pause(trial, ready) {
    this.view = null;
    const { words } = this;
    const button = el("button", {
      className: "primary done", onclick: async () => {
        button.disabled = true;
        const response = await this.again;
        this.again = null;
        await this.sound.unlock(this.situation.trial?.sound.rate);
        if (response instanceof Refusal) return this.troubled(response);
        if (response instanceof Error) {
          this.again = call("POST", "again", { sequence: this.situation.sequence }).catch(error => error);
          button.disabled = false;
          return say(words.offline);
        }
        if (response) return this.follow(response);
        return this.present(trial, ready);
      },
    }, words.goOn);
    show(words.paused, button,
      el("div", { className: "bar" }, heading(words.paused), el("button", { onclick: () => this.leave() }, words.leave)),
      el("p", {}, words.pausedText), button);
    say(words.paused);
  }

  async answer(value, event) {
    const trial = this.trial;
    if (!trial || trial.isAnswered) return;
    const moment = event?.timeStamp || performance.now();
    if (!trial.isAsked || moment < trial.heard) return this.refuse(event);
    const seconds = Math.round(Math.max(0, moment - trial.heard) * 1000) / 1e6;
    if (trial.deadline && seconds > trial.deadline.seconds) return this.miss();
    const facts = this.sound.facts(trial.onset);
    this.conclude();
    const body = { key: trial.key, seconds, page: facts };
    if (trial.held) body.moves = trial.moves; else body.answer = value;
    if (trial.confidence) return this.askConfidence(trial, body);
    return this.submit(trial, body);
  }

  /// Asks how confident the listener is. Answer and rating are sent together, so that both are stored or neither.
  askConfidence(trial, body) {
    const { view } = this;
    const buttons = trial.confidence.ratings.map(rating => el("button", {
      // The click that ends a touch of an answer means nothing here.
      onpointerdown: event => { if (event.button === 0) this.rate(rating.value, event); },
      onclick: event => { if (event.detail === 0) this.rate(rating.value, event); },
    }, rating.label, keyCap(rating.shown)));
    view.scale = el("div", { className: "answers ratings", role: "group", "aria-label": trial.confidence.question }, ...buttons);
    for (const part of view.center) part.hidden = true;
    view.center[0].before(view.scale);
    view.status.textContent = trial.confidence.question;
    say(trial.confidence.question);
    this.rating = { trial, body, asked: performance.now() };
  }

  rate(value, event) {
    const { rating, view } = this;
    if (!rating) return;
    this.rating = null;
    const seconds = Math.round(Math.max(0, (event?.timeStamp || performance.now()) - rating.asked) * 1000) / 1e6;
    view.scale.remove();
    for (const part of view.center) part.hidden = false;
    view.status.textContent = "";
    this.submit(rating.trial, { ...rating.body, confidence: { rating: Number(value), seconds } });
  }

  async submit(trial, body) {
    const answer = { session: trial.session, trial: trial.number, body };
    // The answer is on the device before it is sent, but the network does not wait for the device.
    const kept = keep(answer);
    try {
      const response = await deliver(answer, isOffline => this.offline(isOffline));
      await kept;
      await forget(answer);
      await this.follow(response);
    } catch (error) {
      this.troubled(error);
    }
  }

  async troubled(error) {
    if (!this.isActive) return;
    const { words } = this;
    if (error instanceof Refusal && ["gone", "conflict"].includes(error.code)) {
      say(words.errors[error.code]);
      this.notice = words.errors[error.code];
      try {
        const { next } = error.code === "conflict" ? await call("GET", "session") : {};
        return await (next ? this.follow({ next }) : this.open());
      } catch (second) {
        error = second;
      }
    }
    this.close();
    this.end({ reason: "failed", message: words.errors[error.code] || error.message, detail: error.code ? error.message : "" });
  }

  showFeedback({ feedback: result, tick, vibrates }) {
    if (vibrates) navigator.vibrate?.(60);
    if (tick) this.tick(tick, performance.now()).catch(() => {});
    if (!result || !this.view) return;
    this.view.feedback.replaceChildren(...feedback(result));
    this.view.status.textContent = "";
    say(result.spoken);
  }

  /// Plays the sound of a wrong answer, unless it comes so late that the next trial would hear it.
  async tick(tick, shown) {
    const samples = await bytes("sounds/" + tick.id);
    const end = (performance.now() - shown) / 1000 + tick.frames / tick.rate;
    if (samples && end < latestTick) this.sound.tick(samples, tick);
  }

  // MARK: The screen of a trial

  draw(trial) {
    const { words } = this;
    const kind = JSON.stringify([trial.title, trial.answers, trial.held?.help, trial.again?.label]);
    if (!this.view || this.view.kind !== kind) {
      const view = {
        kind, place: el("p", { className: "soft status" }), interval: el("p", { className: "interval" }),
        status: el("p", { className: "status" }), feedback: el("p", { className: "feedback" }),
        notice: el("p", { className: "notice", role: "status" }),
      };
      this.view = view;
      const lamps = !trial.held && !this.lightsAnswers(trial) && trial.parts.length > 0;
      view.lamps = lamps ? trial.parts.map(() => el("span")) : [];
      view.answers = trial.answers.map(answer => el("button", {
        // A touch answers at once; the click that follows it belongs to it, however late it comes.
        onpointerdown: event => {
          view.isPressed = event.button === 0;
          if (view.isPressed) this.answer(answer.value, event);
        },
        onclick: event => {
          if (!view.isPressed) this.answer(answer.value, event);
          view.isPressed = false;
        },
      }, answer.label, keyCap(answer.shown)));
      view.again = trial.again
        ? el("button", { className: "again", onclick: event => this.replay(event) }, trial.again.label, keyCap(trial.again.shown)) : null;
      view.center = trial.held ? this.tuning(view, trial)
        : [el("div", { className: "answers" + (trial.answers.length > 2 ? " several" : "") }, ...view.answers)];
      show(trial.title, trial.held ? view.slider : null,
        el("div", { className: "bar" }, heading(trial.title), el("button", { onclick: () => this.leave() }, words.leave)),
        trial.place ? view.place : null, trial.interval ? view.interval : null,
        view.lamps.length ? el("div", { className: "lamps", "aria-hidden": "true" }, ...view.lamps) : null,
        view.status, view.feedback, view.notice, view.again, ...view.center);
    }
    const { view } = this;
    view.notice.textContent = this.notice || "";
    this.notice = null;
    view.place.textContent = trial.place || "";
    view.interval.textContent = trial.interval || "";
    view.feedback.replaceChildren();
    view.status.textContent = "";
    this.light(-1);
    if (trial.held) this.move(0, false);
    this.enable(false);
  }

  /// Whether the answers are the intervals themselves, so that their buttons light up.
  lightsAnswers(trial) { return trial.answers.some(answer => answer.part !== undefined); }

  light(place, isOn = true) {
    const trial = this.trial;
    if (!this.view || !trial) return;
    const lamps = this.view.lamps.length ? this.view.lamps : this.lightsAnswers(trial) ? this.view.answers : [];
    lamps.forEach((lamp, order) => {
      const index = this.view.lamps.length ? order : trial.answers[order].part;
      if (isOn) lamp.classList.toggle("lit", index === place); else if (index === place) lamp.classList.remove("lit");
    });
    if (isOn && place >= 0 && !trial.isAsked) this.view.status.textContent = trial.parts[place].label;
  }

  ask() {
    this.trial.isAsked = true;
    this.enable(true);
    if (this.trial.held) this.view.status.textContent = this.trial.question;
  }

  over() {
    this.light(-1);
    this.view.status.textContent = this.trial.question;
  }

  enable(isEnabled) {
    for (const button of this.view.answers) button.setAttribute("aria-disabled", String(!isEnabled));
    this.view.again?.setAttribute("aria-disabled", String(!isEnabled || !this.trial?.again?.isPossible));
    for (const part of [this.view.slider, this.view.done]) part?.setAttribute("aria-disabled", String(!isEnabled));
  }

  /// A refused key or touch looks refused for a moment.
  refuse(event) {
    const target = event?.currentTarget instanceof Element ? event.currentTarget : this.view?.status;
    target?.classList.add("refused");
    setTimeout(() => target?.classList.remove("refused"), 200);
  }

  key(event) {
    if (event.key === "Escape") { event.preventDefault(); this.leave(); return; }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.situation?.page?.kind === "comfort") return this.levelByKey(event);
    const trial = this.trial;
    if (!trial) return;
    const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (this.rating) {
      const rating = trial.confidence.ratings.find(({ keys }) => keys.includes(name));
      if (!rating) return;
      event.preventDefault();
      if (!event.repeat) this.rate(rating.value, event);
      return;
    }
    if (trial.again?.keys.includes(name)) {
      event.preventDefault();
      if (!event.repeat) this.replay(event);
      return;
    }
    if (trial.held) return this.tuneByKey(event, name);
    const answer = trial.answers.find(({ keys }) => keys.includes(name));
    if (!answer) return;
    event.preventDefault();
    if (!event.repeat) this.answer(answer.value, event);
  }

  /// The keys of a terminal for a level that the listener sets.
  levelByKey(event) {
    const turn = { ArrowUp: "louder", ArrowRight: "louder", "+": "louder", ArrowDown: "softer", ArrowLeft: "softer", "-": "softer" }[event.key];
    if (!turn) return;
    event.preventDefault();
    if (!event.repeat) document.querySelector(`button[data-turn=${turn}]`)?.click();
  }

  // MARK: Tuning

  tuning(view, trial) {
    const { words } = this;
    view.thumb = el("div", { className: "thumb" });
    view.slider = el("div", {
      className: "slider", role: "slider", tabIndex: 0, "aria-label": words.slider, "aria-orientation": "vertical",
      "aria-valuemin": "-100", "aria-valuemax": "100", "aria-valuenow": "0", "aria-describedby": "slider-help",
      onpointerdown: event => {
        if (event.button !== 0) return;
        view.slider.setPointerCapture(event.pointerId);
        view.drag = { y: event.clientY, position: this.trial?.position ?? 0 };
      },
      onpointermove: event => {
        if (!view.drag || !view.slider.hasPointerCapture(event.pointerId)) return;
        const reach = (view.slider.clientHeight - view.thumb.clientHeight) / 2;
        if (this.trial?.isAsked) this.move(view.drag.position - (event.clientY - view.drag.y) / reach, true, event);
      },
      onpointerup: () => { view.drag = null; }, onpointercancel: () => { view.drag = null; },
    }, view.thumb);
    view.done = el("button", {
      className: "done", onclick: event => this.answer(null, event),
    }, words.commit);
    const help = el("p", { id: "slider-help", className: trial.held.help ? "soft" : "unseen" }, trial.held.help || words.sliderHelp);
    return [el("div", { className: "tuning" }, view.slider, view.done), help];
  }

  /// Moves the control, and the note with it.
  move(position, isOfListener, event) {
    const { trial, view } = this;
    const next = Math.round(Math.min(1, Math.max(-1, position)) * 1e6) / 1e6;
    const reach = (view.slider.clientHeight - view.thumb.offsetHeight) / 2;
    view.thumb.style.setProperty("transform", `translateY(${-next * reach}px)`);
    view.slider.setAttribute("aria-valuenow", String(Math.round(next * 100)));
    if (!isOfListener || next === trial.position || trial.isAnswered) return;
    trial.position = next;
    this.sound.tune(trial.held.frequency * 2 ** (next * trial.held.range / 1200));
    const seconds = Math.round(Math.max(0, (event?.timeStamp || performance.now()) - trial.heard) * 1000) / 1e6;
    trial.moves.push([seconds, next]);
    // Only the way of the control counts: movements in between that change nothing of it are left out.
    if (trial.moves.length > 4000) trial.moves = trial.moves.filter((_, place) => place % 2 === 1);
  }

  tuneByKey(event, name) {
    const { trial } = this;
    const turn = trial.held.keys.find(({ keys }) => keys.includes(name));
    if (!turn) return;
    if (turn.cents !== undefined) {
      event.preventDefault();
      if (trial.isAsked) this.move(trial.position + turn.cents / trial.held.range, true, event); else this.refuse();
    } else if (!event.target.closest?.("button")) {
      event.preventDefault();
      if (!event.repeat) this.answer(null, event);
    }
  }

  offline(isOffline) {
    if (!this.view) return isOffline ? say(this.words.offline) : undefined;
    if (isOffline && this.view.notice.textContent !== this.words.offline) say(this.words.offline);
    this.view.notice.textContent = isOffline ? this.words.offline : "";
  }
}
