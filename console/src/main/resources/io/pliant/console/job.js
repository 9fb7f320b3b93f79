// One job: where it stands, its sizes, its energy, why it waits, what it writes.

import { html, nothing, svg } from './lib/lit-html/lit-html.js';
import { ApiError, del, get, post } from './api.js';
import { between, bytes, clock, duration, exit, joules, nodeLink, watts } from './format.js';
import { segments } from './gantt.js';
import { cluster } from './live.js';
import { OutputView } from './output.js';
import { ask, fact, paced, panel, redraw, state } from './page.js';

const EVERY = 500;
const CLOCK = 1_000;
const OVER = ['COMPLETED', 'FAILED', 'CANCELLED', 'TIMEOUT', 'NODE_FAIL', 'OUT_OF_MEMORY', 'DEADLINE'];
const MOST_STEPS = 100;

let id = '';
let job = null;
let why = null;
let sizes = [];
let energy = null;
let adaptation = null;
let failure = null;
let output = null;
let ticking = null;

const over = () => OVER.includes(job.status);

async function load() {
  const wanted = id;
  const path = `/v1/jobs/${encodeURIComponent(wanted)}`;
  try {
    const loaded = await get(path);
    if (wanted !== id) return;
    job = loaded;
    failure = null;
    output.of(job, over());
    redraw();
    const number = job.job;
    [why, sizes, energy, adaptation] = await Promise.all([
      job.status === 'PENDING' ? get(`${path}/why`) : null,
      job.spec.malleable ? get(`/v1/jobs/${number}/sizes`) : [],
      get(`/v1/jobs/${number}/energy`),
      job.spec.malleable && !over() ? get(`/v1/jobs/${number}/adaptation`) : null,
    ]);
  } catch (error) {
    if (wanted !== id) return;
    failure = error instanceof ApiError ? error.message : String(error);
  }
  redraw();
}

const reload = paced(load, EVERY);

const nodeNames = () => job.allocation?.slices.map((slice) => slice.node) ?? [];

function facts() {
  const spec = job.spec;
  const nodes = nodeNames();
  return html`<dl class="facts">
    ${fact('State', html`${state(job.status)} ${job.reason}`)}
    ${fact('User', spec.submitter.name)}
    ${fact('Partition', spec.partition)}
    ${fact('Submitted', clock(job.submittedAt))}
    ${fact('Started', clock(job.startedAt))}
    ${fact(over() ? 'Ended' : 'Runs for', over() ? clock(job.endedAt) : duration(between(job.startedAt)))}
    ${over() ? fact('Ran for', duration(between(job.startedAt, job.endedAt))) : nothing}
    ${fact('Attempt', job.attempt)}
    ${fact('Exit code', exit(job.exit))}
    ${fact('Nodes', nodes.length ? html`${nodes.length}: ${nodes.slice(0, 12).map((node) => html`<a href=${nodeLink(node)}>${node}</a> `)}${nodes.length > 12 ? '…' : ''}` : '–')}
    ${spec.malleable ? fact('May have', `${spec.malleable.minNodes} to ${spec.malleable.maxNodes} nodes`) : nothing}
    ${job.array ? fact('Array', html`<a href="#/job/${job.array.job}">${job.array.job}</a> ${job.array.waiting ?? ''}`) : nothing}
    ${fact('Folder', spec.workingDirectory)}
    ${spec.comment ? fact('Comment', spec.comment) : nothing}
    ${fact('Hosted by', job.host)}
  </dl>`;
}

/** Moments of its life on one line: how long it waited, and how long it ran. */
function timeline() {
  const begin = new Date(job.submittedAt).getTime();
  const end = new Date(job.endedAt ?? Date.now()).getTime();
  const start = job.startedAt ? new Date(job.startedAt).getTime() : end;
  const part = end > begin ? (100 * (start - begin)) / (end - begin) : 50;
  const words = `waited ${duration((start - begin) / 1000)}, ran ${job.startedAt ? duration((end - start) / 1000) : 'not yet'}`;
  return html`<svg class="life" role="img" aria-label=${words} width="100%" height="22">
      ${svg`<rect class="bar pending" x="0" width="${part}%" y="2" height="18"></rect>
        ${job.startedAt ? svg`<rect class="bar ${job.status.toLowerCase()}" x="${part}%" width="${100 - part}%" y="2" height="18"></rect>` : nothing}`}
    </svg>
    <p class="dim">${words}</p>`;
}

