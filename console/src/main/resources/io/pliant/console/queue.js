// The queue: a table that is scrolled through however long it is. Only the rows that are seen are asked for.

import { html, nothing } from './lib/lit-html/lit-html.js';
import { repeat } from './lib/lit-html/directives/repeat.js';
import { get } from './api.js';
import { between, clock, duration, jobLink, number, shownId } from './format.js';
import { cluster } from './live.js';
import { paced, redraw, state } from './page.js';

const CHUNK = 100;
const ROW = 32; // as in console.css
const BEYOND = 15;
const EVERY = 1_100; // a partition's answer may be a second old
const TYPING = 250;
const STATES = [['', 'all states'], ['PD', 'waiting'], ['R', 'running'], ['S', 'suspended'], ['CG', 'completing']];

let filter = { text: '', user: '', partition: '', state: '' };
let chunks = new Map(); // by number: rows; null while they are on their way
let stale = new Set(); // chunks that have changed since
const asks = new Map(); // by chunk: how often it was asked for
let total = null;
let first = 0;
let seen = 40;
let failure = null;
let generation = 0;

const chunksSeen = () => {
  const from = Math.max(0, first - BEYOND);
  const to = Math.min(Math.max(0, (total ?? 1) - 1), first + seen + BEYOND);
  const list = [];
  for (let chunk = Math.floor(from / CHUNK); chunk <= Math.floor(to / CHUNK); chunk++) list.push(chunk);
  return list;
};

async function load(chunk) {
  const mine = generation;
  const asked = (asks.get(chunk) ?? 0) + 1; // a later question may be answered first
  asks.set(chunk, asked);
  if (!chunks.has(chunk)) chunks.set(chunk, null);
  stale.delete(chunk);
  try {
    const answer = await get('/v1/queue', { ...filter, offset: chunk * CHUNK, limit: CHUNK });
    if (mine !== generation || asked !== asks.get(chunk)) return;
    chunks.set(chunk, answer.jobs);
    total = answer.total;
    failure = null;
    // a message between controllers holds fewer where lines are long
    if (answer.jobs.length < Math.min(CHUNK, answer.total - chunk * CHUNK)) await rest(chunk, answer.jobs.length, mine);
  } catch (error) {
    if (mine !== generation) return;
    if (chunks.get(chunk) === null) chunks.delete(chunk);
    failure = error.message;
  }
  redraw();
}

async function rest(chunk, done, mine) {
  const answer = await get('/v1/queue', { ...filter, offset: chunk * CHUNK + done, limit: CHUNK - done });
  if (mine === generation) chunks.set(chunk, [...chunks.get(chunk), ...answer.jobs]);
}

const loadSeen = () => {
  for (const chunk of chunksSeen()) if (!chunks.has(chunk) || stale.has(chunk)) load(chunk);
};

const changed = paced(() => {
  const kept = new Set(chunksSeen());
  for (const chunk of [...chunks.keys()]) if (!kept.has(chunk)) chunks.delete(chunk);
  stale = new Set(chunks.keys());
  loadSeen();
}, EVERY, true);

function anew() {
  generation++;
  chunks = new Map();
  total = null;
  first = 0;
  const box = document.querySelector('.scroller');
  if (box) box.scrollTop = 0;
  loadSeen();
  redraw();
}

const typed = paced(() => {
  const query = new URLSearchParams(Object.entries(filter).filter(([, value]) => value)).toString();
  history.replaceState(null, '', query ? `#/queue?${query}` : '#/queue');
  anew();
}, TYPING);

const set = (name) => (event) => {
  filter = { ...filter, [name]: event.target.value.trim() };
  typed();
};

function scrolled(event) {
  const box = event.target;
  first = Math.max(0, Math.floor(box.scrollTop / ROW));
  seen = Math.ceil(box.clientHeight / ROW);
  loadSeen();
  redraw();
}

