// Talks to the controllers: with the login of this browser, and with another controller when one does not answer.

const TOKEN = 'pliant.token';
const PATIENCE = 20_000;

/** An answer that says no. */
export class ApiError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

const controllers = [location.origin]; // in the order in which they are tried
let current = 0;
const watchers = new Set();

/** The controller that answers now. */
export const controller = () => controllers[current];

/** Calls back when another controller answers. */
export const onController = (callback) => watchers.add(callback);

/** Adds controllers that were heard of. */
export function know(urls) {
  for (const url of urls) if (!controllers.includes(url)) controllers.push(url);
}

export const token = () => localStorage.getItem(TOKEN);
export const logIn = (value) => localStorage.setItem(TOKEN, value);
export const logOut = () => localStorage.removeItem(TOKEN);

/** Goes on with another controller than this one. */
export function leaveTo(failed) {
  if (controllers[current] !== failed || controllers.length === 1) return;
  current = (current + 1) % controllers.length;
  for (const callback of watchers) callback(controllers[current]);
}

async function refusal(response) {
  const text = await response.text();
  try {
    return JSON.parse(text).error.message;
  } catch {
    return text || response.statusText;
  }
}

async function once(base, path, options) {
  const headers = { ...options.headers };
  if (token() && !headers.authorization) headers.authorization = `Bearer ${token()}`;
  return fetch(base + path, { ...options, headers, cache: 'no-store', redirect: 'error' });
}

/** Asks once all controllers, beginning with the one that answered last; a time-out counts as silence. */
export async function open(path, options = {}) {
  let failure;
  for (let tries = 0; tries < controllers.length; tries++) {
    const base = controller();
    try {
      const response = await once(base, path, options);
      if (response.ok) return response;
      failure = new ApiError(response.status, await refusal(response));
      if (response.status !== 503) throw failure;
    } catch (error) {
      if (error instanceof ApiError && error.status !== 503) throw error;
      if (options.signal?.aborted && options.signal.reason !== 'late') throw error;
      failure = error instanceof ApiError ? error : new ApiError(0, 'No controller answers.');
    }
    leaveTo(base);
  }
  throw failure;
}

let questions = 0;

/** Says on the page whether answers are on their way. */
function ask(more) {
  questions += more;
  document.documentElement.dataset.asking = questions > 0;
}

async function asked(path, options) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort('late'), PATIENCE);
  ask(1);
  try {
    return await (await open(path, { ...options, signal: stop.signal })).json();
  } finally {
    ask(-1);
    clearTimeout(timer);
  }
}

/** The answer to a GET; queries without a value are left out. */
export function get(path, queries = {}) {
  const given = Object.entries(queries).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const query = new URLSearchParams(given).toString();
  return asked(query ? `${path}?${query}` : path, { method: 'GET', headers: { accept: 'application/json' } });
}

export const post = (path, body) =>
  asked(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: body === undefined ? '{}' : JSON.stringify(body),
  });

export const del = (path) => asked(path, { method: 'DELETE' });

/** Logs in with the word of a link. */
export const useWord = (word) => asked('/v1/console/login', { method: 'POST', headers: { authorization: `Login ${word}` } });

/** Reads server-sent events until the stream ends; each is handed over as (type, id, data). */
export async function stream(path, signal, take) {
  const response = await open(path, { headers: { accept: 'text/event-stream' }, signal });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    rest += value;
    for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
      const frame = rest.slice(0, end);
      rest = rest.slice(end + 2);
      const fields = {};
      for (const line of frame.split('\n')) {
        const colon = line.indexOf(': ');
        if (colon > 0) fields[line.slice(0, colon)] = line.slice(colon + 2);
      }
      take(fields.event, fields.id, fields.data);
    }
  }
}
