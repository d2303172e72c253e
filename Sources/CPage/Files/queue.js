// Answers that the server has not acknowledged, kept on the device so that a reload or a dead battery loses none.

import { token } from "/server.js";

const store = "answers";
let memory = [];

const opened = new Promise(resolve => {
  try {
    const request = indexedDB.open("peach", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(store, { keyPath: "key" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => resolve(null);
    request.onblocked = () => resolve(null);
  } catch { resolve(null); }
});

async function run(mode, body) {
  const database = await opened;
  if (!database) return null;
  return new Promise(resolve => {
    try {
      const transaction = database.transaction(store, mode, { durability: "strict" });
      const request = body(transaction.objectStore(store));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = transaction.onabort = () => resolve(null);
    } catch { resolve(null); }
  });
}

const keyOf = answer => `${token} ${answer.session} ${answer.trial}`;

export async function keep(answer) {
  memory.push(answer);
  await run("readwrite", answers => answers.put({ ...answer, key: keyOf(answer), token }));
}

export async function forget(answer) {
  memory = memory.filter(other => keyOf(other) !== keyOf(answer));
  await run("readwrite", answers => answers.delete(keyOf(answer)));
}

/// The answers of this page that are not acknowledged.
export const pending = () => memory;

/// The answers of earlier pages with the same link, in order.
export async function earlier() {
  const all = await run("readonly", answers => answers.getAll()) || [];
  return all.filter(answer => answer.token === token)
    .sort((a, b) => a.session - b.session || a.trial - b.trial);
}