/** How many nodes it had over time, as steps. */
function sizeChart() {
  const parts = segments({ ...job, nodes: nodeNames().length || (sizes.at(-1)?.size ?? 0) }, sizes);
  const begin = new Date(job.startedAt).getTime();
  const end = Math.max(begin + 1, new Date(job.endedAt ?? Date.now()).getTime());
  const most = Math.max(1, ...parts.map((part) => part.size));
  const at = (time) => (100 * (new Date(time).getTime() - begin)) / (end - begin);
  const words = parts.map((part) => part.size).join(' → ');
  return html`<svg class="sizes" role="img" aria-label="Nodes over time: ${words}" width="100%" height="110">
      ${parts.map((part) => {
        const x = at(part.from);
        const high = (90 * part.size) / most;
        return svg`<rect class="bar running" x="${x}%" width="${Math.max(0.2, at(part.to ?? end) - x)}%" y=${95 - high} height=${high}></rect>
          <text class="axis" x="${Math.min(x, 96)}%" dx="3" y="108">${part.size}</text>`;
      })}
    </svg>
    ${sizes.length
      ? html`<div class="scroll-x" tabindex="0" role="region" aria-label="Resizes"><table>
          <thead><tr><th scope="col">No.</th><th scope="col">Kind</th><th scope="col">Outcome</th><th scope="col" class="num">Nodes</th><th scope="col">Ended</th><th scope="col" class="num">Took</th><th scope="col">Why not</th></tr></thead>
          <tbody>${sizes.map((change) => html`<tr><td>${change.number}</td><td>${change.kind.toLowerCase()}</td><td>${change.result.toLowerCase().replaceAll('_', ' ')}</td>
            <td class="num">${change.size}</td><td>${clock(change.ended)}</td><td class="num">${between(change.begun, change.ended).toFixed(1)} s</td><td>${change.reason}</td></tr>`)}
          </tbody></table></div>`
      : html`<p class="dim">Its size has not changed.</p>`}
    ${adaptation?.current
      ? html`<p>On its way: <b>${adaptation.current.kind.toLowerCase()}</b>, ${adaptation.current.stage.toLowerCase().replaceAll('_', ' ')} since ${clock(adaptation.current.begun)}</p>`
      : nothing}`;
}

function energyTable() {
  const total = energy.total;
  return html`<dl class="facts">
      ${fact('In all', joules(total.joules))} ${fact('Mean', watts(total.meanWatts))} ${fact('Peak', watts(total.peakWatts))}
      ${fact('Measured by', `${total.methods.join(', ')}${total.estimated ? ', a part estimated' : ''}`)}
      ${total.gapSeconds > 0 ? fact('Without a meter', duration(total.gapSeconds)) : nothing}
    </dl>
    ${energy.sizes.length > 1
      ? html`<table><thead><tr><th scope="col" class="num">Nodes</th><th scope="col">From</th><th scope="col" class="num">Energy</th><th scope="col" class="num">Mean</th></tr></thead>
          <tbody>${energy.sizes.map((size) => html`<tr><td class="num">${size.nodes}</td><td>${clock(size.from)}</td><td class="num">${joules(size.energy.joules)}</td><td class="num">${watts(size.energy.meanWatts)}</td></tr>`)}</tbody></table>`
      : nothing}`;
}

const reasons = () => html`<ul>${why.reasons.map((reason) => html`<li><b>${reason.code}</b> ${reason.text}</li>`)}</ul>
  ${why.expectedStart ? html`<p>Is to start at ${clock(why.expectedStart)}.</p>` : nothing}
  ${why.priority ? html`<p class="dim">Place ${why.priority.position} in the queue. ${why.priority.factors.map((factor) => `${factor.name} ${factor.factor.toFixed(2)}`).join(', ')}</p>` : nothing}`;

