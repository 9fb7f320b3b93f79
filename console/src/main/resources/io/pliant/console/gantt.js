// Jobs over the last hours: a row for each, as high as it has nodes, so that resizes are seen as steps.

import { html, nothing, svg } from './lib/lit-html/lit-html.js';
import { get } from './api.js';
import { clock, jobLink, shownId } from './format.js';
import { redraw } from './page.js';

const ROW = 22;
const MOST_ROWS = 60;
const MOST_JOBS = 300;
const MOST_SIZES = 40;
const TICKS = 6;
const STARTED = 'RUNNING,SUSPENDED,COMPLETING,COMPLETED,FAILED,CANCELLED,TIMEOUT,NODE_FAIL,OUT_OF_MEMORY,DEADLINE';
const SPANS = [[0.25, '15 min'], [1, '1 h'], [6, '6 h'], [24, '24 h']];

/** A chart of the jobs of a while until now. */
export class Gantt {
  hours = 1;
  jobs = [];
  sizes = new Map(); // by job: what is known of its resizes
  partition = '';
  failure = null;

  async load() {
    const since = new Date(Date.now() - this.hours * 3_600_000).toISOString();
    try {
      const jobs = await get('/v1/history', { since, limit: MOST_JOBS, partition: this.partition, state: STARTED });
      this.jobs = jobs.filter((job) => job.startedAt).sort((a, b) => (a.startedAt < b.startedAt ? 1 : -1)).slice(0, MOST_ROWS);
      this.failure = null;
      redraw();
      await this.loadSizes();
    } catch (error) {
      this.failure = error.message;
    }
    redraw();
  }

  /** Of jobs that held another number of node-seconds than one size would have taken. */
  async loadSizes() {
    const changed = this.jobs.filter((job) => {
      const held = (new Date(job.endedAt ?? Date.now()) - new Date(job.startedAt)) / 1000;
      const steady = job.nodes * held;
      const known = this.sizes.get(job.job);
      return job.attempts === 1 && Math.abs(job.nodeSeconds - steady) > Math.max(2 * job.nodes, 0.02 * steady) && !known?.over;
    });
    for (const job of changed.slice(0, MOST_SIZES)) {
      const changes = await get(`/v1/jobs/${job.job}/sizes`);
      this.sizes.set(job.job, { over: Boolean(job.endedAt), changes });
    }
  }

  view() {
    const now = Date.now();
    const from = now - this.hours * 3_600_000;
    const at = (time) => Math.min(100, Math.max(0, (100 * (new Date(time) - from)) / (now - from)));
    const rows = this.jobs.filter((job) => !job.endedAt || new Date(job.endedAt) > from);
    const height = Math.max(1, rows.length) * ROW;
    return html`
      <div class="controls">
        <label>Last <select @change=${(e) => this.choose(Number(e.target.value))}>
          ${SPANS.map(([hours, text]) => html`<option value=${hours} ?selected=${hours === this.hours}>${text}</option>`)}
        </select></label>
        ${this.failure ? html`<span class="bad">${this.failure}</span>` : nothing}
      </div>
      ${rows.length === 0
        ? html`<p class="dim">No job has run in this time.</p>`
        : html`<div class="gantt">
            <svg role="group" aria-label="Jobs that ran lately" height=${height + 18} width="100%">
              ${Array.from({ length: TICKS }, (_, i) => {
                const x = (100 * i) / TICKS;
                return svg`<line class="tick" x1="${x}%" x2="${x}%" y1="0" y2=${height}></line>
                  <text class="axis" x="${x}%" y=${height + 14} dx="2">${clock(from + ((now - from) * i) / TICKS).slice(0, -3)}</text>`;
              })}
              ${rows.map((job, row) => this.row(job, row, at))}
            </svg>
          </div>`}
    `;
  }

  choose(hours) {
    this.hours = hours;
    this.load();
  }

  row(job, row, at) {
    const parts = segments(job, this.sizes.get(job.job)?.changes ?? []);
    const most = Math.max(...parts.map((part) => part.size));
    const label = `${shownId(job)} ${job.name}, ${job.user}, ${job.status.toLowerCase()}, ${parts.map((part) => part.size).join(' → ')} nodes`;
    const begin = at(parts[0].from);
    const late = begin > 60; // its name stands before it
    return svg`<a href=${jobLink(job.job)} aria-label=${label}><title>${label}</title>
      ${parts.map((part) => {
        const x = at(part.from);
        const high = Math.max(3, ((ROW - 4) * part.size) / most);
        return svg`<rect class="bar ${job.status.toLowerCase()}" x="${x}%" width="${Math.max(0.15, at(part.to ?? Date.now()) - x)}%"
          y=${row * ROW + ROW - 2 - high} height=${high}></rect>`;
      })}
      <text class="name" text-anchor=${late ? 'end' : 'start'} x="${begin}%" dx=${late ? -4 : 4} y=${row * ROW + ROW - 7}>${shownId(job)} ${job.name}${parts.length > 1 ? ` (${parts.map((part) => part.size).join('→')})` : ''}</text>
    </a>`;
  }
}

/** The sizes of a job over time: from, to (null while it goes on) and the number of nodes. */
export function segments(job, changes) {
  const done = changes.filter((change) => change.nodes.length > 0);
  const parts = [];
  let from = job.startedAt;
  for (const change of done) {
    const before = ['SHRINK', 'LOSS', 'RELEASE'].includes(change.kind) ? change.size + change.nodes.length : change.size - change.nodes.length;
    parts.push({ from, to: change.ended, size: parts.length ? parts.at(-1).next : before, next: change.size });
    from = change.ended;
  }
  const last = done.length ? done.at(-1).size : job.nodes;
  parts.push({ from, to: job.endedAt ?? null, size: last, next: last });
  return parts;
}
