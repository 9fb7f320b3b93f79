// What is known of the cluster, kept up to date by one stream of events. Pages read `cluster` and are told of changes.

import { ApiError, controller, get, know, leaveTo, onController, stream } from './api.js';

const RETRY = 500;
const LONGEST_RETRY = 5_000;
const SILENCE = 25_000; // a controller gives a sign of life every 10 s
const HIDDEN = 30_000; // a page that nobody sees holds no stream for longer
const SAMPLES = 3_600;
const EVENTS = 200;

export const cluster = {
  me: null,
  nodes: new Map(),
  partitions: [],
  power: null,
  samples: [], // of power, oldest first
  events: [], // of jobs, newest first
  state: 'connecting', // live, connecting
};

const listeners = new Set();

/** Calls back with ('job', event), ('nodes'), ('partitions'), ('power'), ('state') or ('again') after a gap. */
export function listen(callback) {
  listeners.add(callback);
  return () => listeners.delete(callback);
}

const tell = (what, event) => {
  for (const callback of [...listeners]) callback(what, event);
};

let cursor = null;
let running = null;

/** Logs in to what the token of this browser shows, or throws. */
export async function begin() {
  cluster.me = await get('/v1/me');
  know(cluster.me.controllers);
  if (!running) follow();
}

export function end() {
  running?.abort('end');
  running = null;
  cluster.me = null;
}

function take(type, id, data) {
  if (!data) return;
  const value = JSON.parse(data);
  switch (type) {
    case 'nodes':
      if (value.whole) cluster.nodes = new Map();
      for (const node of value.nodes) cluster.nodes.set(node.node, node);
      for (const name of value.gone) cluster.nodes.delete(name);
      tell('nodes');
      break;
    case 'partitions':
      cluster.partitions = value;
      tell('partitions');
      break;
    case 'power':
      cluster.power = value;
      addSamples(value.samples);
      tell('power');
      break;
    default:
      cursor = id;
      cluster.events.unshift(value);
      cluster.events.length = Math.min(cluster.events.length, EVENTS);
      tell('job', value);
  }
}

/** Takes samples of power that are newer than those that are known. */
export function addSamples(samples) {
  const last = cluster.samples.length ? cluster.samples.at(-1).at : '';
  cluster.samples.push(...samples.filter((sample) => sample.at > last));
  cluster.samples.splice(0, Math.max(0, cluster.samples.length - SAMPLES));
}

function become(state) {
  if (cluster.state !== state) {
    cluster.state = state;
    tell('state');
  }
}

async function follow() {
  const mine = new AbortController();
  running = mine;
  let pause = RETRY;
  while (!mine.signal.aborted) {
    const connection = new AbortController();
    const stop = () => connection.abort('end');
    mine.signal.addEventListener('abort', stop, { once: true });
    const silent = () => {
      leaveTo(controller()); // it stands still
      stop();
    };
    let alarm = setTimeout(silent, SILENCE);
    try {
      const path = `/v1/events?cursor=${cursor ?? 'latest'}&with=nodes,partitions,power`;
      await stream(path, connection.signal, (type, id, data) => {
        clearTimeout(alarm);
        alarm = setTimeout(silent, SILENCE);
        if (cluster.state !== 'live') {
          become('live');
          pause = RETRY;
          refresh(); // what has happened before the stream was there is in no event
        }
        take(type, id, data);
      });
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) {
        tell('login');
        mine.abort('login');
        running = null;
      } else if (error instanceof ApiError && error.status === 400) {
        cursor = null; // of a journal that is no more
      }
    } finally {
      clearTimeout(alarm);
      mine.signal.removeEventListener('abort', stop);
    }
    if (mine.signal.aborted) return;
    become('connecting');
    await new Promise((done) => setTimeout(done, pause));
    pause = Math.min(LONGEST_RETRY, pause * 2);
  }
}

/** Once a stream is there: who answers now, and all lists anew. */
async function refresh() {
  try {
    cluster.me = await get('/v1/me');
    know(cluster.me.controllers);
  } catch {
    return; // the stream says when there is something to ask again
  }
  tell('again');
}

onController(() => tell('state'));

let hiding = null;
document.addEventListener('visibilitychange', () => {
  clearTimeout(hiding);
  if (document.hidden) {
    hiding = setTimeout(() => {
      running?.abort('hidden');
      running = null;
      become('connecting');
    }, HIDDEN);
  } else if (!running && cluster.me) {
    follow();
    refresh();
  }
});

/** The controller that answers, as people write it. */
export const via = () => controller().replace(/^https?:\/\//, '');
