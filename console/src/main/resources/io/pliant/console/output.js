// What a job writes: the end of its file, and on as it grows.

import { html, nothing } from './lib/lit-html/lit-html.js';
import { get } from './api.js';
import { bytes } from './format.js';

const TAIL = 30_000;
const MOST = 400_000; // characters that are shown
const EVERY = 1_000;
const DELAY = 5_000; // after a failure
const MISSES = 5;

const decoded = (base64) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

/** The output of one job at a time. */
export class OutputView {
  text = '';
  stream = 'output';
  follow = true;
  failure = null;
  cut = false;
  next = -TAIL;
  timer = null;
  job = null;
  over = false;
  misses = 0;

  constructor(changed) {
    this.changed = changed;
  }

  /** Takes note of how the job stands. */
  of(job, over) {
    this.over = over;
    if (this.job === null && job.outputPath) {
      this.job = job.job;
      this.again();
    } else if (over && this.timer === null && this.job !== null) {
      this.later(0); // what came last
    }
  }

  again() {
    this.text = '';
    this.cut = false;
    this.next = -TAIL;
    this.decoder = new TextDecoder();
    this.later(0);
  }

  later(pause) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.load(), pause);
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = null;
    this.job = null;
  }

  async load() {
    const job = this.job;
    const wasOver = this.over;
    try {
      const part = await get(`/v1/jobs/${job}/output`, { stream: this.stream, offset: this.next });
      if (job !== this.job) return;
      if (this.next < 0) this.cut = part.offset > 0;
      if (part.size < part.offset) return this.again(); // it was begun anew
      this.next = part.next;
      this.size = part.size;
      this.failure = null;
      this.text += this.decoder.decode(decoded(part.data), { stream: true });
      if (this.text.length > MOST) {
        this.text = this.text.slice(-MOST / 2);
        this.cut = true;
      }
      this.changed();
      this.timer = null;
      if (part.next < part.size) this.later(0);
      else if (this.follow && !wasOver) this.later(EVERY);
    } catch (error) {
      if (job !== this.job) return;
      const young = error.status === 404 && !wasOver && this.misses++ < MISSES; // it is about to be made
      this.failure = young ? null : error.message;
      this.changed();
      this.timer = null;
      if (this.follow && !wasOver) this.later(young ? EVERY : DELAY);
    }
  }

  controls(job) {
    return html`<div class="controls">
      ${job.errorPath && job.errorPath !== job.outputPath
        ? html`<select aria-label="Stream" @change=${(e) => { this.stream = e.target.value; this.again(); }}><option>output</option><option>error</option></select>`
        : nothing}
      <label><input type="checkbox" .checked=${this.follow} @change=${(e) => { this.follow = e.target.checked; if (this.follow) this.later(0); }}> follow</label>
    </div>`;
  }

  view(job) {
    return html`<p class="dim">${this.stream === 'error' ? (job.errorPath ?? job.outputPath) : job.outputPath} ${this.size === undefined ? '' : bytes(this.size)}</p>
      ${this.failure ? html`<p class="bad">${this.failure}</p>` : nothing}
      <pre class="output" tabindex="0" aria-label="Output">${this.cut ? '…\n' : ''}${this.text}</pre>`;
  }

  /** Keeps the end in sight while it follows. */
  static scroll() {
    for (const box of document.querySelectorAll('pre.output')) {
      if (box.dataset.length !== String(box.textContent.length)) {
        box.dataset.length = String(box.textContent.length);
        box.scrollTop = box.scrollHeight;
      }
    }
  }
}
