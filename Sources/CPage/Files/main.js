// The way from screen to screen.

import { call } from "/server.js";
import { Sound } from "/sound.js";
import { Runner, deliverEarlier } from "/trial.js";
import * as views from "/views.js";

let state;
let runner = null;
let last = null;

function go(view) {
  history.pushState({ view }, "", location.href);
  open(view);
}

function open(view) {
  switch (view) {
    case "info": return views.info(state, back);
    case "profile": return views.profile(state, back).catch(failed);
    case "settings": return views.settings(state, back, () => load("settings")).catch(failed);
    default: return views.start(state, { begin, profile: () => go("profile"), settings: () => go("settings"), info: () => go("info") });
  }
}

function back() { history.back(); }

addEventListener("popstate", event => {
  if (runner?.isActive) return runner.leave();
  open(event.state?.view);
});

async function begin(mode) {
  if (runner) return;
  last = mode;
  history.pushState({ view: null }, "", location.href);
  runner = new Runner(state, ended);
  try {
    await runner.begin(mode);
  } catch (error) {
    runner.close();
    ended({ reason: "failed", message: state.words.errors[error.code] || error.message });
  }
}

function ended(end) {
  const { words } = state;
  runner = null;
  const again = () => begin(last);
  switch (end.reason) {
    case "left":
      if (state.role === "training") return open(null);
      return views.message(state, words.left, [words.leftText], words.goOn, again);
    case "finished":
      if (state.role === "training") return open(null);
      return views.message(state, words.finished, [words.finishedText], null, null, end.completion);
    case "declined": return views.message(state, words.declined, [words.declinedText]);
    case "expired": return views.message(state, words.expired, [words.expiredText]);
    case "stopped": return views.message(state, words.stopped, [words.stoppedText], words.again, again);
    default: return views.message(state, words.failed, [end.message, end.detail].filter(Boolean), words.again, () => load(null));
  }
}

function failed(error) {
  views.message(state, state.words.failed, [state.words.errors[error.code] || error.message], state.words.again, () => load(null));
}

async function load(view) {
  try {
    state = await call("GET", "start");
  } catch (error) {
    const isGerman = navigator.language.startsWith("de");
    const text = error.code === "link"
      ? isGerman ? "Dieser Link ist ungültig. Bitte verwenden Sie den Link genau so, wie Sie ihn erhalten haben."
        : "This link is not valid. Please use the link exactly as you received it."
      : isGerman ? "Der Server ist nicht erreichbar." : "The server cannot be reached.";
    return views.message({ words: {} }, "Peach", [text], isGerman ? "Noch einmal versuchen" : "Try again", () => load(view));
  }
  document.documentElement.lang = state.words.language;
  if (state.role === "researcher") return views.researcher(state);
  if (!Sound.isPossible) return views.message(state, "Peach", [state.words.noAudio]);
  await deliverEarlier();
  return open(view);
}

addEventListener("pageshow", event => { if (event.persisted) location.reload(); });
addEventListener("hashchange", () => location.reload());
load(history.state?.view);
