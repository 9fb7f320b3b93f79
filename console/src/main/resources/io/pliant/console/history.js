// Jobs in accounting, newest first, page by page.

import { html, nothing } from './lib/lit-html/lit-html.js';
import { get } from './api.js';
import { paced, redraw } from './page.js';
import { jobHead, jobRow } from './queue.js';

const PAGE = 100;
const TYPING = 250;
const STATES = ['', 'COMPLETED', 'FAILED', 'CANCELLED', 'TIMEOUT', 'NODE_FAIL', 'OUT_OF_MEMORY', 'DEADLINE', 'RUNNING', 'PENDING'];

let filter = { user: '', name: '', state: '' };
let jobs = [];
let more = false;
let loading = false;
let failure = null;
let generation = 0;

async function load(before) {
  const mine = ++generation;
  loading = true;
  redraw();
  try {
    const page = await get('/v1/history', { ...filter, limit: PAGE, before });
    if (mine !== generation) return;
    jobs = before ? [...jobs, ...page] : page;
    more = page.length === PAGE;
    failure = null;
  } catch (error) {
    if (mine !== generation) return;
    failure = error.message;
  }
  loading = false;
  redraw();
}

const typed = paced(() => load(), TYPING);

const set = (name) => (event) => {
  filter = { ...filter, [name]: event.target.value.trim() };
  typed();
};

export const page = {
  title: () => 'Ended jobs',
  enter(_, query) {
    filter = { user: query.get('user') ?? '', name: query.get('name') ?? '', state: query.get('state') ?? '' };
    jobs = [];
    load();
  },
  leave: () => typed.stop(),
  heard(what) {
    if (what === 'again') load();
  },
  view: () => html`<section class="panel full">
    <header><h2>Accounting <span class="dim">newest first</span></h2>
      <div class="controls">
        <input type="text" aria-label="User" placeholder="user" size="8" .value=${filter.user} @input=${set('user')}>
        <input type="text" aria-label="Name" placeholder="whole name" size="12" .value=${filter.name} @input=${set('name')}>
        <select aria-label="State" @change=${set('state')}>
          ${STATES.map((word) => html`<option value=${word} ?selected=${word === filter.state}>${word || 'all states'}</option>`)}
        </select>
        <a class="button" href="#/queue">Queue</a>
      </div>
    </header>
    ${failure ? html`<p class="bad">${failure}</p>` : nothing}
    <div class="scroller" tabindex="0" role="region" aria-label="Accounting">
      <table class="jobs">${jobHead()}<tbody>${jobs.map((job, index) => jobRow(job, index))}</tbody></table>
      ${more ? html`<p><button ?disabled=${loading} @click=${() => load(jobs.at(-1).job)}>Older jobs</button></p>` : nothing}
      ${!loading && jobs.length === 0 ? html`<p class="dim">No job fits.</p>` : nothing}
    </div>
  </section>`,
};