const steps = () => html`<div class="scroll-x" tabindex="0" role="region" aria-label="Steps"><table>
  <thead><tr><th scope="col">Step</th><th scope="col">Name</th><th scope="col">State</th><th scope="col" class="num">Tasks</th><th scope="col" class="num">Time</th><th scope="col">Exit</th><th scope="col" class="num">Cpu time</th><th scope="col" class="num">Memory</th><th scope="col" class="num">Energy</th></tr></thead>
  <tbody>${job.steps.slice(-MOST_STEPS).map((step) => html`<tr>
    <td>${step.step < 0 ? 'batch' : step.step}</td><td>${step.name}</td><td>${state(step.status)}</td><td class="num">${step.tasks}</td>
    <td class="num">${duration(between(step.startedAt, step.endedAt))}</td><td>${exit(step.exit)}</td>
    <td class="num">${duration(step.usage?.cpuSeconds)}</td><td class="num">${bytes(step.usage?.maxRssBytes)}</td><td class="num">${joules(step.energy?.joules)}</td>
  </tr>`)}</tbody></table></div>`;

const mayChange = () => cluster.me.operator || cluster.me.user === job.spec.submitter.name;

function actions() {
  if (over() || !mayChange()) return nothing;
  const path = `/v1/jobs/${encodeURIComponent(id)}`;
  const done = (call, text) => async () => {
    await call();
    await load();
    return text;
  };
  const button = (word, question, call, text, options) => html`<button @click=${() => ask(question, word, (value) => done(() => call(value), text)(), options)}>${word}</button>`;
  return html`<div class="controls">
    ${job.status === 'PENDING' && !job.spec.hold ? button('Hold', `Hold job ${id}? It waits until it is released.`, () => post(`${path}/hold`), `Job ${id} is held.`) : nothing}
    ${job.status === 'PENDING' ? button('Release', `Release job ${id}?`, () => post(`${path}/release`), `Job ${id} is released.`) : nothing}
    ${job.status === 'RUNNING' && job.spec.malleable
      ? button('Resize', `To how many nodes, from ${job.spec.malleable.minNodes} to ${job.spec.malleable.maxNodes}?`, (nodes) => post(`${path}/adapt`, { nodes: Number(nodes) }), `The resize of job ${id} has begun.`, { field: 'Nodes' })
      : nothing}
    ${job.status === 'RUNNING' ? button('Requeue', `End this attempt of job ${id} and queue it again?`, () => post(`${path}/requeue`), `Job ${id} is queued again.`) : nothing}
    ${button('Cancel', `Cancel job ${id}?`, () => del(path), `Job ${id} is cancelled.`)}
  </div>`;
}

const script = () => job.spec.payload.script ?? job.spec.payload.command?.join(' ') ?? '';

export const page = {
  title: () => `Job ${id}`,
  enter([which]) {
    id = which;
    job = why = energy = adaptation = failure = null;
    sizes = [];
    output = new OutputView(redraw);
    load();
    ticking = setInterval(() => job && !over() && redraw(), CLOCK);
  },
  leave() {
    clearInterval(ticking);
    reload.stop();
    output.stop();
    id = '';
  },
  heard(what, event) {
    if (what === 'again' || (what === 'job' && job && event.job === job.job) || (what === 'partitions' && job?.status === 'PENDING')) reload();
  },
  view() {
    if (!job) return html`<section class="panel"><p class=${failure ? 'bad' : 'dim'}>${failure ?? 'Loading …'}</p></section>`;
    return html`
      <section class="panel">
        <header><h2>Job ${id} <span class="name">${job.spec.name}</span></h2>${actions()}</header>
        ${failure ? html`<p class="bad">${failure}</p>` : nothing}
        ${facts()} ${timeline()}
      </section>
      ${why && job.status === 'PENDING' ? panel('Why it waits', reasons()) : nothing}
      ${job.spec.malleable && job.startedAt ? panel('Sizes', sizeChart()) : nothing}
      ${mayChange() && job.outputPath ? panel('Output', output.view(job), output.controls(job)) : nothing}
      ${energy?.total ? panel('Energy', energyTable()) : nothing}
      ${job.steps.length ? panel('Steps', steps()) : nothing}
      ${script() ? panel('Script', html`<pre tabindex="0">${script()}</pre>`) : nothing}
    `;
  },
};