/** One line of the queue or of accounting, as a row. */
export const jobRow = (job, index) => html`<tr aria-rowindex=${index + 2}>
  <td><a href=${jobLink(shownId(job).includes('[') ? job.job : shownId(job))}>${shownId(job)}</a></td>
  <td class="wide">${job.name}</td>
  <td>${job.user}</td>
  <td class="more">${job.partition}</td>
  <td>${state(job.resizing ? 'RESIZING' : job.status)}</td>
  <td class="num">${job.nodes}</td>
  <td class="num more">${job.cpus}</td>
  <td class="num">${duration(between(job.startedAt, job.endedAt))}</td>
  <td class="wide more">${job.nodeList ?? job.reason ?? ''}</td>
</tr>`;

const COLUMNS = [['Job', ''], ['Name', 'wide'], ['User', ''], ['Partition', 'more'], ['State', ''], ['Nodes', 'num'], ['Cpus', 'num more'], ['Time', 'num'], ['Nodes or reason', 'wide more']];

/** The titles of such rows. */
export const jobHead = () => html`<thead><tr aria-rowindex="1">
  ${COLUMNS.map(([name, kind]) => html`<th scope="col" class=${kind}>${name}</th>`)}
</tr></thead>`;

function rows() {
  const from = Math.max(0, first - BEYOND);
  const to = Math.min(total ?? 0, first + seen + BEYOND);
  const list = [];
  for (let index = from; index < to; index++) {
    const rows = chunks.get(Math.floor(index / CHUNK));
    list.push({ index, job: rows?.[index % CHUNK] });
  }
  const space = (height) => (height > 0 ? html`<tr class="space" aria-hidden="true"><td colspan=${COLUMNS.length} .style=${`height:${height}px`}></td></tr>` : nothing);
  return html`
    ${space(from * ROW)}
    ${repeat(
      list,
      (row) => row.index,
      (row) => (row.job ? jobRow(row.job, row.index) : html`<tr class="coming" aria-rowindex=${row.index + 2}><td colspan=${COLUMNS.length}>…</td></tr>`),
    )}
    ${space(((total ?? 0) - to) * ROW)}
  `;
}

export const page = {
  title: () => 'Queue',
  enter(_, query) {
    filter = { text: query.get('text') ?? '', user: query.get('user') ?? '', partition: query.get('partition') ?? '', state: query.get('state') ?? '' };
    anew();
  },
  leave() {
    changed.stop();
    typed.stop();
    generation++;
  },
  heard(what) {
    if (what === 'job' || what === 'again') changed();
    redraw();
  },
  view() {
    const choose = (name, options) => html`<select aria-label=${name} @change=${set(name)}>
      ${options.map(([value, text]) => html`<option value=${value} ?selected=${value === filter[name]}>${text}</option>`)}
    </select>`;
    return html`<section class="panel full">
      <header><h2>Queue <span class="dim">${total === null ? '' : `${number(total)} jobs`}</span></h2>
        <div class="controls">
          <input type="search" id="find" aria-label="Find by name, user or number" placeholder="name, user or number" .value=${filter.text} @input=${set('text')}>
          <input type="text" aria-label="User" placeholder="user" size="8" .value=${filter.user} @input=${set('user')}>
          ${choose('partition', [['', 'all partitions'], ...cluster.partitions.map((part) => [part.partition, part.partition])])}
          ${choose('state', STATES)}
          <a class="button" href="#/history">Ended jobs</a>
        </div>
      </header>
      ${failure ? html`<p class="bad">${failure}</p>` : nothing}
      ${total === 0 ? html`<p class="dim">No job waits or runs that fits.</p>` : nothing}
      <div class="scroller" tabindex="0" role="region" aria-label="Queue" @scroll=${scrolled}>
        <table class="jobs" aria-rowcount=${(total ?? 0) + 1}>${jobHead()}<tbody>${rows()}</tbody></table>
      </div>
    </section>`;
  },
};
