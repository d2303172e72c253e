// Requests to the server. The secret of the link stays behind the # of the address, which browsers never send; requests
// carry it in a header.

const fragment = new URLSearchParams("k=" + location.hash.slice(1));
const query = new URLSearchParams(location.search);
export const token = (fragment.get("k") || "").toLowerCase();

/// The listener's ID if the link is for anyone: from the address, else from an earlier visit, else invented.
const listener = (() => {
  const key = "listener " + token;
  let kept = null;
  try { kept = localStorage.getItem(key); } catch { /* A private window may keep nothing. */ }
  const names = ["id", "PROLIFIC_PID", "p_id", "participant", "survey_code"];
  const given = names.map(name => fragment.get(name) || query.get(name)).find(Boolean);
  const random = [...crypto.getRandomValues(new Uint8Array(6))].map(byte => byte.toString(16).padStart(2, "0")).join("");
  const id = given || kept || "w" + random;
  try { localStorage.setItem(key, id); } catch { /* The ID lasts as long as the page. */ }
  // The ID leaves the address bar, the history and every later request line.
  history.replaceState(history.state, "", location.pathname + "#" + token);
  return id;
})();

/// The server answered, but not with what was asked.
export class Refusal extends Error {
  constructor(status, body) {
    super(body?.error || "status " + status);
    this.status = status;
    this.code = body?.code || "failed";
    this.remedy = body?.remedy || "";
  }
}

function request(method, path, body, isLast) {
  const separator = path.includes("?") ? "&" : "?";
  return fetch("/api/" + path + separator + "lang=" + encodeURIComponent(navigator.language || "en"), {
    method, cache: "no-store", credentials: "omit", keepalive: isLast === true,
    headers: {
      "Authorization": "Bearer " + token, "Peach-Listener": listener,
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
}

/// Sends a request. Throws a Refusal if the server refuses it, and the browser's error if there is no connection.
export async function call(method, path, body, isLast) {
  const response = await request(method, path, body, isLast);
  if (!response.ok) {
    // A reverse proxy without its server answers like a missing connection.
    if ([502, 504].includes(response.status)) throw new TypeError("no server");
    throw new Refusal(response.status, await response.json().catch(() => null));
  }
  return response.json();
}

/// The bytes at a path; null if the server does not have them any more.
export async function bytes(path) {
  const response = await request("GET", path);
  if (response.status === 204) return null;
  if (!response.ok) throw new Refusal(response.status, await response.json().catch(() => null));
  return response.arrayBuffer();
}

/// Sends a request while the page goes away; nobody waits for its response.
export function send(method, path, body) { request(method, path, body, true).catch(() => {}); }
