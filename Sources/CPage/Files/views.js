// Screens, built from elements: text from the server never becomes markup.

import { call, bytes } from "/server.js";

export function el(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key in element && !key.startsWith("aria") && key !== "list") element[key] = value;
    else element.setAttribute(key, value);
  }
  element.append(...children.filter(child => child !== null && child !== undefined));
  return element;
}

const page = document.getElementById("page");
const said = document.getElementById("said");

/// Shows a screen, and gives the keyboard to it.
export function show(title, focus, ...children) {
  page.className = "";
  page.replaceChildren(...children.filter(child => child !== null));
  document.title = title ? `${title} – Peach` : "Peach";
  const target = focus || page.querySelector("h1");
  if (target) {
    if (!target.matches("button, a, input, select, [tabindex]")) target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }
  scrollTo(0, 0);
}

/// Says a text to a screen reader.
export function say(text) {
  said.textContent = "";
  if (text) setTimeout(() => { said.textContent = text; }, 30);
}

/// The key that a study assigns to a button; null for usual keys.
export function keyCap(shown) { return shown ? el("kbd", { "aria-hidden": "true" }, shown) : null; }

export function heading(text) { return el("h1", {}, text); }

/// Paragraphs, lists, headings, bold and italic words of Markdown.
export function markdown(text) {
  const inline = line => line.split(/(\*\*[^*]+\*\*|\*[^*\s][^*]*\*)/).filter(Boolean).map(part =>
    part.startsWith("**") && part.length > 4 ? el("strong", {}, part.slice(2, -2))
    : part.startsWith("*") && part.length > 2 ? el("em", {}, part.slice(1, -1)) : part);
  const lines = block => block.flatMap((line, place) => place ? [el("br"), ...inline(line)] : inline(line));
  return text.split(/\n\s*\n/).filter(block => block.trim()).map(block => {
    const rows = block.trim().split("\n");
    if (rows.every(row => /^\s*[-*] /.test(row))) {
      return el("ul", {}, ...rows.map(row => el("li", {}, ...inline(row.replace(/^\s*[-*] /, "")))));
    }
    if (/^#{1,3} /.test(rows[0])) return el("h2", {}, rows[0].replace(/^#+ /, ""), ...lines(rows.slice(1)));
    return el("p", {}, ...lines(rows));
  });
}

const svg = (path, kind) => {
  const image = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  image.setAttribute("viewBox", "0 0 24 24");
  image.setAttribute("aria-hidden", "true");
  const shape = document.createElementNS("http://www.w3.org/2000/svg", "path");
  shape.setAttribute("d", path);
  image.append(shape);
  image.classList.add(kind);
  return image;
};

const thumbUp = "M2 10h4v12H2zM8 10l5-9c2 0 3 1 3 3l-1 5h6c1 0 2 1 2 2l-2 9c0 1-1 2-2 2H8z";
const thumbDown = "M2 2h4v12H2zM8 14l5 9c2 0 3-1 3-3l-1-5h6c1 0 2-1 2-2L21 4c0-1-1-2-2-2H8z";
const dot = "M12 6a6 6 0 1 0 0 12a6 6 0 1 0 0-12z";

/// An arrow of a length; down if it is flat.
const arrow = (length, isFlat) => {
  const y = step => isFlat ? 24 - step : step;
  const top = 22 - length;
  return `M12 ${y(top)}L20 ${y(top + 7)}H14V${y(22)}H10V${y(top + 7)}H4z`;
};

/// The picture of a feedback with its words.
export function feedback({ kind, text, cents }) {
  if (kind === "error") {
    const size = Math.abs(cents);
    const [path, colour] = size === 0 ? [dot, "good"]
      : [arrow(size < 10 ? 10 : size <= 30 ? 15 : 21, cents < 0), size < 10 ? "good" : size <= 30 ? "middle" : "bad"];
    return [svg(path, colour), el("span", {}, text)];
  }
  const isRight = kind === "right";
  return [svg(isRight ? thumbUp : thumbDown, isRight ? "good" : "bad"), el("span", { className: isRight ? "good" : "bad" }, text)];
}

/// A picture from the server.
async function picture(path, alt, className) {
  const image = el("img", { alt, className });
  const address = URL.createObjectURL(new Blob([await bytes(path)], { type: "image/svg+xml" }));
  image.onload = () => URL.revokeObjectURL(address);
  image.src = address;
  return image;
}

export function start(state, actions) {
  const { words } = state;
  const isTraining = state.modes.length > 0;
  const main = el("button", { className: "primary", onclick: () => actions.begin(state.modes[0]) },
    isTraining ? words.modeNames[state.modes[0]] : state.role === "study" ? words.beginStudy : words.begin);
  const preview = el("button", { className: "preview", onclick: actions.profile, "aria-label": words.profile });
  show("", main,
    el("div", { className: "bar" }, heading("Peach")),
    isTraining ? el("p", { className: "soft" }, words.modes) : null,
    el("div", { className: "modes" }, main,
      ...state.modes.slice(1).map(mode => el("button", { onclick: () => actions.begin(mode) }, words.modeNames[mode]))),
    el("p", { className: "notice", id: "notice" }, state.message || ""),
    el("p", { className: "soft" }, words.advice),
    isTraining ? preview : null,
    el("div", { className: "row" },
      isTraining ? el("button", { onclick: actions.profile }, words.profile) : null,
      isTraining ? el("button", { onclick: actions.settings }, words.settings) : null,
      el("button", { onclick: actions.info }, words.info)));
  if (isTraining) picture("profile.svg?size=preview", "").then(image => preview.append(image)).catch(() => preview.remove());
}

const bar = (words, title, back) => el("div", { className: "bar" }, heading(title), el("button", { onclick: back }, words.back));

export function info({ words }, back) {
  show(words.info, null, bar(words, words.info, back), ...words.infoText.map(text => el("p", {}, text)));
}

export async function profile({ words }, back) {
  const place = el("div", { className: "fill", "aria-busy": "true" }, el("p", { className: "soft" }, words.loading));
  show(words.profile, null, bar(words, words.profile, back), place);
  const found = await call("GET", "profile");
  const image = await picture("profile.svg", found.description, "picture");
  place.setAttribute("aria-busy", "false");
  place.replaceChildren(image, el("dl", {}, ...found.rows.flatMap(({ label, value }) => [el("dt", {}, label), el("dd", {}, value)])));
}

export async function settings({ words }, back, onLanguage) {
  const list = el("div", {});
  show(words.settings, null, bar(words, words.settings, back), list);
  const draw = ({ settings }) => list.replaceChildren(...settings.map(setting => control(setting)));
  async function set(setting, value, problem) {
    problem.textContent = "";
    try {
      const next = await call("PUT", "settings/" + setting.key, { value });
      if (setting.key === "language") return onLanguage();
      say(words.saved);
      if (setting.key === "strategy") draw(next);
      return null;
    } catch (error) {
      problem.textContent = [error.message, error.remedy].filter(Boolean).join(" – ");
      say(problem.textContent);
      return null;
    }
  }
  function control(setting) {
    const id = "setting-" + setting.key;
    const problem = el("p", { className: "problem", id: id + "-problem" });
    const help = setting.help ? el("small", { className: "soft", id: id + "-help" }, setting.help) : null;
    const label = setting.label + (setting.unit ? ` (${setting.unit})` : "");
    const options = (value, choices) => choices.map(choice =>
      el("option", { value: choice.value, selected: choice.value === value }, choice.label));
    if (setting.control === "intervals") {
      const chosen = new Set(setting.value.split(","));
      const boxes = setting.choices.map(choice => el("label", {}, el("input", {
        type: "checkbox", checked: chosen.has(choice.value), value: choice.value, onchange: event => {
          if (event.target.checked) chosen.add(choice.value); else chosen.delete(choice.value);
          if (chosen.size === 0) { chosen.add(choice.value); event.target.checked = true; return; }
          set(setting, setting.choices.map(other => other.value).filter(other => chosen.has(other)).join(","), problem);
        },
      }), choice.label));
      return el("fieldset", { className: "setting" }, el("legend", {}, label), el("div", { className: "choices" }, ...boxes), problem);
    }
    if (setting.control === "notes") {
      const isAdaptive = setting.value === "adaptive";
      const [low, high] = isAdaptive ? ["C2", "C6"] : setting.value.split(/(?<=\d)-/);
      const ends = [[low, words.lowest], [high, words.highest]].map(([value, name]) =>
        el("select", { "aria-label": `${label}: ${name}`, disabled: isAdaptive, onchange: () => change() }, ...options(value, setting.choices)));
      const box = el("input", { type: "checkbox", checked: isAdaptive, onchange: () => change() });
      const change = () => {
        for (const end of ends) end.disabled = box.checked;
        set(setting, box.checked ? "adaptive" : `${ends[0].value}-${ends[1].value}`, problem);
      };
      return el("fieldset", { className: "setting" }, el("legend", {}, label), el("div", { className: "row" }, ...ends),
        el("label", { className: "check" }, box, words.adaptive), problem);
    }
    const described = [help && help.id, problem.id].filter(Boolean).join(" ");
    const input = setting.control === "choice"
      ? el("select", { id, "aria-describedby": described }, ...options(setting.value, setting.choices))
      : el("input", {
        id, type: setting.control === "number" ? "number" : "text", value: setting.value, "aria-describedby": described,
        step: setting.control === "number" ? "any" : undefined, min: setting.least, max: setting.most, autocomplete: "off",
      });
    input.addEventListener("change", () => set(setting, input.value.trim() || "default", problem));
    return el("div", { className: "setting" }, el("label", { htmlFor: id }, label), input, help, problem);
  }
  draw(await call("GET", "settings"));
}

/// The form of a question: its elements, and its present answer.
function questionForm(question) {
  const problem = el("p", { className: "problem", role: "alert" }, question.problem || "");
  if (question.kind !== "choice") {
    const field = question.kind === "text"
      ? el("textarea", { rows: 4, maxLength: question.longest, "aria-labelledby": "question" })
      : el("input", { type: "text", inputMode: "decimal", autocomplete: "off", "aria-labelledby": "question unit" });
    const refuses = question.refusal ? el("input", { type: "checkbox" }) : null;
    return {
      elements: [
        el("div", { className: "setting" }, field, el("small", { className: "soft", id: "unit" }, question.unit), problem),
        refuses && el("label", { className: "check" }, refuses, question.refusal.label),
      ],
      answer: () => refuses?.checked ? question.refusal.value : field.value,
    };
  }
  const all = [...question.choices, ...(question.refusal ? [question.refusal] : [])];
  const radios = all.map(choice => el("input", { type: "radio", name: "answer", value: choice.value }));
  return {
    elements: [
      el("fieldset", { className: "setting", "aria-labelledby": "question" },
        el("div", { className: "choices" }, ...all.map((choice, place) => el("label", {}, radios[place], choice.label))), problem),
    ],
    answer: () => radios.find(radio => radio.checked)?.value ?? "",
  };
}

/// A page of a study: consent, instructions, a question, a level, a break.
///
/// `play` plays the sound of the page, or is null. `last` is the turn that led to the page: a listener who sets a level by
/// keyboard stays at the same button.
export function studyPage({ words }, shown, turn, leave, play, last) {
  const form = shown.question ? questionForm(shown.question) : null;
  const buttons = shown.buttons.map((button, place) =>
    el("button", {
      className: place === 0 ? "primary" : "", "data-turn": button.turn, onclick: () => {
        for (const other of buttons) other.disabled = true;
        turn(button.turn, form?.answer());
      },
    }, button.label));
  const rest = el("p", { className: "soft", "aria-live": "off" });
  const example = play ? el("button", { className: "play", onclick: play }, shown.play) : null;
  const same = shown.kind === "comfort" ? buttons[shown.buttons.findIndex(button => button.turn === last && last !== "next")] : null;
  show(shown.title, same,
    el("div", { className: "bar" }, heading(shown.title),
      shown.kind === "thanks" ? null : el("button", { onclick: leave }, words.leave)),
    el("div", { className: "text", id: "question" }, ...markdown(shown.text)),
    ...(form ? form.elements.filter(element => element) : []), example, rest, el("div", { className: "row" }, ...buttons));
  let left = Math.ceil(shown.wait);
  for (const button of buttons) button.disabled = left > 0;
  const count = () => {
    if (!rest.isConnected) return;
    if (left === 0) for (const button of buttons) button.disabled = false;
    rest.textContent = left > 0 ? `${left} ${words.seconds}` : "";
    if (left > 0) { left -= 1; setTimeout(count, 1000); }
  };
  if (left > 0) count();
}

/// A screen with a title, a text and one thing to do.
export function message({ words }, title, text, label, action, link) {
  const button = label ? el("button", { className: "primary", onclick: action }, label) : null;
  const away = link ? el("a", { className: "button primary", href: link, rel: "noreferrer" }, words.completion) : null;
  show(title, button || away, heading(title), ...text.map(line => el("p", {}, line)),
    button || away ? el("div", { className: "row" }, away, button) : null);
}

const columns = ["listener", "place", "block", "status", "trials", "threshold", "threshold_low", "threshold_high", "unit",
  "mean_error_cents", "catch_wrong", "catch_trials", "stalls", "warnings", "excluded", "last_answer_at"];

/// The state of a study for its researcher, read again every few seconds.
export async function researcher(state) {
  const { words } = state;
  const body = el("tbody");
  const time = el("p", { className: "soft" });
  const problem = el("p", { className: "problem", role: "alert" });
  const file = (label, ending, type) => el("button", {
    onclick: async event => {
      const button = event.currentTarget;
      button.disabled = true;
      problem.textContent = "";
      try {
        const loaded = await bytes("study." + ending);
        if (!loaded) return;
        const address = URL.createObjectURL(new Blob([loaded], { type }));
        el("a", { href: address, download: `${state.study}.${ending}` }).click();
        setTimeout(() => URL.revokeObjectURL(address), 10000);
      } catch (error) {
        problem.textContent = [error.message, error.remedy].filter(Boolean).join(" – ");
      } finally {
        button.disabled = false;
      }
    },
  }, label);
  show(state.study, null, el("div", { className: "bar" }, heading(`${words.study}: ${state.study}`),
    file("CSV", "csv", "text/csv"), file(words.dataSet, "tar", "application/x-tar")), problem, time,
    el("div", { className: "scroll", tabIndex: 0, role: "region", "aria-label": state.study },
      el("table", {}, el("thead", {}, el("tr", {}, ...columns.map(name => el("th", { scope: "col" }, name.replaceAll("_", " "))))), body)));
  document.getElementById("page").className = "wide";
  const cell = value => value === null || value === undefined ? "" : typeof value === "number" ? String(Number(value.toPrecision(4))) : String(value);
  while (body.isConnected) {
    try {
      const rows = await call("GET", "study");
      body.replaceChildren(...rows.map(row => el("tr", {}, ...columns.map(name => el("td", {}, cell(row[name]))))));
      time.textContent = new Date().toLocaleTimeString(words.language);
    } catch { /* The next look may succeed. */ }
    await new Promise(resolve => setTimeout(resolve, 3000));
  }
}
